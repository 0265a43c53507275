//! What search over completions of hidden hands needs of a game.

use crate::game::{Game, GameResult};
use base::rng::Rng;
use smallvec::{SmallVec, smallvec};

/// The share of the win of each team, 1 together. Up to four teams need no memory of their own.
pub type Payoffs = SmallVec<[f32; 4]>;

/// What search over completions needs of a game with hidden hands.
pub trait Sampled: Game {
    /// No playout adds more to `nodes` than this. Searches set so much of their node limit aside before each playout,
    /// and stop when that is no longer there: the limit is never overstepped.
    const LONGEST_PLAYOUT: u64 = 256;

    /// Plays on from here (no holes) by the policy of the game, over chance events too, up to a horizon that the game
    /// chooses, and says what each team may expect there. Adds every state visited to `nodes`; the one it starts from
    /// need not count.
    fn playout(self, rng: &mut Rng, scratch: &mut Vec<Self::Action>, nodes: &mut u64) -> Payoffs;

    /// How promising a root move looks before it is searched; higher first.
    fn prior(&self, action: Self::Action) -> i32;

    /// A finished game's shares, from its result.
    fn final_payoffs(&self) -> Payoffs {
        final_payoffs(self)
    }
}

/// Win 1, draw or undecided an even part each.
#[must_use]
pub fn final_payoffs<G: Game>(position: &G) -> Payoffs {
    let teams = position.teams();
    // Who plays alone can lose too, to nobody.
    let mut shares: Payoffs = smallvec![0.0; teams.max(2)];
    match position.result_with(None) {
        GameResult::Win(team) => shares[team] = 1.0,
        GameResult::Draw | GameResult::None => shares[..teams].fill(1.0 / teams as f32),
    }
    shares
}
