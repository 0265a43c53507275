//! Pending draw offers, takeback requests and resignations that partners must agree to. Each person can have one
//! pending offer, even while other people have one too.

use crate::refusal::{Refusal, RequestError};
use crate::request::OfferKind;
use serde::Serialize;
use std::collections::BTreeSet;
use ugi::Seat;

#[derive(Default)]
pub struct Offers {
    /// The pending offers, oldest first.
    pending: Vec<Offer>,
    /// The offers that were declined, each with the number of tokens that it would have kept. None of them can be made
    /// again.
    declined: Vec<(OfferKind, Seat, usize)>,
}

/// An offer, which is sent in the message `table`.
#[derive(PartialEq, Eq, Debug, Serialize)]
pub struct Offer {
    #[serde(rename = "what")]
    pub kind: OfferKind,
    /// The seat that made the offer.
    pub seat: Seat,
    /// The number of tokens that remain after a takeback. For other offers, the number of tokens when it was made.
    #[serde(skip)]
    pub kept: usize,
    /// The seats that have not agreed yet.
    pub waits: BTreeSet<Seat>,
    /// The seats that have agreed.
    #[serde(skip)]
    pub agreed: BTreeSet<Seat>,
}

/// The state of an offer after a change.
#[derive(PartialEq, Eq, Debug)]
pub enum OfferOutcome {
    /// The offer is still pending, or its author has withdrawn it.
    Stands,
    /// Everybody has agreed.
    Agreed(Offer),
    /// An offer was declined by this seat.
    Declined(Offer, Seat),
}

impl Offers {
    /// Returns all offers.
    pub fn all(&self) -> &[Offer] {
        &self.pending
    }

    /// Removes all pending offers. Call this when the game ends or the player of a seat changes.
    pub fn clear(&mut self) {
        self.pending.clear();
    }

    /// Removes all pending offers except resignations. Call this when the history changes. `kept` is its new length.
    pub fn on_history_changed(&mut self, kept: usize) {
        self.pending.retain(|offer| offer.kind == OfferKind::Resign);
        self.declined.retain(|(kind, _, declined)| *kind == OfferKind::Undo && *declined < kept);
    }

    /// Returns the seat whose draw offer waits for an answer from one of the seats `own`.
    pub fn draw_for(&self, own: &[Seat]) -> Option<Seat> {
        let other = self.pending.iter().find(|offer| offer.kind == OfferKind::Draw && !own.contains(&offer.seat));
        other.filter(|other| other.waits_for(own)).map(|other| other.seat)
    }

    /// Checks that these seats have no pending offer.
    pub fn require_none_of(&self, own: &[Seat]) -> Result<(), RequestError> {
        Refusal::NotNow.reject_if(self.pending.iter().any(|offer| own.contains(&offer.seat)))
    }

    /// Withdraws the offers of these seats, except a resignation.
    pub fn withdraw(&mut self, own: &[Seat]) {
        self.pending.retain(|offer| offer.kind == OfferKind::Resign || !own.contains(&offer.seat));
    }

    /// Checks that this offer has not been declined before. `kept` is as in [`propose`](Self::propose).
    pub fn require_not_declined(&self, kind: OfferKind, seat: Seat, kept: usize) -> Result<(), RequestError> {
        Refusal::Refused.reject_if(self.declined.contains(&(kind, seat, kept)))
    }

    /// Adds an offer, which `waits` for these seats. If there are none, it counts as agreed immediately. A takeback
    /// keeps the first `kept` tokens. For other offers, `kept` is the number of tokens.
    pub fn propose(&mut self, kind: OfferKind, seat: Seat, kept: usize, waits: BTreeSet<Seat>) -> OfferOutcome {
        self.pending.push(Offer { kind, seat, kept, waits, agreed: BTreeSet::new() });
        self.conclude(self.pending.len() - 1)
    }

    /// Declines an offer, whose fields are as in [`propose`](Self::propose), for an engine.
    pub fn decline_at_once(&mut self, kind: OfferKind, seat: Seat, kept: usize) {
        self.declined.push((kind, seat, kept));
    }

