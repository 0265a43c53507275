//! Another game at the same table: confirmation, seats, deals, shared screens, and records.

use super::table::*;
use serde_json::{Value, json};

fn again(same: bool, sure: bool) -> Value {
    json!({ "do": "again", "same": same, "sure": sure })
}

fn code(browser: &mut Browser) -> String {
    browser.until("notice", |_| true)["code"].as_str().unwrap().to_string()
}

fn names(browser: &Browser) -> Vec<&str> {
    let seats = browser.table["seats"].as_array().unwrap();
    seats.iter().map(|seat| seat["name"].as_str().unwrap()).collect()
}

/// Returns the hands of the first deal, as this browser sees them.
fn deal(browser: &Browser) -> Vec<String> {
    let tokens = browser.table["tokens"].as_array().unwrap();
    let deal = tokens.iter().find_map(|token| token.as_str().unwrap().strip_prefix("!deal/")).unwrap();
    deal.split('/').map(str::to_string).collect()
}

#[test]
fn starting_over_needs_confirmation() {
    let table = TestTable::start();
    let mut host = table.host();
    let seats = json!([{ "who": "here", "name": "Anna" }, { "who": "here", "name": "Bert" }]);
    host.send(&json!({ "do": "new", "game": "checkers", "seats": seats }));
    host.settle(|host| host.game["game"] == "checkers" && names(host) == ["Anna", "Bert"]);
    host.play("11-15");
    for same in [false, true] {
        assert_eq!(host.refused(&again(same, false)), "not_over");
        assert_eq!(host.refused(&json!({ "do": "again" })), "not_over");
        assert_eq!(host.at_token(), 1, "the game is as it was");
        host.send(&again(same, true));
        host.settle(|host| host.at_token() == 0);
        // The game was not finished, so nobody swaps sides.
        assert_eq!(names(&host), ["Anna", "Bert"]);
        assert_eq!(code(&mut host), if same { "same_deal" } else { "started_over" });
        host.play("11-15");
    }
}

#[test]
fn two_players_change_sides() {
    let table = TestTable::start();
    let mut host = table.host();
    let seats = json!([{ "who": "here", "name": "Anna" }, { "who": "engine", "engine": "toy", "skill": 3 }]);
    let clock = json!({ "base": 600_000, "inc": 0 });
    host.send(&json!({ "do": "new", "game": "checkers", "seats": seats, "clock": clock }));
    host.settle(|host| host.game["game"] == "checkers" && names(host)[0] == "Anna");
    host.resign();
    host.send(&again(false, false));
    // The engine now plays seat 1, so it moves first.
    host.settle(|host| host.at_token() == 1 && !host.is_over());
    assert_eq!(host.table["you"]["seats"], json!([2]));
    assert_eq!((names(&host)[1], &host.table["clock"]["base"]), ("Anna", &clock["base"]));
    assert_eq!((&host.table["seats"][0]["who"], &host.table["seats"][0]["skill"]), (&json!("engine"), &json!(3)));
    host.play_first();
    host.settle(|host| host.at_token() == 3);
    // The next game swaps the sides back. Repeating the same deal does not swap them.
    host.resign();
    host.send(&again(false, false));
    host.settle(|host| host.at_token() == 0);
    assert_eq!(host.table["you"]["seats"], json!([1]));
    assert_eq!(code(&mut host), "sides_changed");
    host.resign();
    host.send(&again(true, false));
    host.settle(|host| !host.is_over());
    assert_eq!(host.table["you"]["seats"], json!([1]));
    assert_eq!(code(&mut host), "same_deal");
}

