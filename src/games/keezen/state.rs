//! A position of Keezen and its rules: turns, deals, folding, endings, points, views.
//! Knows no text and no search.

use super::board::Board;
use super::cards::{Cards, Rank};
use super::moves::{Action, Options, apply, card_of, partner};
use crate::game::{Ending, Game, GameResult, Reason, Seat, Turn, Verdict, Viewer};
use crate::plies;
use crate::rng::{Rng, event_rng, mix};

/// How points are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scoring {
    /// Every seat has the points of its team.
    #[default]
    Team,
    /// Partners share the points of the team.
    Half,
    /// Every pawn counts for its own seat, by depth.
    Individual,
}

/// The rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// `Keezen.SelfHit` optional: who can only play on top of the own colour may fold.
    pub spare_own: bool,
    /// `Keezen.HomeOrder` back: the lane is filled from its deepest cell.
    pub back: bool,
    /// `Keezen.Scoring`.
    pub scoring: Scoring,
    /// `Keezen.MaxPlies`, 0 for never.
    pub max_plies: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self { spare_own: false, back: false, scoring: Scoring::Team, max_plies: 2000 }
    }
}

/// The hands that a deal gives, p1's first.
pub type Deal = [Cards; 4];

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keezen {
    /// The pawns.
    pub(super) board: Board,
    /// The hands, p1's first.
    pub(super) hands: [Cards; 4],
    /// Played or folded since the last shuffle.
    pub(super) used: Cards,
    /// Cards and folds so far.
    pub(super) plies: u64,
    /// The seat to move; `None` before a deal.
    pub(super) mover: Option<u8>,
    /// The seat that dealt or will deal.
    pub(super) dealer: u8,
    /// Which deal since the last shuffle, 1–3.
    pub(super) deal: u8,
    /// The rule options.
    pub(super) rules: Rules,
}

impl Keezen {
    /// The seat to move, counted from 0, while one is to move.
    #[inline]
    pub(super) fn seat(&self) -> Option<usize> {
        self.mover.filter(|_| self.ending().is_none()).map(usize::from)
    }

    /// What a seat may do with any cards.
    #[inline]
    pub(super) fn options(&self, seat: usize) -> Options<'_> {
        Options::new(&self.board, seat, self.rules.back)
    }

    /// Cards that each hand gets from this deal.
    #[inline]
    pub(super) const fn deal_size(&self) -> usize {
        if self.deal == 1 { 5 } else { 4 }
    }

    /// Cards that nobody has seen: neither played nor in a known hand.
    pub(super) fn unseen(&self) -> Cards {
        self.hands.iter().fold(Cards::PACK.minus(self.used), |pool, hand| pool.minus(hand.known()))
    }

    /// May a seat with this hand fold it? With [`Rules::spare_own`] also when every play hits the own colour.
    pub(super) fn may_fold(&self, seat: usize, hand: Cards) -> bool {
        let options = self.options(seat);
        if !self.rules.spare_own {
            return !hand.ranks().any(|rank| options.any(rank));
        }
        let mut plays = Vec::new();
        hand.ranks().for_each(|rank| options.list(rank, &mut plays));
        plays.iter().all(|&play| options.hits_own(play))
    }

    /// Have both partners of a team all pawns home?
    #[inline]
    fn is_done(&self, team: usize) -> bool {
        self.board.is_home(team) && self.board.is_home(partner(team))
    }

    /// Pawns of a team at home.
    fn team_home(&self, team: usize) -> usize {
        self.board.home(team) + self.board.home(partner(team))
    }

    #[inline]
    fn is_capped(&self) -> bool {
        plies::reached(self.plies, self.rules.max_plies)
    }

    /// The next seat with cards, or the next deal when there is none and the game goes on.
    #[inline]
    fn pass_on(&mut self, seat: usize) {
        let next = (1..=4).map(|ahead| (seat + ahead) % 4).find(|&next| !self.hands[next].is_empty());
        self.mover = match next {
            Some(next) => Some(next as u8),
            None if self.ending().is_some() => Some(seat as u8),
            None => {
                self.dealer = (self.dealer + 1) % 4;
                self.deal = self.deal % 3 + 1;
                if self.deal == 1 {
                    self.used = Cards::NONE;
                }
                None
            }
        };
    }

    fn points(&self, seat: usize, winner: Option<usize>) -> i32 {
        let team = seat % 2;
        let won = i32::from(winner == Some(team));
        let shared = 2 * self.team_home(team) as i32 + 10 * won;
        match self.rules.scoring {
            Scoring::Team => shared,
            Scoring::Half => shared / 2,
            Scoring::Individual => {
                let lane = self.board.in_lane(seat);
                (0..4).filter(|depth| lane >> depth & 1 == 1).map(|depth| depth + 1).sum::<i32>() + won
            }
        }
    }
}

