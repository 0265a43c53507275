//! A game of a table that is deleted.

use super::common::*;
use serde_json::{Value, json};

fn again(id: &Value) -> Value {
    json!({ "do": "continue", "id": id, "sure": true })
}

/// Continues a game, and waits until these browsers show it. The first one is the host's.
fn put_back(browsers: &mut [&mut Browser], id: &Value) {
    browsers[0].send(&again(id));
    for browser in browsers {
        browser.until("game", |_| true);
        browser.until("table", |_| true);
        browser.sync();
    }
}

/// Returns the games of the library, the newest first.
fn games(host: &mut Browser) -> Vec<Value> {
    host.send(&json!({ "do": "games" }));
    host.until("games", |_| true)["games"].as_array().unwrap().clone()
}

/// Returns the number of the newest game.
fn newest(host: &mut Browser) -> Value {
    games(host)[0]["id"].clone()
}

#[test]
fn a_game_stays_at_its_table_until_that_is_deleted() {
    let table = TestTable::start(&[]);
    let owner = table.owner();
    let mut host = Browser::with(&owner);
    let (there, mut other) = create(&mut host, &owner);
    other.begin("jeex", &["here", "here"], json!({ "pace": 0 }));
    other.play_first();
    let id = newest(&mut other);
    host.send(&again(&id));
    let error = host.until("error", |_| true);
    assert_eq!((&error["code"], &error["text"]), (&json!("other_table"), &json!(there)));
    host.send(&json!({ "do": "delete", "table": there }));
    host.until("tables", |tables| tables["tables"].as_array().unwrap().len() == 1);
    let tokens = other.table["tokens"].clone();
    put_back(&mut [&mut host], &id);
    assert_eq!(host.table["tokens"], tokens);
    let listed = games(&mut host).into_iter().find(|game| game["id"] == id).unwrap();
    assert!(listed["table"] != there.as_str() && listed["current"] == true);
}
