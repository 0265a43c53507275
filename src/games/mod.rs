//! The games, one folder each.
//!
//! Each folder has the same files: `position` (the state), `moves` (move generation), `rules` (playing moves, the end
//! of the game), `notation` (positions and moves as text), `eval` (the evaluation), `render` (cells, clicks, the
//! picture), `baseline` (the baseline player), `tests`. Further files belong to a single game. The options of a game
//! are in its `mod.rs`.

/// Includes the rule pages of a game in English and in Dutch, for the file `src/games/<game>/mod.rs`.
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
