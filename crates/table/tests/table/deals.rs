//! Fair deals: the exchange before the first chance event, and what is shown after the game.

use super::common::*;
use super::forgeries::{accepted, refused};
use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::process::Command;
use ugi::{Client, Query};

fn bytes(hex: &Value) -> Vec<u8> {
    HEXLOWER.decode(hex.as_str().unwrap().as_bytes()).unwrap()
}

pub fn digest(parts: &[&[u8]]) -> String {
    HEXLOWER.encode(&Sha256::digest(parts.concat()))
}

/// Returns the bits of a seat in these tests.
pub fn bits(seat: usize) -> String {
    format!("{seat:032x}")
}

fn commitment(id: &Value, seat: usize) -> String {
    digest(&[b"speltafel-bits-1", &bytes(id), &[seat as u8], &bytes(&json!(bits(seat)))])
}

fn commit_request(browser: &Browser, seat: usize) -> Value {
    commit_to(&browser.deal["id"], seat)
}

fn commit_to(id: &Value, seat: usize) -> Value {
    json!({ "do": "commit", "id": id, "seat": seat, "commitment": commitment(id, seat) })
}

fn bits_request(browser: &Browser, seat: usize) -> Value {
    json!({ "do": "bits", "id": browser.deal["id"], "seat": seat, "bits": bits(seat) })
}

/// Waits until the server asks for commitments, and sends that of the seat.
fn commit(browser: &mut Browser, seat: usize) {
    browser.settle(|browser| browser.deal["asks"] == "commit");
    browser.send(&commit_request(browser, seat));
}

/// Waits until the server asks for bits, and sends those of the seat.
fn give(browser: &mut Browser, seat: usize) {
    browser.settle(|browser| browser.deal["asks"] == "bits");
    browser.send(&bits_request(browser, seat));
}

/// Starts a table with the host and guests at these seats, who all take part in fair deals.
fn at_table<const N: usize>(table: &TestTable, guests: [usize; N]) -> (Browser, [Browser; N]) {
    let host = Browser::fair(&table.owner());
    let guests = guests.map(|seat| fair_guest(&host, seat));
    (host, guests)
}

/// Opens the link of a seat with a browser that takes part in fair deals.
fn fair_guest(host: &Browser, seat: usize) -> Browser {
    Browser::fair(&Visitor::guest(&host.link(seat)))
}

/// Begins a game in which the host plays seat 1 and a guest plays seat 2.
fn begin(host: &mut Browser) {
    host.begin("querbeet", &["here", "link"], json!({}));
    host.settle(|host| host.deal["asks"] == "commit");
}

fn seats(deal: &Value) -> Vec<u64> {
    deal["shares"].as_array().unwrap().iter().map(|share| share["seat"].as_u64().unwrap()).collect()
}

fn resign(browser: &mut Browser) {
    browser.send(&json!({ "do": "resign" }));
    browser.settle(|browser| browser.is_over() && browser.deal["secret"] != Value::Null);
}

/// Checks every number of a deal that has been shown, and draws its events again.
fn assert_fair(browser: &Browser, givers: &[usize]) {
    let deal = &browser.deal;
    let [id, secret] = ["id", "secret"].map(|key| bytes(&deal[key]));
    assert_eq!(deal["commitment"], digest(&[b"speltafel-deal-1", &id, &secret]));
    let all = (1..=2).map(|seat| if givers.contains(&seat) { bytes(&json!(bits(seat))) } else { vec![0; 16] });
    let all: Vec<u8> = all.collect::<Vec<_>>().concat();
    let shares: Vec<Value> = givers
        .iter()
        .map(|seat| json!({ "seat": seat, "commitment": commitment(&deal["id"], *seat), "bits": bits(*seat) }))
        .collect();
    assert_eq!(deal["shares"], json!(shares));
    let tokens: Vec<&str> =
        browser.table["tokens"].as_array().unwrap().iter().map(|token| token.as_str().unwrap()).collect();
    let events: Vec<usize> = (0..tokens.len()).filter(|at| tokens[*at].starts_with("!deal/")).collect();
    let draws = deal["draws"].as_array().unwrap();
    assert_eq!(json!(events), draws.iter().map(|draw| draw["at"].clone()).collect::<Value>());
    let mut referee = Client::start(&mut Command::new(engine())).unwrap();
    referee.set_option("Game", browser.game["game"].as_str().unwrap()).unwrap();
    for ((draw, at), index) in draws.iter().zip(events).zip(0_u64..) {
        let mut mac = Hmac::<Sha256>::new_from_slice(&secret).unwrap();
        [&id[..], &all, &index.to_be_bytes()].iter().for_each(|part| mac.update(part));
        let seed = u64::from_be_bytes(mac.finalize().into_bytes()[..8].try_into().unwrap());
        assert_eq!(draw["seed"], seed.to_string());
        let moves = if at == 0 { String::new() } else { format!(" moves {}", tokens[..at].join(" ")) };
        referee.send(&format!("position startpos{moves}")).unwrap();
        assert_eq!(referee.ask_word(Query::Draw(seed)).unwrap(), tokens[at]);
    }
}

