//! Compares a plan with the stored plan of its results. Accepts more games, more rounds, participants appended at the
//! end, and changes to settings that do not affect results.

use super::keys::{Change, KEYS, Usual, find};
use super::source::{is_below, join};
use crate::model::{FormatKind, OpeningPolicy, Participant, Plan};
use crate::schedule::field::pairings;
use anyhow::{Result, bail};
use data_encoding::HEXLOWER;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};

/// The keys of a plan with their values as text.
type Keys = BTreeMap<String, String>;

/// Returns the settings that must not change, except the participants, as a map from dotted paths, such as
/// `format.games`, to values. An opening file is identified by its digest, so its path may change. Defaults are left
/// out, so that a plan stays the same when the table of keys grows.
pub(super) fn identity(plan: &Plan) -> Keys {
    let mut keys = keys_of(&Plan { participants: Vec::new(), ..plan.clone() });
    let row = |path: &str| KEYS.iter().find(|key| is_below(path, &key.path));
    keys.retain(|path, value| match row(path) {
        Some(key) => key.change != Change::Free && !matches!(key.usual, Usual::Is(usual) if usual == value),
        None => path == "openings.digest",
    });
    keys
}

/// Returns a digest, as 16 hexadecimal digits, of the settings that must never change: `identity` without the numbers
/// of games and rounds. Every record contains this digest.
pub fn fingerprint(plan: &Plan) -> String {
    let mut hash = Sha256::new();
    let grows = |path: &str| find(path).is_some_and(|key| key.change == Change::Grows);
    for (path, value) in identity(plan).iter().filter(|(path, _)| !grows(path)) {
        hash.update(format!("{path}={value}\n"));
    }
    HEXLOWER.encode(&hash.finalize()[..8])
}

/// Checks that the plan `now` can continue with the results of the plan `before`, in a game with `sides` sides. These
/// changes are accepted:
///
/// - other values of the title, stop rule, anchors, concurrency, folders and timeouts
/// - another referee program with the same options
/// - in a round robin or gauntlet, more games per pairing, and more participants at the end of the list if all earlier
///   pairings remain
/// - in a Swiss tournament, more rounds
/// - another path of an opening file with the same content
/// - participants' programs that have moved together with the plan's folder
///
/// In a knockout or Swiss tournament, later pairings depend on earlier results, so the number of games per pairing and
/// the participants must not change. In a tuning, the steps depend on the number of games.
pub fn compare(before: &Plan, now: &Plan, sides: usize) -> Result<()> {
    let changed = differences(&identity(before), &identity(now)).into_iter();
    let mut changes: Vec<String> =
        changed.filter(|(key, _)| !is_extension(before, now, key)).map(|(_, text)| text).collect();
    for (index, participant) in before.participants.iter().enumerate() {
        match now.participants.get(index) {
            None => changes.push(format!("participant {}: was removed", participant.name)),
            Some(other) if participant.name != other.name => {
                changes.push(format!("participant {}: its name or place was {}", other.name, participant.name));
            }
            Some(other) => changes.extend(participant_changes(before, participant, now, other)),
        }
    }
    changes.extend(check_appended(before, now, sides));
    if !changes.is_empty() {
        bail!("the plan has changed since these results were begun:\n  {}", changes.join("\n  "));
    }
    Ok(())
}

/// Returns the keys whose values differ, each with a message that contains both values.
fn differences(before: &Keys, now: &Keys) -> Vec<(String, String)> {
    let default = |path: &str| match find(path).map(|key| key.usual) {
        Some(Usual::Is(value)) => value.to_string(),
        _ => "nothing".to_string(),
    };
    let shown = |keys: &Keys, path| keys.get(path).cloned().unwrap_or_else(|| default(path));
    let keys: BTreeSet<&String> = before.keys().chain(now.keys()).collect();
    let changed = keys.into_iter().filter(|&key| before.get(key) != now.get(key));
    changed.map(|key| (key.clone(), format!("{key}: was {}, is {}", shown(before, key), shown(now, key)))).collect()
}

