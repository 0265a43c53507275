//! Sets finished games aside, so that they are played again. Their lines move from the results to `redone.jsonl`.
//!
//! The lines are first added to `redone.jsonl`, which decides that the games are played again, and then removed from the
//! results. Both files are replaced atomically. If the runner is killed in between, the next run removes them.

use super::plan::{FormatKind, Plan};
use super::statistics::split;
use super::store::{Shard, lock, results_file};
use anyhow::{Context, Result, ensure};
use base::files::write_atomic;
use runner::results::parse;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// The file with the lines of the games that were set aside.
const REDONE: &str = "redone";
/// The word that selects all games with a fault.
const FAULTS: &str = "faults";

/// For each game that was set aside, how often. The next record of the game has this number in `run.redone`.
#[derive(Clone, Debug, Default)]
pub struct Redone(HashMap<String, u32>);

/// The parts of a record that decide whether it is set aside.
#[derive(Deserialize)]
struct Head {
    id: String,
    pairing: String,
    block: u64,
    #[serde(default)]
    faults: Vec<IgnoredAny>,
    run: HeadRun,
}

#[derive(Deserialize)]
struct HeadRun {
    #[serde(default)]
    redone: u32,
}

/// How many games were set aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RedoCounts {
    /// The selected games.
    pub selected: usize,
    /// The games of later rounds and of additional blocks, which were played because of the results of selected games.
    pub dependent: usize,
}

impl fmt::Display for RedoCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games are played again", self.selected)?;
        if self.dependent > 0 {
            write!(f, ", and {} of later rounds or extra blocks, which depend on their results", self.dependent)?;
        }
        Ok(())
    }
}

impl Redone {
    /// Reads the numbers of all files of games that were set aside in a folder.
    pub fn read(folder: &Path) -> Result<Self> {
        let mut redone = Self::default();
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_name().to_str().is_some_and(|name| name.starts_with(REDONE) && name.ends_with(".jsonl")) {
                lines(&entry.path(), &std::fs::read(entry.path())?)?.iter().for_each(|(head, _)| redone.add(head));
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

/// Sets the games in `selection` aside, with the games that depend on them. `selection` contains ids and the word
/// `faults`. Also removes the games that an earlier call has set aside, if it was interrupted.
pub fn set_aside(plan: &Plan, shard: Option<Shard>, selection: &[String]) -> Result<(Redone, RedoCounts)> {
    let folder = &plan.run.out;
    let path = results_file(folder, shard);
    let mut redone = Redone::read(folder)?;
    if !path.exists() || redone.0.is_empty() && selection.is_empty() {
        return Ok((redone, RedoCounts::default()));
    }
    let _lock = lock(&path)?;
    let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let (past, games): (Vec<_>, Vec<_>) = lines(&path, &bytes)?.into_iter().partition(|(head, _)| redone.has(head));
    for id in selection.iter().filter(|id| *id != FAULTS) {
        let is_known = redone.count(id) > 0 || games.iter().any(|(head, _)| head.id == *id);
        ensure!(is_known, "--redo: no finished game has the id {id}; expected ids of games, or {FAULTS}");
    }
    let is_selected = |head: &Head| {
        selection.contains(&head.id) || !head.faults.is_empty() && selection.iter().any(|word| word == FAULTS)
    };
    let (selected, others): (Vec<_>, Vec<_>) = games.into_iter().partition(|(head, _)| is_selected(head));
    let (dependent, kept): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|(head, _)| selected.iter().any(|(earlier, _)| depends_on(plan, head, earlier)));
    let counts = RedoCounts { selected: selected.len(), dependent: dependent.len() };
    let moved: Vec<_> = selected.into_iter().chain(dependent).collect();
    if !moved.is_empty() {
        let file = redone_file(folder, shard);
        let mut text = if file.exists() { std::fs::read(&file)? } else { Vec::new() };
        moved.iter().for_each(|(_, line)| text.extend_from_slice(line));
        write_atomic(&file, &text)?;
        moved.iter().for_each(|(head, _)| redone.add(head));
    }
    if !moved.is_empty() || !past.is_empty() {
        write_atomic(&path, &kept.iter().flat_map(|(_, line)| *line).copied().collect::<Vec<u8>>())?;
    }
    Ok((redone, counts))
}

/// Returns the complete lines of a file, each with the head of its record.
fn lines<'a>(path: &Path, bytes: &'a [u8]) -> Result<Vec<(Head, &'a [u8])>> {
    let whole = bytes.split_inclusive(|&byte| byte == b'\n').enumerate().filter(|(_, line)| line.ends_with(b"\n"));
    let read = |(index, line)| {
        let head = parse(line).with_context(|| format!("{}:{}: not a game record", path.display(), index + 1))?;
        Ok((head, line))
    };
    whole.filter(|(_, line)| !line.trim_ascii().is_empty()).map(read).collect()
}

/// Returns whether a game was played, or was played by its participants, because of the result of an earlier game.
fn depends_on(plan: &Plan, game: &Head, earlier: &Head) -> bool {
    let [(round, _), (earlier_round, _)] = [game, earlier].map(|head| split(&head.pairing));
    let blocks = plan.format.games.div_ceil(2);
    let is_extra = |block| block % (blocks + plan.format.extra_blocks) >= blocks;
    let is_replay = plan.format.kind == FormatKind::Knockout && game.pairing == earlier.pairing;
    round > earlier_round || is_replay && game.block > earlier.block && is_extra(game.block)
}

/// Returns the file for the games that are set aside from the results, or from one of the parts.
fn redone_file(folder: &Path, shard: Option<Shard>) -> PathBuf {
    folder
        .join(shard.map_or(format!("{REDONE}.jsonl"), |Shard { index, of }| format!("{REDONE}-{index}-of-{of}.jsonl")))
}
