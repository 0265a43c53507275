//! Faulty engines: the game is not lost, everybody sees the error, and another player can take the seat.

use super::common::*;
use serde_json::{Value, json};

/// The `--fault` of the toy engine, and the kind of error that the table reports.
const CASES: [(&str, &str); 14] = [
    ("crash-on-start", "start"),
    ("refuse-options", "start"),
    ("crash-new-game", "crash"),
    ("crash", "crash"),
    ("leave", "crash"),
    ("close-output", "crash"),
    ("freeze", "stall"),
    ("stall", "stall"),
    ("late", "stall"),
    ("long-line", "flood"),
    ("illegal", "illegal"),
    ("null-move", "illegal"),
    ("deal", "illegal"),
    ("verdict-p2", "illegal"),
];

fn fault(browser: &Browser, seat: usize) -> &Value {
    &browser.table["seats"][seat - 1]["fault"]
}

/// Begins a game with the toy engine in seat 2 and the host in all other seats.
fn begin(table: &TestTable, game: &str) -> Browser {
    let mut host = table.host();
    let count =
        host.hello["games"].as_array().unwrap().iter().find(|info| info["name"] == game).unwrap()["seats"].clone();
    let seats: Vec<Value> = (0..count.as_u64().unwrap())
        .map(|seat| {
            if seat == 1 {
                json!({ "who": "engine", "engine": "toy", "movetime": 50 })
            } else {
                json!({ "who": "here" })
            }
        })
        .collect();
    host.send(&json!({ "do": "new", "game": game, "seats": seats, "seed": 6 }));
    host.until("game", |message| message["game"] == game);
    host.until("table", |_| true);
    host
}

/// Plays for the host until the toy engine has an error.
fn play_until_fault(host: &mut Browser) {
    loop {
        host.settle(|host| !host.legal().is_empty() || host.is_over() || !fault(host, 2).is_null());
        if !fault(host, 2).is_null() {
            return;
        }
        assert!(!host.is_over(), "{}", host.table);
        host.play_first();
    }
}

#[test]
fn engine_errors_are_shown_and_the_game_is_kept() {
    for (fault_name, what) in CASES {
        // Only an engine that never answers must be given up. All others get the time that they need.
        let start = if what == "stall" { TestTable::impatient } else { TestTable::start };
        let table = start(&[
            "--engine",
            &toy(&format!("--fault {fault_name} --at 2")),
            "--engine",
            &format!("own={}", engine()),
        ]);
        for game in ["checkers", "keezen"] {
            let mut host = begin(&table, game);
            play_until_fault(&mut host);
            assert_eq!(fault(&host, 2)["what"], what, "{fault_name}: {}", host.table);
            assert!(host.table["paused"] == true && !host.is_over());
            assert_eq!(host.table["seats"][1]["thinking"], false);
            // The page stays usable: positions can be shown, and a new browser gets the same game.
            let kept = host.table["tokens"].clone();
            host.send(&json!({ "do": "look", "id": 1, "at": 1 }));
            host.until("look", |look| look["error"].is_null());
            let again = table.host();
            assert_eq!(again.table["tokens"], kept);
            assert_eq!(fault(&again, 2)["what"], what);
            if game == "keezen" && what == "illegal" {
                assert_eq!(fault(&again, 2)["text"], "", "it may name a card");
            }
            // Another engine continues the game.
            host.send(&json!({ "do": "seat", "seat": 2, "who": "engine", "engine": "own", "nodes": 100 }));
            let kept = kept.as_array().unwrap();
            while host.at_token() < kept.len() as u64 + 3 {
                host.settle(|host| !host.legal().is_empty() && fault(host, 2).is_null());
                host.play_first();
            }
            assert!(fault(&host, 2).is_null() && host.table["paused"] == false);
            // Compare only the lengths of the kept tokens: the view may now be that of another seat of the host, in
            // which other hands are visible.
            let events =
                |tokens: &[Value]| tokens.iter().map(|token| token.as_str().unwrap().len()).collect::<Vec<_>>();
            assert_eq!(events(&host.table["tokens"].as_array().unwrap()[..kept.len()]), events(kept));
            again.close();
            host.close();
        }
    }
}

#[test]
fn a_flooding_engine_is_stopped() {
    for fault_name in ["chatter", "error-chatter", "flood-output"] {
        let table = TestTable::impatient(&["--engine", &toy(&format!("--fault {fault_name}"))]);
        let mut host = begin(&table, "checkers");
        play_until_fault(&mut host);
        let what = fault(&host, 2)["what"].as_str().unwrap().to_string();
        assert!(["flood", "stall"].contains(&what.as_str()), "{fault_name}: {what}");
        host.send(&json!({ "do": "seat", "seat": 2, "who": "here" }));
        host.settle(|host| !host.legal().is_empty());
        host.play_first();
    }
}

#[test]
fn a_killed_engine_can_be_started_again() {
    let table = TestTable::start(&["--engine", &toy("")]);
    let mut host = begin(&table, "checkers");
    host.play_first();
    for _ in 0..2 {
        host.settle(|host| !host.legal().is_empty());
        let kept = host.at_token();
        let toys = children(table.process()).into_iter().filter(|(_, program)| program.ends_with("toy_engine"));
        // A process that was already killed may be listed until the table has waited for it.
        assert!(toys.filter(|(process, _)| kill(*process)).count() > 0, "no engine to kill");
        host.play_first();
        host.settle(|host| !fault(host, 2).is_null());
        assert_eq!(fault(&host, 2)["what"], "crash");
        assert_eq!(host.at_token(), kept + 1);
        host.send(&json!({ "do": "restart", "seat": 2 }));
        host.settle(|host| host.at_token() > kept + 1);
        assert!(fault(&host, 2).is_null() && host.table["paused"] == false);
    }
}

fn kill(process: u32) -> bool {
    std::process::Command::new("kill").args(["-9", &process.to_string()]).status().is_ok_and(|status| status.success())
}

#[test]
fn a_killed_referee_is_restarted() {
    let table = TestTable::start(&["--engine", &toy("")]);
    let mut host = table.host();
    host.begin("checkers", &["here", "here"], json!({}));
    for _ in 0..6 {
        for (process, program) in children(table.process()) {
            if program.ends_with("speltafel") {
                assert!(kill(process));
            }
        }
        host.play_first();
    }
    assert_eq!(host.at_token(), 6);
}

#[test]
fn an_engine_without_views_is_not_sent_hidden_information() {
    let table = TestTable::start(&["--engine", &toy("--plain")]);
    let mut host = begin(&table, "keezen");
    play_until_fault(&mut host);
    assert_eq!(fault(&host, 2)["what"], "start");
    assert!(fault(&host, 2)["text"].as_str().unwrap().contains("views"));
    // The same engine can play a game without hidden information.
    let mut host = begin(&table, "checkers");
    host.play_first();
    host.settle(|host| host.at_token() == 2);
}

#[test]
fn no_engine_outlives_its_table() {
    let table = TestTable::start(&["--engine", &toy("--fault stay")]);
    let mut host = begin(&table, "checkers");
    host.play_first();
    host.settle(|host| host.at_token() == 2);
    let started = children(table.process());
    assert!(started.iter().any(|(_, program)| program.ends_with("toy_engine")));
    // `drop` kills the table, so the guard process must stop the engines.
    drop(table);
    for (process, _) in started {
        wait_for("the end of an engine", || std::fs::read_link(format!("/proc/{process}/exe")).is_err());
    }
}
