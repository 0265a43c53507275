//! Engines that stand in for people, as processes.

use super::common::*;
use super::hidden::referee;
use serde_json::{Value, json};
use ugi::{Query, Seat, Viewer};

fn at(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

fn by_hand(seat: usize, on: bool) -> Value {
    json!({ "do": "standin", "seat": seat, "on": on })
}

/// Disconnects a browser and waits until the host knows.
fn leave(browser: Browser, host: &mut Browser, seat: usize) {
    browser.close();
    host.settle(|host| host.table["seats"][seat - 1]["online"] == false);
}

/// Lets engines stand in after this time in ms.
fn after(time: u64) -> Value {
    json!({ "do": "absence", "after": time, "clocks": false })
}

#[test]
fn a_returning_player_ends_the_search() {
    let table = TestTable::start(&["--engine", &toy("--fault late")]);
    let mut host = table.host();
    host.send(&after(0));
    let seats = json!([{ "who": "link" }, { "who": "here" }, { "who": "engine", "nodes": 9 }]);
    let options = json!({ "Querbeet.Players": 3 });
    host.send(&json!({ "do": "new", "game": "querbeet", "seats": seats, "options": options, "seed": 1 }));
    host.until("game", |message| message["game"] == "querbeet");
    host.settle(|host| host.table["seats"].as_array().unwrap().len() == 3);
    assert_eq!(host.turn(), Some(1));
    let link = host.link(1);
    let mut guest = Browser::at(&link);
    host.settle(|host| host.table["seats"][0]["online"] == true);
    let legal = guest.legal();
    leave(guest, &mut host, 1);
    // The engine gets no limit but nodes, as the other engine, and does not answer before it is stopped.
    host.settle(|host| host.table["seats"][0]["thinking"] == true);
    assert_eq!(host.table["seats"][0]["stand_in"], true);
    guest = Browser::at(&link);
    assert_eq!((guest.legal(), &guest.table["seats"][0]["thinking"]), (legal.clone(), &json!(false)));
    guest.play(&legal[0]);
    assert_eq!(guest.table["stood_in"], json!([]));
}

#[test]
fn a_stand_in_agrees_to_nothing() {
    let table = TestTable::start(&["--engine", &toy("--fault resign")]);
    let (mut host, guest) = two(&table, json!({}));
    let link = host.link(2);
    leave(guest, &mut host, 2);
    host.send(&by_hand(2, true));
    let token = host.legal()[0].clone();
    host.play(&token);
    // The engine resigns, but the table plays a move instead.
    host.settle(|host| host.at_token() == 2);
    assert!(!host.is_over());
    host.send(&json!({ "do": "offer", "what": "draw" }));
    assert_eq!(host.until("notice", |_| true)["code"], "draw_refused");
    // Nobody needs to be asked for a takeback.
    host.send(&json!({ "do": "undo" }));
    host.settle(|host| host.at_token() == 0);
    assert_eq!(host.table["stood_in"], json!([]));
    // A player who is back is asked again.
    let mut guest = Browser::at(&link);
    host.play(&token);
    guest.wait_past(0);
    host.send(&json!({ "do": "undo" }));
    guest.settle(|guest| guest.table["offers"][0]["waits"] == json!([2]));
}

#[test]
fn a_stand_in_gets_the_view_of_its_seat() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("heard");
    let table = TestTable::start(&["--engine", &spy(&log)]);
    let mut host = table.host();
    let seats = json!([{ "who": "here" }, { "who": "link" }, { "who": "engine", "nodes": 50 }, { "who": "here" }]);
    host.send(&json!({ "do": "new", "game": "keezen", "seats": seats, "seed": 3 }));
    host.until("game", |message| message["game"] == "keezen");
    host.until("table", |_| true);
    host.send(&by_hand(2, true));
    let count = |host: &Browser| host.table["stood_in"].as_array().unwrap().len();
    while count(&host) < 4 {
        host.settle(|host| !host.legal().is_empty());
        host.play_first();
    }
    let moves: Vec<usize> = host.table["stood_in"].as_array().unwrap().iter().map(|made| at(&made["at"])).collect();
    host.settle(|host| !host.legal().is_empty());
    host.resign();
    let truth: Vec<&str> =
        host.table["tokens"].as_array().unwrap().iter().map(|token| token.as_str().unwrap()).collect();
    let mut master = referee("keezen", &[]);
    let received = std::fs::read_to_string(&log).unwrap();
    for at in moves {
        master.send(&format!("position startpos moves {}", truth[..at].join(" "))).unwrap();
        let view = master.ask(Query::View(Viewer::Seat(Seat::P2))).unwrap().join(" ");
        assert!(received.lines().any(|line| line == view), "{view}");
    }
    let positions = received.lines().filter(|line| line.starts_with("position"));
    let mut seats = positions.map(|line| line.split(' ').nth(2).unwrap());
    assert!(seats.all(|seat| seat == "2" || seat == "3"), "{received}");
}

#[test]
fn another_engine_stands_in_if_the_first_cannot() {
    let plain = toy("--plain").replacen("toy", "plain", 1);
    let table = TestTable::start(&["--engine", &plain, "--engine", &toy("")]);
    let mut host = table.host();
    host.begin("keezen", &["here", "link", "here", "here"], json!({ "seed": 3 }));
    host.send(&by_hand(2, true));
    while host.table["stood_in"] == json!([]) {
        assert_eq!(host.table["paused"], false, "{}", host.table["seats"]);
        match host.legal().first().cloned() {
            Some(token) => host.play(&token),
            None => _ = host.next(),
        }
    }
}
