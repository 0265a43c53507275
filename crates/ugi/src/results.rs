//! The files that contain the results of a tournament.

use super::record::Record;
use anyhow::{Context, Result, bail};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Name of the file with the records of all games, one per line.
pub const RESULTS: &str = "results.jsonl";
/// Name of the file with the summary, in the format of `report --json`.
pub const SUMMARY: &str = "summary.json";

/// Reads the records of a file. An incomplete last line is ignored.
///
/// # Errors
/// Returns an error that names the file if it cannot be read, or the file and the line if a line is not a record.
pub fn load_file(path: &Path) -> Result<Vec<Record>> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(read(path, &bytes)?.0)
}

/// Parses the records in `bytes`, the contents of the file `path`. Returns the records, and the total length of the
/// complete lines in bytes. If a game occurs more than once, as in manually merged files, only its first record is
/// returned.
///
/// # Errors
/// Returns an error that names file and line if a line is not a record.
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
            Err(error) => bail!("{}:{}: not a game record: {error}", path.display(), index + 1),
        }
    }
    Ok((records, whole))
}
