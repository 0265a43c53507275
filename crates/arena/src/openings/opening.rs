//! An opening, and what the referee says about it.

use anyhow::{Result, bail};
use ugi::{Client, History, Pipe, Query, Turn, may_be_move, position_queries};

/// The maximum number of chance events that are drawn in a row. Some dice games have no bound.
const MAX_EVENTS: u64 = 1000;

/// The opening of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// The base position: `startpos` or `fen TEXT`.
    pub base: String,
    /// The moves and chance events after `base`.
    pub moves: Vec<String>,
}

impl Opening {
    /// Returns the start position of the game.
    pub fn start() -> Self {
        Self { base: "startpos".to_string(), moves: Vec::new() }
    }

    /// Returns the opening without the tokens after this number of plies. Chance events do not count.
    #[must_use]
    pub fn cut(mut self, plies: Option<usize>) -> Self {
        let moves = self.moves.iter().enumerate().filter(|(_, token)| may_be_move(token));
        let last = plies.and_then(|plies| moves.map(|(index, _)| index).nth(plies.saturating_sub(1)));
        self.moves.truncate(last.map_or(self.moves.len(), |last| last + 1));
        self
    }

    /// Sends the position to the referee, and returns who decides next.
    pub fn turn(&self, referee: &mut Client<impl Pipe>) -> Result<Turn> {
        referee.execute_ok(History::new(&self.base, &self.moves).line())?;
        Ok(referee.ask_turn()?)
    }

    /// Appends the chance events that are due, and returns who decides next. `seed` maps the zero-based number of a
    /// chance event to its seed.
    pub fn add_events(&mut self, referee: &mut Client<impl Pipe>, seed: impl Fn(u64) -> u64) -> Result<Turn> {
        for event in 0..MAX_EVENTS {
            match self.turn(referee)? {
                Turn::Chance => self.moves.push(referee.ask_word(Query::Draw(seed(event)))?),
                next => return Ok(next),
            }
        }
        Ok(Turn::Chance)
    }

    /// Returns the opening with its moves in canonical form. Opening files may contain shorter forms.
    pub fn canonical(self, referee: &mut Client<impl Pipe>) -> Result<Self> {
        let mut history = History::new(&self.base, &[]);
        let mut lines = Vec::new();
        for token in &self.moves {
            lines.extend(position_queries(history.line(), &[Query::Canon(token)]));
            history.push(token);
        }
        let answers = referee.ask_all(&lines)?.answers;
        match answers.into_iter().collect() {
            Ok(moves) => Ok(Self { moves, ..self }),
            Err(code) => bail!("the referee refuses the opening {}: error {code}", history.line()),
        }
    }
}
