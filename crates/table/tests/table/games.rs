//! Whole games of every registered game, with the legal moves that the table sends.

use super::common::*;
use base::rng::Rng;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The maximum number of random moves in a game.
const LONGEST: usize = 300;

/// Plays random moves until the game is over or [`LONGEST`] moves have been made. Each move is made by the browser that
/// holds the seat to move. Returns the time from each request to the state that contains the move.
fn play_out(browsers: &mut [Browser], seed: u64) -> Vec<Duration> {
    let mut rng = Rng::new(seed);
    let mut times = Vec::new();
    while !browsers[0].is_over() && times.len() < LONGEST {
        let seat = browsers[0].turn().unwrap();
        let holds = |browser: &Browser| browser.table["you"]["seats"].as_array().unwrap().contains(&json!(seat));
        let mover = browsers.iter().position(holds).unwrap();
        let at = browsers[mover].at_token();
        let legal = browsers[mover].legal();
        assert!(!legal.is_empty(), "{}", browsers[mover].table);
        for (index, browser) in browsers.iter().enumerate() {
            assert!(index == mover || browser.legal().is_empty(), "{}", browser.table);
        }
        let start = Instant::now();
        browsers[mover].play(&legal[rng.index(legal.len())]);
        times.push(start.elapsed());
        browsers.iter_mut().for_each(|browser| browser.wait_past(at));
        let expected = browsers[0].at_token();
        assert!(browsers.iter().all(|browser| browser.at_token() == expected));
    }
    times
}

/// Checks that no move's clicks are a prefix of another move's clicks.
fn assert_clicks(legal: &Value) {
    let clicks: Vec<&Vec<Value>> =
        legal.as_array().unwrap().iter().map(|legal| legal["clicks"].as_array().unwrap()).collect();
    for (index, one) in clicks.iter().enumerate() {
        assert!(!one.is_empty());
        assert!(clicks.iter().enumerate().all(|(other, clicks)| other == index || !clicks.starts_with(one)));
    }
}

#[test]
fn one_browser_plays_every_game() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    for game in games(&host) {
        let info = host.hello["games"].as_array().unwrap().iter().find(|info| info["name"] == game).unwrap().clone();
        let seats = vec!["here"; info["seats"].as_u64().unwrap() as usize];
        host.begin(&game, &seats, json!({ "seed": 5 }));
        assert_eq!(host.at_token() as usize, host.table["tokens"].as_array().unwrap().len());
        assert_clicks(&host.table["legal"]);
        let cells = host.game["cells"]["cells"].as_object().unwrap();
        assert!(!cells.is_empty());
        let times = play_out(std::slice::from_mut(&mut host), 3);
        assert!(!times.is_empty(), "{game}");
        // Resign games that are too long.
        if !host.is_over() {
            host.resign();
            assert_eq!(host.table["reason"], "resign");
        }
        assert_ne!(host.table["result"], "none");
        assert_eq!(host.table["seed"], 5);
        assert!(!host.table["tokens"].to_string().contains('?'), "the end shows all");
    }
}

/// With `--nocapture`, prints the latency of the moves.
#[test]
fn a_browser_per_seat_plays_every_game() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    for game in games(&host) {
        let info = host.hello["games"].as_array().unwrap().iter().find(|info| info["name"] == game).unwrap().clone();
        let count = info["seats"].as_u64().unwrap() as usize;
        let seats: Vec<&str> = (0..count).map(|seat| if seat == 0 { "here" } else { "link" }).collect();
        host.begin(&game, &seats, json!({ "seed": 8 }));
        let links: Vec<String> = (2..=count).map(|seat| host.link(seat)).collect();
        let mut browsers = vec![host];
        browsers.extend(links.iter().map(|link| Browser::at(link)));
        // A spectator receives the game, but plays for no seat.
        let mut spectator = Browser::at(&browsers[0].link(0));
        assert_eq!(spectator.table["you"]["seats"], json!([]));
        let mut times = play_out(&mut browsers, 4);
        times.sort();
        println!("{game}: {} moves, median {:?}, longest {:?}", times.len(), times[times.len() / 2], times.last());
        let at = browsers[0].at_token();
        spectator.settle(|spectator| spectator.at_token() == at);
        host = browsers.remove(0);
        browsers.into_iter().for_each(Browser::close);
        host.settle(|host| host.table["seats"].as_array().unwrap().iter().skip(1).all(|seat| seat["online"] == false));
    }
}

#[test]
fn engines_play_each_other_and_people() {
    let table = TestTable::start(&["--engine", &toy(""), "--engine", &format!("own={}", engine())]);
    let mut host = table.host();
    for game in games(&host) {
        let info = host.hello["games"].as_array().unwrap().iter().find(|info| info["name"] == game).unwrap().clone();
        let count = info["seats"].as_u64().unwrap() as usize;
        let seats: Vec<Value> = (0..count)
            .map(|seat| match seat % 3 {
                0 => json!({ "who": "here" }),
                1 => json!({ "who": "engine", "engine": "own", "nodes": 200 }),
                _ => json!({ "who": "engine", "engine": "toy", "nodes": 200 }),
            })
            .collect();
        host.send(&json!({ "do": "new", "game": game, "seats": seats, "seed": 2 }));
        host.until("game", |message| message["game"] == game);
        host.until("table", |_| true);
        for _ in 0..8 {
            host.settle(|host| host.is_over() || !host.legal().is_empty());
            if host.is_over() {
                break;
            }
            host.play_first();
        }
        assert!(host.table["seats"].as_array().unwrap().iter().all(|seat| seat["fault"].is_null()), "{}", host.table);
    }
}