#[test]
fn links_follow_the_change_of_sides_and_hands_stay_hidden() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("querbeet", &["link", "link"], json!({ "seed": 5 }));
    let links = [host.link(1), host.link(2)];
    let mut guests = links.clone().map(|link| Browser::at(&link));
    host.settle(|host| host.table["seats"].as_array().unwrap().iter().all(|seat| seat["online"] == true));
    let first = deal(&guests[0]);
    let mover = guests.iter_mut().find(|guest| !guest.legal().is_empty()).unwrap();
    mover.resign();
    host.settle(Browser::is_over);
    guests.iter_mut().for_each(|guest| guest.settle(Browser::is_over));
    guests.iter_mut().for_each(|guest| guest.traffic.clear());
    host.traffic.clear();
    host.send(&again(false, false));
    host.settle(|host| !host.is_over());
    for (index, guest) in guests.iter_mut().enumerate() {
        guest.settle(|guest| !guest.is_over());
        let you = &guest.table["you"];
        assert_eq!((&you["seats"], &you["viewer"]), (&json!([2 - index]), &json!(2 - index)));
        assert_eq!(guest.hello["you"], json!({ "role": "seat", "seat": 2 - index }));
        assert_eq!(code(guest), "sides_changed");
    }
    assert_eq!(code(&mut host), "sides_changed");
    assert_eq!([host.link(2), host.link(1)], links, "each link goes with its player");
    let hands = [deal(&guests[1])[0].clone(), deal(&guests[0])[1].clone()];
    assert!(hands.iter().all(|hand| !hand.contains('?')) && first[0] != hands[0], "another deal: {hands:?}");
    assert_eq!(deal(&host), ["?????????"; 2]);
    for (browser, hidden) in [(&guests[0], vec![0]), (&guests[1], vec![1]), (&host, vec![0, 1])] {
        let traffic = browser.traffic.concat();
        assert!(hidden.iter().all(|seat| !traffic.contains(&hands[*seat])), "a hand of another seat");
    }
    // A guest's old address now leads to the guest's new seat.
    let [one, other] = guests;
    one.close();
    let again_there = Browser::at(&links[0]);
    assert_eq!(again_there.table["you"]["seats"], json!([2]));
    assert_eq!(deal(&again_there)[1], hands[1]);
    assert_eq!(deal(&again_there)[0], "?????????");
    // In a new game with newly assigned seats, link N leads to seat N again.
    host.begin("querbeet", &["link", "link"], json!({ "seed": 6 }));
    assert_eq!([host.link(1), host.link(2)], links);
    let mut other = other;
    other.settle(|other| other.table["you"]["seats"] == json!([2]));
}

#[test]
fn an_imported_game_can_be_dealt_again() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("keezen", &["here"; 4], json!({ "seed": 7 }));
    host.resign();
    let tokens: Vec<String> =
        host.table["tokens"].as_array().unwrap().iter().map(|token| token.as_str().unwrap().to_string()).collect();
    let dealt = deal(&host);
    let text = format!("game keezen\nposition startpos moves {}", tokens.join(" "));
    host.send(&json!({ "do": "import", "format": "transcript", "text": text }));
    host.settle(|host| host.is_over() && host.table["paused"] == true);
    host.send(&again(false, false));
    host.settle(|host| !host.is_over());
    assert_eq!(host.table["you"]["seats"], json!([1, 2, 3, 4]), "four keep their seats");
    assert_eq!(code(&mut host), "new_game");
    host.resign();
    assert_ne!(deal(&host), dealt);
    // A game played again begins from the position that was set up.
    host.begin("checkers", &["here", "here"], json!({ "start": "startpos moves 11-15 22-18" }));
    host.resign();
    host.send(&again(false, false));
    host.settle(|host| !host.is_over());
    assert_eq!(host.table["tokens"], json!(["11-15", "22-18"]));
    // If the position that was set up is the end of a game, playing again begins at the start of that game.
    let line = "startpos moves 11-15 22-18 resign";
    host.send(&json!({ "do": "setup", "text": line }));
    host.settle(|host| host.at_token() == 3 && host.is_over());
    host.send(&again(false, false));
    host.settle(|host| !host.is_over());
    assert_eq!(host.at_token(), 0);
}