#[test]
fn every_event_follows_from_the_secret_and_the_bits_of_all() {
    let table = TestTable::start(&[]);
    let (mut host, [mut guest]) = at_table(&table, [2]);
    begin(&mut host);
    assert_eq!((seats(&host.deal), &host.deal["waits"]), (vec![1, 2], &json!([1, 2])));
    assert_eq!((host.at_token(), &host.table["turn"]), (0, &json!("chance")));
    guest.settle(|guest| guest.deal == host.deal);
    commit(&mut guest, 2);
    // Nobody can send bits before all have committed, and nobody can send those of another.
    assert_eq!(guest.refused(&bits_request(&guest, 2)), "stale");
    assert_eq!(guest.refused(&commit_request(&guest, 1)), "no_seat");
    host.settle(|host| host.deal["waits"] == json!([1]));
    commit(&mut host, 1);
    give(&mut guest, 2);
    host.settle(|host| host.deal["waits"] == json!([1]) && host.deal["asks"] == "bits");
    let mut other = bits_request(&host, 1);
    other["bits"] = json!(bits(7));
    assert_eq!(host.refused(&other), "stale");
    other["bits"] = json!("7");
    assert_eq!(host.refused(&other), "bad_message");
    assert!(host.traffic.iter().all(|text| !text.contains(&bits(2))), "the bits are shown after the game");
    give(&mut host, 1);
    host.settle(|host| host.at_token() == 1);
    assert_eq!(host.game["hidden"], true);
    guest.settle(|guest| guest.at_token() == 1 && guest.deal["asks"] == Value::Null);
    assert_eq!((&guest.deal["secret"], &guest.deal["draws"]), (&Value::Null, &json!([])));
    resign(&mut host);
    assert_fair(&host, &[1, 2]);
    guest.settle(|guest| guest.deal == host.deal);
    // Another game has another secret.
    begin(&mut host);
    assert!(guest.deal["id"] != host.deal["id"] && guest.deal["commitment"] != host.deal["commitment"]);
}

#[test]
fn a_player_who_leaves_the_exchange_does_not_choose_the_deal() {
    let table = TestTable::start(&[]);
    let (mut host, [mut guest]) = at_table(&table, [2]);
    begin(&mut host);
    let before = host.deal.clone();
    commit(&mut host, 1);
    commit(&mut guest, 2);
    give(&mut host, 1);
    guest.settle(|guest| guest.deal["waits"] == json!([2]) && guest.deal["asks"] == "bits");
    guest.close();
    host.settle(|host| host.deal["id"] != before["id"]);
    assert_eq!((seats(&host.deal), &host.deal["asks"]), (vec![1], &json!("commit")));
    assert_ne!(host.deal["commitment"], before["commitment"]);
    assert_eq!((&before["again"], &host.deal["again"]), (&json!([]), &json!([{ "id": before["id"], "left": [2] }])));
    // Whoever comes now gave no bits.
    let mut guest = fair_guest(&host, 2);
    assert_eq!(guest.deal["waits"], json!([1]));
    assert_eq!(guest.refused(&commit_request(&guest, 2)), "stale");
    commit(&mut host, 1);
    give(&mut host, 1);
    host.settle(|host| host.at_token() == 1);
    resign(&mut host);
    assert_fair(&host, &[1]);
    let line = format!("\nagain {} 2\n", before["id"].as_str().unwrap());
    assert!(export(&mut host).contains(&line), "the record names the exchange that was broken off");
}

