//! The games, one module each.
//!
//! Every game has the modules `position` (the state), `moves` (move generation), `rules` (playing moves, the end of the
//! game), `notation` (positions and moves as text), `render` (cells, clicks, the text picture), `numbers` (what a seat
//! sees, and moves, as numbers), `baseline` (the baseline player), `words` (names and words for people) and `tests`.
//! Some games also have a module `eval` (the static evaluation) or `facts` (moves in words, reasons why tokens are not
//! legal). Other modules are specific to one game. A game's rule options are defined in its `mod.rs`.

/// Includes a game's rule pages in English and in Dutch. The paths are relative to the calling file, which must be
/// `src/games/<game>/mod.rs`.
macro_rules! rule_pages {
    ($name:literal) => {
        &[
            ("en", include_str!(concat!("../../../docs/games/", $name, ".md"))),
            ("nl", include_str!(concat!("../../../docs/games/nl/", $name, ".md"))),
        ]
    };
}

use base::quote::quote;
use kit::text::{Sections, TextError};

pub mod checkers;
pub mod jeex;
pub mod keezen;
pub mod querbeet;
pub mod querbeet_chain;
pub mod querbeet_figure;
pub mod wieniet;

/// Returns why a token is not legal, in English; nothing if it is legal.
#[cfg(test)]
fn why<G: kit::game::Game>(position: &G, token: &str) -> String {
    let refusal = position.why_not(token);
    assert_eq!(refusal.is_none(), position.parse_action(token).is_ok(), "{token}: {refusal:?}");
    refusal.map_or(String::new(), |refusal| {
        let sentence = G::ABOUT.why("en", &refusal);
        let named = ugi::facts::name_players(&sentence, |seat| seat.to_string());
        assert!(named.ends_with('.') && !named.contains('{'), "{sentence}");
        sentence
    })
}

/// Returns the side to move of a game for two: the place in `letters` of the first section of a position text.
///
/// # Errors
/// Returns an error if the section is none of the letters.
fn side_to_move(sections: &Sections, letters: [&str; 2]) -> Result<usize, TextError> {
    letters.iter().position(|letter| *letter == sections.head).ok_or_else(|| {
        let ([first, second], found) = (letters, quote(sections.head));
        TextError::at(0, format!("expected {first} or {second}, the side to move, found \"{found}\""))
    })
}
