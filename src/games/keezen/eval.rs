//! The static evaluation: a weighted sum of pawn features that estimates each team's win probability. It ignores the
//! hands, which playouts take into account.

use super::board::{Board, PAWNS, RING};
use super::partners::Pairs;
use super::position::Keezen;
use super::weights::WEIGHTS;
use base::bits;
use kit::state::State;
use ugi::GameResult;

/// The number of ring cells before the lane that have [`ENTRY`] weights, and the maximum distance at which a wall ahead
/// of a pawn counts.
const NEAR: usize = 12;
/// The number of cells behind a pawn that are searched for pursuers.
const PURSUIT_RANGE: usize = 13;

// Each constant below is the index of the first weight of a group of features.
/// Weights for a pawn on a ring cell, by the distance from its start.
const CELL: usize = 0;
/// Weights for the pawns in the lane, by the set of occupied cells.
const LANE: usize = CELL + RING;
/// Weights for a pawn near its lane, by its ring cell and the number of empty lane cells before the first occupied one.
const ENTRY: usize = LANE + 16;
/// Weights for the numbers of pawns that the two partners have home: a 5 x 5 table, indexed by the smaller number and
/// then the larger.
const HOME: usize = ENTRY + NEAR * (PAWNS + 1);
/// Weights for the numbers of pawns of the two partners that are waiting, indexed like [`HOME`].
const WAIT: usize = HOME + 25;
/// Weights for an enemy pawn behind a pawn, by distance. The last weight is for an enemy pawn four cells ahead, which
/// can hit the pawn with a `4`.
const PURSUED: usize = WAIT + 25;
/// Two weights for a pawn on another colour's start, if that colour has waiting pawns: the first if the colour is an
/// enemy's, the second if it is the partner's.
const STARTS: usize = PURSUED + PURSUIT_RANGE + 1;
/// Weights for an enemy wall ahead of a pawn, by distance. The last weight is for a partner's wall at any distance in
/// range.
const BLOCKED: usize = STARTS + 2;
/// The weight for leading the next deal.
const LEADS: usize = BLOCKED + NEAR + 1;
const _: () = assert!(WEIGHTS.len() == LEADS + 1);

/// Calls `visit` with the index and the value of each feature of a position. The features of team 1 have negated
/// values. `leader` is the seat that leads the next deal. `WAY` is the result of [`Pairs::partner_xor`]. It is a
/// constant so that the compiler specializes the code for each of the three ways to form teams.
#[inline]
fn features_with<const WAY: usize>(board: &Board, leader: usize, mut visit: impl FnMut(usize, f32)) {
    let ring: [u64; 4] = std::array::from_fn(|colour| board.on_ring(colour));
    let walls = board.walls();
    let sign = |colour: usize| if colour == 0 || colour == WAY { 1.0 } else { -1.0 };
    // `colour ^ left` and `colour ^ right` are the two enemies of `colour`.
    let [left, right] = if WAY == 1 { [2, 3] } else { [1, 5 - WAY] };
    for colour in 0..4usize {
        let sign = sign(colour);
        let seen = |mask: u64| mask.rotate_right(16 * colour as u32);
        let pawns = board.pawns(colour);
        visit(LANE + usize::from(pawns.lane), sign);
        let open = (u32::from(pawns.lane) | 1 << PAWNS).trailing_zeros() as usize;
        let enemies = seen(ring[colour ^ left] | ring[colour ^ right]);
        let walls = [colour ^ WAY, colour ^ left, colour ^ right].map(|other| seen(walls & ring[other]));
        for walked in bits::each(pawns.ring).map(u32::from) {
            let place = walked as usize;
            visit(CELL + place, sign);
            if place >= RING - NEAR {
                visit(ENTRY + (place + NEAR - RING) * (PAWNS + 1) + open, sign);
            } else {
                let ahead = |wall: u64| (wall >> walked & ((2 << NEAR) - 1)).trailing_zeros() as usize;
                let hostile = ahead(walls[1] | walls[2]);
                if hostile <= NEAR {
                    visit(BLOCKED + hostile - 1, sign);
                }
                if ahead(walls[0]) <= NEAR {
                    visit(BLOCKED + NEAR, sign);
                }
            }
            if place == 0 {
                continue;
            }
            // The loss if the pawn is hit grows with the distance that it has walked.
            let loss = sign * (walked + 8) as f32 / 64.0;
            let pursuers =
                enemies.rotate_right(walked + RING as u32 - PURSUIT_RANGE as u32) & ((1 << PURSUIT_RANGE) - 1);
            for ahead in bits::each(pursuers) {
                visit(PURSUED + PURSUIT_RANGE - 1 - usize::from(ahead), loss);
            }
            if enemies.rotate_right(walked + 4) & 1 == 1 {
                visit(PURSUED + PURSUIT_RANGE, loss);
            }
            if place.is_multiple_of(16) {
                let owner = (colour + place / 16) % 4;
                if board.waiting(owner) > 0 {
                    visit(STARTS + usize::from(owner == colour ^ WAY), loss);
                }
            }
        }
    }
    for first in [0, left] {
        let sign = sign(first);
        let pair = |count: &dyn Fn(usize) -> usize| {
            let (one, other) = (count(first), count(first ^ WAY));
            one.min(other) * 5 + one.max(other)
        };
        visit(HOME + pair(&|colour| board.home(colour)), sign);
        visit(WAIT + pair(&|colour| board.waiting(colour)), sign);
    }
    visit(LEADS, sign(leader));
}

