//! Steps about `go`: each limit ends it, once, with two words; `stop`; whole games; the same twice. Knows no extension.

use super::lines::{NO_MOVE_AT_ALL, is_result};
use super::step::{Step, step, where_declared};
use super::tested_engine::{CheckError, TestedEngine, first, is_no_info, last, read_bestmove};
use crate::Query;
use crate::history::History;
use crate::reply::NO_MOVE;

/// Plies after which a game has shown enough.
const MAX_PLIES: usize = 300;

/// In order.
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

/// Each of these ends by itself with a move.
fn go(engine: &mut TestedEngine, limits: &[&str]) -> Result<(), CheckError> {
    engine.execute_ok(&["uginewgame", "position startpos"])?;
    for limit in limits {
        let (_, best) = engine.search(&["position startpos", limit])?;
        let why = format!("`{limit}` in a position that is not finished");
        CheckError::unless(best != NO_MOVE, format!("bestmove {best}"), why)?;
    }
    Ok(())
}

/// `go infinite` ends with `stop` only.
fn infinite(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.send(&["position startpos", "go infinite"])?;
    expect_no_bestmove(engine)?;
    engine.search(&["stop"]).map(|_| ())
}

/// No `bestmove` may come in a search without limit, while `isready` is answered.
fn expect_no_bestmove(engine: &mut TestedEngine) -> Result<(), CheckError> {
    CheckError::at_first(&engine.ready()?, is_no_info, "only info may come before `stop` ends `go infinite`")
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

/// A runner may send the next search together with the end of this one.
fn stop_position_go(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.send(&["position startpos", "go infinite"])?;
    expect_no_bestmove(engine)?;
    engine.send(&["stop", "position startpos", "go nodes 1"])?;
    for _ in 0..2 {
        let said = engine.read_until(|line| first(line) == "bestmove")?;
        read_bestmove(last(&said))?;
    }
    engine.execute_ok(&[])
}

/// What is said of one game does not come in the next one.
fn no_late_bestmove(engine: &mut TestedEngine) -> Result<(), CheckError> {
    for _ in 0..5 {
        engine.search(&["position startpos", "go nodes 1"])?;
        engine.execute_ok(&["uginewgame"])?;
        engine.execute_ok(&["position startpos"])?;
    }
    Ok(())
}

/// A game of the engine against itself, the whole history with every move; at chance nodes it draws the event.
fn whole_game(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.execute_ok(&["uginewgame"])?;
    let mut history = History::new("startpos", &[]);
    for _ in 0..MAX_PLIES {
        engine.execute_ok(&[history.line()])?;
        engine.ask_word(Query::P1Turn, &["true", "false"])?;
        if engine.ask_word(Query::GameOver, &["true", "false"])? == "true" {
            let result = engine.ask_word(Query::Result, &[])?;
            let why = "query result where query gameover says true";
            return CheckError::unless(is_result(&result), format!("response {result}"), why);
        }
        engine.ask_word(Query::Result, &["none"])?;
        let (_, best) = engine.search(&["go nodes 1"])?;
        CheckError::unless(best != NO_MOVE, format!("bestmove {best}"), "in a position that is not finished")?;
        history.push(&best);
    }
    Ok(())
}

fn finished(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.execute(&[&format!("position startpos moves {NO_MOVE_AT_ALL}")])?;
    let (_, best) = engine.search(&["go nodes 1"])?;
    let why = format!("expected {NO_MOVE} in a finished position");
    CheckError::unless(best == NO_MOVE, format!("bestmove {best}"), why)?;
    engine.execute_ok(&["position startpos"])
}

/// With a seed and fixed nodes the same lines come twice, but for times.
fn same_twice(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let once = |engine: &mut TestedEngine| -> Result<Vec<String>, CheckError> {
        let (said, _) =
            engine.search(&["setoption name Seed value 7", "uginewgame", "position startpos", "go nodes 300"])?;
        Ok(said.iter().map(|line| without_times(line)).collect::<Vec<_>>())
    };
    let lines = once(engine)?;
    engine.search(&["position startpos", "go nodes 50"])?;
    let again = once(engine)?;
    if let Some((line, other)) = lines.iter().zip(&again).find(|(line, other)| line != other) {
        return Err(CheckError::new(other, format!("with the same seed and nodes it was `{line}`")));
    }
    let why = "with the same seed and nodes there were more or fewer lines";
    CheckError::unless(lines.len() == again.len(), "go nodes 300", why)
}

/// The line without its `time` and `nps`.
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
