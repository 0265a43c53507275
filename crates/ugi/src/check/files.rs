//! Steps about files: decks of openings, interchange formats, and the rules of older records.

use super::referee::{history, json, refuses};
use super::step::{Step, where_declared};
use super::subject::{CheckError, Subject};
use crate::Transcript;
use crate::client::FILES;

/// A name that no deck and no format has.
const NO_NAME: &str = "zz-no-name-zz";

/// In order.
pub const STEPS: &[Step] = &[
    where_declared(FILES, "decks", decks),
    where_declared(FILES, "formats", formats),
    where_declared(FILES, "older-rules", older_rules),
];

/// Every line of every deck can be played from.
fn decks(engine: &mut Subject) -> Result<(), CheckError> {
    for name in engine.ask("query decks")? {
        let lines: Vec<String> = json(engine, &format!("query deck {name}"))?;
        lines.iter().try_for_each(|line| engine.obey(&[&format!("position {line}")]))?;
    }
    refuses(engine, &format!("query deck {NO_NAME}"), None)
}

/// A short game that is exported comes back.
fn formats(engine: &mut Subject) -> Result<(), CheckError> {
    for format in engine.ask("query formats")? {
        let line = history(engine, 4)?;
        let moves: Vec<&str> = line.split_whitespace().skip_while(|word| *word != "moves").skip(1).collect();
        let game = serde_json::json!({ "base": "startpos", "moves": moves });
        let text: String = json(engine, &format!("query export {format} {game}"))?;
        let question = format!("query import {format} {}", serde_json::Value::from(text));
        let back: Transcript = json(engine, &question)?;
        let same = back.base == "startpos" && back.moves == moves;
        CheckError::unless(same, question, "expected the game that was exported")?;
    }
    refuses(engine, &format!("query export {NO_NAME} {{}}"), None)?;
    refuses(engine, &format!("query import {NO_NAME} \"\""), None)
}

/// Options that older records do not name are options of the game.
fn older_rules(engine: &mut Subject) -> Result<(), CheckError> {
    let known = engine.ask("query options")?;
    let name = |pair: &str| pair.split_once('=').map(|(name, _)| name.to_string());
    for pair in engine.ask("query olderrules")? {
        let sound = name(&pair).is_some() && known.iter().any(|option| name(option) == name(&pair));
        CheckError::unless(sound, pair, "query olderrules: expected NAME=VALUE of an option of the game")?;
    }
    Ok(())
}
