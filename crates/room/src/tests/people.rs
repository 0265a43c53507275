//! Several people at one table: offers, takebacks, clocks, changes of seats and reloaded pages.

use super::table::*;
use serde_json::{Value, json};

#[test]
fn stale_foreign_and_illegal_moves_change_nothing() {
    let table = TestTable::start();
    let (mut host, mut guest) = two(&table, json!({}));
    let play = |token: &str, at: u64| json!({ "do": "move", "token": token, "at": at });
    assert_eq!(guest.refused(&play("22-18", 0)), "not_your_turn");
    assert_eq!(host.refused(&play("11-15", 1)), "stale");
    for token in ["11-16x", "", "resign", "!end/p1win/time", "11-15 22-18", "11-15\nquit", "moves"] {
        assert_eq!(host.refused(&play(token, 0)), "illegal_move", "{token:?}");
    }
    host.play("11-15");
    guest.wait_past(0);
    // A move that is sent twice is played only once.
    guest.send(&play("22-18", 1));
    assert_eq!(guest.refused(&play("22-18", 1)), "not_your_turn");
    guest.settle(|guest| guest.at_token() == 2);
}

#[test]
fn a_draw_needs_both_players() {
    let table = TestTable::start();
    let (mut host, mut guest) = two(&table, json!({}));
    let (offer, yes, no) = (
        json!({ "do": "offer", "what": "draw" }),
        json!({ "do": "answer", "accept": true }),
        json!({ "do": "answer", "accept": false }),
    );
    assert_eq!(host.refused(&yes), "no_offer");
    guest.send(&offer);
    host.settle(|host| host.table["offers"] == json!([{ "what": "draw", "seat": 2, "waits": [1] }]));
    assert_eq!(guest.refused(&yes), "no_offer");
    host.send(&no);
    let notice = guest.until("notice", |_| true);
    assert_eq!((notice["code"].as_str(), &notice["args"]), (Some("draw_refused"), &json!(1)));
    guest.settle(|guest| guest.table["offers"][0].is_null());
    host.settle(|host| host.table["offers"][0].is_null());
    // If the other player moves instead of answering, the offer is withdrawn.
    host.play("11-15");
    guest.wait_past(0);
    host.send(&offer);
    guest.settle(|guest| !guest.table["offers"][0].is_null());
    guest.play("22-18");
    assert!(guest.table["offers"][0].is_null());
    host.wait_past(1);
    host.send(&offer);
    guest.settle(|guest| guest.table["offers"][0]["seat"] == 1);
    guest.send(&yes);
    host.settle(Browser::is_over);
    assert_eq!((&host.table["result"], &host.table["reason"]), (&json!("draw"), &json!("agreed")));
    assert_eq!(host.refused(&offer), "game_over");
}

#[test]
fn an_offer_to_an_engine_is_answered_at_once() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("checkers", &["here", "engine"], json!({}));
    host.send(&json!({ "do": "offer", "what": "draw" }));
    let notice = host.until("notice", |_| true);
    assert_eq!((notice["code"].as_str(), &notice["args"]), (Some("draw_refused"), &json!(2)));
    assert!(!host.is_over() && host.table["offers"][0].is_null());
}

#[test]
fn takebacks_against_engines_need_no_consent() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("checkers", &["here", "engine"], json!({}));
    assert_eq!(host.refused(&json!({ "do": "undo" })), "nothing_to_undo");
    host.play("11-15");
    host.settle(|host| host.at_token() == 2);
    let token = host.legal()[0].clone();
    host.play(&token);
    host.settle(|host| host.at_token() == 4);
    host.send(&json!({ "do": "undo" }));
    host.settle(|host| host.at_token() == 2);
    assert!(host.legal().contains(&token));
    host.send(&json!({ "do": "undo" }));
    host.settle(|host| host.at_token() == 0);
    // A takeback is possible even after the end of the game.
    host.resign();
    host.send(&json!({ "do": "undo" }));
    host.settle(|host| !host.is_over() && host.at_token() == 0);
}