impl Game for Keezen {
    const NAME: &'static str = "keezen";

    type Rules = Rules;
    type Action = Action;
    type Event = Deal;

    fn start(rules: &Rules) -> Self {
        Self {
            board: Board::default(),
            hands: [Cards::NONE; 4],
            used: Cards::NONE,
            plies: 0,
            mover: None,
            dealer: 3,
            deal: 1,
            rules: *rules,
        }
    }

    fn seats(&self) -> usize {
        4
    }

    fn teams(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.mover {
            _ if self.ending().is_some() => Turn::Over,
            Some(seat) => Turn::Seat(Seat::new(usize::from(seat))),
            None => Turn::Chance,
        }
    }

    #[inline]
    fn ending(&self) -> Option<Ending> {
        if let Some(team) = (0..2).find(|&team| self.is_done(team)) {
            return Some(Ending::win(team, Reason::Home));
        }
        if !self.is_capped() {
            return None;
        }
        Some(match self.team_home(0).cmp(&self.team_home(1)) {
            std::cmp::Ordering::Greater => Ending::win(0, Reason::MaxPlies),
            std::cmp::Ordering::Less => Ending::win(1, Reason::MaxPlies),
            std::cmp::Ordering::Equal => Ending::draw(Reason::MaxPlies),
        })
    }

    fn plies(&self) -> u64 {
        self.plies
    }

    fn plies_left(&self) -> u32 {
        plies::left(self.plies, self.rules.max_plies)
    }

    fn actions(&self, out: &mut Vec<Action>) {
        let Some(seat) = self.seat() else { return };
        let options = self.options(seat);
        let before = out.len();
        self.hands[seat].ranks().for_each(|rank| options.list(rank, out));
        let forced = out[before..].iter().any(|&play| !self.rules.spare_own || !options.hits_own(play));
        if !forced {
            out.push(Action::Fold(self.hands[seat]));
        }
    }

    fn count_actions(&self) -> usize {
        let Some(seat) = self.seat() else { return 0 };
        let options = self.options(seat);
        let plays: usize = self.hands[seat].ranks().map(|rank| options.count(rank)).sum();
        if plays == 0 {
            return 1;
        }
        plays + usize::from(self.rules.spare_own && self.may_fold(seat, self.hands[seat]))
    }

    #[inline]
    fn play(&mut self, action: Action) {
        let Some(seat) = self.mover.map(usize::from) else { return };
        if let Some(rank) = card_of(action) {
            let colour = if self.board.is_home(seat) { partner(seat) } else { seat };
            apply(&mut self.board, colour, action);
            self.hands[seat].remove(rank);
            self.used.add(rank);
        } else if let Action::Fold(hand) = action {
            self.hands[seat] = Cards::NONE;
            self.used.add_all(hand);
        }
        self.plies = self.plies.saturating_add(1);
        self.pass_on(seat);
    }

