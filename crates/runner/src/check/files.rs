//! Steps for the extension `files`: opening decks and interchange formats.

use super::rules::{expect_error, history};
use super::step::{Step, where_declared};
use super::tested_engine::{CheckError, TestedEngine};
use game::Record;
use ugi::{FILES, Query};

/// A name that is neither a deck nor a format.
const NO_NAME: &str = "zz-no-name-zz";

/// The steps for the extension `files`, in the order in which they run.
pub const STEPS: &[Step] = &[where_declared(FILES, "decks", decks), where_declared(FILES, "formats", formats)];

/// Checks that every opening of every deck is a valid position.
fn decks(engine: &mut TestedEngine) -> Result<(), CheckError> {
    for name in engine.ask(Query::Decks)?.words {
        let lines: Vec<String> = engine.ask(Query::Deck(&name))?.json()?;
        lines.iter().try_for_each(|line| engine.execute_ok(&[&format!("position {line}")]))?;
    }
    expect_error(engine, Query::Deck(NO_NAME), None)
}

/// Checks that a short game is unchanged after export and import in every interchange format.
fn formats(engine: &mut TestedEngine) -> Result<(), CheckError> {
    for format in engine.ask(Query::Formats)?.words {
        let moves = history(engine, 4)?.tokens;
        let game = serde_json::json!({ "base": "startpos", "moves": moves });
        let text: String = engine.ask(Query::Export(&format, &game.to_string()))?.json()?;
        let text = serde_json::Value::from(text).to_string();
        let answer = engine.ask(Query::Import(&format, 1, &text))?;
        let imported: Record = answer.json()?;
        let is_same = imported.base == "startpos" && imported.moves == moves;
        answer.expect(is_same, "the game that was exported")?;
    }
    expect_error(engine, Query::Export(NO_NAME, "{}"), None)?;
    expect_error(engine, Query::Import(NO_NAME, 1, "\"\""), None)
}
