//! `replay`: plays recorded games through the referee again.

use super::{DONE, FAULTS, GameSelection};
use crate::referee;
use crate::replay::verify;
use anyhow::Result;
use base::counted::counted;
use clap::Args;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  speltafel-arena replay match
  speltafel-arena replay match new:old/7/1";

/// The arguments of `replay`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    games: GameSelection,
}

/// Replays the selected games with the referee and prints every difference from their records. The exit code reports
/// whether there were differences.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<u8> {
    let plan = super::plan(&arguments.games.folder)?;
    let mut client = referee::start_for_records(&plan.referee)?;
    let (mut games, mut differing) = (0_usize, 0);
    arguments.games.for_each(|record| {
        let differences = verify(&record, &mut client)?;
        games += 1;
        differing += usize::from(!differences.is_empty());
        for difference in differences {
            writeln!(out, "{}: {difference}", record.id)?;
        }
        Ok(())
    })?;
    writeln!(out, "{} replayed, {differing} with differences", counted(games, "game"))?;
    Ok(if differing == 0 { DONE } else { FAULTS })
}
