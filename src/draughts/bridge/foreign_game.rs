//! A game of checkers in which another program's engine searches.

use super::engine::{Choice, ForeignEngine, Played};
use crate::games::checkers::{Checkers, Rules};
use anyhow::{Error, Result};
use kit::error::BoxError;
use kit::options::Values;
use kit::output::Output;
use kit::preferences::Preferences;
use kit::search::Stop;
use kit::session::{OpenGame, ReplySink, SearchRequest, Session, Speed};
use std::process::exit;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use ugi::{ErrorCode, NO_MOVE, Position, ProtocolError, Query, Reply};

/// An engine that the games of a server share.
pub(super) type SharedEngine = Arc<Mutex<Box<dyn ForeignEngine>>>;

/// An open game. `session` answers everything but `go`.
pub(super) struct ForeignGame {
    session: Session<Checkers>,
    rules: Rules,
    played: Played,
    engine: SharedEngine,
    out: Arc<Output>,
}

impl ForeignGame {
    pub(super) fn open(values: &Values, engine: &SharedEngine, out: &Arc<Output>) -> Self {
        let rules = Rules::from(values);
        let (session, played) = (Session::open(values), Played::start(rules));
        Self { session, rules, played, engine: Arc::clone(engine), out: Arc::clone(out) }
    }

    fn engine(&self) -> MutexGuard<'_, Box<dyn ForeignEngine>> {
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `work` with the engine. An error ends the process, as the engine itself would have ended, so that a client
    /// restarts it and charges the failure to this engine.
    fn with_engine<T>(&self, work: impl FnOnce(&mut dyn ForeignEngine) -> Result<T>) -> T {
        let mut engine = self.engine();
        match work(engine.as_mut()) {
            Ok(result) => result,
            Err(error) => self.fail(&error, &engine.last_lines()),
        }
    }

    fn fail(&self, error: &Error, last_lines: &[String]) -> ! {
        let text = format!("{error:#}");
        last_lines.iter().for_each(|line| eprintln!("{line}"));
        eprintln!("speltafel bridge: {text}");
        self.out.queue_line(Reply::Error(ProtocolError::new(ErrorCode::InternalError, text)));
        // The output may be held at the beginning of a search.
        self.out.release();
        exit(1)
    }
}

impl OpenGame for ForeignGame {
    fn new_game(&mut self) {
        self.session.new_game();
        self.played = Played::start(self.rules);
        self.clear_tables();
    }

    fn prepare(&mut self, preferences: &Preferences) -> usize {
        self.with_engine(|engine| engine.prepare());
        preferences.hash
    }

    fn clear_tables(&mut self) {
        self.with_engine(|engine| engine.new_game());
    }

    fn load_resources(&mut self, values: &Values) -> Vec<String> {
        self.with_engine(|engine| engine.set_options(values))
    }

    fn open_book(&mut self, _: &Values) -> Result<(), BoxError> {
        Ok(())
    }

    fn position(&mut self, wanted: &Position) -> Result<Vec<ProtocolError>, ProtocolError> {
        let remarks = self.session.position(wanted)?;
        if let Some(played) = Played::read(self.rules, wanted) {
            self.played = played;
        }
        Ok(remarks)
    }

    fn query(&self, query: Query) -> Result<String, ProtocolError> {
        self.session.query(query)
    }

    fn go(&mut self, search: &SearchRequest, stop: &Stop, say: ReplySink) -> Reply {
        let mut none = |reply: Option<&str>| {
            reply.into_iter().for_each(|text| say(Reply::Error(ProtocolError::new(ErrorCode::BadArgument, text))));
            Reply::BestMove { best: NO_MOVE.to_string(), ponder: None }
        };
        if search.go.observe {
            return none(Some("go observe: this engine does not observe"));
        }
        let turn = self.session.query(Query::Legal);
        if turn.as_ref().is_ok_and(String::is_empty) {
            return none(None);
        }
        if let Err(error) = turn {
            say(Reply::Error(error));
            return Reply::BestMove { best: NO_MOVE.to_string(), ponder: None };
        }
        if !search.go.search_moves.is_empty() {
            let text = "go: searchmoves is ignored, because the other program's protocol does not have it";
            say(Reply::Error(ProtocolError::new(ErrorCode::BadArgument, text)));
        }
        let Choice { best, ponder } = self.with_engine(|engine| engine.search(&self.played, search, stop, say));
        Reply::BestMove { best, ponder: ponder.filter(|_| search.preferences.ponder) }
    }

    fn check_perft(&self, depth: u32) -> Result<(), ProtocolError> {
        self.session.check_perft(depth)
    }

    fn perft(&self, depth: u32, stop: &Stop, say: ReplySink) -> Reply {
        self.session.perft(depth, stop, say)
    }

    fn speed(&self, time: Duration, stop: &Stop) -> Speed {
        self.session.speed(time, stop)
    }

    fn key(&self) -> u64 {
        self.session.key()
    }

    fn picture(&self) -> String {
        self.session.picture()
    }

    fn explain(&self) -> String {
        self.session.explain()
    }
}
