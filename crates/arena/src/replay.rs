//! Plays a record through a referee: is every token legal where it stands, is the end the one recorded, and what did
//! the board look like on the way? Knows no file and no rule.

use anyhow::{Context, Result, bail, ensure};
use base::quote::quote;
use std::fmt;
use ugi::board::{Board, Cells};
use ugi::client::{Client, QueryAnswer, position_queries};
use ugi::history::position_text;
use ugi::pipe::Pipe;
use ugi::record::Record;
use ugi::reply::teams_text;
use ugi::{Base, Query};

/// Something in a record that the referee sees otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The token, counted from 1; `None`: it is about the whole game.
    pub token: Option<usize>,
    /// What differs.
    pub what: &'static str,
    /// What the record says.
    pub recorded: String,
    /// What the referee says.
    pub found: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(token) = self.token {
            write!(f, "token {token}: ")?;
        }
        let (recorded, found) = (quote(&self.recorded), quote(&self.found));
        write!(f, "{}: the record says {recorded}, the referee {found}", self.what)
    }
}

/// Everything in which the record differs from what the referee makes of its moves; none: it is sound. After an
/// illegal token nothing more is looked at: nothing behind it means anything.
///
/// # Errors
/// The referee has gone, does not have the game, or the record holds what cannot be a line of the protocol.
pub fn verify(record: &Record, client: &mut Client<impl Pipe>) -> Result<Vec<Difference>> {
    let options = load(record, client)?;
    let mut found = check_shape(record);
    let mut told = vec![Query::Options.to_string()];
    for (played, token) in record.moves.iter().enumerate() {
        let questions = [Query::Turn, Query::IsLegal(token), Query::Canon(token)];
        told.extend(position_queries(&position(record, played), &questions));
    }
    let questions = [Query::Teams, Query::Turn, Query::Result, Query::Reason, Query::Scores, Query::Ranks];
    told.extend(position_queries(&position(record, record.moves.len()), &questions));
    let mut answers = responses(client, &told)?.into_iter();
    let mut next = || answers.next().unwrap_or_default();

    add_difference(&mut found, None, "options", sorted(&options), sorted(next().split_whitespace()));
    for (played, token) in record.moves.iter().enumerate() {
        let (turn, legal, canon) = (next(), next(), next());
        let place = Some(played + 1);
        if is_from_outside(token) {
            // A verdict may come at anybody's turn.
            if turn == "over" {
                add_difference(&mut found, place, "who decides", "the runner".to_string(), "over".to_string());
            }
            continue;
        }
        add_difference(&mut found, place, "who decides", decider(record, played, &turn), turn);
        if legal != "true" {
            add_difference(&mut found, place, "is it legal", token.clone(), "illegal".to_string());
            return Ok(found);
        }
        add_difference(&mut found, place, "canonical form", token.clone(), canon);
    }
    // In some games it is a deal that says who plays with whom.
    add_difference(&mut found, None, "teams", teams_text(&record.teams), next());
    add_difference(&mut found, None, "turn at the end", "over".to_string(), next());
    add_difference(&mut found, None, "result", record.result.clone(), next());
    add_difference(&mut found, None, "reason", record.reason.clone(), next());
    add_difference(&mut found, None, "scores", joined(&record.scores), next());
    add_difference(&mut found, None, "ranks", joined(&record.ranks), next());
    Ok(found)
}

/// The cells of the game of this record.
///
/// # Errors
/// As [`verify`], and a referee that says no cells.
pub fn cells(record: &Record, client: &mut Client<impl Pipe>) -> Result<Cells> {
    load(record, client)?;
    let answer = responses(client, &[Query::Cells.to_string()])?.concat();
    serde_json::from_str(&answer).context("query cells: no cells in the answer")
}

/// The board before the first token and after each of them: one more than there are tokens.
///
/// # Errors
/// As [`verify`], and a referee that says no boards.
pub fn boards(record: &Record, client: &mut Client<impl Pipe>) -> Result<Vec<Board>> {
    load(record, client)?;
    let told = (0..=record.moves.len()).flat_map(|played| position_queries(&position(record, played), &[Query::Board]));
    let answers = responses(client, &told.collect::<Vec<_>>())?;
    let board = |answer: &String| serde_json::from_str(answer).context("query board: no board in the answer");
    answers.iter().map(board).collect()
}

/// Makes the game and the options of the record those in effect, if all of the record can be said to a referee. Gives these
/// options: rule options that the record does not name leave the rules as they were before there were such options.
pub(super) fn load(record: &Record, client: &mut Client<impl Pipe>) -> Result<Vec<String>> {
    let no_base = || format!("game {}: {} is neither startpos nor fen TEXT", quote(&record.id), quote(&record.base));
    let fen = Base::read(&record.base).with_context(no_base)?.fen();
    for word in record.moves.iter().map(String::as_str).chain(fen).chain([record.game.as_str()]) {
        ensure!(is_word(word), "game {}: {} is no word of the protocol", quote(&record.id), quote(word));
    }
    let is_sound = |option: &str| {
        option.split_once('=').is_some_and(|(name, value)| is_word(name) && !value.contains(char::is_control))
    };
    if let Some(option) = record.options.iter().find(|option| !is_sound(option)) {
        bail!("game {}: {} is no option NAME=VALUE", quote(&record.id), quote(option));
    }
    client.set_rules(&record.game, &record.options)
}

/// The answers to the questions among these lines, all of them sent at once.
fn responses(client: &mut Client<impl Pipe>, lines: &[String]) -> Result<Vec<String>> {
    let text = |answer: QueryAnswer| answer.unwrap_or_else(|code| format!("error {code}"));
    Ok(client.ask_all(lines)?.answers.into_iter().map(text).collect())
}

fn position(record: &Record, played: usize) -> String {
    format!("position {}", position_text(&record.base, &record.moves[..played]))
}

/// What is wrong with the record itself.
fn check_shape(record: &Record) -> Vec<Difference> {
    let mut found = Vec::new();
    let (moves, said, times) = (record.moves.len(), record.said.len(), record.run.times.len());
    add_difference(&mut found, None, "moves with something said", said.to_string(), moves.to_string());
    add_difference(&mut found, None, "moves with a mover", record.movers.len().to_string(), moves.to_string());
    if times > 0 {
        add_difference(&mut found, None, "moves with a time", times.to_string(), moves.to_string());
    }
    add_difference(
        &mut found,
        None,
        "moves of the opening",
        record.opening.to_string(),
        record.opening.min(moves).to_string(),
    );
    found
}

/// Who decided this token according to the record, in the words of `query turn`.
fn decider(record: &Record, played: usize, turn: &str) -> String {
    match record.movers.get(played) {
        Some(&seat) if seat > 0 => format!("p{seat}"),
        _ if record.moves[played].starts_with('!') => "chance".to_string(),
        // The record does not say who made the moves of the opening.
        _ if played < record.opening && turn.starts_with('p') => turn.to_string(),
        _ => "nobody".to_string(),
    }
}

fn is_from_outside(token: &str) -> bool {
    token.starts_with("!end/") || token == "resign"
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|letter: char| letter.is_whitespace() || letter.is_control())
}

fn sorted<T: AsRef<str>>(words: impl IntoIterator<Item = T>) -> String {
    let mut words: Vec<String> = words.into_iter().map(|word| word.as_ref().to_string()).collect();
    words.sort();
    words.join(" ")
}

fn joined<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

fn add_difference(to: &mut Vec<Difference>, token: Option<usize>, what: &'static str, recorded: String, found: String) {
    if recorded != found {
        to.push(Difference { token, what, recorded, found });
    }
}
