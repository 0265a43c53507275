//! The games, one folder each, and the registry: one entry a game.

pub mod checkers;
pub mod decks;
pub mod jeex;
pub mod keezen;
pub mod querbeet;
pub mod wieniet;

use crate::draughts::{self, hub, pdn};
use anyhow::Result;
use clap::Subcommand;
use kit::registry;
use kit::registry::{Program, Registered, Registry};
use std::io::Write;

const PROGRAM: Program = Program {
    name: env!("CARGO_PKG_NAME"),
    version: env!("CARGO_PKG_VERSION"),
    author: "the speltafel authors",
    about: env!("CARGO_PKG_DESCRIPTION"),
};

/// All games; the first one is the default.
pub static REGISTRY: Registry = registry![PROGRAM;
    Registered::of::<checkers::Checkers>()
        .with_portable(pdn::PORTABLE)
        .with_decks(decks::CHECKERS)
        .with_dialects(&[hub::DIALECT]),
    Registered::of::<jeex::Jeex>(),
    Registered::of::<wieniet::Wieniet>(),
    Registered::of::<keezen::Keezen>(),
    Registered::of::<querbeet::Querbeet>(),
    Registered::of::<querbeet::figure::QuerbeetFigure>(),
    Registered::of::<querbeet::chain::QuerbeetChain>(),
];

/// What people and scripts ask for that only one game has.
#[derive(Subcommand, Debug)]
pub enum Task {
    #[command(flatten)]
    #[allow(missing_docs)]
    Draughts(draughts::Task),
    /// Build, check and ask endgame databases
    #[command(subcommand)]
    Egdb(checkers::tablebase::command::Task),
    /// Make and look at opening books
    #[command(subcommand)]
    Book(checkers::book::command::Task),
    /// Fit the learned evaluation of a game to games of the engine against itself
    #[command(subcommand)]
    Train(Train),
}

/// The games whose evaluation is learned.
#[derive(Subcommand, Debug)]
pub enum Train {
    /// English draughts: games, a network fitted to them, games of that network, and so on
    Checkers(checkers::train::Arguments),
}

impl Task {
    /// Does it.
    ///
    /// # Errors
    /// What the task says.
    pub fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
        match self {
            Self::Draughts(task) => task.run(out, err),
            Self::Egdb(task) => task.run(out, err),
            Self::Book(task) => task.run(out),
            Self::Train(Train::Checkers(arguments)) => checkers::train::run(arguments, out, err),
        }
    }
}
