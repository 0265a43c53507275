//! The games, one folder each, and the registry: one entry a game.
//!
//! Every folder has the same files for the same jobs: `position` (the state), `moves` (what can be played), `rules` (playing,
//! ending), `notation` (texts), `eval`, `render` (cells, clicks, picture), `baseline` (the frozen one-ply player), `tests`;
//! then the files that only this game needs. Its `mod.rs` has the options and the registry entry.

/// The rule pages of a game, for the file `src/games/<game>/mod.rs`: in English and in Dutch.
macro_rules! rule_pages {
    ($name:literal) => {
        &[
            ("en", include_str!(concat!("../../../docs/games/", $name, ".md"))),
            ("nl", include_str!(concat!("../../../docs/games/nl/", $name, ".md"))),
        ]
    };
}

pub mod checkers;
pub mod decks;
pub mod jeex;
pub mod keezen;
pub mod querbeet;
pub mod querbeet_chain;
pub mod querbeet_figure;
pub mod wieniet;

use crate::draughts::{self, hub, pdn};
use anyhow::Result;
use checkers::{book, tablebase};
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
    Registered::of::<querbeet_figure::QuerbeetFigure>(),
    Registered::of::<querbeet_chain::QuerbeetChain>(),
];

/// What people and scripts ask for that only one game has.
#[derive(Subcommand, Debug)]
pub enum Task {
    #[command(flatten)]
    #[allow(missing_docs)]
    Draughts(draughts::Task),
    /// Ask endgame databases
    #[command(subcommand)]
    Egdb(tablebase::command::Task),
    /// Look at opening books
    #[command(subcommand)]
    Book(book::command::Task),
}

impl Task {
    /// Does it.
    ///
    /// # Errors
    /// What the task says.
    pub fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
        match self {
            Self::Draughts(task) => task.run(out, err),
            Self::Egdb(tablebase::command::Task::Probe(arguments)) => arguments.run(out),
            Self::Book(book::command::Task::Show(arguments)) => arguments.run(out),
        }
    }
}
