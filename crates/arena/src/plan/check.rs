//! Checks that involve several keys of a plan.

use super::key_origins::KeyOrigins;
use crate::model::{ClockPer, FormatKind, MoveLimits, Plan};
use crate::schedule::field::pairings;
use anyhow::{Result, bail};
use runner::Program;
use std::path::Path;

/// The maximum length of a participant's name, in bytes.
const MAX_NAME_LENGTH: usize = 60;

/// The maximum number of games of a tournament. The list of games is kept in memory.
const MAX_GAMES: u128 = 10_000_000;

/// Checks everything that does not depend on the game.
///
/// # Errors
/// Returns the first error, with its line and key, or its flag.
pub(super) fn check(plan: &Plan, origins: &KeyOrigins) -> Result<()> {
    let count = plan.participants.len();
    if !(2..=1024).contains(&count) {
        bail!(origins.error("participant", format!("a tournament has 2 to 1024 participants, not {count}")));
    }
    check_program("referee", &plan.referee, origins)?;
    names(plan, origins)?;
    for (index, participant) in plan.participants.iter().enumerate() {
        // A participant without a command uses the referee's command, which is checked above.
        check_program(&format!("participant.{index}"), &participant.program, origins)?;
        if participant.limit.is_none() && plan.limit.move_limits == MoveLimits::default() {
            let text =
                format!("{} has no limit: give nodes, depth, movetime or a clock, for it or for all", participant.name);
            bail!(origins.error("limit", text));
        }
    }
    format(plan, origins)?;
    stop(plan, origins)?;
    for name in plan.ratings.anchors.keys() {
        if !plan.participants.iter().any(|participant| participant.name == *name) {
            bail!(origins.error(&format!("ratings.anchors.{name}"), format!("no participant has the name {name}")));
        }
    }
    Ok(())
}

/// Checks everything that depends on the number of sides, which only the referee knows. `origins` is the value that
/// [`super::read()`] returned.
///
/// # Errors
/// Returns the first error, with its line and key, or its flag.
pub fn check_sides(plan: &Plan, sides: usize, origins: &KeyOrigins) -> Result<()> {
    let games = plan.format.games;
    if sides == 0 || !games.is_multiple_of(sides as u64) {
        let text =
            format!("a block has {sides} games, one for each seating; {games} games are not a whole number of blocks");
        bail!(origins.error("format.games", text));
    }
    let (matches, most) = (matches(plan, sides), MAX_GAMES);
    if matches.saturating_mul(u128::from(games)) > most {
        let text = format!("{matches} matches of {games} games exceed the limit of {most} games");
        bail!(origins.error("format.games", text));
    }
    if pairings(plan, sides).is_empty() {
        bail!(origins.error("format.kind", format!("these participants cannot form a pairing of {sides} sides")));
    }
    let two_sided = [
        ("format.kind", matches!(plan.format.kind, FormatKind::Knockout | FormatKind::Swiss)),
        ("adjudicate.draw", plan.adjudication.draw.is_some()),
        ("adjudicate.resign", plan.adjudication.resign.is_some()),
        ("stop.sprt", plan.stop.is_some()),
    ];
    match two_sided.into_iter().find(|&(_, given)| given && sides != 2) {
        None => Ok(()),
        Some((key, _)) => Err(origins.error(key, format!("needs a game of two sides; {} has {sides}", plan.game.name))),
    }
}

/// Checks the clock settings. `dealt` is whether the deal decides the teams, which only the referee knows. If it does,
/// the teams are hidden at first, and a clock shared by two seats would reveal that they are partners.
///
/// # Errors
/// Returns an error if `dealt` is true and the plan has one clock per team.
pub fn check_clocks(plan: &Plan, dealt: bool, origins: &KeyOrigins) -> Result<()> {
    if dealt && plan.limit.clock_per == ClockPer::Team {
        let text = format!("the teams of {} are hidden, and a common clock would reveal them", plan.game.name);
        bail!(origins.error("limit.clock_per", text));
    }
    Ok(())
}

