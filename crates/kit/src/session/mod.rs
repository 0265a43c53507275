//! The session of an open game: its history, its searcher and its opening book. [`OpenGame`] hides the type of the
//! game from the serve loop, with one dynamic call per command.

mod bench;
mod book;
mod facts;
pub(crate) mod history;
mod observe;
mod offer;
mod query;
mod searched;
mod think;

use crate::book::Book;
use crate::error::BoxError;
use crate::game::Game;
use crate::options::Values;
use crate::perft::{MAX_DEPTH, perft_divide};
use crate::preferences::{Player, Preferences};
use crate::search::{Aborted, Searcher, Stop};
use base::quote::quote_in;
pub use bench::Speed;
use history::GameHistory;
use searched::Searched;
use std::time::{Duration, Instant};
use ugi::{ErrorCode, Go, Position, ProtocolError, Query, Reply, Turn, Viewer};

/// A search to start.
///
/// See the example of [`OpenGame`].
pub struct SearchRequest {
    /// The limits of the search.
    pub go: Go,
    /// The options of the search.
    pub preferences: Preferences,
    /// The time at which `go` was read.
    pub start: Instant,
}

/// Receives all lines of an answer except the last one.
///
/// See the example of [`OpenGame`].
pub type ReplySink<'a> = &'a mut dyn FnMut(Reply);

/// An open game, without its type: the interface for the serve loop.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::prelude::*;
/// use speltafel_kit::preferences::Preferences;
/// use speltafel_kit::search::Stop;
/// use speltafel_kit::session::SearchRequest;
/// use nim::REGISTRY;
/// use std::time::Instant;
/// use ugi::{Go, Position, Query};
///
/// let mut game = (REGISTRY.games()[0].open)(&Values::default());
/// game.position(&Position::parse("startpos moves 1 2")?)?;
/// assert_eq!(game.query(Query::Fen(None))?, "7:1");
/// let preferences = Preferences { hash: 1, ..Preferences::default() };
/// let search = SearchRequest { go: Go::parse(" depth 5"), preferences, start: Instant::now() };
/// let best = game.go(&search, &Stop::default(), &mut |_| ());
/// assert_eq!(best.to_string(), "bestmove 3");
/// # Ok::<(), ugi::ProtocolError>(())
/// ```
pub trait OpenGame: Send {
    /// Clears everything that the searcher keeps between searches, and loads the start position.
    fn new_game(&mut self);

    /// Allocates the memory that searches use under these preferences, if it is not allocated yet. Returns the MiB that
    /// the tables may use: less than the option `Hash` if there is less memory.
    fn prepare(&mut self, preferences: &Preferences) -> usize;

    /// Clears everything that the searcher keeps between searches.
    fn clear_tables(&mut self);

    /// Loads the resources that these values name for the strongest player. Returns a message for each resource that
    /// cannot be loaded.
    fn load_resources(&mut self, values: &Values) -> Vec<String>;

    /// Opens the opening book that the values name. If they name none, no book is used.
    ///
    /// # Errors
    /// Returns an error if the book cannot be opened. No book is then used.
    fn open_book(&mut self, values: &Values) -> Result<(), BoxError>;

    /// Loads a game. On success, returns errors to report that did not prevent loading.
    ///
    /// # Errors
    /// Returns an error if the game cannot be loaded. The previous game then stays loaded.
    fn position(&mut self, wanted: &Position) -> Result<Vec<ProtocolError>, ProtocolError>;

    /// Answers a query about the open game.
    ///
    /// # Errors
    /// Returns an error if the query has no answer in this position or view.
    fn query(&self, query: Query) -> Result<String, ProtocolError>;

    /// Searches until a limit or `stop` ends the search. Returns the `bestmove` line.
    fn go(&mut self, search: &SearchRequest, stop: &Stop, say: ReplySink) -> Reply;

    /// Checks that [`perft`](Self::perft) can count sequences of `depth` plies.
    ///
    /// # Errors
    /// Returns an error at a chance node, in a view, or if the depth is greater than
    /// [`MAX_DEPTH`].
    fn check_perft(&self, depth: u32) -> Result<(), ProtocolError>;

    /// Counts the move sequences of `depth` plies and passes a line for each move to `say`. Returns the last line of
    /// the answer. [`check_perft`](Self::check_perft) must have succeeded.
    fn perft(&self, depth: u32, stop: &Stop, say: ReplySink) -> Reply;

    /// Measures the speed of perft and of random games. The random games take `time` and perft half of it, both
    /// measured in CPU time of this thread. The result is meaningless if `stop` is set.
    fn speed(&self, time: Duration, stop: &Stop) -> Speed;

    /// Returns the key of the position after the last token; see [`State::key`](crate::state::State::key).
    fn key(&self) -> u64;

    /// Returns the answer to the command `d`: a text picture of the board, the result if the game is over, the position
    /// text and the key.
    fn picture(&self) -> String;

    /// Returns the answer to the command `eval`: a readable explanation of the evaluation.
    fn explain(&self) -> String;
}

/// The implementation of [`OpenGame`] for all games.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::prelude::*;
/// use speltafel_kit::session::{OpenGame, Session};
/// use nim::Nim;
/// use ugi::Query;
///
/// let session: Session<Nim> = Session::open(&Values::default());
/// assert_eq!(session.query(Query::Legal), Ok("1 2 3".to_string()));
/// ```
pub struct Session<G: Game> {
    rules: G::Rules,
    /// The option values that the strongest player uses.
    values: Values,
    history: GameHistory<G>,
    /// The player that `searcher` implements.
    player: Player,
    searcher: Box<dyn Searcher<G>>,
    book: Option<Box<dyn Book<G>>>,
    /// What the last completed search found.
    searched: Option<Searched<G>>,
}

