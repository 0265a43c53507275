//! Hidden hands: a browser receives exactly the information that its seat may have.

use super::common::*;
use base::rng::Rng;
use serde_json::{Value, json};
use speltafel::registry::REGISTRY;
use std::process::Command;
use ugi::{Client, Query, Seat, Viewer};

/// The maximum number of moves to check in each game.
const MOVES: usize = 120;

/// The names and values of rule options.
type RuleOptions = &'static [(&'static str, &'static str)];

/// Games played with more seats than their default.
const MORE: [(&str, RuleOptions); 1] = [("querbeet", &[("Querbeet.Players", "3")])];

/// Games with rule options that hide more than hands, each with its number of seats.
const DEALT_TEAMS: [(&str, RuleOptions, usize); 1] = [("keezen", &[("Keezen.Partners", "hidden")], 4)];

/// Returns the name, rule options and number of seats of every game that hides something, among the registered games
/// with default options and the games in [`MORE`].
fn hidden_games() -> Vec<(&'static str, RuleOptions, usize)> {
    let usual = REGISTRY.games().iter().map(|game| (game.name, &[] as RuleOptions));
    let hides = |(game, list): (&'static str, RuleOptions)| {
        let mut referee = referee(game, list);
        let seats = referee.ask_word(Query::Seats).unwrap().parse().unwrap();
        let event = referee.ask_word(Query::Draw(1)).ok()?;
        referee.send(&format!("position startpos moves {event}")).unwrap();
        let public = referee.ask(Query::View(Viewer::Public)).unwrap().concat();
        public.contains('?').then_some((game, list, seats))
    };
    let games: Vec<_> = usual.chain(MORE).filter_map(hides).collect();
    assert!(games.len() >= 3, "{games:?}");
    games
}

fn options(list: &[(&str, &str)]) -> Value {
    list.iter().map(|(name, value)| ((*name).to_string(), json!(value))).collect::<serde_json::Map<_, _>>().into()
}

pub fn referee(game: &str, list: &[(&str, &str)]) -> Client {
    let mut referee = Client::start(&mut Command::new(engine())).unwrap();
    referee.set_option("Game", game).unwrap();
    list.iter().for_each(|(name, value)| referee.set_option(name, value).unwrap());
    referee
}

/// Begins a game with a browser in each seat. Returns these browsers, followed by the host, who has no seat.
fn seated(table: &TestTable, game: &str, list: &[(&str, &str)], count: usize, start: &str) -> Vec<Browser> {
    let mut host = table.host();
    host.begin(game, &vec!["link"; count], json!({ "options": options(list), "start": start, "seed": 77 }));
    let links: Vec<String> = (1..=count).map(|seat| host.link(seat)).collect();
    let mut browsers: Vec<Browser> = links.iter().map(|link| Browser::at(link)).collect();
    browsers.push(host);
    let online =
        |browser: &Browser| browser.table["seats"].as_array().unwrap().iter().all(|seat| seat["online"] == true);
    browsers.iter_mut().for_each(|browser| browser.settle(online));
    // Clear the traffic so far, because the number of states sent while other browsers connect varies. After this point
    // the browsers wait for every step.
    browsers.iter_mut().for_each(|browser| browser.traffic.clear());
    browsers
}

