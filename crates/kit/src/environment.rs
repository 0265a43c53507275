//! Games for programs that learn: several of one kind are stepped together, and say what a seat sees and which moves
//! are legal as numbers.

use crate::game::Game;
use crate::key_history::KeyHistory;
use crate::numbers::{Layout, Numbering};
use crate::options::Values;
use crate::session::history::GameHistory;
use crate::state::Verdict;
use base::rng::Rng;
use std::fmt::Debug;
use std::sync::Arc;
use ugi::{Base, ErrorCode, GameResult, ProtocolError, Seat, Turn, Viewer};

/// Several games of one kind, under the same rules. The games are counted from 0. Each has random events of its own,
/// which are sampled as soon as they are due; a copy goes on with the same ones.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::environment::Buffers;
/// use speltafel_kit::prelude::*;
/// use nim::REGISTRY;
///
/// let mut nim = (REGISTRY.games()[0].environment)(&Values::default(), 2).expect("Nim has numbers");
/// nim.reset(Some(1));
/// // Both games begin with ten pieces. Action 2 takes three of them, and action 0 one.
/// nim.step(&[2, 0])?;
/// let (mut observations, mut masks) = ([0.0; 22], [0; 6]);
/// let (mut rewards, mut seats, mut ends) = ([0.0; 4], [0; 2], [0; 2]);
/// nim.write(Buffers {
///     observations: &mut observations,
///     masks: &mut masks,
///     rewards: &mut rewards,
///     seats: &mut seats,
///     ends: &mut ends,
/// });
/// assert_eq!(observations[..11], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
/// assert_eq!((masks, seats, ends), ([1; 6], [2; 2], [0; 2]));
///
/// let error = nim.step(&[0, 3]).unwrap_err();
/// assert_eq!(error.to_string(), "the action 3 is not legal in game 1");
/// # Ok::<(), speltafel_kit::environment::IllegalAction>(())
/// ```
pub trait Environment: Debug + Send + Sync {
    /// Returns what the numbers stand for.
    fn layout(&self) -> &Layout;

    /// Returns the number of games.
    fn games(&self) -> usize;

    /// Returns the number of seats of a game.
    fn seats(&self) -> usize;

    /// Begins all games anew. With a seed, all events of these games and of those after them follow from the seed.
    fn reset(&mut self, seed: Option<u64>);

    /// Begins one game anew at another position: that after these tokens.
    ///
    /// # Errors
    /// Returns an error if the position is impossible, something in it is unknown, or it has another number of seats.
    /// Then nothing has changed.
    fn begin(&mut self, game: usize, base: Base, tokens: &[&str]) -> Result<(), ProtocolError>;

    /// Plays an action in each game. A game that is over begins anew instead.
    ///
    /// # Errors
    /// Returns the first action that is not legal. Then nothing has changed.
    ///
    /// # Panics
    /// Panics if there are not as many actions as games.
    fn step(&mut self, actions: &[i64]) -> Result<(), IllegalAction>;

    /// Writes what a program that learns needs of all games.
    ///
    /// # Panics
    /// Panics if a buffer has another length.
    fn write(&self, out: Buffers);

    /// Writes what a seat of a game sees into `out`, which is [`Layout::size`] zeros.
    fn observe(&self, game: usize, seat: Seat, out: &mut [f32]);

    /// Writes what all seats of a game see, one after the other.
    fn observe_all(&self, game: usize, out: &mut [f32]);

    /// Returns the numbers and the tokens of the legal moves.
    fn moves(&self, game: usize) -> Vec<(usize, String)>;

    /// Returns the position text.
    fn position_text(&self, game: usize) -> String;

    /// Returns a copy, which can be played without changing this one.
    fn copy(&self) -> Box<dyn Environment>;
}