/// The table works with referees that offer other games, here the examples of speltafel-kit. The referee is then also
/// an opponent.
#[test]
fn foreign_games_are_played() {
    for example in ["connect_four", "race", "leduc"] {
        let engine = testing::example("speltafel-kit", example);
        let engine = engine.to_str().unwrap();
        let table = TestTable::start(&["--referee", engine]);
        let mut host = table.host();
        let own = host.hello["engines"][0]["name"].clone();
        let game = games(&host)[0].clone();
        let seats = json!([{ "who": "here" }, { "who": "engine", "engine": own, "nodes": 200 }]);
        host.send(&json!({ "do": "new", "game": game, "seats": seats, "seed": 2 }));
        host.until("game", |message| message["game"] == game);
        host.until("table", |_| true);
        loop {
            host.settle(|host| host.is_over() || !host.legal().is_empty());
            if host.is_over() {
                break;
            }
            host.play_first();
        }
        assert_ne!(host.table["result"], "none");
        assert!(host.table["seats"].as_array().unwrap().iter().all(|seat| seat["fault"].is_null()), "{}", host.table);
    }
}

/// Words and steps come from the referee, also in a game that the table has never heard of.
#[test]
fn words_come_from_the_referee() {
    let engine = testing::example("speltafel-kit", "race");
    let table = TestTable::start(&["--referee", engine.to_str().unwrap()]);
    let mut host = table.host();
    let info = host.hello["games"][0]["info"].clone();
    assert_eq!(info["game"], "race");
    assert!(!info["words"]["en"].as_object().unwrap().is_empty());
    host.begin("race", &["here", "here"], json!({ "seed": 2 }));
    host.settle(|host| host.is_over() || !host.legal().is_empty());
    let legal = host.table["legal"][0].clone();
    assert!(legal["words"].as_str().is_some_and(|words| !words.is_empty()) && legal["steps"].is_array());
    host.play(legal["token"].as_str().unwrap());
    let events: Vec<&Value> = host.told.iter().filter(|told| told["event"] == true).collect();
    assert!(!events.is_empty() && events.iter().all(|told| told.get("clicks").is_none()));
    assert!(host.told.iter().any(|told| told["words"] == legal["words"] && told["steps"] == legal["steps"]));
}

#[test]
fn a_browser_chooses_its_language() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("keezen", &["here"; 4], json!({ "seed": 2 }));
    let mut watch = Browser::at(&host.link(0));
    let english = host.told.clone();
    assert!(english[0]["words"].as_str().unwrap().starts_with("dealt: "), "{}", english[0]);
    let why = |browser: &mut Browser| {
        browser.send(&json!({ "do": "why", "token": "K:99" }));
        browser.until("why", |why| why["token"] == "K:99")["words"].as_str().unwrap().to_string()
    };
    let reason = why(&mut host);
    assert!(!reason.is_empty() && why(&mut watch).is_empty(), "a spectator does not see whether a card is there");
    host.send(&json!({ "do": "language", "language": "nl" }));
    host.until("table", |state| state["language"] == "nl");
    assert!(host.told[0]["words"].as_str().unwrap().starts_with("gedeeld: "), "{}", host.told[0]);
    assert_eq!(host.told[0]["steps"], english[0]["steps"]);
    assert_ne!(why(&mut host), reason);
    assert!(watch.sync().iter().all(|message| message["is"] != "table"), "only one browser has changed its language");
    // A game without the language speaks English.
    host.send(&json!({ "do": "language", "language": "tlh" }));
    host.until("table", |state| state["language"] == "en");
    assert_eq!(host.told, english);
    assert_eq!(host.refused(&json!({ "do": "language", "language": "" })), "bad_message");
}

#[test]
fn only_new_tokens_are_told() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("checkers", &["here", "here"], json!({ "start": "startpos moves 10-14 22-18" }));
    assert_eq!(host.table["facts"]["from"], 0);
    host.play("14-17");
    assert_eq!((host.table["facts"]["from"].as_u64(), host.told.len()), (Some(2), 3));
    host.send(&json!({ "do": "look", "id": 1, "at": 1, "line": ["22-17"] }));
    let look = host.until("look", |look| look["id"] == 1);
    assert_eq!(
        look["facts"][0]["steps"][0],
        json!({ "do": "walk", "piece": "man", "seat": 2, "from": "22", "to": "17" })
    );
    host.send(&json!({ "do": "undo" }));
    host.until("table", |table| table["at"] == 2);
    assert_eq!((host.table["facts"]["from"].as_u64(), host.told.len()), (Some(2), 2));
}
