//! The games: one folder each, what each brings along, and the registry: one line a game, written by hand.

pub mod checkers;
pub mod wieniet;

use crate::notation::Drawn;
use crate::options::{Spec, Values};
use crate::search::Searcher;

/// What a game brings along beside its rules and its texts.
pub trait Entry: Drawn {
    /// Its own options, `Game.Option`.
    const OPTIONS: &'static [Spec];

    /// Position lines (what follows `position`) that `bench` searches.
    const BENCH: &'static [&'static str];

    /// The rules that these option values mean.
    fn rules(values: &Values) -> Self::Rules;

    /// The strongest player there is.
    fn strong() -> Box<dyn Searcher<Self>>;

    /// The frozen one-ply yardstick: how good a legal move looks to the side to move, in the game's own unit. Never
    /// changed once landed; later versions are measured against it. Works on a view of the mover.
    fn greedy(&self, action: Self::Action) -> i32;
}
