//! The `egdb` subcommand: looks up positions in endgame databases.

use super::pieces_of;
use crate::games::checkers::{Checkers, Rules};
use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use egdb::{Database, Wdl};
use kit::game::Game;
use kit::state::State;
use std::io::Write;
use std::path::PathBuf;

/// Captures are followed only from positions with at most this many pieces, because many kings can have too many
/// capture sequences.
const MAX_FOLLOWED_PIECES: u32 = 12;

/// The subcommands of `egdb`.
#[derive(Subcommand, Debug)]
pub enum EgdbCommand {
    /// Print the values of positions and of their legal moves
    Probe(ProbeArguments),
}

const PROBE_EXAMPLES: &str = "\
Examples:
  speltafel egdb probe checkers W:WK15,20:B12,K28
  speltafel egdb probe checkers --path databases B:W30,K31,K32:BK20,21,K22";

/// Arguments of `egdb probe`.
#[derive(Args, Debug)]
#[command(after_help = PROBE_EXAMPLES)]
pub struct ProbeArguments {
    /// Game of the databases
    #[arg(value_name = "GAME", value_parser = ["checkers"])]
    _game: String,

    /// Folder with database files to use instead of the built-in ones
    #[arg(long, value_name = "FOLDER")]
    path: Option<PathBuf>,

    /// Position texts to look up
    #[arg(value_name = "FEN", required = true)]
    positions: Vec<String>,
}

impl ProbeArguments {
    /// Prints the value of each position and of each legal move in it.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or is damaged, or if a position cannot be parsed.
    pub fn run(&self, out: &mut dyn Write) -> Result<()> {
        let database = Database::of_folder(self.path.as_deref())?;
        self.positions.iter().try_for_each(|text| show(&database, text, out).with_context(|| text.clone()))?;
        database.ensure_sound()
    }
}

fn show(database: &Database, text: &str, out: &mut dyn Write) -> Result<()> {
    // The databases ignore the move-count rule.
    let rules = Rules { draw_plies: 0, ..Rules::default() };
    let position = Checkers::parse_position(&rules, text).map_err(|error| anyhow!("{error}"))?;
    let value = probe_through_captures(database, &position);
    writeln!(out, "{text}: {}", value.map_or("unknown", value_name))?;
    for action in position.legal() {
        let value = probe_through_captures(database, &position.after(action)).map(Wdl::flipped);
        writeln!(out, "  {:<12} {}", position.action_text(action), value.map_or("unknown", value_name))?;
    }
    Ok(())
}

/// Returns the value of a position for the side to move, or `None` if it is unknown. Captures are followed, because the
/// databases contain no positions with a compulsory capture.
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
