//! The digests and seeds of a fair deal.

use crate::hex::Hex;
use crate::mac::mac;
use sha2::{Digest, Sha256};
use ugi::Seat;

/// The random id of a deal.
pub type DealId = Hex<16>;
/// The secret of the server.
pub type Secret = Hex<32>;
/// The random bits of a player.
pub type Bits = Hex<16>;
/// A digest, which commits to a secret or to bits.
pub type Commitment = Hex<32>;

/// Returns the commitment to the secret of the server.
pub fn commit_to_secret(id: DealId, secret: Secret) -> Commitment {
    digest(&[b"speltafel-deal-1", &id.0, &secret.0])
}

/// Returns the commitment to the bits of a player.
pub fn commit_to_bits(id: DealId, seat: Seat, bits: Bits) -> Commitment {
    digest(&[b"speltafel-bits-1", &id.0, &[seat.number() as u8], &bits.0])
}

/// Returns the seed of the event with the zero-based index `event`. `bits` contains the bits of each seat, which are
/// zeros for a seat that has given none.
pub fn event_seed(id: DealId, secret: Secret, bits: impl IntoIterator<Item = Bits>, event: u64) -> u64 {
    let (bits, event): (Vec<Bits>, _) = (bits.into_iter().collect(), event.to_be_bytes());
    let parts = [&id.0[..]].into_iter().chain(bits.iter().map(|bits| &bits.0[..])).chain([&event[..]]);
    let [a, b, c, d, e, f, g, h, ..] = mac(&secret.0, parts);
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}

/// Draws lots for this number of seats. Returns for each seat the player who gets it, a player being called after the
/// own seat. `seed` returns the seed of the draw with this zero-based index.
pub fn lots(seats: usize, mut seed: impl FnMut(u64) -> u64) -> Vec<Seat> {
    let mut order: Vec<Seat> = Seat::all(seats).collect();
    for (draw, last) in (0..).zip((1..order.len()).rev()) {
        order.swap(last, (seed(draw) % (last as u64 + 1)) as usize);
    }
    order
}

fn digest(parts: &[&[u8]]) -> Commitment {
    let mut digest = Sha256::new();
    parts.iter().for_each(|part| digest.update(part));
    Hex(digest.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The expected values were computed with Python's `hashlib` and `hmac`.
    #[test]
    fn digests_and_seeds_equal_those_of_another_implementation() {
        let secret = Hex(std::array::from_fn(|index| index as u8));
        let id = Hex(std::array::from_fn(|index| 100 + index as u8));
        let (one, three) = (Hex([0xaa; 16]), Hex(std::array::from_fn(|index| index as u8)));
        assert_eq!(
            commit_to_secret(id, secret).to_string(),
            "dbf40700474405435586e9ccf72df828868162f628ca58808b37c3e366e794d2"
        );
        assert_eq!(
            commit_to_bits(id, Seat::P1, one).to_string(),
            "e62e50bba87816d17f82abd0a8eaf472fafd1c5ec29da9eab4933a79243c2e51"
        );
        assert_eq!(
            commit_to_bits(id, Seat::new(2), three).to_string(),
            "a12f38e97bb17db713874d3ae719372ccf3ff26147559ea3e7a2bf88e8b6f869"
        );
        let none = Hex([0; 16]);
        let seed = |event| event_seed(id, secret, [one, none, three, none], event);
        assert_eq!(
            [seed(0), seed(1), seed(1 << 40)],
            [9_433_483_101_400_529_630, 18_075_972_474_506_035_264, 2_957_249_261_904_449_176]
        );
        assert_eq!(event_seed(id, secret, [none, none], 0), 17_952_230_393_457_228_582);
    }

    #[test]
    fn every_order_is_drawn_once_from_all_numbers() {
        let mut orders = BTreeSet::new();
        for number in 0..24 {
            // The remainders of these seeds by 4, 3 and 2.
            let seeds = [number, number / 4, number / 12];
            orders.insert(lots(4, |draw| seeds[draw as usize] + (1 << 32) * 12));
        }
        assert_eq!(orders.len(), 24);
        assert!(orders.iter().all(|order| Seat::all(4).all(|seat| order.contains(&seat))));
        let order = |seeds: [u64; 3]| lots(4, |draw| seeds[draw as usize]).iter().map(|seat| seat.number()).collect();
        let order: Vec<usize> = order([4, 4, 3]);
        assert_eq!(order, [4, 3, 2, 1], "1 2 3 4, 4 2 3 1, 4 3 2 1, 4 3 2 1");
    }
}
