//! Which techniques a search uses: all of them in play, the exact ones in proofs and tests.

/// Switches. With all of them off the search equals plain negamax of the same depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques {
    /// Late moves are searched less deep, and so are positions without a table move.
    pub reductions: bool,
    /// Branches are cut on the static evaluation and on the number of moves tried before.
    pub pruning: bool,
    /// Single replies do not cost depth.
    pub extensions: bool,
    /// At the horizon the moves that are not quiet are still tried, also where none of them is forced.
    pub captures: bool,
    /// A position that comes back inside the tree counts as a draw. A rule on repetition asks for more occurrences, or there
    /// is none; but whoever could win and repeats makes no progress, and a search that sees it so looks for better.
    pub repetition: bool,
    /// Deeper table entries than asked for serve too.
    pub deeper_entries: bool,
    /// The table is asked and told at this depth and beyond. Where a node is quick the table, which is out of the
    /// cache, costs more near the horizon than it saves.
    pub table_depth: i32,
    /// What the static evaluation may be wrong by.
    pub margins: Margins,
}

/// Differences of values that branches are cut by, in hundredths of a piece. They go with the scale of an evaluation, and with
/// how well it foresees what a few plies bring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins {
    /// Above the window, for each ply of depth: nothing is searched (reverse futility).
    pub reverse: i32,
    /// Below the window, at once and for each ply of depth: quiet moves are left out (futility).
    pub futility: [i32; 2],
    /// Below the window, at once and for each ply of the last three: only what is not quiet is looked at (razoring).
    pub razoring: Option<[i32; 2]>,
    /// Half the width of the first aspiration window.
    pub window: i32,
}

impl Techniques {
    /// What plays strongest.
    pub const FULL: Self = Self {
        reductions: true,
        pruning: true,
        extensions: true,
        captures: true,
        repetition: true,
        deeper_entries: true,
        table_depth: 1,
        margins: Margins { reverse: 50, futility: [40, 60], razoring: None, window: 25 },
    };

    /// Only what cannot change a value.
    pub const EXACT: Self = Self {
        reductions: false,
        pruning: false,
        extensions: false,
        captures: false,
        repetition: false,
        deeper_entries: false,
        ..Self::FULL
    };

    /// For proving mates: nothing is left out, but what is known deeper may be used. Repetitions are not counted as
    /// draws here: such a value belongs to the path, and the table would hand it to others.
    #[must_use]
    pub(super) fn proving(self) -> Self {
        Self { deeper_entries: self.deeper_entries, ..Self::EXACT }
    }
}
