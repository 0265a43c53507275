//! Steps for the extensions `seats`, `chance` and `referee`: turns, events, legal moves, position texts, points,
//! boards, verdicts.

use super::lines::{IMPOSSIBLE_TOKEN, is_result};
use super::step::{Step, where_declared};
use super::tested_engine::{CheckError, TestedEngine};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use ugi::{GameResult, History, Query, Seat, Teams, Turn, is_event, is_reserved};

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
    let answer = engine.ask(Query::Seats)?;
    let seats = answer.text().parse().unwrap_or(0);
    answer.expect((1..=16).contains(&seats), "a number from 1 to 16")?;
    Ok(seats)
}

/// Returns the 1-based number of the seat to move, or `None` at a chance node and after the end of the game.
pub fn mover(engine: &mut TestedEngine) -> Result<Option<Seat>, CheckError> {
    let seats = seats(engine)?;
    let answer = engine.ask(Query::Turn)?;
    let turn = answer.text().parse::<Turn>().ok();
    let seat = turn.and_then(|turn| if let Turn::Seat(seat) = turn { Some(seat) } else { None });
    let is_valid = turn.is_some() && seat.is_none_or(|seat| seat.index() < seats);
    answer.expect(is_valid, "p1, p2, ..., chance or over")?;
    Ok(seat)
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
                engine.search_move("go nodes 1")?
            }
        };
        history.push(&token);
        engine.execute_ok(&[history.line()])?;
    }
    Err(CheckError::new(history.line(), format!("expected a seat to move within {MAX_TOKENS} tokens")))
}

fn seats_teams(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    let teams = engine.ask(Query::Teams)?;
    let mut all = teams.text().parse::<Teams>().unwrap_or_default().0.concat();
    all.sort_unstable();
    // In some games the teams are hidden at the start; the answer is then `?`.
    let is_complete = all.into_iter().eq(Seat::all(seats)) && (teams.words.len() > 1 || seats == 1);
    teams.expect(is_complete || teams.words == ["?"], format!("{seats} seats, each once, or ?"))
}

fn turn(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let history = history(engine, 0)?;
    let why = "query turn: expected a seat after the chance events";
    CheckError::unless(mover(engine)?.is_some(), history.line(), why)?;
    engine.execute(&[&format!("position startpos moves {IMPOSSIBLE_TOKEN}")])?;
    engine.ask_word(Query::Turn, &["over"]).map(|_| ())
}

/// Checks that at a chance node the event has a name, and that equal seeds give equal events and different seeds
/// different ones. Also checks that no event is due when a seat is to move.
fn chance(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.execute_ok(&["uginewgame", "position startpos"])?;
    if engine.ask_word(Query::Turn, &[])? == "chance" {
        let name = engine.ask_word(Query::Chance, &[])?;
        let answer = engine.ask(Query::Draw(1))?;
        let event = answer.text();
        answer.expect(name != "none" && event.starts_with(&format!("!{name}")), format!("!{name}"))?;
        engine.ask_word(Query::Draw(1), &[&event])?;
        let other = engine.ask(Query::Draw(2))?;
        other.expect(other.text() != event, "another event than query draw 1")?;
        engine.ask_word(Query::IsLegal(&event), &["true"])?;
        let legal = engine.ask(Query::Legal)?;
        legal.expect(legal.words.is_empty(), "no moves at a chance node")?;
        let (_, best) = engine.search(&["go nodes 1"])?;
        CheckError::unless(is_event(&best), format!("bestmove {best}"), "expected a chance event")?;
    }
    history(engine, 0)?;
    engine.ask_word(Query::Chance, &["none"])?;
    expect_error(engine, Query::Draw(1), Some("no_chance"))
}

/// Sends a query that must be answered with an error. `code` is the required error code; `None` accepts any code.
pub fn expect_error(engine: &mut TestedEngine, query: impl Display, code: Option<&str>) -> Result<(), CheckError> {
    let answer = engine.ask(query)?;
    let is_code = |given: &String| code.is_none_or(|code| code == given);
    let is_error = matches!(&answer.words[..], [error, given] if error == "error" && is_code(given));
    answer.expect(is_error, format!("error {}", code.unwrap_or("CODE")))
}

fn game_options(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let game = engine.ask_word(Query::Game, &[])?;
    let games = engine.ask(Query::Games)?;
    games.expect(games.words.contains(&game), format!("{game}, the answer to query game, in the list"))?;
    let options = engine.ask(Query::Options)?;
    options.expect(options.words.iter().all(|word| word.contains('=')), "words NAME=VALUE")?;
    expect_error(engine, "query nothing-like-this", Some("bad_argument"))
}

/// Plays at most [`HISTORY_PLIES`] moves from the start position. `next` chooses each move after a history.
pub fn walk(
    engine: &mut TestedEngine,
    next: impl Fn(&mut TestedEngine, &History) -> Result<String, CheckError>,
) -> Result<(), CheckError> {
    let mut history = history(engine, 0)?;
    for _ in 0..HISTORY_PLIES {
        if mover(engine)?.is_none() {
            break;
        }
        let token = next(engine, &history)?;
        history.push(&token);
        engine.execute_ok(&[history.line()])?;
    }
    Ok(())
}

