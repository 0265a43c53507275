//! Steps for the extension `views`: the tokens of a view, the queries that a view rejects, and a complete game with the
//! referee loop.

use super::lines::is_result;
use super::rules::{expect_error, history, mover, seats};
use super::step::{Step, where_declared};
use super::tested_engine::{CheckError, TestedEngine, is_error};
use ugi::{History, NO_MOVE, Query, Seat, Viewer};

/// Maximum length of a checked game, in moves and chance events.
const MAX_PLIES: usize = 300;
/// Length of the history whose views are checked, in plies.
const VIEW_PLIES: usize = 10;

/// The steps for the extension `views`, in the order in which they run.
pub const STEPS: &[Step] = &[
    where_declared("views", "view-tokens", tokens),
    where_declared("views", "view-not-master", not_master),
    where_declared("views", "view-not-your-turn", not_your_turn),
    where_declared("views", "referee-loop", referee_loop),
];

/// Returns the view of a seat or of the public as a `position` line.
fn view(engine: &mut TestedEngine, viewer: Viewer) -> Result<String, CheckError> {
    Ok(engine.ask(Query::View(viewer))?.text())
}

/// Checks that every view equals the history token for token, except that hidden characters are replaced by `?`.
fn tokens(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    let history = history(engine, VIEW_PLIES)?;
    let master = history.line().trim_start_matches("position ");
    for seat in 0..=seats {
        let view = view(engine, Viewer::from_number(seat).unwrap_or_default())?;
        let error = |why: String| Err(CheckError::new(format!("response {view}"), why));
        let Some(shown) = view.strip_prefix(&format!("position seat {seat} ")) else {
            return error(format!("query view {seat}: expected position seat {seat}"));
        };
        let (shown, full) = (shown.split(' ').collect::<Vec<_>>(), master.split(' ').collect::<Vec<_>>());
        if shown.len() != full.len() {
            let (count, expected) = (shown.len(), full.len());
            return error(format!("query view {seat}: expected {expected} words, as in the history, got {count}"));
        }
        if let Some((shown, full)) = shown.iter().zip(&full).find(|(shown, full)| !is_masked(shown, full)) {
            return error(format!("query view {seat}: expected {full}, in parts hidden by ?, got {shown}"));
        }
    }
    Ok(())
}

/// Returns whether `shown` equals the token `full` except for characters that are replaced by `?`.
fn is_masked(shown: &str, full: &str) -> bool {
    shown.chars().count() == full.chars().count()
        && shown.chars().zip(full.chars()).all(|(shown, full)| shown == full || shown == '?')
}

fn not_master(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    history(engine, 1)?;
    let view = view(engine, Viewer::Seat(Seat::P1))?;
    engine.execute_ok(&[&view])?;
    if seats > 1 {
        expect_error(engine, Query::View(Viewer::Seat(Seat::P2)), Some("not_master"))?;
    }
    expect_error(engine, Query::View(Viewer::Public), Some("not_master"))?;
    expect_error(engine, Query::Draw(1), Some("not_master"))
}

fn not_your_turn(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    history(engine, 1)?;
    let Some(mover) = mover(engine)? else { return Ok(()) };
    // A game with one seat has no other seat. The public view is used instead, because it belongs to no seat.
    let view = view(engine, if seats == 1 { Viewer::Public } else { Viewer::Seat(Seat::new(mover.number() % seats)) })?;
    engine.execute_ok(&[&view])?;
    engine.ask_word(Query::Turn, &[&mover.to_string()])?;
    expect_error(engine, Query::Legal, Some("not_your_turn"))?;
    let (lines, best) = engine.search(&["go nodes 1"])?;
    let is_valid = best == NO_MOVE && lines.iter().any(|line| is_error(line) && line.contains("not_your_turn"));
    let why = format!("expected the error not_your_turn and {NO_MOVE}, because {mover} is to move");
    CheckError::unless(is_valid, format!("bestmove {best}"), why)
}

/// Plays a game with the referee loop of `protocol.md`. A single process acts as the referee and plays all seats.
fn referee_loop(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    let mut history = History::new("startpos", &[]);
    engine.execute_ok(&["uginewgame"])?;
    for ply in 0..MAX_PLIES {
        engine.execute_ok(&[history.line()])?;
        let token = match engine.ask_word(Query::Turn, &[])?.as_str() {
            "over" => {
                let (result, scores) = (engine.ask(Query::Result)?, engine.ask(Query::Scores)?);
                result.expect(is_result(&result.text()), "a result, because the game is over")?;
                return scores.expect(scores.words.len() == seats, format!("{seats} numbers"));
            }
            "chance" => engine.ask_word(Query::Draw(ply as u64), &[])?,
            turn => {
                let seat = turn.parse().map_err(|_| CheckError::new(turn, "query turn: expected a seat"))?;
                let view = view(engine, Viewer::Seat(seat))?;
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
