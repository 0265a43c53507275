//! Tests for engines that think on their opponent's time.

use super::common::*;
use runner::record::{FaultKind::*, Record};
use runner::{Dialogue, EngineProcess, Log, Program, Timeouts};
use std::ops::ControlFlow;
use std::time::Duration;
use ugi::Go;

/// Returns a match of a suspect that ponders, and behaves as `arguments` say, against the toy engine.
fn pondering(game: &str, arguments: &str, stop: u64, mark: &str) -> TestMatch {
    let mut plan = TestMatch::plan(game, toy_with(arguments, mark), toy_with("", mark), (None, stop), mark);
    plan.participants[0].ponder = true;
    plan.participants[0].program.options.insert("Ponder".to_string(), "true".to_string());
    TestMatch::of_plan(plan)
}

/// Returns the kinds of the faults of a game, all of which must be those of the suspect, and whether they are decisive.
fn faults(record: &Record) -> Vec<(runner::record::FaultKind, bool)> {
    assert!(record.faults.iter().all(|fault| fault.participant == "suspect"), "{record:?}");
    record.faults.iter().map(|fault| (fault.kind, fault.decisive)).collect()
}

#[test]
fn a_pondering_engine_plays_the_same_moves() {
    let mark = mark();
    let mut hits = 0;
    let (mut test, mut plain) = (
        pondering("jeex", "", 60_000, &mark),
        TestMatch::new("jeex", toy_with("", &mark), toy_with("", &mark), NO_TIME_LIMIT, &mark),
    );
    for number in 0..6 {
        // A search on the opponent's time must search the position after the reply that was played.
        let (record, same) = (test.play(number).unwrap(), plain.play(number).unwrap());
        assert_eq!((faults(&record), &record.moves), (Vec::new(), &same.moves));
        assert!(same.run.ponder_hits.is_empty());
        let suspect = |&ply: &usize| record.seats[record.movers[ply].unwrap().index()].participant == "suspect";
        assert!(record.run.ponder_hits.iter().all(suspect));
        hits += record.run.ponder_hits.len();
    }
    assert!(hits > 0);
    drop((test, plain));
    all_gone(&mark);
}

#[test]
fn faults_while_pondering_are_charged_to_the_engine_that_ponders() {
    let mark = mark();
    for (arguments, expected) in [
        ("--fault crash-pondering", (Crash, true)),
        ("--fault crash-ponderhit", (Crash, true)),
        ("--fault early-bestmove", (WrongBestmove, false)),
        ("--fault ignore-stop", (Stall, true)),
    ] {
        let mut test = pondering("jeex", arguments, 300, &mark);
        let records: Vec<Record> = (0..2).map(|number| test.play(number).unwrap()).collect();
        assert!(records.iter().any(|record| faults(record).contains(&expected)), "{arguments}: {records:?}");
        let others = records.iter().flat_map(faults).filter(|(kind, _)| *kind != expected.0).count();
        assert_eq!(others, 0, "{arguments}: {records:?}");
    }
    all_gone(&mark);
}

#[test]
fn much_output_while_pondering_does_not_block_the_engine() {
    let mark = mark();
    // 4,000 lines do not fit into a pipe. The engine reads `ponderhit` only after it has written them.
    let line = "info depth 1 score cp 0 pv x";
    let script = format!(
        "while read word rest; do case \"$word $rest\" in ugi*) echo ugiok;; isready*) echo readyok;; \
         'go ponder'*) i=0; while [ $i -lt 4000 ]; do echo {line}; i=$((i+1)); done; echo info string ready;; \
         ponderhit*) echo bestmove a;; esac; done"
    );
    let program =
        Program { args: vec!["-c".to_string(), script], ..program(std::path::Path::new("/bin/sh"), "", &mark) };
    let dialogue = Dialogue::new("test", Log::default());
    let mut engine = EngineProcess::start(&program, &[], Timeouts::default(), None, dialogue).unwrap();
    engine.ponder("position startpos moves a", &Go::default()).unwrap();
    while !engine.last_lines().last().is_some_and(|line| line.ends_with("info string ready")) {
        engine.read_pondering();
        std::thread::sleep(Duration::from_millis(1));
    }
    let reply = engine.ponder_hit(Some(HANGS), &mut |_| ControlFlow::Continue(())).unwrap().unwrap();
    assert_eq!((reply.best.as_str(), reply.is_ponder_hit, reply.report.depth), ("a", true, Some(1)));
    engine.close();
    all_gone(&mark);
}