#[test]
fn another_game_does_not_hide_an_exchange() {
    let table = TestTable::start(&[]);
    let (mut host, [mut guest]) = at_table(&table, [2]);
    let mut again = Vec::new();
    for _ in 0..2 {
        begin(&mut host);
        assert_eq!(host.deal["again"], json!(again));
        guest.settle(|guest| guest.deal["id"] == host.deal["id"]);
        commit(&mut host, 1);
        commit(&mut guest, 2);
        give(&mut host, 1);
        host.settle(|host| host.deal["asks"] == "bits" && host.deal["waits"] == json!([2]));
        again.push(json!({ "id": host.deal["id"], "left": [] }));
    }
    // Nobody gives bits in this one.
    begin(&mut host);
    assert_eq!(host.deal["again"], json!(again));
    let before = host.deal["id"].clone();
    begin(&mut host);
    host.settle(|host| host.deal["id"] != before);
    guest.settle(|guest| guest.deal == host.deal);
    commit(&mut host, 1);
    commit(&mut guest, 2);
    give(&mut host, 1);
    give(&mut guest, 2);
    host.settle(|host| host.at_token() == 1);
    assert_eq!(host.deal["again"], json!(again));
    resign(&mut host);
    begin(&mut host);
    assert_eq!(host.deal["again"], json!([]), "the secret of the last deal is known");
}

#[test]
fn the_host_need_not_wait() {
    let table = TestTable::start(&[]);
    let (mut host, [mut guest]) = at_table(&table, [2]);
    assert_eq!(host.refused(&json!({ "do": "deal" })), "not_now");
    begin(&mut host);
    let before = host.deal.clone();
    assert_eq!(guest.refused(&json!({ "do": "deal" })), "not_host");
    commit(&mut host, 1);
    host.settle(|host| host.deal["waits"] == json!([2]));
    host.send(&json!({ "do": "deal" }));
    host.settle(|host| host.deal["id"] != before["id"]);
    assert_eq!((seats(&host.deal), &host.deal["again"]), (vec![1], &json!([])), "nobody had sent bits");
    // If somebody else gets the seat, nobody is awaited any more.
    host.send(&json!({ "do": "seat", "seat": 1, "who": "engine", "nodes": 1 }));
    host.settle(|host| host.at_token() > 0 && seats(&host.deal).is_empty());
    assert_eq!(host.refused(&json!({ "do": "deal" })), "not_now");
}

#[test]
fn a_deal_waits_for_guests_who_have_never_come() {
    let table = TestTable::start(&[]);
    let (mut host, []) = at_table(&table, []);
    begin(&mut host);
    assert_eq!(host.deal["waits"], json!([1, 2]));
    commit(&mut host, 1);
    host.settle(|host| host.deal["waits"] == json!([2]));
    assert_eq!((host.at_token(), &host.deal["asks"]), (0, &json!("commit")));
    let mut guest = fair_guest(&host, 2);
    commit(&mut guest, 2);
    give(&mut host, 1);
    give(&mut guest, 2);
    host.settle(|host| host.at_token() == 1);
    // Nobody waits for a guest who is away.
    guest.close();
    host.settle(|host| host.table["seats"][1]["online"] == false);
    begin(&mut host);
    assert_eq!((seats(&host.deal), &host.deal["waits"]), (vec![1], &json!([1])));
    // Nobody has come with a new link.
    host.send(&json!({ "do": "renew", "role": "seat", "seat": 2 }));
    host.sync();
    begin(&mut host);
    host.settle(|host| host.deal["waits"] == json!([1, 2]));
    commit(&mut host, 1);
    host.send(&json!({ "do": "deal" }));
    host.settle(|host| host.deal["waits"] == json!([1]));
    commit(&mut host, 1);
    give(&mut host, 1);
    host.settle(|host| host.at_token() == 1 && seats(&host.deal) == [1]);
}