#[test]
fn takebacks_against_people_need_consent() {
    let table = TestTable::start();
    let (mut host, mut guest) = two(&table, json!({}));
    host.play("11-15");
    guest.wait_past(0);
    host.send(&json!({ "do": "undo" }));
    guest.settle(|guest| guest.table["offers"] == json!([{ "what": "undo", "seat": 1, "waits": [2] }]));
    guest.send(&json!({ "do": "answer", "accept": false }));
    host.until("notice", |notice| notice["code"] == "undo_refused");
    assert_eq!(host.at_token(), 1);
    guest.settle(|guest| guest.table["offers"][0].is_null());
    guest.play("22-18");
    host.wait_past(1);
    host.play_first();
    host.send(&json!({ "do": "offer", "what": "undo" }));
    guest.settle(|guest| !guest.table["offers"][0].is_null());
    guest.send(&json!({ "do": "answer", "accept": true }));
    guest.settle(|guest| guest.at_token() == 2 && guest.table["offers"][0].is_null());
    host.settle(|host| host.at_token() == 2 && host.table["offers"][0].is_null());
}

#[test]
fn resigning_works_in_and_out_of_turn() {
    for (seat, result) in [(0, "p2win"), (1, "p1win")] {
        let table = TestTable::start();
        let (mut host, mut guest) = two(&table, json!({}));
        let who = if seat == 0 { &mut host } else { &mut guest };
        who.send(&json!({ "do": "resign" }));
        host.settle(Browser::is_over);
        assert_eq!((&host.table["result"], &host.table["reason"]), (&json!(result), &json!("resign")));
    }
    // With three teams, a resignation out of turn has no defined winner.
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("querbeet", &["here", "link", "link"], json!({ "options": { "Querbeet.Players": 3 }, "seed": 1 }));
    let mut guests = [2, 3].map(|seat| Browser::at(&host.link(seat)));
    let turn = host.turn().unwrap();
    let waiting = guests.iter_mut().enumerate().find(|(index, _)| index + 2 != turn).unwrap().1;
    assert_eq!(waiting.refused(&json!({ "do": "resign" })), "not_your_turn");
}

#[test]
fn a_flag_fall_loses_the_game() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("checkers", &["here", "here"], json!({ "clock": { "base": 600_000, "inc": 0 } }));
    host.play("11-15");
    host.begin("checkers", &["here", "here"], json!({ "clock": { "base": 300, "inc": 0 } }));
    host.settle(Browser::is_over);
    assert_eq!((&host.table["result"], &host.table["reason"]), (&json!("p2win"), &json!("time")));
    assert_eq!(host.table["tokens"].as_array().unwrap().last().unwrap(), "!end/p2win/time");
    assert_eq!(host.table["clock"], json!({ "base": 300, "inc": 0, "left": [0, 300], "running": null }));
    // In a game of two teams with two seats each, the team of the player who runs out of time loses.
    host.begin("keezen", &["here"; 4], json!({ "clock": { "base": 200, "inc": 0 }, "seed": 7 }));
    host.settle(Browser::is_over);
    let left = host.table["clock"]["left"].as_array().unwrap();
    let loser = 1 + left.iter().position(|left| left == 0).unwrap();
    let winner = if loser % 2 == 1 { "p2win" } else { "p1win" };
    assert_eq!((&host.table["result"], &host.table["reason"]), (&json!(winner), &json!("time")));
}

#[test]
fn clocks_run_pause_and_are_reported() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("checkers", &["here", "here"], json!({ "clock": { "base": 600_000, "inc": 100_000 } }));
    assert_eq!(host.table["clock"]["running"], 1);
    let clock = host.until("clock", |clock| clock["left"][0].as_u64().unwrap() < 599_900);
    assert_eq!((&clock["running"], &clock["left"][1]), (&json!(1), &json!(600_000)));
    host.play("11-15");
    assert!(host.table["clock"]["left"][0].as_u64().unwrap() > 600_000, "the increment");
    assert_eq!(host.table["clock"]["running"], 2);
    host.send(&json!({ "do": "pause" }));
    host.settle(|host| host.table["paused"] == true);
    let stopped = host.table["clock"].clone();
    assert_eq!(stopped["running"], Value::Null);
    assert_eq!(host.refused(&json!({ "do": "move", "token": "22-18", "at": 1 })), "paused");
    host.send(&json!({ "do": "go" }));
    host.settle(|host| host.table["paused"] == false);
    assert_eq!(host.table["clock"]["running"], 2);
    assert!(host.table["clock"]["left"][1].as_u64() <= stopped["left"][1].as_u64());
}

