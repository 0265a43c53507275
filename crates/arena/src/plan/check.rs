//! What the keys of a plan must be together.

use super::key_origins::KeyOrigins;
use crate::model::{ClockPer, FormatKind, MoveLimits, Plan};
use crate::schedule::field::pairings;
use anyhow::{Result, bail};
use std::path::Path;
use ugi::program::Program;

/// Longest name of a participant.
const MAX_NAME_LENGTH: usize = 60;

/// Games of a tournament at most: the list of them is kept in memory.
const MAX_GAMES: u128 = 10_000_000;

/// Checks what follows from the plan alone.
///
/// # Errors
/// The first thing that is wrong, and where.
pub(super) fn check(plan: &Plan, places: &KeyOrigins) -> Result<()> {
    let count = plan.participants.len();
    if !(2..=1024).contains(&count) {
        bail!(places.error("participant", format!("a tournament has 2 to 1024 participants, not {count}")));
    }
    located("referee", &plan.referee, places)?;
    names(plan, places)?;
    for (index, participant) in plan.participants.iter().enumerate() {
        // Without a command of its own it has that of the referee, which has been looked at.
        located(&format!("participant.{index}"), &participant.program, places)?;
        if participant.limit.is_none() && plan.limit.thinking == MoveLimits::default() {
            let text = format!(
                "{} has no limit: give it nodes, depth, movetime or a clock, or give all one",
                participant.name
            );
            bail!(places.error("limit", text));
        }
    }
    format(plan, places)?;
    stop(plan, places)?;
    for name in plan.ratings.anchors.keys() {
        if !plan.participants.iter().any(|participant| participant.name == *name) {
            bail!(places.error(&format!("ratings.anchors.{name}"), format!("no participant is called {name}")));
        }
    }
    Ok(())
}

/// Checks what depends on the number of sides of the game, which only the referee knows; `places` come from
/// [`super::read()`].
///
/// # Errors
/// The first thing that does not go with so many sides, and where.
pub fn check_sides(plan: &Plan, sides: usize, places: &KeyOrigins) -> Result<()> {
    let games = plan.format.games;
    if sides == 0 || !games.is_multiple_of(sides as u64) {
        let text =
            format!("a block has {sides} games, one for each seating; {games} games are no whole number of blocks");
        bail!(places.error("format.games", text));
    }
    let (matches, most) = (matches(plan, sides), MAX_GAMES);
    if matches.saturating_mul(u128::from(games)) > most {
        let text = format!("{matches} matches of {games} games are more than {most} games");
        bail!(places.error("format.games", text));
    }
    if pairings(plan, sides).is_empty() {
        bail!(places.error("format.kind", format!("these participants make no pairing of {sides} sides")));
    }
    let two_sided = [
        ("format.kind", matches!(plan.format.kind, FormatKind::Knockout | FormatKind::Swiss)),
        ("adjudicate.draw", plan.adjudication.draw.is_some()),
        ("adjudicate.resign", plan.adjudication.resign.is_some()),
        ("stop.sprt", plan.stop.is_some()),
    ];
    match two_sided.into_iter().find(|&(_, given)| given && sides != 2) {
        None => Ok(()),
        Some((key, _)) => Err(places.error(key, format!("is for games of two sides; {} has {sides}", plan.game.name))),
    }
}

/// Checks what depends on whether partners know each other from the start (else they are `dealt`), which only the referee
/// knows: a clock that two seats share would tell them.
///
/// # Errors
/// A clock for each team of a game where nobody may know the teams.
pub fn check_clocks(plan: &Plan, dealt: bool, places: &KeyOrigins) -> Result<()> {
    if dealt && plan.limit.clock_per == ClockPer::Team {
        let text = format!("who plays with whom in {} is hidden: a common clock would tell", plan.game.name);
        bail!(places.error("limit.clock_per", text));
    }
    Ok(())
}

/// How many matches there are at most, without making a list of them.
fn matches(plan: &Plan, sides: usize) -> u128 {
    let participants = plan.participants.len() as u128;
    match plan.format.kind {
        FormatKind::Knockout => participants,
        FormatKind::Swiss => u128::from(plan.format.rounds) * (participants / 2),
        FormatKind::RoundRobin | FormatKind::Gauntlet => {
            // Choices of participants; where they are too few, with repetitions.
            let pool = if participants < sides as u128 { participants + sides as u128 - 1 } else { participants };
            (0..sides as u128).fold(1, |product: u128, taken| product.saturating_mul(pool - taken) / (taken + 1))
        }
    }
}

fn names(plan: &Plan, places: &KeyOrigins) -> Result<()> {
    for (index, participant) in plan.participants.iter().enumerate() {
        let (name, key) = (&participant.name, format!("participant.{index}.name"));
        let good = |c: char| c.is_ascii_alphanumeric() || "._+-".contains(c);
        if name.is_empty() || name.len() > MAX_NAME_LENGTH || !name.chars().all(good) {
            let text = format!("a name has 1 to {MAX_NAME_LENGTH} of letters, digits, '.', '_', '+', '-'");
            bail!(places.error(&key, text));
        }
        if plan.participants[..index].iter().any(|other| other.name == *name) {
            bail!(places.error(&key, format!("two participants are called {name}")));
        }
    }
    Ok(())
}

/// Is the program under `above` there if it was given with a path, and its folder?
fn located(above: &str, program: &Program, places: &KeyOrigins) -> Result<()> {
    let path = &program.command;
    if path.components().count() > 1 && !path.is_file() {
        bail!(places.error(&format!("{above}.command"), format!("there is no file {}", path.display())));
    }
    match &program.dir {
        Some(folder) if !folder.is_dir() => {
            Err(places.error(&format!("{above}.dir"), format!("there is no folder {}", Path::display(folder))))
        }
        _ => Ok(()),
    }
}

fn format(plan: &Plan, places: &KeyOrigins) -> Result<()> {
    let participants = plan.participants.len();
    if plan.format.kind == FormatKind::Gauntlet && plan.format.challengers >= participants {
        bail!(places.error("format.challengers", "nobody is left to be met"));
    }
    // Nobody can meet more than all others; with an odd number everybody also stands aside once.
    let most = participants - 1 + participants % 2;
    if plan.format.kind == FormatKind::Swiss && plan.format.rounds > most as u64 {
        let text = format!(
            "{participants} participants have all met after {most} rounds: this would be more than a round robin"
        );
        bail!(places.error("format.rounds", text));
    }
    Ok(())
}

fn stop(plan: &Plan, places: &KeyOrigins) -> Result<()> {
    let Some(sprt) = &plan.stop else { return Ok(()) };
    if plan.participants.len() != 2 {
        let text = format!("tests the first participant against the second; there are {}", plan.participants.len());
        bail!(places.error("stop.sprt", text));
    }
    if matches!(plan.format.kind, FormatKind::Knockout | FormatKind::Swiss) {
        bail!(places.error("stop.sprt", "goes with a round robin or a gauntlet"));
    }
    if sprt.alpha + sprt.beta >= 1.0 {
        // Both bounds at 0: decided before anything is known.
        bail!(places.error("stop.sprt.alpha", "alpha and beta together must be below 1"));
    }
    if sprt.elo0 >= sprt.elo1 {
        bail!(places.error("stop.sprt.elo1", format!("{} is not above elo0 = {}", sprt.elo1, sprt.elo0)));
    }
    Ok(())
}
