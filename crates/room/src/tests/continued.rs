//! Games of the library that continue on the table.

use super::table::*;
use serde_json::{Value, json};
use std::time::Duration;

/// Returns the games of the library, the newest first.
fn games(host: &mut Browser) -> Vec<Value> {
    host.send(&json!({ "do": "games" }));
    host.until("games", |_| true)["games"].as_array().unwrap().clone()
}

/// Returns the number of the newest game.
fn newest(host: &mut Browser) -> Value {
    games(host)[0]["id"].clone()
}

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

#[test]
fn the_same_game_goes_on() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("checkers", &["here", "link"], json!({ "pace": 7, "clock": { "base": 600_000, "inc": 0 } }));
    let mut guest = Browser::named(&host.link(2), "Anna");
    host.send(&json!({ "do": "absence", "after": null, "skill": 4 }));
    host.send(&json!({ "do": "allow", "analysis": true }));
    host.sync();
    table.pass(Duration::from_secs(1));
    host.play_first();
    guest.wait_past(0);
    guest.play_first();
    host.wait_past(1);
    host.sync();
    let before = [kept(&host), kept(&guest)];
    let fields = |host: &Browser| ["pace", "absence", "allow"].map(|field| host.table[field].clone());
    let settings = fields(&host);
    let first = newest(&mut host);
    host.send(&json!({ "do": "new", "game": "checkers", "pace": 0,
        "seats": [{ "who": "engine", "skill": 3, "nodes": 20, "name": "Ada" }, { "who": "here" }] }));
    host.until("game", |_| true);
    host.until("table", |_| true);
    host.send(&json!({ "do": "allow", "analysis": false }));
    host.settle(|host| !host.legal().is_empty());
    host.play_first();
    host.settle(|host| !host.legal().is_empty());
    guest.sync();
    assert_eq!(guest.table["you"]["seats"], json!([]));
    let with_engine = kept(&host);
    let second = newest(&mut host);
    let all = games(&mut host).len();
    assert_eq!(host.refused(&again(&second)), "not_now", "it is on the table");
    assert_eq!(host.refused(&json!({ "do": "continue", "id": first })), "not_over");
    assert_eq!(host.refused(&again(&json!(1000))), "no_game");
    assert_eq!(guest.refused(&again(&first)), "not_host");

    put_back(&mut [&mut host, &mut guest], &first);
    assert_eq!([kept(&host), kept(&guest)], before);
    assert_eq!(fields(&host), settings);
    assert!(guest.traffic.iter().any(|text| text.contains(r#""code":"begun","args":"continue""#)));
    assert!(guest.traffic.iter().rev().any(|text| text.contains("analysis_allowed")));
    // The clock of the host ran while he thought, and stands now.
    let left = host.table["clock"]["left"].clone();
    assert!(left[0].as_u64() < Some(600_000) && host.table["clock"]["running"].is_null());
    assert_eq!(host.table["paused"], true);
    let listed = games(&mut host);
    assert_eq!(listed.len(), all);
    assert!(listed.iter().all(|game| game["current"] == (game["id"] == first)));
    // The guest can take back the move, if the host agrees.
    guest.send(&json!({ "do": "undo" }));
    host.settle(|host| !host.table["offers"].as_array().unwrap().is_empty());
    host.send(&json!({ "do": "answer", "accept": true }));
    guest.settle(|guest| guest.at_token() == 1);
    guest.settle(|guest| !guest.legal().is_empty());
    host.send(&json!({ "do": "go" }));
    guest.settle(|guest| guest.table["paused"] == false);
    guest.play_first();

    // The other game has stayed as it was, and its engine plays on.
    host.wait_past(1);
    put_back(&mut [&mut host], &second);
    assert_eq!(kept(&host), with_engine);
    host.play_first();
    host.settle(|host| host.is_over() || !host.legal().is_empty());
    assert_eq!(games(&mut host).len(), all);
}

#[test]
fn links_lead_to_the_seats_of_the_continued_game() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("checkers", &["link", "link"], json!({ "pace": 0 }));
    let [mut one, mut two] = [1, 2].map(|seat| Browser::at(&host.link(seat)));
    host.settle(|host| host.table["seats"].as_array().unwrap().iter().all(|seat| seat["online"] == true));
    one.sync();
    one.resign();
    host.settle(Browser::is_over);
    // The players change sides.
    host.send(&json!({ "do": "again" }));
    host.settle(|host| !host.is_over());
    two.settle(|two| two.table["you"]["seats"] == json!([1]) && !two.is_over());
    two.play_first();
    host.wait_past(0);
    let id = newest(&mut host);
    host.begin("jeex", &["link", "link"], json!({ "pace": 0 }));
    two.settle(|two| two.table["you"]["seats"] == json!([2]));
    one.sync();
    put_back(&mut [&mut host, &mut one, &mut two], &id);
    assert_eq!([&one, &two].map(|guest| guest.table["you"]["seats"].clone()), [json!([2]), json!([1])]);
    one.play_first();
    host.wait_past(1);
}

#[test]
fn hidden_hands_stay_with_those_who_have_seen_them() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("keezen", &["here", "link", "link", "here"], json!({ "pace": 0 }));
    let link = host.link(2);
    let mut guest = Browser::at(&link);
    host.settle(|host| host.table["seats"][1]["online"] == true);
    host.send(&json!({ "do": "deal" }));
    [&mut host, &mut guest].into_iter().for_each(|browser| browser.settle(|browser| browser.at_token() > 0));
    [&mut host, &mut guest].into_iter().for_each(|browser| _ = browser.sync());
    let before = [kept(&host), kept(&guest)];
    let deal = guest.deal["commitment"].clone();
    let id = newest(&mut host);
    host.begin("jeex", &["link", "link"], json!({ "pace": 0 }));
    guest.sync();

    // Somebody else could have opened the link in another browser, and seen the hand in the library.
    let other = Browser::at(&link);
    host.settle(|host| host.table["seats"][1]["pages"] == 2);
    assert_eq!(host.refused(&again(&id)), "seat_twice");
    other.close();
    host.settle(|host| host.table["seats"][1]["pages"] == 1);
    put_back(&mut [&mut host, &mut guest], &id);
    assert_eq!([kept(&host), kept(&guest)], before);
    assert!(deal.is_string() && guest.deal["commitment"] == deal && guest.deal["repeated"] == false);

    // A link that nobody has used can be renewed, and while the game is on the table, any link.
    for seat in [2, 3] {
        host.send(&json!({ "do": "renew", "role": "seat", "seat": seat }));
    }
    host.sync();
    let mut guest = Browser::at(&host.link(2));
    host.begin("jeex", &["link", "link"], json!({ "pace": 0 }));
    guest.sync();
    put_back(&mut [&mut host, &mut guest], &id);
    assert_eq!(guest.table["you"]["seats"], json!([2]));
    // The other guest played the first of the other games.
    let others = games(&mut host).into_iter().filter(|game| game["game"] == "jeex").count();
    assert_eq!((others, games(&mut guest).len()), (2, 2));
    assert!(games(&mut guest).iter().any(|game| game["id"] == id));
    host.begin("jeex", &["link", "link"], json!({ "pace": 0 }));
    host.send(&json!({ "do": "renew", "role": "seat", "seat": 2 }));
    assert_eq!(host.refused(&again(&id)), "link_renewed");
}

