//! An evening of games: players who are ready for the next game, their seats, lots, and points.

use super::table::*;
use serde_json::{Value, json};

fn ready(browser: &mut Browser) {
    browser.send(&json!({ "do": "ready" }));
}

/// Waits until the message `evening` has this value in a field.
fn until(browser: &mut Browser, field: &str, wanted: &Value) -> Value {
    browser.settle(|browser| browser.evening.pointer(field) == Some(wanted));
    browser.evening.clone()
}

/// Returns the names or numbers and the points of players or teams, and the number of games, in the last message.
fn totals(evening: &Value, of: &str) -> Vec<(String, u64, f64)> {
    let name = |player: &Value| match player["name"].as_str().unwrap() {
        "" => player["number"].to_string(),
        name => name.to_string(),
    };
    let names = |total: &Value| total["players"].as_array().unwrap().iter().map(name).collect::<Vec<_>>().join("+");
    let totals = evening["totals"][of].as_array().unwrap();
    totals.iter().map(|it| (names(it), it["games"].as_u64().unwrap(), it["points"].as_f64().unwrap())).collect()
}

fn named(list: &[(&str, u64, f64)]) -> Vec<(String, u64, f64)> {
    list.iter().map(|(name, games, points)| ((*name).to_string(), *games, *points)).collect()
}

#[test]
fn the_next_game_begins_when_all_connected_people_are_ready() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("keezen", &["here", "link", "link", "engine"], json!({}));
    let mut guest = Browser::at(&host.link(2));
    let mut watcher = Browser::at(&host.link(0));
    host.settle(|host| host.table["seats"][1]["online"] == true);
    assert_eq!(host.refused(&json!({ "do": "ready" })), "not_over");
    host.resign();
    guest.settle(Browser::is_over);
    assert_eq!(watcher.refused(&json!({ "do": "ready" })), "no_seat");
    ready(&mut guest);
    for browser in [&mut host, &mut guest, &mut watcher] {
        until(browser, "/ready", &json!([2]));
    }
    guest.send(&json!({ "do": "ready", "ready": false }));
    until(&mut host, "/ready", &json!([]));
    ready(&mut host);
    until(&mut guest, "/ready", &json!([1]));
    assert!(guest.is_over(), "the guest is not ready");
    // Nobody has opened the link of seat 3, and the engine is always ready.
    ready(&mut guest);
    for browser in [&mut host, &mut guest] {
        browser.settle(|browser| !browser.is_over());
        assert_eq!(browser.until("notice", |_| true)["code"], "new_game");
    }
    // Who has said ready must do so again after the next game.
    host.resign();
    assert_eq!(Browser::at(&host.link(0)).evening["ready"], json!([]));
}

#[test]
fn players_change_seats_with_their_links() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("keezen", &["link", "link", "here", "engine"], json!({}));
    let links = [host.link(1), host.link(2)];
    let mut guests = links.clone().map(|link| Browser::at(&link));
    let arrange = |seats: Value| json!({ "do": "arrange", "seats": seats });
    assert_eq!(guests[0].refused(&arrange(json!([2, 1, 3, 4]))), "not_host");
    for bad in [json!([1, 1, 3, 4]), json!([2, 1]), json!([2, 3, 4, 5])] {
        assert_eq!(host.refused(&arrange(bad)), "bad_message");
    }
    guests[1].resign();
    host.settle(Browser::is_over);
    host.send(&arrange(json!([3, 1, 4, 2])));
    until(&mut guests[1], "/order", &json!([3, 1, 4, 2]));
    host.send(&json!({ "do": "again" }));
    for (guest, seat) in guests.iter_mut().zip([2, 4]) {
        guest.settle(|guest| !guest.is_over() && guest.table["you"]["seats"] == json!([seat]));
        assert_eq!(guest.until("notice", |_| true)["code"], "seats_changed");
    }
    host.settle(|host| !host.is_over() && host.table["you"]["seats"] == json!([1]));
    assert_eq!(host.table["seats"][2]["who"], "engine");
    assert_eq!([host.link(2), host.link(4)], links);
    until(&mut host, "/order", &json!([]));
    // The next game keeps the seats.
    host.resign();
    host.send(&json!({ "do": "again" }));
    host.settle(|host| !host.is_over());
    assert_eq!(host.table["you"]["seats"], json!([1]));
}