#[test]
fn clocks_wait_for_the_first_connection() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("checkers", &["link", "here"], json!({ "clock": { "base": 600_000, "inc": 0 } }));
    assert_eq!(host.table["clock"]["left"][0], 600_000);
    assert_eq!(host.table["clock"]["running"], Value::Null);
    let guest = Browser::at(&host.link(1));
    host.settle(|host| host.table["clock"]["running"] == 1);
    // After the first connection, the clock runs even while the guest is offline.
    guest.close();
    host.settle(|host| host.table["seats"][0]["online"] == false);
    assert_eq!(host.table["clock"]["running"], 1);
}

#[test]
fn clocks_stand_while_nobody_is_connected() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("checkers", &["link", "link"], json!({ "clock": { "base": 600_000, "inc": 0 } }));
    let guests = [1, 2].map(|seat| Browser::at(&host.link(seat)));
    host.settle(|host| host.table["clock"]["running"] == 1);
    let mut watch = Browser::at(&host.link(0));
    guests.into_iter().for_each(Browser::close);
    watch.settle(|watch| [0, 1].iter().all(|seat| watch.table["seats"][seat]["online"] == false));
    assert_eq!(watch.table["clock"]["running"], 1, "the host is there");
    let link = host.link(2);
    host.close();
    watch.settle(|watch| watch.table["clock"]["running"] == Value::Null);
    let _guest = Browser::at(&link);
    watch.settle(|watch| watch.table["clock"]["running"] == 1);
}

#[test]
fn a_reloaded_page_gets_the_same_state() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("keezen", &["here", "link", "link", "link"], json!({ "seed": 7 }));
    let mut guests: Vec<Browser> = (2..=4).map(|seat| Browser::at(&host.link(seat))).collect();
    let links: Vec<String> = (2..=4).map(|seat| host.link(seat)).collect();
    let turn = host.turn().unwrap();
    let before: Vec<Value> = guests
        .iter_mut()
        .map(|guest| {
            guest.settle(|guest| guest.table["seats"].as_array().unwrap().iter().all(|seat| seat["online"] == true));
            guest.whole()
        })
        .collect();
    guests.drain(..).for_each(Browser::close);
    host.settle(|host| (1..4).all(|seat| host.table["seats"][seat]["online"] == false));
    let mut guests: Vec<Browser> = links.iter().map(|link| Browser::at(link)).collect();
    for (guest, before) in guests.iter_mut().zip(&before) {
        guest.settle(|guest| guest.table["seats"].as_array().unwrap().iter().all(|seat| seat["online"] == true));
        assert_eq!(guest.whole(), *before);
    }
    // The reconnected browsers can continue the game.
    let mover = if turn == 1 { &mut host } else { &mut guests[turn - 2] };
    mover.play_first();
}

