//! The limit on open files, which the pipes to engines can reach.

use crate::engine_pool::MAX_IDLE_ENGINES;
use crate::plan::Source;
use base::counted::counted;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::fs;

/// The open files of a process that the runner starts: its pipes.
const PIPES: u64 = 3;
/// The open files of a worker besides the pipes of running processes: its log, and what the start of a process needs
/// for a moment.
const WORKER: u64 = 7;
/// Open files that the runner will need besides its workers, such as the results.
const RUNNER: u64 = 12;
/// The number of open files where it cannot be counted.
const USUAL: u64 = 20;

/// Raises the limit on open files to the number that this number of concurrent games may need, if the system allows it.
/// Returns how many idle engines a worker can keep. Records an error if there are too few files even without them.
pub(super) fn idle_engines(games: usize, seats: usize, source: &mut Source) -> usize {
    let open = fs::read_dir("/dev/fd").map_or(USUAL, |files| files.count() as u64);
    let room = Room { games: games as u64, seats: seats as u64, open };
    match room.idle_engines(raise(room.wanted(MAX_IDLE_ENGINES as u64))) {
        Ok(idle) => idle,
        Err(text) => {
            source.error("run.concurrency", text);
            0
        }
    }
}

/// Raises the limit on open files to `wanted`, or as far as the system allows. Returns the limit.
fn raise(wanted: u64) -> u64 {
    let limit = getrlimit(Resource::Nofile);
    let Some(current) = limit.current.filter(|&current| current < wanted) else { return wanted };
    let raised = limit.maximum.map_or(wanted, |most| most.min(wanted)).max(current);
    let is_raised = setrlimit(Resource::Nofile, Rlimit { current: Some(raised), ..limit }).is_ok();
    if is_raised { raised } else { current }
}

/// What needs open files.
struct Room {
    games: u64,
    seats: u64,
    /// The files that are open now.
    open: u64,
}

impl Room {
    /// Returns the number of open files if every worker keeps this number of idle engines.
    const fn wanted(&self, idle: u64) -> u64 {
        self.open + RUNNER + self.games * (WORKER + PIPES * (1 + self.seats + idle))
    }

    /// Returns how many idle engines a worker can keep with this limit, or an error message.
    fn idle_engines(&self, limit: u64) -> Result<usize, String> {
        let needed = self.wanted(0);
        if let Some(spare) = limit.checked_sub(needed) {
            return Ok(MAX_IDLE_ENGINES.min((spare / PIPES / self.games.max(1)) as usize));
        }
        let fit = (1..self.games).rev().find(|&games| Self { games, ..*self }.wanted(0) <= limit);
        let use_less = fit.map_or(String::new(), |games| format!("use at most {games}, or "));
        Err(format!(
            "{} at once may need {needed} open files, and the system allows {limit}: {use_less}raise the limit \
             (ulimit -n)",
            counted(self.games, "game")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_engines_give_way_before_games_do() {
        let idle = |limit, games| Room { games, seats: 2, open: 10 }.idle_engines(limit);
        assert_eq!((idle(1024, 1), idle(1024, 8)), (Ok(MAX_IDLE_ENGINES), Ok(MAX_IDLE_ENGINES)));
        assert_eq!((idle(400, 8), idle(150, 8)), (Ok(10), Ok(0)));
        let text = |games: &str, needed, limit, advice: &str| {
            Err(format!(
                "{games} at once may need {needed} open files, and the system allows {limit}: {advice}raise the \
                         limit (ulimit -n)"
            ))
        };
        assert_eq!(idle(149, 8), text("8 games", 150, 149, "use at most 7, or "));
        assert_eq!(idle(40, 8), text("8 games", 150, 40, "use at most 1, or "));
        assert_eq!(idle(37, 1), text("1 game", 38, 37, ""));
    }
}
