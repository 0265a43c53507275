//! Steps about views: what a seat may know, token for token, and a whole game by the loop of a referee. Knows no board.

use super::lines::is_result;
use super::referee::{expect_error, history, mover, seats};
use super::step::{Step, where_declared};
use super::tested_engine::{CheckError, TestedEngine, answer, is_error};
use crate::Query;
use crate::history::History;
use crate::reply::NO_MOVE;

/// Plies after which a game has shown enough.
const MAX_PLIES: usize = 300;
/// Plies of the history whose views are looked at.
const VIEW_PLIES: usize = 10;

/// In order.
pub const STEPS: &[Step] = &[
    where_declared("views", "view-tokens", tokens),
    where_declared("views", "view-not-master", not_master),
    where_declared("views", "view-not-your-turn", not_your_turn),
    where_declared("views", "referee-loop", referee_loop),
];

/// The view of a seat as a whole line.
fn view(engine: &mut TestedEngine, seat: usize) -> Result<String, CheckError> {
    Ok(engine.ask(Query::View(seat as u64))?.join(" "))
}

/// A view is the history token for token, with `?` for what is hidden and nothing else changed.
fn tokens(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    let history = history(engine, VIEW_PLIES)?;
    let master = history.line().trim_start_matches("position ");
    for seat in 0..=seats {
        let view = view(engine, seat)?;
        let error = |why: String| Err(CheckError::new(format!("response {view}"), why));
        let Some(shown) = view.strip_prefix(&format!("position seat {seat} ")) else {
            return error(format!("query view {seat}: expected position seat {seat}"));
        };
        let (shown, real) = (shown.split(' ').collect::<Vec<_>>(), master.split(' ').collect::<Vec<_>>());
        if shown.len() != real.len() {
            return error(format!("query view {seat}: {} words where the history has {}", shown.len(), real.len()));
        }
        if let Some((shown, real)) = shown.iter().zip(&real).find(|(shown, real)| !is_masked(shown, real)) {
            return error(format!("query view {seat}: {shown} where the history has {real}"));
        }
    }
    Ok(())
}

/// Is `shown` the token `real` with some of its letters hidden?
fn is_masked(shown: &str, real: &str) -> bool {
    shown.chars().count() == real.chars().count()
        && shown.chars().zip(real.chars()).all(|(shown, real)| shown == real || shown == '?')
}

fn not_master(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    history(engine, 1)?;
    let view = view(engine, 1)?;
    engine.execute_ok(&[&view])?;
    if seats > 1 {
        expect_error(engine, Query::View(2), Some("not_master"))?;
    }
    expect_error(engine, Query::View(0), Some("not_master"))?;
    expect_error(engine, Query::Draw(1), Some("not_master"))
}

fn not_your_turn(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    history(engine, 1)?;
    let Some(mover) = mover(engine)? else { return Ok(()) };
    // Where nobody else plays, what everybody may see is nobody's turn either.
    let view = view(engine, if seats == 1 { 0 } else { mover % seats + 1 })?;
    engine.execute_ok(&[&view])?;
    engine.ask_word(Query::Turn, &[&format!("p{mover}")])?;
    expect_error(engine, Query::Legal, Some("not_your_turn"))?;
    let (said, best) = engine.search(&["go nodes 1"])?;
    let sound = best == NO_MOVE && said.iter().any(|line| is_error(line) && line.contains("not_your_turn"));
    let why = format!("expected an error not_your_turn and {NO_MOVE} where p{mover} is to move");
    CheckError::unless(sound, format!("bestmove {best}"), why)
}

/// The loop of `protocol.md`, with one process as referee and as every seat.
fn referee_loop(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    let mut history = History::new("startpos", &[]);
    engine.execute_ok(&["uginewgame"])?;
    for ply in 0..MAX_PLIES {
        engine.execute_ok(&[history.line()])?;
        let token = match engine.ask_word(Query::Turn, &[])?.as_str() {
            "over" => {
                let result = engine.ask_word(Query::Result, &[])?;
                let scores = engine.ask(Query::Scores)?;
                let sound = is_result(&result) && scores.len() == seats;
                return CheckError::unless(sound, answer(&[result]), "query result and scores of a finished game");
            }
            "chance" => engine.ask_word(Query::Draw(ply as u64), &[])?,
            turn => {
                let view = view(engine, turn.trim_start_matches('p').parse().unwrap_or_default())?;
                engine.execute_ok(&[&view])?;
                let (_, best) = engine.search(&["go nodes 1"])?;
                engine.execute_ok(&[history.line()])?;
                engine.ask_word(Query::IsLegal(&best), &["true"])?;
                engine.ask_word(Query::Canon(&best), &[])?
            }
        };
        history.push(&token);
    }
    Ok(())
}