/// Returns an upper bound on the number of matches, without listing them.
fn matches(plan: &Plan, sides: usize) -> u128 {
    let participants = plan.participants.len() as u128;
    match plan.format.kind {
        FormatKind::Knockout => participants,
        FormatKind::Swiss => u128::from(plan.format.rounds) * (participants / 2),
        FormatKind::RoundRobin | FormatKind::Gauntlet => {
            // Combinations of participants, with repetition if there are fewer participants than sides.
            let pool = if participants < sides as u128 { participants + sides as u128 - 1 } else { participants };
            (0..sides as u128).fold(1, |product: u128, taken| product.saturating_mul(pool - taken) / (taken + 1))
        }
    }
}

fn names(plan: &Plan, origins: &KeyOrigins) -> Result<()> {
    for (index, participant) in plan.participants.iter().enumerate() {
        let (name, key) = (&participant.name, format!("participant.{index}.name"));
        let good = |c: char| c.is_ascii_alphanumeric() || "._+-".contains(c);
        if name.is_empty() || name.len() > MAX_NAME_LENGTH || !name.chars().all(good) {
            let text = format!("a name has 1 to {MAX_NAME_LENGTH} characters: letters, digits, '.', '_', '+', '-'");
            bail!(origins.error(&key, text));
        }
        if plan.participants[..index].iter().any(|other| other.name == *name) {
            bail!(origins.error(&key, format!("two participants have the name {name}")));
        }
    }
    Ok(())
}

/// Checks the program of the plan table `above`: a command that is a path must be an existing file, and the working
/// directory must exist.
fn check_program(above: &str, program: &Program, origins: &KeyOrigins) -> Result<()> {
    let path = &program.command;
    if path.components().count() > 1 && !path.is_file() {
        bail!(origins.error(&format!("{above}.command"), format!("no such file: {}", path.display())));
    }
    match &program.dir {
        Some(folder) if !folder.is_dir() => {
            Err(origins.error(&format!("{above}.dir"), format!("no such folder: {}", Path::display(folder))))
        }
        _ => Ok(()),
    }
}

fn format(plan: &Plan, origins: &KeyOrigins) -> Result<()> {
    let participants = plan.participants.len();
    if plan.format.kind == FormatKind::Gauntlet && plan.format.challengers >= participants {
        bail!(origins.error("format.challengers", "there are no participants besides the challengers"));
    }
    // Each participant can meet every other participant once. With an odd number of participants, each also has one
    // bye.
    let most = participants - 1 + participants % 2;
    if plan.format.kind == FormatKind::Swiss && plan.format.rounds > most as u64 {
        let text = format!("{participants} participants have all played each other after {most} rounds");
        bail!(origins.error("format.rounds", text));
    }
    Ok(())
}

fn stop(plan: &Plan, origins: &KeyOrigins) -> Result<()> {
    let Some(sprt) = &plan.stop else { return Ok(()) };
    if plan.participants.len() != 2 {
        let text = format!("a test is between two participants; there are {}", plan.participants.len());
        bail!(origins.error("stop.sprt", text));
    }
    if matches!(plan.format.kind, FormatKind::Knockout | FormatKind::Swiss) {
        bail!(origins.error("stop.sprt", "a test needs a round robin or a gauntlet"));
    }
    if sprt.alpha + sprt.beta >= 1.0 {
        // `alpha` and `beta` are at most 1/2 each, so both are 1/2 here. Both bounds of the test would be 0, and the
        // first block would end the test regardless of its result.
        bail!(origins.error("stop.sprt.alpha", "alpha and beta together must be below 1"));
    }
    if sprt.elo0 >= sprt.elo1 {
        bail!(origins.error("stop.sprt.elo1", format!("{} is not above elo0 = {}", sprt.elo1, sprt.elo0)));
    }
    Ok(())
}
