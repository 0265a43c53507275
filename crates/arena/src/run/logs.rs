//! The folder with the logs of the games.

use crate::plan::{LogLevel, Plan};
use crate::store::Shard;
use anyhow::{Context, Result};
use base::rng::fnv1a;
use flate2::Compression;
use flate2::write::GzEncoder;
use runner::record::Record;
use runner::{Log, LogBudget};
use std::fs;
use std::path::Path;

/// The number of bytes that a file name may have on all systems.
const LONGEST_NAME: usize = 255;
/// The bytes of a megabyte.
const MEGABYTE: u64 = 1_000_000;

/// Creates the folder of a plan's logs, if the plan has one, and returns how many bytes may be written to it. Logs of
/// earlier runs count.
pub fn open_folder(plan: &Plan, shard: Option<Shard>) -> Result<LogBudget> {
    let Some(folder) = &plan.run.log_dir else { return Ok(LogBudget::default()) };
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
    let Some(limit) = plan.run.logs.limit else { return Ok(LogBudget::default()) };
    // No part knows how much the others write.
    let parts = shard.map_or(1, |shard| shard.of);
    Ok(LogBudget::new((limit * MEGABYTE).saturating_sub(size(folder)) / parts))
}

/// Opens the log of a game, if the plan has logs.
pub fn open(log: &Log, plan: &Plan, id: &str) -> Result<()> {
    let Some(folder) = &plan.run.log_dir else { return Ok(()) };
    let path = folder.join(log_name(id, plan.run.logs.gzip));
    let opened = match plan.run.logs.gzip {
        true => log.open_with(&path, |file| Box::new(GzEncoder::new(file, Compression::default()))),
        false => log.open(&path),
    };
    opened.with_context(|| format!("cannot write the log {}", path.display()))
}

/// Closes the log of a finished game. It is removed if the plan wants only logs of games with faults.
pub fn close(log: &Log, plan: &Plan, record: &Record) {
    log.close(plan.run.logs.level == LogLevel::All || !record.faults.is_empty());
}

/// Returns the size of the logs in a folder.
fn size(folder: &Path) -> u64 {
    let is_log = |file: &fs::DirEntry| {
        let name = file.file_name().to_string_lossy().into_owned();
        name.ends_with(".log") || name.ends_with(".log.gz")
    };
    let files = fs::read_dir(folder).into_iter().flatten().flatten().filter(is_log);
    files.filter_map(|file| Some(file.metadata().ok()?.len())).sum()
}

/// Returns the file name of a game's log: the id with commas in place of slashes and colons, and `.log`, or `.log.gz`
/// if it is compressed. No participant name contains a comma, so no two games share a file. A name that is too long for
/// a file ends with its hash.
fn log_name(id: &str, gzip: bool) -> String {
    let (mut name, end) = (id.replace(['/', ':'], ","), if gzip { ".log.gz" } else { ".log" });
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
        assert_eq!(log_name("r1/old:new/7/1", false), "r1,old,new,7,1.log");
        assert_eq!(log_name("a:b_c/0/0", true), "a,b_c,0,0.log.gz");
        assert_ne!(log_name("a_b:c/0/0", false), log_name("a:b_c/0/0", false));
    }

    #[test]
    fn long_names_are_shortened() {
        let id = |last: usize| format!("r1/{}:b/7/{last}", "\u{e9}".repeat(200));
        let [one, other] = [1, 2].map(|last| log_name(&id(last), true));
        assert!(one.len() <= 255 && one.ends_with(".log.gz") && one != other, "{one}");
    }

    #[test]
    fn only_logs_count() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.log", "b.log.gz", "results.jsonl"] {
            fs::write(folder.path().join(name), "12345").unwrap();
        }
        assert_eq!(size(folder.path()), 10);
    }
}
