//! Tests that the faults of an engine behind a bridge are charged to it, and that none of its processes is left.

use super::common::*;
use arena::plan::MoveLimits;
use base::parallel::map_chunks;
use runner::record::FaultKind::{self, *};
use testing::engine;

const TOY_HUB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/toy_hub.py");

/// A fault of the toy Hub engine, the fault that ends each game, if there is one, the engine's limit, and the number of
/// games.
type Case<'a> = (&'a str, Option<FaultKind>, (Option<MoveLimits>, u64), u64);

/// Plays games with the toy Hub engine, which commits a fault at its third move.
fn check((fault, charge, limit, games): &Case) {
    let mark = mark();
    let arguments = format!("bridge hub -- python3 -B {TOY_HUB} {fault} 2");
    let suspect = program(engine().as_ref(), arguments.trim(), &mark);
    let mut test = TestMatch::new("checkers", suspect, toy_with("", &mark), limit.clone(), &mark);
    for number in 0..*games {
        let record = test.play(number).unwrap_or_else(|error| panic!("{fault}: {error:#}"));
        let faults: Vec<_> = record.faults.iter().map(|fault| (fault.participant.as_str(), fault.kind)).collect();
        let charged: Vec<_> = charge.iter().copied().map(|kind| ("suspect", kind)).collect();
        assert_eq!(faults, charged, "{record:?}");
        // The option of the bridge takes fewer seeds than there are.
        let suspect = record.played.seats.iter().position(|name| name == "suspect").unwrap();
        assert!((1..=1000).contains(&record.engines[suspect].options["seed"].parse().unwrap()), "{record:?}");
        assert!(
            record.played.moves.len() > 4 && (charge.is_none() || record.payoffs()[number as usize] == 0.0),
            "{record:?}"
        );
    }
    drop(test);
    all_gone(&mark);
}

#[test]
fn faults_of_a_hub_engine_are_charged_to_it() {
    if !testing::has_python() {
        return;
    }
    let cases = [
        ("none", None, NO_TIME_LIMIT, 2),
        ("crash", Some(Crash), NO_TIME_LIMIT, 2),
        ("illegal", Some(IllegalMove), NO_TIME_LIMIT, 2),
        ("garbage", Some(IllegalMove), NO_TIME_LIMIT, 2),
        // The test waits for these.
        ("silent", Some(Stall), LIMIT_OF_SOME_MOVES, 1),
        ("endless", Some(Stall), LIMIT_OF_SOME_MOVES, 1),
    ];
    map_chunks(cases.len(), 1, AT_ONCE, |rows| cases[rows].iter().for_each(check));
}