/// Checks that a state follows from the view of its seat: an engine that gets only the view gives the same answers.
fn assert_from_view(state: &Value, view: &str, client: &mut Client) {
    assert_eq!(state["line"], view);
    client.send("position startpos").unwrap();
    client.send(view).unwrap();
    assert!(client.ready().unwrap().is_empty(), "{view}");
    let mut ask = |query| client.ask(query).map(|words| words.join(" ")).unwrap_or_default();
    let board: Value = serde_json::from_str(&ask(Query::Board)).unwrap();
    assert_eq!(state["board"], board);
    assert_eq!(state["fen"], ask(Query::Fen(None)));
    assert_eq!(state["turn"], ask(Query::Turn));
    assert_eq!(state["result"], ask(Query::Result));
    let teams = ask(Query::Teams);
    assert_eq!(state["teams"], if teams.contains('?') { Value::Null } else { json!(teams) });
    let numbers = |value: &Value| value.as_array().unwrap().iter().map(Value::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(numbers(&state["scores"]), ask(Query::Scores));
    assert_eq!(numbers(&state["ranks"]), ask(Query::Ranks));
    if state["legal"] != json!([]) {
        assert_eq!(state["legal"], serde_json::from_str::<Value>(&ask(Query::Moves("en"))).unwrap());
    }
    for (index, told) in state["told"].as_array().unwrap().iter().enumerate() {
        let mut told = told.clone();
        told.as_object_mut().unwrap().remove("event");
        assert_eq!(told, serde_json::from_str::<Value>(&ask(Query::Step(index + 1, "en"))).unwrap());
    }
    let tokens: Vec<&str> = state["tokens"].as_array().unwrap().iter().map(|token| token.as_str().unwrap()).collect();
    assert!(view.ends_with(&tokens.join(" ")));
    assert_eq!(state["seed"], Value::Null);
}

/// Returns the part of a state that does not depend on the viewer: names, clocks, offers and so on.
fn common_part(state: &Value) -> Value {
    let mut rest = state.clone();
    let own = ["line", "board", "fen", "teams", "legal", "tokens", "you", "facts", "told"];
    own.iter().for_each(|key| _ = rest.as_object_mut().unwrap().remove(*key));
    rest
}

#[test]
fn every_state_follows_from_the_view_of_its_seat() {
    for (game, list, count) in hidden_games().into_iter().chain(DEALT_TEAMS) {
        let table = TestTable::start(&[]);
        let mut browsers = seated(&table, game, list, count, "startpos");
        let (mut rng, mut states) = (Rng::new(9), Vec::new());
        for _ in 0..MOVES {
            let state = |browser: &Browser| {
                let mut state = browser.table.clone();
                state["told"] = json!(browser.told);
                state
            };
            states.push(browsers.iter().map(state).collect::<Vec<_>>());
            if browsers[0].is_over() {
                break;
            }
            let mover = browsers[0].turn().unwrap() - 1;
            let (at, legal) = (browsers[mover].at_token(), browsers[mover].legal());
            browsers[mover].play(&legal[rng.index(legal.len())]);
            browsers.iter_mut().for_each(|browser| browser.wait_past(at));
        }
        let mover = browsers[0].turn();
        if let Some(mover) = mover {
            resign(&mut browsers, mover - 1);
        }
        browsers.iter_mut().for_each(|browser| browser.settle(Browser::is_over));
        // The final state contains the master history. Check the earlier states against it.
        let truth: Vec<String> = (browsers[0].table["tokens"].as_array().unwrap().iter())
            .map(|token| token.as_str().unwrap().to_string())
            .collect();
        assert!(truth.iter().any(|token| token.starts_with("!deal/")) && !truth.concat().contains('?'));
        let (mut master, mut client) = (referee(game, list), referee(game, list));
        for state in states.iter().filter(|state| state[0]["over"] == false) {
            let at = state[0]["at"].as_u64().unwrap() as usize;
            master.send(&format!("position startpos moves {}", truth[..at].join(" "))).unwrap();
            let rest = common_part(&state[0]);
            for (index, state) in state.iter().enumerate() {
                // The host has no seat here, and gets the public view.
                let seat = if index == count { 0 } else { index + 1 };
                let view = master.ask(Query::View(Viewer::from_number(seat).unwrap())).unwrap().join(" ");
                assert_from_view(state, &view, &mut client);
                assert_eq!(common_part(state), rest);
                assert!(!state["fen"].as_str().unwrap().is_empty());
            }
        }
    }
}

/// Returns a sampled deal, and the same deal with two hands exchanged. The exchanged hands belong to seats other than
/// `seat` (zero-based).
fn two_deals(game: &str, list: &[(&str, &str)], count: usize, seat: usize, seed: u64) -> [String; 2] {
    let mut referee = referee(game, list);
    let deal = referee.ask_word(Query::Draw(seed)).unwrap();
    let mut hands: Vec<&str> = deal.split('/').collect();
    let others: Vec<usize> = (0..count).filter(|other| *other != seat).collect();
    hands.swap(1 + others[0], 1 + others[1]);
    [deal.clone(), hands.join("/")]
}

#[test]
fn indistinguishable_deals_give_identical_traffic() {
    let mut compared = 0;
    // Two-seat games are skipped, because they have only one hand besides the seat's own.
    for (game, list, count) in hidden_games().into_iter().filter(|(.., seats)| *seats > 2) {
        for (seat, seed) in (0..count).flat_map(|seat| [(seat, 1), (seat, 2), (seat, 3)]) {
            let deals = two_deals(game, list, count, seat, seed);
            let tables = [TestTable::start(&[]), TestTable::start(&[])];
            let mut both: Vec<Vec<Browser>> = (tables.iter().zip(&deals))
                .map(|(table, deal)| seated(table, game, list, count, &format!("startpos moves {deal}")))
                .collect();
            // Both tables get the same requests in the same order.
            both.iter_mut().for_each(|browsers| send_all_requests(&mut browsers[seat]));
            loop {
                let at = both.each(|browsers| browsers[0].at_token());
                let turn = both.each(|browsers| browsers[0].turn());
                let public = both.each(|browsers| browsers[count].table["tokens"].clone());
                if public[0] != public[1] {
                    // The move has revealed a hand that differs between the tables.
                    break;
                }
                // Neither the seat nor a spectator can tell the two tables apart.
                assert_eq!(both[0][seat].traffic, both[1][seat].traffic, "{game} p{} seed {seed}", seat + 1);
                assert_eq!(both[0][seat].table, both[1][seat].table);
                assert_eq!(both[0][count].table, both[1][count].table);
                compared += 1;
                let Some(mover) = turn[0].map(|mover| mover - 1) else { break };
                let legal = both.each(|browsers| browsers[mover].legal());
                let Some(token) = legal[0].iter().find(|token| legal[1].contains(token)) else { break };
                for browsers in &mut both {
                    browsers[mover].play(token);
                    browsers.iter_mut().for_each(|browser| browser.wait_past(at[0]));
                    if !browsers[seat].is_over() {
                        send_all_requests(&mut browsers[seat]);
                    }
                }
            }
        }
    }
    assert!(compared > 60, "{compared}");
}

/// Sends requests of all kinds, allowed or not, and waits for the answers.
fn send_all_requests(browser: &mut Browser) {
    let line = browser.table["line"].as_str().unwrap().to_string();
    let asked = [
        json!({ "do": "look", "id": 1 }),
        json!({ "do": "look", "id": 2, "at": 1 }),
        json!({ "do": "look", "id": 3, "at": 1, "line": ["fold"] }),
        json!({ "do": "look", "id": 4, "at": 0 }),
        json!({ "do": "look", "id": 5, "at": 1, "line": ["!deal/A/A/A/A"] }),
        json!({ "do": "why", "token": "fold" }),
        json!({ "do": "why", "token": "A:in", "at": 1 }),
        json!({ "do": "export", "format": "transcript" }),
        json!({ "do": "export", "format": "portable" }),
        json!({ "do": "records" }),
        json!({ "do": "review" }),
        json!({ "do": "analyse", "multipv": 2 }),
        json!({ "do": "setup", "text": line }),
        json!({ "do": "answer", "accept": true }),
        json!({ "do": "move", "token": "!end/draw/agreed", "at": browser.at_token() }),
    ];
    for request in asked {
        browser.send(&request);
        loop {
            let message = browser.next();
            if !["table", "clock", "notice"].contains(&message["is"].as_str().unwrap()) {
                break;
            }
        }
    }
}

/// Applies a function to both items of a pair, which belong to the two tables.
trait Each<T> {
    fn each<U>(&self, of: impl Fn(&T) -> U) -> [U; 2];
}

impl<T> Each<T> for Vec<T> {
    fn each<U>(&self, of: impl Fn(&T) -> U) -> [U; 2] {
        [of(&self[0]), of(&self[1])]
    }
}

#[test]
fn a_forced_move_does_not_hand_the_screen_to_its_player() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    // p3 cannot enter a pawn, so the server folds its hand.
    let start = "p1:Y:B:R:G:C5678K/6789K/22355/2789K:X:D4,1:F1";
    host.begin("keezen", &["here", "here", "here", "link"], json!({ "start": start }));
    for viewer in [1, 2] {
        host.settle(|host| host.table["turn"] == format!("p{viewer}"));
        assert_eq!(host.table["you"]["viewer"], viewer);
        host.play("K:in");
    }
    host.settle(|host| host.table["turn"] == "p4");
    assert_eq!(host.table["tokens"], json!(["K:in", "K:in", "fold:22355"]));
    assert_eq!(host.table["you"]["viewer"], 2, "the screen changes hands");
}

