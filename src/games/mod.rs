//! The games, one folder each.
//!
//! Every folder has the same files for the same jobs: `position` (the state), `moves` (what can be played), `rules` (playing,
//! ending), `notation` (texts), `eval`, `render` (cells, clicks, picture), `baseline` (the frozen one-ply player), `tests`;
//! then the files that only this game needs. Its `mod.rs` has the options.

/// The rule pages of a game, for the file `src/games/<game>/mod.rs`: in English and in Dutch.
macro_rules! rule_pages {
    ($name:literal) => {
        &[
            ("en", include_str!(concat!("../../../docs/games/", $name, ".md"))),
            ("nl", include_str!(concat!("../../../docs/games/nl/", $name, ".md"))),
        ]
    };
}

pub mod checkers;
pub mod jeex;
pub mod keezen;
pub mod querbeet;
pub mod querbeet_chain;
pub mod querbeet_figure;
pub mod wieniet;
