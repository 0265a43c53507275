//! Tests for engines that think on their opponent's time.

use super::commands::{TestTournament, stderr_text};
use super::common::*;
use super::referee::records;
use runner::record::{FaultKind::*, Record};
use runner::{Dialogue, EngineProcess, Log, Program, Timeouts};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use testing::toy;
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
        assert_eq!((faults(&record), &record.played.moves), (Vec::new(), &same.played.moves));
        assert!(same.run.ponder_hits.is_empty());
        let suspect = |&ply: &usize| record.played.seats[record.played.movers[ply].unwrap().index()] == "suspect";
        assert!(record.run.ponder_hits.iter().all(suspect));
        hits += record.run.ponder_hits.len();
    }
    assert!(hits > 0);
    drop((test, plain));
    all_gone(&mark);
}

/// An engine that ponders before its view shows the whole game would be told what its opponent may hold.
#[test]
fn an_engine_does_not_ponder_where_something_is_hidden() {
    for (game, ponders) in [("querbeet", false), ("jeex", true)] {
        let test = TestTournament::new(&format!("ponder-{game}"));
        let lines = log_of_pondering(&test, &["--game", game]);
        let predictions = lines.iter().filter(|line| line.contains(" < bestmove ") && line.contains(" ponder "));
        assert!(predictions.count() > 2, "{lines:#?}");
        assert_eq!(lines.iter().any(|line| line.contains("> go ponder")), ponders, "{lines:#?}");
    }
}

/// The clock of an engine stands still while it ponders and while it stops, and runs from `ponderhit` or the next `go`.
#[test]
fn the_time_of_the_opponent_is_free() {
    let test = TestTournament::new("ponder-clock");
    let lines = log_of_pondering(&test, &["--clock", "60s"]);
    let sent: Vec<(&str, &str)> = lines.iter().filter_map(|line| line.split_once(" > ")).collect();
    let time = |(seat, go): (&str, &str)| {
        let rest = go.split_once(&format!(" {seat}time ")).unwrap().1;
        rest.split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    let (mut hits, mut misses) = (0, 0);
    for (index, &pondering) in sent.iter().enumerate().filter(|(_, (_, line))| line.starts_with("go ponder")) {
        match sent[index + 1..] {
            [(_, "ponderhit"), ..] => hits += 1,
            [(_, "stop"), (_, position), (_, "isready"), go, ..] if position.starts_with("position") => {
                misses += 1;
                assert!(!go.1.contains(" ponder"));
                assert_eq!(time(go), time(pondering), "{go:?} after {pondering:?}");
            }
            // The game is over.
            [(_, "stop"), ..] => {}
            _ => panic!("{lines:#?}"),
        }
    }
    assert!(hits > 0 && misses > 0, "{lines:#?}");
    for record in records(&test) {
        let mut before = [60_000, 60_000];
        let moves =
            record.played.movers.iter().zip(&record.run.times_ms).filter_map(|(mover, ms)| Some((mover.as_ref()?, ms)));
        for ((seat, ms), left) in moves.zip(&record.run.left_ms) {
            let charged = std::mem::replace(&mut before[seat.index()], left.unwrap()) - left.unwrap();
            // The clocks are recorded in whole milliseconds.
            assert!((charged as f64 - ms).abs() <= 1.1, "{charged} ms for {ms} ms: {record:?}");
        }
    }
}

/// Returns the lines to and from a toy that ponders, each after its seat, in two games with these flags.
fn log_of_pondering(test: &TestTournament, flags: &[&str]) -> Vec<String> {
    let [logs, toy_words] =
        [test.0.join("logs").display().to_string(), format!("name=a command={} ponder=true", toy())];
    let steady = format!("name=b command={}", toy());
    let usual = ["--games", "2", "--strict", "--log-dir", &logs, "--participant", &toy_words, "--participant", &steady];
    let output = test.run(&[&usual, flags].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
    let mut files: Vec<_> = std::fs::read_dir(&logs).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let text: String = files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let own = |line: &str| {
        let (label, said) = line.split_once(" a ")?;
        Some(format!("{} {said}", label.rsplit(' ').next()?))
    };
    text.lines().filter_map(own).collect()
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
        // Only an engine that does not stop must be given up.
        let stop = if expected.0 == Stall { 300 } else { 60_000 };
        let mut test = pondering("jeex", arguments, stop, &mark);
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
    let hit = Instant::now();
    let reply = engine.ponder_hit(Some(PATIENCE), &mut |_| ControlFlow::Continue(())).unwrap().unwrap();
    assert!(reply.elapsed <= hit.elapsed(), "time counts from the hit");
    assert_eq!((reply.best.as_str(), reply.is_ponder_hit, reply.report.depth), ("a", true, Some(1)));
    engine.close();
    all_gone(&mark);
}