#[test]
fn a_shared_screen_gets_the_public_view() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("keezen", &["here", "link", "here", "link"], json!({ "seed": 7 }));
    let mut watcher = Browser::at(&host.link(0));
    let guest = Browser::at(&host.link(2));
    watcher.settle(|watcher| watcher.table["seats"][1]["online"] == true);
    let public = host.table["public"].as_object().unwrap();
    assert!(public.len() > 8);
    // The two browsers may have got different parts of `facts`, because each gets only what is new to it.
    for (key, value) in public.iter().filter(|(key, _)| *key != "facts") {
        assert_eq!(value, &watcher.table[key], "{key}");
    }
    assert_ne!(host.table["line"], watcher.table["line"], "the hand of a seat is known beside it");
    // Browsers with at most one seat get no separate public view. After the end no browser gets one, because nothing is
    // hidden any more.
    assert_eq!((&guest.table["public"], &watcher.table["public"]), (&Value::Null, &Value::Null));
    host.settle(|host| host.table["seats"][1]["online"] == true);
    host.begin("keezen", &["here"; 4], json!({ "seed": 8 }));
    host.resign();
    assert_eq!(host.table["public"], Value::Null);
    host.begin("checkers", &["here", "here"], json!({}));
    assert_eq!(host.table["public"], Value::Null);
}

#[test]
fn exported_games_have_a_date() {
    let table = TestTable::start();
    let mut host = table.host();
    let export = |host: &mut Browser| {
        host.send(&json!({ "do": "export", "format": "portable" }));
        host.until("export", |_| true)["text"].as_str().unwrap().to_string()
    };
    let date = |text: &str| text.lines().find_map(|line| line.strip_prefix("[Date \"")).unwrap().to_string();
    host.begin("checkers", &["here", "here"], json!({}));
    host.play("11-15");
    let today = date(&export(&mut host));
    let is_date = |at: usize, sign: char| match at {
        4 | 7 => sign == '.',
        _ => sign.is_ascii_digit(),
    };
    assert!(today.len() == 12 && today.ends_with("\"]"), "{today}");
    assert!(today[..10].char_indices().all(|(at, sign)| is_date(at, sign)), "{today}");
    // An imported game keeps its date, even if the date is unknown.
    for (given, expected) in [("[Date \"1989.04.01\"]\n", "1989.04.01\"]"), ("", "????.??.??\"]")] {
        let text = format!("[Event \"x\"]\n{given}[Result \"*\"]\n\n1. 11-15 22-18 *\n");
        host.send(&json!({ "do": "import", "format": "portable", "text": text }));
        host.settle(|host| host.at_token() == 2);
        assert_eq!(date(&export(&mut host)), expected);
        host.begin("checkers", &["here", "here"], json!({}));
    }
}

/// Options that a transcript does not name get their defaults, and errors name the line.
#[test]
fn imports_use_the_default_rules_and_report_errors() {
    let table = TestTable::start();
    let mut host = table.host();
    let import = |format: &str, text: &str| json!({ "do": "import", "format": format, "text": text });
    host.begin("checkers", &["here", "here"], json!({}));
    host.send(&import("portable", "1. 11-15 22-18\n2. 1-32 *"));
    let error = host.until("error", |_| true);
    assert_eq!(error["code"], "bad_record");
    assert!(error["text"].as_str().unwrap().contains("line 2"), "{error}");
    host.send(&import("transcript", "game jeex\noption Jeex.MaxPlies 100\nposition startpos moves @b2n"));
    host.settle(|host| host.game["game"] == "jeex" && host.at_token() == 1);
    assert_eq!(host.table["options"]["Jeex.Repetition"], "3", "{}", host.table["options"]);
    // A file of any game has its rules.
    host.send(&json!({ "do": "export", "format": "portable" }));
    let text = host.until("export", |_| true)["text"].as_str().unwrap().to_string();
    let file: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&file["game"], &file["options"]["Jeex.MaxPlies"]), (&json!("jeex"), &json!("100")));
    host.begin("jeex", &["here", "here"], json!({}));
    host.send(&import("portable", &text));
    host.settle(|host| host.at_token() == 1);
    assert_eq!(host.table["options"]["Jeex.MaxPlies"], "100", "{}", host.table["options"]);
    host.send(&import("portable", &text.replace(r#""base""#, r#""seat":1,"base""#)));
    let error = host.until("error", |_| true);
    assert!(error["text"].as_str().unwrap().contains("expected the whole game"), "{error}");
}
