//! The pace: what engines and the table itself play is shown before the next step. The pace is so long here that only
//! the request `go` ends the showing, except where a test says otherwise.

use super::table::*;
use serde_json::{Value, json};
use std::time::Duration;

const HOUR: Duration = Duration::from_secs(3600);

fn is_showing(browser: &Browser) -> bool {
    browser.table["showing"] == true
}

fn thinks(browser: &Browser) -> bool {
    browser.table["seats"].as_array().unwrap().iter().any(|seat| seat["thinking"] == true)
}

/// Plays the first legal move if the host is to move, and otherwise ends the showing of a move.
fn go_on(host: &mut Browser) {
    host.settle(|host| is_showing(host) || host.is_over() || !host.legal().is_empty());
    match host.legal().first().cloned() {
        Some(token) => host.play(&token),
        None => host.send(&json!({ "do": "go" })),
    }
}

#[test]
fn folds_deals_and_moves_of_engines_are_shown_one_by_one() {
    let table = TestTable::with_pace(HOUR);
    let mut host = table.host();
    let clock = json!({ "base": 3_600_000 });
    host.begin("keezen", &["here", "engine", "engine", "engine"], json!({ "seed": 21, "clock": clock }));
    assert_eq!((host.at_token(), is_showing(&host), &host.table["pace"]), (1, true, &json!(3_600_000)));
    let (mut shown, mut folds, mut deals) = (1, 0, 1);
    while folds == 0 || deals < 3 {
        go_on(&mut host);
        host.settle(|host| host.at_token() > shown && (is_showing(host) || !host.legal().is_empty()));
        assert!(is_showing(&host) && !thinks(&host));
        assert_eq!(host.table["clock"]["running"], Value::Null);
        // The host's own move is not shown, so the next step is made at once.
        let own = host.table["movers"][shown as usize] == 1
            && !host.table["notes"].to_string().contains(&format!("{shown},"));
        assert!(host.at_token() - shown <= 1 + u64::from(own), "{shown}: {}", host.table);
        shown = host.at_token();
        folds = host.table["notes"].as_array().unwrap().len();
        deals = host.told.iter().filter(|told| told["event"] == true).count();
    }
}

#[test]
fn the_game_goes_on_after_the_pace() {
    let table = TestTable::with_pace(Duration::from_millis(1));
    let mut host = table.host();
    host.begin("keezen", &["here", "engine", "engine", "engine"], json!({ "seed": 21 }));
    let deals = |host: &Browser| host.told.iter().filter(|told| told["event"] == true).count();
    while deals(&host) < 3 && !host.is_over() {
        host.settle(|host| deals(host) > 2 || host.is_over() || !host.legal().is_empty());
        if let Some(token) = host.legal().first().cloned() {
            host.play(&token);
        }
    }
}

#[test]
fn a_person_need_not_wait() {
    let table = TestTable::with_pace(HOUR);
    let mut host = table.host();
    host.begin("checkers", &["here", "engine"], json!({}));
    for at in [2, 4] {
        host.play_first();
        host.settle(|host| host.at_token() == at && is_showing(host));
    }
    host.send(&json!({ "do": "undo" }));
    host.settle(|host| host.at_token() == 2 && !is_showing(host));
}

#[test]
fn a_move_of_a_person_is_shown_to_other_people() {
    let table = TestTable::with_pace(HOUR);
    let mut host = table.host();
    host.begin("checkers", &["link", "engine"], json!({}));
    let mut guest = Browser::at(&host.link(1));
    // Nobody else plays, so the engine is asked at once.
    guest.play_first();
    guest.settle(|guest| guest.at_token() == 2);
    host.begin("querbeet", &["link", "link", "engine"], json!({ "options": { "Querbeet.Players": 3 }, "seed": 1 }));
    let mut guests = [1, 2].map(|seat| Browser::at(&host.link(seat)));
    host.settle(|host| host.table["seats"].as_array().unwrap().iter().all(|seat| seat["online"] == true));
    for _ in 0..6 {
        host.sync();
        let (turn, at) = (host.turn().unwrap(), host.at_token());
        if turn == 3 {
            assert!(is_showing(&host) && !thinks(&host), "{}", host.table);
            host.send(&json!({ "do": "go" }));
        } else {
            let guest = &mut guests[turn - 1];
            guest.settle(|guest| guest.at_token() == at);
            guest.play_first();
        }
        host.wait_past(at);
    }
}

#[test]
fn engines_alone_are_not_slowed_down() {
    let table = TestTable::with_pace(HOUR);
    let mut host = table.host();
    host.begin("checkers", &["engine", "engine"], json!({}));
    host.settle(|host| host.at_token() > 10);
    // The host can choose another pace for a game.
    host.begin("keezen", &["here", "engine", "engine", "engine"], json!({ "seed": 21, "pace": 0 }));
    host.settle(|host| !host.legal().is_empty());
    host.send(&json!({ "do": "again", "sure": true }));
    host.until("game", |_| true);
    host.settle(|host| host.table["pace"] == 0 && !host.legal().is_empty());
}
