//! Live analysis, observation and hints, and when they are forbidden; variations and rule pages.

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
    let later = host.sync();
    assert!(later.iter().all(|message| message["is"] != "analysis"), "{later:?}");
}

/// Returns the codes of the notices among these messages.
fn notices(messages: &[Value]) -> Vec<&str> {
    let notices = messages.iter().filter(|message| message["is"] == "notice");
    notices.map(|notice| notice["code"].as_str().unwrap()).collect()
}

#[test]
fn analysis_while_people_play_needs_permission() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("checkers", &["here", "link"], json!({}));
    host.play("11-15");
    let mut guest = Browser::at(&host.link(2));
    let mut watch = Browser::at(&host.link(0));
    let hint = json!({ "do": "hint" });
    let asks = [json!({ "do": "analyse" }), json!({ "do": "analyse", "at": 0, "line": ["11-16"] })];
    for ask in &asks {
        for browser in [&mut host, &mut guest, &mut watch] {
            assert_eq!(browser.refused(ask), "not_now");
            assert_eq!(browser.table["you"]["analysis"], false);
        }
    }
    assert_eq!(watch.refused(&json!({ "do": "review" })), "not_now");
    assert_eq!(guest.refused(&hint), "not_now");
    host.send(&json!({ "do": "allow", "analysis": true }));
    host.settle(|host| host.table["allow"]["analysis"] == true);
    let earlier = json!({ "analysis": true, "earlier": true });
    for browser in [&mut host, &mut guest, &mut watch] {
        assert_eq!(notices(&browser.sync()), ["analysis_allowed"]);
        assert_eq!((&browser.table["allow"], &browser.table["you"]["analysis"]), (&earlier, &json!(true)));
        for ask in &asks {
            browser.send(ask);
            browser.until("analysis", |found| found["lines"][0]["err"].is_null() && found["lines"][0].is_object());
        }
    }
    // Who comes later is told too.
    let mut late = Browser::at(&host.link(0));
    assert_eq!(
        notices(&late.traffic.iter().map(|text| serde_json::from_str(text).unwrap()).collect::<Vec<_>>()),
        ["analysis_allowed"]
    );
    // Forbidding stops every analysis and hint, and the state tells that analysis was allowed.
    guest.send(&hint);
    host.send(&json!({ "do": "allow", "analysis": false }));
    assert_eq!(guest.until("error", |error| error["about"] == "hint")["code"], "not_now");
    for browser in [&mut host, &mut watch] {
        assert_eq!(browser.until("analysis", |found| found["done"] == true)["error"], "not_now");
    }
    for browser in [&mut host, &mut guest, &mut watch, &mut late] {
        assert!(notices(&browser.sync()).len() <= 1);
        assert_eq!(browser.table["allow"], json!({ "analysis": false, "earlier": true }));
        assert_eq!(browser.refused(&asks[0]), "not_now");
    }
    // Everybody may analyse after the end.
    guest.send(&json!({ "do": "resign" }));
    for browser in [&mut host, &mut watch] {
        browser.settle(Browser::is_over);
        browser.send(&asks[1]);
        browser.until("analysis", |found| !found["lines"].as_array().unwrap().is_empty());
    }
}

#[test]
fn spectators_of_engines_may_analyse_until_a_person_plays() {
    let table = TestTable::start(&["--engine", &toy("--fault stay"), "--engine", &format!("own={}", engine())]);
    let mut host = table.host();
    host.begin("checkers", &["engine", "engine"], json!({}));
    // Otherwise the game could be over before the analysis begins.
    host.send(&json!({ "do": "pause" }));
    host.sync();
    let ask = json!({ "do": "analyse", "engine": "own" });
    let mut watch = Browser::at(&host.link(0));
    watch.send(&ask);
    watch.until("analysis", |found| !found["lines"].as_array().unwrap().is_empty());
    // The player could be the spectator, too, so nobody may ask an engine, whoever the person plays.
    host.send(&json!({ "do": "seat", "seat": 2, "who": "link" }));
    assert_eq!(watch.until("analysis", |found| found["done"] == true)["error"], "not_now");
    let mut guest = Browser::at(&host.link(2));
    for browser in [&mut watch, &mut guest, &mut host] {
        assert_eq!(browser.refused(&ask), "not_now");
    }
    // A person who plays all seats may analyse, but spectators may not.
    host.begin("checkers", &["here", "here"], json!({}));
    host.send(&ask);
    host.until("analysis", |found| !found["lines"].as_array().unwrap().is_empty());
    assert_eq!(watch.refused(&ask), "not_now");
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
fn who_does_not_see_the_hand_on_turn_observes() {
    let old = "id name old|option name Game type combo default keezen var keezen\
               |option name UGI_Extensions type string default seats,chance,views|ugiok";
    let old = toy(&format!("--say 'uginewgame=' --say 'ugi={old}'"));
    let table = TestTable::start(&["--engine", &format!("own={}", engine()), "--engine", &old]);
    let mut host = table.host();
    host.begin("keezen", &["here", "link", "link", "link"], json!({ "seed": 7 }));
    host.send(&json!({ "do": "allow", "analysis": true }));
    let mut guests: Vec<Browser> = [2, 3, 4, 0].iter().map(|seat| Browser::at(&host.link(*seat))).collect();
    let turn = host.turn().unwrap();
    let ask = json!({ "do": "analyse" });
    let found = |browser: &mut Browser| {
        browser.settle(|browser| browser.table["allow"]["analysis"] == true);
        browser.send(&ask);
        browser.until("analysis", |found| found["lines"][0]["score"].is_object())
    };
    for (index, guest) in guests.iter_mut().enumerate() {
        let line = &found(guest)["lines"][0];
        // Only the seat to move gets a search of its own moves, without a standard error.
        assert_eq!(line["err"].is_u64(), index + 2 != turn, "{line}");
        let legal = guest.legal();
        assert_eq!(legal.iter().any(|token| line["pv"][0] == token.as_str()), index + 2 == turn);
    }
    assert!(turn > 1, "p1 has to pass with this seed");
    assert!(found(&mut host)["lines"][0]["err"].is_u64());
    // An engine without the extension cannot help, but it stays usable.
    host.send(&json!({ "do": "analyse", "engine": "toy" }));
    assert_eq!(host.until("analysis", |found| found["done"] == true)["error"], "not_your_turn");
    assert!(found(&mut host)["lines"][0]["err"].is_u64());
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
    let owner = table.owner();
    let (status, head, body) = table.request(&format!("{}rules/{game}/en", owner.path), &owner.headers());
    assert_eq!(status, 200, "{body}");
    assert!(head.to_lowercase().contains("content-type: text/html"));
    assert!(body.contains("<h1>A &amp; B</h1>") && body.contains("two  blanks") && !body.contains("<script"), "{body}");
}