#[test]
fn lots_decide_the_seats() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("checkers", &["here", "link"], json!({}));
    let mut guest = Browser::at(&host.link(2));
    assert_eq!(guest.refused(&json!({ "do": "lots" })), "not_host");
    host.send(&json!({ "do": "lots" }));
    // No browser takes part in fair deals here, so the server draws alone.
    let drawn = until(&mut guest, "/lots/shares", &json!([]));
    assert_eq!((&drawn["lots"]["asks"], drawn["order"].as_array().unwrap().len()), (&Value::Null, 2));
    assert_eq!(guest.until("notice", |_| true)["code"], "lots_drawn");
    host.send(&json!({ "do": "again", "sure": true }));
    let own = json!([drawn["order"].as_array().unwrap().iter().position(|seat| *seat == 2).unwrap() + 1]);
    // The new game tells the new seat, after which the decisions are forgotten.
    let next = until(&mut guest, "/lots", &Value::Null);
    assert_eq!((&next["order"], &guest.hello["you"]["seat"]), (&json!([]), &own[0]));
    // Another arrangement of the host is not by lot.
    host.send(&json!({ "do": "lots" }));
    until(&mut guest, "/lots/asks", &Value::Null);
    host.send(&json!({ "do": "arrange" }));
    until(&mut guest, "/lots", &Value::Null);
}

#[test]
fn players_choose_among_the_seats_that_lots_leave_open() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("keezen", &["here", "link", "link", "link"], json!({}));
    let mut guests = [2, 3, 4].map(|seat| Browser::at(&host.link(seat)));
    let choose = |player: u64, seat: u64| json!({ "do": "choose", "player": player, "seat": seat });
    assert_eq!(host.refused(&choose(1, 2)), "not_now");
    // Draw until guests have the black cards.
    let mut drawn;
    loop {
        host.send(&json!({ "do": "lots" }));
        drawn = host.until("evening", |evening| evening["order"] != json!([]))["order"].clone();
        host.until("notice", |notice| notice["code"] == "lots_drawn");
        if drawn[1] != 1 && drawn[3] != 1 {
            break;
        }
        host.send(&json!({ "do": "arrange" }));
        host.until("evening", |evening| evening["order"] == json!([]));
    }
    let [red, blue, green] = [2, 1, 3].map(|index| drawn[index].as_u64().unwrap());
    let guest = |seat: u64| seat as usize - 2;
    assert_eq!(guests[guest(green)].refused(&choose(blue, 4)), "no_seat");
    assert_eq!(guests[guest(blue)].refused(&choose(blue, 3)), "not_now");
    if red != 1 {
        assert_eq!(guests[guest(red)].refused(&choose(red, 2)), "not_now");
    }
    guests[guest(blue)].send(&choose(blue, 4));
    let order = json!([drawn[0], drawn[3], drawn[2], drawn[1]]);
    for browser in guests.iter_mut().chain([&mut host]) {
        assert_eq!(until(browser, "/chosen", &json!(blue))["order"], order);
    }
    // The first choice decides, also against the host.
    assert_eq!(guests[guest(green)].refused(&choose(green, 4)), "not_now");
    assert_eq!(host.refused(&choose(green, 4)), "not_now");
    host.send(&json!({ "do": "again", "sure": true }));
    let chooser = &mut guests[guest(blue)];
    chooser.settle(|chooser| chooser.table["you"]["seats"] == json!([4]));
    until(chooser, "/chosen", &Value::Null);
    until(&mut host, "/chosen", &Value::Null);
    // The host can decide for the others, but not in a game without a choice.
    host.send(&json!({ "do": "lots" }));
    let drawn = until(&mut host, "/lots/asks", &Value::Null)["order"].clone();
    host.send(&choose(drawn[1].as_u64().unwrap(), 4));
    until(&mut host, "/chosen", &drawn[1]);
    host.begin("checkers", &["here", "here"], json!({}));
    host.send(&json!({ "do": "lots" }));
    until(&mut host, "/lots/asks", &Value::Null);
    assert_eq!(host.refused(&choose(1, 2)), "not_now");
}

