//! `train checkers`: games of the engine against itself, then a network fitted to them, round after round.

mod round;
mod sample;
mod selfplay;
mod store;

use crate::rng::{fnv1a, mix};
use crate::search::alphabeta::AlphaBeta;
use anyhow::{Context, Result};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use selfplay::Recipe;
use std::io::Write;
use std::path::PathBuf;
use store::Store;

/// What to play and to fit.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The number of rounds
    #[arg(long, value_name = "R", default_value_t = 3)]
    rounds: u32,

    /// Games of each round, rounded up to whole blocks of 32
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    games: u64,

    /// Nodes of each move in them
    #[arg(long, value_name = "K", default_value_t = 1500)]
    nodes: u64,

    /// Start of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Threads; they change nothing in what comes out
    #[arg(long, value_name = "T", default_value_t = 2)]
    threads: usize,

    /// Where games and networks lie; a run that was stopped goes on there
    #[arg(long, value_name = "FOLDER")]
    output: PathBuf,
}

/// Plays and fits.
///
/// # Errors
/// Files that cannot be written or are damaged.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let Arguments { games, nodes, seed, threads, output, .. } = arguments;
    std::fs::create_dir_all(output).with_context(|| output.display().to_string())?;
    let recipe = Recipe { seed: mix(seed ^ mix(1)), nodes: *nodes, tablebase: None, ballots: selfplay::ballots()? };
    let mut store = Store::open(&output.join("games-1.bin"), fnv1a(format!("{seed} {nodes}").as_bytes()))?;
    let style = ProgressStyle::with_template("{prefix} {bar:40} {pos}/{len} {elapsed} (eta {eta})")?;
    let bar = ProgressBar::new(*games).with_style(style.progress_chars("=> ")).with_prefix("games 1");
    round::play(&recipe, &AlphaBeta::new, *games, *threads, &mut store, &bar)?;
    writeln!(out, "done")?;
    Ok(())
}
