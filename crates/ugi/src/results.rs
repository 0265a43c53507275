//! The files of a tournament that other programs read: records, one line a finished game, and the summary.

use super::record::Record;
use anyhow::{Context, Result, bail};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// The records of a whole tournament.
pub const RESULTS: &str = "results.jsonl";
/// What they say, as `report --json` prints it.
pub const SUMMARY: &str = "summary.json";

/// The games in one file; a torn last line does not count.
///
/// # Errors
/// It cannot be read, or one of its lines cannot.
pub fn load_file(path: &Path) -> Result<Vec<Record>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(read(path, &bytes)?.0)
}

/// The games in `bytes`, and how many bytes are whole lines. A game that stands there twice, as in files that somebody
/// has put together by hand, counts once.
pub fn read(path: &Path, bytes: &[u8]) -> Result<(Vec<Record>, usize)> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut records = Vec::new();
    let mut seen = HashSet::new();
    for (index, line) in bytes[..whole].split_inclusive(|&byte| byte == b'\n').enumerate() {
        if line.trim_ascii().is_empty() {
            continue;
        }
        match serde_json::from_slice::<Record>(line) {
            Ok(record) if seen.insert(record.id.clone()) => records.push(record),
            Ok(_) => {}
            Err(error) => bail!("{}:{}: not the record of a game: {error}", path.display(), index + 1),
        }
    }
    Ok((records, whole))
}
