//! The games: one folder each, what each brings along, and the registry: one line a game, written by hand.

pub mod checkers;
pub mod decks;
pub mod jeex;
pub mod keezen;
pub mod querbeet;
pub mod wieniet;

use crate::notation::Drawn;
use crate::options::{Spec, Values};
use crate::search::Searcher;
use crate::session::{OpenGame, Session};
use crate::transcript::Portable;

/// What a game brings along beside its rules and its texts.
pub trait Entry: Drawn {
    /// Its own options, `Game.Option`.
    const OPTIONS: &'static [Spec];

    /// Position lines (what follows `position`) that `bench` searches.
    const BENCH: &'static [&'static str];

    /// The rule pages in Markdown: a language code, the page. English is among them.
    const RULES: &'static [(&'static str, &'static str)];

    /// Plies of the perft from the start position that `bench speed` times, a second long at most. Where chance moves
    /// first they are counted behind what it gives.
    const SPEED_DEPTH: u32;

    /// The format in which people exchange finished games of this kind, where there is one.
    const PORTABLE: Option<Portable> = None;

    /// The rules that these option values mean.
    fn rules(values: &Values) -> Self::Rules;

    /// The strongest player there is.
    fn strong() -> Box<dyn Searcher<Self>>;

    /// The frozen one-ply yardstick: how good a legal move looks to the side to move, in the game's own unit. Never
    /// changed once landed; later versions are measured against it. Works on a view of the mover.
    fn greedy(&self, action: Self::Action) -> i32;
}

/// A game as the rest of the engine sees it.
pub struct Registered {
    /// The name on the wire.
    pub name: &'static str,
    /// Its own options.
    pub options: &'static [Spec],
    /// The rule pages: a language code, the page.
    pub rules: &'static [(&'static str, &'static str)],
    /// What `bench` searches.
    pub bench: &'static [&'static str],
    /// The format in which people exchange finished games, where there is one.
    pub portable: Option<Portable>,
    /// Opens it at its start position under the rules that the values mean.
    pub open: fn(&Values) -> Box<dyn OpenGame>,
}

/// All games; the first one is the default.
pub const GAMES: &[Registered] = &[
    entry::<checkers::Checkers>(),
    entry::<jeex::Jeex>(),
    entry::<wieniet::Wieniet>(),
    entry::<keezen::Keezen>(),
    entry::<querbeet::Querbeet>(),
];

const fn entry<G: Entry>() -> Registered {
    Registered {
        name: G::NAME,
        options: G::OPTIONS,
        rules: G::RULES,
        bench: G::BENCH,
        portable: G::PORTABLE,
        open: |values| Box::new(Session::<G>::open(values)),
    }
}