#[test]
fn seats_change_hands_in_the_middle_of_a_game() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("checkers", &["here", "open"], json!({}));
    assert_eq!(host.table["seats"][1]["who"], "open");
    host.play("11-15");
    // A guest who opens the link of an open seat takes the seat.
    let mut guest = Browser::at(&host.link(2));
    assert_eq!(guest.table["you"]["seats"], json!([2]));
    guest.play_first();
    host.settle(|host| host.at_token() == 2);
    // An engine replaces the guest, then the host.
    host.send(&json!({ "do": "seat", "seat": 2, "who": "engine", "movetime": 10, "name": "Toy" }));
    guest.settle(|guest| guest.table["you"]["seats"] == json!([]));
    host.play_first();
    host.settle(|host| host.at_token() == 4);
    assert_eq!(host.table["seats"][1]["name"], "Toy");
    host.send(&json!({ "do": "seat", "seat": 1, "who": "engine", "movetime": 10 }));
    host.settle(|host| host.at_token() > 8);
    // The host takes both seats from the engines. The game is paused, so no further move arrives, and stays paused.
    host.send(&json!({ "do": "pause" }));
    host.settle(|host| host.table["paused"] == true);
    let at = host.at_token();
    host.send(&json!({ "do": "seat", "seat": 1, "who": "here" }));
    host.send(&json!({ "do": "seat", "seat": 2, "who": "here" }));
    host.settle(|host| host.table["you"]["seats"] == json!([1, 2]));
    assert_eq!((host.at_token(), &host.table["paused"]), (at, &json!(true)));
    if !host.is_over() {
        host.play_first();
    }
    assert_eq!(host.refused(&json!({ "do": "seat", "seat": 3, "who": "here" })), "no_seat");
    assert_eq!(host.refused(&json!({ "do": "seat", "seat": 0, "who": "here" })), "bad_message");
    assert_eq!(host.refused(&json!({ "do": "seat", "seat": 1, "who": "engine", "engine": "x" })), "unknown_engine");
    assert_eq!(host.refused(&json!({ "do": "restart", "seat": 1 })), "no_engine");
}

/// Returns the code and the arguments of each notice that a browser has got.
fn notices(browser: &Browser) -> Vec<[Value; 2]> {
    let messages = browser.traffic.iter().map(|text| serde_json::from_str::<Value>(text).unwrap());
    let notices = messages.filter(|message| message["is"] == "notice");
    notices.map(|notice| [notice["code"].clone(), notice["args"].clone()]).collect()
}

#[test]
fn a_link_to_a_taken_seat_gives_a_notice() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("checkers", &["here", "engine"], json!({}));
    let guest = Browser::at(&host.link(2));
    assert_eq!(guest.table["you"]["seats"], json!([]));
    assert_eq!(notices(&guest), [[json!("seat_engine"), json!(2)]]);
    let mut guest = Browser::at(&host.link(1));
    assert_eq!(notices(&guest), [[json!("seat_here"), json!(1)]]);
    // A player who loses the seat is notified.
    host.send(&json!({ "do": "seat", "seat": 1, "who": "link" }));
    guest.settle(|guest| guest.table["you"]["seats"] == json!([1]));
    host.send(&json!({ "do": "seat", "seat": 1, "who": "engine", "engine": "toy" }));
    guest.until("notice", |notice| notice["code"] == "seat_engine");
    host.begin("keezen", &["here", "engine", "engine", "link"], json!({}));
    let fourth = host.link(4);
    host.begin("checkers", &["here", "engine"], json!({}));
    let guest = Browser::at(&fourth);
    assert_eq!(notices(&guest), [[json!("seat_none"), json!(4)]]);
    // A guest who can play for the seat gets no notice.
    let table = TestTable::start();
    let (_, mut guest) = two(&table, json!({}));
    guest.sync();
    assert!(notices(&guest).is_empty());
}

#[test]
fn names_with_invisible_characters_are_rejected() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("checkers", &["here", "here"], json!({}));
    let kept = host.table.clone();
    for name in [
        "An\u{202e}na",
        "A\u{2066}b",
        "\u{200f}x",
        "\u{61c}x",
        "a\u{200b}b",
        "\u{feff}",
        "a\nb",
        "a\u{85}b",
        "\u{1b}[1m",
    ] {
        let seat = json!({ "who": "here", "name": name });
        assert_eq!(
            host.refused(&json!({ "do": "seat", "seat": 2, "who": "here", "name": name })),
            "bad_name",
            "{name:?}"
        );
        assert_eq!(host.refused(&json!({ "do": "new", "game": "jeex", "seats": [seat] })), "bad_name", "{name:?}");
    }
    host.send(&json!({ "do": "seat", "seat": 2, "who": "here", "name": "a\u{202e}" }));
    let error = host.until("error", |_| true);
    assert!(error["text"].as_str().unwrap().contains("U+202E"), "{error}");
    host.sync();
    assert_eq!(host.table, kept);
    host.send(&json!({ "do": "seat", "seat": 2, "who": "here", "name": "J\u{fc}rgen \u{5d0}" }));
    host.settle(|host| host.table["seats"][1]["name"] == "J\u{fc}rgen \u{5d0}");
}