/// Calls `visit` with the features of a board for these partners, as [`features_with`] does.
#[inline]
fn features(board: &Board, pairs: Pairs, leader: usize, visit: impl FnMut(usize, f32)) {
    match pairs.partner_xor() {
        1 => features_with::<1>(board, leader, visit),
        2 => features_with::<2>(board, leader, visit),
        _ => features_with::<3>(board, leader, visit),
    }
}

/// Returns the static evaluation as p1's team's log odds of winning; `leader` is the seat that leads the next deal.
#[inline]
pub fn log_odds(board: &Board, pairs: Pairs, leader: usize) -> f32 {
    let mut sum = 0.0;
    let add = |index: usize, value: f32| sum += WEIGHTS[index] * value;
    features(board, pairs, leader, add);
    sum
}

/// Returns the static evaluation for the team of a seat that does not know its partner: the mean over the three
/// possible partners.
pub fn mean_log_odds(board: &Board, seat: usize, leader: usize) -> f32 {
    let odds = |pairs: &Pairs| signed(*pairs, seat, log_odds(board, *pairs, leader));
    Pairs::THREE.iter().map(odds).sum::<f32>() / Pairs::THREE.len() as f32
}

/// Converts the log odds of p1's team to those of the team of `seat`.
#[inline]
pub const fn signed(pairs: Pairs, seat: usize, log_odds: f32) -> f32 {
    if pairs.team(seat) == 0 { log_odds } else { -log_odds }
}

/// Converts log odds to a win probability.
#[inline]
pub fn win_probability(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

impl Keezen {
    /// Returns the zero-based index of the seat that leads the next deal.
    #[inline]
    pub(super) fn next_leader(&self) -> usize {
        // At the end of a deal, `dealer` is already the next one. A reveal may be due while hands still contain cards.
        let under_way = self.mover.is_some() || self.hands.iter().any(|hand| !hand.is_empty());
        let dealer = if under_way { self.dealer + 1 } else { self.dealer };
        (dealer as usize + 1) % 4
    }

    /// Returns a human-readable static evaluation.
    pub(super) fn explanation(&self) -> String {
        if let Some(ending) = self.ending() {
            return match ending.result {
                GameResult::Win(team) => format!("over: team {} has won", team + 1),
                GameResult::Draw | GameResult::None => "over: drawn".to_string(),
            };
        }
        match self.partners.open() {
            Some(pairs) => self.explanation_for(pairs),
            None => Pairs::THREE.map(|pairs| self.explanation_for(pairs)).join("\n"),
        }
    }

    fn explanation_for(&self, pairs: Pairs) -> String {
        let mut parts = [0.0; 6];
        let add = |index: usize, value: f32| {
            let kind = [LANE, HOME, PURSUED, BLOCKED, LEADS].iter().filter(|&&start| index >= start).count();
            parts[kind] += WEIGHTS[index] * value;
        };
        features(&self.board, pairs, self.next_leader(), add);
        let sum: f32 = parts.iter().sum();
        let [own, other] = [0, 1].map(|team| {
            let seats = (0..4).filter(|&seat| pairs.team(seat) == team).map(|seat| format!("p{}", seat + 1));
            seats.collect::<Vec<_>>().join("+")
        });
        format!(
            "log odds for {own} without the hands: ring {:+.2}, lanes {:+.2}, home and waiting {:+.2}, danger {:+.2}, \
             walls {:+.2}, next lead {:+.2}, total {sum:+.2}\nwin probability: {own} {:.0} %, {other} {:.0} %",
            parts[0],
            parts[1],
            parts[2],
            parts[3],
            parts[4],
            parts[5],
            100.0 * win_probability(sum),
            100.0 * win_probability(-sum),
        )
    }
}
