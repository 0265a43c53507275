//! Converts the first game of a PDN text to a transcript in the protocol's notation.

use super::read::Reader;
use super::replay::{ReadOptions, replay};
use super::result::{PointsOrder, result};
use crate::games::checkers::{Checkers, position_line};
use anyhow::{Context, Result};
use kit::game::Game;
use kit::options::Values;
use ugi::{GameResult, Transcript};

/// Converts the first game in `text`. The option in `values` that selects the square numbering applies to the
/// transcript.
///
/// # Errors
/// Returns an error if the text contains no game, or if the first game cannot be parsed or has a problem, such as an
/// illegal move or a result that contradicts the final position.
pub fn transcript(values: &Values, text: &str) -> Result<Transcript> {
    let (mut game, unreadable) = Reader::new(text.as_bytes()).next_game()?.context("the text contains no game")?;
    let played = replay(&mut game, ReadOptions::default());
    let side = played.shown.as_ref().map_or(PointsOrder::Black, |shown| shown.first);
    if let Some(problem) = unreadable.into_iter().chain(played.problems).next() {
        return Err(problem.into());
    }
    let rules = <Checkers as Game>::Rules::from(values);
    let first = played.plies.first().map_or(&played.last, |(position, _)| position).with_rules(&rules);
    let tag = |name: &str| game.tag(name).unwrap_or_default().to_string();
    Ok(Transcript {
        event: tag("Event"),
        site: tag("Site"),
        date: game.tag("Date").filter(|date| !date.contains('?')).map(str::to_string),
        round: tag("Round"),
        seats: vec![tag("Black"), tag("White")],
        base: position_line::base(&rules, &first),
        moves: played.plies.iter().map(|(at, action)| at.with_rules(&rules).action_text(*action)).collect(),
        result: result(&game, side).unwrap_or(GameResult::None).to_string(),
        reason: "none".to_string(),
    })
}
