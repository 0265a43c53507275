//! The rules: turns, the effects of moves, endings, points.

use super::cards::Cards;
use super::moves::{Action, apply, card_of};
use super::partners::Partners;
use super::position::{Keezen, Scoring};
use base::rng::{Rng, mix};
use kit::chance::Events;
use kit::plies;
use kit::state::{Ending, Reason, State, Verdict};
use std::cmp::Ordering;
use ugi::{GameResult, Seat, Turn};

/// The reason for an ending: a team has all its pawns home.
pub(super) const HOME: Reason = Reason::new("home");

impl Keezen {
    /// Returns the ending if a team has all pawns home or the ply limit is reached; `None` until the partners are
    /// revealed.
    fn final_result(&self) -> Option<Ending> {
        // The partner cards are revealed before the game can end.
        let pairs = self.partners.open()?;
        let home = self.board.all_home();
        if let Some(team) = (0..2).find(|&team| pairs.members(team) & !home == 0) {
            return Some(Ending::win(team, HOME));
        }
        if !self.is_capped() {
            return None;
        }
        let [one, other] = [0, 1].map(|team| self.team_home(pairs.members(team)));
        Some(match one.cmp(&other) {
            Ordering::Greater => Ending::win(0, Reason::MAX_PLIES),
            Ordering::Less => Ending::win(1, Reason::MAX_PLIES),
            Ordering::Equal => Ending::draw(Reason::MAX_PLIES),
        })
    }

    /// Passes the turn from `seat` to the next seat with cards. If all hands are empty, the next deal becomes due,
    /// unless the game is over or the ply limit is reached. If the partner cards must be revealed, the reveal comes
    /// first.
    #[inline]
    fn pass_on(&mut self, seat: usize) {
        let next = (1..=4).map(|ahead| (seat + ahead) % 4).find(|&next| !self.hands[next].is_empty());
        self.mover = match next {
            Some(next) => Some(next as u8),
            None if self.is_capped() || self.ending().is_some() => Some(seat as u8),
            None => {
                self.dealer = (self.dealer + 1) % 4;
                self.deal = self.deal % 3 + 1;
                if self.deal == 1 {
                    self.used = Cards::NONE;
                }
                None
            }
        };
        if self.reveal_is_due() {
            self.last = self.mover.filter(|_| self.is_capped() && next.is_none()).unwrap_or(0);
            self.mover = None;
        }
    }
}

impl State for Keezen {
    type Action = Action;

    const EVENTS: Events<Self> = Events::hidden();

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
        // Fast path, because this is called for every move.
        if self.board.anybody_home() || self.is_capped() { self.final_result() } else { None }
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
            let way = self.partners.way();
            let colour = self.board.played_for(seat, way);
            apply(&mut self.board, colour, way, action);
            self.hands[seat].remove(rank);
            self.used.add(rank);
        } else if let Action::Fold(hand) = action {
            self.hands[seat] = Cards::NONE;
            self.used.add_all(hand);
        }
        self.plies = self.plies.saturating_add(1);
        self.pass_on(seat);
    }

    /// Only a move that brings a pawn home counts as irreversible. After most other moves, the position can recur in a
    /// later deal.
    fn is_irreversible(&self, action: Action) -> bool {
        let home = |state: &Self| (0..4).map(|colour| state.board.home(colour)).sum::<usize>();
        home(&self.after(action)) > home(self)
    }

    fn key(&self) -> u64 {
        let mover = u64::from(self.mover.unwrap_or(4));
        let turn = self.partners.bits() << 24 | mover << 16 | u64::from(self.dealer) << 8 | u64::from(self.deal);
        let pawns = (0..4).map(|colour| self.board.on_ring(colour).rotate_left(colour as u32) ^ mix(colour as u64 + 1));
        let lanes = (0..4).fold(0, |all, colour| all << 4 | u64::from(self.board.in_lane(colour)));
        let cards = self.hands.iter().map(|hand| hand.bits());
        pawns.chain(cards).chain([lanes, self.used.bits()]).fold(turn, |key, part| mix(key.wrapping_mul(31) ^ part))
    }

    fn seats(&self) -> usize {
        4
    }

    fn teams(&self) -> usize {
        2
    }

    /// While the partners are unknown, only p1 counts as a member of p1's team.
    #[inline]
    fn team(&self, seat: Seat) -> usize {
        self.partners.known().map_or(usize::from(seat != Seat::P1), |pairs| pairs.team(seat.index()))
    }

    fn knows_teams(&self) -> bool {
        self.partners.known().is_some()
    }

    /// A hand that must be folded takes no random number.
    fn random_action(&self, rng: &mut Rng, scratch: &mut Vec<Action>) -> Option<Action> {
        scratch.clear();
        self.actions(scratch);
        match scratch[..] {
            [] => None,
            [fold @ Action::Fold(_)] if !self.rules.spare_own => Some(fold),
            _ => Some(scratch[rng.index(scratch.len())]),
        }
    }

    /// Counts by `Keezen.Scoring`. Until the partner cards are revealed, each seat counts
    /// only its own pawns, so that the points reveal nothing. After a verdict, a position that contains the partner
    /// cards counts by team even before the reveal.
    fn scores(&self, verdict: Option<Verdict>) -> Vec<i32> {
        let pairs = match self.partners {
            Partners::FaceDown(pairs) if verdict.is_some() => Some(pairs),
            partners => partners.open(),
        };
        // The winners get extra points if they won by bringing all pawns home or by a verdict, but not at the ply
        // limit.
        let by_home = self.ending().is_some_and(|ending| ending.reason == HOME);
        let winner = match self.result_with(verdict) {
            GameResult::Win(team) if verdict.is_some() || by_home => Some(team),
            _ => None,
        };
        let points = |seat: usize| {
            let team = pairs.map(|pairs| pairs.team(seat));
            let won = i32::from(team.is_some() && team == winner);
            let members = pairs.map_or(1 << seat, |pairs| pairs.members(pairs.team(seat)));
            let shared = 2 * self.team_home(members) as i32 + 10 * won;
            match self.rules.scoring {
                Scoring::Team => shared,
                Scoring::Half => shared / 2,
                Scoring::Individual => {
                    let lane = self.board.in_lane(seat);
                    (0..4).filter(|depth| lane >> depth & 1 == 1).map(|depth| depth + 1).sum::<i32>() + won
                }
            }
        };
        (0..4).map(points).collect()
    }
}
