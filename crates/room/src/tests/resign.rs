//! Resignations: in a game of teams the partners who are there must agree, and everybody learns who resigned.

use super::table::*;
use serde_json::{Value, json};

fn resign() -> Value {
    json!({ "do": "resign" })
}

fn answer(accept: bool) -> Value {
    json!({ "do": "answer", "accept": accept, "what": "resign" })
}

/// Begins Keezen with a host in seat 1 and guests in the other seats, of whom those in `absent` do not open their link.
fn keezen(table: &TestTable, seed: u64, options: Value, absent: &[usize]) -> (Browser, Vec<Browser>) {
    let mut host = table.host();
    host.begin("keezen", &["here", "link", "link", "link"], json!({ "seed": seed, "options": options }));
    let present = (2..=4).filter(|seat| !absent.contains(seat));
    let guests: Vec<Browser> = present.map(|seat| Browser::at(&host.link(seat))).collect();
    let joined =
        |host: &Browser| host.table["seats"].as_array().unwrap().iter().filter(|seat| seat["online"] == true).count();
    host.settle(|host| joined(host) == 4 - absent.len());
    (host, guests)
}

/// Returns the seat that chose the last token.
fn last_mover(browser: &Browser) -> Value {
    browser.table["movers"].as_array().unwrap().last().unwrap().clone()
}

#[test]
fn the_partner_has_to_agree() {
    let table = TestTable::start();
    let (mut host, mut guests) = keezen(&table, 3, json!({}), &[]);
    let mut watcher = Browser::at(&host.link(0));
    host.send(&resign());
    guests[1].settle(|partner| partner.table["offers"] == json!([{ "what": "resign", "seat": 1, "waits": [3] }]));
    // It is a matter of the team.
    for other in [&mut watcher, &mut guests[0]] {
        other.sync();
        assert_eq!(other.table["offers"], json!([]));
    }
    assert_eq!(guests[0].refused(&answer(true)), "no_offer");
    assert_eq!(host.refused(&resign()), "not_now");
    guests[1].send(&answer(false));
    host.until("notice", |notice| notice["code"] == "resign_refused");
    assert_eq!(host.refused(&resign()), "refused");
    assert!(guests[0].sync().iter().all(|message| message["is"] != "notice"));
    // After another move the team can think again, and a move does not withdraw the request.
    let (at, turn) = (host.at_token(), host.turn().unwrap());
    let mover = if turn == 1 { &mut host } else { &mut guests[turn - 2] };
    mover.settle(|mover| !mover.legal().is_empty());
    mover.play_first();
    host.wait_past(at);
    host.send(&resign());
    guests[1].settle(|partner| partner.table["offers"][0]["seat"] == 1);
    let (at, turn) = (host.at_token(), host.turn().unwrap());
    let mover = if turn == 1 { &mut host } else { &mut guests[turn - 2] };
    mover.settle(|mover| mover.at_token() == at && !mover.legal().is_empty());
    mover.play_first();
    guests[1].send(&answer(true));
    for browser in [&mut host, &mut watcher].into_iter().chain(&mut guests) {
        browser.settle(Browser::is_over);
        assert_eq!((&browser.table["result"], &browser.table["reason"]), (&json!("p2win"), &json!("resign")));
        assert_eq!(last_mover(browser), 1);
    }
}

#[test]
fn engines_and_people_who_are_away_are_not_asked() {
    let table = TestTable::start();
    let (mut host, _guests) = keezen(&table, 4, json!({}), &[3]);
    host.send(&resign());
    host.settle(Browser::is_over);
    let mut host = table.host();
    host.begin("keezen", &["here", "link", "engine", "link"], json!({ "seed": 13 }));
    host.send(&resign());
    host.settle(Browser::is_over);
    // The partner leaves instead of answering.
    let (mut host, mut guests) = keezen(&table, 5, json!({}), &[]);
    host.send(&resign());
    guests[1].settle(|partner| partner.table["offers"][0]["seat"] == 1);
    guests.remove(1).close();
    host.settle(Browser::is_over);
}

#[test]
fn a_hidden_partner_stays_hidden() {
    let table = TestTable::start();
    let (mut host, mut guests) = keezen(&table, 6, json!({ "Keezen.Partners": "hidden" }), &[]);
    assert_eq!(host.table["teams"], Value::Null);
    host.send(&resign());
    let all = json!([{ "what": "resign", "seat": 1, "waits": [2, 3, 4] }]);
    // All see it before the first answer changes it.
    guests.iter_mut().for_each(|guest| guest.settle(|guest| guest.table["offers"] == all));
    guests.iter_mut().for_each(|guest| guest.send(&answer(true)));
    host.settle(Browser::is_over);
    assert_eq!(last_mover(&host), 1);
}

#[test]
fn a_person_who_has_gone_need_not_answer_a_takeback() {
    let table = TestTable::start();
    let begin = || {
        let (mut host, guest) = two(&table, json!({}));
        host.play("11-15");
        (host, guest)
    };
    let undo = json!({ "do": "undo" });
    // The guest leaves before the request, and then after it.
    let (mut host, guest) = begin();
    guest.close();
    host.settle(|host| host.table["seats"][1]["online"] == false);
    host.send(&undo);
    host.settle(|host| host.at_token() == 0);
    let (mut host, mut guest) = begin();
    host.send(&undo);
    guest.settle(|guest| guest.table["offers"][0]["seat"] == 1);
    guest.close();
    host.settle(|host| host.at_token() == 0);
}

#[test]
fn a_declined_request_is_not_repeated() {
    let table = TestTable::start();
    let (mut host, mut guest) = two(&table, json!({}));
    host.play("11-15");
    for what in ["undo", "draw"] {
        let request = json!({ "do": "offer", "what": what });
        host.send(&request);
        guest.settle(|guest| guest.table["offers"][0]["what"] == what);
        guest.send(&json!({ "do": "answer", "accept": false }));
        host.until("notice", |_| true);
        assert_eq!(host.refused(&request), "refused");
        assert!(guest.sync().iter().filter(|message| message["is"] == "notice").count() <= 1);
    }
    assert_eq!(host.table["you"]["undo"], false);
    // The same move, after an answer to it; then another move.
    guest.play_first();
    host.wait_past(1);
    assert_eq!(host.refused(&json!({ "do": "undo" })), "refused");
    host.play_first();
    assert_eq!(host.table["you"]["undo"], true);
}
