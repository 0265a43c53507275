//! The subcommand `book build`: builds opening books from the engine's own analysis.

mod build;
mod tree;

#[cfg(test)]
mod tests;

use crate::progress_bars::progress_bar;
use anyhow::{Context, Result, ensure};
use base::files::open_text;
use build::BookPlan;
use clap::{Args, Subcommand};
use kit::options::Values;
use kit::state::State;
use speltafel::games::checkers::decks::playable_ballots;
use speltafel::games::checkers::network::Network;
use speltafel::games::checkers::relative_position::RelativePosition;
use speltafel::games::checkers::{Rules, position_line};
use std::io::{self, Write};
use std::path::PathBuf;
use tree::PageCandidate;

/// The subcommands of `book`.
#[derive(Subcommand, Debug)]
pub enum BookCommand {
    /// Build an opening book by analysis with the engine; an interrupted build is resumed
    #[command(after_help = BUILD_EXAMPLES)]
    Build(BuildArguments),
}

const BUILD_EXAMPLES: &str = "\
Examples:
  speltafel-lab book build checkers --output checkers.book --threads 2
  speltafel book show checkers --book checkers.book startpos";

/// The arguments of `book build`.
#[derive(Args, Debug)]
pub struct BuildArguments {
    /// Game
    #[arg(value_name = "GAME", value_parser = ["checkers"])]
    _game: String,

    /// Book file; an existing book is extended
    #[arg(long, value_name = "FILE")]
    output: PathBuf,

    /// Number of positions, rounded up to whole batches of at most 32
    #[arg(long, value_name = "N", default_value_t = 2000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    positions: u32,

    /// Maximum number of plies from the start of the game to a position in the book
    #[arg(long, value_name = "N", default_value_t = 24)]
    plies: u8,

    /// Maximum number of nodes per search
    #[arg(long, value_name = "K", default_value_t = 20_000)]
    nodes: u64,

    /// Number of threads; the book does not depend on it
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Seed for choosing among positions of equal cost
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// File of extra start positions, as printed by `speltafel pdn --openings` or `speltafel openings`; may be repeated
    #[arg(long, value_name = "FILE")]
    openings: Vec<PathBuf>,
}

impl BuildArguments {
    /// Builds the book.
    ///
    /// # Errors
    /// Returns an error if a file or a position cannot be read, or if the book cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> Result<()> {
        ensure!(self.nodes > 0, "--nodes: expected at least 1");
        let evaluation = Network::built_in_digest();
        let plan = BookPlan { roots: self.roots()?, plies: self.plies, nodes: self.nodes, seed: self.seed, evaluation };
        let bar = progress_bar("positions", 0);
        let book = plan.build(&self.output, self.positions as usize, usize::from(self.threads), &bar)?;
        bar.finish_and_clear();
        writeln!(out, "{}: {}", self.output.display(), book)?;
        Ok(())
    }

    /// Returns the initial position, the ballots and the positions of `--openings`.
    fn roots(&self) -> Result<Vec<PageCandidate>> {
        let mut roots = vec![root("startpos")?];
        for ballot in playable_ballots(&Values::default()) {
            roots.push(root(&ballot)?);
        }
        for path in &self.openings {
            let text = open_text(path).and_then(io::read_to_string).with_context(|| path.display().to_string())?;
            for (index, line) in text.lines().enumerate() {
                let line = line.split('#').next().unwrap_or_default().trim();
                if !line.is_empty() {
                    roots.push(root(line).with_context(|| format!("{}:{}", path.display(), index + 1))?);
                }
            }
        }
        Ok(roots)
    }
}

fn root(line: &str) -> Result<PageCandidate> {
    let position = position_line::parse(&Rules::default(), line)?;
    Ok(PageCandidate { seen: RelativePosition::of(&position), plies: position.plies().min(255) as u8 })
}
