//! The jobs of the search thread: searches, `perft` and `bench`.

use crate::bench;
use crate::output::Output;
use crate::registry::Registry;
use crate::search::Stop;
use crate::search_thread::{Job, Timing};
use crate::session::{OpenGame, ReplySink, SearchRequest};
use base::quote::quote;
use std::time::Instant;
use ugi::{ErrorCode, NO_MOVE, ProtocolError, Reply};

/// Work that runs while the engine continues to read commands.
pub(super) enum Work {
    Search(Box<SearchRequest>),
    /// A perft of this depth.
    Perft(u32),
    /// The games and the arguments of `bench`.
    Bench(&'static Registry, Vec<String>),
}

impl Work {
    pub(super) fn timing(&self) -> Timing {
        let Self::Search(search) = self else {
            return Timing { start: Instant::now(), unlimited: false, ponder: false };
        };
        let (go, start) = (&search.go, search.start);
        // `infinite` has no limits that could start with `ponderhit`.
        Timing { start, unlimited: go.is_unlimited(), ponder: go.ponder && !go.infinite }
    }

    pub(super) fn is_search(&self) -> bool {
        matches!(self, Self::Search(_))
    }

    fn answer(&self, game: &mut dyn OpenGame, stop: &Stop, say: ReplySink) -> Reply {
        match self {
            Self::Search(search) => game.go(search, stop, say),
            Self::Perft(depth) => game.perft(*depth, stop, say),
            Self::Bench(registry, words) => {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                match bench::run(registry, &words, stop, &mut |text| say(Reply::Text(text))) {
                    Ok(Some(last)) => Reply::Text(last),
                    Ok(None) => Reply::Remark("bench stopped before the last position".to_string()),
                    Err(error) => Reply::Error(error),
                }
            }
        }
    }
}

impl Job<Box<dyn OpenGame>> for Work {
    fn run(&self, game: &mut Box<dyn OpenGame>, stop: &Stop, out: &Output) -> String {
        self.answer(game.as_mut(), stop, &mut |reply| out.write_line(reply)).to_string()
    }

    fn recover(&self, game: &mut Box<dyn OpenGame>, why: &str, out: &Output) -> String {
        game.clear_tables();
        failure(self.is_search(), &format!("the search panicked: {}", quote(why)), out).to_string()
    }
}

/// Returns the last line of the answer to work that failed: `bestmove` for a search, after the error has been written,
/// and the error for other work.
pub(super) fn failure(is_search: bool, error: &str, out: &Output) -> Reply {
    let error = Reply::Error(ProtocolError::new(ErrorCode::InternalError, error));
    if !is_search {
        return error;
    }
    out.write_line(error);
    Reply::BestMove { best: NO_MOVE.to_string(), ponder: None }
}
