//! A position of Keezen: pawns, hands, who deals and who is to move.

use super::board::Board;
use super::cards::Cards;
use super::moves::MoveOptions;
use super::partners::Partners;
use kit::game::State;
use kit::plies;
use strum::{EnumString, VariantNames};

/// How points are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
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
    /// `Keezen.Partners` hidden: who plays with whom is dealt face down.
    pub hidden: bool,
    /// `Keezen.MaxPlies`, 0 for never.
    pub max_plies: u32,
}

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
    /// The seat to move; `None` where nature decides.
    pub(super) mover: Option<u8>,
    /// The seat that dealt or will deal.
    pub(super) dealer: u8,
    /// Which deal since the last shuffle, 1–3.
    pub(super) deal: u8,
    /// Who plays with whom.
    pub(super) partners: Partners,
    /// The seat that moved last, while the cards are turned at the cap and nobody has cards; else 0. The text does not
    /// tell it: it is the dealer there.
    pub(super) last: u8,
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
    pub(super) fn options(&self, seat: usize) -> MoveOptions<'_> {
        MoveOptions::new(&self.board, seat, self.partners.way(), self.rules.back)
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
            return !hand.ranks().any(|rank| options.has_move(rank));
        }
        let mut plays = Vec::new();
        hand.ranks().for_each(|rank| options.list(rank, &mut plays));
        plays.iter().all(|&play| options.hits_own(play))
    }

    /// Pawns of a team at home.
    pub(super) fn team_home(&self, members: u8) -> usize {
        (0..4).filter(|seat| members >> seat & 1 == 1).map(|seat| self.board.home(seat)).sum()
    }

    /// Have all plies been played that there may be?
    #[inline]
    pub(super) fn is_capped(&self) -> bool {
        plies::reached(self.plies, self.rules.max_plies)
    }
}