#[test]
fn who_comes_during_the_exchange_takes_part() {
    let table = TestTable::start(&[]);
    let (mut host, [guest]) = at_table(&table, [2]);
    guest.close();
    host.begin("keezen", &["here", "link", "link", "link"], json!({}));
    host.settle(|host| host.deal["waits"] == json!([1, 3, 4]));
    let before = host.deal.clone();
    commit(&mut host, 1);
    let mut guest = fair_guest(&host, 2);
    host.settle(|host| host.deal["waits"] == json!([2, 3, 4]));
    assert_eq!((&host.deal["id"], seats(&host.deal)), (&before["id"], vec![1, 2, 3, 4]));
    // Nobody waits for a guest in whose place an engine plays, nor for one whose seat another player gets.
    host.send(&json!({ "do": "standin", "seat": 3, "on": true }));
    host.send(&json!({ "do": "seat", "seat": 4, "who": "engine", "nodes": 1 }));
    host.settle(|host| host.deal["waits"] == json!([1, 2]));
    assert_ne!(host.deal["id"], before["id"]);
    commit(&mut host, 1);
    guest.settle(|guest| guest.deal["waits"] == json!([2]));
    commit(&mut guest, 2);
    give(&mut host, 1);
    // Now it is too late, because the server knows bits of others.
    let third = fair_guest(&host, 3);
    guest.settle(|guest| guest.table["seats"][2]["online"] == true && guest.deal["waits"] == json!([2]));
    give(&mut guest, 2);
    host.settle(|host| host.at_token() > 0);
    assert_eq!(seats(&host.deal), [1, 2]);
    third.close();
}

#[test]
fn the_first_browser_of_a_seat_counts() {
    let table = TestTable::start(&[]);
    let (mut host, [mut guest, mut second]) = at_table(&table, [2, 2]);
    begin(&mut host);
    commit(&mut guest, 2);
    second.settle(|second| second.deal["waits"] == json!([1]));
    assert_eq!(second.refused(&commit_request(&second, 2)), "stale");
    commit(&mut host, 1);
    give(&mut host, 1);
    host.settle(|host| host.deal["waits"] == json!([2]) && host.deal["asks"] == "bits");
    // Only the first browser knows the bits. Without it, the seat leaves the exchange.
    guest.close();
    second.settle(|second| seats(&second.deal) == [1]);
}

#[test]
fn lots_do_not_wait_for_a_browser_that_has_left() {
    let table = TestTable::start(&[]);
    let (mut host, [mut guest, second]) = at_table(&table, [2, 2]);
    host.begin("checkers", &["here", "link"], json!({}));
    host.send(&json!({ "do": "lots" }));
    let [before, _] = [&mut host, &mut guest].map(|browser| {
        browser.settle(|browser| browser.evening["lots"]["asks"] == "commit");
        browser.evening["lots"]["id"].clone()
    });
    guest.send(&commit_to(&before, 2));
    host.settle(|host| host.evening["lots"]["waits"] == json!([1]));
    // Only this browser knows the bits of the seat, which is still open in another one.
    guest.close();
    host.settle(|host| host.evening["lots"]["id"] != before && host.evening["lots"]["waits"] == json!([1, 2]));
    second.close();
}

