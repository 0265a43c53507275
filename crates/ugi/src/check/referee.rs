//! Steps about an engine that can judge: seats, chance, legal moves, texts, points, boards, verdicts. Knows no view.

use super::lines::{NO_MOVE_AT_ALL, is_result};
use super::step::{Step, where_declared};
use super::tested_engine::{CheckError, TestedEngine, answer};
use crate::history::History;
use crate::reply::{NO_MOVE, read_teams};
use crate::{GameResult, Query};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

/// Moves of a position that are looked at one by one.
const MAX_MOVES: usize = 40;
/// Plies of the history that questions are asked about.
const HISTORY_PLIES: usize = 12;

/// In order.
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

/// The number of seats.
pub fn seats(engine: &mut TestedEngine) -> Result<usize, CheckError> {
    let word = engine.ask_word(Query::Seats, &[])?;
    match word.parse() {
        Ok(seats) if (1..=16).contains(&seats) => Ok(seats),
        _ => Err(CheckError::new(format!("response {word}"), "query seats: expected a number from 1")),
    }
}

/// The seat to move, from 1; `None` where it is chance or over.
pub fn mover(engine: &mut TestedEngine) -> Result<Option<usize>, CheckError> {
    let seats = seats(engine)?;
    let word = engine.ask_word(Query::Turn, &[])?;
    let seat = word.strip_prefix('p').and_then(|number| number.parse().ok());
    match (word.as_str(), seat) {
        ("chance" | "over", _) => Ok(None),
        (_, Some(seat)) if (1..=seats).contains(&seat) => Ok(Some(seat)),
        _ => Err(CheckError::new(format!("response {word}"), "query turn: expected a seat, chance or over")),
    }
}

/// The history behind what chance and, so many times, the engine itself do; it ends where a seat is to move or the game
/// is over.
pub fn history(engine: &mut TestedEngine, moves: usize) -> Result<History, CheckError> {
    let mut history = History::new("startpos", &[]);
    let mut made = 0;
    engine.execute_ok(&["uginewgame", history.line()])?;
    loop {
        let word = engine.ask_word(Query::Turn, &[])?;
        let token = match word.as_str() {
            "over" => return Ok(history),
            "chance" => engine.ask_word(Query::Draw(5), &[])?,
            _ if made == moves => return Ok(history),
            _ => {
                made += 1;
                engine.search(&["go nodes 1"])?.1
            }
        };
        CheckError::unless(token != NO_MOVE, format!("bestmove {token}"), "in a position that is not finished")?;
        history.push(&token);
        engine.execute_ok(&[history.line()])?;
    }
}

fn seats_teams(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    let teams = engine.ask(Query::Teams)?;
    let mut all = read_teams(&teams.join(" ")).unwrap_or_default().concat();
    all.sort_unstable();
    // In some games nobody knows the teams at the start.
    let sound = (all.into_iter().eq(1..=seats) && (teams.len() > 1 || seats == 1)) || teams == ["?"];
    CheckError::unless(sound, answer(&teams), format!("query teams: expected {seats} seats, each once, or ?"))
}

fn turn(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let history = history(engine, 0)?;
    CheckError::unless(mover(engine)?.is_some(), history.line(), "query turn: a seat must be to move")?;
    engine.execute(&[&format!("position startpos moves {NO_MOVE_AT_ALL}")])?;
    engine.ask_word(Query::Turn, &["over"]).map(|_| ())
}

/// Where an event is due it has a name, and the same number draws the same; elsewhere there is nothing to draw.
fn chance(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.execute_ok(&["uginewgame", "position startpos"])?;
    if engine.ask_word(Query::Turn, &[])? == "chance" {
        let name = engine.ask_word(Query::Chance, &[])?;
        let event = engine.ask_word(Query::Draw(1), &[])?;
        let sound = name != "none" && event.starts_with(&format!("!{name}"));
        CheckError::unless(sound, format!("response {event}"), format!("query draw: expected !{name}"))?;
        engine.ask_word(Query::Draw(1), &[&event])?;
        let other = engine.ask_word(Query::Draw(2), &[])? != event;
        CheckError::unless(other, format!("response {event}"), "query draw 2: the same event as query draw 1")?;
        engine.ask_word(Query::IsLegal(&event), &["true"])?;
        let legal = engine.ask(Query::Legal)?;
        CheckError::unless(legal.is_empty(), answer(&legal), "query legal at a chance node")?;
        let (_, best) = engine.search(&["go nodes 1"])?;
        CheckError::unless(best.starts_with('!'), format!("bestmove {best}"), "expected an event at a chance node")?;
    }
    history(engine, 0)?;
    engine.ask_word(Query::Chance, &["none"])?;
    expect_error(engine, Query::Draw(1), Some("no_chance"))
}

/// A question that must be refused, with this code or with any.
pub fn expect_error(engine: &mut TestedEngine, question: impl Display, code: Option<&str>) -> Result<(), CheckError> {
    let words = engine.ask(&question)?;
    let refused = matches!(&words[..], [error, given] if error == "error" && code.is_none_or(|code| code == given));
    CheckError::unless(refused, answer(&words), format!("{question}: expected error {}", code.unwrap_or("CODE")))
}

fn game_options(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let game = engine.ask_word(Query::Game, &[])?;
    let games = engine.ask(Query::Games)?;
    if !games.contains(&game) {
        return Err(CheckError::new(format!("response {}", games.join(" ")), format!("query games: lacks {game}")));
    }
    match engine.ask(Query::Options)?.into_iter().find(|word| !word.contains('=')) {
        Some(word) => Err(CheckError::new(word, "query options: expected NAME=VALUE")),
        None => expect_error(engine, "query nothing-like-this", Some("bad_argument")),
    }
}

