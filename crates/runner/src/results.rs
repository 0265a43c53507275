//! The files that contain the results of a tournament.

use crate::error::RunnerError;
pub use crate::format::FormatVersion;
use crate::record::Record;
use base::files::{ensure_plain, open_file};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

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

/// Reads all records of a file, like [`Records`].
///
/// # Errors
/// Returns an error that names the file if it cannot be read, or the file and the line if a line is not a record.
pub fn load_file(path: &Path) -> Result<Vec<Record>, RunnerError> {
    Records::open(path)?.collect()
}

/// The records of a file in the order of its lines, read one by one. An incomplete last line is ignored. If a game
/// occurs more than once, as in manually merged files, only its first record is returned. After an error there are no
/// more records.
///
/// # Errors
/// Each item is an error that names the file if it cannot be read, or the file and the line if a line is not a record.
///
/// ```
/// # let json = r#"{"format":1,"id":"a:b/0/0","plan":"","pairing":"a:b","block":0,"seating":0,"teams":[[1],[2]],
/// #     "base":"startpos","moves":[],"engines":[],"reports":[],"version":"0.1.0",
/// #     "run":{"host":"h","started":0,"wall_ms":90,"times_ms":[],"trips":6}}"#;
/// # let line = json.replace('\n', "");
/// use speltafel_runner::results::Records;
/// use std::path::Path;
///
/// // `line` is the record of a game. The second line repeats the game, and the third one is incomplete.
/// let text = format!("{line}\n{line}\n{{\"id\":");
/// let mut records = Records::new(Path::new("results.jsonl"), text.as_bytes());
/// assert_eq!(records.next().transpose()?.map(|record| record.id), Some("a:b/0/0".to_string()));
/// assert!(records.next().is_none());
/// assert_eq!(&text[records.length() as usize..], "{\"id\":");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Records<R> {
    path: PathBuf,
    reader: R,
    line: Vec<u8>,
    number: usize,
    length: u64,
    seen: GameNumbers,
    is_over: bool,
}

impl Records<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// Returns an error that names the file if it cannot be opened.
    pub fn open(path: &Path) -> Result<Self, RunnerError> {
        let file = open_file(path).map_err(|error| RunnerError::Read { file: path.to_path_buf(), error })?;
        Ok(Self::new(path, BufReader::new(file)))
    }
}

impl<R: BufRead> Records<R> {
    /// Reads the records from `reader`. Errors name the file `path`.
    pub fn new(path: &Path, reader: R) -> Self {
        let path = path.to_path_buf();
        Self { path, reader, line: Vec::new(), number: 0, length: 0, seen: GameNumbers::default(), is_over: false }
    }

    /// Returns the total length in bytes of the complete lines that have been read.
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Returns the line of the record that was read last, with its line break.
    pub fn line(&self) -> &[u8] {
        &self.line
    }

    /// Reads the next complete line that is not empty, and returns whether there is one.
    fn read_line(&mut self) -> Result<bool, RunnerError> {
        let failed = |error| RunnerError::Read { file: self.path.clone(), error };
        if self.length == 0 {
            ensure_plain(&mut self.reader).map_err(failed)?;
        }
        loop {
            self.line.clear();
            let length = self.reader.read_until(b'\n', &mut self.line).map_err(failed)?;
            if !self.line.ends_with(b"\n") {
                return Ok(false);
            }
            (self.number, self.length) = (self.number + 1, self.length + length as u64);
            if !self.line.trim_ascii().is_empty() {
                return Ok(true);
            }
        }
    }

    /// Reads only the parts of the next record that are in `T`, also if its game occurred before; `None` if there is no
    /// other record.
    ///
    /// # Errors
    /// Returns an error that names the file if it cannot be read, or the file and the line if the line is not a `T`.
    pub fn read_as<T: DeserializeOwned>(&mut self) -> Result<Option<T>, RunnerError> {
        if !self.read_line()? {
            return Ok(None);
        }
        let error = |error| RunnerError::Line { file: self.path.clone(), line: self.number, error: Box::new(error) };
        parse(&self.line).map(Some).map_err(error)
    }

    fn read_record(&mut self) -> Result<Option<Record>, RunnerError> {
        while let Some(record) = self.read_as::<Record>()? {
            if self.seen.add(&record.pairing, record.block, record.seating) {
                return Ok(Some(record));
            }
        }
        Ok(None)
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, RunnerError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.read_record().transpose();
        self.is_over = !matches!(next, Some(Ok(_)));
        next
    }
}

/// Numbers games in the order in which they are added. A game takes a few bytes, because its id is not kept.
///
/// ```
/// use speltafel_runner::results::GameNumbers;
///
/// let mut games = GameNumbers::default();
/// assert!(games.add("a:b", 0, 0) && games.add("a:b", 0, 1) && !games.add("a:b", 0, 0));
/// assert_eq!((games.number("a:b", 0, 1), games.number("a:c", 0, 1), games.len()), (Some(1), None, 2));
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameNumbers {
    pairings: HashMap<String, u32>,
    /// The number of each game by pairing, block and seating.
    games: HashMap<(u32, usize, u64), u32>,
}

impl GameNumbers {
    /// Adds the game of this pairing, block and seating. Returns whether it is new.
    pub fn add(&mut self, pairing: &str, block: u64, seating: usize) -> bool {
        let pairing = match self.pairings.get(pairing) {
            Some(&number) => number,
            None => {
                let number = self.pairings.len() as u32;
                self.pairings.insert(pairing.to_string(), number);
                number
            }
        };
        let number = self.games.len() as u32;
        let count = self.games.len();
        self.games.entry((pairing, seating, block)).or_insert(number);
        self.games.len() > count
    }

    /// Returns the zero-based number of a game; `None` if it has not been added.
    #[must_use]
    pub fn number(&self, pairing: &str, block: u64, seating: usize) -> Option<usize> {
        let pairing = *self.pairings.get(pairing)?;
        self.games.get(&(pairing, seating, block)).map(|&number| number as usize)
    }

    /// Returns the number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns whether no game has been added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }
}
