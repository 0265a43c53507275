//! Positions and moves as numbers, for programs that learn.

use crate::state::State;
use ugi::Seat;

/// A part of an observation: a named array of numbers.
///
/// ```
/// use speltafel_kit::numbers::Part;
///
/// const MEN: Part = Part::new("men", [8, 8]);
/// assert_eq!((MEN.name, MEN.shape(), MEN.size()), ("men", &[8, 8][..], 64));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The name, in lower case with `_` between words.
    pub name: &'static str,
    shape: [usize; 4],
    dimensions: usize,
}

impl Part {
    /// Creates a part of one to four dimensions.
    ///
    /// # Panics
    /// Panics if there are more.
    #[must_use]
    pub const fn new<const N: usize>(name: &'static str, shape: [usize; N]) -> Self {
        let (mut sizes, mut at) = ([1; 4], 0);
        while at < N {
            sizes[at] = shape[at];
            at += 1;
        }
        Self { name, shape: sizes, dimensions: N }
    }

    /// Returns the size of each dimension. In memory, the last index varies fastest.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape[..self.dimensions]
    }

    /// Returns the number of values.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.shape[0] * self.shape[1] * self.shape[2] * self.shape[3]
    }
}

/// What the numbers of a game stand for. It is the same for all positions under the same rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The parts of an observation, in order.
    pub parts: Vec<Part>,
    /// The number of actions, which are numbered from 0.
    pub actions: usize,
}

impl Layout {
    /// Returns the number of values of an observation.
    #[must_use]
    pub fn size(&self) -> usize {
        self.parts.iter().map(Part::size).sum()
    }
}

/// Splits an observation into its parts.
///
/// ```
/// use speltafel_kit::numbers::{Part, split};
///
/// let mut out = [0.0; 5];
/// let [board, turn] = split(&mut out, &[Part::new("board", [2, 2]), Part::new("turn", [1])]);
/// (board[3], turn[0]) = (0.5, 1.0);
/// assert_eq!(out, [0.0, 0.0, 0.0, 0.5, 1.0]);
/// ```
///
/// # Panics
/// Panics if the parts do not fill the observation.
pub fn split<'a, const N: usize>(out: &'a mut [f32], parts: &[Part; N]) -> [&'a mut [f32]; N] {
    let mut rest = out;
    let split = parts.map(|part| {
        let (part, others) = std::mem::take(&mut rest).split_at_mut(part.size());
        rest = others;
        part
    });
    assert!(rest.is_empty(), "the parts do not fill the observation");
    split
}

/// A game that says what a seat sees as numbers, and which number a move has. Programs that learn keep these numbers
/// in their networks, so a released game must not change them. [`laws::check`](crate::laws::check) tests them.
///
/// ```
/// use speltafel_kit::prelude::*;
///
/// /// Three cells in a row; a move puts a man on an empty one.
/// #[derive(Clone, PartialEq, Debug)]
/// struct Row([bool; 3]);
/// # impl State for Row {
/// #     type Action = usize;
/// #     fn turn(&self) -> Turn {
/// #         Turn::Seat(Seat::P1)
/// #     }
/// #     fn ending(&self) -> Option<Ending> {
/// #         None
/// #     }
/// #     fn actions(&self, out: &mut Vec<usize>) {
/// #         out.extend((0..3).filter(|&cell| !self.0[cell]));
/// #     }
/// #     fn play(&mut self, cell: usize) {
/// #         self.0[cell] = true;
/// #     }
/// #     fn key(&self) -> u64 {
/// #         self.0.iter().fold(0, |key, &man| key << 1 | u64::from(man))
/// #     }
/// # }
///
/// impl Numbers for Row {
///     fn layout(&self) -> Layout {
///         Layout { parts: vec![Part::new("men", [3])], actions: 3 }
///     }
///
///     fn observe(&self, _seat: Seat, out: &mut [f32]) {
///         out.iter_mut().zip(self.0).for_each(|(out, man)| *out = f32::from(man));
///     }
///
///     fn number_actions(&self, legal: &[usize], out: &mut Vec<usize>) {
///         out.extend(legal);
///     }
/// }
///
/// // In `impl Game for Row`, the line is `const NUMBERS: Option<Numbering<Self>> = Some(Numbering::of());`.
/// let numbering = Numbering::<Row>::of();
/// let mut out = [0.0; 3];
/// (numbering.observe)(&Row([false, true, false]), Seat::P1, &mut out);
/// assert_eq!(out, [0.0, 1.0, 0.0]);
/// ```
pub trait Numbers: State {
    /// Returns the parts of an observation and the number of actions.
    fn layout(&self) -> Layout;

    /// Writes what a seat sees into `out`, which is [`Layout::size`] zeros. Values are from -1 to 1. The position may
    /// have all cards: what is hidden from the seat must not change the values.
    fn observe(&self, seat: Seat, out: &mut [f32]);

    /// Appends the number of each legal move. `legal` is the list of [`State::actions`], in which the hand of the seat
    /// to move is known.
    fn number_actions(&self, legal: &[Self::Action], out: &mut Vec<usize>);
}

/// The functions of [`Numbers`] for code that is generic over all games, because only some games implement it; see
/// [`Game::NUMBERS`](crate::game::Game::NUMBERS).
#[derive(Debug)]
#[non_exhaustive]
pub struct Numbering<G: State> {
    /// [`Numbers::layout`].
    pub layout: fn(&G) -> Layout,
    /// [`Numbers::observe`].
    pub observe: fn(&G, Seat, &mut [f32]),
    /// [`Numbers::number_actions`].
    pub number_actions: fn(&G, &[G::Action], &mut Vec<usize>),
}

impl<G: Numbers> Numbering<G> {
    /// Returns the functions of a game.
    #[must_use]
    pub const fn of() -> Self {
        Self { layout: G::layout, observe: G::observe, number_actions: G::number_actions }
    }
}

impl<G: State> Numbering<G> {
    /// Writes what each seat sees into `out`, one seat after the other: [`State::seats`] times [`Layout::size`] zeros.
    /// Together, the seats see the whole state of most games.
    ///
    /// # Panics
    /// Panics if `out` has another size.
    pub fn observe_all(&self, position: &G, out: &mut [f32]) {
        let size = out.len() / position.seats();
        Seat::all(position.seats()).zip(out.chunks_exact_mut(size)).for_each(|(seat, out)| {
            (self.observe)(position, seat, out);
        });
    }
}
