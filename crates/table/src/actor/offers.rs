//! Pending draw offers and takeback requests. Each person can have one pending offer, even while other people have one
//! too.

use crate::message::{Refusal, RequestError};
use crate::request::OfferKind;
use serde::Serialize;
use std::collections::BTreeSet;
use ugi::Seat;

/// The pending offers, oldest first.
#[derive(Default)]
pub struct Offers(Vec<Offer>);

/// An offer, which is sent in the message `table`.
#[derive(PartialEq, Eq, Debug, Serialize)]
pub struct Offer {
    #[serde(rename = "what")]
    pub kind: OfferKind,
    /// The seat that made the offer.
    pub seat: Seat,
    /// The number of tokens that remain after a takeback.
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
    /// An offer of this kind was declined by this seat.
    Declined(OfferKind, Seat),
}

impl Offers {
    /// Returns all offers.
    pub fn all(&self) -> &[Offer] {
        &self.0
    }

    /// Removes all offers. Call this when the history changes.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the seat whose draw offer waits for an answer from one of the seats `own`.
    pub fn draw_for(&self, own: &[Seat]) -> Option<Seat> {
        let other = self.0.iter().find(|offer| offer.kind == OfferKind::Draw && !own.contains(&offer.seat));
        other.filter(|other| other.waits_for(own)).map(|other| other.seat)
    }

    /// Checks that these seats may make an offer.
    pub fn require_none_of(&self, own: &[Seat]) -> Result<(), RequestError> {
        Refusal::NotNow.reject_if(self.0.iter().any(|offer| own.contains(&offer.seat)))
    }

    /// Adds an offer, which `waits` for these seats. If there are none, it counts as agreed immediately. A takeback
    /// keeps the first `kept` tokens.
    pub fn propose(&mut self, kind: OfferKind, seat: Seat, kept: usize, waits: BTreeSet<Seat>) -> OfferOutcome {
        self.0.push(Offer { kind, seat, kept, waits, agreed: BTreeSet::new() });
        self.conclude(self.0.len() - 1)
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
        if let Some(index) = self.0.iter().position(|offer| meant(offer) && offer.waits_for(own)) {
            return Ok(if accept { self.agree(index, own) } else { self.decline(index, own) });
        }
        let mine = self.0.iter().position(|offer| meant(offer) && own.contains(&offer.seat));
        self.0.remove(mine.filter(|_| !accept).ok_or(Refusal::NoOffer)?);
        Ok(OfferOutcome::Stands)
    }

    /// Makes all offers from other seats wait for this seat too. Call this when the seat's player arrives for the first
    /// time.
    pub fn ask_newcomer(&mut self, seat: Seat) {
        let others = self.0.iter_mut().filter(|offer| offer.seat != seat);
        others.for_each(|offer| _ = offer.waits.insert(seat));
    }

    fn agree(&mut self, index: usize, own: &[Seat]) -> OfferOutcome {
        let Offer { waits, agreed, .. } = &mut self.0[index];
        agreed.extend(own.iter().copied().filter(|seat| waits.remove(seat)));
        self.conclude(index)
    }

    fn decline(&mut self, index: usize, own: &[Seat]) -> OfferOutcome {
        let offer = self.0.remove(index);
        let seat = own.iter().copied().find(|seat| offer.waits.contains(seat)).unwrap_or(offer.seat);
        OfferOutcome::Declined(offer.kind, seat)
    }

    fn conclude(&mut self, index: usize) -> OfferOutcome {
        if self.0[index].waits.is_empty() { OfferOutcome::Agreed(self.0.remove(index)) } else { OfferOutcome::Stands }
    }
}

impl Offer {
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
        assert_eq!(
            offers.answer(&[SEATS[2]], false, Some(Seat::P2), None).unwrap(),
            OfferOutcome::Declined(OfferKind::Draw, SEATS[2])
        );
        assert_eq!(offers.answer(&[SEATS[0]], false, None, None).unwrap(), OfferOutcome::Stands);
        assert!(offers.all().is_empty());
    }
}
