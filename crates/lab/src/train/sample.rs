//! A quiet position of a game with what was found out about its worth, in sixteen bytes.

use kit::search::tablebase::Wdl;
use speltafel::games::checkers::Checkers;
use speltafel::games::checkers::relative_position::{self, RelativePosition};

/// Bytes of a sample.
pub const SIZE: usize = 16;

/// A position and its worth for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position.
    pub seen: RelativePosition,
    /// What the search gave, hundredths of a man; mates lie far out.
    pub score: i16,
    /// How the game ended; `None` beside a game.
    pub outcome: Option<Wdl>,
    /// Plies without a capture and without a promotion, 255 where there were more.
    pub quiet_plies: u8,
}

impl Sample {
    /// A position in which the search gave `score`.
    pub fn new(position: &Checkers, score: i32, outcome: Option<Wdl>) -> Self {
        Self {
            seen: RelativePosition::of(position),
            score: score.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            outcome,
            quiet_plies: position.counters().0.min(255) as u8,
        }
    }

    /// The position, with the board turned so that p1 is to move.
    pub fn position(&self) -> Checkers {
        self.seen.position(self.quiet_plies.into())
    }

    /// The bytes on disk, least significant first: the three sets, score, outcome (0 lost, 1 drawn, 2 won, 3 none),
    /// quiet plies.
    pub fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes[..relative_position::SIZE].copy_from_slice(&self.seen.to_bytes());
        bytes[12..14].copy_from_slice(&self.score.to_le_bytes());
        bytes[14] = self.outcome.map_or(3, |outcome| outcome as u8);
        bytes[15] = self.quiet_plies;
        bytes
    }

    /// Reads what [`Sample::to_bytes`] wrote; `None` when no position can look so.
    pub fn from_bytes(bytes: &[u8; SIZE]) -> Option<Self> {
        let outcome = match bytes[14] {
            0 => Some(Wdl::Loss),
            1 => Some(Wdl::Draw),
            2 => Some(Wdl::Win),
            3 => None,
            _ => return None,
        };
        let seen = RelativePosition::from_bytes(bytes)?;
        Some(Self { seen, score: i16::from_le_bytes([bytes[12], bytes[13]]), outcome, quiet_plies: bytes[15] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::rng::Rng;
    use kit::game::{Game, State, Turn};
    use kit::notation::Notation;
    use speltafel::games::checkers::Rules;

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
            let outcome = (score & 1 == 0).then_some(Wdl::Win);
            let sample = Sample::new(&position, 300 * score, outcome);
            let mut bytes = sample.to_bytes();
            assert_eq!(Sample::from_bytes(&bytes), Some(sample));
            assert_eq!(
                (sample.seen.own | sample.seen.other).count_ones(),
                (position.pieces()[0] | position.pieces()[1]).count_ones()
            );
            bytes[14] = 4;
            assert_eq!(Sample::from_bytes(&bytes), None);
            bytes[14] = 1;
            bytes[4] = bytes[0];
            assert!(sample.seen.own & 0xFF == 0 || Sample::from_bytes(&bytes).is_none());
        }
    }
}
