//! Reviews reveal everything, so a running game cannot be reviewed. Spectators cannot replace the reviews of players.

use super::common::*;
use serde_json::{Value, json};

fn review(nodes: u64) -> Value {
    json!({ "do": "review", "nodes": nodes })
}

fn stop() -> Value {
    json!({ "do": "review", "stop": true })
}

/// Plays 20 moves between a host and a guest, after which the host resigns. Returns the host and the guest.
fn ended(table: &TestTable) -> (Browser, Browser) {
    let (mut host, mut guest) = two(table, json!({}));
    for index in 0..20 {
        let (mover, other) = if index % 2 == 0 { (&mut host, &mut guest) } else { (&mut guest, &mut host) };
        mover.settle(|mover| mover.at_token() == index);
        mover.play_first();
        other.wait_past(index);
    }
    assert_eq!(host.refused(&review(1)), "not_now");
    host.send(&json!({ "do": "resign" }));
    guest.settle(Browser::is_over);
    host.settle(Browser::is_over);
    (host, guest)
}

fn reviews(messages: &[Value]) -> usize {
    messages.iter().filter(|message| message["is"] == "review").count()
}

/// Returns the messages that a new browser receives, up to the first state.
fn first_words(link: &str) -> Vec<Value> {
    Browser::at(link).traffic.iter().map(|text| serde_json::from_str(text).unwrap()).collect()
}

#[test]
fn running_games_have_no_review() {
    let table = TestTable::start(&[]);
    let (mut host, mut guest) = ended(&table);
    host.send(&review(400));
    guest.until("review", |review| review["done"].as_u64() > Some(0));
    assert_eq!(reviews(&first_words(&host.link(0))), 1);
    // When the game continues, the review ends: connected browsers get no further results, and new browsers get no
    // review at all.
    host.send(&json!({ "do": "undo" }));
    guest.settle(|guest| !guest.table["offers"][0].is_null());
    guest.send(&json!({ "do": "answer", "accept": true }));
    guest.settle(|guest| !guest.is_over());
    host.settle(|host| !host.is_over());
    for _ in 0..20 {
        assert_eq!(reviews(&host.sync()) + reviews(&guest.sync()), 0);
        assert_eq!(reviews(&first_words(&host.link(0))), 0);
    }
    assert_eq!(host.refused(&review(1)), "not_now");
    // Starting another game also ends the review.
    for request in [
        json!({ "do": "setup", "text": "startpos moves 12-16 21-17 16-20" }),
        json!({ "do": "again", "same": true, "sure": true }),
        json!({ "do": "new", "game": "keezen", "seats": vec![json!({ "who": "here" }); 4] }),
    ] {
        host.resign();
        host.send(&review(400));
        host.until("review", |_| true);
        guest.settle(Browser::is_over);
        guest.until("review", |_| true);
        host.send(&request);
        host.settle(|host| !host.is_over());
        guest.settle(|guest| !guest.is_over());
        assert_eq!(reviews(&first_words(&host.link(0))), 0, "{request}");
        assert_eq!(reviews(&host.sync()) + reviews(&guest.sync()), 0, "{request}");
    }
}

#[test]
fn a_review_belongs_to_its_requester() {
    let table = TestTable::start(&[]);
    let (mut host, mut guest) = ended(&table);
    let mut watchers = [Browser::at(&host.link(0)), Browser::at(&host.link(0))];
    // Use a node limit so large that the review is still running when the other browsers send requests.
    host.send(&review(10_000_000));
    host.until("review", |_| true);
    for browser in watchers.iter_mut().chain([&mut guest]) {
        assert_eq!(browser.refused(&review(1)), "too_many");
        assert_eq!(browser.refused(&stop()), "too_many");
    }
    host.send(&review(200));
    let whole = |review: &Value| review["done"] == review["of"];
    watchers[0].until("review", whole);
    // Spectators cannot replace a player's review, even after it has finished.
    assert_eq!(watchers[0].refused(&review(1)), "too_many");
    host.send(&stop());
    host.sync();
    // Players can replace the review of a spectator.
    watchers[0].send(&review(10_000_000));
    watchers[0].until("review", |review| review["done"] == 0);
    assert_eq!(watchers[1].refused(&review(1)), "too_many");
    guest.send(&review(10_000_000));
    guest.sync();
    assert_eq!(watchers[0].refused(&stop()), "too_many");
    host.send(&review(200));
    guest.until("review", whole);
}

#[test]
fn repeated_reviews_are_limited() {
    // The engine never answers, so no review ends during the test.
    let table = TestTable::start(&["--engine", &toy("--fault deaf")]);
    let (mut host, mut guest) = ended(&table);
    let mut watcher = Browser::at(&host.link(0));
    for _ in 0..2 {
        watcher.send(&review(1));
    }
    assert_eq!(watcher.refused(&review(1)), "too_many");
    for browser in [&mut guest, &mut host] {
        browser.send(&review(1));
        assert!(browser.sync().iter().all(|message| message["is"] != "error"));
    }
}