    /// Counts the moves of each rank in the hand, draws a number and picks that move: nothing is listed.
    #[inline]
    fn random_action(&self, rng: &mut Rng, scratch: &mut Vec<Action>) -> Option<Action> {
        let seat = self.seat()?;
        let hand = self.hands[seat];
        if self.rules.spare_own {
            scratch.clear();
            self.actions(scratch);
            return scratch.get(rng.index(scratch.len().max(1))).copied();
        }
        let options = self.options(seat);
        // A hand has five cards at most.
        let mut counts = [(Rank::UNKNOWN, 0); 5];
        let mut total = 0;
        for (slot, rank) in counts.iter_mut().zip(hand.ranks()) {
            let count = options.count(rank);
            *slot = (rank, count);
            total += count;
        }
        if total == 0 {
            return Some(Action::Fold(hand));
        }
        let mut place = rng.index(total);
        for (rank, count) in counts {
            if place < count {
                return options.pick(rank, place);
            }
            place -= count;
        }
        None
    }

    fn key(&self) -> u64 {
        let turn = u64::from(self.mover.unwrap_or(4)) << 16 | u64::from(self.dealer) << 8 | u64::from(self.deal);
        let pawns = (0..4).map(|colour| self.board.on_ring(colour).rotate_left(colour as u32) ^ mix(colour as u64 + 1));
        let lanes = (0..4).fold(0, |all, colour| all << 4 | u64::from(self.board.in_lane(colour)));
        let cards = self.hands.iter().map(|hand| hand.bits());
        pawns.chain(cards).chain([lanes, self.used.bits()]).fold(turn, |key, part| mix(key.wrapping_mul(31) ^ part))
    }

    fn scores(&self, verdict: Option<Verdict>) -> Vec<i32> {
        // The bonus is for pawns home and for a verdict, not for being ahead at the cap.
        let by_home = self.ending().is_some_and(|ending| ending.reason == Reason::Home);
        let winner = match self.judged(verdict) {
            GameResult::Win(team) if verdict.is_some() || by_home => Some(team),
            _ => None,
        };
        (0..4).map(|seat| self.points(seat, winner)).collect()
    }

    fn event(&self) -> Option<&'static str> {
        (self.turn() == Turn::Chance).then_some("deal")
    }

    /// Shuffles what is left of the pack, sorted, and deals it hand by hand, p1 first. The stream starts from the text
    /// `deal:5,5,5,5:` (or fours) with the letters of those sorted cards behind it.
    fn draw(&self, seed: u64) -> Option<Deal> {
        self.event()?;
        let size = self.deal_size();
        let mut pack = [Rank::ACE; 52];
        let mut left = 0;
        let mut text = String::with_capacity(80);
        text.push_str(if size == 5 { "deal:5,5,5,5:" } else { "deal:4,4,4,4:" });
        for rank in Cards::PACK.minus(self.used).iter() {
            pack[left] = rank;
            left += 1;
            text.push(rank.letter());
        }
        event_rng(seed, &text).shuffle(&mut pack[..left]);
        Some(std::array::from_fn(|seat| pack[..left].iter().skip(seat * size).take(size).copied().collect()))
    }

    #[inline]
    fn happen(&mut self, deal: &Deal) {
        self.hands = *deal;
        self.mover = Some((self.dealer + 1) % 4);
    }

    fn mask_event(&self, deal: &Deal, viewer: Viewer) -> Deal {
        hidden(deal, viewer)
    }

    fn mask(&self, viewer: Viewer) -> Self {
        Self { hands: hidden(&self.hands, viewer), ..*self }
    }

    fn has_holes(&self) -> bool {
        self.hands.iter().any(|hand| hand.holes() > 0)
    }

    fn complete(&self, rng: &mut Rng) -> Self {
        let mut pool = self.unseen();
        let mut full = *self;
        for hand in &mut full.hands {
            let drawn = pool.draw(hand.holes(), rng);
            *hand = hand.known();
            hand.add_all(drawn);
        }
        full
    }
}

/// The hands as `viewer` sees them.
fn hidden(hands: &Deal, viewer: Viewer) -> Deal {
    std::array::from_fn(
        |seat| {
            if viewer.sees(Seat::new(seat)) { hands[seat] } else { Cards::unknown(hands[seat].len()) }
        },
    )
}
