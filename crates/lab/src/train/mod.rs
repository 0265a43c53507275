//! The subcommand `train checkers`. In each round the engine plays games against itself, and a network is fitted to
//! these games, to those of the previous rounds, and to games from other runs and PDN files, if any. This module runs
//! the rounds and manages the files in the output folder.

mod adam;
mod examples;
mod fit;
mod model;
mod quantise;
mod recorded;
mod round;
mod sample;
mod selfplay;
mod state;
mod store;

#[cfg(test)]
mod tests;

use crate::progress_bars::progress_bar;
use anyhow::{Context, Result, ensure};
use base::files::{ensure_writable, write_atomic};
use base::rng::{fnv1a, mix};
use clap::Args;
use egdb::Database;
use examples::{Examples, SCALE};
use fit::{Fit, Schedule, mean_loss};
use kit::search::AlphaBeta;
use recorded::{RecordedGames, Scorer};
use sample::Sample;
use selfplay::{SelfPlay, SelfPlayConfig};
use speltafel::draughts::pdn::ReadOptions;
use speltafel::games::checkers::Strong;
use speltafel::games::checkers::network::Network;
use speltafel::games::checkers::network::accumulators::Accumulators;
use speltafel::games::checkers::network::file::Weights;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::SampleStore;

/// The arguments of `train checkers`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Output folder for games and networks; an interrupted run in this folder is resumed
    #[arg(long, value_name = "FOLDER")]
    output: PathBuf,

    /// Number of rounds; the network of each round plays the games of the next round
    #[arg(long, value_name = "R", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,

    /// Games per round, rounded up to a multiple of 32 (0 = use only the games of --with and --pdn)
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(..=1_000_000_000))]
    games: u64,

    /// Nodes per self-play move and per --pdn position
    #[arg(long, value_name = "K", default_value_t = 1500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Share of positions, 0 to 1, that also yield an off-game position, a few random moves away
    #[arg(long, value_name = "X", default_value_t = 0.0)]
    beside: f64,

    /// Seed of all random choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Number of threads; the results do not depend on it
    #[arg(long, value_name = "T", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Network that plays the games of the first round (default: the handcrafted evaluation)
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,

    /// Games file of another run, also used for training; may be repeated
    #[arg(long, value_name = "FILE")]
    with: Vec<PathBuf>,

    /// PDN file, also used for training; each round searches its positions again; may be repeated
    #[arg(long, value_name = "FILE")]
    pdn: Vec<PathBuf>,

    #[command(flatten)]
    reading: ReadOptions,

    /// Number of previous rounds whose games are used again
    #[arg(long, value_name = "N", default_value_t = 1)]
    keep: u32,

    /// Passes over all positions per fit
    #[arg(long, value_name = "N", default_value_t = 20)]
    epochs: u32,

    /// Positions per optimiser step
    #[arg(long, value_name = "N", default_value_t = 1024)]
    batch: usize,

    /// Initial learning rate
    #[arg(long, value_name = "X", default_value_t = 0.002)]
    rate: f32,

    /// Weight of the search score in the target, 0 to 1; the game result has the remaining weight
    #[arg(long, value_name = "X", default_value_t = 0.9)]
    blend: f32,

    /// Also write the last network to this file; the build embeds data/checkers-network.bin
    #[arg(long, value_name = "FILE")]
    install: Option<PathBuf>,
}

/// The player of a round.
struct RoundPlayer {
    accumulators: Accumulators,
    /// Identifies the player in file digests; 0 for the handcrafted evaluation.
    digest: u64,
}

impl RoundPlayer {
    /// Creates a player with these weights, or with the handcrafted evaluation if `weights` is `None`.
    fn new(weights: Option<&Weights>) -> Self {
        let network = |weights| Accumulators::new(Arc::new(Network::new(weights)));
        Self {
            accumulators: weights.map_or_else(Accumulators::handwritten, network),
            digest: weights.map_or(0, |weights| fnv1a(&weights.bytes())),
        }
    }

    /// Returns a searcher with a separate transposition table.
    fn searcher(&self) -> Strong {
        AlphaBeta::new().with_evaluator(self.accumulators.clone())
    }
}

