//! One open game: typed below, text above. The only place of dynamic dispatch, once per command.
//! Knows no thread and writes nothing.

mod bench;
mod book;
mod count;
mod history;
mod query;
mod think;
mod verdict;

use crate::book::Book;
use crate::entry::GameEntry;
use crate::game::{Seat, Turn, Viewer};
use crate::options::Values;
use crate::preferences::{Player, Preferences};
use crate::search::{Searcher, Stop};
use anyhow::Result;
use base::quote::quote_in;
pub use bench::Speed;
use history::GameHistory;
use std::time::{Duration, Instant};
use ugi::{ErrorCode, Go, Position, ProtocolError, Query, Reply};

/// A search to be made.
pub struct SearchRequest {
    /// What is asked.
    pub go: Go,
    /// How it is answered.
    pub preferences: Preferences,
    /// When `go` was read.
    pub start: Instant,
}

/// Where the lines before the last one of an answer go.
pub type ReplySink<'a> = &'a mut dyn FnMut(Reply);

/// An open game as the loop sees it: no type of any game is left.
pub trait OpenGame: Send {
    /// Forgets tables, histories and random streams, and loads the start position.
    fn new_game(&mut self);

    /// Allocates the memory that searches use under these settings, if that has not been done.
    fn prepare(&mut self, preferences: &Preferences);

    /// Forgets tables, histories and random streams.
    fn clear_tables(&mut self);

    /// The strongest player goes on with what these values let it use. What of that cannot be had: a sentence each.
    fn load_resources(&mut self, values: &Values) -> Vec<String>;

    /// Opens the opening book that the values name, or goes on without one.
    ///
    /// # Errors
    /// The book cannot be had, and why.
    fn open_book(&mut self, values: &Values) -> Result<()>;

    /// Loads a history. The faults given back are remarks, the history stands.
    ///
    /// # Errors
    /// What is wrong; the history before stays.
    fn position(&mut self, wanted: &Position) -> Result<Vec<ProtocolError>, ProtocolError>;

    /// Answers a question about the open game.
    ///
    /// # Errors
    /// Why there is no answer.
    fn query(&self, query: Query) -> Result<String, ProtocolError>;

    /// Thinks until a limit or `stop` ends it, and gives the `bestmove` line.
    fn go(&mut self, search: &SearchRequest, stop: &Stop, say: ReplySink) -> Reply;

    /// Counts the leaves `depth` plies deep and says a line for each move; gives the last line of the answer.
    fn perft(&self, depth: u32, stop: &Stop, say: ReplySink) -> Reply;

    /// How fast the rules of this game run, random games for `time` of this thread. Once `stop` is set the speeds mean
    /// nothing.
    fn speed(&self, time: Duration, stop: &Stop) -> Speed;

    /// The key of the position after the last token: equal ones go on alike, but for the counts of plies.
    fn key(&self) -> u64;

    /// How many of the positions before the last one can come back: those since the last irreversible move.
    fn repeatable_positions(&self) -> usize;

    /// The board for people.
    fn picture(&self) -> String;

    /// What the evaluation says, for people.
    fn explain(&self) -> String;
}

/// Finds the opening book that the values name; see [`BookOption::book`](crate::book::BookOption::book).
pub type FindBook<G> = fn(&Values) -> Result<Option<Box<dyn Book<G>>>>;

/// One open game.
pub struct Session<G: GameEntry> {
    rules: G::Rules,
    /// What the strongest player may use.
    values: Values,
    history: GameHistory<G>,
    /// Who thinks.
    player: Player,
    searcher: Box<dyn Searcher<G>>,
    book: Option<Box<dyn Book<G>>>,
    find_book: FindBook<G>,
}

impl<G: GameEntry> Session<G> {
    /// The start position under the rules that `values` mean, with the opening book that `find_book` finds.
    #[must_use]
    pub fn open(values: &Values, find_book: FindBook<G>) -> Self {
        let rules = G::rules(values);
        let (history, values, searcher) = (GameHistory::start(&rules), values.clone(), strong_searcher(values));
        // A book that cannot be opened was reported when the option was set.
        let book = find_book(&values).unwrap_or_default();
        Self { rules, values, history, player: Player::Strong, searcher, book, find_book }
    }
}

impl<G: GameEntry> OpenGame for Session<G> {
    fn new_game(&mut self) {
        self.history = GameHistory::start(&self.rules);
        self.clear_tables();
    }

    fn prepare(&mut self, preferences: &Preferences) {
        self.player(preferences.player).prepare(preferences.hash, preferences.threads);
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

    fn open_book(&mut self, values: &Values) -> Result<()> {
        self.book = None;
        self.book = (self.find_book)(values)?;
        Ok(())
    }

    fn position(&mut self, wanted: &Position) -> Result<Vec<ProtocolError>, ProtocolError> {
        let viewer = viewer(wanted.seat)?;
        self.history.set(&self.rules, viewer, wanted.base, &wanted.moves)
    }

    fn query(&self, query: Query) -> Result<String, ProtocolError> {
        self.answer_query(query)
    }

    fn go(&mut self, search: &SearchRequest, stop: &Stop, say: ReplySink) -> Reply {
        self.think(search, stop, say)
    }

    fn perft(&self, depth: u32, stop: &Stop, say: ReplySink) -> Reply {
        self.count(depth, stop, say).unwrap_or_else(Reply::Error)
    }

    fn speed(&self, time: Duration, stop: &Stop) -> Speed {
        bench::measure(&G::start(&self.rules), time, stop)
    }

    fn key(&self) -> u64 {
        self.history.position().key()
    }

    fn repeatable_positions(&self) -> usize {
        self.history.keys().earlier().len()
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
        let worth = match self.history.turn() {
            Turn::Seat(seat) => self.searcher.static_eval(position).map(|worth| (seat, worth)),
            Turn::Chance | Turn::Over => None,
        };
        let told = worth.map(|(seat, worth)| {
            format!("\n{:<14}{worth:>6}  for {seat}, who moves", format!("player {}", self.player.as_ref()))
        });
        (position.explain() + &told.unwrap_or_default()).trim_start_matches('\n').to_string()
    }
}

/// The player that uses what it can get. What it cannot get was told when the option was set.
fn strong_searcher<G: GameEntry>(values: &Values) -> Box<dyn Searcher<G>> {
    let mut player = G::strong(values);
    player.errors();
    Box::new(player)
}

/// What a player could not get or could not use, with the values of options quoted.
fn searcher_errors<G: GameEntry>(player: &mut dyn Searcher<G>, values: &Values) -> Vec<String> {
    let quoted = |text: String| G::RESOURCES.iter().fold(text, |text, spec| quote_in(&text, &values.text(spec)));
    player.errors().into_iter().map(quoted).collect()
}

/// No game seats more.
const MOST_SEATS: u64 = 16;

/// # Errors
/// A seat that no game has.
fn viewer(seat: Option<u64>) -> Result<Viewer, ProtocolError> {
    match seat {
        None => Ok(Viewer::Master),
        Some(0) => Ok(Viewer::Public),
        Some(seat) if seat <= MOST_SEATS => Ok(Viewer::Seat(Seat::new(seat as usize - 1))),
        Some(seat) => Err(ProtocolError::new(ErrorCode::BadArgument, format!("no game has a seat {seat}"))),
    }
}