/// Where [`Environment::write`] writes, one game after the other.
///
/// See the example of [`Environment`].
#[derive(Debug)]
pub struct Buffers<'a> {
    /// What the seat in `seats` sees: [`Layout::size`] values for each game.
    pub observations: &'a mut [f32],
    /// 1 for each legal action, otherwise 0: [`Layout::actions`] values for each game.
    pub masks: &'a mut [i8],
    /// The reward of each seat, which is 0 until the game is over. Then it is 1 for the seats of the winning team and
    /// -1 for the others, or 0 after a draw. In a game for one seat it is the points, or 1 for a win if there are none.
    pub rewards: &'a mut [f32],
    /// The number of the seat to move, or of the one that moved last if the game is over.
    pub seats: &'a mut [i8],
    /// 1 if the game is over, otherwise 0.
    pub ends: &'a mut [i8],
}

/// An action that is not legal.
///
/// See the example of [`Environment`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the action {action} is not legal in game {game}")]
pub struct IllegalAction {
    /// The index of the game.
    pub game: usize,
    /// The action.
    pub action: i64,
}

/// Creates games at the start position. Returns `None` if the game does not implement
/// [`Numbers`](crate::numbers::Numbers).
pub(crate) fn open<G: Game>(values: &Values, games: usize) -> Option<Box<dyn Environment>> {
    let (numbering, rules) = (G::NUMBERS?, G::Rules::from(values));
    let start = G::start(&rules);
    let kind = Arc::new(Kind { layout: (numbering.layout)(&start), numbering, rules, start });
    let mut batch = Batch { games: vec![Running::new(&kind.start); games], kind };
    batch.reset(Some(0));
    Some(Box::new(batch))
}

/// What the games have in common.
#[derive(Debug)]
struct Kind<G: Game> {
    layout: Layout,
    numbering: Numbering<G>,
    rules: G::Rules,
    start: G,
}

#[derive(Clone, Debug)]
struct Batch<G: Game> {
    kind: Arc<Kind<G>>,
    games: Vec<Running<G>>,
}

/// A game in progress, up to the next decision of a seat.
#[derive(Clone, Debug)]
struct Running<G: Game> {
    position: G,
    /// The keys of the positions, in games with a repetition rule.
    keys: KeyHistory,
    rng: Rng,
    /// The seat to move, or the one that moved last.
    seat: Seat,
    /// The result if the game is over.
    result: Option<GameResult>,
    legal: Vec<G::Action>,
    /// The numbers of the legal moves.
    numbers: Vec<usize>,
}

impl<G: Game> Running<G> {
    fn new(start: &G) -> Self {
        let keys = KeyHistory::new(start.key());
        let position = start.clone();
        Self { position, keys, rng: Rng::new(0), seat: Seat::P1, result: None, legal: Vec::new(), numbers: Vec::new() }
    }

    fn find(&self, action: i64) -> Option<G::Action> {
        let index = self.numbers.iter().position(|&number| number as i64 == action)?;
        Some(self.legal[index])
    }

    fn restart(&mut self, kind: &Kind<G>) {
        self.position.clone_from(&kind.start);
        (self.keys, self.result) = (KeyHistory::new(kind.start.key()), None);
        self.settle(kind);
    }

    fn play(&mut self, action: G::Action, kind: &Kind<G>) {
        let irreversible = self.position.is_irreversible(action);
        self.position.play(action);
        self.note(irreversible);
        self.settle(kind);
    }

    fn note(&mut self, irreversible: bool) {
        if self.position.repetitions().is_some() {
            self.keys.push(self.position.key(), irreversible);
            self.result = self.keys.ends_game(&self.position).then_some(GameResult::Draw);
        }
    }

    /// Samples the events that are due, and lists the moves of the seat that is to move then.
    fn settle(&mut self, kind: &Kind<G>) {
        self.legal.clear();
        self.numbers.clear();
        while self.result.is_none() {
            match self.position.turn() {
                Turn::Chance => {
                    (G::EVENTS.roll)(&mut self.position, self.rng.next());
                    self.note(false);
                }
                Turn::Over => self.result = Some(self.position.result_with(None)),
                Turn::Seat(seat) => {
                    self.seat = seat;
                    self.position.actions(&mut self.legal);
                    return (kind.numbering.number_actions)(&self.position, &self.legal, &mut self.numbers);
                }
            }
        }
    }

