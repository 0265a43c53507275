//! The payoffs of the teams.

use smallvec::{SmallVec, smallvec};
use std::ops::{Deref, DerefMut};

/// The expected payoff of each team; the sum is 1. Up to four payoffs are stored inline. A slice gives access to them.
///
/// ```
/// use speltafel_kit::search::Payoffs;
///
/// assert_eq!(Payoffs::win(1, 3)[..], [0.0, 1.0, 0.0]);
/// assert_eq!(Payoffs::shared(4)[..], [0.25; 4]);
/// assert_eq!(Payoffs::from([0.75, 0.25])[0], 0.75);
/// // A single team can also lose.
/// assert_eq!(Payoffs::win(1, 1)[..], [0.0, 1.0]);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Payoffs(SmallVec<[f32; 4]>);

impl Payoffs {
    /// Returns 1 for the team `winner` and 0 for the others. With one team, a win of team 1 means that the team lost.
    #[must_use]
    pub fn win(winner: usize, teams: usize) -> Self {
        let mut payoffs: SmallVec<[f32; 4]> = smallvec![0.0; teams.max(2)];
        payoffs[winner] = 1.0;
        Self(payoffs)
    }

    /// Returns an equal share for each team.
    #[must_use]
    pub fn shared(teams: usize) -> Self {
        let mut payoffs: SmallVec<[f32; 4]> = smallvec![0.0; teams.max(2)];
        payoffs[..teams].fill(1.0 / teams as f32);
        Self(payoffs)
    }
}

impl<const N: usize> From<[f32; N]> for Payoffs {
    fn from(payoffs: [f32; N]) -> Self {
        Self(SmallVec::from_slice(&payoffs))
    }
}

impl FromIterator<f32> for Payoffs {
    fn from_iter<I: IntoIterator<Item = f32>>(payoffs: I) -> Self {
        Self(payoffs.into_iter().collect())
    }
}

impl Deref for Payoffs {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        &self.0
    }
}

impl DerefMut for Payoffs {
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.0
    }
}