impl<G: Game> Session<G> {
    /// Opens the start position under the rules that `values` select and with its opening book.
    #[must_use]
    pub fn open(values: &Values) -> Self {
        let rules = G::Rules::from(values);
        let (history, values, searcher) = (GameHistory::start(&rules), values.clone(), strong_searcher(values));
        // An error was already reported when the option was set.
        let book = G::book(&values).unwrap_or_default();
        Self { rules, values, history, player: Player::Strong, searcher, book, searched: None }
    }
}

impl<G: Game> OpenGame for Session<G> {
    fn new_game(&mut self) {
        self.searched = None;
        self.history = GameHistory::start(&self.rules);
        self.clear_tables();
    }

    fn prepare(&mut self, preferences: &Preferences) -> usize {
        self.player(preferences.player).prepare(preferences.hash, preferences.threads)
    }

    fn clear_tables(&mut self) {
        self.searcher.clear();
    }

    fn load_resources(&mut self, values: &Values) -> Vec<String> {
        let mut strongest = G::strong(values);
        let missing = searcher_errors::<G>(&mut strongest, values);
        self.values = values.clone();
        if self.player == Player::Strong {
            self.searcher = Box::new(strongest);
        }
        missing
    }

    fn open_book(&mut self, values: &Values) -> Result<(), BoxError> {
        self.book = None;
        self.book = G::book(values)?;
        Ok(())
    }

    fn position(&mut self, wanted: &Position) -> Result<Vec<ProtocolError>, ProtocolError> {
        check_viewer(wanted.viewer)?;
        self.history.set(&self.rules, wanted.viewer, wanted.base, &wanted.moves)
    }

    fn query(&self, query: Query) -> Result<String, ProtocolError> {
        self.answer_query(query)
    }

    fn go(&mut self, search: &SearchRequest, stop: &Stop, say: ReplySink) -> Reply {
        self.think(search, stop, say)
    }

    fn check_perft(&self, depth: u32) -> Result<(), ProtocolError> {
        let error = |text: &str| Err(ProtocolError::new(ErrorCode::BadArgument, text));
        if depth > MAX_DEPTH {
            return error(&format!("perft: expected a depth of at most {MAX_DEPTH}"));
        }
        if self.history.viewer != Viewer::Master {
            return error("perft: not available in a view");
        }
        if self.history.turn() == Turn::Chance { error("perft: not available at a chance node") } else { Ok(()) }
    }

    fn perft(&self, depth: u32, stop: &Stop, say: ReplySink) -> Reply {
        let position = self.history.position();
        let mut total = u64::from(depth == 0);
        let mut outcome = Ok(());
        if self.history.turn() != Turn::Over {
            outcome = perft_divide(&self.history.keys, position, depth, stop, &mut |action, count| {
                say(Reply::Text(format!("{}: {count}", position.action_text(action))));
                total += count;
            });
        }
        match outcome {
            Ok(()) => Reply::Text(format!("Nodes searched: {total}")),
            Err(Aborted) => Reply::Remark("perft stopped before the last move was counted".to_string()),
        }
    }

    fn speed(&self, time: Duration, stop: &Stop) -> Speed {
        bench::measure(&G::start(&self.rules), time, stop)
    }

    fn key(&self) -> u64 {
        self.history.position().key()
    }

    fn picture(&self) -> String {
        let position = self.history.position();
        let mut text = position.picture();
        if self.history.turn() == Turn::Over {
            text.push_str(&format!("\nover: {}, {}", self.result(), self.reason()));
        }
        format!("{text}\nfen {}\nkey {:016x}", position.position_text(), position.key())
    }

    fn explain(&self) -> String {
        let position = self.history.position();
        let value = match self.history.turn() {
            Turn::Seat(seat) => self.searcher.static_eval(position).map(|value| (seat, value)),
            Turn::Chance | Turn::Over => None,
        };
        let line = value.map(|(seat, value)| {
            format!("\n{:<14}{value:>6}  for {seat}, who moves", format!("player {}", self.player.as_ref()))
        });
        (position.explain() + &line.unwrap_or_default()).trim_start_matches('\n').to_string()
    }
}

/// Returns the strongest player. Its errors about resources were already reported when the options were set.
fn strong_searcher<G: Game>(values: &Values) -> Box<dyn Searcher<G>> {
    let mut player = G::strong(values);
    player.errors();
    Box::new(player)
}

/// Returns a player's resource errors, with option values quoted.
fn searcher_errors<G: Game>(player: &mut dyn Searcher<G>, values: &Values) -> Vec<String> {
    let quoted = |text: String| G::RESOURCES.iter().fold(text, |text, spec| quote_in(&text, &values.text(spec)));
    player.errors().into_iter().map(quoted).collect()
}

/// The maximum number of seats in any game.
const MAX_SEATS: usize = 16;

/// Returns an error if no game has this viewer's seat.
fn check_viewer(viewer: Viewer) -> Result<(), ProtocolError> {
    match viewer {
        Viewer::Seat(seat) if seat.number() > MAX_SEATS => {
            let text = format!("seat {}: no game has more than {MAX_SEATS} seats", seat.number());
            Err(ProtocolError::new(ErrorCode::BadArgument, text))
        }
        _ => Ok(()),
    }
}
