//! A quiet position of a game with what was found out about its worth, in sixteen bytes. Knows no file and no network.

use crate::games::checkers::board::{Bits, turned};
use crate::games::checkers::rules::{Checkers, Rules};
use crate::search::tablebase::Wdl;

/// Bytes of a sample.
pub const SIZE: usize = 16;

/// A position as the side to move sees it: its own men go up, square 1 is bit 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Men and kings of the side to move.
    pub own: u32,
    /// Men and kings of the other side.
    pub other: u32,
    /// Kings of both.
    pub kings: u32,
    /// What the search gave, hundredths of a man; mates lie far out.
    pub score: i16,
    /// How the game ended.
    pub outcome: Wdl,
    /// Plies without a capture and without a promotion, 255 where there were more.
    pub quiet_plies: u8,
}

impl Sample {
    /// The position of a game in which the search gave `score`.
    pub fn new(position: &Checkers, score: i32, outcome: Wdl) -> Self {
        let us = position.us();
        let pieces = position.pieces();
        let seen = |bits| squares(if us == 0 { bits } else { turned(bits) });
        Self {
            own: seen(pieces[us]),
            other: seen(pieces[1 - us]),
            kings: seen(position.kings()),
            score: score.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            outcome,
            quiet_plies: position.counters().0.min(255) as u8,
        }
    }

    /// The position, with the board turned so that p1 is to move.
    pub fn position(&self) -> Checkers {
        let pieces = [padded(self.own), padded(self.other)];
        Checkers::new(&Rules::default(), pieces, padded(self.kings), false, self.quiet_plies.into(), 1)
    }

    /// The bytes on disk, least significant first: the three sets, score, outcome (0 lost, 1 drawn, 2 won), quiet plies.
    pub fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        for (place, set) in bytes.chunks_exact_mut(4).zip([self.own, self.other, self.kings]) {
            place.copy_from_slice(&set.to_le_bytes());
        }
        bytes[12..14].copy_from_slice(&self.score.to_le_bytes());
        bytes[14] = self.outcome as u8;
        bytes[15] = self.quiet_plies;
        bytes
    }

    /// Reads what [`Sample::to_bytes`] wrote; `None` when no position can look so.
    pub fn from_bytes(bytes: &[u8; SIZE]) -> Option<Self> {
        let set = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let outcome = match bytes[14] {
            0 => Wdl::Loss,
            1 => Wdl::Draw,
            2 => Wdl::Win,
            _ => return None,
        };
        let sample = Self {
            own: set(0),
            other: set(4),
            kings: set(8),
            score: i16::from_le_bytes([bytes[12], bytes[13]]),
            outcome,
            quiet_plies: bytes[15],
        };
        sample.is_possible().then_some(sample)
    }

    fn is_possible(&self) -> bool {
        let Self { own, other, kings, .. } = *self;
        let men_at_their_goal = own & !kings & 0xF000_0000 | other & !kings & 0xF;
        own & other == 0 && kings & !(own | other) == 0 && men_at_their_goal == 0 && own != 0 && other != 0
    }
}

/// A set without the bits that are no squares.
const fn squares(bits: Bits) -> u32 {
    (bits & 0xFF | bits >> 1 & 0xFF00 | bits >> 2 & 0xFF_0000 | bits >> 3 & 0xFF00_0000) as u32
}

/// The squares of a set as places of the padded board.
pub const fn padded(set: u32) -> Bits {
    let set = set as Bits;
    set & 0xFF | (set & 0xFF00) << 1 | (set & 0xFF_0000) << 2 | (set & 0xFF00_0000) << 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Turn};
    use crate::rng::Rng;

    #[test]
    fn samples_read_back_and_damage_is_seen() {
        let mut rng = Rng::new(5);
        for score in -200..200 {
            let mut position = Checkers::start(&Rules::default());
            for _ in 0..score & 63 {
                let Some(action) = position.random_action(&mut rng, &mut Vec::new()) else { break };
                position.play(action);
            }
            if position.turn() == Turn::Over {
                continue;
            }
            let sample = Sample::new(&position, 300 * score, Wdl::Win);
            let mut bytes = sample.to_bytes();
            assert_eq!(Sample::from_bytes(&bytes), Some(sample));
            assert_eq!(
                (sample.own | sample.other).count_ones(),
                (position.pieces()[0] | position.pieces()[1]).count_ones()
            );
            bytes[14] = 3;
            assert_eq!(Sample::from_bytes(&bytes), None);
            bytes[14] = 1;
            bytes[4] = bytes[0];
            assert!(sample.own & 0xFF == 0 || Sample::from_bytes(&bytes).is_none());
        }
    }

    #[test]
    fn both_sides_see_the_start_alike() {
        let start = Checkers::start(&Rules::default());
        let sample = Sample::new(&start, 0, Wdl::Draw);
        assert_eq!((sample.own, sample.other, sample.kings), (0xFFF, 0xFFF0_0000, 0));
        let mut replies = Vec::new();
        let next = start.after({
            start.actions(&mut replies);
            replies[0]
        });
        let seen = Sample::new(&next, 0, Wdl::Draw);
        assert_eq!(seen.own, 0xFFF, "nothing of the side to move has moved yet");
        assert_eq!(seen.other.count_ones(), 12);
    }
}
