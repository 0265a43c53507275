//! What programs of English draughts exchange with each other: Hub (engines and GUIs), PDN (games), DXP (over a
//! network). Squares have the numbers of the literature. The registry adds all this to checkers.

pub mod dxp;
mod equipment;
pub mod hub;
mod men;
pub mod pdn;

use anyhow::Result;
use clap::Subcommand;
use std::io::Write;

/// What people and scripts ask for.
#[derive(Subcommand, Debug)]
pub enum DraughtsCommand {
    /// Check a PDN database of English draughts, print its positions, annotate its games
    Pdn(pdn::command::Arguments),
    /// Play English draughts over a network by the DamExchange protocol
    #[command(subcommand)]
    Dxp(dxp::command::DxpCommand),
}

impl DraughtsCommand {
    /// Does it.
    ///
    /// # Errors
    /// What the task says.
    pub fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
        match self {
            Self::Pdn(arguments) => pdn::command::run(arguments, out, err),
            Self::Dxp(task) => task.run(out, err),
        }
    }
}
