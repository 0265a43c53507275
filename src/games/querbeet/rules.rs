//! The rules: turns, deals, rounds, scores, the end, views.

use super::bag::Bag;
use super::board::Board;
use super::cell::Cell;
use super::hidden::Unknown;
use super::moves::Action;
use super::notation::{hands, write_hands};
use super::points::points;
use super::position::{Querbeet, SEATS, TILES};
use super::tile::{Kind, PIECES, Piece};
use base::rng::{Rng, event_rng, mix};
use kit::chance::{Chance, Events, Hidden};
use kit::state::{Ending, Reason, State, Verdict};
use kit::text::TokenError;
use nom::Parser;
use nom::combinator::all_consuming;
use ugi::{GameResult, Seat, Turn, Viewer};

/// The reason for an ending: the last round is over.
pub(super) const POINTS: Reason = Reason::new("points");

/// A hand for each seat; entries after the last seat are empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal(pub [Bag; SEATS]);

impl Querbeet {
    /// Adds the points of the round to the totals. The board stays visible; the tiles left in the hands are never
    /// shown.
    fn finish_round(&mut self) {
        for seat in 0..self.seats() {
            let gained = points(&self.board, seat, self.hands[seat].len());
            self.scores[seat] = self.scores[seat].saturating_add(gained);
        }
        self.await_deal();
        self.round += 1;
    }

    /// Resets the state of the round to that before a deal: empty hands, no turns taken, not running.
    fn await_deal(&mut self) {
        self.hands = Default::default();
        self.excluded = Default::default();
        self.turns = 0;
        self.running = false;
    }

    /// Returns the result for these totals: the highest wins. Interpretation: if several seats share the highest total,
    /// the game is a draw, even for a third seat with a lower total.
    fn winner(&self, scores: &[i32]) -> GameResult {
        let best = scores.iter().copied().max().unwrap_or_default();
        let mut winners = (0..scores.len()).filter(|&seat| scores[seat] == best);
        match (winners.next(), winners.next()) {
            (Some(seat), None) => GameResult::Win(self.team(Seat::new(seat))),
            _ => GameResult::Draw,
        }
    }
}

impl State for Querbeet {
    type Action = Action;

    const EVENTS: Events<Self> = Events::hidden();

    fn turn(&self) -> Turn {
        match self.mover() {
            Some(seat) => Turn::Seat(seat),
            None if self.round > self.rules.seats => Turn::Over,
            None => Turn::Chance,
        }
    }

    fn ending(&self) -> Option<Ending> {
        let over = self.turn() == Turn::Over;
        over.then(|| Ending { result: self.winner(&self.scores[..self.seats()]), reason: POINTS })
    }

    fn plies(&self) -> u64 {
        self.plies
    }

    /// A seat whose hand has unknown tiles has no moves.
    fn actions(&self, out: &mut Vec<Action>) {
        let Some(hand) = self.known_hand() else { return };
        let before = out.len();
        for (cell, pieces) in self.places(hand.pieces()) {
            out.extend(Piece::each(pieces).map(|piece| Action::Lay(piece, cell)));
        }
        if out.len() == before {
            out.push(Action::Pass);
        }
    }

    fn count_actions(&self) -> usize {
        let Some(hand) = self.known_hand() else { return 0 };
        self.places(hand.pieces()).map(|(_, pieces)| pieces.count_ones() as usize).sum::<usize>().max(1)
    }

    #[inline]
    fn play(&mut self, action: Action) {
        let Some(seat) = self.mover().map(Seat::index) else { return };
        match action {
            Action::Lay(piece, cell) => {
                self.board.lay(piece, cell);
                self.hands[seat].take(piece.kind());
            }
            Action::Pass => self.excluded[seat] |= self.board.kinds_that_fit(self.rules.tiles.kinds()),
        }
        self.plies = self.plies.saturating_add(1);
        self.turns += 1;
        if usize::from(self.turns) == TILES {
            self.finish_round();
        }
    }

    /// Every move uses up a turn, so no position can recur.
    fn is_irreversible(&self, _action: Action) -> bool {
        true
    }

    fn key(&self) -> u64 {
        let counters = u64::from(self.round) << 16 | u64::from(self.turns) << 8 | u64::from(self.running);
        let scores = self.scores.iter().map(|&score| score as u64);
        let table = [self.rules.tiles.bits(), u64::from(self.rules.seats), counters];
        let board = if self.running { self.board } else { Board::default() };
        let roads = (0..6).map(|edge| board.roads(edge));
        let words = table.into_iter().chain(scores).chain(self.hands.map(Bag::bits)).chain(roads);
        words.fold(PIECES as u64, |key, word| mix(key.rotate_left(7) ^ word))
    }

