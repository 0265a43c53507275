//! Limits on what is kept: beyond them, no other game begins. Nothing is deleted by itself.

use super::common::*;
use rusqlite::Connection;
use serde_json::json;

/// Keeps the newest game this many times more.
fn keep_copies(table: &TestTable, count: usize) {
    let columns = "table_id, game, date, result, moves, seats, saved, bytes";
    let copy = format!(
        "WITH RECURSIVE copies(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM copies WHERE number < {count})
         INSERT INTO games ({columns}) SELECT {columns} FROM games, copies WHERE id = (SELECT max(id) FROM games)"
    );
    Connection::open(table.data().join("speltafel.sqlite")).unwrap().execute_batch(&copy).unwrap();
}

#[test]
fn a_full_table_ends_its_game_and_begins_no_other() {
    let table = TestTable::start(&[]);
    let (mut host, owner) = (table.host(), table.owner());
    host.begin("checkers", &["here", "link"], json!({ "pace": 0 }));
    let mut guest = Browser::at(&host.link(2));
    keep_copies(&table, 4_999);
    host.play_first();
    for request in [
        json!({ "do": "again", "sure": true }),
        json!({ "do": "setup", "text": "startpos" }),
        json!({ "do": "new", "game": "keezen" }),
        json!({ "do": "import", "format": "transcript", "text": "position startpos" }),
    ] {
        assert_eq!(host.refused(&request), "table_full");
    }
    host.resign();
    guest.settle(Browser::is_over);
    host.send(&json!({ "do": "ready" }));
    host.sync();
    assert_eq!(guest.refused(&json!({ "do": "ready" })), "table_full");
    let (_, mut there) = create(&mut host, &owner);
    there.begin("checkers", &["here", "here"], json!({}));
    // A kept game makes room for another.
    host.send(&json!({ "do": "games" }));
    let kept = host.until("games", |games| games["games"].as_array().is_some_and(|games| games.len() > 1));
    let kept = kept["games"].as_array().unwrap().iter().find(|game| game["current"] == false).unwrap();
    host.send(&json!({ "do": "forget", "id": kept["id"] }));
    host.sync();
    guest.send(&json!({ "do": "ready" }));
    guest.settle(|guest| !guest.is_over());
}

#[test]
fn a_game_does_not_begin_with_more_moves_than_it_may_have() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.send(&json!({ "do": "setup", "text": format!("startpos moves{}", " x".repeat(20_001)) }));
    let error = host.until("error", |_| true);
    assert_eq!((&error["code"], &error["text"]), (&json!("bad_line"), &json!("more than 20000 moves")));
}

#[test]
fn an_imported_date_is_a_date() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("checkers", &["here", "here"], json!({ "pace": 0 }));
    let long = "2".repeat(1000);
    for (given, kept) in [("2020.01.02", "2020.01.02"), (long.as_str(), "")] {
        let text = format!("[Date \"{given}\"]\n[Result \"*\"]\n\n1. 11-15 *");
        host.send(&json!({ "do": "import", "format": "portable", "text": text }));
        host.send(&json!({ "do": "games" }));
        assert_eq!(host.until("games", |_| true)["games"][0]["date"], kept);
    }
}
