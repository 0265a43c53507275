//! The command `perft`: counts the move sequences of the open game.

use super::{ReplySink, Session};
use crate::game::Game;
use crate::perft::{MAX_DEPTH, perft_divide};
use crate::search::{Aborted, Stop};
use ugi::{ErrorCode, ProtocolError, Reply, Turn, Viewer};

impl<G: Game> Session<G> {
    /// Passes a line for each move to `say` as soon as its sequences are counted. Returns the last line, which contains
    /// the total if everything was counted.
    pub(super) fn count(&self, depth: u32, stop: &Stop, say: ReplySink) -> Reply {
        let position = self.history.position();
        let mut total = u64::from(depth == 0);
        let mut outcome = Ok(());
        if self.history.turn() != Turn::Over {
            outcome = perft_divide(self.history.keys(), position, depth, stop, &mut |action, count| {
                say(Reply::Text(format!("{}: {count}", position.action_text(action))));
                total += count;
            });
        }
        match outcome {
            Ok(()) => Reply::Text(format!("Nodes searched: {total}")),
            Err(Aborted) => Reply::Remark("perft stopped before the last move was counted".to_string()),
        }
    }

    /// Checks that [`Session::count`] can count sequences of `depth` plies.
    ///
    /// # Errors
    /// Returns an error at a chance node, in a view, or if the depth is greater than [`MAX_DEPTH`].
    pub(super) fn check_countable(&self, depth: u32) -> Result<(), ProtocolError> {
        let error = |text: &str| Err(ProtocolError::new(ErrorCode::BadArgument, text));
        if depth > MAX_DEPTH {
            return error(&format!("perft: expected a depth of at most {MAX_DEPTH}"));
        }
        if self.history.viewer != Viewer::Master {
            return error("perft: not available in a view");
        }
        if self.history.turn() == Turn::Chance { error("perft: not available at a chance node") } else { Ok(()) }
    }
}
