//! The files that contain the results of a tournament.

use crate::error::RunnerError;
pub use crate::format::FormatVersion;
use crate::record::Record;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Name of the file with the records of all games, one per line.
pub const RESULTS: &str = "results.jsonl";
/// Name of the file with the summary, in the format of `report --json`.
pub const SUMMARY: &str = "summary.json";

/// Parses JSON that has the key `format`.
///
/// # Errors
/// Returns an error if the JSON is not a `T`. If it has no key `format`, or another version of the format, the error
/// says so.
///
/// ```
/// use speltafel_runner::results::{FormatVersion, parse};
///
/// #[derive(serde::Deserialize)]
/// struct Example {
///     format: FormatVersion,
/// }
///
/// assert!(parse::<Example>(br#"{"format":1,"unknown":2}"#).is_ok());
/// let error = |json: &[u8]| parse::<Example>(json).err().unwrap().to_string();
/// assert_eq!(error(br#"{"format":2}"#), "its format is 2; this version reads format 1");
/// assert_eq!(error(b"{}"), "it has no key `format`; this version reads format 1");
/// ```
pub fn parse<T: DeserializeOwned>(json: &[u8]) -> Result<T, RunnerError> {
    #[derive(Deserialize)]
    struct Head {
        format: Option<Value>,
    }
    let error = match serde_json::from_slice(json) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    match serde_json::from_slice(json) {
        Ok(Head { format: None }) => Err(RunnerError::NoFormat),
        Ok(Head { format: Some(format) }) if format != 1 => Err(RunnerError::OtherFormat { found: format.to_string() }),
        _ => Err(error.into()),
    }
}

/// Reads the records of a file. An incomplete last line is ignored. If a game occurs more than once, only its first
/// record is returned.
///
/// # Errors
/// Returns an error that names the file if it cannot be read, or the file and the line if a line is not a record.
///
/// ```
/// # let json = r#"{"format":1,"id":"a:b/0/0","plan":"","game":"checkers","options":[],"pairing":"a:b","block":0,"seating":0,
/// #     "teams":[[1],[2]],"seats":[],"base":"startpos","opening":0,"moves":[],"reports":[],"movers":[],"result":"draw",
/// #     "reason":"agreed","scores":[1,1],"ranks":[1,1],"version":"0.1.0",
/// #     "run":{"host":"h","started":0,"wall_ms":90,"times_ms":[],"trips":6}}"#;
/// # let temporary = tempfile::tempdir()?;
/// # let folder = temporary.path();
/// # std::fs::write(folder.join("results.jsonl"), json.replace('\n', "") + "\n")?;
/// use speltafel_runner::results::{RESULTS, load_file};
///
/// // `folder` contains the results of a tournament with one game.
/// let records = load_file(&folder.join(RESULTS))?;
/// assert_eq!((records.len(), records[0].id.as_str()), (1, "a:b/0/0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_file(path: &Path) -> Result<Vec<Record>, RunnerError> {
    let bytes = fs::read(path).map_err(|error| RunnerError::Read { file: path.to_path_buf(), error })?;
    Ok(read(path, &bytes)?.0)
}

/// Parses the records in `bytes`, the contents of the file `path`. Returns the records, and the total length of the
/// complete lines in bytes. If a game occurs more than once, as in manually merged files, only its first record is
/// returned.
///
/// # Errors
/// Returns an error that names file and line if a line is not a record.
///
/// ```
/// # let json = r#"{"format":1,"id":"a:b/0/0","plan":"","game":"checkers","options":[],"pairing":"a:b","block":0,"seating":0,
/// #     "teams":[[1],[2]],"seats":[],"base":"startpos","opening":0,"moves":[],"reports":[],"movers":[],"result":"draw",
/// #     "reason":"agreed","scores":[1,1],"ranks":[1,1],"version":"0.1.0",
/// #     "run":{"host":"h","started":0,"wall_ms":90,"times_ms":[],"trips":6}}"#;
/// # let line = json.replace('\n', "");
/// use std::path::Path;
/// use speltafel_runner::results::read;
///
/// // `line` is the record of a game. The second line repeats the game, and the third one is incomplete.
/// let text = format!("{line}\n{line}\n{{\"id\":");
/// let (records, length) = read(Path::new("results.jsonl"), text.as_bytes())?;
/// assert_eq!((records.len(), &text[length..]), (1, "{\"id\":"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(path: &Path, bytes: &[u8]) -> Result<(Vec<Record>, usize), RunnerError> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut records = Vec::new();
    let mut seen = HashSet::new();
    for (index, line) in bytes[..whole].split_inclusive(|&byte| byte == b'\n').enumerate() {
        if line.trim_ascii().is_empty() {
            continue;
        }
        match parse::<Record>(line) {
            Ok(record) if seen.insert(record.id.clone()) => records.push(record),
            Ok(_) => {}
            Err(error) => {
                return Err(RunnerError::Line { file: path.to_path_buf(), line: index + 1, error: Box::new(error) });
            }
        }
    }
    Ok((records, whole))
}
