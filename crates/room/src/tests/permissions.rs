//! Sends requests of all kinds from all roles, during a game and after its end. Without permission, a request must
//! change nothing, and the server must send nothing hidden.

use super::table::*;
use serde_json::{Value, json};

/// Returns requests that only the host may make.
fn of_the_host() -> Vec<Value> {
    vec![
        json!({ "do": "new", "game": "checkers", "seats": [{ "who": "open" }, { "who": "open" }] }),
        json!({ "do": "again", "same": true, "sure": true }),
        json!({ "do": "again", "same": false, "sure": true }),
        json!({ "do": "setup", "text": "startpos" }),
        json!({ "do": "import", "format": "transcript", "text": "position startpos" }),
        json!({ "do": "seat", "seat": 2, "who": "open" }),
        json!({ "do": "seat", "seat": 1, "who": "link", "name": "Eve" }),
        json!({ "do": "restart", "seat": 1 }),
        json!({ "do": "pause" }),
        json!({ "do": "go" }),
        json!({ "do": "allow", "analysis": true }),
        json!({ "do": "forget", "id": 1 }),
    ]
}

/// Returns requests that have no effect unless the player is to move or other players consent.
fn of_players(at: u64) -> Vec<Value> {
    vec![
        json!({ "do": "move", "token": "A:in", "at": at }),
        json!({ "do": "undo" }),
        json!({ "do": "offer", "what": "undo" }),
        json!({ "do": "offer", "what": "draw" }),
        json!({ "do": "answer", "accept": true }),
        json!({ "do": "answer", "accept": true, "seat": 1 }),
        json!({ "do": "answer", "accept": false, "seat": 9 }),
        json!({ "do": "hint" }),
    ]
}

/// Returns requests that do not change the game.
fn of_everybody() -> Vec<Value> {
    vec![
        json!({ "do": "look", "id": 1, "at": 1 }),
        json!({ "do": "analyse", "at": 1 }),
        json!({ "do": "analyse", "stop": true }),
        json!({ "do": "review", "nodes": 1 }),
        json!({ "do": "review", "stop": true }),
        json!({ "do": "export", "format": "transcript" }),
        json!({ "do": "export", "format": "portable" }),
        json!({ "do": "export", "format": "transcript", "id": 1 }),
        json!({ "do": "games" }),
        json!({ "do": "game", "id": 1 }),
        json!({ "do": "game", "id": 2 }),
        json!({ "do": "records" }),
        json!({ "do": "record", "source": 0, "id": "1" }),
        json!({ "do": "nothing" }),
    ]
}

/// Returns the parts of a state that must not change without permission.
fn fixed(table: &Value) -> Vec<Value> {
    let mut fixed: Vec<Value> = ["at", "tokens", "movers", "over", "paused", "options", "allow"]
        .iter()
        .map(|key| table[*key].clone())
        .collect();
    let seats = table["seats"].as_array().unwrap();
    fixed.extend(seats.iter().map(|seat| json!([seat["who"], seat["name"], seat["fault"]])));
    fixed
}

/// Sends these requests. Returns the error code for each, or null for a request that succeeds.
fn ask_all(browser: &mut Browser, requests: &[Value]) -> Vec<Value> {
    requests
        .iter()
        .map(|request| {
            browser.send(request);
            let messages = browser.sync();
            messages.iter().find(|message| message["is"] == "error").map_or(Value::Null, |error| error["code"].clone())
        })
        .collect()
}

/// Makes every browser send requests that must change nothing, and checks that nothing changes or leaks.
fn attack(host: &mut Browser, others: &mut [Browser], leak: &dyn Fn(&Browser) -> bool) {
    host.sync();
    let (before, at) = (fixed(&host.table), host.at_token());
    for browser in others.iter_mut() {
        for (request, code) in of_the_host().iter().zip(ask_all(browser, &of_the_host())) {
            assert_eq!(code, "not_host", "{request}");
        }
        ask_all(browser, &[of_players(at), of_everybody()].concat());
        // Withdraw any pending offer, so that the next browser starts without one.
        let own = browser.table["you"]["seats"][0].clone();
        browser.send(&json!({ "do": "answer", "accept": false, "seat": own }));
        browser.sync();
        assert!(!leak(browser));
        host.sync();
        assert_eq!(fixed(&host.table), before);
    }
    ask_all(host, &of_everybody());
    host.sync();
    assert_eq!(fixed(&host.table), before);
    assert!(!leak(host));
}

#[test]
fn no_role_exceeds_its_permissions() {
    let table = TestTable::start();
    let mut host = table.host();
    // Find a deal in which the host is to move and has a choice, so that nobody else may move.
    for seed in 1.. {
        host.begin("keezen", &["here", "link", "link", "engine"], json!({ "seed": seed }));
        if !host.legal().is_empty() {
            break;
        }
    }
    let mut others: Vec<Browser> = [2, 3, 0].iter().map(|seat| Browser::at(&host.link(*seat))).collect();
    let watches = others.last_mut().unwrap();
    assert_eq!(watches.refused(&json!({ "do": "resign" })), "no_seat");
    let masked = host.table["tokens"][0].as_str().unwrap().to_string();
    assert!(masked.contains('?'));
    attack(&mut host, &mut others, &|browser| {
        let deals = browser
            .traffic
            .iter()
            .flat_map(|text| text.split(['"', ' ', '\\']))
            .filter(|word| word.starts_with("!deal"));
        deals.into_iter().any(|deal| !deal.contains('?'))
    });
    // After the end everything is visible, and the game cannot be resumed, even after a review.
    host.send(&json!({ "do": "resign" }));
    // The partner in seat 3 agrees.
    others[1].settle(|partner| partner.table["offers"][0]["what"] == "resign");
    others[1].send(&json!({ "do": "answer", "accept": true }));
    host.settle(Browser::is_over);
    let shown = host.table["tokens"][0].as_str().unwrap().to_string();
    assert!(shown.starts_with("!deal") && !shown.contains('?'), "{shown}");
    for _ in 0..2 {
        attack(&mut host, &mut others, &|_| false);
        let all = [of_players(host.at_token()), vec![json!({ "do": "pause" }), json!({ "do": "go" })]].concat();
        let codes = ask_all(&mut host, &all);
        assert!(host.is_over());
        assert_eq!(codes[1..3], ["revealed", "revealed"]);
        host.send(&json!({ "do": "review", "nodes": 1 }));
        host.sync();
    }
}