    /// Answers an offer on behalf of the seats `own`. `from` is the seat that made the offer, and `what` is the kind
    /// of offer; `None` matches any seat or kind. Offers that wait for `own` are matched first. If no such
    /// offer matches and `accept` is false, withdraws a matching offer that `own` has made.
    pub fn answer(
        &mut self,
        own: &[Seat],
        accept: bool,
        from: Option<Seat>,
        what: Option<OfferKind>,
    ) -> Result<OfferOutcome, RequestError> {
        let meant =
            |offer: &Offer| from.is_none_or(|from| from == offer.seat) && what.is_none_or(|what| what == offer.kind);
        if let Some(index) = self.pending.iter().position(|offer| meant(offer) && offer.waits_for(own)) {
            return Ok(if accept { self.agree(index, own) } else { self.decline(index, own) });
        }
        let mine = self.pending.iter().position(|offer| meant(offer) && own.contains(&offer.seat));
        self.pending.remove(mine.filter(|_| !accept).ok_or(Refusal::NoOffer)?);
        Ok(OfferOutcome::Stands)
    }

    /// Makes all draw offers and takebacks from other seats wait for this seat too. Call this when the seat's player
    /// arrives for the first time.
    pub fn ask_newcomer(&mut self, seat: Seat) {
        let others = self.pending.iter_mut().filter(|offer| offer.seat != seat && offer.kind != OfferKind::Resign);
        others.for_each(|offer| _ = offer.waits.insert(seat));
    }

    /// Removes and returns an offer that waits only for people who have left. `is_present` returns whether the player
    /// of a seat is connected. Draw offers wait for everybody.
    pub fn take_unopposed(&mut self, is_present: impl Fn(Seat) -> bool) -> Option<Offer> {
        let unopposed =
            |offer: &Offer| offer.kind != OfferKind::Draw && !offer.waits.iter().any(|seat| is_present(*seat));
        let index = self.pending.iter().position(unopposed)?;
        Some(self.pending.remove(index))
    }

    fn agree(&mut self, index: usize, own: &[Seat]) -> OfferOutcome {
        let Offer { waits, agreed, .. } = &mut self.pending[index];
        agreed.extend(own.iter().copied().filter(|seat| waits.remove(seat)));
        self.conclude(index)
    }

    fn decline(&mut self, index: usize, own: &[Seat]) -> OfferOutcome {
        let offer = self.pending.remove(index);
        self.declined.push((offer.kind, offer.seat, offer.kept));
        let seat = own.iter().copied().find(|seat| offer.waits.contains(seat)).unwrap_or(offer.seat);
        OfferOutcome::Declined(offer, seat)
    }

    fn conclude(&mut self, index: usize) -> OfferOutcome {
        if self.pending[index].waits.is_empty() {
            OfferOutcome::Agreed(self.pending.remove(index))
        } else {
            OfferOutcome::Stands
        }
    }
}

impl Offer {
    /// Returns whether the people at these seats may know of the offer. A resignation is a matter of the team.
    pub fn concerns(&self, own: &[Seat]) -> bool {
        self.kind != OfferKind::Resign
            || own.iter().any(|seat| self.seat == *seat || self.waits.contains(seat) || self.agreed.contains(seat))
    }

