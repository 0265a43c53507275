//! A training sample: a position with its search score and the result of its game, in 16 bytes.

use kit::search::Wdl;
use speltafel::games::checkers::Checkers;
use speltafel::games::checkers::relative_position::{self, RelativePosition};

/// The size of a sample in bytes.
pub const SIZE: usize = 16;

/// A position with its score and outcome for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position as the side to move sees it.
    pub seen: RelativePosition,
    /// The search score in hundredths of a man.
    pub score: i16,
    /// The outcome of the game; `None` for an off-game position, which was reached from a game by a few random moves.
    pub outcome: Option<Wdl>,
    /// The number of plies since the last capture or promotion, at most 255.
    pub quiet_plies: u8,
}

impl Sample {
    /// Creates a sample. `score` is clamped to the range of `i16`.
    pub fn new(position: &Checkers, score: i32, outcome: Option<Wdl>) -> Self {
        Self {
            seen: RelativePosition::of(position),
            score: score.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            outcome,
            quiet_plies: position.counters().0.min(255) as u8,
        }
    }

    /// Returns the position as a game position, with the board rotated so that p1 is to move.
    pub fn position(&self) -> Checkers {
        self.seen.position(self.quiet_plies.into())
    }

    /// Returns the sample as 16 bytes, little-endian: the position's three sets, the score, the outcome (0 lost, 1
    /// drawn, 2 won, 3 none), and the plies without progress.
    pub fn to_bytes(self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        bytes[..relative_position::SIZE].copy_from_slice(&self.seen.to_bytes());
        bytes[12..14].copy_from_slice(&self.score.to_le_bytes());
        bytes[14] = self.outcome.map_or(3, |outcome| outcome as u8);
        bytes[15] = self.quiet_plies;
        bytes
    }

    /// Parses the output of [`Sample::to_bytes`]. Returns `None` if the position is impossible or the outcome is
    /// invalid.
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
    use kit::game::Game;
    use kit::state::State;
    use kit::ugi::Turn;
    use speltafel::games::checkers::Rules;

    #[test]
    fn samples_round_trip_and_damage_is_detected() {
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
