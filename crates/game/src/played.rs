//! The tokens of a game in progress.

use crate::record::Record;
use ugi::{History, Seat, is_event};

/// The tokens of a game in progress, and who chose each of them.
///
/// ```
/// # extern crate ugi as speltafel_ugi;
/// use speltafel_game::Played;
/// use speltafel_ugi::Seat;
///
/// let mut played = Played::new("startpos", &["!deal/AB/CD".to_string()]);
/// played.push("A", Some(Seat::P1));
/// played.push("!draw/E", None);
/// assert_eq!((played.len(), played.events(), played.last_choice(|seat| seat == Seat::P1)), (3, 2, Some(1)));
/// let record = played.record();
/// assert_eq!((record.opening, record.movers), (1, vec![None, Some(Seat::P1), None]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    history: History,
    /// For each token, the seat that chose it; `None` for the opening, events and verdicts.
    movers: Vec<Option<Seat>>,
    /// The number of tokens in the opening.
    opening: usize,
}

impl Played {
    /// Creates the game that begins with these tokens from a base, which is `startpos` or `fen TEXT`.
    #[must_use]
    pub fn new(base: &str, opening: &[String]) -> Self {
        let history = History::new(base, opening);
        Self { history, movers: vec![None; opening.len()], opening: opening.len() }
    }

    /// Returns the game of a record; `None` if its numbers of tokens contradict each other.
    #[must_use]
    pub fn from_record(record: &Record) -> Option<Self> {
        let history = History::new(&record.base, &record.moves);
        let is_sound = record.movers.len() == record.moves.len() && record.opening <= record.moves.len();
        is_sound.then(|| Self { history, movers: record.movers.clone(), opening: record.opening })
    }

    /// Returns what was played as a record without names and without a result.
    #[must_use]
    pub fn record(&self) -> Record {
        Record {
            base: self.history.base.clone(),
            opening: self.opening,
            moves: self.history.tokens.clone(),
            movers: self.movers.clone(),
            ..Record::default()
        }
    }

    /// Returns the master history.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Returns all tokens.
    #[must_use]
    pub fn tokens(&self) -> &[String] {
        &self.history.tokens
    }

    /// Returns for each token the seat that chose it; `None` for the opening, events and verdicts.
    #[must_use]
    pub fn movers(&self) -> &[Option<Seat>] {
        &self.movers
    }

    /// Returns the number of tokens in the opening.
    #[must_use]
    pub const fn opening(&self) -> usize {
        self.opening
    }

    /// Returns the number of tokens.
    #[must_use]
    pub fn len(&self) -> usize {
        self.movers.len()
    }

    /// Returns whether there are no tokens.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.movers.is_empty()
    }

    /// Returns the number of chance events.
    #[must_use]
    pub fn events(&self) -> usize {
        self.history.tokens.iter().filter(|token| is_event(token)).count()
    }

    /// Returns the index of the last token that such a seat chose.
    #[must_use]
    pub fn last_choice(&self, is_own: impl Fn(Seat) -> bool) -> Option<usize> {
        self.movers.iter().rposition(|mover| mover.is_some_and(&is_own))
    }

    /// Appends a token that `mover` chose.
    pub fn push(&mut self, token: &str, mover: Option<Seat>) {
        self.history.push(token);
        self.movers.push(mover);
    }

    /// Replaces the history by one that goes on, of which `mover` chose the new tokens, or by its beginning.
    pub fn replace(&mut self, history: History, mover: Option<Seat>) {
        self.movers.resize(history.tokens.len(), mover);
        self.history = history;
    }
}

/// The source of the seeds that decide the chance events of a game.
///
/// ```
/// use speltafel_game::{Played, Seeds};
///
/// /// The same seeds in every game.
/// let mut fixed = |played: &Played| played.events() as u64;
/// assert_eq!(fixed.next(&Played::new("startpos", &["!roll/6".to_string()])), Some(1));
/// ```
pub trait Seeds {
    /// Returns the seed of the event that is due; `None` if it is not known yet.
    fn next(&mut self, played: &Played) -> Option<u64>;
}

impl<F: FnMut(&Played) -> u64> Seeds for F {
    fn next(&mut self, played: &Played) -> Option<u64> {
        Some(self(played))
    }
}
