//! Two toy games that are small enough to be solved exactly, for tests of searches: a heap game with perfect
//! information and a trick-taking game with hidden cards.

use super::playout::{NodeCounter, random_playout};
use crate::chance::{Chance, Events, Hidden};
use crate::payoffs::Payoffs;
use crate::search::control::{Control, Stop};
use crate::search::sampled::Sampled;
use crate::search::task::{Report, SearchResult, SearchTask, Searcher};
use crate::state::{Ending, Reason, State};
use crate::text::TokenError;
use base::rng::{Rng, event_rng, mix};
use std::cell::Cell;
use ugi::{Seat, Turn, Viewer};

thread_local! {
    /// Number of states that [`State::play`] and [`Chance::sample_event`] of both games have visited on this thread.
    pub static VISITED: Cell<u64> = const { Cell::new(0) };
}

fn visit() {
    VISITED.set(VISITED.get() + 1);
}

/// The playout policy of both games: random moves to the end of the game.
fn policy<G: State>(position: G, rng: &mut Rng, scratch: &mut Vec<G::Action>, nodes: &mut u64) -> Payoffs {
    let stop = Stop::default();
    let control = Control::new(&stop);
    let mut counter = NodeCounter::new(&control);
    let payoffs = random_playout(position, rng, scratch, &mut counter).expect("the search has no limit");
    *nodes += counter.nodes();
    payoffs
}

/// Players take turns to remove one to three pieces from a heap; the player who takes the last piece wins. There may be
/// any number of seats. Each seat is a team.
#[derive(Clone, PartialEq, Debug)]
pub struct Heap {
    pub left: u32,
    pub seats: usize,
    pub plies: u64,
}

impl Heap {
    pub fn new(left: u32, seats: usize) -> Self {
        Self { left, seats, plies: 0 }
    }

    /// Returns the value of a two-player heap for the side to move: 1 for a win, -1 for a loss.
    pub fn negamax(&self) -> i32 {
        self.legal().iter().map(|&action| -self.after(action).negamax()).max().unwrap_or(-1)
    }
}

impl State for Heap {
    type Action = u32;

    fn turn(&self) -> Turn {
        if self.left == 0 { Turn::Over } else { Turn::Seat(Seat::new(self.plies as usize % self.seats)) }
    }

    fn ending(&self) -> Option<Ending> {
        let last = (self.plies as usize + self.seats - 1) % self.seats;
        (self.left == 0).then(|| Ending::win(last, Reason::new("no_pieces")))
    }

    fn plies(&self) -> u64 {
        self.plies
    }

    fn actions(&self, out: &mut Vec<u32>) {
        out.extend(1..=self.left.min(3));
    }

    fn play(&mut self, action: u32) {
        visit();
        self.left -= action;
        self.plies += 1;
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.left))
    }

    fn seats(&self) -> usize {
        self.seats
    }
}

impl Sampled for Heap {
    const LONGEST_PLAYOUT: u64 = 64;

    fn playout(self, rng: &mut Rng, scratch: &mut Vec<u32>, nodes: &mut u64) -> Payoffs {
        policy(self, rng, scratch, nodes)
    }

    fn prior(&self, _action: u32) -> i32 {
        0
    }
}

/// Each side has three cards with values from 1 to 9, dealt by chance. p1 leads every trick, the higher card takes the
/// trick, and two tricks win.
#[derive(Clone, PartialEq, Debug)]
pub struct Tricks {
    /// `None` before the deal. A card of 0 is unknown.
    pub hands: Option<[Vec<u8>; 2]>,
    pub led: Option<u8>,
    pub taken: [u8; 2],
    pub played: Vec<u8>,
}

impl Tricks {
    /// Returns a game after the deal that `seed` selects.
    pub fn dealt(seed: u64) -> Self {
        let mut game = Self { hands: None, led: None, taken: [0; 2], played: Vec::new() };
        game.roll(seed);
        game
    }

    /// Returns all determinizations of this view.
    pub fn determinizations(&self) -> Vec<Self> {
        let hands = self.hands.as_ref().expect("the cards are dealt");
        let (seat, hidden) = (0..2)
            .map(|seat| (seat, hands[seat].iter().filter(|&&card| card == 0).count()))
            .max_by_key(|x| x.1)
            .expect("there are two seats");
        let unseen = self.unseen();
        (0u32..1 << unseen.len())
            .filter(|set| set.count_ones() as usize == hidden)
            .map(|set| {
                let mut filled = self.clone();
                let cards = (0..unseen.len()).filter(|&i| set >> i & 1 == 1).map(|i| unseen[i]).collect();
                if hidden > 0 {
                    filled.hands.as_mut().expect("the cards are dealt")[seat] = cards;
                }
                filled
            })
            .collect()
    }

    /// Returns each seat's expected payoff if both sides play at random.
    pub fn exact(&self) -> [f64; 2] {
        if let Some(ending) = self.ending() {
            return if ending == Ending::win(0, Reason::new("points")) { [1.0, 0.0] } else { [0.0, 1.0] };
        }
        let moves = self.legal();
        let values: Vec<_> = moves.iter().map(|&card| self.after(card).exact()).collect();
        [0, 1].map(|seat| values.iter().map(|value| value[seat]).sum::<f64>() / values.len() as f64)
    }