/// Runs all rounds. Results are written to `out`, and skipped PDN games are reported on `err`.
///
/// # Errors
/// Returns an error if an argument is out of range, or if a file cannot be read or written, is damaged, or was made
/// with other settings.
pub fn run(arguments: &Arguments, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
    ensure!((0.0..=1.0).contains(&arguments.blend), "--blend: expected a number from 0 to 1");
    ensure!((0.0..=1.0).contains(&arguments.beside), "--beside: expected a number from 0 to 1");
    ensure!(arguments.batch > 0 && arguments.epochs > 0, "--batch and --epochs: expected at least 1");
    ensure!(arguments.rate > 0.0 && arguments.rate < 1.0, "--rate: expected a number between 0 and 1");
    // The first of every twenty blocks belongs to the validation set, so a single block leaves no training set.
    let has_games = arguments.games > store::BLOCK_GAMES || !arguments.with.is_empty() || !arguments.pdn.is_empty();
    ensure!(has_games, "--games: expected more than {} without --with and --pdn", store::BLOCK_GAMES);
    // Check all input before games are played for hours.
    arguments.with.iter().try_for_each(|path| store::read(path).map(drop))?;
    let recorded = RecordedGames::read(&arguments.pdn, arguments.reading, err)?;
    std::fs::create_dir_all(&arguments.output).with_context(|| arguments.output.display().to_string())?;
    arguments.install.as_deref().map_or(Ok(()), ensure_writable)?;
    let mut weights = arguments.start.as_deref().map(Weights::open).transpose()?;
    let mut games = Vec::new();
    for round in 1..=arguments.rounds {
        let player = RoundPlayer::new(weights.as_ref());
        games.push(play(arguments, round, &player, out)?);
        let scored = if recorded.len() > 0 { Some(score(arguments, round, &recorded, &player, out)?) } else { None };
        let kept = games.len().saturating_sub(arguments.keep as usize + 1);
        weights = Some(fit_network(arguments, round, &games[kept..], scored.as_ref(), out)?);
    }
    if let (Some(path), Some(weights)) = (&arguments.install, &weights) {
        write_atomic(path, &weights.bytes())?;
        writeln!(out, "{}: written", path.display())?;
    }
    Ok(())
}

/// Plays the games of one round and returns the path of their file.
fn play(arguments: &Arguments, round: u32, player: &RoundPlayer, out: &mut dyn Write) -> Result<PathBuf> {
    let Arguments { games, nodes, beside, seed, threads, output, .. } = arguments;
    let config = SelfPlayConfig {
        seed: mix(seed ^ mix(u64::from(round))),
        nodes: *nodes,
        detour_rate: *beside,
        tablebase: Some(Database::embedded()),
        ballots: selfplay::ballots()?,
    };
    let path = games_file(output, round);
    let mut store = SampleStore::open(
        &path,
        fnv1a(format!("{seed} {nodes} {} {round} {:x}", beside + 0.0, player.digest).as_bytes()),
    )?;
    let more = store.blocks() < games.div_ceil(store::BLOCK_GAMES);
    ensure!(!more || !is_followed(output, round), other_settings(&path));
    let bar = progress_bar(format!("round {round}: games"), 0);
    let games_of_thread = || {
        let mut games = SelfPlay::new(&config, player.searcher());
        move |number, samples: &mut Vec<Sample>| games.play(number, samples)
    };
    round::play(&games_of_thread, *games, usize::from(*threads), &mut store, &bar)?;
    bar.finish_and_clear();
    let blocks = games.div_ceil(store::BLOCK_GAMES).min(store.blocks());
    writeln!(out, "round {round}: {} games in {}", blocks * store::BLOCK_GAMES, path.display())?;
    Ok(path)
}

/// Scores the positions of the PDN games with a round's player and returns the path of the file with the scores.
fn score(
    arguments: &Arguments,
    round: u32,
    recorded: &RecordedGames,
    player: &RoundPlayer,
    out: &mut dyn Write,
) -> Result<PathBuf> {
    let Arguments { nodes, threads, output, .. } = arguments;
    let path = output.join(format!("pdn-{round}.bin"));
    let digest = fnv1a(format!("pdn {nodes} {:x} {:x}", recorded.digest, player.digest).as_bytes());
    let mut store = SampleStore::open(&path, digest)?;
    let bar = progress_bar(format!("round {round}: PDN games"), 0);
    let scores_of_thread = || {
        let mut scorer = Scorer::new(recorded, *nodes, player.searcher());
        move |number, samples: &mut Vec<Sample>| scorer.score(number, samples)
    };
    round::play(&scores_of_thread, recorded.len(), usize::from(*threads), &mut store, &bar)?;
    bar.finish_and_clear();
    writeln!(out, "round {round}: {} PDN games in {}", recorded.len(), path.display())?;
    Ok(path)
}

