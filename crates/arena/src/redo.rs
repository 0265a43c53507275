//! Sets finished games aside, so that they are played again. Their lines move from the results to `redone.jsonl`.
//!
//! The lines are first added to `redone.jsonl`, which decides that the games are played again, and then removed from
//! the results. Both files are replaced atomically. If the runner is killed in between, the next run removes them. The
//! files are read line by line, because they may be larger than the memory that the runner needs otherwise.

use super::plan::Plan;
use super::statistics::split;
use super::store::{Shard, lock, results_file};
use anyhow::{Context, Result, bail};
use base::counted::counted;
use base::files::{create_atomic, open_file};
use runner::results::Records;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::HashMap;
use std::fmt;
use std::io::{BufWriter, Write};
use std::path::Path;

/// The file with the lines of the games that were set aside.
const REDONE: &str = "redone.jsonl";
/// The word that selects all games with a fault.
const FAULTS: &str = "faults";
/// The word that selects all games with a move with a time limit during which the runner was stopped.
const STOPPED: &str = "stopped";

/// For each game that was set aside, how often. The next record of the game has this number in `run.redone`.
#[derive(Clone, Debug, Default)]
pub struct Redone(HashMap<String, u32>);

/// The parts of a record that decide whether it is set aside.
#[derive(Deserialize)]
struct Head {
    id: String,
    pairing: String,
    block: u64,
    /// Every record has it, unless an earlier version wrote the record.
    #[expect(dead_code)]
    engines: IgnoredAny,
    #[serde(default)]
    faults: Vec<IgnoredAny>,
    run: HeadRun,
}

#[derive(Deserialize)]
struct HeadRun {
    #[serde(default)]
    redone: u32,
    #[serde(default)]
    stopped: Vec<IgnoredAny>,
}

/// How many games were set aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RedoCounts {
    /// The selected games.
    pub selected: usize,
    /// The games of later rounds, which were played because of the results of selected games.
    pub dependent: usize,
}

impl fmt::Display for RedoCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to play again", counted(self.selected, "game"))?;
        if self.dependent > 0 {
            write!(f, ", and {} of later rounds, which depend on their results", self.dependent)?;
        }
        Ok(())
    }
}

impl Redone {
    /// Reads the numbers from the file of the games that were set aside in a folder, if there is one.
    pub fn read(folder: &Path) -> Result<Self> {
        let (mut redone, path) = (Self::default(), folder.join(REDONE));
        if path.exists() {
            let mut records = Records::open(&path)?;
            while let Some(head) = records.read_as()? {
                redone.add(&head);
            }
        }
        Ok(redone)
    }

    /// Returns how often the game was set aside.
    pub fn count(&self, id: &str) -> u32 {
        self.0.get(id).copied().unwrap_or(0)
    }

    fn add(&mut self, head: &Head) {
        let count = self.0.entry(head.id.clone()).or_default();
        *count = (*count).max(head.run.redone + 1);
    }

    fn has(&self, head: &Head) -> bool {
        head.run.redone < self.count(&head.id)
    }
}

/// Sets the games in `selection` aside, with the games that depend on them. `selection` contains ids and the words
/// `faults` and `stopped`. Also removes the games that an earlier call has set aside: from the results if that call was
/// interrupted, and from the results of a part.
pub fn set_aside(plan: &Plan, shard: Option<Shard>, selection: &[String]) -> Result<(Redone, RedoCounts)> {
    let folder = &plan.run.out;
    let path = results_file(folder, shard);
    let mut redone = Redone::read(folder)?;
    if !path.exists() || redone.0.is_empty() && selection.is_empty() {
        return Ok((redone, RedoCounts::default()));
    }
    let _lock = lock(&path)?;
    let (selected, has_past) = select(&path, &redone, selection)?;
    if selected.is_empty() && !has_past {
        return Ok((redone, RedoCounts::default()));
    }
    let depends = |head: &Head| selected.iter().any(|earlier| depends_on(plan, head, earlier));
    let is_moved = |head: &Head| is_selected(head, selection) || depends(head);
    let target = folder.join(REDONE);
    let error = || format!("cannot move games from {} to {}", path.display(), target.display());
    let moved = move_lines(&path, &target, &mut redone, is_moved).with_context(error)?;
    Ok((redone, RedoCounts { selected: selected.len(), dependent: moved - selected.len() }))
}

/// Returns the heads of the games in `selection`, and whether the file has games that were set aside before.
fn select(path: &Path, redone: &Redone, selection: &[String]) -> Result<(Vec<Head>, bool)> {
    let mut unknown: Vec<&String> =
        selection.iter().filter(|id| *id != FAULTS && *id != STOPPED && redone.count(id) == 0).collect();
    let (mut selected, mut has_past) = (Vec::new(), false);
    let mut records = Records::open(path)?;
    while let Some(head) = records.read_as::<Head>()? {
        unknown.retain(|id| **id != head.id);
        if redone.has(&head) {
            has_past = true;
        } else if is_selected(&head, selection) {
            selected.push(head);
        }
    }
    let Some(id) = unknown.first() else { return Ok((selected, has_past)) };
    bail!("--redo: no finished game has the id {id}; expected ids of games, {FAULTS} or {STOPPED}");
}

/// Moves lines from the results to the end of `target`, and removes those that were moved before. Returns how many
/// lines were moved.
fn move_lines(path: &Path, target: &Path, redone: &mut Redone, is_moved: impl Fn(&Head) -> bool) -> Result<usize> {
    let (aside, rest) = (create_atomic(target)?, create_atomic(path)?);
    let (mut moved, mut kept) = (BufWriter::new(aside.file()), BufWriter::new(rest.file()));
    if target.exists() {
        std::io::copy(&mut open_file(target)?, &mut moved)?;
    }
    let (before, mut count) = (redone.clone(), 0);
    let mut records = Records::open(path)?;
    while let Some(head) = records.read_as()? {
        if before.has(&head) {
            continue;
        }
        if is_moved(&head) {
            count += 1;
            redone.add(&head);
            moved.write_all(records.line())?;
        } else {
            kept.write_all(records.line())?;
        }
    }
    moved.flush()?;
    kept.flush()?;
    drop((moved, kept));
    if count > 0 {
        aside.finish()?;
    }
    rest.finish()?;
    Ok(count)
}

fn is_selected(head: &Head, selection: &[String]) -> bool {
    let is_meant = |word: &String| match word.as_str() {
        FAULTS => !head.faults.is_empty(),
        STOPPED => !head.run.stopped.is_empty(),
        id => id == head.id,
    };
    selection.iter().any(is_meant)
}

/// Returns whether a game was played, or was played by its participants, because of the result of an earlier game.
fn depends_on(plan: &Plan, game: &Head, earlier: &Head) -> bool {
    let [(round, _), (earlier_round, _)] = [game, earlier].map(|head| split(&head.pairing));
    let is_later = plan.tune.as_ref().is_some_and(|tune| {
        let [iteration, earlier] = [game.block, earlier.block].map(|block| block / tune.blocks);
        iteration >= earlier + tune.in_flight
    });
    round > earlier_round || is_later
}