    fn write_rewards(&self, out: &mut [f32]) {
        let Some(result) = self.result else { return out.fill(0.0) };
        let alone = out.len() == 1;
        if alone && G::ABOUT.points {
            out[0] = self.position.scores(Some(Verdict::Declared(result)))[0] as f32;
            return;
        }
        for (seat, out) in Seat::all(out.len()).zip(out) {
            *out = match result {
                GameResult::Win(team) if team == self.position.team(seat) => 1.0,
                GameResult::Win(_) if !alone => -1.0,
                _ => 0.0,
            };
        }
    }
}

impl<G: Game> Environment for Batch<G> {
    fn layout(&self) -> &Layout {
        &self.kind.layout
    }

    fn games(&self) -> usize {
        self.games.len()
    }

    fn seats(&self) -> usize {
        self.kind.start.seats()
    }

    fn reset(&mut self, seed: Option<u64>) {
        let mut seeds = seed.map(Rng::new);
        for game in &mut self.games {
            seeds.iter_mut().for_each(|seeds| game.rng = Rng::new(seeds.next()));
            game.restart(&self.kind);
        }
    }

    fn begin(&mut self, game: usize, base: Base, tokens: &[&str]) -> Result<(), ProtocolError> {
        let mut history = GameHistory::<G>::start(&self.kind.rules);
        let remarks = history.set(&self.kind.rules, Viewer::Master, base, tokens)?;
        let (seats, found) = (self.seats(), history.position().seats());
        let other = (found != seats).then(|| format!("the games have {seats} seats, and the position {found}"));
        let other = other.map(|text| ProtocolError::new(ErrorCode::BadArgument, text));
        if let Some(error) = remarks.into_iter().chain(other).next() {
            return Err(error);
        }
        let game = &mut self.games[game];
        game.position.clone_from(history.position());
        game.result = history.termination.as_ref().map(|end| end.result);
        game.keys = history.keys;
        game.settle(&self.kind);
        Ok(())
    }

    fn step(&mut self, actions: &[i64]) -> Result<(), IllegalAction> {
        assert_eq!(actions.len(), self.games.len(), "an action is needed for each game");
        for (index, (game, &action)) in self.games.iter().zip(actions).enumerate() {
            if game.result.is_none() && game.find(action).is_none() {
                return Err(IllegalAction { game: index, action });
            }
        }
        for (game, &action) in self.games.iter_mut().zip(actions) {
            match game.find(action) {
                Some(action) => game.play(action, &self.kind),
                None => game.restart(&self.kind),
            }
        }
        Ok(())
    }

    fn write(&self, out: Buffers) {
        let (count, size, actions) = (self.games.len(), self.kind.layout.size(), self.kind.layout.actions);
        let lengths = [out.observations.len(), out.masks.len(), out.rewards.len(), out.seats.len(), out.ends.len()];
        let expected = [size, actions, self.seats(), 1, 1].map(|each| count * each);
        assert_eq!(lengths, expected, "the lengths of the buffers");
        out.observations.fill(0.0);
        out.masks.fill(0);
        for (index, game) in self.games.iter().enumerate() {
            let observation = &mut out.observations[size * index..][..size];
            (self.kind.numbering.observe)(&game.position, game.seat, observation);
            let mask = &mut out.masks[actions * index..][..actions];
            game.numbers.iter().for_each(|&number| mask[number] = 1);
            game.write_rewards(&mut out.rewards[self.seats() * index..][..self.seats()]);
            out.seats[index] = game.seat.number() as i8;
            out.ends[index] = i8::from(game.result.is_some());
        }
    }

    fn observe(&self, game: usize, seat: Seat, out: &mut [f32]) {
        (self.kind.numbering.observe)(&self.games[game].position, seat, out);
    }

    fn observe_all(&self, game: usize, out: &mut [f32]) {
        self.kind.numbering.observe_all(&self.games[game].position, out);
    }

    fn moves(&self, game: usize) -> Vec<(usize, String)> {
        let Running { position, legal, numbers, .. } = &self.games[game];
        numbers.iter().copied().zip(legal.iter().map(|&action| position.action_text(action))).collect()
    }

    fn position_text(&self, game: usize) -> String {
        self.games[game].position.position_text()
    }

    fn copy(&self) -> Box<dyn Environment> {
        Box::new(self.clone())
    }
}
