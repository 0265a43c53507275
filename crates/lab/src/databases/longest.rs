//! The subcommand `egdb longest`: finds the longest win for each number of pieces.

use super::distances::SolvedDistances;
use super::progress::Progress;
use super::search::{memory, search};
use anyhow::{Result, ensure};
use speltafel::games::checkers::Rules;
use speltafel::games::checkers::squares::fen;
use speltafel::games::checkers::tablebase::position_of;
use std::io::Write;

/// The arguments of `egdb longest`.
#[derive(clap::Args, Debug)]
pub struct LongestArguments {
    /// Game
    #[arg(value_name = "GAME", value_parser = ["checkers"])]
    _game: String,

    /// Maximum number of pieces, both sides together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=6))]
    pieces: u8,

    /// Number of threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Memory limit in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    memory: u32,
}

impl LongestArguments {
    /// Finds the longest wins and prints them.
    ///
    /// # Errors
    /// Returns an error if the search needs more memory than allowed, or if a distance exceeds
    /// [`super::distances::MOST`].
    pub(super) fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
        let most = usize::from(self.pieces);
        let (need, allowed) = (memory(most) >> 20, self.memory as usize);
        ensure!(need <= allowed, "{most} pieces need {need} MiB of memory; --memory allows {allowed}");
        let mut known = SolvedDistances::default();
        writeln!(out, "pieces  plies  positions  first")?;
        for pieces in 2..=most {
            let mut progress = Progress::new(pieces, err);
            let mut report = |material| progress.finish(material, "searched");
            let longest = search(pieces, pieces == most, usize::from(self.threads), &mut known, &mut report)?;
            progress.end();
            let first =
                longest.first.map_or_else(|| "none".into(), |first| fen(&position_of(&Rules::default(), &first, true)));
            writeln!(out, "{pieces:>6} {:>6} {:>10}  {first}", longest.plies, longest.positions)?;
        }
        Ok(())
    }
}