#[test]
fn points_are_added_up_over_games_and_seats() {
    let table = TestTable::start();
    let mut host = table.host();
    let seats = json!([{ "who": "here", "name": "Anna" }, { "who": "here", "name": "Bert" }]);
    host.send(&json!({ "do": "new", "game": "checkers", "seats": seats }));
    host.settle(|host| host.game["game"] == "checkers" && host.table["seats"][0]["name"] == "Anna");
    host.resign();
    let evening = until(&mut host, "/games/0/points", &json!([0.0, 1.0]));
    assert_eq!((&evening["games"][0]["game"], &evening["games"][1]), (&json!("checkers"), &Value::Null));
    // A takeback of the end takes the point back.
    host.send(&json!({ "do": "undo" }));
    until(&mut host, "/games", &json!([]));
    host.resign();
    host.send(&json!({ "do": "again" }));
    host.settle(|host| !host.is_over());
    // They have changed sides, so it is Bert who resigns as p1.
    host.resign();
    let evening = until(&mut host, "/games/1/points", &json!([0.0, 1.0]));
    assert_eq!(totals(&evening, "players"), named(&[("Anna", 2, 1.0), ("Bert", 2, 1.0)]));
    assert_eq!(evening["totals"]["teams"], json!([]), "nobody has a partner");
    // The points stay when another game is played. An abandoned game counts nothing.
    host.begin("checkers", &["here", "here"], json!({}));
    host.send(&json!({ "do": "again", "sure": true }));
    host.settle(|host| host.table["seats"][0]["name"] == "");
    let evening = Browser::at(&host.link(0)).evening;
    assert_eq!(totals(&evening, "players"), named(&[("Anna", 2, 1.0), ("Bert", 2, 1.0)]));
    host.resign();
    let evening = until(&mut host, "/games/2/points", &json!([0.0, 1.0]));
    assert_eq!(totals(&evening, "players")[3], ("1".to_string(), 1, 0.0), "players without a name have a number");
    host.send(&json!({ "do": "clear" }));
    until(&mut host, "/games", &json!([]));
    // A game that was over when it was set up was not played here.
    host.send(&json!({ "do": "setup", "text": "startpos moves 11-15 resign" }));
    host.settle(|host| host.at_token() == 2);
    assert_eq!(Browser::at(&host.link(0)).evening["games"], json!([]));
}

#[test]
fn keezen_counts_by_team_as_its_option_says() {
    let table = TestTable::start();
    let mut host = table.host();
    for (scoring, own, teams) in [("team", 10.0, 10.0), ("half", 5.0, 10.0), ("individual", 1.0, 2.0)] {
        host.begin("keezen", &["here"; 4], json!({ "options": { "Keezen.Scoring": scoring } }));
        host.resign();
        let lost = host.table["turn"].clone();
        let evening =
            host.until("evening", |evening| evening["games"].as_array().is_some_and(|games| !games.is_empty()));
        let game = &evening["games"][0];
        assert_eq!(game["players"].as_array().unwrap().len(), 4);
        let sums = (totals(&evening, "players"), totals(&evening, "teams"));
        assert_eq!((sums.0[0].2, sums.0[3].2), (own, 0.0), "{scoring} {lost} {evening}");
        assert_eq!((sums.1[0].2, sums.1[1].2, sums.1.len()), (teams, 0.0, 2), "{scoring}");
        host.send(&json!({ "do": "clear" }));
        until(&mut host, "/games", &json!([]));
    }
}

#[test]
fn the_evening_survives_a_restart() {
    let table = TestTable::start();
    let mut host = table.host();
    host.begin("checkers", &["here", "engine"], json!({}));
    for _ in 0..2 {
        host.resign();
        host.send(&json!({ "do": "again" }));
        host.settle(|host| !host.is_over());
    }
    host.resign();
    until(&mut host, "/games/2/game", &json!("checkers"));
    // Whoever gets a seat after the end has not played the game.
    host.send(&json!({ "do": "seat", "seat": 2, "who": "here", "name": "Cor" }));
    host.send(&json!({ "do": "arrange", "seats": [1, 2] }));
    let before = until(&mut host, "/order", &json!([1, 2]));
    table.restart();
    assert_eq!(table.host().evening, before);
}
