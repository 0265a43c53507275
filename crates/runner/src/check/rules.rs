//! Steps for the extensions `seats`, `chance` and `referee`: turns, events, legal moves, position texts, points,
//! boards, verdicts.

use super::lines::{IMPOSSIBLE_TOKEN, is_result};
use super::step::{Step, where_declared};
use super::tested_engine::{CheckError, TestedEngine, answer};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use ugi::{GameResult, History, NO_MOVE, Query, Seat, Teams, Turn};

/// Maximum number of moves per position that are checked one by one.
const MAX_MOVES: usize = 40;
/// Maximum number of tokens of a history. In a game of dice, several events can follow each other.
const MAX_TOKENS: usize = 400;
/// Length of the checked histories, in plies.
const HISTORY_PLIES: usize = 12;

/// The steps for the extensions `seats`, `chance` and `referee`, in the order in which they run.
pub const STEPS: &[Step] = &[
    where_declared("seats", "seats-teams", seats_teams),
    where_declared("seats", "turn", turn),
    where_declared("chance", "chance-draw", chance),
    where_declared("referee", "game-options", game_options),
    where_declared("referee", "legal-islegal-canon", legal),
    where_declared("referee", "bestmove-is-legal", best_is_legal),
    where_declared("referee", "fen", fen),
    where_declared("referee", "scores-ranks-reason", points),
    where_declared("referee", "board-cells", boards),
    where_declared("referee", "clicks", clicks),
    where_declared("referee", "resign-and-verdicts", verdicts),
];

/// Asks for the number of seats, which must be from 1 to 16.
pub fn seats(engine: &mut TestedEngine) -> Result<usize, CheckError> {
    let word = engine.ask_word(Query::Seats, &[])?;
    match word.parse() {
        Ok(seats) if (1..=16).contains(&seats) => Ok(seats),
        _ => Err(CheckError::new(format!("response {word}"), "query seats: expected a number from 1 to 16")),
    }
}

/// Returns the 1-based number of the seat to move, or `None` at a chance node and after the end of the game.
pub fn mover(engine: &mut TestedEngine) -> Result<Option<Seat>, CheckError> {
    let seats = seats(engine)?;
    let word = engine.ask_word(Query::Turn, &[])?;
    match word.parse() {
        Ok(Turn::Chance | Turn::Over) => Ok(None),
        Ok(Turn::Seat(seat)) if seat.index() < seats => Ok(Some(seat)),
        _ => Err(CheckError::new(format!("response {word}"), "query turn: expected p1, p2, ..., chance or over")),
    }
}

/// Starts a game, plays up to `moves` moves that the engine chooses and all chance events that are due, and returns the
/// history. In the final position either a seat is to move or the game is over.
pub fn history(engine: &mut TestedEngine, moves: usize) -> Result<History, CheckError> {
    let mut history = History::new("startpos", &[]);
    let mut made = 0;
    engine.execute_ok(&["uginewgame", history.line()])?;
    for step in 0..MAX_TOKENS {
        let word = engine.ask_word(Query::Turn, &[])?;
        let token = match word.as_str() {
            "over" => return Ok(history),
            "chance" => engine.ask_word(Query::Draw(5 + step as u64), &[])?,
            _ if made == moves => return Ok(history),
            _ => {
                made += 1;
                engine.search(&["go nodes 1"])?.1
            }
        };
        CheckError::unless(
            token != NO_MOVE,
            format!("bestmove {token}"),
            "expected a move, because the game is not over",
        )?;
        history.push(&token);
        engine.execute_ok(&[history.line()])?;
    }
    Err(CheckError::new(history.line(), format!("expected a seat to move within {MAX_TOKENS} tokens")))
}

fn seats_teams(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    let teams = engine.ask(Query::Teams)?;
    let mut all = teams.join(" ").parse::<Teams>().unwrap_or_default().0.concat();
    all.sort_unstable();
    // In some games the teams are hidden at the start; the answer is then `?`.
    let is_valid = (all.into_iter().eq(Seat::all(seats)) && (teams.len() > 1 || seats == 1)) || teams == ["?"];
    CheckError::unless(is_valid, answer(&teams), format!("query teams: expected {seats} seats, each once, or ?"))
}

fn turn(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let history = history(engine, 0)?;
    CheckError::unless(
        mover(engine)?.is_some(),
        history.line(),
        "query turn: expected a seat after the chance events",
    )?;
    engine.execute(&[&format!("position startpos moves {IMPOSSIBLE_TOKEN}")])?;
    engine.ask_word(Query::Turn, &["over"]).map(|_| ())
}

