//! The exchange of commitments and bits before the first chance event of a game, or before lots are drawn.

use super::arithmetic::{Bits, Commitment, DealId, Secret, commit_to_bits, commit_to_secret, event_seed, lots};
use super::record::{BrokenExchange, ExchangeRecord, ShareRecord};
use crate::hex::Hex;
use crate::moment::Random;
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use ugi::Seat;

/// The secret of the server and the bits of the players, on which all chance events of a game, or lots, depend. First
/// every player commits to bits. Only then do the players send their bits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FairDeal {
    pub id: DealId,
    pub secret: Secret,
    /// The number of seats of the game.
    seats: usize,
    /// The players who take part, in the order of their seats.
    shares: Vec<Share>,
    /// Whether nobody else may take part.
    closed: bool,
    /// The exchanges before this one that were broken off.
    again: Vec<BrokenExchange>,
}

/// What the players must send now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    Commit,
    Bits,
}

/// The part of one player.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Share {
    seat: Seat,
    commitment: Option<Commitment>,
    bits: Option<Bits>,
    /// The browser that sent the commitment. Only this browser knows the bits.
    #[serde(skip)]
    browser: Option<u64>,
}

impl Share {
    const fn new(seat: Seat) -> Self {
        Self { seat, commitment: None, bits: None, browser: None }
    }
}

impl FairDeal {
    /// Draws an id and a secret for a game with this number of seats. The players of `players` take part.
    pub fn new(seats: usize, players: impl IntoIterator<Item = Seat>, random: &mut Random) -> Result<Self> {
        let shares = players.into_iter().map(Share::new).collect();
        Ok(Self { id: random.draw()?, secret: random.draw()?, seats, shares, closed: false, again: Vec::new() })
    }

    /// Returns the same exchange after these, which were broken off.
    pub fn after(self, again: Vec<BrokenExchange>) -> Self {
        Self { again, ..self }
    }

    /// Returns the exchanges that were broken off when this one is, because another game or other lots begin. In those,
    /// everybody may take part.
    pub fn broken_off(&self) -> Vec<BrokenExchange> {
        let mut again = self.again_without(BTreeSet::new());
        again.iter_mut().for_each(|broken| broken.left.clear());
        again
    }

    /// Returns the exchanges that were broken off when this one is, and these seats have left. Before bits are asked
    /// for, nobody knows anything about the outcome, so that such an exchange does not count. From then on, bits may be
    /// on their way; as long as none have come, those who have left may come back.
    fn again_without(&self, left: BTreeSet<Seat>) -> Vec<BrokenExchange> {
        let asked = !self.shares.is_empty() && self.has_commitments();
        let known = self.shares.iter().any(|share| share.bits.is_some());
        let left = if known { &left | &self.left() } else { self.left() };
        self.again.iter().cloned().chain(asked.then_some(BrokenExchange { id: self.id, left })).collect()
    }

    /// Returns the seats that have left an exchange of this game in which others had sent bits. They stay out.
    fn left(&self) -> BTreeSet<Seat> {
        self.again.last().map(|broken| broken.left.clone()).unwrap_or_default()
    }

    /// Updates who takes part. `players` can take part, and `holds` returns whether a browser still plays for a seat.
    ///
    /// Begins again with another id and another secret if a player whose bits are missing has left. Newcomers take part
    /// until all players have committed. After that, a player who works together with the server could choose the deal:
    /// he would leave when the server knows the bits of the others, and come back. If all have left, those can come
    /// back whose bits were there, or all if no bits were.
    pub fn follow(
        &mut self,
        players: &BTreeSet<Seat>,
        holds: impl Fn(u64, Seat) -> bool,
        random: &mut Random,
    ) -> Result<()> {
        let stays = |share: &&Share| match share.browser {
            Some(browser) => holds(browser, share.seat),
            None => players.contains(&share.seat),
        };
        // After a restart, the browser that knows the bits is unknown.
        let is_lost = |share: &Share| !stays(&share) || share.commitment.is_some() && share.browser.is_none();
        let mut seats: BTreeSet<Seat> = self.shares.iter().filter(stays).map(|share| share.seat).collect();
        let closed = self.closed || self.has_commitments() && !seats.is_empty();
        if self.shares.iter().any(|share| share.bits.is_none() && is_lost(share)) {
            let gone = self.shares.iter().filter(|share| share.bits.is_none() && !stays(share));
            let next =
                Self::new(self.seats, [], random)?.after(self.again_without(gone.map(|share| share.seat).collect()));
            seats.extend(players.difference(&next.left()).filter(|_| !closed));
            *self = Self { closed, shares: seats.into_iter().map(Share::new).collect(), ..next };
        } else if !closed {
            seats.extend(self.left());
            self.shares.extend(players.difference(&seats).copied().map(Share::new));
            self.shares.sort_by_key(|share| share.seat);
        }
        Ok(())
    }

