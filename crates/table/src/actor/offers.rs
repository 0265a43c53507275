//! Pending draw offers and takeback requests. Each person can have one pending offer, even while other people have one
//! too.

use super::message::RequestError;
use crate::request::OfferKind;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The pending offers, oldest first.
#[derive(Default)]
pub struct Offers(Vec<Offer>);

#[derive(PartialEq, Eq, Debug)]
pub struct Offer {
    pub kind: OfferKind,
    /// The seat that made the offer (zero-based).
    pub seat: usize,
    /// The number of tokens that remain after a takeback.
    pub kept: usize,
    /// The seats that have not agreed yet (zero-based).
    pub waits: BTreeSet<usize>,
    /// The seats that have agreed (zero-based).
    pub agreed: BTreeSet<usize>,
}

/// The state of an offer after a change.
#[derive(PartialEq, Eq, Debug)]
pub enum OfferOutcome {
    /// The offer is still pending, or its author has withdrawn it.
    Stands,
    /// Everybody has agreed.
    Agreed(Offer),
    /// An offer of this kind was declined by this seat (1-based).
    Declined(OfferKind, usize),
}

impl Offers {
    /// Returns all offers as JSON. Each contains the seats that have not answered.
    pub fn to_json(&self) -> Vec<Value> {
        let show = |offer: &Offer| {
            let waits: Vec<usize> = offer.waits.iter().map(|seat| seat + 1).collect();
            json!({ "what": offer.kind, "seat": offer.seat + 1, "waits": waits })
        };
        self.0.iter().map(show).collect()
    }

    pub fn first_to_json(&self) -> Option<Value> {
        self.0.first().map(|offer| json!({ "what": offer.kind, "seat": offer.seat + 1 }))
    }

    /// Removes all offers. Call this when the history changes.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the seat (1-based) whose draw offer waits for an answer from one of the seats `own` (zero-based).
    pub fn draw_for(&self, own: &[usize]) -> Option<usize> {
        let other = self.0.iter().find(|offer| offer.kind == OfferKind::Draw && !own.contains(&offer.seat));
        other.filter(|other| other.waits_for(own)).map(|other| other.seat + 1)
    }

    /// Checks that these seats may make an offer.
    ///
    /// # Errors
    /// Returns an error if one of these seats already has a pending offer.
    pub fn require_none_of(&self, own: &[usize]) -> Result<(), RequestError> {
        let waits = self.0.iter().any(|offer| own.contains(&offer.seat));
        RequestError::reject_if(waits, "not_now", "your previous offer has not been answered")
    }

    /// Adds an offer. If no seat has to answer, the offer counts as agreed immediately.
    pub fn propose(&mut self, offer: Offer) -> OfferOutcome {
        self.0.push(offer);
        self.conclude(self.0.len() - 1)
    }

    /// Answers an offer on behalf of the seats `own`. `from` is the seat that made the offer (1-based), and `what` is
    /// the kind of offer; `None` matches any seat or kind. Offers that wait for `own` are matched first. If no such
    /// offer matches and `accept` is false, withdraws a matching offer that `own` has made.
    ///
    /// # Errors
    /// Returns an error if no offer matches.
    pub fn answer(
        &mut self,
        own: &[usize],
        accept: bool,
        from: Option<usize>,
        what: Option<OfferKind>,
    ) -> Result<OfferOutcome, RequestError> {
        let meant = |offer: &Offer| {
            from.is_none_or(|from| from == offer.seat + 1) && what.is_none_or(|what| what == offer.kind)
        };
        if let Some(index) = self.0.iter().position(|offer| meant(offer) && offer.waits_for(own)) {
            return Ok(if accept { self.agree(index, own) } else { self.decline(index, own) });
        }
        let mine = self.0.iter().position(|offer| meant(offer) && own.contains(&offer.seat));
        let index = mine.filter(|_| !accept).ok_or_else(|| RequestError::new("no_offer", "there is no such offer"))?;
        self.0.remove(index);
        Ok(OfferOutcome::Stands)
    }

    /// Makes all offers from other seats wait for this seat too. Call this when the seat's player arrives for the first
    /// time.
    pub fn ask_newcomer(&mut self, seat: usize) {
        let others = self.0.iter_mut().filter(|offer| offer.seat != seat);
        others.for_each(|offer| _ = offer.waits.insert(seat));
    }

    fn agree(&mut self, index: usize, own: &[usize]) -> OfferOutcome {
        let Offer { waits, agreed, .. } = &mut self.0[index];
        agreed.extend(own.iter().copied().filter(|seat| waits.remove(seat)));
        self.conclude(index)
    }

    fn decline(&mut self, index: usize, own: &[usize]) -> OfferOutcome {
        let offer = self.0.remove(index);
        let seat = own.iter().find(|seat| offer.waits.contains(seat)).map_or(0, |seat| seat + 1);
        OfferOutcome::Declined(offer.kind, seat)
    }

    fn conclude(&mut self, index: usize) -> OfferOutcome {
        if self.0[index].waits.is_empty() { OfferOutcome::Agreed(self.0.remove(index)) } else { OfferOutcome::Stands }
    }
}

impl Offer {
    /// Returns whether the offer waits for an answer from one of these seats.
    fn waits_for(&self, own: &[usize]) -> bool {
        own.iter().any(|seat| self.waits.contains(seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(what: OfferKind, seat: usize, waits: &[usize]) -> Offer {
        Offer { kind: what, seat, kept: 0, waits: waits.iter().copied().collect(), agreed: BTreeSet::new() }
    }

    #[test]
    fn an_offer_needs_everybody_to_agree() {
        let mut offers = Offers::default();
        assert_eq!(offers.propose(offer(OfferKind::Draw, 0, &[1])), OfferOutcome::Stands);
        offers.ask_newcomer(2);
        assert_eq!((offers.draw_for(&[2]), offers.draw_for(&[0]), offers.draw_for(&[3])), (Some(1), None, None));
        assert_eq!(offers.answer(&[1], true, None, None).unwrap(), OfferOutcome::Stands);
        assert_eq!(offers.answer(&[1], true, None, None).unwrap_err().code, "no_offer");
        let Ok(OfferOutcome::Agreed(agreed)) = offers.answer(&[2], true, Some(1), Some(OfferKind::Draw)) else {
            panic!()
        };
        assert_eq!((agreed.agreed, offers.to_json().len()), (BTreeSet::from([1, 2]), 0));
    }

    #[test]
    fn an_offer_without_others_is_agreed_at_once() {
        let undo = || offer(OfferKind::Undo, 1, &[]);
        assert_eq!(Offers::default().propose(undo()), OfferOutcome::Agreed(undo()));
    }

    #[test]
    fn an_offer_can_be_declined_and_withdrawn() {
        let mut offers = Offers::default();
        offers.propose(offer(OfferKind::Undo, 0, &[1, 2]));
        offers.propose(offer(OfferKind::Draw, 1, &[0, 2]));
        assert_eq!(offers.require_none_of(&[1, 3]).unwrap_err().code, "not_now");
        assert!(offers.require_none_of(&[2]).is_ok());
        assert_eq!(offers.answer(&[2], false, Some(2), None).unwrap(), OfferOutcome::Declined(OfferKind::Draw, 3));
        assert_eq!(offers.answer(&[0], false, None, None).unwrap(), OfferOutcome::Stands);
        assert!(offers.first_to_json().is_none());
    }
}
