//! Steps for searches: limits, `stop`, complete games, reproducibility.

use super::lines::{IMPOSSIBLE_TOKEN, is_result};
use super::step::{Step, step, where_declared};
use super::tested_engine::{CheckError, TestedEngine, first, is_no_info, last, read_bestmove};
use ugi::{History, NO_MOVE, Query};

/// Maximum length of a checked game, in moves and chance events.
const MAX_PLIES: usize = 300;

/// The steps for searches, in the order in which they run.
pub const STEPS: &[Step] = &[
    step("go-nodes", |engine| go(engine, &["go nodes 1", "go nodes 500"])),
    step("go-depth", |engine| go(engine, &["go depth 1", "go depth 2"])),
    step("go-movetime", |engine| go(engine, &["go movetime 1", "go movetime 50"])),
    step("go-clock", |engine| {
        go(engine, &["go p1time 500 p2time 500", "go p1time 200 p2time 200 p1inc 10 p2inc 10 movestogo 5"])
    }),
    step("go-infinite", infinite),
    step("isready-while-searching", ready_while_searching),
    step("stop-when-idle", stop_idle),
    step("stop-position-go", stop_position_go),
    step("no-late-bestmove", no_late_bestmove),
    step("position-moves", whole_game),
    step("finished-position", finished),
    where_declared("Seed", "same-twice", same_twice),
];

/// Checks that each of the `go` commands in `limits` starts a search that ends on its own with a move.
fn go(engine: &mut TestedEngine, limits: &[&str]) -> Result<(), CheckError> {
    engine.execute_ok(&["uginewgame", "position startpos"])?;
    for limit in limits {
        engine.send(&["position startpos"])?;
        engine.search_move(limit)?;
    }
    Ok(())
}

/// Checks that `go infinite` writes no `bestmove` before `stop`.
fn infinite(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.send(&["position startpos", "go infinite"])?;
    expect_no_bestmove(engine)?;
    engine.search(&["stop"]).map(|_| ())
}

/// Checks that the engine answers `isready` during a search without limits and has not written `bestmove`.
fn expect_no_bestmove(engine: &mut TestedEngine) -> Result<(), CheckError> {
    CheckError::at_first(&engine.ready()?, is_no_info, "only info may come before `stop`, during `go infinite`")
}

fn ready_while_searching(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.send(&["position startpos", "go infinite"])?;
    (0..3).try_for_each(|_| expect_no_bestmove(engine))?;
    engine.search(&["stop"]).map(|_| ())
}

fn stop_idle(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.execute_ok(&["stop", "stop"])?;
    engine.search(&["position startpos", "go nodes 1"])?;
    engine.execute_ok(&["stop"])
}

/// Checks that a client may send `stop`, `position` and `go` without waiting for the `bestmove` of the stopped search.
fn stop_position_go(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.send(&["position startpos", "go infinite"])?;
    expect_no_bestmove(engine)?;
    engine.send(&["stop", "position startpos", "go nodes 1"])?;
    for _ in 0..2 {
        let lines = engine.read_until(|line| first(line) == "bestmove")?;
        read_bestmove(last(&lines))?;
    }
    engine.execute_ok(&[])
}

/// Checks that no `bestmove` of a finished search is written after the next `uginewgame`.
fn no_late_bestmove(engine: &mut TestedEngine) -> Result<(), CheckError> {
    for _ in 0..5 {
        engine.search(&["position startpos", "go nodes 1"])?;
        engine.execute_ok(&["uginewgame"])?;
        engine.execute_ok(&["position startpos"])?;
    }
    Ok(())
}

/// Checks that the engine can play a complete game against itself, with the whole history in each `position` line. At
/// chance nodes `go` samples the event.
fn whole_game(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.execute_ok(&["uginewgame"])?;
    let mut history = History::new("startpos", &[]);
    for _ in 0..MAX_PLIES {
        engine.execute_ok(&[history.line()])?;
        engine.ask_word(Query::P1Turn, &["true", "false"])?;
        if engine.ask_word(Query::GameOver, &["true", "false"])? == "true" {
            let result = engine.ask(Query::Result)?;
            return result.expect(is_result(&result.text()), "a result, because query gameover answers true");
        }
        engine.ask_word(Query::Result, &["none"])?;
        history.push(&engine.search_move("go nodes 1")?);
    }
    Ok(())
}

fn finished(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.execute(&[&format!("position startpos moves {IMPOSSIBLE_TOKEN}")])?;
    let (_, best) = engine.search(&["go nodes 1"])?;
    let why = format!("expected {NO_MOVE} in a finished position");
    CheckError::unless(best == NO_MOVE, format!("bestmove {best}"), why)?;
    engine.execute_ok(&["position startpos"])
}

/// Checks that, with a fixed seed and node limit, a repeated search writes the same lines apart from `time` and `nps`.
fn same_twice(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let search = |engine: &mut TestedEngine| -> Result<Vec<String>, CheckError> {
        let (lines, _) =
            engine.search(&["setoption name Seed value 7", "uginewgame", "position startpos", "go nodes 300"])?;
        Ok(lines.iter().map(|line| without_times(line)).collect::<Vec<_>>())
    };
    let lines = search(engine)?;
    engine.search(&["position startpos", "go nodes 50"])?;
    let again = search(engine)?;
    if let Some((line, other)) = lines.iter().zip(&again).find(|(line, other)| line != other) {
        return Err(CheckError::new(other, format!("expected `{line}`, as before with the same seed and nodes")));
    }
    let why = "expected as many lines as before with the same seed and nodes";
    CheckError::unless(lines.len() == again.len(), "go nodes 300", why)
}

/// Returns the line without the words `time` and `nps` and the numbers that follow them.
fn without_times(line: &str) -> String {
    let mut words = line.split_whitespace();
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        if word == "time" || word == "nps" {
            words.next();
        } else {
            kept.push(word);
        }
    }
    kept.join(" ")
}
