//! Tests that the engine allocates its tables at the right time, measured by its resident memory.

use crate::common::TestEngine;
use std::fs;

/// An upper bound on the resident memory without tables or with small ones, in MiB.
const MAX_BARE_MIB: u64 = 64;

/// Returns the engine's resident memory in MiB.
fn resident(engine: &TestEngine) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", engine.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.split_whitespace().next().unwrap().parse::<u64>().unwrap() >> 10
}

/// Sends lines, waits until they have been executed, and returns the resident memory in MiB.
fn after(engine: &mut TestEngine, lines: &[&str]) -> u64 {
    for line in lines {
        engine.send(line);
        match line.split(' ').next().unwrap() {
            "ugi" => drop(engine.until("ugiok")),
            "isready" => drop(engine.until("readyok")),
            "go" => drop(engine.until("bestmove")),
            _ => {}
        }
    }
    engine.ask("query gameover");
    resident(engine)
}

#[test]
fn tables_are_allocated_at_isready_and_not_before() {
    let mut engine = TestEngine::start(&[]);
    assert!(
        after(&mut engine, &["ugi", "setoption name Hash value 256", "setoption name Threads value 2"]) < MAX_BARE_MIB
    );
    assert!(after(&mut engine, &["isready"]) >= 256);
    assert!(after(&mut engine, &["setoption name Clear Hash", "uginewgame", "position startpos", "go depth 3"]) >= 256);
    // A new size takes effect at the next `isready` or `uginewgame`. `Clear Hash` does not allocate.
    assert!(after(&mut engine, &["setoption name Hash value 16"]) >= 256);
    assert!(after(&mut engine, &["isready"]) < MAX_BARE_MIB);
    assert!(after(&mut engine, &["setoption name Hash value 256", "setoption name Clear Hash"]) < MAX_BARE_MIB);
    assert!(after(&mut engine, &["uginewgame"]) >= 256);
    // Each game allocates its own table.
    assert!(after(&mut engine, &["setoption name Game value jeex"]) < MAX_BARE_MIB);
    assert!(after(&mut engine, &["isready"]) >= 256);
    assert!(after(&mut engine, &["setoption name Player value random", "isready"]) < MAX_BARE_MIB);
}

#[test]
fn a_search_allocates_its_table_if_necessary() {
    let mut engine = TestEngine::start(&[]);
    assert!(after(&mut engine, &["setoption name Hash value 256", "position startpos"]) < MAX_BARE_MIB);
    assert!(after(&mut engine, &["go depth 1"]) >= 256);
}

#[test]
fn players_without_a_table_allocate_none() {
    for options in [["Game value checkers", "Player value uct"], ["Game value keezen", "Player value strong"]] {
        let mut engine = TestEngine::start(&[]);
        for option in options.into_iter().chain(["Hash value 256"]) {
            engine.send(&format!("setoption name {option}"));
        }
        assert!(after(&mut engine, &["isready", "uginewgame"]) < MAX_BARE_MIB, "{options:?}");
    }
}
