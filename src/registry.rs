//! The list of games, with their opening books, opening decks, interchange formats and front-end protocols, and the
//! subcommands that belong to a single game.

use crate::draughts::{self, hub, pdn};
use crate::games::checkers::{book, decks, tablebase};
use crate::games::{checkers, jeex, keezen, querbeet, querbeet_chain, querbeet_figure, wieniet};
use anyhow::Result;
use clap::Subcommand;
use kit::registry;
use kit::registry::{Program, RegisteredGame, Registry};
use std::io::Write;

const PROGRAM: Program = Program {
    name: env!("CARGO_PKG_NAME"),
    version: env!("CARGO_PKG_VERSION"),
    author: "the speltafel authors",
    about: env!("CARGO_PKG_DESCRIPTION"),
};

/// All games. The first one is open at startup.
pub static REGISTRY: Registry = registry![PROGRAM;
    RegisteredGame::of::<checkers::Checkers>()
        .with_interchange_format(pdn::INTERCHANGE_FORMAT)
        .with_decks(decks::DECKS)
        .with_front_ends(&[hub::FRONT_END]),
    RegisteredGame::of::<jeex::Jeex>(),
    RegisteredGame::of::<wieniet::Wieniet>(),
    RegisteredGame::of::<keezen::Keezen>(),
    RegisteredGame::of::<querbeet::Querbeet>(),
    RegisteredGame::of::<querbeet_figure::QuerbeetFigure>(),
    RegisteredGame::of::<querbeet_chain::QuerbeetChain>(),
];

/// The subcommands that belong to a single game.
#[derive(Subcommand, Debug)]
pub enum GameCommand {
    #[command(flatten)]
    #[allow(missing_docs)]
    Draughts(draughts::DraughtsCommand),
    /// Look up positions in endgame databases
    #[command(subcommand)]
    Egdb(tablebase::command::EgdbCommand),
    /// Print the moves of an opening book
    #[command(subcommand)]
    Book(book::command::BookShowCommand),
}

impl GameCommand {
    /// Runs the subcommand. Results go to `out`. Problems that must be kept apart from the results go to `err`.
    ///
    /// # Errors
    /// Returns any error from the subcommand.
    pub fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
        match self {
            Self::Draughts(command) => command.run(out, err),
            Self::Egdb(tablebase::command::EgdbCommand::Probe(arguments)) => arguments.run(out),
            Self::Book(book::command::BookShowCommand::Show(arguments)) => arguments.run(out),
        }
    }
}
