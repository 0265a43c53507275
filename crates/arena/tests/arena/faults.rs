//! Tests that every fault is charged to the engine that committed it, with the right kind, and that the next game is
//! played.

use super::common::*;
use arena::plan::Restart;
use base::parallel::map_chunks;
use runner::record::{FaultKind, FaultKind::*, Record};

/// The consequence of a fault.
enum Expected {
    /// The suspect loses the game because of the fault.
    Lost(FaultKind),
    /// The fault is recorded, and the game continues.
    Recorded(FaultKind),
    /// The fault has no consequence.
    Nothing,
}
use Expected::{Lost, Nothing, Recorded};

/// The toy engine's faults, each with its consequence and whether the test needs a short time limit for the suspect.
const CASES: &[(&str, Expected, bool)] = &[
    ("none", Nothing, false),
    ("garbage", Nothing, false),
    ("loud-errors", Nothing, false),
    ("crash", Lost(Crash), false),
    ("torn", Lost(Crash), false),
    ("leave", Lost(Crash), false),
    ("grandchild", Lost(Crash), false),
    ("close-output", Lost(Crash), false),
    ("crash-new-game", Lost(Crash), false),
    ("freeze", Lost(Stall), true),
    ("stall", Lost(Stall), true),
    ("chatter", Lost(Stall), true),
    ("error-chatter", Lost(Stall), true),
    ("flood-errors", Lost(Stall), true),
    ("flood-output", Lost(Stall), false),
    ("long-line", Lost(Stall), false),
    ("late", Lost(Time), true),
    ("twice", Recorded(WrongBestmove), false),
    ("stale-position", Recorded(WrongBestmove), false),
    ("extra-word", Recorded(WrongBestmove), false),
    ("stale-new-game", Nothing, false),
    ("no-move", Lost(WrongBestmove), false),
    ("huge-move", Lost(WrongBestmove), false),
    ("null-move", Lost(Disagreement), false),
    ("illegal", Lost(IllegalMove), false),
    ("verdict-p1", Lost(IllegalMove), false),
    ("verdict-p2", Lost(IllegalMove), false),
    ("deal", Lost(IllegalMove), false),
    ("bad-info", Nothing, false),
];

/// The number of games per fault, unless the test waits for it. The suspect plays each side once.
const GAMES: u64 = 2;

fn check_record(game: &str, fault: &str, charge: &Expected, record: &Record) {
    let what = format!("{game} {fault} {}: {record:?}", record.id);
    let own = record.sides().iter().position(|side| *side == "suspect").expect("the suspect has a side");
    assert!(record.faults.iter().all(|fault| fault.participant == "suspect"), "{what}");
    assert!(
        record.faults.iter().all(|fault| fault.seat.is_some_and(|seat| record.teams[own].contains(&seat))),
        "{what}"
    );
    let last = record.played.moves.last().expect("a record has tokens");
    match charge {
        Lost(kind) => {
            assert_eq!(record.faults.iter().map(|fault| fault.decisive).collect::<Vec<_>>(), [true], "{what}");
            assert_eq!(record.faults[0].kind, *kind, "{what}");
            let result = format!("p{}win", 2 - own);
            assert_eq!(*last, format!("!end/{result}/{}", kind.verdict()), "{what}");
            assert_eq!((record.played.result.as_str(), record.payoffs()[own]), (result.as_str(), 0.0), "{what}");
            assert_eq!(record.ending(), kind.word(), "{what}");
        }
        Recorded(kind) => {
            assert!(!record.faults.is_empty(), "{what}");
            assert!(record.faults.iter().all(|fault| fault.kind == *kind && !fault.decisive), "{what}");
            assert!(!last.starts_with("!end") || last == "!end/draw/max_plies", "{what}");
        }
        Nothing => {
            assert!(record.faults.is_empty(), "{what}");
            assert!(!last.starts_with("!end") || last == "!end/draw/max_plies", "{what}");
        }
    }
}

fn all(game: &str) {
    map_chunks(CASES.len(), 1, AT_ONCE, |rows| CASES[rows].iter().for_each(|row| one(game, row)));
}

fn one(game: &str, (fault, charge, is_short): &(&str, Expected, bool)) {
    let mark = mark();
    let limit = match *fault {
        "late" => LONG_STOP_TIMEOUT,
        _ if *is_short => SHORT_LIMIT,
        _ => NO_TIME_LIMIT,
    };
    let suspect = toy_with(&format!("--fault {fault}"), &mark);
    let mut test = TestMatch::new(game, suspect, toy_with("", &mark), limit, &mark);
    let games = if *is_short { 1 } else { GAMES };
    for number in 0..games {
        let record = test.play(number).unwrap_or_else(|error| panic!("{game} {fault}: {error:#}"));
        // The toy engine misbehaves once per process. It behaves correctly in later games unless it was restarted.
        let repeats = matches!(charge, Lost(kind) if is_lost(fault, *kind));
        let expected = if number == 0 || repeats { charge } else { &Nothing };
        // With several seats per side, another process of the suspect may commit its fault in a later game.
        if number == 0 || repeats || test.context.teams[0].len() == 1 {
            check_record(game, fault, expected, &record);
        }
    }
    drop(test);
    all_gone(&mark);
}

/// Returns whether this fault ends the engine's process, so that a new process plays the next game and commits the
/// fault again.
fn is_lost(fault: &str, kind: FaultKind) -> bool {
    matches!(kind, Crash | Stall) && fault != "none"
}

#[test]
fn each_fault_is_charged_to_its_engine_in_a_game_of_two() {
    all("jeex");
}

#[test]
fn each_fault_is_charged_to_its_engine_in_a_game_of_partners_and_cards() {
    all("keezen");
}