/// Checks that `query legal` gives the same list when repeated, that each move in the list is legal and canonical, and
/// that `resign`, verdicts and unknown tokens are not legal moves.
fn legal(engine: &mut TestedEngine) -> Result<(), CheckError> {
    walk(engine, |engine, _| {
        let answer = engine.ask(Query::Legal)?;
        let moves = &answer.words;
        let is_unique = !moves.is_empty() && BTreeSet::from_iter(moves).len() == moves.len();
        answer.expect(is_unique, "at least one move, and each move once")?;
        let reserved = moves.iter().find(|token| is_reserved(token));
        let why =
            || format!("no move {}, which has another meaning in a position line", reserved.map_or("", |token| token));
        answer.expect(reserved.is_none(), why())?;
        let again = engine.ask(Query::Legal)?;
        again.expect(again.words == *moves, "the same list as before")?;
        for token in moves.iter().take(MAX_MOVES) {
            engine.ask_word(Query::IsLegal(token), &["true"])?;
            engine.ask_word(Query::Canon(token), &[token])?;
        }
        for token in [IMPOSSIBLE_TOKEN, "resign", "!end/draw/agreed"] {
            engine.ask_word(Query::IsLegal(token), &["false"])?;
        }
        Ok(moves[moves.len() / 2].clone())
    })
}

fn best_is_legal(engine: &mut TestedEngine) -> Result<(), CheckError> {
    walk(engine, |engine, _| {
        let best = engine.search_move("go nodes 20")?;
        engine.ask_word(Query::IsLegal(&best), &["true"])?;
        Ok(best)
    })
}

/// Checks that `position fen` with the answer to `query fen` restores the position.
fn fen(engine: &mut TestedEngine) -> Result<(), CheckError> {
    for moves in [0, 1, HISTORY_PLIES] {
        let history = history(engine, moves)?;
        let queries = [Query::Fen(None), Query::Turn, Query::Legal, Query::Scores];
        let before =
            queries.iter().map(|query| Ok(engine.ask(query)?.text())).collect::<Result<Vec<_>, CheckError>>()?;
        let text = &before[0];
        if engine.ask_word(Query::Turn, &[])? == "over" {
            return Ok(());
        }
        engine.execute_ok(&["position startpos", &format!("position fen {text}")])?;
        for (query, before) in queries.iter().zip(&before) {
            let after = engine.ask(query)?;
            let expected = format!("`{before}` after position fen {text}, as after {}", history.line());
            after.expect(after.text() == *before, expected)?;
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
        let answer = engine.ask(query)?;
        let are_numbers = answer.words.iter().all(|word| word.parse::<i64>().is_ok());
        answer.expect(are_numbers && answer.words.len() == seats, format!("{seats} numbers"))?;
    }
    Ok(())
}

/// Checks that the answers to `query cells` and `query board` are JSON with the keys that are needed to draw the board,
/// and that every piece is on a cell that `query cells` lists.
fn boards(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)? as u64;
    let answer = engine.ask(Query::Cells)?;
    let cells: Value = answer.json()?;
    let known = cells["cells"].as_object().cloned().unwrap_or_default();
    let is_point = |value: &Value| value.as_array().is_some_and(|xy| xy.len() == 2 && xy.iter().all(Value::is_number));
    let is_valid = cells["cells"].is_object() && cells["grid"].is_string() && known.values().all(is_point);
    answer.expect(is_valid, r#"{"grid":WORD,"cells":{NAME:[x,y],...}}"#)?;
    for moves in [0, HISTORY_PLIES] {
        history(engine, moves)?;
        let turn = engine.ask_word(Query::Turn, &[])?;
        let answer = engine.ask(Query::Board)?;
        let board: Value = answer.json()?;
        let is_on_cell = |piece: &Value| piece["at"].as_str().is_some_and(|at| known.contains_key(at));
        let has_seat = |piece: &Value| piece["seat"].as_u64().is_some_and(|seat| seat <= seats);
        let is_piece = |piece: &Value| is_on_cell(piece) && has_seat(piece) && piece["kind"].is_string();
        let has_pieces = board["pieces"].as_array().is_some_and(|pieces| pieces.iter().all(is_piece));
        answer.expect(has_pieces, r#"a list "pieces", each with "at" a cell, "seat" and "kind""#)?;
        answer.expect(board["turn"] == turn.as_str(), format!("the turn {turn}, as query turn answers"))?;
        let hands = board["hands"].as_array().map(Vec::len);
        let has_hands = hands == Some(0) || hands == Some(seats as usize);
        answer.expect(has_hands, "no hands or one for each seat")?;
        answer.expect(board["last"].is_array(), "a list \"last\"")?;
    }
    Ok(())
}

/// Checks that, in the first position in which a seat is to move, every move has clicks and no two moves have the same
/// clicks. At most [`MAX_MOVES`] moves are checked.
fn clicks(engine: &mut TestedEngine) -> Result<(), CheckError> {
    history(engine, 0)?;
    let mut seen = BTreeMap::new();
    for token in engine.ask(Query::Legal)?.words.into_iter().take(MAX_MOVES) {
        let answer = engine.ask(Query::Clicks(&token))?;
        let clicks = answer.text();
        answer.expect(!clicks.is_empty() && !clicks.starts_with("error "), "at least one click")?;
        if let Some(other) = seen.insert(clicks, token) {
            answer.expect(false, format!("other clicks than for {other}"))?;
        }
    }
    Ok(())
}

/// Checks that the team to move does not win by `resign` or by an illegal token, and that a verdict token ends the game
/// with the result that it names.
fn verdicts(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let history = history(engine, 1)?;
    let Some(mover) = mover(engine)? else { return Ok(()) };
    let teams = engine.ask(Query::Teams)?.text().parse::<Teams>().unwrap_or_default();
    let side = teams.of(mover);
    let mover_wins = side.map_or(String::new(), |side| GameResult::Win(side).to_string());
    for (token, reason) in [("resign", "resign"), (IMPOSSIBLE_TOKEN, "illegal")] {
        engine.execute(&[&history.with(token)])?;
        let result = engine.ask(Query::Result)?;
        let is_valid = is_result(&result.text()) && result.text() != mover_wins;
        result.expect(is_valid, format!("a loss after {token} by {mover}"))?;
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