    /// Begins again without the players who are awaited. From then on, nobody joins.
    pub fn close(&mut self, random: &mut Random) -> Result<()> {
        let awaited: BTreeSet<Seat> = self.awaited().into_iter().collect();
        let stay = self.shares.iter().map(|share| share.seat).filter(|seat| !awaited.contains(seat));
        let next = Self::new(self.seats, stay, random)?.after(self.again_without(awaited));
        *self = Self { closed: true, ..next };
        Ok(())
    }

    /// Returns whether every player has committed to bits, so that the players can send them.
    pub fn has_commitments(&self) -> bool {
        self.shares.iter().all(|share| share.commitment.is_some())
    }

    /// Returns what the players must send now, if anything.
    pub fn asks(&self) -> Option<Question> {
        let question = if self.has_commitments() { Question::Bits } else { Question::Commit };
        (!self.is_complete()).then_some(question)
    }

    /// Returns whether the events or lots can be drawn.
    pub fn is_complete(&self) -> bool {
        self.shares.iter().all(|share| share.bits.is_some())
    }

    /// Returns the seats whose commitment or, if all commitments are there, whose bits are missing.
    pub fn awaited(&self) -> Vec<Seat> {
        let open = self.has_commitments();
        let waits = |share: &&Share| if open { share.bits.is_none() } else { share.commitment.is_none() };
        self.shares.iter().filter(waits).map(|share| share.seat).collect()
    }

    /// Stores the commitment of a player. Returns false if none is expected from this seat; the first one counts.
    pub fn commit(&mut self, seat: Seat, commitment: Commitment, browser: u64) -> bool {
        let expected = self.shares.iter_mut().find(|share| share.seat == seat && share.commitment.is_none());
        expected.is_some_and(|share| {
            (share.commitment, share.browser) = (Some(commitment), Some(browser));
            true
        })
    }

    /// Stores the bits of a player. Returns false if none are expected from this seat, or if they are not those to
    /// which the player has committed.
    pub fn give(&mut self, seat: Seat, bits: Bits) -> bool {
        let expected = self.has_commitments() && !self.is_complete();
        let commitment = commit_to_bits(self.id, seat, bits);
        let fits = |share: &&mut Share| share.seat == seat && share.commitment == Some(commitment);
        let Some(share) = self.shares.iter_mut().find(fits).filter(|_| expected) else { return false };
        share.bits = Some(bits);
        true
    }

    /// Returns the seed of the event with this zero-based index.
    pub fn seed(&self, event: u64) -> u64 {
        let bits_of = |seat| self.shares.iter().find(|share| share.seat == seat)?.bits;
        let bits = Seat::all(self.seats).map(|seat| bits_of(seat).unwrap_or(Hex([0; 16])));
        event_seed(self.id, self.secret, bits, event)
    }

    /// Returns the lots: for each seat, the player who gets it.
    pub fn lots(&self) -> Vec<Seat> {
        lots(self.seats, |draw| self.seed(draw))
    }

    /// Returns what everybody may see: the secret and the bits only if `open` is true.
    pub fn record(&self, open: bool) -> ExchangeRecord {
        let share = |share: &Share| ShareRecord {
            seat: share.seat,
            commitment: share.commitment,
            bits: share.bits.filter(|_| open),
        };
        ExchangeRecord {
            id: self.id,
            commitment: commit_to_secret(self.id, self.secret),
            secret: open.then_some(self.secret),
            shares: self.shares.iter().map(share).collect(),
            again: self.again.clone(),
        }
    }
}

/// The lots in the message `evening`.
#[derive(Serialize)]
pub struct LotsState {
    /// What the players must send now, if anything.
    asks: Option<Question>,
    /// The seats whose answer is missing.
    waits: Vec<Seat>,
    #[serde(flatten)]
    exchange: ExchangeRecord,
}

