//! Interchange formats for finished games, and decks of openings.

use crate::error::BoxError;
use crate::options::Values;
use game::{Imported, Record};

/// An interchange format for finished games, such as PDN.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::interchange::InterchangeFormat;
/// use speltafel_kit::prelude::*;
/// use nim::Nim;
/// use game::{Imported, Record};
///
/// /// One game per line, as the tokens after the start position.
/// const TOKENS: InterchangeFormat = InterchangeFormat {
///     extension: "tokens",
///     write: |_, game| Ok(game.moves.join(" ") + "\n"),
///     parse: |_, text, number| {
///         let line = text.lines().nth(number - 1).ok_or("there is no such game")?;
///         let moves = line.split(' ').map(str::to_string).collect();
///         let game = Record { base: "startpos".to_string(), moves, ..Record::default() };
///         Ok(Imported { game, games: text.lines().count() })
///     },
/// };
///
/// let game = RegisteredGame::of::<Nim>().with_interchange_format(TOKENS);
/// assert_eq!(game.interchange_format.map(|format| format.extension), Some("tokens"));
/// let imported = (TOKENS.parse)(&Values::default(), "2 3 1\n1 1\n", 2)?;
/// assert_eq!(imported.games, 2);
/// assert_eq!((TOKENS.write)(&Values::default(), &imported.game)?, "1 1\n");
/// # Ok::<(), speltafel_kit::error::BoxError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct InterchangeFormat {
    /// The file name extension without the dot, such as `pdn`. It also names the format in queries.
    pub extension: &'static str,
    /// Exports one game, played under the rules that the option values select, and returns the file's text. The text
    /// ends with a newline, so that several games can be concatenated. Returns an error if the start position cannot be
    /// parsed.
    pub write: fn(&Values, &Record) -> Result<String, BoxError>,
    /// Imports the game with a number, from 1, of a file's text, and counts the games. Returns an error if there is no
    /// such game, or if it is malformed or contains an illegal move.
    pub parse: fn(&Values, &str, usize) -> Result<Imported, BoxError>,
}

/// A named list of openings for tournaments.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::interchange::Deck;
/// use speltafel_kit::prelude::*;
/// use speltafel_kit::serve::files::answer_query;
/// use nim::Nim;
/// use ugi::Query;
///
/// const SHORT: Deck = Deck { name: "short", openings: |_| vec!["startpos moves 1".to_string()] };
///
/// let game = RegisteredGame::of::<Nim>().with_decks(&[SHORT]);
/// let answer = answer_query(&game, &Values::default(), Query::Deck("short"));
/// assert_eq!(answer, Some(Ok(r#"["startpos moves 1"]"#.to_string())));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Deck {
    /// The name in plan files, a single word.
    pub name: &'static str,
    /// Returns the openings in their usual order, as arguments of `position` under these option values.
    pub openings: fn(&Values) -> Vec<String>,
}
