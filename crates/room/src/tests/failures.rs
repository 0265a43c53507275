//! The referee or the archive fails at every step of a game.

use super::house::{HOST, House};
use serde_json::{Value, json};
use std::time::Duration;

/// The games that are played: one in which nothing is hidden, and two with hidden hands and chance.
const GAMES: [(&str, usize); 3] = [("checkers", 2), ("querbeet", 2), ("keezen", 4)];
/// The maximum number of moves of each game.
const MOVES: usize = 40;

fn begin(game: &str, seats: usize) -> House {
    let mut house = House::open(Duration::ZERO);
    house.begin(game, &vec!["here"; seats], json!({}));
    house
}

fn tokens(house: &House) -> Vec<String> {
    house.room.game.tokens().to_vec()
}

/// Returns the tokens of a game without failures.
fn undisturbed(game: &str, seats: usize) -> Vec<String> {
    let mut house = begin(game, seats);
    for _ in 0..MOVES {
        if !house.room.game.is_over() {
            assert_eq!(house.play_first(), None);
        }
    }
    tokens(&house)
}

/// Returns the messages to the host since there were this many, without errors.
fn shown(house: &House, since: usize) -> Vec<&Value> {
    let messages = house.sent[since..].iter().filter(|(browser, _)| *browser == HOST).map(|(_, message)| message);
    messages.filter(|message| message["is"] != "error").collect()
}

#[test]
fn a_referee_that_fails_at_any_question_changes_nothing() {
    for (game, seats) in GAMES {
        let expected = undisturbed(game, seats);
        let mut house = begin(game, seats);
        let mut failures = 0;
        while tokens(&house) != expected {
            // It fails at the first question, then at the second, until the move needs no more questions.
            for question in 0.. {
                let before = tokens(&house);
                house.referee.fail_after(Some(question));
                let refused = house.play_first();
                let failed = house.referee.has_failed();
                house.referee.fail_after(None);
                let after = tokens(&house);
                assert!(expected.starts_with(&after) && after.len() >= before.len(), "{game}: {after:?}");
                failures += usize::from(failed);
                if !failed {
                    assert_eq!(refused, None);
                    break;
                }
                // The game stands until the host lets it go on, and the page is told.
                house.request(json!({ "do": "go" }));
                assert_eq!(
                    house.request(json!({ "do": "language", "language": if question % 2 == 0 { "nl" } else { "en" } })),
                    None
                );
                assert_eq!(house.table()["paused"], false);
                if tokens(&house).len() > before.len() {
                    break;
                }
            }
        }
        assert!(failures >= expected.len() / 2, "{game}: {failures}");
    }
}

#[test]
fn nothing_is_shown_that_is_not_kept() {
    for (game, seats) in GAMES {
        let expected = undisturbed(game, seats);
        let mut house = begin(game, seats);
        while tokens(&house) != expected {
            let (before, since) = (house.table()["at"].clone(), house.sent.len());
            house.archive.switch.fail_after(Some(0));
            house.play_first();
            let messages = shown(&house, since);
            assert_eq!(messages, [&json!({ "is": "notice", "code": "not_saved" })], "{game}");
            assert!(house.room.game.is_paused());
            // Nothing else is done either.
            assert_eq!(house.play_first().as_deref(), Some("storage"));
            assert_eq!(house.request(json!({ "do": "look", "id": 1 })).as_deref(), Some("storage"));
            assert_eq!(shown(&house, since).len(), 1);
            house.archive.switch.fail_after(None);
            assert_eq!(house.request(json!({ "do": "go" })), None);
            let table = house.table();
            assert!(table["at"].as_u64() > before.as_u64() && table["paused"] == false, "{game}: {table}");
            assert_eq!(house.archive.kept() as u64, table["at"].as_u64().unwrap());
            assert!(expected.starts_with(&tokens(&house)));
        }
    }
}
