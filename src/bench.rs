//! `bench`: fixed positions of every game to fixed nodes, with a signature that changes when play does; `bench speed`:
//! move paths and random games per CPU second. Names no game.

use crate::games::{GAMES, Registered};
use crate::options::Values;
use crate::protocol::reply::Line;
use crate::protocol::{Code, Command, Fault, Go, Info, Reply, parse};
use crate::rng::{fnv1a, mix};
use crate::search::Stop;
use crate::settings::Settings;
use std::time::{Duration, Instant};

/// Nodes per position where nothing else is asked.
pub const NODES: u64 = 20_000;
/// CPU time of each speed.
const SPEED_TIME: Duration = Duration::from_secs(1);

/// Runs `bench` with the words behind it.
///
/// # Errors
/// Words that mean nothing.
pub fn run(words: &[&str], say: &mut dyn FnMut(String)) -> Result<(), Fault> {
    match words {
        [] => signature(NODES, say),
        ["speed"] => {
            speeds(say);
            Ok(())
        }
        [nodes] => match nodes.parse::<u64>() {
            Ok(nodes) if nodes > 0 => signature(nodes, say),
            _ => Err(Fault::new(Code::BadArgument, "bench: expected a number of nodes or speed")),
        },
        _ => Err(Fault::new(Code::BadArgument, "bench: expected one word at most")),
    }
}

/// What the searches of one game came to.
struct Outcome {
    nodes: u64,
    hash: u64,
    time: Duration,
}

fn signature(nodes: u64, say: &mut dyn FnMut(String)) -> Result<(), Fault> {
    let (mut total, mut hash, mut time) = (0, 0, Duration::ZERO);
    for game in GAMES {
        let outcome = search_all(game, nodes)?;
        say(format!("{:<15} {:>9} nodes  signature {:016x}", game.name, outcome.nodes, outcome.hash));
        total += outcome.nodes;
        hash = mix(hash ^ outcome.hash);
        time += outcome.time;
    }
    let nps = u128::from(total) * 1000 / time.as_millis().max(1);
    say(format!("nodes {total}"));
    say(format!("signature {hash:016x}"));
    say(format!("nps {nps}"));
    Ok(())
}

fn search_all(game: &Registered, nodes: u64) -> Result<Outcome, Fault> {
    let mut settings = Settings::default();
    settings.set("Seed", Some("1"))?;
    let mut open = (game.open)(&Values::default());
    let limits = format!(" nodes {nodes}");
    let mut outcome = Outcome { nodes: 0, hash: 0, time: Duration::ZERO };
    for line in game.bench {
        let line = format!("position {line}");
        let Some(Command::Position { seat, base, moves }) = parse::parse(&line)? else {
            return Err(Fault::about(Code::BadArgument, &line));
        };
        open.new_game();
        open.position(seat, base, &moves)?;
        let (start, mut searched) = (Instant::now(), 0);
        let best = open.go(&Go::read(&limits), &settings, &Stop::new(false), start, &mut |reply| {
            if let Reply::Info(info) = reply {
                searched = info.nodes;
                outcome.hash = mix(outcome.hash ^ fingerprint(info));
            }
        });
        outcome.hash = mix(outcome.hash ^ fnv1a(best.to_string().as_bytes()));
        outcome.time += start.elapsed();
        outcome.nodes += searched;
    }
    Ok(outcome)
}

/// All of a report but its times.
fn fingerprint(info: Info) -> u64 {
    let line: Option<Line> = info.line;
    fnv1a(Reply::Info(Info { line, nodes: info.nodes, ..Info::default() }).to_string().as_bytes())
}

fn speeds(say: &mut dyn FnMut(String)) {
    for game in GAMES {
        let speed = (game.open)(&Values::default()).speed(SPEED_TIME);
        let (depth, rate) = speed.perft;
        say(format!("{:<15} {:<9}{rate:>12.0} nodes per CPU second", game.name, format!("perft({depth})")));
        say(format!("{:<15} random   {:>12.0} games per CPU second", game.name, speed.games));
        if speed.events > 0.0 {
            say(format!("{:<15} random   {:>12.0} deals per CPU second", game.name, speed.events));
        }
        say(format!("{:<15} random   {:>12.0} moves per CPU second", game.name, speed.moves));
    }
}
