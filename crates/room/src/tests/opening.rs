//! The position and the moves with which a game begins.

use super::table::*;
use serde_json::{Value, json};

/// Returns the cells of a seat's pieces in the start position.
fn home(browser: &Browser, seat: usize) -> Vec<String> {
    let pieces = browser.game["start"].as_array().unwrap().iter();
    let mut cells: Vec<String> =
        pieces.filter(|piece| piece["seat"] == seat).map(|piece| piece["at"].as_str().unwrap().to_string()).collect();
    cells.sort_by_key(|cell| cell.parse::<u32>().unwrap());
    cells
}

#[test]
fn the_start_position_is_known_in_every_position() {
    let table = TestTable::start();
    let mut host = table.host();
    let first: Vec<String> = (1..=12).map(|cell| cell.to_string()).collect();
    for start in ["startpos", "startpos moves 9-13 24-20", "fen B:W9,10,11:BK30,K31,K32:H0:F1"] {
        host.begin("checkers", &["here", "here"], json!({ "start": start }));
        assert_eq!(home(&host, 1), first, "{start}");
        assert_eq!(home(&host, 2).len(), 12, "{start}");
    }
    host.begin("keezen", &["here"; 4], json!({ "seed": 1 }));
    assert_eq!(home(&host, 1), Vec::<String>::new());
}

#[test]
fn the_moves_of_an_opening_have_seats() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("checkers", &["here", "here"], json!({ "start": "startpos moves 9-13 24-20 11-15" }));
    assert_eq!(host.table["movers"], json!([1, 2, 1]));
    host.play("28-24");
    assert_eq!(host.table["movers"], json!([1, 2, 1, 2]));
    // Events have no seat.
    host.begin("keezen", &["here"; 4], json!({ "seed": 1 }));
    for _ in 0..6 {
        host.play_first();
    }
    let movers = host.table["movers"].as_array().unwrap().clone();
    let tokens = host.table["tokens"].as_array().unwrap().iter();
    let events: Vec<bool> = tokens.map(|token| token.as_str().unwrap().starts_with('!')).collect();
    assert_eq!(movers.iter().map(Value::is_null).collect::<Vec<_>>(), events);
    host.resign();
    let tokens = host.table["tokens"].as_array().unwrap()[..movers.len()].iter();
    let tokens: Vec<&str> = tokens.map(|token| token.as_str().unwrap()).collect();
    host.begin("keezen", &["here"; 4], json!({ "start": format!("startpos moves {}", tokens.join(" ")) }));
    assert_eq!(host.table["movers"], json!(movers));
}