/// Returns whether the new value of this key only extends the tournament.
fn is_extension(before: &Plan, now: &Plan, key: &str) -> bool {
    match key {
        "format.games" => !depends_on_results(before) && now.format.games > before.format.games,
        "format.rounds" => before.format.kind == FormatKind::Swiss && now.format.rounds > before.format.rounds,
        _ => false,
    }
}

/// Returns whether later games depend on earlier results: their pairings, or in a tuning the values of their options.
pub fn depends_on_results(plan: &Plan) -> bool {
    plan.tune.is_some() || matches!(plan.format.kind, FormatKind::Knockout | FormatKind::Swiss)
}

/// Returns an error message if `now` appends participants that cannot be added to the tournament `before`.
fn check_appended(before: &Plan, now: &Plan, sides: usize) -> Option<String> {
    let new = now.participants.get(before.participants.len())?;
    if depends_on_results(before) {
        return Some(format!("participant {}: was added after the first round was paired", new.name));
    }
    if before.openings.policy == OpeningPolicy::Tournament {
        let text =
            "cannot be added with openings.policy = tournament, because the earlier pairings would get other openings";
        return Some(format!("participant {}: {text}", new.name));
    }
    let (known, left) = (pairings(before, sides), pairings(now, sides));
    // With two participants and three sides, one participant plays two sides in each game. If a third participant is
    // added, each of the three plays one side, so the earlier pairings are no longer played.
    let lost = known.iter().any(|pairing| !left.contains(pairing));
    lost.then(|| format!("participant {}: with it the earlier pairings are no longer played", new.name))
}

/// Returns a message for each change of a participant. Its program and its folder may have moved with the plan, or have
/// stayed while the plan moved. If the program is that of the referee, it may change with it.
fn participant_changes(before: &Plan, old: &Participant, now: &Plan, new: &Participant) -> Vec<String> {
    let mut keys = [participant_keys(before, old), participant_keys(now, new)];
    let is_referees = |plan: &Plan, participant: &Participant| participant.program.command == plan.referee.command;
    let is_same_command =
        old.program.command == new.program.command || is_referees(before, old) && is_referees(now, new);
    for (key, is_same) in [("command", is_same_command), ("dir", old.program.dir == new.program.dir)] {
        if is_same {
            keys.iter_mut().for_each(|keys| drop(keys.remove(key)));
        }
    }
    let changed = differences(&keys[0], &keys[1]).into_iter();
    changed.map(|(_, text)| format!("participant {}: {text}", old.name)).collect()
}

/// Returns the keys of a participant. Paths below the plan's folder are relative to that folder.
fn participant_keys(plan: &Plan, participant: &Participant) -> Keys {
    let mut moved = participant.clone();
    for path in std::iter::once(&mut moved.program.command).chain(&mut moved.program.dir) {
        *path = path.strip_prefix(&plan.run.folder).unwrap_or(path).to_path_buf();
    }
    keys_of(&moved)
}

/// Returns the keys of a plan or of a part of it. Values that are not set are omitted.
fn keys_of(part: &impl Serialize) -> Keys {
    let mut keys = Keys::new();
    flatten(&mut keys, "", serde_json::to_value(part).expect("a plan has only text keys and finite numbers"));
    keys
}

fn flatten(keys: &mut Keys, path: &str, value: Value) {
    let text = match value {
        Value::Null => return,
        Value::Array(list) if list.is_empty() => return,
        Value::Object(table) => {
            return table.into_iter().for_each(|(key, value)| flatten(keys, &join(path, &key), value));
        }
        // The tables of a list have names. Texts are quoted, because `a b` is not the same as `a` and `b`.
        Value::Array(list) => {
            let texts: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
            if texts.len() < list.len() {
                let path = |table: &Value| join(path, table["name"].as_str().unwrap_or_default());
                return list.into_iter().for_each(|table| flatten(keys, &path(&table), table));
            }
            shlex::try_join(texts).unwrap_or_default()
        }
        Value::String(text) => text,
        other => other.to_string(),
    };
    keys.insert(path.to_string(), text);
}
