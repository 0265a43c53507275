//! The board renderer for web pages. It draws the board of any game as SVG, from the answers to `query cells` and
//! `query board`. The list of moves, through which a page steps, is here too.
//!
//! The renderer consists of ES modules and one style sheet, in the folder `page`. There are two ways to use it:
//!
//! - A web server serves each [`PageFile`] under its name, and the page imports `picture.js` and `steps.js`.
//! - A page that consists of a single file puts [`STYLE`] into a `<style>` element, and the output of [`inline()`] for
//!   [`SCRIPTS`] into a `<script type="module">` element. The scripts load no other files, so the content security
//!   policy `script-src 'unsafe-inline'` is sufficient.
//!
//! ```js
//! const picture = new Picture(document.getElementById("board"));
//! publish(document.documentElement, cells, seats); // The colours of the seats: --seat1, --ink1, …
//! picture.setup(cells, seats, 0); // The answer to `query cells`; the board is not turned.
//! picture.show(board, 0, null); // The answer to `query board` after 0 moves; without animation.
//! picture.show(next, 1, steps); // One move later; the `steps` of `query step 1` are animated.
//! ```

mod inline;

pub use inline::{InlineError, PageFile, inline};

macro_rules! page {
    ($name:literal) => {
        PageFile { name: $name, text: include_str!(concat!("../page/", $name)) }
    };
}

/// The ES modules, ordered so that each module imports only from earlier ones.
pub const SCRIPTS: [PageFile; 9] = [
    page!("dom.js"),
    page!("geometry.js"),
    page!("palette.js"),
    page!("pieces.js"),
    page!("cards.js"),
    page!("ground.js"),
    page!("motion.js"),
    page!("picture.js"),
    page!("steps.js"),
];

/// The style sheet. The page must set the size of `.board` and the font variables `--sans` and `--serif`. The variable
/// `--texture` is optional.
pub const STYLE: PageFile = page!("picture.css");

/// Returns the content of the file `name`, or `None` if the renderer has no such file.
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
    fn every_file_of_the_folder_is_included() {
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