#[test]
fn a_host_on_another_device_may_have_seen_the_hands() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("keezen", &["here", "engine", "engine", "engine"], json!({ "pace": 0 }));
    let id = newest(&mut host);
    host.begin("jeex", &["here", "here"], json!({}));
    host.send(&json!({ "do": "device" }));
    assert_eq!(host.refused(&again(&id)), "link_renewed");
}

#[test]
fn a_deal_that_was_played_twice_does_not_go_on() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("keezen", &["here", "engine", "engine", "engine"], json!({ "pace": 0 }));
    host.settle(|host| !host.legal().is_empty());
    let first = newest(&mut host);
    host.send(&json!({ "do": "again", "same": true, "sure": true }));
    host.until("game", |_| true);
    host.settle(|host| !host.legal().is_empty());
    let second = newest(&mut host);
    assert_ne!(first, second);
    assert_eq!(host.refused(&again(&first)), "revealed");
    host.begin("jeex", &["here", "here"], json!({}));
    for id in [first, second] {
        assert_eq!(host.refused(&again(&id)), "revealed");
    }
}

#[test]
fn a_copy_of_a_finished_game_begins() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("checkers", &["here", "here"], json!({ "pace": 0, "clock": { "base": 600_000 } }));
    host.play_first();
    host.resign();
    let id = newest(&mut host);
    let tokens = host.table["tokens"].clone();
    host.begin("jeex", &["here", "here"], json!({ "pace": 0 }));
    let all = games(&mut host).len();
    put_back(&mut [&mut host], &id);
    assert!(host.is_over() && host.table["tokens"] == tokens && host.table["clock"].is_null());
    assert_ne!(newest(&mut host), id);
    assert_eq!(games(&mut host).len(), all + 1);
}