impl LotsState {
    /// Describes lots.
    pub fn new(lots: &FairDeal) -> Self {
        Self { asks: lots.asks(), waits: lots.awaited(), exchange: lots.record(lots.is_complete()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moment::random;

    const SEATS: [Seat; 2] = [Seat::P1, Seat::P2];

    fn bits(seat: Seat) -> Bits {
        Hex([seat.number() as u8; 16])
    }

    fn commit(deal: &mut FairDeal, seat: Seat) -> bool {
        deal.commit(seat, commit_to_bits(deal.id, seat, bits(seat)), 7)
    }

    #[test]
    fn bits_count_only_after_all_commitments() {
        let mut deal = FairDeal::new(3, SEATS, &mut random()).unwrap();
        assert!(commit(&mut deal, Seat::P1) && !deal.give(Seat::P1, bits(Seat::P1)));
        assert_eq!(deal.awaited(), [Seat::P2]);
        assert!(!commit(&mut deal, Seat::P1), "the first commitment counts");
        assert!(!commit(&mut deal, Seat::new(2)), "this seat does not take part");
        assert!(commit(&mut deal, Seat::P2));
        assert_eq!(deal.awaited(), SEATS);
        assert!(!deal.give(Seat::P2, bits(Seat::P1)), "other bits");
        assert!(deal.give(Seat::P2, bits(Seat::P2)) && !deal.is_complete());
        assert!(deal.give(Seat::P1, bits(Seat::P1)) && deal.is_complete());
        assert!(deal.awaited().is_empty() && !deal.give(Seat::P1, bits(Seat::P1)));
        let all = [bits(Seat::P1), bits(Seat::P2), Hex([0; 16])];
        assert_eq!(deal.seed(5), event_seed(deal.id, deal.secret, all, 5));
        let closed = deal.record(false);
        assert!(closed.secret.is_none() && closed.shares.iter().all(|share| share.bits.is_none()));
        assert!(closed.shares.iter().all(|share| share.commitment.is_some()));
        assert_eq!(deal.record(true).shares[1].bits, Some(bits(Seat::P2)));
    }

    #[test]
    fn another_seat_cannot_copy_a_commitment() {
        let mut deal = FairDeal::new(2, SEATS, &mut random()).unwrap();
        let commitment = commit_to_bits(deal.id, Seat::P1, bits(Seat::P1));
        assert!(SEATS.iter().all(|seat| deal.commit(*seat, commitment, 1)));
        assert!(!deal.give(Seat::P2, bits(Seat::P1)));
    }

    /// Updates a deal in which these players can take part and the browser 7 plays for these seats.
    fn follow(deal: &mut FairDeal, players: &[Seat], held: &[Seat]) {
        deal.follow(
            &players.iter().copied().collect(),
            |browser, seat| browser == 7 && held.contains(&seat),
            &mut random(),
        )
        .unwrap();
    }

    #[test]
    fn a_player_who_leaves_changes_the_secret() {
        let mut deal = FairDeal::new(2, SEATS, &mut random()).unwrap();
        SEATS.iter().for_each(|seat| _ = commit(&mut deal, *seat));
        deal.give(Seat::P1, bits(Seat::P1));
        let before = deal.clone();
        follow(&mut deal, &SEATS, &[Seat::P2]);
        assert_eq!(deal.id, before.id, "the bits of P1 are there");
        // P2 comes back with another browser, but the server knows the bits of P1.
        follow(&mut deal, &SEATS, &[Seat::P1]);
        assert!(deal.id != before.id && deal.secret != before.secret);
        assert_eq!((deal.awaited(), deal.has_commitments()), (vec![Seat::P1], false));
        follow(&mut deal, &SEATS, &SEATS);
        assert_eq!(deal.awaited(), [Seat::P1]);
        assert_eq!(broken(&deal), [(before.id, vec![2])]);
        follow(&mut deal, &[], &[]);
        assert!(deal.is_complete(), "nobody takes part");
        assert_eq!(broken(&deal), [(before.id, vec![2])], "nobody had sent bits");
        follow(&mut deal, &SEATS, &SEATS);
        assert!(deal.is_complete(), "P2 stays out");
        // All players load their pages again at the same time. The one whose bits the server awaited stays out.
        let mut deal = before;
        follow(&mut deal, &SEATS, &[]);
        assert_eq!((deal.awaited(), deal.has_commitments()), (vec![Seat::P1], false));
    }

    /// Returns the exchanges that were broken off, and who had left.
    fn broken(deal: &FairDeal) -> Vec<(DealId, Vec<usize>)> {
        let again = deal.record(false).again;
        again.iter().map(|broken| (broken.id, broken.left.iter().map(|seat| seat.number()).collect())).collect()
    }

    #[test]
    fn who_leaves_when_bits_are_known_stays_out_until_the_next_game() {
        let seats: Vec<Seat> = Seat::all(3).collect();
        let mut deal = FairDeal::new(3, seats.clone(), &mut random()).unwrap();
        // Before that, everybody may come back.
        commit(&mut deal, Seat::P1);
        follow(&mut deal, &seats, &[]);
        assert_eq!((deal.awaited(), broken(&deal)), (seats.clone(), vec![]));
        seats.iter().for_each(|seat| _ = commit(&mut deal, *seat));
        deal.give(Seat::P1, bits(Seat::P1));
        let first = deal.id;
        // All leave at the same time.
        follow(&mut deal, &seats, &[]);
        assert_eq!((deal.awaited(), broken(&deal)), (vec![Seat::P1], vec![(first, vec![2, 3])]));
        follow(&mut deal, &seats, &[]);
        assert_eq!(deal.awaited(), [Seat::P1]);
        commit(&mut deal, Seat::P1);
        let next = FairDeal::new(3, seats.clone(), &mut random()).unwrap().after(deal.broken_off());
        assert_eq!((next.awaited(), broken(&next)), (seats.clone(), vec![(first, vec![]), (deal.id, vec![])]));
        // The host does not wait.
        let mut deal = FairDeal::new(3, seats.clone(), &mut random()).unwrap();
        seats.iter().for_each(|seat| _ = commit(&mut deal, *seat));
        deal.give(Seat::P2, bits(Seat::P2));
        let first = deal.id;
        deal.close(&mut random()).unwrap();
        assert_eq!((deal.awaited(), broken(&deal)), (vec![Seat::P2], vec![(first, vec![1, 3])]));
        commit(&mut deal, Seat::P2);
        deal.give(Seat::P2, bits(Seat::P2));
        let broken_off: Vec<DealId> = deal.broken_off().iter().map(|broken| broken.id).collect();
        assert_eq!(broken_off, [first, deal.id], "the secret was never shown");
    }

    #[test]
    fn bits_that_may_be_on_their_way_count() {
        let mut deal = FairDeal::new(2, SEATS, &mut random()).unwrap();
        SEATS.iter().for_each(|seat| _ = commit(&mut deal, *seat));
        let first = deal.id;
        // P2 leaves while the bits of P1 are on their way.
        follow(&mut deal, &[Seat::P1], &[Seat::P1]);
        assert!(!deal.give(Seat::P1, bits(Seat::P1)), "these are for the exchange before");
        assert_eq!((deal.awaited(), broken(&deal)), (vec![Seat::P1], vec![(first, vec![])]));
        let next = FairDeal::new(2, SEATS, &mut random()).unwrap().after(deal.broken_off());
        assert_eq!(broken(&next), [(first, vec![])], "nobody has committed to the second exchange");
    }

    #[test]
    fn newcomers_take_part_until_all_have_committed() {
        let mut deal = FairDeal::new(3, [Seat::P2], &mut random()).unwrap();
        let id = deal.id;
        follow(&mut deal, &SEATS, &[]);
        assert_eq!((deal.awaited(), deal.id), (SEATS.to_vec(), id));
        commit(&mut deal, Seat::P1);
        // P1 loads the page again, and P2 does not come.
        follow(&mut deal, &SEATS, &[]);
        assert_eq!(deal.awaited(), SEATS);
        assert_ne!(deal.id, id);
        commit(&mut deal, Seat::P1);
        deal.close(&mut random()).unwrap();
        follow(&mut deal, &SEATS, &SEATS);
        assert_eq!(deal.awaited(), [Seat::P1], "the host did not wait for P2");
        commit(&mut deal, Seat::P1);
        let mut deal = FairDeal::new(3, [Seat::P2], &mut random()).unwrap();
        commit(&mut deal, Seat::P2);
        follow(&mut deal, &SEATS, &SEATS);
        assert_eq!(deal.awaited(), [Seat::P2], "all have committed");
    }
}