    fn seats(&self) -> usize {
        usize::from(self.rules.seats)
    }

    /// Counts the pieces that fit on each cell and takes one by a random index: random games are a fifth faster than
    /// with a list of all moves. A seat that must pass takes no random number.
    fn random_action(&self, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Option<Action> {
        let hand = self.known_hand()?;
        let mut places = [(Cell::MIDDLE, 0); 37];
        let (mut count, mut total) = (0, 0);
        for place in self.places(hand.pieces()) {
            places[count] = place;
            count += 1;
            total += place.1.count_ones() as usize;
        }
        if total == 0 {
            return Some(Action::Pass);
        }
        let mut number = rng.index(total);
        for (cell, pieces) in places {
            let size = pieces.count_ones() as usize;
            if number < size {
                return Some(Action::Lay(Piece::nth(pieces, number), cell));
            }
            number -= size;
        }
        None
    }

    fn scores(&self, verdict: Option<Verdict>) -> Vec<i32> {
        let mut scores = self.scores[..self.seats()].to_vec();
        if let Some(Verdict::Offence(seat)) = verdict {
            let others = (0..scores.len()).filter(|&other| other != seat.index());
            let lowest = others.map(|other| scores[other]).min().unwrap_or_default();
            scores[seat.index()] = lowest.saturating_sub(1);
        }
        scores
    }
}

impl Chance for Querbeet {
    type Event = Deal;

    fn event(&self) -> &'static str {
        "deal"
    }

    /// Shuffles the sorted tiles and deals them, p1's hand first. The random stream is seeded with `seed` and the text
    /// `deal:9,9:` (two seats) or `deal:6,6,6:` (three seats) followed by the letters of the tiles.
    fn sample_event(&self, seed: u64) -> Deal {
        let sizes = vec![self.hand_size().to_string(); self.seats()].join(",");
        let text = format!("deal:{sizes}:{}", self.rules.tiles);
        let mut tiles: Vec<Kind> = self.rules.tiles.each().collect();
        event_rng(seed, &text).shuffle(&mut tiles);
        let mut hands = [Bag::default(); SEATS];
        for (hand, dealt) in hands.iter_mut().zip(tiles.chunks(self.hand_size())) {
            *hand = dealt.iter().copied().collect();
        }
        Deal(hands)
    }

    fn apply_event(&mut self, event: &Deal) {
        self.await_deal();
        self.hands = event.0;
        self.board = Board::opening();
        self.running = true;
    }

    fn parse_event(&self, token: &str, viewer: Viewer) -> Result<Deal, TokenError> {
        if self.turn() != Turn::Chance {
            return Err(TokenError::Illegal);
        }
        let (_, read) = all_consuming(hands).parse(token).map_err(|_| TokenError::Illegal)?;
        if read.len() != self.seats() {
            return Err(TokenError::Illegal);
        }
        if read.iter().enumerate().any(|(seat, (_, hand))| hand.unknown() > 0 && viewer.sees(Seat::new(seat))) {
            return Err(TokenError::View);
        }
        if read.iter().any(|(length, _)| *length != self.hand_size()) {
            return Err(TokenError::Illegal);
        }
        let known = read.iter().fold(Bag::default(), |all, (_, hand)| all.plus(hand.known()));
        self.rules.tiles.without(known).ok_or(TokenError::Illegal)?;
        let mut dealt = [Bag::default(); SEATS];
        dealt.iter_mut().zip(read).for_each(|(hand, (_, read))| *hand = read);
        Ok(Deal(dealt))
    }

    fn write_event(&self, event: &Deal, out: &mut String) {
        out.push_str("!deal/");
        write_hands(&event.0[..self.seats()], "", out);
    }
}

impl Hidden for Querbeet {
    fn mask(&self, viewer: Viewer) -> Self {
        Self { hands: masked(self.hands, viewer), ..*self }
    }

    fn mask_event(&self, event: &Deal, viewer: Viewer) -> Deal {
        Deal(masked(event.0, viewer))
    }

    fn is_partial(&self) -> bool {
        self.hands.iter().any(|hand| hand.unknown() > 0)
    }

    fn determinize(&self, rng: &mut Rng) -> Self {
        if self.is_partial() { Self { hands: Unknown::of(self).fill(rng), ..*self } } else { *self }
    }
}

/// Returns the hands as `viewer` sees them: hands that the viewer cannot see become unknown tiles.
fn masked(hands: [Bag; SEATS], viewer: Viewer) -> [Bag; SEATS] {
    std::array::from_fn(
        |seat| {
            if viewer.sees(Seat::new(seat)) { hands[seat] } else { Bag::unknowns(hands[seat].len()) }
        },
    )
}
