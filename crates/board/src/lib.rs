//! The parts that several web pages share. The board renderer draws the board of any game as SVG, from the answers to
//! `query cells` and `query board`. The list of moves, through which a page steps, is here too, and so is the page of a
//! tournament, which is drawn from the JSON of `speltafel-arena report --json`.
//!
//! They consist of ES modules and two style sheets, in the folder `page`. There are two ways to use it:
//!
//! - A web server serves each [`PageFile`] under its name, and the page imports `picture.js`, `steps.js` and
//!   `tournament.js`.
//! - A page that consists of a single file puts [`STYLES`] into a `<style>` element, and the output of [`inline()`] for
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
pub const SCRIPTS: [PageFile; 14] = [
    page!("dom.js"),
    page!("geometry.js"),
    page!("palette.js"),
    page!("pieces.js"),
    page!("cards.js"),
    page!("ground.js"),
    page!("motion.js"),
    page!("picture.js"),
    page!("steps.js"),
    page!("numbers.js"),
    page!("charts.js"),
    page!("standings.js"),
    page!("games.js"),
    page!("tournament.js"),
];

/// The style sheets of boards and of tournaments. The page must set the size of `.board`, the font variables `--sans`
/// and `--serif`, and the colours `--paper`, `--ink`, `--soft`, `--line`, `--raised`, `--accent`, `--good` and `--bad`.
/// The variable `--texture` is optional.
pub const STYLES: [PageFile; 2] = [page!("picture.css"), page!("tournament.css")];

/// Returns the content of the file `name`, or `None` if the renderer has no such file.
#[must_use]
pub fn text(name: &str) -> Option<&'static str> {
    SCRIPTS.iter().chain(&STYLES).find(|file| file.name == name).map(|file| file.text)
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
        assert_eq!(names.len(), SCRIPTS.len() + STYLES.len());
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
            assert!(!script.contains(word) && STYLES.iter().all(|style| !style.text.contains(word)), "{word}");
        }
    }
}
