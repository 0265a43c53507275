//! The folder with the logs of the games.

use crate::plan::{LoggedGames, Plan};
use anyhow::{Context, Result};
use base::rng::fnv1a;
use runner::Log;
use runner::record::Record;
use std::fs;

/// The number of bytes that a file name may have on all systems.
const LONGEST_NAME: usize = 255;
/// Creates the folder of a plan's logs, if the plan has one.
pub fn create_folder(plan: &Plan) -> Result<()> {
    let Some(folder) = &plan.run.log_dir else { return Ok(()) };
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))
}

/// Opens the log of a game, if the plan has logs.
pub fn open(log: &Log, plan: &Plan, id: &str) -> Result<()> {
    let Some(folder) = &plan.run.log_dir else { return Ok(()) };
    let path = folder.join(log_name(id));
    log.open(&path).with_context(|| format!("cannot write the log {}", path.display()))
}

/// Closes the log of a finished game. It is removed if the plan wants only logs of games with faults.
pub fn close(log: &Log, plan: &Plan, record: &Record) {
    log.close(plan.run.log == LoggedGames::All || !record.faults.is_empty());
}

/// Returns the file name of a game's log: the id with commas in place of slashes and colons, and `.log`. No
/// participant name contains a comma, so no two games share a file. A name that is too long for a file ends with its
/// hash.
fn log_name(id: &str) -> String {
    let (mut name, end) = (id.replace(['/', ':'], ","), ".log");
    if name.len() + end.len() > LONGEST_NAME {
        let hash = format!("{:016x}", fnv1a(name.as_bytes()));
        name.truncate(name.floor_char_boundary(LONGEST_NAME - end.len() - hash.len() - 1));
        name = format!("{name},{hash}");
    }
    name + end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_with_similar_names_have_different_logs() {
        assert_eq!(log_name("r1/old:new/7/1"), "r1,old,new,7,1.log");
        assert_ne!(log_name("a_b:c/0/0"), log_name("a:b_c/0/0"));
    }

    #[test]
    fn long_names_are_shortened() {
        let id = |last: usize| format!("r1/{}:b/7/{last}", "\u{e9}".repeat(200));
        let [one, other] = [1, 2].map(|last| log_name(&id(last)));
        assert!(one.len() <= 255 && one.ends_with(".log") && one != other, "{one}");
    }
}
