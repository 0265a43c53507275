//! Stand-ins: an engine plays for a person who is away, and the person takes the seat back.

use super::table::*;
use serde_json::{Value, json};

/// Lets engines stand in after this time in ms.
fn after(time: u64) -> Value {
    json!({ "do": "absence", "after": time, "clocks": false })
}

fn by_hand(seat: usize, on: bool) -> Value {
    json!({ "do": "standin", "seat": seat, "on": on })
}

/// Disconnects a browser and waits until the host knows.
fn leave(browser: Browser, host: &mut Browser, seat: usize) {
    browser.close();
    host.settle(|host| host.table["seats"][seat - 1]["online"] == false);
}

#[test]
fn an_engine_plays_on_until_the_player_returns() {
    let table = TestTable::start();
    let (mut host, guest) = two(&table, json!({}));
    let mut watcher = Browser::at(&host.link(0));
    let link = host.link(2);
    assert_eq!(host.table["absence"], json!({ "after": 120_000, "clocks": false, "skill": null }));
    host.send(&after(0));
    host.settle(|host| host.table["absence"]["after"] == 0);
    assert_eq!(host.table["seats"][1]["away"], Value::Null);
    leave(guest, &mut host, 2);
    assert!(host.table["seats"][1]["away"].is_u64());
    assert_eq!(host.table["seats"][1]["stand_in"], false, "it is not the turn of this seat");
    for at in [2, 4] {
        host.play_first();
        host.settle(|host| host.at_token() == at);
    }
    let seat = &host.table["seats"][1];
    assert_eq!((&seat["stand_in"], &seat["who"], &seat["online"]), (&json!(true), &json!("link"), &json!(false)));
    assert_eq!(host.table["stood_in"], json!([{ "at": 1, "seat": 2 }, { "at": 3, "seat": 2 }]));
    watcher.settle(|watcher| watcher.table["stood_in"] == host.table["stood_in"]);
    assert!(watcher.table["seats"][1]["away"].is_u64());
    let mut guest = Browser::at(&link);
    let seat = &guest.table["seats"][1];
    assert_eq!((&seat["stand_in"], &seat["away"]), (&json!(false), &Value::Null));
    assert_eq!(guest.table["stood_in"].as_array().unwrap().len(), 2, "the page can tell what was played");
    host.play_first();
    guest.settle(|guest| !guest.legal().is_empty());
    guest.play_first();
    assert_eq!(guest.table["stood_in"].as_array().unwrap().len(), 2);
}

#[test]
fn no_engine_stands_in_too_early_or_never() {
    let table = TestTable::start();
    for rules in [after(3_600_000), json!({ "do": "absence", "after": null, "clocks": true })] {
        let (mut host, guest) = two(&table, json!({}));
        host.send(&rules);
        leave(guest, &mut host, 2);
        host.play_first();
        host.sync();
        assert_eq!((host.at_token(), &host.table["seats"][1]["stand_in"]), (1, &json!(false)));
        // The host can do it by hand.
        host.send(&by_hand(2, true));
        host.settle(|host| host.at_token() == 2);
        host.send(&by_hand(2, false));
        host.settle(|host| host.table["seats"][1]["stand_in"] == false);
        host.play_first();
        host.sync();
        assert_eq!(host.at_token(), 3);
    }
}

#[test]
fn the_clock_decides_unless_the_host_says_otherwise() {
    let table = TestTable::start();
    let (mut host, guest) = two(&table, json!({ "clock": { "base": 3_600_000 } }));
    host.send(&after(0));
    leave(guest, &mut host, 2);
    host.play_first();
    host.sync();
    assert_eq!((host.at_token(), &host.table["clock"]["running"]), (1, &json!(2)));
    host.send(&json!({ "do": "absence", "after": 0, "clocks": true }));
    host.settle(|host| host.at_token() == 2);
}

#[test]
fn only_people_who_wait_get_a_stand_in() {
    let table = TestTable::start();
    // The guest plays against an engine, so nobody waits for the guest.
    let mut host = table.host();
    host.send(&after(0));
    host.begin("checkers", &["link", "engine"], json!({}));
    let guest = Browser::at(&host.link(1));
    host.settle(|host| host.table["seats"][0]["online"] == true);
    leave(guest, &mut host, 1);
    host.sync();
    assert_eq!((host.at_token(), &host.table["seats"][0]["stand_in"]), (0, &json!(false)));
    // A seat whose link nobody has opened is not away.
    host.begin("checkers", &["link", "here"], json!({}));
    host.sync();
    assert_eq!((host.at_token(), &host.table["seats"][0]["away"]), (0, &Value::Null));
}

#[test]
fn each_player_decides_about_the_own_seat() {
    let table = TestTable::start();
    let (mut host, mut guest) = two(&table, json!({}));
    assert_eq!(guest.refused(&after(0)), "not_host");
    assert_eq!(guest.refused(&by_hand(2, true)), "not_host");
    assert_eq!(guest.refused(&by_hand(1, false)), "not_host");
    assert_eq!(host.refused(&by_hand(3, true)), "no_seat");
    // The guest is there but does not move.
    host.send(&by_hand(2, true));
    guest.settle(|guest| guest.table["seats"][1]["stand_in"] == true);
    guest.send(&by_hand(2, false));
    guest.settle(|guest| guest.table["seats"][1]["stand_in"] == false);
    host.send(&json!({ "do": "seat", "seat": 2, "who": "engine" }));
    assert_eq!(host.refused(&by_hand(2, true)), "no_seat");
}

#[test]
fn a_stand_in_plays_on_after_a_restart() {
    let table = TestTable::start();
    let (mut host, guest) = two(&table, json!({}));
    leave(guest, &mut host, 2);
    host.send(&json!({ "do": "absence", "after": 3_600_000, "clocks": false, "skill": 3 }));
    host.send(&by_hand(2, true));
    for at in [2, 4] {
        host.play_first();
        host.settle(|host| host.at_token() == at);
        let before = host.table.clone();
        table.restart();
        host = table.host();
        for field in ["stood_in", "absence", "tokens"] {
            assert_eq!(host.table[field], before[field]);
        }
        assert_eq!(host.table["seats"][1]["stand_in"], true);
    }
}
