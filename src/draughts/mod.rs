//! Interchange with other English draughts programs: Hub (engines and GUIs), PDN (games) and DXP (play over a network).
//! In all three, squares have the standard numbers of the draughts literature. The registry adds these formats and
//! protocols to checkers.

pub mod bridge;
pub mod dxp;
mod equipment;
pub mod hub;
mod men;
pub mod orientation;
pub mod pdn;

use anyhow::Result;
use clap::Subcommand;
use std::io::Write;

/// The subcommands for English draughts.
#[derive(Subcommand, Debug)]
pub enum DraughtsCommand {
    /// Check a PDN file of English draughts, print its positions or annotate its games
    Pdn(pdn::command::Arguments),
    /// Play English draughts against another program over a network (DXP)
    #[command(subcommand)]
    Dxp(dxp::command::DxpCommand),
    /// Run an engine that speaks another protocol as a UGI engine
    #[command(subcommand)]
    Bridge(bridge::command::BridgeCommand),
    /// Kill the processes that a killed bridge leaves behind
    #[cfg(unix)]
    #[command(hide = true)]
    #[allow(missing_docs)]
    Guard { mark: String },
}

impl DraughtsCommand {
    /// Runs the subcommand. Results go to `out`. `pdn` writes the problems of a file to `out` too, or to `err` if `out`
    /// receives games or positions. `dxp` writes errors that do not end the program to `err`.
    ///
    /// # Errors
    /// Returns any error from the subcommand.
    pub fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
        match self {
            Self::Pdn(arguments) => pdn::command::run(arguments, out, err),
            Self::Dxp(command) => command.run(out, err),
            Self::Bridge(command) => command.run(),
            #[cfg(unix)]
            Self::Guard { mark } => {
                runner::Guard::watch(mark, std::io::stdin().lock());
                Ok(())
            }
        }
    }
}
