//! Tests that a replay finds changes to a record, in every game.

use super::random::{games, plan, record, referee};
use arena::replay::verify;
use runner::record::Record;
use runner::replay::boards;
use ugi::{Client, Seat};

/// Returns the differences between a record and the referee's answers, as text.
fn differences(record: &Record, client: &mut Client) -> Vec<String> {
    verify(record, client).unwrap().iter().map(ToString::to_string).collect()
}

/// Returns the records of a complete game and of a game that a verdict ended.
fn records(game: &str, client: &mut Client) -> [Record; 2] {
    let plan = plan(game, &["a", "b"]);
    [usize::MAX, 9].map(|longest| record(&plan, client, 3, 1, longest).unwrap())
}

#[test]
fn a_sound_record_has_no_difference_and_a_board_for_every_token() {
    let mut client = referee();
    for game in games() {
        for record in records(&game, &mut client) {
            assert_eq!(differences(&record, &mut client), [""; 0], "{game}");
            let (cells, boards) = boards(&record, &mut client).unwrap();
            assert_eq!(boards.len(), record.played.moves.len() + 1, "{game}");
            assert_eq!(boards.last().unwrap().turn, "over", "{game}");
            for name in boards.iter().flat_map(|board| board.pieces.iter().map(|piece| &piece.at).chain(&board.last)) {
                assert!(cells.cells.contains_key(name), "{game}: {name}");
            }
        }
    }
}

#[test]
fn every_change_is_found() {
    type Change = fn(&mut Record);
    let changes: [(&str, Change); 15] = [
        ("token 4: is it legal", |record| record.played.moves[3] = "nonsense".to_string()),
        ("result:", |record| {
            record.played.result = if record.played.result == "p1win" { "p2win" } else { "p1win" }.to_string()
        }),
        ("reason:", |record| record.played.reason = "no_such_reason".to_string()),
        ("scores:", |record| record.played.scores[0] += 1),
        ("ranks:", |record| record.played.ranks.reverse()),
        ("ranks:", |record| record.played.ranks[0] = 9),
        ("teams:", |record| record.teams.swap(0, 1)),
        ("turn at the end:", |record| cut(record, 1)),
        ("who decides", |record| insert(record, "!end/draw/agreed")),
        ("who decides", |record| {
            let last = record.played.movers.iter_mut().rev().flatten().next().unwrap();
            *last = Seat::new(last.index() + 1);
        }),
        ("moves with a mover", |record| record.played.movers.truncate(2)),
        ("moves with a search report", |record| record.reports.truncate(2)),
        ("moves with a time", |record| record.run.times_ms.truncate(2)),
        ("moves of the opening", |record| record.played.opening = record.played.moves.len() + 1),
        ("who decides", |record| record.played.moves.push("!end/draw/agreed".to_string())),
    ];
    let mut client = referee();
    for game in games() {
        for sound in records(&game, &mut client) {
            for (number, (expected, change)) in changes.iter().enumerate() {
                let mut record = sound.clone();
                change(&mut record);
                if record == sound {
                    // Some changes leave a record as it is, such as reversing equal ranks.
                    continue;
                }
                let found = differences(&record, &mut client);
                assert!(found.iter().any(|line| line.contains(expected)), "{game}, change {number}: {found:?}");
            }
        }
    }
}

/// Removes the last `tokens` tokens.
fn cut(record: &mut Record, tokens: usize) {
    let left = record.played.moves.len() - tokens;
    record.played.moves.truncate(left);
    record.reports.truncate(left);
    record.played.movers.truncate(left);
    record.run.times_ms.truncate(left);
}

/// Inserts a token after the first four tokens.
fn insert(record: &mut Record, token: &str) {
    record.played.moves.insert(4, token.to_string());
    record.reports.insert(4, None);
    record.played.movers.insert(4, None);
    record.run.times_ms.insert(4, 0.0);
}

#[test]
fn a_record_that_does_not_name_every_option_differs() {
    let mut client = referee();
    let mut record = record(&plan("jeex", &["a", "b"]), &mut client, 3, 1, 4).unwrap();
    record.played.options.remove("Jeex.Repetition");
    let found = differences(&record, &mut client);
    assert!(found.len() == 1 && found[0].starts_with("options:"), "{found:?}");
}

#[test]
fn another_verdict_is_found() {
    let mut client = referee();
    for game in games() {
        let [_, mut record] = records(&game, &mut client);
        *record.played.moves.last_mut().unwrap() = "!end/draw/agreed".to_string();
        let found = differences(&record, &mut client);
        for expected in ["result:", "reason:"] {
            assert!(found.iter().any(|line| line.starts_with(expected)), "{game}: {found:?}");
        }
    }
}

#[test]
fn another_legal_move_is_found_by_what_follows() {
    let mut client = referee();
    for game in games() {
        let [whole, _] = records(&game, &mut client);
        // After the last two tokens have been exchanged, a token is illegal, another seat decides, or the end differs.
        let mut record = whole.clone();
        let last = record.played.moves.len() - 1;
        record.played.moves.swap(last - 1, last);
        assert!(record == whole || !differences(&record, &mut client).is_empty(), "{game}");
    }
}

#[test]
fn text_that_is_not_a_word_of_the_protocol_is_never_sent() {
    let mut client = referee();
    let plan = plan("jeex", &["a", "b"]);
    let sound = record(&plan, &mut client, 0, 0, 9).unwrap();
    type Change = fn(&mut Record);
    let changes: [(&str, Change); 7] = [
        ("is not a word", |record| record.played.moves[3] = "a1n\nquit".to_string()),
        ("is not a word", |record| record.played.moves[3] = String::new()),
        ("is neither startpos", |record| record.played.base = "fen a\nquit".to_string()),
        ("is neither startpos", |record| record.played.base = "fen a moves b".to_string()),
        ("is neither startpos", |record| record.played.base = "elsewhere".to_string()),
        ("is not an option", |record| record.played.options = [("Jeex.MaxPlies".into(), "5\nquit".into())].into()),
        ("option Game", |record| record.played.game = "chess".to_string()),
    ];
    for (expected, change) in changes {
        let mut record = sound.clone();
        change(&mut record);
        let error = format!("{:#}", verify(&record, &mut client).unwrap_err());
        assert!(error.contains(expected), "{error}");
        assert!(boards(&record, &mut client).is_err());
    }
    assert_eq!(differences(&sound, &mut client), [""; 0], "the referee still answers");
    // A game may have blanks in its position texts; this one has none.
    let mut blank = sound;
    blank.played.base = "fen a b".to_string();
    let error = boards(&blank, &mut client).unwrap_err();
    assert!(format!("{error:#}").contains("found \"a b\""), "{error:#}");
}