#[test]
fn the_same_seed_repeats_the_deal() {
    let table = TestTable::start();
    let mut host = table.host();
    let four = ["here"; 4];
    host.begin("keezen", &four, json!({ "seed": 7, "options": { "Keezen.SelfHit": "optional" } }));
    let first = host.table["tokens"].clone();
    assert_eq!(host.table["options"]["Keezen.SelfHit"], "optional");
    assert_eq!(host.table["seed"], Value::Null, "the deal follows from it");
    host.play_first();
    host.send(&json!({ "do": "again", "same": true, "sure": true }));
    host.settle(|host| host.table["tokens"] == first);
    assert_eq!(host.table["options"]["Keezen.SelfHit"], "optional");
    host.begin("keezen", &four, json!({ "seed": 8 }));
    assert_ne!(host.table["tokens"], first);
}

#[test]
fn pasted_positions_begin_games_unless_they_are_invalid() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("checkers", &["here", "here"], json!({}));
    host.send(&json!({ "do": "setup", "text": "position startpos moves 11-15 22-18" }));
    host.settle(|host| host.at_token() == 2);
    let fen = host.table["fen"].as_str().unwrap().to_string();
    host.send(&json!({ "do": "setup", "text": fen }));
    host.settle(|host| host.at_token() == 0 && host.table["fen"] == fen.as_str());
    host.play("15x22");
    let kept = host.table.clone();
    for (text, code) in [
        ("nonsense", "bad_fen"),
        ("position seat 1 startpos", "not_master"),
        ("startpos then", "bad_line"),
        ("", "bad_line"),
        ("startpos\nsetoption name LogFile value x", "bad_line"),
    ] {
        assert_eq!(host.refused(&json!({ "do": "setup", "text": text })), code, "{text}");
    }
    for (request, code) in [
        (json!({ "do": "new", "game": "chess" }), "unknown_game"),
        (json!({ "do": "new", "game": "jeex", "options": { "Jeex.MaxPlies": "many" } }), "bad_option"),
        (json!({ "do": "new", "game": "jeex", "options": { "LogFile": "x" } }), "bad_option"),
        (json!({ "do": "new", "game": "jeex", "start": "fen x" }), "bad_fen"),
        (json!({ "do": "new", "game": "jeex", "clock": { "base": 0 } }), "bad_clock"),
        (json!({ "do": "new", "game": "jeex", "clock": { "base": 1000, "moves": 0 } }), "bad_clock"),
        (json!({ "do": "new", "game": "jeex", "seats": [{ "who": "engine", "engine": "x" }] }), "unknown_engine"),
    ] {
        assert_eq!(host.refused(&request), code, "{request}");
    }
    host.send(&json!({ "do": "look", "id": 1 }));
    host.until("look", |_| true);
    assert_eq!(host.table, kept);
}

#[test]
fn a_second_page_changes_nothing_for_the_game() {
    let table = TestTable::start();
    let (mut host, mut guest) = two(&table, json!({ "clock": { "base": 3_600_000, "inc": 0 } }));
    host.play("11-15");
    guest.wait_past(0);
    guest.sync();
    let mut second = table.host();
    second.sync();
    second.close();
    let heard = guest.sync();
    assert!(heard.iter().all(|message| message["is"] == "clock" || message["is"] == "look"), "{heard:?}");
    // Everybody sees the number of pages, but nothing is saved because of it.
    let second = Browser::at(&host.link(2));
    host.settle(|host| host.table["seats"][1]["pages"] == 2);
    table.fail_to_keep(true);
    second.close();
    host.settle(|host| host.table["seats"][1]["pages"] == 1);
    assert!(!host.traffic.concat().contains("not_saved"));
    table.fail_to_keep(false);
    guest.play("22-18");
}
