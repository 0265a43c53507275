//! The luck of a chance event: the win probability after the event, minus the mean over sampled events. The engine sees
//! all hands. Backgammon programs measure the luck of a roll in a similar way, with the mean over all rolls.

use super::moves::{SearchLimit, search};
use super::outline::Outline;
use super::position_value::mean;
use anyhow::Result;
use room::{EventLuck, Referee};
use runner::EngineProcess;
use ugi::{History, Query, Teams, Turn};

/// The number of sampled events.
pub const SAMPLES: u64 = 16;
/// The number of searches after the actual event. Each search has a different seed.
const REPEATS: u64 = 4;
/// The maximum number of consecutive chance events before a move, including the measured event.
const MOST_EVENTS: usize = 8;

/// Measures the luck of the event after the first `at` tokens. Returns `None` if all samples equal the actual event, or
/// if the win probabilities after the actual event or a sample are unknown, for example because the game is over.
pub fn measure_luck(
    engine: &mut EngineProcess,
    referee: &mut Referee,
    outline: &Outline,
    at: usize,
    limit: &SearchLimit,
) -> Result<Option<EventLuck>> {
    let before = History::new(&outline.base, &outline.tokens[..at]);
    let event = &outline.tokens[at];
    let questions: Vec<Query> = (1..=SAMPLES).map(Query::Draw).collect();
    let mut answers = referee.ask(before.line(), &questions)?;
    let sampled: Vec<String> = questions.iter().filter_map(|_| answers.text().ok()).collect();
    if sampled.iter().all(|other| other == event) {
        return Ok(None);
    }
    let mut evaluate = |event: &str, seed| -> Result<Option<Vec<f64>>> {
        let mut history = before.clone();
        history.push(event);
        win_probabilities(engine, referee, outline, history, seed, limit)
    };
    let (mut actual, mut others) = (Vec::new(), Vec::new());
    for seed in 1..=REPEATS {
        let Some(probabilities) = evaluate(event, seed)? else { return Ok(None) };
        actual.push(probabilities);
    }
    for (seed, other) in (1..).zip(&sampled) {
        let Some(probabilities) = evaluate(other, seed)? else { return Ok(None) };
        others.push(probabilities);
    }
    let column = |rows: &[Vec<f64>], team: usize| rows.iter().map(|row| row[team]).collect::<Vec<f64>>();
    let (mut luck, mut error) = (Vec::new(), 0.0f64);
    for team in 0..outline.sides() {
        let ((actual, actual_error), (expected, expected_error)) =
            (mean(&column(&actual, team)), mean(&column(&others, team)));
        luck.push(1000.0 * (actual - expected));
        error = error.max(1000.0 * actual_error.hypot(expected_error));
    }
    Ok(Some(EventLuck { at, event: event.clone(), luck, error }))
}

/// Returns each team's win probability, 0 to 1, after `history`. Further chance events before the next move are
/// sampled.
///
/// Returns `None` if the game is over, if the teams differ from those of the outline, if too many chance events follow
/// each other, or if the review was stopped. Also returns `None` if the engine reports no scores or, in a game of more
/// than two teams, no win probability for each team.
fn win_probabilities(
    engine: &mut EngineProcess,
    referee: &mut Referee,
    outline: &Outline,
    mut history: History,
    seed: u64,
    limit: &SearchLimit,
) -> Result<Option<Vec<f64>>> {
    for _ in 0..MOST_EVENTS {
        let mut answers = referee.ask(history.line(), &[Query::Turn, Query::Teams])?;
        let seat = match answers.turn()? {
            Turn::Seat(seat) => seat,
            Turn::Over => return Ok(None),
            Turn::Chance => {
                history.push(&referee.ask(history.line(), &[Query::Draw(seed)])?.text()?);
                continue;
            }
        };
        if answers.parse::<Teams>().unwrap_or_default() != outline.teams {
            // The luck of an event that decides the teams is undefined, because luck is measured per team.
            return Ok(None);
        }
        let team = outline.team(seat);
        let Some((_, value)) = search(engine, history.line(), team, seed, limit, None)? else {
            return Ok(None);
        };
        let sides = outline.sides();
        let two = || {
            let own = |side: usize| if side == team { value.win_probability } else { 1.0 - value.win_probability };
            (sides == 2).then(|| (0..sides).map(own).collect())
        };
        return Ok(value.team_probabilities.clone().filter(|teams| teams.len() == sides).or_else(two));
    }
    Ok(None)
}
