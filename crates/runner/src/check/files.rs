//! Steps for the extension `files`: opening decks and interchange formats.

use super::rules::{expect_error, history, json};
use super::step::{Step, where_declared};
use super::tested_engine::{CheckError, TestedEngine};
use ugi::{FILES, Query, Transcript};

/// A name that is neither a deck nor a format.
const NO_NAME: &str = "zz-no-name-zz";

/// The steps for the extension `files`, in the order in which they run.
pub const STEPS: &[Step] = &[where_declared(FILES, "decks", decks), where_declared(FILES, "formats", formats)];

/// Checks that every opening of every deck is a valid position.
fn decks(engine: &mut TestedEngine) -> Result<(), CheckError> {
    for name in engine.ask(Query::Decks)? {
        let lines: Vec<String> = json(engine, Query::Deck(&name))?;
        lines.iter().try_for_each(|line| engine.execute_ok(&[&format!("position {line}")]))?;
    }
    expect_error(engine, Query::Deck(NO_NAME), None)
}

/// Checks that a short game is unchanged after export and import in every interchange format.
fn formats(engine: &mut TestedEngine) -> Result<(), CheckError> {
    for format in engine.ask(Query::Formats)? {
        let moves = history(engine, 4)?.tokens;
        let game = serde_json::json!({ "base": "startpos", "moves": moves });
        let text: String = json(engine, Query::Export(&format, &game.to_string()))?;
        let text = serde_json::Value::from(text).to_string();
        let query = Query::Import(&format, &text);
        let imported: Transcript = json(engine, query)?;
        let is_same = imported.base == "startpos" && imported.moves == moves;
        CheckError::unless(is_same, query.to_string(), "expected the game that was exported")?;
    }
    expect_error(engine, Query::Export(NO_NAME, "{}"), None)?;
    expect_error(engine, Query::Import(NO_NAME, "\"\""), None)
}