    /// Returns whether the offer waits for an answer from one of these seats.
    fn waits_for(&self, own: &[Seat]) -> bool {
        own.iter().any(|seat| self.waits.contains(seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEATS: [Seat; 4] = [Seat::P1, Seat::P2, Seat::new(2), Seat::new(3)];

    fn seats(indices: &[usize]) -> Vec<Seat> {
        indices.iter().map(|index| SEATS[*index]).collect()
    }

    fn propose(offers: &mut Offers, what: OfferKind, seat: usize, waits: &[usize]) -> OfferOutcome {
        offers.propose(what, SEATS[seat], 0, seats(waits).into_iter().collect())
    }

    #[test]
    fn an_offer_needs_everybody_to_agree() {
        let mut offers = Offers::default();
        assert_eq!(propose(&mut offers, OfferKind::Draw, 0, &[1]), OfferOutcome::Stands);
        offers.ask_newcomer(SEATS[2]);
        let draws = [2, 0, 3].map(|seat| offers.draw_for(&[SEATS[seat]]));
        assert_eq!(draws, [Some(Seat::P1), None, None]);
        assert_eq!(offers.answer(&[SEATS[1]], true, None, None).unwrap(), OfferOutcome::Stands);
        assert_eq!(offers.answer(&[SEATS[1]], true, None, None).unwrap_err().code, Refusal::NoOffer);
        let Ok(OfferOutcome::Agreed(agreed)) = offers.answer(&[SEATS[2]], true, Some(Seat::P1), Some(OfferKind::Draw))
        else {
            panic!()
        };
        assert_eq!((agreed.agreed, offers.all().len()), (BTreeSet::from([SEATS[1], SEATS[2]]), 0));
    }

    #[test]
    fn an_offer_without_others_is_agreed_at_once() {
        let outcome = propose(&mut Offers::default(), OfferKind::Undo, 1, &[]);
        assert!(matches!(outcome, OfferOutcome::Agreed(Offer { kind: OfferKind::Undo, seat: Seat::P2, .. })));
    }

    #[test]
    fn an_offer_can_be_declined_and_withdrawn() {
        let mut offers = Offers::default();
        propose(&mut offers, OfferKind::Undo, 0, &[1, 2]);
        propose(&mut offers, OfferKind::Draw, 1, &[0, 2]);
        assert_eq!(offers.require_none_of(&seats(&[1, 3])).unwrap_err().code, Refusal::NotNow);
        assert!(offers.require_none_of(&seats(&[2])).is_ok());
        let outcome = offers.answer(&[SEATS[2]], false, Some(Seat::P2), None).unwrap();
        assert!(
            matches!(outcome, OfferOutcome::Declined(Offer { kind: OfferKind::Draw, .. }, seat) if seat == SEATS[2])
        );
        assert_eq!(offers.answer(&[SEATS[0]], false, None, None).unwrap(), OfferOutcome::Stands);
        assert!(offers.all().is_empty());
    }

    #[test]
    fn a_declined_offer_is_not_made_again() {
        let mut offers = Offers::default();
        let may = |offers: &Offers, kind, kept| offers.require_not_declined(kind, SEATS[0], kept).is_ok();
        for kind in [OfferKind::Undo, OfferKind::Draw] {
            offers.propose(kind, SEATS[0], 4, BTreeSet::from([SEATS[1]]));
            offers.answer(&[SEATS[1]], false, None, None).unwrap();
            assert!(!may(&offers, kind, 4) && may(&offers, kind, 3));
        }
        // The move at index 4 is still the same after another move, but not after a takeback.
        offers.on_history_changed(6);
        assert!(!may(&offers, OfferKind::Undo, 4) && may(&offers, OfferKind::Draw, 4));
        offers.on_history_changed(4);
        assert!(may(&offers, OfferKind::Undo, 4));
    }

    #[test]
    fn only_resignations_outlive_a_move() {
        let mut offers = Offers::default();
        propose(&mut offers, OfferKind::Resign, 0, &[2]);
        propose(&mut offers, OfferKind::Undo, 1, &[2]);
        offers.on_history_changed(9);
        offers.ask_newcomer(SEATS[3]);
        let [resignation] = offers.all() else { panic!() };
        assert_eq!(resignation.waits, BTreeSet::from([SEATS[2]]));
        assert_eq!([0, 1, 2].map(|seat| resignation.concerns(&[SEATS[seat]])), [true, false, true]);
    }

    #[test]
    fn who_has_left_need_not_answer() {
        let mut offers = Offers::default();
        propose(&mut offers, OfferKind::Draw, 0, &[1]);
        propose(&mut offers, OfferKind::Undo, 2, &[1, 3]);
        assert_eq!(offers.take_unopposed(|seat| seat != SEATS[1]), None);
        offers.answer(&[SEATS[3]], true, None, None).unwrap();
        let unopposed = offers.take_unopposed(|seat| seat != SEATS[1]).unwrap();
        assert_eq!((unopposed.kind, unopposed.seat), (OfferKind::Undo, SEATS[2]));
        assert_eq!(offers.take_unopposed(|_| false), None);
    }
}