#[test]
fn an_engine_without_views_plays_only_games_without_hidden_information() {
    let mark = mark();
    for (game, plays) in [("checkers", true), ("wieniet", true), ("keezen", false)] {
        let mut test = TestMatch::new(game, toy_with("--plain", &mark), toy_with("", &mark), NO_TIME_LIMIT, &mark);
        match test.play(0) {
            Ok(record) => assert!(plays && record.faults.is_empty(), "{game}: {record:?}"),
            Err(error) => assert!(!plays && error.to_string().contains("does not support views"), "{game}: {error:#}"),
        }
    }
    all_gone(&mark);
}

#[test]
fn a_resignation_loses_without_a_fault() {
    let mark = mark();
    for game in ["jeex", "keezen", "querbeet"] {
        let mut test =
            TestMatch::new(game, toy_with("--script lw", &mark), toy_with("--script wl", &mark), NO_TIME_LIMIT, &mark);
        for number in 0..GAMES {
            let record = test.play(number).unwrap();
            assert!(record.faults.is_empty(), "{record:?}");
            assert_eq!(
                (record.played.reason.as_str(), record.played.moves.last().unwrap().as_str()),
                ("resign", "resign")
            );
            let loser = if number % 2 == 0 { "suspect" } else { "steady" };
            let own = record.sides().iter().position(|side| *side == loser).unwrap();
            assert_eq!(record.payoffs()[own], 0.0, "{record:?}");
        }
    }
    all_gone(&mark);
}

#[test]
fn a_false_result_is_recorded_and_changes_nothing() {
    let mark = mark();
    let mut test =
        TestMatch::new("jeex", toy_with("--fault false-result", &mark), toy_with("", &mark), NO_TIME_LIMIT, &mark);
    let mut honest = TestMatch::new("jeex", toy_with("", &mark), toy_with("", &mark), NO_TIME_LIMIT, &mark);
    let mut claims = 0;
    for number in 0..6 {
        let (record, real) = (test.play(number).unwrap(), honest.play(number).unwrap());
        assert_eq!((&record.played.moves, &record.played.result), (&real.played.moves, &real.played.result));
        assert!(record.faults.iter().all(|fault| fault.kind == Disagreement && !fault.decisive), "{record:?}");
        assert!(record.faults.iter().all(|fault| fault.participant == "suspect"), "{record:?}");
        claims += record.faults.len();
        assert_eq!(record.faults.is_empty(), record.played.moves.last().unwrap().starts_with("!end"), "{record:?}");
    }
    assert!(claims > 0);
}

#[test]
fn an_unusual_form_of_a_legal_move_is_recorded_in_canonical_form() {
    let mark = mark();
    let odd = toy_with("--fault odd-form", &mark);
    let mut test = TestMatch::new("keezen", odd, toy_with("", &mark), NO_TIME_LIMIT, &mark);
    let mut folds = 0;
    for number in 0..4 {
        let record = test.play(number).unwrap();
        assert!(record.faults.is_empty() && record.played.moves.iter().all(|token| token != "fold"), "{record:?}");
        folds += record.played.moves.iter().filter(|token| token.starts_with("fold:")).count();
    }
    assert!(folds > 0);
}

#[test]
fn an_engine_that_never_starts_stops_the_tournament() {
    let mark = mark();
    for fault in ["crash-on-start", "refuse-options"] {
        let suspect = toy_with(&format!("--fault {fault}"), &mark);
        let mut test = TestMatch::new("jeex", suspect, toy_with("", &mark), NO_TIME_LIMIT, &mark);
        for number in 0..2 {
            check_record("jeex", fault, &Lost(NoHandshake), &test.play(number).unwrap());
        }
        let error = test.play(2).unwrap_err().to_string();
        assert!(error.starts_with("participant suspect cannot start: "), "{error}");
    }
    all_gone(&mark);
}

#[test]
fn a_process_is_replaced_as_the_plan_says() {
    let mark = mark();
    // The suspect resigns in the first game of each process, or commits a fault at its first move.
    for (behaviour, restart, expected) in [
        ("--script lw", Restart::Never, [true, false]),
        ("--script lw", Restart::OnFault, [true, false]),
        ("--script lw", Restart::Always, [true, true]),
        ("--fault illegal", Restart::Never, [true, false]),
        ("--fault illegal", Restart::OnFault, [true, true]),
        ("--fault twice", Restart::OnFault, [true, true]),
    ] {
        let mut plan = TestMatch::plan("jeex", toy_with(behaviour, &mark), toy_with("", &mark), NO_TIME_LIMIT, &mark);
        plan.participants[0].restart = restart;
        let mut test = TestMatch::of_plan(plan);
        let first_of_process = [0, 1].map(|number| {
            let record = test.play(number).unwrap();
            record.played.moves.last().unwrap() == "resign" || !record.faults.is_empty()
        });
        assert_eq!(first_of_process, expected, "{behaviour} {restart:?}");
    }
    all_gone(&mark);
}

#[test]
fn games_are_reproducible() {
    let mark = mark();
    let games = || {
        let random = toy_with("--fault random --seed 11 --rate 0.7", &mark);
        let mut test = TestMatch::new("jeex", random, toy_with("", &mark), LIMIT_OF_SOME_MOVES, &mark);
        (0..12).map(|number| test.play(number).unwrap().reproducible_part().played.moves).collect::<Vec<_>>()
    };
    // Both runs spend most of their time waiting for moves that never come, so they run in parallel.
    let [once, again] =
        std::thread::scope(|scope| [scope.spawn(games), scope.spawn(games)].map(|all| all.join().unwrap()));
    assert_eq!(once, again);
    all_gone(&mark);
}
