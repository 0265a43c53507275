//! What a position is worth between two deals: features of the pawns, weighed, as the share of the win of each team.
//! Knows no hand: cards that are held are left to the playouts.

use super::board::{Board, PAWNS, RING};
use super::moves::partner;
use super::state::Keezen;
use super::weights::WEIGHTS;
use crate::game::{Game, GameResult};

/// Cells in front of the lane that are looked at together with the lane.
const NEAR: usize = 12;
/// How far behind a pawn its hunters are looked for.
const HUNT: usize = 13;

// Where each kind of feature starts among the weights.
/// A pawn on this ring cell, seen from its start.
const CELL: usize = 0;
/// A lane with these cells taken.
const LANE: usize = CELL + RING;
/// A pawn so near its lane, and so many cells open there.
const ENTRY: usize = LANE + 16;
/// Pawns at home of the two partners, the fewer first.
const HOME: usize = ENTRY + NEAR * (PAWNS + 1);
/// Waiting pawns of the two partners, the fewer first.
const WAIT: usize = HOME + 25;
/// An enemy so many cells behind a pawn, and one four cells ahead of it.
const HUNTED: usize = WAIT + 25;
/// A pawn on the start of an enemy who has pawns waiting, and on the partner's.
const STARTS: usize = HUNTED + HUNT + 1;
/// The wall of an enemy so far ahead, and one of the partner.
const BLOCKED: usize = STARTS + 2;
/// Who leads next.
const LEADS: usize = BLOCKED + NEAR + 1;
/// How many weights there are.
pub const COUNT: usize = LEADS + 1;

/// Gives every feature of a position, `(number, value)`, to `visit`; team 1's with the sign turned.
#[inline]
pub fn features(board: &Board, leader: usize, mut visit: impl FnMut(usize, f32)) {
    let ring: [u64; 4] = std::array::from_fn(|colour| board.on_ring(colour));
    let walls = board.walls();
    for colour in 0..4usize {
        let sign = if colour.is_multiple_of(2) { 1.0 } else { -1.0 };
        let seen = |mask: u64| mask.rotate_right(16 * colour as u32);
        let pawns = board.pawns(colour);
        visit(LANE + usize::from(pawns.lane), sign);
        let open = (u32::from(pawns.lane) | 1 << PAWNS).trailing_zeros() as usize;
        let enemies = seen(ring[(colour + 1) % 4] | ring[(colour + 3) % 4]);
        let walls = [partner(colour), colour ^ 1, colour ^ 3].map(|other| seen(walls & ring[other]));
        let mut left = pawns.ring;
        while left != 0 {
            let walked = left.trailing_zeros();
            left &= left - 1;
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
            // What is lost when the pawn is hit grows with its way.
            let loss = sign * (walked + 8) as f32 / 64.0;
            let mut hunters = enemies.rotate_right(walked + RING as u32 - HUNT as u32) & ((1 << HUNT) - 1);
            while hunters != 0 {
                visit(HUNTED + HUNT - 1 - hunters.trailing_zeros() as usize, loss);
                hunters &= hunters - 1;
            }
            if enemies.rotate_right(walked + 4) & 1 == 1 {
                visit(HUNTED + HUNT, loss);
            }
            if place.is_multiple_of(16) {
                let owner = (colour + place / 16) % 4;
                if board.waiting(owner) > 0 {
                    visit(STARTS + usize::from(owner == partner(colour)), loss);
                }
            }
        }
    }
    for team in 0..2 {
        let sign = if team == 0 { 1.0 } else { -1.0 };
        let pair = |count: &dyn Fn(usize) -> usize| {
            let (one, other) = (count(team), count(partner(team)));
            one.min(other) * 5 + one.max(other)
        };
        visit(HOME + pair(&|colour| board.home(colour)), sign);
        visit(WAIT + pair(&|colour| board.waiting(colour)), sign);
    }
    visit(LEADS, if leader.is_multiple_of(2) { 1.0 } else { -1.0 });
}

/// The worth for team 0 as the logarithm of its odds; `leader` is the seat to lead the next deal.
#[inline]
pub fn log_odds(board: &Board, leader: usize) -> f32 {
    let mut sum = 0.0;
    features(board, leader, |index, value| sum += WEIGHTS[index] * value);
    sum
}

/// The share of the win of team 0.
#[inline]
pub fn share(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

impl Keezen {
    /// The seat that leads the next deal, counted from 0.
    #[inline]
    pub(super) const fn next_leader(&self) -> usize {
        let dealer = if self.mover.is_some() { self.dealer + 1 } else { self.dealer };
        (dealer as usize + 1) % 4
    }

    /// What the evaluation says, for people.
    pub(super) fn explained(&self) -> String {
        if let Some(ending) = self.ending() {
            return match ending.result {
                GameResult::Win(team) => format!("over: team {} has won", team + 1),
                GameResult::Draw | GameResult::None => "over: drawn".to_string(),
            };
        }
        let mut parts = [0.0; 6];
        features(&self.board, self.next_leader(), |index, value| {
            let kind = [LANE, HOME, HUNTED, BLOCKED, LEADS].iter().filter(|&&start| index >= start).count();
            parts[kind] += WEIGHTS[index] * value;
        });
        let sum: f32 = parts.iter().sum();
        format!(
            "log odds for p1+p3, hands not counted: way {:+.2}, lanes {:+.2}, home and waiting {:+.2}, danger {:+.2}, \
             walls {:+.2}, next lead {:+.2}, together {sum:+.2}\nshare of the win: p1+p3 {:.0} %, p2+p4 {:.0} %",
            parts[0],
            parts[1],
            parts[2],
            parts[3],
            parts[4],
            parts[5],
            100.0 * share(sum),
            100.0 * share(-sum),
        )
    }
}
