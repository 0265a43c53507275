//! What a game gives the engine beside its rules and its texts: options, players, positions to measure.

use crate::game::{GameResult, Turn};
use crate::notation::Render;
use crate::options::{Spec, Values};
use crate::search::{MATE, Searcher};
use std::fmt;

/// What a game brings along beside its rules and its texts. [`RegisteredGame::of`](crate::registry::RegisteredGame::of) makes a
/// registry entry of it.
pub trait GameEntry: Render {
    /// The name on the wire, lower case.
    const NAME: &'static str;

    /// The strongest player: `AlphaBeta<Self>` where the game has [`Evaluate`](crate::search::Evaluate).
    type Strong: Searcher<Self> + Default + 'static;

    /// Its own options, `Game.Option`.
    const OPTIONS: &'static [Spec] = &[];

    /// Rule options that were added after games had been recorded without them, each with the value that leaves the rules
    /// as they were.
    const ADDED_OPTIONS: &'static [(&'static Spec, &'static str)] = &[];

    /// Options that say what its strongest player may use, such as files. They change no rule.
    const RESOURCES: &'static [Spec] = &[];

    /// Position lines (what follows `position`) that `bench` searches.
    const BENCH: &'static [&'static str] = &["startpos"];

    /// The rule pages in Markdown: a language code, the page. English is among them; where there are none a short page
    /// names the options.
    const RULES: &'static [(&'static str, &'static str)] = &[];

    /// Plies of the perft from the start position that `bench speed` times, a second long at most. Where chance moves
    /// first they are counted behind what it gives.
    const SPEED_DEPTH: u32 = 4;

    /// The rules that these option values mean.
    fn rules(_values: &Values) -> Self::Rules {
        Self::Rules::default()
    }

    /// The strongest player with what these values let it use and what of that can be had. What cannot be had is
    /// the first that it tells as [`Searcher::errors`].
    fn strong(_values: &Values) -> Self::Strong {
        Self::Strong::default()
    }

    /// In how many ways the position can be completed, exactly where they are no more than `limit`; `None` in games that
    /// are no puzzles. It takes a second or two at most.
    fn solutions(&self, _limit: u64) -> Option<Solutions> {
        None
    }

    /// The frozen one-ply yardstick: how good a legal move looks to the side to move, in the game's own unit. Never
    /// changed once landed; later versions are measured against it. Works on a view of the mover. Without one of its own a
    /// game gets the worth that its strongest player sees in the position after the move.
    fn greedy_value(&self, action: Self::Action) -> i32 {
        let next = self.after(action);
        let is_own = |team: usize| matches!(self.turn(), Turn::Seat(seat) if self.team(seat) == team);
        let signed = |own: bool, worth: i32| if own { worth } else { -worth };
        match (next.result_with(None), next.turn()) {
            (GameResult::Win(team), _) => signed(is_own(team), MATE),
            (_, Turn::Seat(seat)) => {
                signed(is_own(self.team(seat)), Self::Strong::default().static_eval(&next).unwrap_or_default())
            }
            _ => 0,
        }
    }
}

/// How many ways there are to complete a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solutions {
    /// So many.
    pub count: u64,
    /// No more than that; else at least so many.
    pub exact: bool,
}

impl fmt::Display for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.count, if self.exact { "" } else { "+" })
    }
}
