//! `replay`: recorded games once more through the referee.

use super::{DONE, FAULTS, GameSelection};
use crate::referee;
use crate::replay::verify;
use anyhow::Result;
use clap::Args;
use std::io::Write;

/// Which games.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    games: GameSelection,
}

/// Prints every difference; the exit code says whether there is one.
///
/// # Errors
/// There is no such tournament or game, or the referee breaks down.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<u8> {
    let (plan, games) = arguments.games.load()?;
    let mut client = referee::start_for_records(&plan.referee)?;
    let mut wrong = 0;
    for record in &games {
        let differences = verify(record, &mut client)?;
        wrong += usize::from(!differences.is_empty());
        for difference in differences {
            writeln!(out, "{}: {difference}", record.id)?;
        }
    }
    writeln!(out, "{} games replayed, {wrong} of them differ", games.len())?;
    Ok(if wrong == 0 { DONE } else { FAULTS })
}
