//! `egdb`: asks endgame databases.

use super::pieces_of;
use crate::games::checkers::database_game::DatabaseGame;
use crate::games::checkers::{Checkers, Rules};
use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use egdb::{Database, Wdl};
use kit::game::State;
use kit::notation::Notation;
use std::io::Write;
use std::path::PathBuf;

/// Positions with more pieces are not followed through captures: many kings have too many ways to capture.
const MAX_FOLLOWED_PIECES: u32 = 12;

/// What to do.
#[derive(Subcommand, Debug)]
pub enum EgdbCommand {
    /// Print what databases say of positions and of the moves there
    Probe(ProbeArguments),
}

/// What to show.
#[derive(Args, Debug)]
pub struct ProbeArguments {
    /// The game.
    #[arg(value_enum)]
    game: DatabaseGame,

    /// The folder with the files; none: those compiled in.
    #[arg(long, value_name = "FOLDER")]
    path: Option<PathBuf>,

    /// Position texts.
    #[arg(value_name = "FEN", required = true)]
    positions: Vec<String>,
}

impl ProbeArguments {
    /// Prints it.
    ///
    /// # Errors
    /// A file or a position cannot be read, or a file is damaged.
    pub fn run(&self, out: &mut dyn Write) -> Result<()> {
        let DatabaseGame::Checkers = self.game;
        let database = Database::of_folder(self.path.as_deref())?;
        self.positions.iter().try_for_each(|text| show(&database, text, out).with_context(|| text.clone()))?;
        database.ensure_sound()
    }
}

fn show(database: &Database, text: &str, out: &mut dyn Write) -> Result<()> {
    // The databases know of no draw by counting.
    let rules = Rules { draw_plies: 0, ..Rules::default() };
    let position = Checkers::read_position(&rules, text).map_err(|error| anyhow!("{error}"))?;
    let value = probe_through_captures(database, &position);
    writeln!(out, "{text}: {}", value.map_or("unknown", value_name))?;
    for action in position.legal() {
        let value = probe_through_captures(database, &position.after(action)).map(Wdl::flipped);
        writeln!(out, "  {:<12} {}", position.action_text(action), value.map_or("unknown", value_name))?;
    }
    Ok(())
}

/// The value of a position for the side to move, captures followed to positions that the files know.
fn probe_through_captures(database: &Database, position: &Checkers) -> Option<Wdl> {
    let pieces = pieces_of(position);
    ((pieces.own() | pieces.other()).count_ones() <= MAX_FOLLOWED_PIECES).then(|| database.value(&pieces)).flatten()
}

const fn value_name(value: Wdl) -> &'static str {
    match value {
        Wdl::Loss => "loss",
        Wdl::Draw => "draw",
        Wdl::Win => "win",
    }
}
