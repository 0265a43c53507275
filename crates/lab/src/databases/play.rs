//! The subcommand `egdb play`: the engine plays endings whose value is in the databases against a defender that makes
//! only best moves.

use super::roots;
use crate::progress_bars::progress_bar;
use anyhow::{Context, Result, ensure};
use base::parallel::map_chunks;
use base::rng::mix;
use egdb::Database;
use kit::game::Game;
use kit::search::{Control, SearchTask, Searcher, Stop};
use kit::search::{Tablebase, Wdl};
use kit::state::{Ending, State};
use kit::ugi::GameResult;
use speltafel::games::checkers::{Checkers, Move, Rules, Strong};
use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The maximum length of a game in plies. If a game reaches it, a drawn ending counts as held and a won ending as not
/// won.
const LONGEST: usize = 400;
/// The number of occurrences of a position after which a drawn ending counts as held.
const REPETITIONS: usize = 3;
/// Nodes per move of the defender, which searches only the moves with the best value in the databases.
const DEFENDER_NODES: u64 = 2000;
/// The transposition table size of each player, in MiB.
const HASH: usize = 16;

/// The arguments of `egdb play`.
#[derive(clap::Args, Debug)]
pub struct PlayArguments {
    /// Game
    #[arg(value_name = "GAME", value_parser = ["checkers"])]
    _game: String,

    /// Databases of the defender and the referee (default: the built-in ones)
    #[arg(long, value_name = "FOLDER")]
    path: Option<PathBuf>,

    /// Databases of the engine (default: the built-in ones)
    #[arg(long, value_name = "FOLDER")]
    engine_path: Option<PathBuf>,

    /// Number of endings to play
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    positions: u32,

    /// Minimum number of pieces in an ending
    #[arg(long, value_name = "N", default_value_t = 3)]
    fewest: usize,

    /// Maximum number of pieces in an ending (default: as many as the databases cover)
    #[arg(long, value_name = "N")]
    most: Option<usize>,

    /// Seed of the positions and of all other random choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Time per engine move, such as 50ms or 0.5s
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = base::duration::parse, conflicts_with = "nodes")]
    movetime: Duration,

    /// Nodes per engine move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Plies without progress after which the game is a draw (0 = never)
    #[arg(long, value_name = "N", default_value_t = 0)]
    draw_plies: u32,

    /// Number of concurrent games
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

/// The results by the value of the root. Each array contains the number of games in which the engine kept the value,
/// and the number of games from roots with that value.
#[derive(Default)]
struct PlayResults {
    won: [u64; 2],
    drawn: [u64; 2],
    /// The roots of the games in which the value was not kept.
    failures: Vec<String>,
}

