//! Pondering: a search on the opponent's time, of the position after the expected reply.

use super::{EngineError, EngineProcess, InfoLines, MoveReply, Search};
use crate::record::FaultKind;
use base::quote::quote;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use ugi::{Command as Order, Go, Reply};

/// Maximum number of lines that are read at once while an engine ponders.
const LINES_AT_ONCE: usize = 1000;

impl EngineProcess {
    /// Starts a search of `position`, a complete `position` line that ends with the expected reply, on the opponent's
    /// time. The limits of `go` start with [`EngineProcess::ponder_hit`]. Until then, or until
    /// [`EngineProcess::stop_pondering`], no other method but [`EngineProcess::read_pondering`] may be called.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or does not read its input before the timeout.
    pub fn ponder(&mut self, position: &str, go: &Go) -> Result<(), EngineError> {
        let mut go = go.clone();
        go.ponder = true;
        let search = Search::new(&go);
        self.client.send_all(&[position, "isready", &search.go])?;
        self.pondering = Some(search);
        Ok(())
    }

    /// Reads what the engine has written while it ponders, so that it never waits for a full pipe. Errors are left to
    /// the next call.
    pub fn read_pondering(&mut self) {
        let Some(mut search) = self.pondering.take() else { return };
        for _ in 0..LINES_AT_ONCE {
            let Ok(line) = self.client.line(Instant::now()) else { break };
            search.take_early(line);
        }
        self.pondering = Some(search);
    }

    /// Reports that the expected reply was played, and returns the move. Time counts from now; `flag` and `listener`
    /// are those of [`EngineProcess::think_with_listener`]. Returns `None` if the engine does not search, because its
    /// `bestmove` came too early, or if `listener` stops the search.
    ///
    /// # Errors
    /// Returns any error from [`EngineProcess::think_with_listener`].
    pub fn ponder_hit(
        &mut self,
        flag: Option<Duration>,
        listener: &mut dyn FnMut(Option<&str>) -> ControlFlow<()>,
    ) -> Result<Option<MoveReply>, EngineError> {
        self.read_pondering();
        let Some(search) = self.pondering.take_if(|search| !search.is_over) else { return Ok(None) };
        let timer = self.timer(flag);
        self.client.send_command(&Order::PonderHit)?;
        let mut reply = self.finish_search(search, timer, listener)?;
        if let Some(reply) = &mut reply {
            reply.is_ponder_hit = true;
            // The engine counts from `go ponder`.
            reply.info.time = None;
        }
        Ok(reply)
    }

    /// Stops pondering, if the engine ponders, and discards the move. Returns the faults while pondering.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or does not stop.
    pub fn stop_pondering(&mut self) -> Result<Vec<(FaultKind, String)>, EngineError> {
        self.read_pondering();
        let Some(search) = self.pondering.take() else { return Ok(Vec::new()) };
        if !search.is_over {
            self.stop_search(search.ready)?;
        }
        Ok(search.faults)
    }
}

impl Search {
    /// Takes a line that the engine wrote before `ponderhit` or `stop`. A `bestmove` is a fault and ends the search.
    fn take_early(&mut self, line: String) {
        if InfoLines::has(&line) {
            return self.add_info(line);
        }
        match Reply::parse(&line) {
            Reply::ReadyOk => self.ready = true,
            Reply::BestMove { best, .. } => {
                self.is_over |= self.ready;
                self.note(FaultKind::WrongBestmove, format!("bestmove {} while pondering", quote(&best)));
            }
            Reply::Error(error) => self.note_error(&error),
            _ => {}
        }
    }
}
