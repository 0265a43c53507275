//! Measures the speed of a game's rules: perft and random games per CPU second.

use crate::game::Game;
use crate::perft::perft_until;
use crate::search::Stop;
use crate::state::State;
use base::rng::Rng;
use cpu_time::ThreadTime;
use std::time::Duration;
use ugi::Turn;

/// Random games between two readings of the clock. With this many, the time for reading the clock is negligible.
const GAMES_PER_CLOCK_READ: u64 = 64;

/// The speeds of a game's rules, per CPU second of one thread.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::prelude::*;
/// use speltafel_kit::search::Stop;
/// use nim::REGISTRY;
/// use std::time::Duration;
///
/// let game = (REGISTRY.games()[0].open)(&Values::default());
/// let speed = game.speed(Duration::from_millis(1), &Stop::default());
/// assert!(speed.perft.1 > 0.0 && speed.moves > speed.games && speed.events == 0.0);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speed {
    /// The depth of a perft from the start position, and its leaves per CPU second.
    pub perft: (u32, f64),
    /// Complete random games per CPU second.
    pub games: f64,
    /// Chance events in these games, per CPU second.
    pub events: f64,
    /// Moves in these games, per CPU second.
    pub moves: f64,
}

/// Measures perft for half of `time`, at least once, and random games for `time`. The results are meaningless if
/// `stop` is set.
pub(super) fn measure<G: Game>(start: &G, time: Duration, stop: &Stop) -> Speed {
    let perft = (G::SPEED_DEPTH, perft_speed(start, G::SPEED_DEPTH, time, stop));
    let clock = ThreadTime::now();
    let mut rng = Rng::new(1);
    let mut counts = Counts { moves: 0, events: 0, scratch: Vec::new() };
    let mut games = 0;
    while clock.elapsed() < time && !stop.is_set() {
        for _ in 0..GAMES_PER_CLOCK_READ {
            random_game(start, &mut rng, &mut counts);
        }
        games += GAMES_PER_CLOCK_READ;
    }
    let per_second = |count: u64| count as f64 / clock.elapsed().as_secs_f64();
    Speed { perft, games: per_second(games), events: per_second(counts.events), moves: per_second(counts.moves) }
}

struct Counts<A> {
    moves: u64,
    events: u64,
    scratch: Vec<A>,
}

fn random_game<G: State>(start: &G, rng: &mut Rng, counts: &mut Counts<G::Action>) {
    let mut position = start.clone();
    loop {
        if let Some(action) = position.random_action(rng, &mut counts.scratch) {
            position.play(action);
            counts.moves += 1;
        } else if position.turn() == Turn::Chance {
            (G::EVENTS.roll)(&mut position, rng.next());
            counts.events += 1;
        } else {
            return;
        }
    }
}

/// Returns the leaves per second of a perft to this depth, measured for half of `time`. If the game starts with chance
/// events, perft starts after them.
fn perft_speed<G: State>(start: &G, depth: u32, time: Duration, stop: &Stop) -> f64 {
    let mut position = start.clone();
    let mut seeds = Rng::new(1);
    while position.turn() == Turn::Chance {
        (G::EVENTS.roll)(&mut position, seeds.next());
    }
    let clock = ThreadTime::now();
    let mut leaves = 0;
    while clock.elapsed() < time / 2 && !stop.is_set() {
        leaves += perft_until(&position, depth, stop);
    }
    leaves as f64 / clock.elapsed().as_secs_f64().max(1e-9)
}
