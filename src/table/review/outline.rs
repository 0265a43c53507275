//! What happened in a game, step by step, as the referee tells it. Knows no worth.

use crate::arena::history::History;
use crate::protocol::Query;
use crate::table::referee::Referee;
use anyhow::{Context, Result, ensure};

/// Positions that the referee is asked about in one go.
const BATCH: usize = 64;

/// A whole game.
pub struct Outline {
    /// How many seats there are.
    pub seats: usize,
    /// The seats of each team, counted from 1; empty when the teams are not known.
    pub teams: Vec<Vec<usize>>,
    /// Are there hands that somebody does not see?
    pub hidden: bool,
    /// `startpos` or `fen TEXT`.
    pub base: String,
    /// All tokens.
    pub tokens: Vec<String>,
    /// What each seat sees of the whole game: what stands before `moves`, and the tokens.
    views: Vec<(String, Vec<String>)>,
    /// What can be reviewed.
    pub steps: Vec<Step>,
}

/// One token.
pub enum Step {
    /// A move that had an alternative.
    Move(Choice),
    /// Something that nature decided.
    Event {
        /// Tokens before it.
        at: usize,
    },
}

/// A move that had an alternative.
pub struct Choice {
    /// Tokens before it.
    pub at: usize,
    /// Who chose, from 1.
    pub seat: usize,
    /// Its canonical token.
    pub played: String,
}

impl Outline {
    /// Asks for everything.
    ///
    /// # Errors
    /// The referee breaks down, or does not take the game.
    pub fn read(referee: &mut Referee, base: &str, tokens: &[String]) -> Result<Self> {
        let whole = History::new(base, tokens).line().to_string();
        // An illegal token at the end is reported by the referee and is no reason to refuse the rest.
        let ask = |referee: &mut Referee, query: Query| -> Result<String> {
            let answer = referee.ask_all(&[whole.clone(), query.to_string()])?.answers.pop();
            answer.context("no answer")?.map_err(|code| anyhow::anyhow!("{query}: error {code}"))
        };
        let seats: usize = ask(referee, Query::Seats)?.parse().context("query seats")?;
        let teams = read_teams(&ask(referee, Query::Teams)?);
        let mut views = Vec::with_capacity(seats);
        for seat in 1..=seats {
            let view = ask(referee, Query::View(seat as u64))?;
            let (front, moves) = view.split_once(" moves ").unwrap_or((&view, ""));
            let seen: Vec<String> = moves.split_whitespace().map(str::to_string).collect();
            ensure!(
                seen.len() == tokens.len(),
                "the view of seat {seat} has {} tokens, not {}",
                seen.len(),
                tokens.len()
            );
            views.push((front.to_string(), seen));
        }
        let open = |(_, seen): &(String, Vec<String>)| seen.as_slice() == tokens;
        let hidden = !views.iter().all(open) || base.contains('?');
        let steps = steps(referee, base, tokens)?;
        Ok(Self { seats, teams, hidden, base: base.to_string(), tokens: tokens.to_vec(), views, steps })
    }

    /// The position before token `at` as a seat (from 1) sees it; without hidden hands that is the master history.
    #[must_use]
    pub fn seen(&self, seat: usize, at: usize) -> String {
        if !self.hidden {
            return History::new(&self.base, &self.tokens[..at]).line().to_string();
        }
        let (front, tokens) = &self.views[seat - 1];
        let moves = if at == 0 { String::new() } else { format!(" moves {}", tokens[..at].join(" ")) };
        format!("{front}{moves}")
    }

    /// The team of a seat (from 1), counted from 0; a seat of unknown team is one of its own.
    #[must_use]
    pub fn team(&self, seat: usize) -> usize {
        self.teams.iter().position(|team| team.contains(&seat)).unwrap_or(seat - 1)
    }

    /// How many teams there are.
    #[must_use]
    pub fn sides(&self) -> usize {
        if self.teams.is_empty() { self.seats } else { self.teams.len() }
    }
}

pub(super) fn read_teams(text: &str) -> Vec<Vec<usize>> {
    let team = |word: &str| word.split('+').map(|seat| seat.parse().ok()).collect::<Option<Vec<usize>>>();
    text.split_whitespace().map(team).collect::<Option<_>>().unwrap_or_default()
}

fn steps(referee: &mut Referee, base: &str, tokens: &[String]) -> Result<Vec<Step>> {
    let mut steps = Vec::new();
    let mut history = History::new(base, &[]);
    let places: Vec<usize> = (0..tokens.len()).collect();
    for batch in places.chunks(BATCH) {
        let mut lines = Vec::new();
        for &at in batch {
            let questions = [Query::Turn, Query::Legal, Query::Canon(&tokens[at])];
            lines.push(history.line().to_string());
            lines.extend(questions.map(|question| question.to_string()));
            history.push(&tokens[at]);
        }
        let answers = referee.ask_all(&lines)?.answers;
        ensure!(answers.len() == 3 * batch.len(), "the referee leaves questions without an answer");
        for (&at, answers) in batch.iter().zip(answers.chunks_exact(3)) {
            let [Ok(turn), legal, canon] = answers else { continue };
            let choices = legal.as_ref().map_or(0, |legal| legal.split_whitespace().count());
            if turn == "chance" && canon.is_ok() {
                steps.push(Step::Event { at });
            } else if let (Some(seat), Ok(played)) = (turn.strip_prefix('p'), canon)
                && choices > 1
            {
                let seat = seat.parse().context("query turn")?;
                steps.push(Step::Move(Choice { at, seat, played: played.clone() }));
            }
        }
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::read_teams;

    #[test]
    fn teams_are_read_where_they_are_known() {
        assert_eq!(read_teams("1+3 2+4"), [[1, 3], [2, 4]]);
        assert_eq!(read_teams("1 2 3"), [[1], [2], [3]]);
        assert!(read_teams("?").is_empty());
    }
}
