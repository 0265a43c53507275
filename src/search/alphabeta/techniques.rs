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
    /// A position that comes back inside the tree counts as a draw. No game here has such a rule: whoever could win
    /// but repeats makes no progress, and a search that sees it so looks for better.
    pub repetition: bool,
    /// Deeper table entries than asked for serve too.
    pub deeper_entries: bool,
    /// The table is asked and told at this depth and beyond. Where a node is quick the table, which is out of the
    /// cache, costs more near the horizon than it saves.
    pub table_depth: i32,
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
    };

    /// Only what cannot change a value.
    pub const EXACT: Self = Self {
        reductions: false,
        pruning: false,
        extensions: false,
        captures: false,
        repetition: false,
        deeper_entries: false,
        table_depth: 1,
    };

    /// For proving mates: nothing is left out, but what is known deeper may be used.
    #[must_use]
    pub(super) fn proving(self) -> Self {
        Self { deeper_entries: self.deeper_entries, repetition: self.repetition, ..Self::EXACT }
    }
}
