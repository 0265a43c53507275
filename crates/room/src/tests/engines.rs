//! Engines, clocks and the pace, without engines and without waiting.

use super::house::House;
use crate::effect::Effect;
use crate::event::Event;
use crate::search::{EngineEvent, EngineMove, EngineReport, SeatFault, SeatFaultKind};
use crate::tasks::EngineSearch;
use crate::tasks::{Purpose, StartEngine};
use kit::serve::referee::Referee;
use serde_json::{Value, json};
use speltafel::registry::REGISTRY;
use std::time::Duration;

const HOUR: Duration = Duration::from_secs(3600);

/// Returns the last search that the room wants, with the numbers of its worker and of the search.
fn search(house: &House) -> (u64, u64, EngineSearch) {
    let wanted = house.others.iter().rev().find_map(|effect| match effect {
        Effect::Search { worker, job, search } => Some((*worker, *job, search.clone())),
        _ => None,
    });
    wanted.unwrap()
}

/// Answers the last search.
fn answer(house: &mut House, event: EngineEvent) {
    let (worker, job, _) = search(house);
    house.handle(Event::Engine(EngineReport { worker, job, event }));
}

/// Answers the last search with a move.
fn answer_move(house: &mut House, token: &str) {
    let if_rejected = SeatFault::new(SeatFaultKind::Illegal, token);
    answer(house, EngineEvent::Done(EngineMove { token: token.to_string(), score: None, if_rejected }));
}

/// Answers the last search with its first legal move, which only the search itself says.
fn answer_first(house: &mut House) {
    let mut referee = Referee::new(&REGISTRY);
    let game = &house.room.game;
    let lines = format!("setoption name Game value {}\n{}\nquery legal", game.name(), search(house).2.view);
    let answers = referee.ask(&lines).unwrap();
    let legal = answers.lines().find_map(|line| line.strip_prefix("response ")).unwrap();
    let first = legal.split(' ').next().unwrap().to_string();
    answer_move(house, &first);
}

fn running(house: &House) -> &Value {
    &house.table()["clock"]["running"]
}

#[test]
fn an_engine_gets_its_view_and_the_others_see_its_move_for_the_pace() {
    let mut house = House::open(HOUR);
    house.begin("keezen", &["here", "engine", "engine", "engine"], json!({ "seed": 21 }));
    for _ in 0..30 {
        if house.table()["showing"] == true {
            let at = house.table()["at"].clone();
            assert_eq!(house.room.due(), Some(house.now + HOUR));
            house.wait();
            assert!(house.table()["at"] != at || house.table()["showing"] == false);
        } else if house.table()["legal"].as_array().is_some_and(|legal| !legal.is_empty()) {
            assert_eq!(house.play_first(), None);
        } else {
            let seat = house.room.game.to_move().unwrap();
            assert!(search(&house).2.view.starts_with(&format!("position seat {}", seat.number())));
            answer_first(&mut house);
        }
    }
    let plays = |effect: &&Effect| matches!(effect, Effect::Start(StartEngine { purpose: Purpose::Play(20), .. }));
    assert_eq!(house.others.iter().filter(plays).count(), 4, "the engine of the first game, and three of the second");
}

#[test]
fn a_flag_falls_at_its_time() {
    let mut house = House::open(Duration::ZERO);
    house.begin("checkers", &["here", "here"], json!({ "clock": { "base": 60_000, "inc": 1000 } }));
    house.now += Duration::from_secs(5);
    house.play_first();
    assert_eq!((running(&house), &house.table()["clock"]["left"]), (&json!(2), &json!([56_000, 60_000])));
    while house.table()["over"] == false {
        house.wait();
    }
    assert_eq!((house.now, &house.table()["result"]), (Duration::from_secs(65), &json!("p1win")));
    assert_eq!(house.table()["reason"], "time");
}

#[test]
fn a_fault_of_an_engine_pauses_the_game() {
    let mut house = House::open(Duration::ZERO);
    house.begin("checkers", &["here", "engine"], json!({}));
    for (what, must_restart, hidden) in [(SeatFaultKind::Crash, true, false), (SeatFaultKind::Stall, false, false)] {
        if house.table()["at"] == 0 {
            house.play_first();
        }
        let (worker, ..) = search(&house);
        let fault = SeatFault { must_restart, ..SeatFault::new(what, "it is\nbroken") };
        answer(&mut house, EngineEvent::Fails(fault, None));
        let seat = &house.table()["seats"][1];
        assert_eq!((&house.table()["paused"], &seat["fault"]["text"]), (&json!(true), &json!("it is broken")));
        assert_eq!(seat["thinking"], hidden);
        house.request(json!({ "do": "go" }));
        // Only an engine that cannot be asked again is started again.
        assert_eq!(search(&house).0 != worker, must_restart);
    }
    answer_move(&mut house, "1-2");
    assert_eq!(house.table()["seats"][1]["fault"]["what"], "illegal");
    house.request(json!({ "do": "go" }));
    answer_first(&mut house);
    assert_eq!(house.table()["at"], 2);
}

#[test]
fn a_late_answer_to_a_search_that_was_stopped_counts_for_nothing() {
    let mut house = House::open(Duration::ZERO);
    house.begin("checkers", &["here", "engine"], json!({}));
    house.play_first();
    let (worker, job, _) = search(&house);
    house.request(json!({ "do": "undo" }));
    let cancelled = |effect: &Effect| matches!(effect, Effect::Cancel { worker: number } if *number == worker);
    assert!(house.others.iter().any(cancelled) && house.table()["at"] == 0);
    let if_rejected = SeatFault::new(SeatFaultKind::Illegal, "");
    let event = EngineEvent::Done(EngineMove { token: "22-18".to_string(), score: None, if_rejected });
    house.handle(Event::Engine(EngineReport { worker, job, event }));
    assert_eq!((&house.table()["at"], &house.table()["paused"]), (&json!(0), &json!(false)));
    // An engine that nobody needs is stopped.
    house.begin("querbeet", &["here", "here"], json!({}));
    assert!(house.others.iter().any(|effect| matches!(effect, Effect::Stop { worker: number } if *number == worker)));
}
