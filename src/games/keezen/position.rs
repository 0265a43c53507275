//! The position: pawns, hands, the dealer and the seat to move.

use super::board::Board;
use super::cards::Cards;
use super::moves::MoveOptions;
use super::partners::Partners;
use kit::plies;
use kit::state::State;
use strum::{EnumString, VariantNames};

/// `Keezen.Scoring`: how points are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Scoring {
    /// Each seat gets its team's points.
    #[default]
    Team,
    /// Each seat gets half of its team's points.
    Half,
    /// Each pawn in a lane counts only for its own seat, from 1 point up to 4 for the deepest cell.
    Individual,
}

/// The rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// `Keezen.SelfHit` is `optional`: a seat may fold if every move hits a pawn of the colour that walks.
    pub spare_own: bool,
    /// `Keezen.HomeOrder` is `back`: a lane must be filled from its deepest cell.
    pub back: bool,
    /// `Keezen.Scoring`.
    pub scoring: Scoring,
    /// `Keezen.Partners` is `hidden`: cards dealt face down determine who is whose partner.
    pub hidden: bool,
    /// `Keezen.MaxPlies`; 0 means no limit.
    pub max_plies: u32,
}

/// A position of the game, which may be a view with unknown cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keezen {
    pub(super) board: Board,
    /// The hands, p1's first.
    pub(super) hands: [Cards; 4],
    /// The cards played or folded since the last shuffle.
    pub(super) used: Cards,
    /// The number of plies in the whole game. Each played card and each fold is one ply.
    pub(super) plies: u64,
    /// The seat to move; `None` at a chance event.
    pub(super) mover: Option<u8>,
    /// The seat that dealt the hands or, before a deal, the seat that deals next.
    pub(super) dealer: u8,
    /// The number of the current deal or, before a deal, of the coming one, counted since the last shuffle: 1–3.
    pub(super) deal: u8,
    pub(super) partners: Partners,
    /// The seat that moved last, if the partner cards are due to be revealed at the ply limit and all hands are empty;
    /// otherwise 0. The position text omits this seat, so a position read from text has the dealer instead.
    pub(super) last: u8,
    /// The rule options.
    pub(super) rules: Rules,
}

impl Keezen {
    /// Returns the zero-based index of the seat to move; `None` at a chance event and after the end.
    #[inline]
    pub(super) fn seat(&self) -> Option<usize> {
        self.mover.filter(|_| self.ending().is_none()).map(usize::from)
    }

    /// Returns the moves that a seat could make if it had every card.
    #[inline]
    pub(super) fn options(&self, seat: usize) -> MoveOptions<'_> {
        MoveOptions::new(&self.board, seat, self.partners.way(), self.rules.back)
    }

    /// Returns the number of cards that each seat gets in this deal.
    #[inline]
    pub(super) const fn deal_size(&self) -> usize {
        if self.deal == 1 { 5 } else { 4 }
    }

    /// Returns the cards that have not been played since the last shuffle and are not known to be in a hand.
    pub(super) fn unseen(&self) -> Cards {
        self.hands.iter().fold(Cards::PACK.minus(self.used), |pool, hand| pool.minus(hand.known()))
    }

    /// Returns whether `seat` may fold `hand`: no card in it can be played or, with [`Rules::spare_own`], every move
    /// hits a pawn of the colour that walks. Unknown cards in `hand` are ignored.
    pub(super) fn may_fold(&self, seat: usize, hand: Cards) -> bool {
        let options = self.options(seat);
        if !self.rules.spare_own {
            return !hand.ranks().any(|rank| options.count(rank) > 0);
        }
        let mut plays = Vec::new();
        hand.ranks().for_each(|rank| options.list(rank, &mut plays));
        plays.iter().all(|&play| options.hits_own(play))
    }

    /// Returns the total number of pawns that the seats in the mask `members` have home.
    pub(super) fn team_home(&self, members: u8) -> usize {
        (0..4).filter(|seat| members >> seat & 1 == 1).map(|seat| self.board.home(seat)).sum()
    }

    /// Returns whether `Keezen.MaxPlies` is reached.
    #[inline]
    pub(super) fn is_capped(&self) -> bool {
        plies::reached(self.plies, self.rules.max_plies)
    }
}
