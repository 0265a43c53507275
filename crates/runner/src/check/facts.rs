//! Steps for the extensions `facts`, `observe`, `ids` and `tablebase`.

use super::lines::IMPOSSIBLE_TOKEN;
use super::rules::{expect_error, history, walk};
use super::step::{Step, where_declared};
use super::tested_engine::{CheckError, TestedEngine, is_error};
use ugi::board::Board;
use ugi::facts::{GameInfo, MoveFacts, Picture};
use ugi::{NO_MOVE, Query, Viewer};

/// The steps for these extensions, in the order in which they run.
pub const STEPS: &[Step] = &[
    where_declared("facts", "info", info),
    where_declared("facts", "moves-steps", moves),
    where_declared("facts", "why", why),
    where_declared("observe", "observe", observe),
    where_declared("ids", "ids", ids),
    where_declared("tablebase", "tablebase", tablebase),
];

const ENGLISH: &str = "en";
/// A language that no engine has.
const NO_LANGUAGE: &str = "zz";

/// Asks for what is fixed in the current game.
pub fn game_info(engine: &mut TestedEngine) -> Result<GameInfo, CheckError> {
    engine.ask(Query::Info(None))?.json()
}

/// Checks that the facts of the game agree with the other queries.
fn info(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let game = engine.ask_word(Query::Game, &[])?;
    let answer = engine.ask(Query::Info(None))?;
    let info: GameInfo = answer.json()?;
    answer.expect(info.game == game, format!("\"game\":\"{game}\""))?;
    answer.expect(info.name.contains_key(ENGLISH), "a \"name\" in English")?;
    let seats = super::rules::seats(engine)?;
    answer.expect((info.seats[0]..=info.seats[1]).contains(&seats), format!("\"seats\" that allow {seats}"))?;
    let options = engine.ask(Query::Options)?;
    let declared = |name: &String| options.words.iter().any(|word| word.split('=').next() == Some(name));
    let same = info.rule_options.iter().all(declared) && info.rule_options.len() == options.words.len();
    answer.expect(same, "\"rule_options\" as in query options")?;
    let named = engine.ask(Query::Info(Some(&game)))?;
    named.expect(named.text() == answer.text(), "the same as without the name")?;
    expect_error(engine, Query::Info(Some(IMPOSSIBLE_TOKEN)), Some("bad_argument"))
}

/// Checks that the facts of all moves agree with `query legal` and `query clicks`, and that a client that carries out
/// the steps of each token draws the next board.
fn moves(engine: &mut TestedEngine) -> Result<(), CheckError> {
    expect_error(engine, Query::Moves(NO_LANGUAGE), Some("bad_argument"))?;
    walk(engine, |engine, history| {
        let answer = engine.ask(Query::Moves(ENGLISH))?;
        let facts: Vec<MoveFacts> = answer.json()?;
        let legal = engine.ask(Query::Legal)?;
        let tokens: Vec<&str> = facts.iter().map(|facts| facts.token.as_str()).collect();
        answer.expect(tokens == legal.words, "the moves of query legal, in that order")?;
        let chosen = &facts[facts.len() / 2];
        let clicks = engine.ask(Query::Clicks(&chosen.token))?;
        clicks.expect(clicks.words == chosen.clicks, format!("the clicks of query moves, {:?}", chosen.clicks))?;
        answer.expect(!chosen.words.is_empty(), "words for each move")?;
        let before: Board = engine.ask(Query::Board)?.json()?;
        let next = history.with(&chosen.token);
        engine.execute_ok(&[&next])?;
        let after: Board = engine.ask(Query::Board)?.json()?;
        let made = engine.ask(Query::Step(history.tokens.len() + 1, ENGLISH))?;
        let step: MoveFacts = made.json()?;
        made.expect(step.steps == chosen.steps, "the steps that query moves gave before the move")?;
        made.expect(step.seat == chosen.seat, format!("\"seat\" as in query moves, {:?}", chosen.seat))?;
        let mut picture = Picture::of(&before);
        let failed = step.steps.iter().find_map(|step| picture.apply(step).err());
        made.expect(failed.is_none(), failed.map_or(String::new(), |error| error.to_string()))?;
        made.expect(picture == Picture::of(&after), "steps that lead to the board after the move")?;
        Ok(chosen.token.clone())
    })
}

fn why(engine: &mut TestedEngine) -> Result<(), CheckError> {
    history(engine, 1)?;
    let answer = engine.ask(Query::Why(ENGLISH, IMPOSSIBLE_TOKEN))?;
    answer.expect(!answer.json::<String>()?.is_empty(), "a sentence as a JSON string")?;
    if let Some(legal) = engine.ask(Query::Legal)?.words.first() {
        let answer = engine.ask(Query::Why(ENGLISH, legal))?;
        answer.expect(answer.json::<String>()?.is_empty(), "an empty JSON string for a legal move")?;
    }
    expect_error(engine, Query::Why(NO_LANGUAGE, IMPOSSIBLE_TOKEN), Some("bad_argument"))
}

/// Checks that the view of everybody can be evaluated.
fn observe(engine: &mut TestedEngine) -> Result<(), CheckError> {
    history(engine, 1)?;
    let view = engine.ask(Query::View(Viewer::Public))?.text();
    engine.execute_ok(&[&view])?;
    let search = "go observe nodes 10000";
    let (lines, best) = engine.search(&[search])?;
    CheckError::unless(best == NO_MOVE, format!("bestmove {best}"), "expected bestmove 0000 from go observe")?;
    CheckError::at_first(&lines, is_error, "expected no error from go observe")?;
    let has_mover = !["chance", "over"].contains(&engine.ask(Query::Turn)?.text().as_str());
    let has_score = lines.iter().any(|line| line.contains(" score "));
    CheckError::unless(!has_mover || has_score, search, "expected an info line with a score")
}

fn ids(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.send(&["ping a1"])?;
    let lines = engine.read_until(|line| line.starts_with("pong"))?;
    CheckError::unless(lines.last().is_some_and(|line| line == "pong a1"), "ping a1", "expected pong a1")?;
    let answer = engine.ask("query #q7 gameover")?;
    answer.expect(answer.words.first().is_some_and(|word| word == "#q7"), "#q7 before the answer")?;
    let failed = engine.ask("query #q8 nothing-like-this")?;
    failed.expect(failed.text() == "#q8 error bad_argument", "#q8 error bad_argument")
}

fn tablebase(engine: &mut TestedEngine) -> Result<(), CheckError> {
    history(engine, 1)?;
    let answer = engine.ask(Query::Tablebase)?;
    let words: Vec<&str> = answer.words.iter().map(String::as_str).collect();
    let is_value = |word: &str| ["win", "draw", "loss"].contains(&word);
    let is_valid = match words[..] {
        ["unknown"] => true,
        [value] | [value, "exact"] => is_value(value),
        _ => false,
    };
    answer.expect(is_valid, "win, draw, loss or unknown, then exact if no rule option can change it")
}
