//! A file with all finished games that grows during the tournament: in the interchange format of the game, such as
//! `games.pdn`, or transcripts in `games.txt`. An index beside it has a line for each game, with the length of the file
//! up to its end, its id, and how often it was set aside to be played again, if it was. The index is written after the
//! game, so after a crash the file can be cut to whole games.

use crate::export::{export, export_with_rules, plain};
use crate::plan::Plan;
use crate::referee::RefereeClient;
use crate::store::{Shard, load};
use anyhow::{Context, Result};
use base::files::{ensure_file_or_new, open_text, write_atomic};
use runner::record::Record;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use ugi::JSON_FORMAT;

/// The format of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameFormat {
    /// The interchange format that the referee offers for the game.
    Portable,
    /// Transcripts.
    Plain,
}

impl GameFormat {
    /// Returns the text of a game. The referee has the rules of the game.
    pub fn text(self, record: &Record, plan: &Plan, referee: &mut RefereeClient) -> Result<String> {
        match self {
            Self::Portable => export_with_rules(record, plan, referee),
            Self::Plain => Ok(plain(record)),
        }
    }
}

/// The open file and its index.
pub struct GameFile {
    /// The format of the games.
    pub format: GameFormat,
    path: PathBuf,
    file: File,
    index: File,
    /// The length of the file.
    length: u64,
}

impl GameFile {
    /// Opens the file of a plan and makes it whole: an incomplete last game is removed, and all games of the results
    /// that are missing are added. If the file contains games that are not in the results, it is written anew. Returns
    /// `None` if the plan has no such file.
    pub fn open(plan: &Plan, shard: Option<Shard>, referee: &mut RefereeClient) -> Result<Option<Self>> {
        if !plan.run.output.game_file {
            return Ok(None);
        }
        let extension = referee.formats()?.into_iter().find(|format| format != JSON_FORMAT);
        let format = if extension.is_some() { GameFormat::Portable } else { GameFormat::Plain };
        let part = shard.map_or_else(String::new, |Shard { index, of, .. }| format!("-{index}-of-{of}"));
        let name = format!("games{part}.{}", extension.as_deref().unwrap_or("txt"));
        let path = plan.run.out.join(&name);
        let mut games = known_games(&path)?;
        let mut removed: HashSet<&str> = games.iter().map(|(name, _)| name.as_str()).collect();
        for record in load(&plan.run.out, shard)? {
            removed.remove(name_of(&record?).as_str());
        }
        if !removed.is_empty() {
            games.clear();
        }
        let mut file = Self::cut(path, format, &games)?;
        let known: HashSet<String> = games.into_iter().map(|(name, _)| name).collect();
        for record in load(&plan.run.out, shard)? {
            let record = record?;
            if !known.contains(&name_of(&record)) {
                let text = match format {
                    GameFormat::Portable => export(&record, plan, referee)?,
                    GameFormat::Plain => plain(&record),
                };
                file.append(&name_of(&record), &text)?;
            }
        }
        Ok(Some(file))
    }

    /// Opens the file and its index, and removes everything after these games.
    fn cut(path: PathBuf, format: GameFormat, games: &[(String, u64)]) -> Result<Self> {
        let error = || format!("cannot write {}", path.display());
        let length = games.last().map_or(0, |(_, end)| *end);
        ensure_file_or_new(&path).with_context(error)?;
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).with_context(error)?;
        file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0))).with_context(error)?;
        let lines: String = games.iter().map(|(name, end)| format!("{end} {name}\n")).collect();
        write_atomic(&index_path(&path), lines.as_bytes())?;
        let index = OpenOptions::new().append(true).open(index_path(&path)).with_context(error)?;
        Ok(Self { format, path, file, index, length })
    }

    /// Appends a game, then its line in the index. `name` is that of [`name_of`].
    pub fn append(&mut self, name: &str, text: &str) -> Result<()> {
        self.length += text.len() as u64;
        let line = format!("{} {name}\n", self.length);
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.index.write_all(line.as_bytes()));
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Returns the name of a game in the index. A game that was played again has another name than before.
pub fn name_of(record: &Record) -> String {
    match record.run.redone {
        0 => record.id.clone(),
        times => format!("{} {times}", record.id),
    }
}

fn index_path(path: &Path) -> PathBuf {
    path.with_added_extension("index")
}

/// Returns the names of the whole games in the file, each with the length of the file up to its end. Lines of the index
/// that do not fit the file, and all lines after them, are ignored.
fn known_games(path: &Path) -> Result<Vec<(String, u64)>> {
    let index = match open_text(&index_path(path)).and_then(io::read_to_string) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", index_path(path).display())),
    };
    let length = fs::metadata(path).map_or(0, |file| file.len());
    let mut before = 0;
    let parsed = index.split_inclusive('\n').map_while(|line| {
        let (end, name) = line.strip_suffix('\n')?.split_once(' ')?;
        let end = end.parse().ok().filter(|end| (before..=length).contains(end))?;
        before = end;
        Some((name.to_string(), end))
    });
    Ok(parsed.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_cut_to_the_games_of_the_index() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        assert_eq!(known_games(&path).unwrap(), []);
        let mut file = GameFile::cut(path.clone(), GameFormat::Plain, &[]).unwrap();
        file.append("a:b/0/0", "one\n").unwrap();
        file.append("a:b/0/1", "two\n").unwrap();
        drop(file);
        // The runner was killed while it wrote the third game, and later while it wrote a line of the index.
        fs::write(&path, "one\ntwo\nthr").unwrap();
        let games = known_games(&path).unwrap();
        assert_eq!(games, [("a:b/0/0".to_string(), 4), ("a:b/0/1".to_string(), 8)]);
        drop(GameFile::cut(path.clone(), GameFormat::Plain, &games).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\n");
        fs::write(index_path(&path), "4 a:b/0/0\n8 a:b").unwrap();
        assert_eq!(known_games(&path).unwrap().len(), 1);
        // The file is shorter than the index says.
        fs::write(&path, "on").unwrap();
        assert_eq!(known_games(&path).unwrap(), []);
    }
}
