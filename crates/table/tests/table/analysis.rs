//! Live analysis and hints, and when they are forbidden; variations and rule pages.

use super::common::*;
use serde_json::{Value, json};

#[test]
fn analysis_sends_lines_until_it_is_stopped() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("checkers", &["here", "here"], json!({}));
    host.play("11-15");
    host.send(&json!({ "do": "analyse", "at": 1, "line": ["23-19"], "multipv": 3 }));
    let found = host.until("analysis", |found| found["lines"].as_array().unwrap().len() == 3);
    assert_eq!((&found["at"], &found["line"], &found["engine"]), (&json!(1), &json!(["23-19"]), &json!("speltafel")));
    assert_eq!(found["done"], false);
    let ranks: Vec<&Value> = found["lines"].as_array().unwrap().iter().map(|line| &line["multipv"]).collect();
    assert_eq!(ranks, [1, 2, 3].map(|rank| json!(rank)).iter().collect::<Vec<_>>());
    for line in found["lines"].as_array().unwrap() {
        assert!(line["score"]["cp"].is_i64() || line["score"]["mate"].is_i64());
        assert!(!line["pv"].as_array().unwrap().is_empty() && !line["steps"].as_array().unwrap().is_empty());
        assert_eq!(line["wdl"].as_array().unwrap().len(), 3);
    }
    // A request for another position replaces the analysis, and deeper results follow without further requests.
    host.send(&json!({ "do": "analyse", "at": 0 }));
    host.until("analysis", |found| found["at"] == 0 && found["lines"][0]["depth"].as_u64() > Some(3));
    host.send(&json!({ "do": "analyse", "stop": true }));
    host.until("analysis", |found| found["done"] == true);
    // The stopped analysis sends nothing more: the next message is the answer to this request.
    host.send(&json!({ "do": "look", "id": 9 }));
    assert_eq!(host.next()["id"], 9);
}

#[test]
fn analysis_during_a_game_needs_permission() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("checkers", &["here", "link"], json!({}));
    let mut guest = Browser::at(&host.link(2));
    let ask = json!({ "do": "analyse", "at": 0 });
    assert_eq!(host.refused(&ask), "not_now");
    assert_eq!(guest.refused(&ask), "not_now");
    assert_eq!(host.refused(&json!({ "do": "hint" })), "not_now");
    host.send(&json!({ "do": "allow", "analysis": true }));
    guest.settle(|guest| guest.table["allow"]["analysis"] == true);
    guest.send(&ask);
    guest.until("analysis", |found| !found["lines"].as_array().unwrap().is_empty());
    // Forbidding analysis stops a running analysis.
    host.send(&json!({ "do": "allow", "analysis": false }));
    let last = guest.until("analysis", |found| found["done"] == true);
    assert_eq!(last["error"], "not_now");
    // Everybody may analyse after the end.
    guest.send(&json!({ "do": "resign" }));
    host.settle(Browser::is_over);
    host.send(&ask);
    host.until("analysis", |found| !found["lines"].as_array().unwrap().is_empty());
}

#[test]
fn a_hint_is_a_legal_move() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    for game in games(&host) {
        let info = host.hello["games"].as_array().unwrap().iter().find(|info| info["name"] == game).unwrap().clone();
        let seats: Vec<&str> =
            (0..info["seats"].as_u64().unwrap()).map(|seat| if seat == 1 { "engine" } else { "here" }).collect();
        host.begin(&game, &seats, json!({ "seed": 7 }));
        host.settle(|host| !host.legal().is_empty());
        host.send(&json!({ "do": "hint" }));
        let hint = host.until("hint", |_| true);
        let legal = host.table["legal"].as_array().unwrap();
        let known = legal.iter().find(|legal| legal["token"] == hint["token"]).unwrap();
        assert_eq!((&hint["clicks"], &hint["at"]), (&known["clicks"], &host.table["at"]));
    }
}

#[test]
fn a_hidden_game_can_be_analysed_only_on_turn() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("keezen", &["here", "link", "link", "link"], json!({ "seed": 7 }));
    host.send(&json!({ "do": "allow", "analysis": true }));
    let mut guests: Vec<Browser> = (2..=4).map(|seat| Browser::at(&host.link(seat))).collect();
    let turn = host.turn().unwrap();
    let mover = guests.iter_mut().enumerate().find(|(index, _)| index + 2 == turn);
    let (_, mover) = mover.expect("p1 has to pass with this seed");
    mover.settle(|mover| mover.table["allow"]["analysis"] == true);
    mover.send(&json!({ "do": "analyse" }));
    let found = mover.until("analysis", |found| !found["lines"].as_array().unwrap().is_empty());
    let legal = mover.legal();
    assert!(legal.iter().any(|token| found["lines"][0]["pv"][0] == token.as_str()));
    host.send(&json!({ "do": "analyse" }));
    let refused = host.until("analysis", |found| found["done"] == true);
    assert_eq!(refused["error"], "not_your_turn");
}

#[test]
fn variations_are_shown_and_change_nothing() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("checkers", &["here", "engine"], json!({}));
    let before = host.table.clone();
    host.send(&json!({ "do": "look", "id": 1, "at": 0, "line": ["11-15", "22-18"] }));
    let look = host.until("look", |_| true);
    assert_eq!((&look["turn"], &look["id"]), (&json!("p1"), &json!(1)));
    assert_eq!(look["line"], "position startpos moves 11-15 22-18");
    assert!(look["legal"].as_array().unwrap().iter().any(|legal| legal["token"] == "15x22"));
    for (line, error) in [(json!(["11-16", "1-1"]), "illegal_move"), (json!(["nonsense"]), "illegal_move")] {
        host.send(&json!({ "do": "look", "id": 2, "at": 0, "line": line }));
        assert_eq!(host.until("look", |_| true)["error"], error);
    }
    assert_eq!(host.refused(&json!({ "do": "look", "id": 3, "line": ["11-15\nquit"] })), "bad_message");
    assert_eq!(host.table, before);
}

#[test]
fn rule_pages_are_served_as_html() {
    let says = r##"query rules en=response "# A & B\n\n<script>x</script>\n\n    two  blanks""##;
    let referee = format!("{} --say '{says}'", toy("").split_once('=').unwrap().1);
    let table = TestTable::start(&["--referee", &referee]);
    let host = table.host();
    let game = games(&host).remove(0);
    let own = format!("Host: {}\r\n", table.address());
    let (status, head, body) = table.request(&format!("/{}/rules/{game}/en", table.host), &own);
    assert_eq!(status, 200, "{body}");
    assert!(head.to_lowercase().contains("content-type: text/html"));
    assert!(body.contains("<h1>A &amp; B</h1>") && body.contains("two  blanks") && !body.contains("<script"), "{body}");
}
