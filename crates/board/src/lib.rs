//! The boards of all games as SVG in a web page, drawn from the answers to `query cells` and `query board`.
//!
//! The folder `page` holds the renderer: ES modules and one style sheet. A page that is served offers each [`PageFile`] at its
//! name and imports `picture.js`. A page that is one file puts [`STYLE`] into a `<style>` and [`inline()`] of [`SCRIPTS`] into
//! a `<script type="module">`; neither loads anything, so `script-src 'unsafe-inline'` is all that it needs.
//!
//! ```js
//! const picture = new Picture(document.getElementById("board"));
//! publish(document.documentElement, cells, seats); // The colours of the seats: --seat1, --ink1, …
//! picture.setup(cells, seats, 0); // The answer to `query cells`, without a quarter turn.
//! picture.show(board, 0, false); // The answer to `query board` after 0 moves, without motion.
//! ```

mod inline;

pub use inline::{InlineError, PageFile, inline};

macro_rules! page {
    ($name:literal) => {
        PageFile { name: $name, text: include_str!(concat!("../page/", $name)) }
    };
}

/// The modules; each imports only from those before it.
pub const SCRIPTS: [PageFile; 7] = [
    page!("dom.js"),
    page!("geometry.js"),
    page!("palette.js"),
    page!("pieces.js"),
    page!("cards.js"),
    page!("ground.js"),
    page!("picture.js"),
];

/// The style sheet. The page sets the size of `.board` and the fonts `--sans` and `--serif`; `--texture` is optional.
pub const STYLE: PageFile = page!("picture.css");

/// The content of the file of this name.
#[must_use]
pub fn text(name: &str) -> Option<&'static str> {
    SCRIPTS.iter().chain([&STYLE]).find(|file| file.name == name).map(|file| file.text)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn every_file_of_the_folder_is_offered() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let names: BTreeSet<String> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        assert_eq!(names.len(), SCRIPTS.len() + 1);
        for name in names {
            assert_eq!(text(&name).unwrap(), std::fs::read_to_string(folder.join(&name)).unwrap(), "{name}");
        }
        assert_eq!(text("lib.rs"), None);
    }

    #[test]
    fn the_renderer_can_be_inlined_and_loads_nothing() {
        let script = inline(&SCRIPTS).unwrap();
        for line in script.lines() {
            assert!(!line.starts_with("import ") && !line.starts_with("export "), "{line}");
        }
        for word in ["</script", "fetch(", "import(", "url(\"", "https:"] {
            assert!(!script.contains(word) && !STYLE.text.contains(word), "{word}");
        }
    }
}
