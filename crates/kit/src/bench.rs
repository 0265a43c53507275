//! The command `bench`: searches fixed positions of every game with a fixed number of nodes and prints a signature,
//! which changes when play changes. `bench speed` measures the speed of perft, random games and searches, per CPU
//! second.

use crate::options::Values;
use crate::preferences::Preferences;
use crate::registry::{RegisteredGame, Registry};
use crate::search::Stop;
use crate::session::{ReplySink, SearchRequest, Speed};
use base::counted::counted;
use base::rng::{fnv1a, mix};
use cpu_time::ThreadTime;
use std::time::{Duration, Instant};
use ugi::{ErrorCode, Go, Info, Position, ProtocolError, Reply};

/// Default number of nodes per position.
pub const NODES: u64 = 20_000;
/// CPU time that `bench speed` spends on random play, for each registered game. Perft gets half of this time.
const SPEED_TIME: Duration = Duration::from_secs(1);
/// The search limit of `bench speed`.
const SEARCH: &str = " movetime 200";

/// Runs `bench` with the arguments `words`. Passes every output line except the last to `say`. Returns the last line,
/// or `None` if `stop` was set.
///
/// # Errors
/// Returns an error if the arguments are invalid.
pub fn run(
    registry: &Registry,
    words: &[&str],
    stop: &Stop,
    say: &mut dyn FnMut(String),
) -> Result<Option<String>, ProtocolError> {
    match words {
        [] => signature(registry, NODES, stop, say),
        ["speed", ..] => speeds(registry, stop, say),
        [nodes, ..] => match nodes.parse::<u64>() {
            Ok(nodes) if nodes > 0 => signature(registry, nodes, stop, say),
            _ => Err(ProtocolError::new(ErrorCode::BadArgument, "bench: expected a number of nodes or speed")),
        },
    }
}

/// Totals over all bench searches of one game.
struct Outcome {
    nodes: u64,
    hash: u64,
    time: Duration,
}

fn signature(
    registry: &Registry,
    nodes: u64,
    stop: &Stop,
    say: &mut dyn FnMut(String),
) -> Result<Option<String>, ProtocolError> {
    let (mut total, mut hash, mut time) = (0, 0, Duration::ZERO);
    for game in registry.games() {
        let outcome = search_all(game, nodes, stop)?;
        if stop.is_set() {
            return Ok(None);
        }
        say(format!("{:<15} {:>9} nodes  signature {:016x}", game.name, outcome.nodes, outcome.hash));
        total += outcome.nodes;
        hash = mix(hash ^ outcome.hash);
        time += outcome.time;
    }
    let nps = u128::from(total) * 1000 / time.as_millis().max(1);
    say(format!("nodes {total}"));
    say(format!("signature {hash:016x}"));
    Ok(Some(format!("nps {nps}")))
}

fn search_all(game: &RegisteredGame, nodes: u64, stop: &Stop) -> Result<Outcome, ProtocolError> {
    let mut outcome = Outcome { nodes: 0, hash: 0, time: Duration::ZERO };
    each_position(game, &format!(" nodes {nodes}"), stop, &mut |go| {
        let (start, mut searched) = (Instant::now(), 0);
        let best = go(start, &mut |reply| {
            if let Reply::Info(info) = reply {
                searched = info.nodes.unwrap_or_default();
                outcome.hash = mix(outcome.hash ^ fingerprint(info));
            }
        });
        outcome.hash = mix(outcome.hash ^ fnv1a(best.as_bytes()));
        outcome.time += start.elapsed();
        outcome.nodes += searched;
    })?;
    Ok(outcome)
}

/// A function that searches one position and returns the `bestmove` line. Time counts from the given instant, and
/// reports go to the sink.
type SearchPosition<'a> = dyn FnMut(Instant, ReplySink) -> String + 'a;

/// Calls `measure` once per bench position of a game. The argument of `measure` is a function that searches the
/// position under `limits`, which are arguments of `go`. Ends early if `stop` is set.
fn each_position(
    game: &RegisteredGame,
    limits: &str,
    stop: &Stop,
    measure: &mut dyn FnMut(&mut SearchPosition),
) -> Result<(), ProtocolError> {
    let preferences = Preferences { seed: 1, ..Preferences::default() };
    let mut open = (game.open)(&Values::default());
    for line in game.bench.iter().take_while(|_| !stop.is_set()) {
        open.new_game();
        if let Some(error) = open.position(&Position::parse(line)?)?.into_iter().next() {
            return Err(error);
        }
        measure(&mut |start, say| {
            open.go(&SearchRequest { go: Go::parse(limits), preferences, start }, stop, say).to_string()
        });
    }
    Ok(())
}

/// Returns the speed of one search thread at each bench position, in nodes per CPU second, slowest first.
fn search_speeds(game: &RegisteredGame, stop: &Stop) -> Result<Vec<f64>, ProtocolError> {
    let mut speeds = Vec::new();
    each_position(game, SEARCH, stop, &mut |go| {
        let (clock, mut searched) = (ThreadTime::now(), 0);
        go(Instant::now(), &mut |reply| {
            if let Reply::Info(info) = reply {
                searched = info.nodes.unwrap_or_default();
            }
        });
        speeds.push(searched as f64 / clock.elapsed().as_secs_f64().max(1e-9));
    })?;
    speeds.sort_by(f64::total_cmp);
    Ok(speeds)
}

/// Returns a hash of a report. Time and nodes per second do not affect the hash.
fn fingerprint(mut info: Info) -> u64 {
    (info.nps, info.time) = (Some(0), Some(Duration::ZERO));
    fnv1a(info.to_string().as_bytes())
}

/// Passes the speeds of all games to `say`, except the last line, which is returned. Returns `None` if `stop` was set.
fn speeds(registry: &Registry, stop: &Stop, say: &mut dyn FnMut(String)) -> Result<Option<String>, ProtocolError> {
    let mut last = None;
    for game in registry.games() {
        last.take().into_iter().for_each(&mut *say);
        let speed = (game.open)(&Values::default()).speed(SPEED_TIME, stop);
        if stop.is_set() {
            return Ok(None);
        }
        rule_speeds(game, &speed, say);
        let searched = search_speeds(game, stop)?;
        if stop.is_set() {
            return Ok(None);
        }
        let (count, median) = (searched.len(), searched.get(searched.len() / 2).copied().unwrap_or_default());
        last = Some(format!(
            "{:<15} search   {median:>12.0} nodes per CPU second, median of {}",
            game.name,
            counted(count, "position")
        ));
    }
    Ok(last)
}

/// Passes the speed of a game's rules to `say`: perft, random games, chance events (if there are any) and moves.
fn rule_speeds(game: &RegisteredGame, speed: &Speed, say: &mut dyn FnMut(String)) {
    let (depth, rate) = speed.perft;
    // In a game with an event in every line, perft counts nothing.
    if rate > 0.0 {
        say(format!("{:<15} {:<9}{rate:>12.0} nodes per CPU second", game.name, format!("perft({depth})")));
    }
    say(format!("{:<15} random   {:>12.0} games per CPU second", game.name, speed.games));
    if speed.events > 0.0 {
        say(format!("{:<15} random   {:>12.0} deals per CPU second", game.name, speed.events));
    }
    say(format!("{:<15} random   {:>12.0} moves per CPU second", game.name, speed.moves));
}
