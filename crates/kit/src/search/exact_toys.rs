//! Two toy games small enough to be solved exactly, for the tests of searches: a heap in the open, and tricks with
//! hidden cards.

use super::playout::{NodeCounter, random_playout};
use crate::game::{Ending, Game, Reason, Seat, State, Turn, Viewer};
use crate::search::control::{Control, Stop};
use crate::search::sampled::{Payoffs, Sampled};
use crate::search::task::{Report, SearchResult, SearchTask, Searcher};
use base::rng::{Rng, event_rng, mix};
use std::cell::Cell;

thread_local! {
    /// States visited by [`State::play`] and [`Game::settle`] of both toys on this thread.
    pub static VISITED: Cell<u64> = const { Cell::new(0) };
}

fn visit() {
    VISITED.set(VISITED.get() + 1);
}

/// A random playout under the policy interface, without a limit.
fn policy<G: Game>(position: G, rng: &mut Rng, scratch: &mut Vec<G::Action>, nodes: &mut u64) -> Payoffs {
    let stop = Stop::default();
    let control = Control::new(&stop);
    let mut meter = NodeCounter::new(&control);
    let shares = random_playout(position, rng, scratch, &mut meter).expect("nothing stops it");
    *nodes += meter.nodes();
    shares
}

/// Take one to three from a heap; who takes the last one wins. For any number of seats, each its own team.
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

    /// The worth for the side to move of a heap between two.
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
}

impl Game for Heap {
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

/// Three cards each of 1 to 9, dealt by nature; p1 leads every time, the higher card takes the trick, and who has taken
/// two wins at once.
#[derive(Clone, PartialEq, Debug)]
pub struct Tricks {
    /// `None` before the deal; 0 is an unknown card.
    pub hands: Option<[Vec<u8>; 2]>,
    pub led: Option<u8>,
    pub taken: [u8; 2],
    pub played: Vec<u8>,
}

impl Tricks {
    /// A dealt game.
    pub fn dealt(seed: u64) -> Self {
        let mut game = Self { hands: None, led: None, taken: [0; 2], played: Vec::new() };
        assert!(game.resolve_chance(seed), "the deal comes first");
        game
    }

    /// Every way to fill the holes of `viewer`'s view.
    pub fn determinizations(&self) -> Vec<Self> {
        let hands = self.hands.as_ref().expect("dealt");
        let (seat, hidden) = (0..2)
            .map(|seat| (seat, hands[seat].iter().filter(|&&card| card == 0).count()))
            .max_by_key(|x| x.1)
            .expect("two seats");
        let unseen = self.unseen();
        (0u32..1 << unseen.len())
            .filter(|set| set.count_ones() as usize == hidden)
            .map(|set| {
                let mut filled = self.clone();
                let cards = (0..unseen.len()).filter(|&i| set >> i & 1 == 1).map(|i| unseen[i]).collect();
                if hidden > 0 {
                    filled.hands.as_mut().expect("dealt")[seat] = cards;
                }
                filled
            })
            .collect()
    }

    /// The share of each seat when all play at random.
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
        let hand = &mut self.hands.as_mut().expect("dealt")[mover];
        let at = hand.iter().position(|&held| held == card || held == 0).expect("held");
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

impl Game for Tricks {
    fn resolve_chance(&mut self, seed: u64) -> bool {
        if self.hands.is_some() {
            return false;
        }
        let mut cards: Vec<u8> = (1..=9).collect();
        event_rng(seed, "deal").shuffle(&mut cards);
        visit();
        self.hands = Some([cards[..3].to_vec(), cards[3..6].to_vec()]);
        true
    }

    fn mask(&self, viewer: Viewer) -> Self {
        let mut view = self.clone();
        for (index, hand) in view.hands.iter_mut().flatten().enumerate() {
            if !viewer.sees(Seat::new(index)) {
                hand.fill(0);
            }
        }
        view
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

/// What a search answered, and what it reported on the way.
pub(super) type SearchRun<A> = (SearchResult<A>, Vec<Report<A>>);

/// Searches without a clock.
pub(super) fn search_with<G: Game>(
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

/// A task that only its depth limits.
pub(super) fn depth<A>(depth: u32) -> SearchTask<A> {
    SearchTask { depth: Some(depth), ..SearchTask::default() }
}
