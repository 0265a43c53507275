//! Samples random endings.

use anyhow::{Result, bail};
use base::rng::Rng;
use egdb::material::Material;
use egdb::squares::{KING_ROW, Pieces, Squares};
use kit::search::Evaluate;
use kit::search::Wdl;
use kit::state::State;
use speltafel::games::checkers::tablebase::position_of;
use speltafel::games::checkers::{Checkers, Rules};
use std::ops::RangeInclusive;

/// The maximum number of attempts. If all database files are usable, at least about one position in four is suitable.
const TRIES: u32 = 10_000;

/// Returns a random position in which the game is not over, no capture is pending, and `value` is `Some`. The number of
/// pieces is chosen from `pieces`, then the material configuration, then the squares, each with equal probability.
///
/// # Errors
/// Returns an error if no position is found within [`TRIES`] attempts.
pub fn sample_position(
    rules: &Rules,
    pieces: RangeInclusive<usize>,
    seed: u64,
    value: impl Fn(&Checkers) -> Option<Wdl>,
) -> Result<(Checkers, Wdl)> {
    let rng = &mut Rng::new(seed);
    let number = pieces.start() + rng.index(pieces.end() - pieces.start() + 1);
    let materials = Material::all(number);
    for _ in 0..TRIES {
        let position = scatter(rules, materials[rng.index(materials.len())], rng);
        if position.ending().is_none()
            && !position.is_forced()
            && let Some(value) = value(&position)
        {
            return Ok((position, value));
        }
    }
    bail!("found no suitable position of {number} pieces in {TRIES} attempts")
}

/// Places the pieces of a material configuration on random squares. The side to move is p1 or p2 with equal
/// probability.
fn scatter(rules: &Rules, material: Material, rng: &mut Rng) -> Checkers {
    let p2_to_move = rng.index(2) == 1;
    let forces = if p2_to_move { [material.other, material.own] } else { [material.own, material.other] };
    let (mut taken, mut sets) = (0, [[0; 2]; 2]);
    for (seat, force) in forces.into_iter().enumerate() {
        let own_end = if seat == 0 { KING_ROW } else { KING_ROW.reverse_bits() };
        for (kind, (count, squares)) in [(force.men, !own_end), (force.kings, Squares::MAX)].into_iter().enumerate() {
            for _ in 0..count {
                let square = std::iter::repeat_with(|| 1 << rng.index(32));
                let bit = square.take(10_000).find(|bit| squares & !taken & bit != 0).expect("few pieces leave room");
                taken |= bit;
                sets[seat][kind] |= bit;
            }
        }
    }
    let [[own_men, own_kings], [other_men, other_kings]] = sets;
    let seen_by_p1 = Pieces { own_men, own_kings, other_men, other_kings };
    position_of(rules, &if p2_to_move { seen_by_p1.swapped() } else { seen_by_p1 }, p2_to_move)
}