/// Fits a network to the game files `games`, the files of `--with` and the PDN games in `scored`. Writes the weights to
/// a file and returns them.
fn fit_network(
    arguments: &Arguments,
    round: u32,
    games: &[PathBuf],
    scored: Option<&PathBuf>,
    out: &mut dyn Write,
) -> Result<Weights> {
    let Arguments { seed, threads, epochs, batch, rate, blend, output, .. } = arguments;
    let schedule = Schedule {
        epochs: *epochs,
        batch: *batch,
        rate: *rate,
        seed: mix(seed ^ mix(u64::from(round))),
        threads: usize::from(*threads),
    };
    let mut examples = Examples::default();
    let mut settings = format!("{seed} {round} {epochs} {batch} {rate} {blend}");
    for path in arguments.with.iter().chain(games).chain(scored) {
        let mut blocks = store::read(path)?;
        if games.contains(path) {
            // An earlier run with more games may have written more blocks.
            blocks.truncate(arguments.games.div_ceil(store::BLOCK_GAMES) as usize);
        }
        let bytes: Vec<u8> = blocks.iter().flatten().flat_map(|sample| sample.to_bytes()).collect();
        settings.push_str(&format!(" {:x}", fnv1a(&bytes)));
        examples.add(&blocks, *blend);
    }
    ensure!(
        !examples.training.is_empty() && !examples.validation.is_empty(),
        "round {round}: too few games; training and validation need a block of games each"
    );
    let digest = fnv1a(settings.as_bytes());
    let fitted = fit_all(&schedule, &examples, digest, output, round, out)?;
    let weights = quantise::quantise(&fitted.model, SCALE)?;
    let network = Network::new(&weights);
    let quantised: f64 = (examples.validation_samples.iter().zip(&examples.validation))
        .map(|(sample, example)| model::loss(network.evaluate(&sample.position()) as f32 / SCALE, example.target))
        .sum();
    let before = mean_loss(&examples.validation, |example| fitted.model.value(example));
    let after = quantised / examples.validation.len() as f64;
    let path = output.join(format!("network-{round}.bin"));
    write_atomic(&path, &weights.bytes())?;
    writeln!(out, "round {round}: validation {before:.5}, quantised {after:.5}: {}", path.display())?;
    Ok(weights)
}

/// Returns whether a round has been fitted and games of the next round exist. Fitting the round again would replace the
/// network that played those games.
fn is_followed(folder: &Path, round: u32) -> bool {
    fit_file(folder, round).exists() && games_file(folder, round + 1).exists()
}

fn fit_file(folder: &Path, round: u32) -> PathBuf {
    folder.join(format!("fit-{round}.state"))
}

fn games_file(folder: &Path, round: u32) -> PathBuf {
    folder.join(format!("games-{round}.bin"))
}

fn other_settings(path: &Path) -> String {
    format!(
        "{}: was made with other settings (--games, --with, --pdn, --keep, --epochs, --batch, --rate, --blend), and \
         the games of the next round exist; choose another folder",
        path.display()
    )
}

/// Runs a fit, or the remaining epochs of an interrupted one, and writes the fit's state to a file after each epoch.
fn fit_all(
    schedule: &Schedule,
    examples: &Examples,
    digest: u64,
    folder: &Path,
    round: u32,
    out: &mut dyn Write,
) -> Result<Fit> {
    let path = fit_file(folder, round);
    let known = state::read(&path, digest)?;
    ensure!(known.is_some() || !is_followed(folder, round), other_settings(&path));
    let mut fit = known.unwrap_or_else(|| Fit::new(schedule.seed));
    let passes = |epochs: u32| u64::from(epochs) * examples.training.len() as u64;
    let bar = progress_bar(format!("round {round}: fit"), passes(schedule.epochs));
    bar.set_position(passes(fit.epoch));
    while fit.epoch < schedule.epochs {
        let training_loss = fit.run_epoch(&examples.training, schedule, &|count| bar.inc(count));
        state::write(&path, digest, &fit)?;
        let validation_loss = mean_loss(&examples.validation, |example| fit.model.value(example));
        let epoch = fit.epoch;
        bar.suspend(|| {
            writeln!(out, "round {round}: epoch {epoch}: loss {training_loss:.5}, validation {validation_loss:.5}")
        })?;
    }
    bar.finish_and_clear();
    Ok(fit)
}
