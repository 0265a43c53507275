//! Compares a plan with the stored plan of its results. Accepts more games, more rounds, participants appended at the
//! end, and changes to settings that do not affect results.

use crate::model::{Format, FormatKind, OpeningPolicy, Participant, Plan};
use crate::schedule::field::pairings;
use anyhow::{Result, bail};
use base::duration::show;
use data_encoding::HEXLOWER;
use runner::Program;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The keys of a plan with their values as text.
type Keys = BTreeMap<String, String>;

/// The keys whose values may increase when a tournament is continued.
const EXTENDED: [&str; 2] = ["format.games", "format.rounds"];

/// Returns all settings that affect results, except the participants, as a map from dotted paths, such as
/// `format.games`, to values. Of the referee, only the options are included. The path of an opening file is omitted.
pub fn identity(plan: &Plan) -> BTreeMap<String, String> {
    let mut keys = Keys::new();
    add(&mut keys, "seed", &plan.seed);
    add(&mut keys, "game", &plan.game);
    // The options of the referee affect which openings are balanced.
    add(&mut keys, "referee.options", &plan.referee.options);
    // The teams follow from the game.
    add(&mut keys, "format", &Format { teams: None, ..plan.format.clone() });
    add(&mut keys, "openings", &plan.openings);
    // An opening file is identified by its digest, so its path may change.
    keys.remove("openings.file");
    add(
        &mut keys,
        "openings.policy",
        &(plan.opening_policy != OpeningPolicy::default()).then_some(plan.opening_policy),
    );
    add(&mut keys, "limit", &plan.limit.move_limits);
    add(&mut keys, "limit.clock_per", &plan.limit.clock_per);
    add(&mut keys, "limit.scale_clock", &plan.limit.scale_clock);
    add(&mut keys, "limit.time_margin", &show(plan.limit.time_margin));
    add(&mut keys, "adjudicate", &plan.adjudication);
    if let Some(tune) = &plan.tune {
        add(&mut keys, "tune.blocks", &tune.blocks);
        add(&mut keys, "tune.in_flight", &tune.in_flight);
        tune.parameters.iter().for_each(|one| add(&mut keys, &format!("tune.parameter.{}", one.name), one));
    }
    keys
}

/// Returns a digest, as 16 hexadecimal digits, of the settings that must never change: [`identity`] without the numbers
/// of games and rounds. Every record contains this digest.
pub fn fingerprint(plan: &Plan) -> String {
    let mut hash = Sha256::new();
    for (key, value) in identity(plan).iter().filter(|(key, _)| !EXTENDED.contains(&key.as_str())) {
        hash.update(format!("{key}={value}\n"));
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
    let shown = |keys: &Keys, key| keys.get(key).cloned().unwrap_or_else(|| "nothing".to_string());
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
    if before.opening_policy == OpeningPolicy::Tournament {
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

fn participant_keys(plan: &Plan, participant: &Participant) -> Keys {
    let mut keys = Keys::new();
    let Program { command, args, dir, options, env } = &participant.program;
    add(&mut keys, "command", &below(plan, command));
    // Quoted, because `a b` is not the same as `a` and `b`.
    let words = shlex::try_join(args.iter().map(String::as_str)).unwrap_or_default();
    add(&mut keys, "args", &(!args.is_empty()).then_some(words));
    add(&mut keys, "dir", &dir.as_ref().map(|dir| below(plan, dir)));
    add(&mut keys, "options", options);
    add(&mut keys, "env", env);
    if let Some(limit) = &participant.limit {
        add(&mut keys, "limit", limit);
    }
    add(&mut keys, "time_margin", &participant.time_margin.map(show));
    add(&mut keys, "restart", &participant.restart);
    add(&mut keys, "ponder", &participant.ponder);
    keys
}

/// Returns a path below the plan's folder relative to that folder, and any other path unchanged.
fn below(plan: &Plan, path: &Path) -> String {
    path.strip_prefix(&plan.run.folder).unwrap_or(path).display().to_string()
}

/// Adds the keys below `path` with the values in `part`. Values that are not set are omitted.
fn add(keys: &mut Keys, path: &str, part: &impl Serialize) {
    let value = serde_json::to_value(part).expect("a plan has only text keys and finite numbers");
    flatten(keys, path, value);
}

fn flatten(keys: &mut Keys, path: &str, value: Value) {
    match value {
        Value::Null => {}
        Value::Object(table) => {
            table.into_iter().for_each(|(key, value)| flatten(keys, &format!("{path}.{key}"), value))
        }
        Value::String(text) => drop(keys.insert(path.to_string(), text)),
        other => drop(keys.insert(path.to_string(), other.to_string())),
    }
}
