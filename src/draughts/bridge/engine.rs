//! What a bridge needs from the engine of another program.

use crate::games::checkers::squares::RULES;
use crate::games::checkers::{Checkers, Move, Rules};
use anyhow::Result;
use kit::game::Game;
use kit::options::Values;
use kit::search::Stop;
use kit::session::{ReplySink, SearchRequest};
use kit::state::State;
use ugi::{Base, Position};

/// An engine of another program, which chooses the moves. After an error it cannot be used any more.
pub(super) trait ForeignEngine: Send {
    /// Sets the options that differ from those set before. Returns a message about each option that cannot be set,
    /// which begins with its name and a colon.
    fn set_options(&mut self, values: &Values) -> Result<Vec<String>>;

    /// Prepares for a new game.
    fn new_game(&mut self) -> Result<()>;

    /// Waits until the engine is ready to search.
    fn prepare(&mut self) -> Result<()>;

    /// Searches a position with at least one legal move, and passes the lines of the search to `say`.
    fn search(&mut self, game: &Played, search: &SearchRequest, stop: &Stop, say: ReplySink) -> Result<Choice>;

    /// Returns the last lines to and from the engine.
    fn last_lines(&self) -> Vec<String>;
}

/// The answer of an engine: tokens of `bestmove`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    pub(super) best: String,
    pub(super) ponder: Option<String>,
}

impl Choice {
    pub(super) fn of(best: String) -> Self {
        Self { best, ponder: None }
    }
}

/// A game so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Played {
    /// The rules in which tokens are written.
    rules: Rules,
    /// The moves, each with the position before it.
    pub(super) plies: Vec<(Checkers, Move)>,
    /// The position after the last move. Like those before, it has the standard numbering and no move-count rule.
    pub(super) position: Checkers,
}

impl Played {
    /// Returns a game without moves.
    pub(super) fn start(rules: Rules) -> Self {
        Self { rules, plies: Vec::new(), position: Checkers::start(&RULES) }
    }

    /// Reads a game up to the first token that is not a legal move. Returns `None` if the base is not a position.
    pub(super) fn read(rules: Rules, wanted: &Position) -> Option<Self> {
        let mut position = match wanted.base {
            Base::Start => Checkers::start(&rules),
            Base::Fen(text) => Checkers::parse_position(&rules, text).ok()?,
        };
        let mut plies = Vec::new();
        for token in &wanted.moves {
            let Ok(action) = position.parse_action(token) else { break };
            plies.push((position.with_rules(&RULES), action));
            position.play(action);
        }
        Some(Self { rules, plies, position: position.with_rules(&RULES) })
    }

    /// Returns whether the rules of the client end the game in `position`. The engine may have another move-count rule.
    pub(super) fn is_over(&self, position: &Checkers) -> bool {
        position.with_rules(&self.rules).ending().is_some()
    }

    /// Returns the token of a move that is legal in `position`.
    pub(super) fn token(&self, position: &Checkers, action: Move) -> String {
        position.with_rules(&self.rules).action_text(action)
    }
}
