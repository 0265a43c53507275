//! The library: who sees which game, and as whom.

use super::common::*;
use serde_json::{Value, json};

/// Returns the games that a browser finds, as pairs of number and name.
fn find(browser: &mut Browser, filter: &Value) -> Vec<(i64, String)> {
    let mut request = filter.clone();
    request["do"] = "games".into();
    browser.send(&request);
    let message = browser.until("games", |_| true);
    let games = message["games"].as_array().unwrap();
    games.iter().map(|game| (game["id"].as_i64().unwrap(), game["game"].as_str().unwrap().to_string())).collect()
}

#[test]
fn a_game_that_was_broken_off_is_seen_as_before() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("keezen", &["here", "link", "link", "link"], json!({ "seed": 1, "pace": 0 }));
    let visitor = Visitor::named(&host.link(2), "Anna");
    let (mut guest, mut watch) = (Browser::with(&visitor), Browser::at(&host.link(0)));
    let mut stranger = Browser::at(&host.link(4));
    [&mut host, &mut guest, &mut watch, &mut stranger].into_iter().for_each(|browser| _ = browser.sync());
    stranger.close();
    let seen: Vec<Value> = [&host, &guest].iter().map(|browser| browser.table["tokens"].clone()).collect();
    host.begin("jeex", &["here", "here"], json!({ "pace": 0 }));
    let names = |games: &[(i64, String)]| games.iter().map(|(_, name)| name.clone()).collect::<Vec<_>>();
    let games = find(&mut host, &json!({}));
    assert_eq!(names(&games), ["jeex", "keezen"]);
    let (current, kept) = (games[0].0, games[1].0);
    assert_eq!(names(&find(&mut host, &json!({ "name": "anna" }))), ["keezen"]);
    assert_eq!(names(&find(&mut guest, &json!({}))), ["keezen"]);
    assert_eq!(find(&mut watch, &json!({})), []);
    assert_eq!(guest.refused(&json!({ "do": "game", "id": current })), "no_game");
    for request in [json!({ "do": "game", "id": kept }), json!({ "do": "export", "format": "transcript", "id": kept })]
    {
        assert_eq!(watch.refused(&request), "no_game");
    }
    // Hands are hidden as long as the game can go on, from the host too.
    for (browser, tokens) in [&mut host, &mut guest].into_iter().zip(seen) {
        browser.send(&json!({ "do": "game", "id": kept }));
        let record = browser.until("record", |_| true);
        assert_eq!(record["tokens"], tokens);
        assert_eq!(record["boards"].as_array().unwrap().len(), tokens.as_array().unwrap().len() + 1);
        assert_eq!(record["names"][1], "Anna");
        browser.send(&json!({ "do": "export", "format": "transcript", "id": kept }));
        let text = browser.until("export", |_| true)["text"].as_str().unwrap().to_string();
        assert!(text.contains(tokens[0].as_str().unwrap()) && tokens[0].as_str().unwrap().contains('?'), "{text}");
        assert_eq!(browser.refused(&json!({ "do": "export", "format": "portable", "id": kept })), "not_now");
    }
    assert_eq!(guest.refused(&json!({ "do": "forget", "id": kept })), "not_host");
    assert_eq!(host.refused(&json!({ "do": "forget", "id": current })), "not_now");
    host.send(&json!({ "do": "forget", "id": kept }));
    host.until("games", |games| games["games"].as_array().unwrap().len() == 1);
    assert_eq!(host.refused(&json!({ "do": "game", "id": kept })), "no_game");
}

/// Returns the team of each seat of the newest game.
fn teams(browser: &mut Browser) -> Vec<Value> {
    browser.send(&json!({ "do": "games" }));
    let games = browser.until("games", |_| true)["games"].clone();
    games[0]["seats"].as_array().unwrap().iter().map(|seat| seat["team"].clone()).collect()
}

#[test]
fn a_finished_game_has_teams() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("keezen", &["here"; 4], json!({ "seed": 1, "pace": 0 }));
    assert_eq!(teams(&mut host), [Value::Null, Value::Null, Value::Null, Value::Null]);
    host.resign();
    assert_eq!(teams(&mut host), [json!(0), json!(1), json!(0), json!(1)]);
}

#[test]
fn a_renewed_link_is_for_another_guest() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("checkers", &["here", "link"], json!({ "pace": 0 }));
    let mut guest = Browser::with(&Visitor::named(&host.link(2), "Anna"));
    host.resign();
    host.begin("jeex", &["here", "link"], json!({ "pace": 0 }));
    let games = find(&mut guest, &json!({}));
    assert_eq!(games.len(), 2);
    let link = host.link(2);
    host.send(&json!({ "do": "renew", "role": "seat", "seat": 2 }));
    host.until("links", |links| links["seats"][1].as_str().is_some_and(|path| !link.ends_with(path)));
    let link = host.link(2);
    let (_, _, form) =
        table.request(link.strip_prefix(&table.home).unwrap(), &format!("Host: {}\r\n", table.address()));
    assert!(form.contains("name=\"name\"") && !form.contains("Anna"), "{form}");
    let mut other = Browser::at(&link);
    assert_eq!(other.table["seats"][1]["name"], "");
    // The game that goes on is also the new guest's.
    assert_eq!(find(&mut other, &json!({})), games[..1]);
    assert_eq!(other.refused(&json!({ "do": "game", "id": games[1].0 })), "no_game");
    other.resign();
    host.settle(Browser::is_over);
    // When it is over, it belongs to this guest only.
    let link = host.link(2);
    host.send(&json!({ "do": "renew", "role": "seat", "seat": 2 }));
    host.until("links", |links| links["seats"][1].as_str().is_some_and(|path| !link.ends_with(path)));
    let mut third = Browser::with(&Visitor::named(&host.link(2), "Cor"));
    assert_eq!(third.table["seats"][1]["name"], "Cor");
    assert_eq!(find(&mut third, &json!({})), []);
    assert_eq!(find(&mut host, &json!({ "game": "checkers", "name": "anna" })).len(), 1);
}

#[test]
fn a_finished_game_keeps_its_players() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("checkers", &["here", "link"], json!({ "pace": 0 }));
    let mut guest = Browser::with(&Visitor::named(&host.link(2), "Anna"));
    host.resign();
    guest.settle(Browser::is_over);
    host.send(&json!({ "do": "seat", "seat": 2, "who": "here", "name": "Bert" }));
    guest.settle(|guest| guest.table["seats"][1]["name"] == "Bert");
    for browser in [&mut host, &mut guest] {
        assert_eq!(find(browser, &json!({ "name": "anna", "game": "checkers" })).len(), 1);
    }
}

#[test]
fn a_finished_game_can_be_downloaded_after_the_next_has_begun() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("checkers", &["here", "here"], json!({ "pace": 0 }));
    host.play_first();
    host.resign();
    let result = host.table["result"].as_str().unwrap().to_string();
    host.begin("jeex", &["here", "here"], json!({ "pace": 0 }));
    let found = find(&mut host, &json!({ "game": "checkers", "result": result }));
    assert_eq!(found.len(), 1);
    host.send(&json!({ "do": "export", "format": "portable", "id": found[0].0 }));
    let export = host.until("export", |_| true);
    assert_eq!((&export["id"], &export["game"]), (&json!(found[0].0), &json!("checkers")));
    let text = export["text"].as_str().unwrap();
    assert!(text.contains("[Result"), "{text}");
}