/// Checks that at a chance node the event has a name, and that equal seeds give equal events and different seeds
/// different ones. Also checks that no event is due when a seat is to move.
fn chance(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.execute_ok(&["uginewgame", "position startpos"])?;
    if engine.ask_word(Query::Turn, &[])? == "chance" {
        let name = engine.ask_word(Query::Chance, &[])?;
        let event = engine.ask_word(Query::Draw(1), &[])?;
        let is_valid = name != "none" && event.starts_with(&format!("!{name}"));
        CheckError::unless(is_valid, format!("response {event}"), format!("query draw: expected !{name}"))?;
        engine.ask_word(Query::Draw(1), &[&event])?;
        let other = engine.ask_word(Query::Draw(2), &[])? != event;
        CheckError::unless(
            other,
            format!("response {event}"),
            "query draw 2: expected another event than query draw 1",
        )?;
        engine.ask_word(Query::IsLegal(&event), &["true"])?;
        let legal = engine.ask(Query::Legal)?;
        CheckError::unless(legal.is_empty(), answer(&legal), "query legal: expected no moves at a chance node")?;
        let (_, best) = engine.search(&["go nodes 1"])?;
        CheckError::unless(best.starts_with('!'), format!("bestmove {best}"), "expected a chance event")?;
    }
    history(engine, 0)?;
    engine.ask_word(Query::Chance, &["none"])?;
    expect_error(engine, Query::Draw(1), Some("no_chance"))
}

/// Sends a query that must be answered with an error. `code` is the required error code; `None` accepts any code.
pub fn expect_error(engine: &mut TestedEngine, query: impl Display, code: Option<&str>) -> Result<(), CheckError> {
    let words = engine.ask(&query)?;
    let is_error = matches!(&words[..], [error, given] if error == "error" && code.is_none_or(|code| code == given));
    CheckError::unless(is_error, answer(&words), format!("{query}: expected error {}", code.unwrap_or("CODE")))
}

fn game_options(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let game = engine.ask_word(Query::Game, &[])?;
    let games = engine.ask(Query::Games)?;
    if !games.contains(&game) {
        return Err(CheckError::new(
            format!("response {}", games.join(" ")),
            format!("query games: expected {game}, the answer to query game, in the list"),
        ));
    }
    match engine.ask(Query::Options)?.into_iter().find(|word| !word.contains('=')) {
        Some(word) => Err(CheckError::new(word, "query options: expected NAME=VALUE")),
        None => expect_error(engine, "query nothing-like-this", Some("bad_argument")),
    }
}

/// Checks that `query legal` gives the same list when repeated, that each move in the list is legal and canonical, and
/// that `resign`, verdicts and unknown tokens are not legal moves.
fn legal(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let mut history = history(engine, 0)?;
    for _ in 0..HISTORY_PLIES {
        if mover(engine)?.is_none() {
            return Ok(());
        }
        let moves = engine.ask(Query::Legal)?;
        let is_unique = !moves.is_empty() && BTreeSet::from_iter(&moves).len() == moves.len();
        CheckError::unless(is_unique, answer(&moves), "query legal: expected at least one move, and each move once")?;
        let again = engine.ask(Query::Legal)?;
        CheckError::unless(again == moves, answer(&moves), "query legal: expected the same list as before")?;
        for token in moves.iter().take(MAX_MOVES) {
            engine.ask_word(Query::IsLegal(token), &["true"])?;
            engine.ask_word(Query::Canon(token), &[token])?;
        }
        for token in [IMPOSSIBLE_TOKEN, "resign", "!end/draw/agreed"] {
            engine.ask_word(Query::IsLegal(token), &["false"])?;
        }
        history.push(&moves[moves.len() / 2]);
        engine.execute_ok(&[history.line()])?;
    }
    Ok(())
}

fn best_is_legal(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let mut history = history(engine, 0)?;
    for _ in 0..HISTORY_PLIES {
        if mover(engine)?.is_none() {
            return Ok(());
        }
        let (_, best) = engine.search(&["go nodes 20"])?;
        engine.ask_word(Query::IsLegal(&best), &["true"])?;
        history.push(&best);
        engine.execute_ok(&[history.line()])?;
    }
    Ok(())
}

/// Checks that `position fen` with the answer to `query fen` restores the position.
fn fen(engine: &mut TestedEngine) -> Result<(), CheckError> {
    for moves in [0, 1, HISTORY_PLIES] {
        let history = history(engine, moves)?;
        let queries = [Query::Fen, Query::Turn, Query::Legal, Query::Scores];
        let before = queries.map(|query| engine.ask(query));
        let text = before[0].clone()?.join(" ");
        if engine.ask_word(Query::Turn, &[])? == "over" {
            return Ok(());
        }
        engine.execute_ok(&["position startpos", &format!("position fen {text}")])?;
        for (query, before) in queries.iter().zip(before) {
            let (before, after) = (before?, engine.ask(query)?);
            let (expected, line) = (before.join(" "), history.line());
            let why = format!("{query} after position fen {text}: expected `{expected}`, as after {line}");
            CheckError::unless(before == after, answer(&after), why)?;
        }
    }
    Ok(())
}

/// Checks that the answers to `query scores` and `query ranks` have one number per seat, and that the reason is `none`
/// while the game runs.
fn points(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    history(engine, 1)?;
    if mover(engine)?.is_some() {
        engine.ask_word(Query::Reason, &["none"])?;
    }
    for query in [Query::Scores, Query::Ranks] {
        let words = engine.ask(query)?;
        let is_valid = words.len() == seats && words.iter().all(|word| word.parse::<i64>().is_ok());
        CheckError::unless(is_valid, answer(&words), format!("{query}: expected {seats} numbers"))?;
    }
    Ok(())
}

