//! Measures how much the players of `pig.rs` lose: `cargo run --release -p speltafel-kit --example pig_loss`.
//!
//! The exact probabilities of winning follow by value iteration; no player knows them. The loss of a choice is how much
//! lower its probability is than that of the better choice. The table shows the mean over 1,200 positions, and its
//! share of that of the rule "hold at 20". The arguments are node limits, by default 5,000 and 100,000.

#[allow(dead_code)]
#[path = "pig.rs"]
pub(crate) mod pig;

use pig::{Choice, GOAL, Pig};
use speltafel_kit::prelude::*;
use speltafel_kit::search::{Control, SearchTask, Searcher, Stop};

/// The number of positions.
pub(crate) const POSITIONS: usize = 1200;
/// The change of all values at which the iteration ends.
const PRECISION: f64 = 1e-9;

/// The exact probability that the seat to move wins, by its score, the score of the other seat and the total.
pub(crate) struct Exact(Vec<f64>);

/// A player that is measured, by its name.
type Measured<'a> = (&'a str, &'a mut dyn Searcher<Pig>);

impl Exact {
    /// Computes the probabilities for positions in which both seats have at least this score. No others follow them.
    pub(crate) fn solve(least: u64) -> Self {
        let mut exact = Self(vec![0.5; GOAL.pow(3) as usize]);
        loop {
            let mut change = 0.0_f64;
            for own in (least..GOAL).rev() {
                for other in (least..GOAL).rev() {
                    for total in (0..GOAL - own).rev() {
                        let [roll, hold] = exact.choices(own, other, total);
                        let value = &mut exact.0[index(own, other, total)];
                        change = change.max((roll.max(hold) - *value).abs());
                        *value = roll.max(hold);
                    }
                }
            }
            if change < PRECISION {
                return exact;
            }
        }
    }

    fn value(&self, own: u64, other: u64, total: u64) -> f64 {
        if own + total >= GOAL { 1.0 } else { self.0[index(own, other, total)] }
    }

    /// Returns the probabilities of winning after a roll and after a hold.
    fn choices(&self, own: u64, other: u64, total: u64) -> [f64; 2] {
        let safe: f64 = (2..=6).map(|pips| self.value(own, other, total + pips)).sum();
        let roll = (safe + 1.0 - self.value(other, own, 0)) / 6.0;
        [roll, if total == 0 { 0.0 } else { 1.0 - self.value(other, own + total, 0) }]
    }

    pub(crate) fn loss(&self, position: &Pig, choice: Choice) -> f64 {
        let [own, other] = [position.mover, 1 - position.mover].map(|seat| position.scores[seat]);
        let values = self.choices(own, other, position.total);
        values[0].max(values[1]) - values[choice as usize]
    }
}

fn index(own: u64, other: u64, total: u64) -> usize {
    ((own * GOAL + other) * GOAL + total) as usize
}

/// Returns one position with a choice from each of this many games, always the same. In each turn, the seat to move
/// holds at a number from 10 to 30, drawn anew.
pub(crate) fn positions(count: usize) -> Vec<Pig> {
    (0..count as u64).map(one_of_game).collect()
}

fn one_of_game(seed: u64) -> Pig {
    let (mut rng, mut seen, mut position) = (Rng::new(mix(seed)), Vec::new(), Pig::start(&()));
    let mut limit = 10;
    while position.turn() != Turn::Over {
        if position.turn() == Turn::Chance {
            position.roll(rng.next());
        } else if position.total == 0 {
            limit = 10 + rng.below(21);
            position.play(Choice::Roll);
        } else {
            seen.push(position);
            position.play(if position.total < limit { Choice::Roll } else { Choice::Hold });
        }
    }
    seen[rng.index(seen.len())]
}

/// Returns the mean loss of a player with a node limit.
pub(crate) fn mean_loss(exact: &Exact, positions: &[Pig], player: &mut dyn Searcher<Pig>, nodes: u64) -> f64 {
    let mut sum = 0.0;
    for (seed, position) in positions.iter().enumerate() {
        let (stop, task) = (Stop::default(), SearchTask { seed: seed as u64, hash: 1, ..SearchTask::default() });
        let control = Control { nodes: Some(nodes), ..Control::new(&stop) };
        player.clear();
        let best = player.search(position, &task, &control, &mut |_| ()).best;
        sum += exact.loss(position, best.unwrap_or(Choice::Roll));
    }
    sum / positions.len() as f64
}

pub(crate) fn rule_loss(exact: &Exact, positions: &[Pig]) -> f64 {
    positions.iter().map(|position| exact.loss(position, position.rule())).sum::<f64>() / positions.len() as f64
}

fn main() {
    let mut limits: Vec<u64> = std::env::args().skip(1).filter_map(|limit| limit.parse().ok()).collect();
    if limits.is_empty() {
        limits = vec![5_000, 100_000];
    }
    let (exact, positions) = (Exact::solve(0), positions(POSITIONS));
    let rule = rule_loss(&exact, &positions);
    println!("hold at 20                    loss {rule:.5}  share 1.000");
    let (mut expectimax, mut playouts, mut uct) = (AlphaBeta::<Pig>::new(), Sampling::<Pig>::new(), Uct);
    let players: [Measured; 3] = [("expectimax", &mut expectimax), ("playouts", &mut playouts), ("uct", &mut uct)];
    for (name, player) in players {
        for &nodes in &limits {
            let loss = mean_loss(&exact, &positions, player, nodes);
            println!("{name:<10} {nodes:>9} nodes    loss {loss:.5}  share {:.3}", loss / rule);
        }
    }
}