/// The same list twice; each of it legal and in its printed form; nothing else legal.
fn legal(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let mut history = history(engine, 0)?;
    for _ in 0..HISTORY_PLIES {
        if mover(engine)?.is_none() {
            return Ok(());
        }
        let moves = engine.ask(Query::Legal)?;
        let once = !moves.is_empty() && BTreeSet::from_iter(&moves).len() == moves.len();
        CheckError::unless(once, answer(&moves), "query legal: expected every move once")?;
        let again = engine.ask(Query::Legal)?;
        CheckError::unless(again == moves, answer(&moves), "query legal: another list at the second time")?;
        for token in moves.iter().take(MAX_MOVES) {
            engine.ask_word(Query::IsLegal(token), &["true"])?;
            engine.ask_word(Query::Canon(token), &[token])?;
        }
        for token in [NO_MOVE_AT_ALL, "resign", "!end/draw/agreed"] {
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

/// The text of a position leads back to it.
fn fen(engine: &mut TestedEngine) -> Result<(), CheckError> {
    for moves in [0, 1, HISTORY_PLIES] {
        let history = history(engine, moves)?;
        let questions = [Query::Fen, Query::Turn, Query::Legal, Query::Scores];
        let before = questions.map(|question| engine.ask(question));
        let text = before[0].clone()?.join(" ");
        if engine.ask_word(Query::Turn, &[])? == "over" {
            return Ok(());
        }
        engine.execute_ok(&["position startpos", &format!("position fen {text}")])?;
        for (question, before) in questions.iter().zip(before) {
            let (before, after) = (before?, engine.ask(question)?);
            let why = format!("{question} after position fen {text}: `{}` after {}", before.join(" "), history.line());
            CheckError::unless(before == after, answer(&after), why)?;
        }
    }
    Ok(())
}

/// Numbers for every seat, and no reason while the game runs.
fn points(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    history(engine, 1)?;
    if mover(engine)?.is_some() {
        engine.ask_word(Query::Reason, &["none"])?;
    }
    for question in [Query::Scores, Query::Ranks] {
        let words = engine.ask(question)?;
        let sound = words.len() == seats && words.iter().all(|word| word.parse::<i64>().is_ok());
        CheckError::unless(sound, answer(&words), format!("{question}: expected {seats} numbers"))?;
    }
    Ok(())
}

/// One line of JSON with the keys that a drawer needs; every piece stands on a cell.
fn boards(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)? as u64;
    let cells: Value = json(engine, Query::Cells)?;
    let known = cells["cells"].as_object().cloned().unwrap_or_default();
    let is_point = |value: &Value| value.as_array().is_some_and(|xy| xy.len() == 2 && xy.iter().all(Value::is_number));
    if known.is_empty() || !cells["grid"].is_string() || !known.values().all(is_point) {
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
        let Some(pieces) = board["pieces"].as_array() else { return error("expected a list of pieces") };
        let stands = |piece: &Value| piece["at"].as_str().is_some_and(|at| known.contains_key(at));
        let belongs = |piece: &Value| piece["seat"].as_u64().is_some_and(|seat| seat <= seats);
        if !pieces.iter().all(|piece| stands(piece) && belongs(piece) && piece["kind"].is_string()) {
            return error(r#"expected pieces with "at" a cell, "seat" and "kind""#);
        }
        if board["turn"] != turn.as_str() {
            return error(&format!("its turn is not {turn}"));
        }
        let hands = board["hands"].as_array().map(Vec::len);
        if !(hands == Some(0) || hands == Some(seats as usize)) || !board["last"].is_array() {
            return error("expected no hands or one for each seat, and a list of last cells");
        }
    }
    Ok(())
}

/// The answer to a question, read as JSON.
pub fn json<T: DeserializeOwned>(engine: &mut TestedEngine, question: impl Display) -> Result<T, CheckError> {
    let words = engine.ask(&question)?;
    let read = serde_json::from_str(&words.join(" "));
    read.map_err(|error| CheckError::new(answer(&words), format!("{question}: {error}")))
}

/// No two moves have the same clicks.
fn clicks(engine: &mut TestedEngine) -> Result<(), CheckError> {
    history(engine, 0)?;
    let moves = engine.ask(Query::Legal)?;
    let mut seen = BTreeMap::new();
    for token in moves.iter().take(MAX_MOVES) {
        let clicks = engine.ask(Query::Clicks(token))?.join(" ");
        let sound = !clicks.is_empty() && !clicks.starts_with("error ");
        CheckError::unless(sound, format!("response {clicks}"), format!("query clicks {token}"))?;
        if let Some(other) = seen.insert(clicks.clone(), token) {
            return Err(CheckError::new(
                format!("response {clicks}"),
                format!("query clicks {token}: those of {other}"),
            ));
        }
    }
    Ok(())
}

/// `resign` and an illegal token count against the mover, a verdict as it says.
fn verdicts(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let history = history(engine, 1)?;
    let Some(mover) = mover(engine)? else { return Ok(()) };
    let teams = read_teams(&engine.ask(Query::Teams)?.join(" ")).unwrap_or_default();
    let side = teams.iter().position(|team| team.contains(&mover));
    let own = side.map_or(String::new(), |side| GameResult::Win(side).to_string());
    for (token, reason) in [("resign", "resign"), (NO_MOVE_AT_ALL, "illegal")] {
        engine.execute(&[&history.with(token)])?;
        let result = engine.ask_word(Query::Result, &[])?;
        let sound = is_result(&result) && result != own;
        CheckError::unless(sound, format!("response {result}"), format!("query result after {token} of p{mover}"))?;
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
