//! Tests for the extension `files`: decks and interchange formats.

use kit::registry::RegisteredGame;
use kit::serve::files::answer_query;
use kit::settings::Settings;
use speltafel::registry::REGISTRY;
use ugi::{Query, Transcript};

fn game(name: &str) -> &'static RegisteredGame {
    REGISTRY.get(name).unwrap()
}

fn ask(name: &str, query: Query) -> Result<String, String> {
    let answer = answer_query(game(name), Settings::new(&REGISTRY).values(), query).unwrap();
    answer.map_err(|error| error.to_string())
}

#[test]
fn decks_are_lists_of_position_lines() {
    assert_eq!(ask("checkers", Query::Decks).unwrap(), "three-move");
    let lines: Vec<String> = serde_json::from_str(&ask("checkers", Query::Deck("three-move")).unwrap()).unwrap();
    assert_eq!((lines.len(), lines[2].as_str()), (156, "startpos moves 9-13 22-17 13x22"));
    assert_eq!(ask("jeex", Query::Decks).unwrap(), "");
    let error = |game, name| ask(game, Query::Deck(name)).unwrap_err();
    assert_eq!(error("checkers", "x"), "bad_argument checkers has no deck of openings x; known: three-move");
    assert_eq!(error("jeex", "three-move"), "bad_argument jeex has no deck of openings three-move; known: none");
}

#[test]
fn an_exported_game_can_be_imported() {
    assert_eq!(ask("checkers", Query::Formats).unwrap(), "pdn");
    let json = r#"{"event":"Caf\u00e9","seats":["Zoë","b"],"base":"startpos","moves":["11-15"],"result":"draw","x":1}"#;
    let text = ask("checkers", Query::Export("pdn", json)).unwrap();
    assert!(text.is_ascii() && text.contains("Caf\\u00e9") && text.contains("1. 11-15"), "{text}");
    let read: Transcript = serde_json::from_str(&ask("checkers", Query::Import("pdn", 1, &text)).unwrap()).unwrap();
    assert_eq!((read.event.as_str(), read.seats[0].as_str(), read.moves.join(" ")), ("Café", "Zoë", "11-15".into()));
    assert_eq!((read.base.as_str(), read.date, read.result.as_str()), ("startpos", None, "draw"));
}

#[test]
fn each_error_in_a_file_is_one_line() {
    let export = |json| ask("checkers", Query::Export("pdn", json)).unwrap_err();
    assert!(export("{").starts_with("bad_argument JSON: EOF"), "{}", export("{"));
    let lacking = r#"{"base":"startpos"}"#;
    assert!(export(lacking).contains("missing field `moves`"), "{}", export(lacking));
    let base = r#"{"base":"start","moves":[]}"#;
    assert_eq!(export(base), "bad_argument base: expected startpos or fen TEXT, found start");
    let long = format!(r#"{{"base":"fen {}","moves":[]}}"#, "é".repeat(500));
    assert!(export(&long).len() < 1000 && export(&long).contains("..."), "{}", export(&long));
    let import = |text| ask("checkers", Query::Import("pdn", 1, text)).unwrap_err();
    let second = ask("checkers", Query::Import("pdn", 2, r#""1. 9-13 * 1. 11-15 23-19 *""#)).unwrap();
    assert!(second.contains(r#""moves":["11-15","23-19"]"#) && second.ends_with(r#""games":2}"#), "{second}");
    let third = ask("checkers", Query::Import("pdn", 3, r#""1. 9-13 * 1. 11-15 23-19 *""#)).unwrap_err();
    assert_eq!(third, "bad_argument the text contains 2 games, not 3");
    assert_eq!(import(r#""""#), "bad_argument the text contains no game");
    assert!(import(r#""1. 11-15 \n 1-32 *""#).contains("line 2"), "{}", import(r#""1. 11-15 \n 1-32 *""#));
    assert!(import("1. 11-15").starts_with("bad_argument JSON: "));
    let other = ask("jeex", Query::Export("pdn", "{}")).unwrap_err();
    assert_eq!(other, "bad_argument jeex has no interchange format pdn; known: none");
}
