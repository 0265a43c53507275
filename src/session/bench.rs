//! Speeds of one game: perft and random games, per CPU second of this thread. Knows no search.

use crate::game::{Game, Turn};
use crate::perft::perft;
use crate::rng::Rng;
use cpu_time::ThreadTime;
use std::time::Duration;

/// Whole games are played between two looks at the clock, so that looking costs nothing.
const GAMES_A_LOOK: u64 = 64;
/// A perft deeper than this is never needed to fill the time.
const DEEPEST: u32 = 40;

/// How fast a game is, per CPU second of one thread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speed {
    /// The deepest perft from the start position that was counted and its leaves; none where chance moves first.
    pub perft: Option<(u32, f64)>,
    /// Whole random games, every move drawn evenly from the legal ones.
    pub games: f64,
    /// Chance events in them.
    pub events: f64,
    /// Moves in them.
    pub moves: f64,
}

/// Measures for about twice `time`.
pub(super) fn measure<G: Game>(start: &G, time: Duration) -> Speed {
    let perft = matches!(start.turn(), Turn::Seat(_)).then(|| deepest_perft(start, time));
    let clock = ThreadTime::now();
    let mut rng = Rng::new(1);
    let mut counts = Counts { moves: 0, events: 0, scratch: Vec::new() };
    let mut games = 0;
    while clock.elapsed() < time {
        for _ in 0..GAMES_A_LOOK {
            random_game(start, &mut rng, &mut counts);
        }
        games += GAMES_A_LOOK;
    }
    let per_second = |count: u64| count as f64 / clock.elapsed().as_secs_f64();
    Speed { perft, games: per_second(games), events: per_second(counts.events), moves: per_second(counts.moves) }
}

struct Counts<A> {
    moves: u64,
    events: u64,
    scratch: Vec<A>,
}

fn random_game<G: Game>(start: &G, rng: &mut Rng, counts: &mut Counts<G::Action>) {
    let mut position = start.clone();
    loop {
        if let Some(action) = position.random_action(rng, &mut counts.scratch) {
            position.play(action);
            counts.moves += 1;
        } else if let Some(event) = position.draw(rng.next()) {
            position.happen(&event);
            counts.events += 1;
        } else {
            return;
        }
    }
}

/// Deepens until one count takes a fifth of `time`: the next would take far longer than all of it.
fn deepest_perft<G: Game>(start: &G, time: Duration) -> (u32, f64) {
    let mut last = (0, 0.0);
    for depth in 1..=DEEPEST {
        let clock = ThreadTime::now();
        let leaves = perft(start, depth);
        let spent = clock.elapsed();
        last = (depth, leaves as f64 / spent.as_secs_f64().max(1e-9));
        if spent >= time / 5 {
            break;
        }
    }
    last
}