    fn mover(&self) -> usize {
        usize::from(self.led.is_some())
    }

    fn unseen(&self) -> Vec<u8> {
        let known =
            |card: &u8| self.played.contains(card) || self.hands.iter().flatten().any(|hand| hand.contains(card));
        (1..=9).filter(|card| !known(card)).collect()
    }
}

impl State for Tricks {
    type Action = u8;

    const EVENTS: Events<Self> = Events::hidden();

    fn turn(&self) -> Turn {
        match (&self.hands, self.ending()) {
            (None, _) => Turn::Chance,
            (_, Some(_)) => Turn::Over,
            _ => Turn::Seat(Seat::new(self.mover())),
        }
    }

    fn ending(&self) -> Option<Ending> {
        self.taken.iter().position(|&taken| taken == 2).map(|seat| Ending::win(seat, Reason::new("points")))
    }

    fn plies(&self) -> u64 {
        self.played.len() as u64
    }

    fn actions(&self, out: &mut Vec<u8>) {
        if let (Turn::Seat(seat), Some(hands)) = (self.turn(), &self.hands) {
            out.extend(&hands[seat.index()]);
        }
    }

    fn play(&mut self, card: u8) {
        visit();
        let mover = self.mover();
        let hand = &mut self.hands.as_mut().expect("the cards are dealt")[mover];
        let at = hand.iter().position(|&held| held == card || held == 0).expect("the card is in the hand");
        hand.remove(at);
        self.played.push(card);
        self.led = match self.led {
            None => Some(card),
            Some(led) => {
                self.taken[usize::from(card > led)] += 1;
                None
            }
        };
    }

    fn key(&self) -> u64 {
        self.played.iter().fold(1, |key, &card| mix(key ^ u64::from(card)))
    }
}

impl Chance for Tricks {
    type Event = [Vec<u8>; 2];

    fn event(&self) -> &'static str {
        "deal"
    }

    fn sample_event(&self, seed: u64) -> [Vec<u8>; 2] {
        let mut cards: Vec<u8> = (1..=9).collect();
        event_rng(seed, "deal").shuffle(&mut cards);
        visit();
        [cards[..3].to_vec(), cards[3..6].to_vec()]
    }

    fn apply_event(&mut self, hands: &[Vec<u8>; 2]) {
        self.hands = Some(hands.clone());
    }

    fn parse_event(&self, _: &str, _: Viewer) -> Result<[Vec<u8>; 2], TokenError> {
        Err(TokenError::Illegal)
    }

    fn write_event(&self, hands: &[Vec<u8>; 2], out: &mut String) {
        out.push_str(&format!("!deal/{hands:?}"));
    }
}

impl Hidden for Tricks {
    fn mask(&self, viewer: Viewer) -> Self {
        Self { hands: self.hands.as_ref().map(|hands| self.mask_event(hands, viewer)), ..self.clone() }
    }

    fn mask_event(&self, hands: &[Vec<u8>; 2], viewer: Viewer) -> [Vec<u8>; 2] {
        let mut masked = hands.clone();
        for (index, hand) in masked.iter_mut().enumerate() {
            if !viewer.sees(Seat::new(index)) {
                hand.fill(0);
            }
        }
        masked
    }

    fn is_partial(&self) -> bool {
        self.hands.iter().flatten().flatten().any(|&card| card == 0)
    }

    fn determinize(&self, rng: &mut Rng) -> Self {
        let mut filled = self.clone();
        let mut unseen = self.unseen();
        rng.shuffle(&mut unseen);
        for hand in filled.hands.iter_mut().flatten().filter(|hand| hand.contains(&0)) {
            *hand = unseen.drain(..hand.len()).collect();
        }
        filled
    }
}

impl Sampled for Tricks {
    const LONGEST_PLAYOUT: u64 = 6;

    fn playout(self, rng: &mut Rng, scratch: &mut Vec<u8>, nodes: &mut u64) -> Payoffs {
        policy(self, rng, scratch, nodes)
    }

    fn prior(&self, action: u8) -> i32 {
        i32::from(action)
    }
}

/// The result of a search and its reports.
pub(super) type SearchRun<A> = (SearchResult<A>, Vec<Report<A>>);

/// Runs a search whose only limits are those of `task` and `nodes`. Returns the result and all reports.
pub(super) fn search_with<G: State>(
    mut player: impl Searcher<G>,
    root: &G,
    task: &SearchTask<G::Action>,
    nodes: Option<u64>,
) -> SearchRun<G::Action> {
    let stop = Stop::default();
    let control = Control { nodes, ..Control::new(&stop) };
    let mut reports = Vec::new();
    let answer = player.search(root, task, &control, &mut |report| reports.push(report));
    (answer, reports)
}

/// Returns a task that is limited only by its depth.
pub(super) fn depth<A>(depth: u32) -> SearchTask<A> {
    SearchTask { depth: Some(depth), ..SearchTask::default() }
}
