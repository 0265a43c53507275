//! Replays a record in the referee, to compare the record with the referee's answers.

use crate::database;
use anyhow::Result;
use base::quote::quote;
use runner::record::Record;
use runner::replay::set_rules;
use std::fmt;
use ugi::{Client, Pipe, Query, QueryAnswer, Turn, is_verdict, may_be_move, position_queries, position_text};

/// A difference between a record and the referee.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The 1-based number of the token; `None` if the difference concerns the whole game.
    pub token: Option<usize>,
    /// The property that differs.
    pub what: &'static str,
    /// The value in the record.
    pub recorded: String,
    /// The referee's value.
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

/// Returns all differences between a record and the referee's answers for the same moves. After an illegal token, the
/// rest of the game is not compared. Of a game without a result, because the referee failed, only the moves are
/// compared.
pub fn verify(record: &Record, client: &mut Client<impl Pipe>) -> Result<Vec<Difference>> {
    set_rules(record, client)?;
    let mut found = check_shape(record);
    let mut lines = vec![Query::Options.to_string()];
    for (played, token) in record.played.moves.iter().enumerate() {
        let mut queries = vec![Query::Turn, Query::IsLegal(token), Query::Canon(token)];
        queries.extend(database_result(token).map(|_| Query::Tablebase));
        lines.extend(position_queries(&position(record, played), &queries));
    }
    let queries = [Query::Teams, Query::Turn, Query::Result, Query::Reason, Query::Scores, Query::Ranks];
    lines.extend(position_queries(&position(record, record.played.moves.len()), &queries));
    let mut answers = responses(client, &lines)?.into_iter();
    let mut next = || answers.next().unwrap_or_default();

    add_difference(&mut found, None, "options", sorted(record.played.rules()), sorted(next().split_whitespace()));
    for (played, token) in record.played.moves.iter().enumerate() {
        let (turn, legal, canon) = (next(), next(), next());
        let place = Some(played + 1);
        if is_runner_token(token) {
            // The runner may end the game whoever is to move, but not if the game is already over.
            if turn == "over" && !record.has_failed_referee() {
                add_difference(&mut found, place, "who decides", "the runner".to_string(), "over".to_string());
            }
            if let Some(result) = database_result(token) {
                let answer = next();
                let known = known_result(record, &turn, &answer).map_or(answer, str::to_string);
                add_difference(&mut found, place, "result in the databases", result.to_string(), known);
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
    if record.has_failed_referee() {
        return Ok(found);
    }
    // The teams are compared at the end, because in some games a deal decides them.
    add_difference(&mut found, None, "teams", record.teams_text(), next());
    add_difference(&mut found, None, "turn at the end", "over".to_string(), next());
    add_difference(&mut found, None, "result", record.played.result.clone(), next());
    add_difference(&mut found, None, "reason", record.played.reason.clone(), next());
    add_difference(&mut found, None, "scores", joined(&record.played.scores), next());
    add_difference(&mut found, None, "ranks", joined(&record.played.ranks), next());
    Ok(found)
}

/// Sends all lines in one batch and returns the answers to the queries among them. An error is returned as the text
/// `error CODE`.
fn responses(client: &mut Client<impl Pipe>, lines: &[String]) -> Result<Vec<String>> {
    let text = |answer: QueryAnswer| answer.unwrap_or_else(|code| format!("error {code}"));
    Ok(client.ask_all(lines)?.answers.into_iter().map(text).collect())
}

fn position(record: &Record, played: usize) -> String {
    format!("position {}", position_text(&record.played.base, &record.played.moves[..played]))
}

/// Checks that the lists of the record have consistent lengths, and returns the differences.
fn check_shape(record: &Record) -> Vec<Difference> {
    let mut found = Vec::new();
    let (moves, times) = (record.played.moves.len(), record.run.times_ms.len());
    let mut compare = |what, recorded: usize, expected: usize| {
        add_difference(&mut found, None, what, recorded.to_string(), expected.to_string());
    };
    compare("moves with a search report", record.reports.len(), moves);
    compare("moves with a mover", record.played.movers.len(), moves);
    compare("moves with a time", times, if times > 0 { moves } else { 0 });
    let chosen = record.played.movers.iter().flatten().count();
    let infos = &record.run.infos;
    let numbers = [&infos.seldepth, &infos.nps, &infos.hashfull, &infos.tbhits, &infos.time, &record.run.left_ms];
    for length in numbers.map(Vec::len).into_iter().chain([infos.pv.len()]).filter(|length| *length > 0) {
        compare("moves with an info line", length, chosen);
    }
    compare("moves of the opening", record.played.opening, record.played.opening.min(moves));
    found
}

/// Returns who chose this token according to the record, in the format of an answer to `query turn`. `turn` is the
/// referee's answer.
fn decider(record: &Record, played: usize, turn: &str) -> String {
    match record.played.movers.get(played) {
        Some(Some(seat)) => seat.to_string(),
        _ if !may_be_move(&record.played.moves[played]) => "chance".to_string(),
        // The record does not name the seats that made the opening moves.
        _ if played < record.played.opening && turn.starts_with('p') => turn.to_string(),
        _ => "nobody".to_string(),
    }
}

/// Returns whether a token ends the game without being a move or an event.
pub(crate) fn is_runner_token(token: &str) -> bool {
    is_verdict(token) || token == "resign"
}

/// Returns the result of a verdict by endgame databases; `None` for any other token.
fn database_result(token: &str) -> Option<&str> {
    token.strip_prefix("!end/")?.strip_suffix(database::REASON)?.strip_suffix('/')
}

/// Returns the result of the game according to an answer to `query tablebase`. `turn` is the answer to `query turn`.
fn known_result(record: &Record, turn: &str, answer: &str) -> Option<&'static str> {
    let Turn::Seat(mover) = turn.parse().ok()? else { return None };
    database::result(answer, record.teams.iter().position(|team| team.contains(&mover))?)
}

fn sorted<T: ToString>(words: impl IntoIterator<Item = T>) -> String {
    let mut words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
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
