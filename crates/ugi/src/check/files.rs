//! Steps about files: decks of openings, interchange formats, and the rules of older records.

use super::referee::history;
use super::step::{Step, where_declared};
use super::subject::{Flaw, Subject};
use crate::Transcript;
use crate::client::FILES;
use serde::de::DeserializeOwned;

/// A name that no deck and no format has.
const NO_NAME: &str = "zz-no-name-zz";

/// In order.
pub const STEPS: &[Step] = &[
    where_declared(FILES, "decks", decks),
    where_declared(FILES, "formats", formats),
    where_declared(FILES, "older-rules", older_rules),
];

/// Every line of every deck can be played from.
fn decks(engine: &mut Subject) -> Result<(), Flaw> {
    for name in engine.ask("query decks")? {
        let lines: Vec<String> = json(engine, &format!("query deck {name}"))?;
        lines.iter().try_for_each(|line| engine.obey(&[&format!("position {line}")]))?;
    }
    refused(engine, &format!("query deck {NO_NAME}"))
}

/// A short game that is exported comes back.
fn formats(engine: &mut Subject) -> Result<(), Flaw> {
    for format in engine.ask("query formats")? {
        let line = history(engine, 4)?;
        let moves: Vec<&str> = line.split_whitespace().skip_while(|word| *word != "moves").skip(1).collect();
        let game = serde_json::json!({ "base": "startpos", "moves": moves });
        let text: String = json(engine, &format!("query export {format} {game}"))?;
        let question = format!("query import {format} {}", serde_json::Value::from(text));
        let back: Transcript = json(engine, &question)?;
        if (back.base.as_str(), back.moves.iter().map(String::as_str).collect()) != ("startpos", moves) {
            return Err(Flaw::new(question, "expected the game that was exported"));
        }
    }
    refused(engine, &format!("query export {NO_NAME} {{}}"))?;
    refused(engine, &format!("query import {NO_NAME} \"\""))
}

/// Options that older records do not name are options of the game.
fn older_rules(engine: &mut Subject) -> Result<(), Flaw> {
    let known = engine.ask("query options")?;
    let name = |pair: &str| pair.split_once('=').map(|(name, _)| name.to_string());
    for pair in engine.ask("query olderrules")? {
        if name(&pair).is_none() || !known.iter().any(|option| name(option) == name(&pair)) {
            return Err(Flaw::new(pair, "query olderrules: expected NAME=VALUE of an option of the game"));
        }
    }
    Ok(())
}

fn json<T: DeserializeOwned>(engine: &mut Subject, question: &str) -> Result<T, Flaw> {
    let answer = engine.ask(question)?.join(" ");
    serde_json::from_str(&answer)
        .map_err(|error| Flaw::new(format!("response {answer}"), format!("{question}: {error}")))
}

/// The question is answered with an error.
fn refused(engine: &mut Subject, question: &str) -> Result<(), Flaw> {
    let words = engine.ask(question)?;
    match words.first() {
        Some(word) if word == "error" && words.len() == 2 => Ok(()),
        _ => Err(Flaw::new(format!("response {}", words.join(" ")), format!("{question}: expected error CODE"))),
    }
}
