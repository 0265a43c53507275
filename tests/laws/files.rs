//! Tests for the extension `files`: decks and interchange formats.

use game::Record;
use kit::registry::RegisteredGame;
use kit::serve::files::answer_query;
use kit::settings::Settings;
use speltafel::registry::REGISTRY;
use ugi::Query;

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
    assert_eq!(ask("checkers", Query::Formats).unwrap(), "pdn json");
    let json = r#"{"event":"Caf\u00e9","seats":["Zoë","b"],"base":"startpos","moves":["11-15"],"result":"draw","x":1}"#;
    let text = ask("checkers", Query::Export("pdn", json)).unwrap();
    assert!(text.is_ascii() && text.contains("Caf\\u00e9") && text.contains("1. 11-15"), "{text}");
    let read: Record = serde_json::from_str(&ask("checkers", Query::Import("pdn", 1, &text)).unwrap()).unwrap();
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
    assert_eq!(other, "bad_argument jeex has no interchange format pdn; known: json");
}

/// The keys of a game, as an error lists them.
const OBJECT: &str = "expected a JSON object with base and moves, and, if known, game, options, seat, event, site, \
                      date, round, seats, time_controls, opening, movers, comments, result, reason, scores and ranks";

/// Every format refuses what no game has; `json` also plays the game.
#[test]
fn errors_in_the_keys_of_a_game_are_plain() {
    let cases = [
        ("[]", OBJECT),
        (r#"{"base":"startpos","moves":[],"result":"won"}"#, "result: expected p1win, p2win, draw or none, found won"),
        (
            r#"{"base":"startpos","moves":[],"result":"p3win"}"#,
            "result: expected p1win, p2win, draw or none, found p3win",
        ),
        (
            r#"{"base":"startpos","moves":[],"reason":"a b"}"#,
            "reason: expected at most 40 letters, digits, _, - or ., found a b",
        ),
        (r#"{"base":"startpos","moves":[],"seats":["Anna"]}"#, "seats: expected none or 2, one for each seat, found 1"),
        (
            r#"{"base":"startpos","moves":[],"time_controls":["1","2","3"]}"#,
            "time_controls: expected none or 2, one for each seat, found 3",
        ),
        (
            r#"{"base":"startpos","moves":[],"comments":["a"]}"#,
            "comments: expected at most 0, the number of tokens, found 1",
        ),
        (
            r#"{"base":"startpos","moves":[],"date":"today"}"#,
            "date: expected YYYY.MM.DD, with ? for unknown digits, or null, found today",
        ),
        (r#"{"base":"startpos","moves":[],"game":"jeex"}"#, "game: expected checkers, the current Game, found jeex"),
        (
            r#"{"base":"startpos","moves":[],"options":{"X":"1"}}"#,
            "options: checkers has no rule option X; known: Checkers.Numbering, Checkers.DrawPlies",
        ),
        (
            r#"{"base":"startpos","moves":[],"options":{"Checkers.DrawPlies":"-1"}}"#,
            "options: Checkers.DrawPlies takes a number from 0 to 2147483647, not -1",
        ),
        (r#"{"base":"start","moves":[]}"#, "base: expected startpos or fen TEXT, found start"),
    ];
    for (json, expected) in cases {
        for format in ["pdn", "json"] {
            let error = ask("checkers", Query::Export(format, json)).unwrap_err();
            assert_eq!(error, format!("bad_argument {expected}"), "{json} in {format}");
        }
        let text = serde_json::to_string(json).unwrap();
        assert_eq!(ask("checkers", Query::Import("json", 1, &text)).unwrap_err(), format!("bad_argument {expected}"));
    }
    assert_eq!(
        ask("checkers", Query::Export("pdn", r#"{"seat":1,"base":"startpos","moves":[]}"#)).unwrap_err(),
        "bad_argument seat: only the format json has views"
    );
}

#[test]
fn a_game_in_json_is_played_when_it_is_read() {
    let import = |game, json: &str, number| {
        let text = serde_json::to_string(json).unwrap();
        ask(game, Query::Import("json", number, &text)).map_err(|error| error.replace("bad_argument ", ""))
    };
    let read = |json: &str| serde_json::from_str::<Record>(&import("jeex", json, 1).unwrap()).unwrap();
    let resigned = read(r#"{"base":"startpos","moves":["resign"],"options":{"jeex.repetition":"2"}}"#);
    assert_eq!(
        (resigned.result.as_str(), resigned.reason.as_str(), resigned.game.as_str(), &resigned.ranks[..]),
        ("p2win", "resign", "jeex", &[2, 1][..])
    );
    assert_eq!(resigned.options["Jeex.Repetition"], "2");
    let offence = read(r#"{"base":"startpos","moves":["z9"],"reason":"illegal"}"#);
    assert_eq!((offence.result.as_str(), offence.reason.as_str()), ("p2win", "illegal"));
    let agreed = read(r#"{"base":"startpos","moves":[],"result":"draw","reason":"agreed"}"#);
    assert_eq!((agreed.result.as_str(), agreed.reason.as_str()), ("draw", "agreed"));
    for (json, expected) in [
        (
            r#"{"base":"startpos","moves":["z9"]}"#,
            "moves: token 1: z9 is not legal; only the last token may be so, with the reason illegal",
        ),
        (
            r#"{"base":"startpos","moves":["z9","z8"],"reason":"illegal"}"#,
            "moves: token 1: z9 is not legal; only the last token may be so, with the reason illegal",
        ),
        (r#"{"base":"startpos","moves":["resign","@a1n"]}"#, "moves: @a1n: the game was over before"),
        (
            r#"{"base":"startpos","moves":["resign","@a1n"],"reason":"illegal"}"#,
            "moves: @a1n: the game was over before",
        ),
        (r#"{"base":"startpos","moves":["@a1n @b1n"]}"#, "moves: @a1n @b1n is not one word"),
        (r#"{"base":"startpos","moves":["moves"]}"#, "moves: moves is not one word"),
        (r#"{"base":"startpos","moves":["resign"],"result":"draw"}"#, "result: the moves end with p2win, found draw"),
        (r#"{"base":"fen W:","moves":[]}"#, "base: column "),
        (r#"{"base":"startpos","moves":[],"seat":3}"#, "seat 3, but this game has 2 seats"),
        (r#"{"base":"startpos"}"#, "JSON: missing field `moves`"),
        ("", "the text contains no game, not 1"),
        ("{", "JSON: EOF"),
    ] {
        let error = import("jeex", json, 1).unwrap_err();
        assert!(error.starts_with(expected), "{json}: {error}");
    }
    let two = concat!(r#"{"base":"startpos","moves":[]}"#, "\n", r#"{"base":"startpos","moves":["@a2e"]}"#, "\n");
    assert!(import("jeex", two, 2).unwrap().contains(r#""moves":["@a2e"]"#));
    assert_eq!(import("jeex", two, 3).unwrap_err(), "the text contains 2 games, not 3");
    let hidden = r#"{"base":"startpos","moves":["!deal/A389T/?????/?????/?????"]}"#;
    let error = import("keezen", hidden, 1).unwrap_err();
    assert!(error.contains("unknown cards need seat K"), "{error}");
}