#[test]
fn an_engine_gets_only_the_view_of_its_seat() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("heard");
    let table = TestTable::start(&["--engine", &spy(&log)]);
    let mut host = table.host();
    let seats = [
        json!({ "who": "here" }),
        json!({ "who": "engine", "nodes": 50 }),
        json!({ "who": "here" }),
        json!({ "who": "here" }),
    ];
    host.send(&json!({ "do": "new", "game": "keezen", "seats": seats, "seed": 3 }));
    host.until("game", |message| message["game"] == "keezen");
    host.until("table", |_| true);
    let mut rng = Rng::new(1);
    for _ in 0..40 {
        host.settle(|host| host.is_over() || !host.legal().is_empty());
        let legal = host.legal();
        if legal.is_empty() {
            break;
        }
        host.play(&legal[rng.index(legal.len())]);
    }
    host.resign();
    let truth: Vec<String> =
        (host.table["tokens"].as_array().unwrap().iter()).map(|token| token.as_str().unwrap().to_string()).collect();
    let mut master = referee("keezen", &[]);
    let received = std::fs::read_to_string(&log).unwrap();
    let positions: Vec<&str> = received.lines().filter(|line| line.starts_with("position")).collect();
    assert!(positions.len() > 5);
    for line in positions {
        let at = line.split_once(" moves ").map_or(0, |(_, tokens)| tokens.split(' ').count());
        master.send(&format!("position startpos moves {}", truth[..at].join(" "))).unwrap();
        assert_eq!(line, master.ask(Query::View(Viewer::Seat(Seat::P2))).unwrap().join(" "));
    }
    let other = ["ugi", "isready", "setoption ", "uginewgame", "position ", "go ", "stop", "quit"];
    assert!(received.lines().all(|line| other.iter().any(|start| line.starts_with(start))), "{received}");
}
