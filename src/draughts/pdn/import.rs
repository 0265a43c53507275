//! Converts a game of a PDN text to a record in the protocol's notation.

use super::game::PLAYERS;
use super::read::Reader;
use super::replay::{ReadOptions, replay};
use super::result::{PointsOrder, result};
use crate::games::checkers::{Checkers, position_line};
use anyhow::{Context, Result, bail};
use base::counted::counted;
use game::{Imported, Record};
use kit::game::Game;
use kit::options::Values;
use ugi::GameResult;

/// Converts a game of `text`, counted from 1, and counts the games. The option in `values` that selects the square
/// numbering applies to the record.
///
/// # Errors
/// Returns an error if the text has no such game, or if the game cannot be parsed or has a problem, such as an illegal
/// move or a result that contradicts the final position.
pub fn import(values: &Values, text: &str, number: usize) -> Result<Imported> {
    let (mut reader, mut games, mut found) = (Reader::new(text.as_bytes()), 0, None);
    while let Some(read) = reader.next_game()? {
        games += 1;
        if games == number {
            found = Some(read);
        }
    }
    if games == 0 {
        bail!("the text contains no game");
    }
    let (mut game, unreadable) =
        found.with_context(|| format!("the text contains {}, not {number}", counted(games, "game")))?;
    let played = replay(&mut game, ReadOptions::default());
    let side = played.shown.as_ref().map_or(PointsOrder::Black, |shown| shown.first);
    if let Some(problem) = unreadable.into_iter().chain(played.problems).next() {
        return Err(problem.into());
    }
    let rules = <Checkers as Game>::Rules::from(values);
    let first = played.plies.first().map_or(&played.last, |(position, _)| position).with_rules(&rules);
    let tag = |name: &str| game.tag(name).unwrap_or_default().to_string();
    let game = Record {
        event: tag("Event"),
        site: tag("Site"),
        date: game.tag("Date").filter(|date| !date.contains('?')).map(str::to_string),
        round: tag("Round"),
        seats: PLAYERS
            .iter()
            .map(|names| game.given(names).next().map(|(_, name)| name.to_string()).unwrap_or_default())
            .collect(),
        base: position_line::base(&rules, &first),
        moves: played.plies.iter().map(|(at, action)| at.with_rules(&rules).action_text(*action)).collect(),
        result: result(&game, side).unwrap_or(GameResult::None).to_string(),
        ..Record::default()
    };
    Ok(Imported { game, games })
}
