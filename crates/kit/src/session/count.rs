//! `perft`: counts move sequences of the open game.

use super::{ReplySink, Session};
use crate::entry::GameEntry;
use crate::game::{Turn, Viewer};
use crate::perft::{DEEPEST, perft_divide};
use crate::search::{Aborted, Stop};
use ugi::{ErrorCode, ProtocolError, Reply};

impl<G: GameEntry> Session<G> {
    /// Says a line for each move as soon as it is counted; gives the last line, which holds the total only where
    /// everything was counted.
    ///
    /// # Errors
    /// There is nothing to count at a chance node or in a view, and a greater depth than [`DEEPEST`] is not counted.
    pub(super) fn count(&self, depth: u32, stop: &Stop, say: ReplySink) -> Result<Reply, ProtocolError> {
        self.check_countable(depth)?;
        let position = self.history.position();
        let mut total = u64::from(depth == 0);
        let mut counted = Ok(());
        if self.history.turn() != Turn::Over {
            counted = perft_divide(self.history.keys(), position, depth, stop, &mut |action, count| {
                say(Reply::Text(format!("{}: {count}", position.action_text(action))));
                total += count;
            });
        }
        Ok(match counted {
            Ok(()) => Reply::Text(format!("Nodes searched: {total}")),
            Err(Aborted) => Reply::Remark("perft stopped before the last move was counted".to_string()),
        })
    }

    fn check_countable(&self, depth: u32) -> Result<(), ProtocolError> {
        let fault = |text: &str| Err(ProtocolError::new(ErrorCode::BadArgument, text));
        if depth > DEEPEST {
            return fault(&format!("perft: expected a depth of at most {DEEPEST}"));
        }
        if self.history.viewer != Viewer::Master {
            return fault("perft: not in a view");
        }
        if self.history.turn() == Turn::Chance { fault("perft: not at a chance node") } else { Ok(()) }
    }
}