/// Checks that the answers to `query cells` and `query board` are JSON with the keys that are needed to draw the board,
/// and that every piece is on a cell that `query cells` lists.
fn boards(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)? as u64;
    let cells: Value = json(engine, Query::Cells)?;
    let known = cells["cells"].as_object().cloned().unwrap_or_default();
    let is_point = |value: &Value| value.as_array().is_some_and(|xy| xy.len() == 2 && xy.iter().all(Value::is_number));
    if !cells["cells"].is_object() || !cells["grid"].is_string() || !known.values().all(is_point) {
        return Err(CheckError::new(
            cells.to_string(),
            r#"query cells: expected {"grid":WORD,"cells":{NAME:[x,y],...}}"#,
        ));
    }
    for moves in [0, HISTORY_PLIES] {
        history(engine, moves)?;
        let turn = engine.ask_word(Query::Turn, &[])?;
        let board: Value = json(engine, Query::Board)?;
        let error = |why: &str| Err(CheckError::new(board.to_string(), format!("query board: {why}")));
        let Some(pieces) = board["pieces"].as_array() else { return error("expected a list \"pieces\"") };
        let is_on_cell = |piece: &Value| piece["at"].as_str().is_some_and(|at| known.contains_key(at));
        let has_seat = |piece: &Value| piece["seat"].as_u64().is_some_and(|seat| seat <= seats);
        if !pieces.iter().all(|piece| is_on_cell(piece) && has_seat(piece) && piece["kind"].is_string()) {
            return error(r#"expected pieces with "at" a cell, "seat" and "kind""#);
        }
        if board["turn"] != turn.as_str() {
            return error(&format!("expected the turn {turn}, as query turn answers"));
        }
        let hands = board["hands"].as_array().map(Vec::len);
        if !(hands == Some(0) || hands == Some(seats as usize)) || !board["last"].is_array() {
            return error("expected no hands or one for each seat, and a list \"last\"");
        }
    }
    Ok(())
}

/// Sends a query and parses the answer as JSON.
pub fn json<T: DeserializeOwned>(engine: &mut TestedEngine, query: impl Display) -> Result<T, CheckError> {
    let words = engine.ask(&query)?;
    let value = serde_json::from_str(&words.join(" "));
    value.map_err(|error| CheckError::new(answer(&words), format!("{query}: {error}")))
}

/// Checks that, in the first position in which a seat is to move, every move has clicks and no two moves have the same
/// clicks. At most [`MAX_MOVES`] moves are checked.
fn clicks(engine: &mut TestedEngine) -> Result<(), CheckError> {
    history(engine, 0)?;
    let moves = engine.ask(Query::Legal)?;
    let mut seen = BTreeMap::new();
    for token in moves.iter().take(MAX_MOVES) {
        let clicks = engine.ask(Query::Clicks(token))?.join(" ");
        let is_valid = !clicks.is_empty() && !clicks.starts_with("error ");
        CheckError::unless(
            is_valid,
            format!("response {clicks}"),
            format!("query clicks {token}: expected at least one click"),
        )?;
        if let Some(other) = seen.insert(clicks.clone(), token) {
            return Err(CheckError::new(
                format!("response {clicks}"),
                format!("query clicks {token}: expected other clicks than for {other}"),
            ));
        }
    }
    Ok(())
}

/// Checks that the team to move does not win by `resign` or by an illegal token, and that a verdict token ends the game
/// with the result that it names.
fn verdicts(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let history = history(engine, 1)?;
    let Some(mover) = mover(engine)? else { return Ok(()) };
    let teams = engine.ask(Query::Teams)?.join(" ").parse::<Teams>().unwrap_or_default();
    let side = teams.of(mover);
    let mover_wins = side.map_or(String::new(), |side| GameResult::Win(side).to_string());
    for (token, reason) in [("resign", "resign"), (IMPOSSIBLE_TOKEN, "illegal")] {
        engine.execute(&[&history.with(token)])?;
        let result = engine.ask_word(Query::Result, &[])?;
        let is_valid = is_result(&result) && result != mover_wins;
        CheckError::unless(
            is_valid,
            format!("response {result}"),
            format!("unexpected answer to query result after {token} by {mover}"),
        )?;
        engine.ask_word(Query::Reason, &[reason])?;
    }
    for (verdict, result, reason) in [("!end/draw/agreed", "draw", "agreed"), ("!end/p2win/time", "p2win", "time")] {
        engine.execute_ok(&[&history.with(verdict)])?;
        engine.ask_word(Query::Turn, &["over"])?;
        engine.ask_word(Query::Result, &[result])?;
        engine.ask_word(Query::Reason, &[reason])?;
    }
    engine.execute_ok(&[history.line()])?;
    engine.ask_word(Query::GameOver, &["false"]).map(|_| ())
}