impl PlayArguments {
    /// Plays all endings and prints the results.
    ///
    /// # Errors
    /// Returns an error if a file cannot be used or is damaged, or if a number of pieces is out of range.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let database = Database::of_folder(self.path.as_deref()).context("--path")?;
        let known = database.most_pieces() as usize;
        let most = self.most.unwrap_or(known);
        ensure!((2..=known).contains(&most), "--most: expected 2 to {known}, the pieces of the databases");
        ensure!((2..=most).contains(&self.fewest), "--fewest: expected 2 to {most}");
        let own = Database::of_folder(self.engine_path.as_deref()).context("--engine-path")?;
        let bar = progress_bar("endings", self.positions.into());
        // After an error the remaining endings are skipped.
        let failed = AtomicBool::new(false);
        let play = |part: Range<usize>| {
            if failed.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let number = part.start as u64;
            let root = self.root(&database, most, number);
            let (root, value) = root.inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
            let kept = self.play(&database, &own, root, value, number);
            bar.inc(1);
            Ok(Some((value, (!kept).then(|| root.position_text()))))
        };
        let played = map_chunks(self.positions as usize, 1, self.threads.into(), play);
        bar.finish_and_clear();
        let mut results = PlayResults::default();
        let result = played.into_iter().try_for_each(|played: Result<_>| {
            played?.into_iter().for_each(|(value, failure)| results.add(value, failure));
            anyhow::Ok(())
        });
        // A damaged database file can cause other errors, so it is reported instead of them.
        let sound = [("--path", &database), ("--engine-path", &own)]
            .into_iter()
            .try_for_each(|(flag, database)| database.ensure_sound().context(flag));
        if result.is_ok() {
            results.print(out)?;
        }
        sound.and(result)
    }

    /// Returns a random root with its value. A root is a position without a pending capture that is won or drawn for
    /// the side to move, which the engine plays.
    fn root(&self, database: &Database, most: usize, number: u64) -> Result<(Checkers, Wdl)> {
        let rules = Rules { draw_plies: self.draw_plies, ..Rules::default() };
        let value = |position: &Checkers| database.outcome(position).filter(|&value| value != Wdl::Loss);
        roots::sample_position(&rules, self.fewest..=most, mix(self.seed ^ mix(number)), value)
    }

    /// Plays a game from `root` and returns whether the engine kept the root's value.
    fn play(&self, database: &Database, own: &Arc<Database>, root: Checkers, value: Wdl, number: u64) -> bool {
        let engine = &mut Strong::default().with_tablebase(Some(own.clone()));
        let defender = &mut Strong::default();
        let (mut position, mut seen) = (root, Vec::new());
        for ply in 0..LONGEST {
            if let Some(Ending { result, .. }) = position.ending() {
                let wanted = if value == Wdl::Win { GameResult::Win(root.us()) } else { GameResult::Draw };
                return result == wanted || result == GameResult::Win(root.us());
            }
            let current = database.outcome(&position);
            let to_engine = position.us() == root.us();
            if current.is_some_and(|current| if to_engine { current < value } else { current > value.flipped() }) {
                return false;
            }
            seen.push(position.key());
            let occurrences = seen.iter().filter(|&&key| key == position.key()).count();
            if value == Wdl::Draw && occurrences >= REPETITIONS {
                return true;
            }
            let task = SearchTask { hash: HASH, seed: mix(number ^ ply as u64), ..SearchTask::default() };
            let action = if to_engine {
                search_move(engine, &position, &task, self.nodes, self.movetime)
            } else {
                let moves = best_moves(database, &position);
                search_move(defender, &position, &SearchTask { moves, ..task }, Some(DEFENDER_NODES), Duration::ZERO)
            };
            let Some(action) = action else { return false };
            position.play(action);
        }
        value == Wdl::Draw
    }
}

/// Returns the moves with the best value in the database, or all moves if the database covers none of their successors.
fn best_moves(database: &Database, position: &Checkers) -> Vec<Move> {
    let mut moves = position.legal();
    let value = |&action: &Move| database.outcome(&position.after(action)).map(Wdl::flipped);
    let best = moves.iter().filter_map(value).max();
    moves.retain(|action| value(action) == best);
    moves
}

/// Returns the best move of a search limited by `nodes`, or by `time` if there is no node limit.
fn search_move(
    player: &mut Strong,
    position: &Checkers,
    task: &SearchTask<Move>,
    nodes: Option<u64>,
    time: Duration,
) -> Option<Move> {
    let stop = Stop::new(false);
    let mut control = Control::new(&stop);
    control.nodes = nodes;
    if nodes.is_none() {
        (control.soft, control.hard) = (Some(time), Some(time));
    }
    player.search(position, task, &control, &mut |_| ()).best
}

impl PlayResults {
    /// Adds the result of a game. `failure` is the root of the game if its value was not kept.
    fn add(&mut self, value: Wdl, failure: Option<String>) {
        let counts = if value == Wdl::Win { &mut self.won } else { &mut self.drawn };
        counts[0] += u64::from(failure.is_none());
        counts[1] += 1;
        self.failures.extend(failure);
    }

    fn print(mut self, out: &mut dyn Write) -> Result<()> {
        let percent = |[kept, all]: [u64; 2]| 100.0 * kept as f64 / all.max(1) as f64;
        writeln!(out, "won    {:>5} of {:>5}  {:.1} %", self.won[0], self.won[1], percent(self.won))?;
        writeln!(out, "held   {:>5} of {:>5}  {:.1} %", self.drawn[0], self.drawn[1], percent(self.drawn))?;
        self.failures.sort();
        self.failures.iter().try_for_each(|text| writeln!(out, "not kept: {text}"))?;
        Ok(())
    }
}
