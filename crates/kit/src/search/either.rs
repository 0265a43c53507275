//! A player that is one of two.

use super::control::Control;
use super::tablebase::Wdl;
use super::task::{ReportHandler, SearchResult, SearchTask, Searcher};
use crate::error::KitError;
use crate::state::State;
use base::rng::Rng;

/// One of two players, for a game that chooses its strongest player by its rules or by an option.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::search::{AlphaBeta, Control, Either, SearchTask, Searcher, Stop, Uct};
/// use nim::Nim;
///
/// let (root, task) = (Nim { left: 6, mover: 0 }, SearchTask { depth: Some(9), hash: 1, ..SearchTask::default() });
/// for mut player in [Either::First(AlphaBeta::new()), Either::Second(Uct)] {
///     let result = player.search(&root, &task, &Control::new(&Stop::default()), &mut |_| ());
///     assert_eq!(result.best, Some(2));
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Either<A, B> {
    /// The first player, which is the default.
    First(A),
    /// The second player.
    Second(B),
}

impl<A: Default, B> Default for Either<A, B> {
    fn default() -> Self {
        Self::First(A::default())
    }
}

impl<A, B> Either<A, B> {
    fn get<G: State>(&self) -> &dyn Searcher<G>
    where
        A: Searcher<G>,
        B: Searcher<G>,
    {
        match self {
            Self::First(player) => player,
            Self::Second(player) => player,
        }
    }

    fn get_mut<G: State>(&mut self) -> &mut dyn Searcher<G>
    where
        A: Searcher<G>,
        B: Searcher<G>,
    {
        match self {
            Self::First(player) => player,
            Self::Second(player) => player,
        }
    }
}

impl<G: State, A: Searcher<G>, B: Searcher<G>> Searcher<G> for Either<A, B> {
    fn prepare(&mut self, hash: usize, threads: usize) -> usize {
        self.get_mut().prepare(hash, threads)
    }

    fn clear(&mut self) {
        self.get_mut().clear();
    }

    fn errors(&mut self) -> Vec<String> {
        self.get_mut().errors()
    }

    fn tablebase(&self, position: &G) -> Option<Wdl> {
        self.get().tablebase(position)
    }

    fn static_eval(&self, position: &G) -> Option<i32> {
        self.get().static_eval(position)
    }

    fn law(&self, position: &G, rng: &mut Rng) -> Result<(), KitError> {
        match self {
            Self::First(player) => player.law(position, rng),
            Self::Second(player) => player.law(position, rng),
        }
    }

    fn value_law(&self, position: &G, rng: &mut Rng) -> Option<i32> {
        self.get().value_law(position, rng)
    }

    fn search(
        &mut self,
        root: &G,
        task: &SearchTask<G::Action>,
        control: &Control,
        report: ReportHandler<G>,
    ) -> SearchResult<G::Action> {
        self.get_mut().search(root, task, control, report)
    }
}