#[test]
fn browsers_that_do_not_answer_are_not_asked() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("querbeet", &["here", "link"], json!({}));
    host.settle(|host| host.deal["waits"] == json!([2]));
    // The guest's browser does not answer either, but the guest has come.
    let guest = Browser::at(&host.link(2));
    host.settle(|host| host.at_token() == 1 && host.deal["asks"] == Value::Null);
    assert_eq!((seats(&host.deal), &host.deal["from"]), (vec![], &json!(0)));
    resign(&mut host);
    assert_fair(&host, &[]);
    guest.close();
    // A game without chance events has no deal.
    let mut host = Browser::fair(&table.owner());
    host.traffic.clear();
    host.begin("checkers", &["here", "here"], json!({}));
    host.play("11-15");
    assert!(host.traffic.iter().all(|text| !text.contains(r#""is":"deal""#)));
}

#[test]
fn a_shown_secret_deals_nothing_new() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("querbeet", &["here", "engine"], json!({}));
    resign(&mut host);
    let shown = host.deal.clone();
    let line = format!("startpos moves {}", host.table["tokens"][0].as_str().unwrap());
    // One person may play the same deal again, and everybody is told.
    host.send(&json!({ "do": "again", "same": true }));
    host.settle(|host| host.deal["repeated"] == true);
    assert_eq!((&host.deal["id"], &host.deal["secret"]), (&shown["id"], &Value::Null));
    // The deal that somebody has seen is never dealt to a guest.
    for who in ["link", "open"] {
        assert_eq!(host.refused(&json!({ "do": "seat", "seat": 2, "who": who })), "revealed");
    }
    resign(&mut host);
    host.begin("querbeet", &["here", "engine"], json!({}));
    host.send(&json!({ "do": "seat", "seat": 2, "who": "link" }));
    host.settle(|host| host.table["seats"][1]["who"] == "link" && host.table["you"]["redeal"] == false);
    assert_eq!(host.refused(&json!({ "do": "again", "same": true, "sure": true })), "revealed");
    assert_eq!(host.refused(&json!({ "do": "setup", "text": line })), "revealed");
    host.send(&json!({ "do": "seat", "seat": 2, "who": "engine" }));
    host.send(&json!({ "do": "setup", "text": line }));
    host.settle(|host| host.deal["from"] == 1);
    assert_ne!(host.deal["id"], shown["id"]);
    assert_eq!(host.deal["repeated"], true);
}

#[test]
fn everybody_knows_that_the_host_has_chosen_the_seed() {
    let table = TestTable::start(&[]);
    let (mut host, [mut guest]) = at_table(&table, [2]);
    host.begin("querbeet", &["here", "link"], json!({ "seed": 5 }));
    assert_eq!(host.at_token(), 1);
    let mut spectator = Browser::at(&host.link(0));
    for browser in [&mut host, &mut guest, &mut spectator] {
        browser.settle(|browser| browser.deal["chosen"] == true);
        assert_eq!(browser.deal["id"], Value::Null);
    }
    assert!(guest.traffic.iter().all(|text| !text.contains(r#""seed":5"#)));
}

fn export(browser: &mut Browser) -> String {
    browser.send(&json!({ "do": "export", "format": "transcript" }));
    browser.until("export", |_| true)["text"].as_str().unwrap().to_string()
}

/// Returns what a page that has sent the bits of these seats keeps of the deal, without the views.
fn seen_deal(browser: &Browser, own: &[usize]) -> String {
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let Browser { deal, table, game, .. } = browser;
    let mut lines = vec![format!("game {}", text(&game["game"]))];
    let options = table["options"].as_object().unwrap();
    lines.extend(options.iter().map(|(name, value)| format!("option {name} {}", text(value))));
    lines.extend((1..=table["seats"].as_array().unwrap().len()).map(|seat| format!("seat {seat}")));
    lines.push(format!("deal {} - {} {}", text(&deal["id"]), text(&deal["commitment"]), deal["from"]));
    for seat in seats(deal) {
        let bits = if own.contains(&(seat as usize)) { bits(seat as usize) } else { "-".to_string() };
        lines.push(format!("bits {seat} {bits} {}", commitment(&deal["id"], seat as usize)));
    }
    lines.join("\n") + "\n"
}

#[test]
fn an_exported_game_is_dealt_again() {
    let table = TestTable::start(&[]);
    let (mut host, []) = at_table(&table, []);
    host.begin("keezen", &["here", "here", "here", "engine"], json!({}));
    (1..=3).for_each(|seat| commit(&mut host, seat));
    (1..=3).for_each(|seat| give(&mut host, seat));
    let opening = host.table["line"].clone();
    host.settle(|host| host.at_token() > 0);
    assert!(!export(&mut host).contains("\ndeal "), "the secret is shown after the game");
    while host.table["tokens"].as_array().unwrap().iter().filter(|token| is_deal(token)).count() < 2 {
        host.settle(|host| !host.legal().is_empty());
        host.play_first();
    }
    host.settle(|host| !host.legal().is_empty());
    let views = [&opening, &host.table["line"], &host.table["public"]["line"]].map(|line| line.as_str().unwrap());
    let seen = format!("{}{}\n", seen_deal(&host, &[1, 2, 3]), views.join("\n"));
    resign(&mut host);
    // If nobody can play after the second deal, there is another one.
    let events = host.table["tokens"].as_array().unwrap().iter().filter(|token| is_deal(token)).count();
    let text = export(&mut host);
    assert!(accepted(&text, Some(&seen)).contains("the same as what the page saw, in 3 views\n"));
    let said = accepted(&text, None);
    assert!(said.contains(&format!("commitment {}\n", host.deal["commitment"].as_str().unwrap())), "{said}");
    assert!(said.contains("seats 1, 2, 3\n") && said.contains(&format!("{events} events drawn again\n")), "{said}");
    let hands: Vec<&str> = text.split_once("!deal/").unwrap().1.split(' ').next().unwrap().split('/').collect();
    let swapped = [hands[1], hands[0], hands[2], hands[3]].join("/");
    let without = |start: &str| text.lines().filter(|line| !line.starts_with(start)).collect::<Vec<_>>().join("\n");
    let tokens = host.table["tokens"].as_array().unwrap();
    let second = tokens.iter().rposition(is_deal).unwrap();
    let far = usize::MAX;
    for (altered, part) in [
        (text.replace(&hands.join("/"), &swapped), "draw 0: the game has !deal/"),
        (text.replace(&bits(2), &bits(5)), "the bits of seat 2 are not those to which it committed"),
        (without("bits 2"), "draw 0: the seed is"),
        (
            without(&format!("draw {second} ")),
            &format!("do not fit the chance events of the game, from token {}", second + 1),
        ),
        (without("deal "), "the line `deal ...` is missing"),
        (without("game "), "the line `game NAME` is missing"),
        // The server cannot draw until it likes the event.
        (text.replace("draw 0 ", "draw - "), "expected `draw TOKENS SEED`"),
        (
            text.replace(
                &format!("{} 0\n", host.deal["commitment"].as_str().unwrap()),
                &format!("{} {far}\n", host.deal["commitment"].as_str().unwrap()),
            )
            .replace("draw 0 ", &format!("draw {far} ")),
            &format!("the opening has {far} tokens"),
        ),
    ] {
        refused(&altered, None, part);
    }
    // Nobody can go on with a deal whose secret has been shown: an imported game has a new one.
    let shown = host.deal["id"].clone();
    host.send(&json!({ "do": "import", "format": "transcript", "text": text }));
    host.settle(|host| host.table["paused"] == true);
    assert!(!export(&mut host).contains(shown.as_str().unwrap()));
}

fn is_deal(token: &Value) -> bool {
    token.as_str().unwrap().starts_with("!deal/")
}

#[test]
fn a_deal_survives_a_restart() {
    let mut table = TestTable::start(&[]);
    let owner = table.owner();
    let mut host = Browser::fair(&owner);
    host.begin("querbeet", &["here", "here"], json!({}));
    (1..=2).for_each(|seat| commit(&mut host, seat));
    (1..=2).for_each(|seat| give(&mut host, seat));
    host.settle(|host| host.at_token() == 1 && host.deal["asks"] == Value::Null);
    table.restart();
    let mut again = Browser::fair(&owner);
    assert_eq!((again.at_token(), &again.deal), (1, &host.deal));
    resign(&mut again);
    assert_fair(&again, &[1, 2]);
    // The bits of an exchange that was interrupted are lost with the page's connection. It begins again when the page
    // is back.
    again.begin("querbeet", &["here", "here"], json!({}));
    commit(&mut again, 1);
    again.settle(|again| again.deal["waits"] == json!([2]));
    table.restart();
    let mut spectator = Browser::at(&again.link(0));
    assert_eq!((spectator.at_token(), &spectator.deal), (0, &again.deal));
    let mut host = Browser::fair(&owner);
    host.settle(|host| host.deal["asks"] == "commit" && host.deal["id"] != again.deal["id"]);
    (1..=2).for_each(|seat| commit(&mut host, seat));
    (1..=2).for_each(|seat| give(&mut host, seat));
    host.settle(|host| host.at_token() == 1);
    resign(&mut host);
    assert_fair(&host, &[1, 2]);
    spectator.settle(|spectator| spectator.deal == host.deal);
}

/// Returns what the players must send now for lots, if anything, and the seats whose answer is missing.
fn lots_wait(browser: &Browser) -> [&Value; 2] {
    ["asks", "waits"].map(|field| &browser.evening["lots"][field])
}

/// Sends the answer of a seat for lots.
fn answer_lots(browser: &mut Browser, seat: usize, asks: &str) {
    browser.settle(|browser| lots_wait(browser)[0] == asks);
    let id = browser.evening["lots"]["id"].clone();
    let bits = json!({ "do": "bits", "id": id, "seat": seat, "bits": bits(seat) });
    browser.send(&if asks == "commit" { commit_to(&id, seat) } else { bits });
}

/// Checks the numbers of lots for two seats, and draws them again.
fn assert_fair_lots(browser: &Browser, givers: &[usize]) {
    let Value::Object(lots) = &browser.evening["lots"] else { panic!("{}", browser.evening) };
    let [id, secret] = ["id", "secret"].map(|key| bytes(&lots[key]));
    assert_eq!(lots["commitment"], digest(&[b"speltafel-deal-1", &id, &secret]));
    let shares: Vec<Value> = givers
        .iter()
        .map(|seat| json!({ "seat": seat, "commitment": commitment(&lots["id"], *seat), "bits": bits(*seat) }))
        .collect();
    assert_eq!(lots["shares"], json!(shares));
    let all = (1..=2).map(|seat| if givers.contains(&seat) { bytes(&json!(bits(seat))) } else { vec![0; 16] });
    let mut mac = Hmac::<Sha256>::new_from_slice(&secret).unwrap();
    [&id[..], &all.collect::<Vec<_>>().concat(), &[0; 8]].iter().for_each(|part| mac.update(part));
    let odd = mac.finalize().into_bytes()[7] & 1 == 1;
    assert_eq!(browser.evening["order"], if odd { json!([1, 2]) } else { json!([2, 1]) });
}

#[test]
fn lots_follow_from_the_secret_and_the_bits_of_all() {
    let table = TestTable::start(&[]);
    let (mut host, [mut guest]) = at_table(&table, [2]);
    host.begin("checkers", &["here", "link"], json!({}));
    host.send(&json!({ "do": "lots" }));
    host.settle(|host| lots_wait(host) == [&json!("commit"), &json!([1, 2])]);
    assert_eq!((&host.evening["order"], &host.evening["lots"]["secret"]), (&json!([]), &Value::Null));
    assert_eq!(host.refused(&json!({ "do": "again", "sure": true })), "not_now");
    for asks in ["commit", "bits"] {
        answer_lots(&mut host, 1, asks);
        host.settle(|host| lots_wait(host) == [&json!(asks), &json!([2])]);
        answer_lots(&mut guest, 2, asks);
    }
    host.settle(|host| lots_wait(host) == [&Value::Null, &json!([])]);
    assert_fair_lots(&host, &[1, 2]);
    assert_eq!(host.until("notice", |_| true)["code"], "lots_drawn");
    guest.settle(|guest| guest.evening == host.evening);
    // They are kept until the next game begins.
    assert_eq!(Browser::at(&host.link(0)).evening, host.evening);
}

#[test]
fn lots_wait_for_nobody_who_leaves() {
    let mut table = TestTable::start(&[]);
    let owner = table.owner();
    let (mut host, [guest]) = at_table(&table, [2]);
    host.begin("checkers", &["here", "link"], json!({}));
    host.resign();
    host.send(&json!({ "do": "lots" }));
    host.settle(|host| lots_wait(host)[1] == &json!([1, 2]));
    guest.close();
    host.settle(|host| lots_wait(host)[1] == &json!([1]));
    // After a restart, the exchange begins again when a player is back.
    answer_lots(&mut host, 1, "commit");
    host.settle(|host| lots_wait(host) == [&json!("bits"), &json!([1])]);
    let id = host.evening["lots"]["id"].clone();
    table.restart();
    let mut host = Browser::fair(&owner);
    host.settle(|host| lots_wait(host) == [&json!("commit"), &json!([1])]);
    assert_ne!(host.evening["lots"]["id"], id);
    ["commit", "bits"].iter().for_each(|asks| answer_lots(&mut host, 1, asks));
    host.settle(|host| lots_wait(host)[0].is_null());
    assert_fair_lots(&host, &[1]);
    // Whoever is ready waits for the lots, but the host need not. Nobody is ready for the drawn seats.
    host.send(&json!({ "do": "lots" }));
    host.settle(|host| lots_wait(host) == [&json!("commit"), &json!([1])]);
    host.send(&json!({ "do": "ready" }));
    host.settle(|host| host.evening["ready"] == json!([1]));
    assert!(host.is_over());
    host.send(&json!({ "do": "deal" }));
    host.settle(|host| lots_wait(host)[0].is_null());
    assert_eq!((&host.evening["ready"], host.is_over()), (&json!([]), true));
    host.send(&json!({ "do": "ready" }));
    host.settle(|host| !host.is_over());
}
