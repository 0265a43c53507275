//! The lines of a transcript with the numbers of a deal.

use super::arithmetic::DealId;
use super::record::{BrokenExchange, DealRecord, DrawRecord, ExchangeRecord, ShareRecord};
use anyhow::{Context, Result, bail, ensure};
use std::fmt::Write;
use std::str::FromStr;
use ugi::Seat;

/// The lines of a transcript that have been read so far.
#[derive(Default)]
pub struct DealLines {
    /// The deal without players and events.
    deal: Option<DealRecord>,
    shares: Vec<ShareRecord>,
    again: Vec<BrokenExchange>,
    draws: Vec<DrawRecord>,
}

/// Stands for a secret or bits that are not known.
const UNKNOWN: &str = "-";

impl DealLines {
    /// Reads the line that begins with `word`. Returns false if it is not about the deal.
    pub fn read(&mut self, word: &str, rest: &str) -> Result<bool> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        match word {
            "deal" => {
                ensure!(self.deal.is_none(), "there must be only one deal");
                self.deal = Some(parse_deal(&words).context("expected `deal ID SECRET COMMITMENT TOKENS`")?);
            }
            "bits" => {
                let share = parse_share(&words).context("expected `bits SEAT BITS COMMITMENT`")?;
                let number = share.seat.number();
                let known = self.shares.iter().any(|other| other.seat == share.seat);
                ensure!(!known, "there must be only one line `bits {number} ...`");
                self.shares.push(share);
            }
            "again" => self.again.push(parse_broken(&words).context("expected `again ID SEAT...`")?),
            "draw" => self.draws.push(parse_draw(&words).context("expected `draw TOKENS SEED`")?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns the deal, or `None` if there are no lines about it.
    pub fn finish(self) -> Result<Option<DealRecord>> {
        let Self { deal, shares, again, draws } = self;
        let is_bare = shares.is_empty() && again.is_empty() && draws.is_empty();
        ensure!(deal.is_some() || is_bare, "the line `deal ...` is missing");
        Ok(deal.map(|deal| DealRecord { exchange: ExchangeRecord { shares, again, ..deal.exchange }, draws, ..deal }))
    }
}

fn parse_deal(words: &[&str]) -> Result<DealRecord> {
    let [id, secret, commitment, from] = words else { bail!("found {} values", words.len()) };
    let id: DealId = id.parse()?;
    let (secret, commitment) = (parse_known(secret)?, commitment.parse()?);
    let exchange = ExchangeRecord { id, commitment, secret, shares: Vec::new(), again: Vec::new() };
    Ok(DealRecord { exchange, from: from.parse()?, draws: Vec::new() })
}

fn parse_share(words: &[&str]) -> Result<ShareRecord> {
    let [seat, bits, commitment] = words else { bail!("found {} values", words.len()) };
    Ok(ShareRecord { seat: parse_seat(seat)?, bits: parse_known(bits)?, commitment: Some(commitment.parse()?) })
}

fn parse_broken(words: &[&str]) -> Result<BrokenExchange> {
    let (id, seats) = words.split_first().context("found 0 values")?;
    Ok(BrokenExchange { id: id.parse()?, left: seats.iter().map(|seat| parse_seat(seat)).collect::<Result<_>>()? })
}

fn parse_seat(word: &str) -> Result<Seat> {
    Seat::from_number(word.parse()?).context("there is no such seat")
}

fn parse_known<T: FromStr<Err: Into<anyhow::Error>>>(word: &str) -> Result<Option<T>> {
    if word == UNKNOWN { Ok(None) } else { word.parse().map(Some).map_err(Into::into) }
}

fn parse_draw(words: &[&str]) -> Result<DrawRecord> {
    let [at, seed] = words else { bail!("found {} values", words.len()) };
    Ok(DrawRecord { at: at.parse()?, seed: seed.parse()? })
}

/// Writes the lines of a deal whose secret is shown.
pub fn write_deal(out: &mut String, record: &DealRecord) {
    let ExchangeRecord { id, commitment, secret: Some(secret), shares, again } = &record.exchange else { return };
    let _ = writeln!(out, "deal {id} {secret} {commitment} {}", record.from);
    for BrokenExchange { id, left } in again {
        let seats: String = left.iter().map(|seat| format!(" {}", seat.number())).collect();
        let _ = writeln!(out, "again {id}{seats}");
    }
    for share in shares {
        if let (Some(bits), Some(commitment)) = (share.bits, share.commitment) {
            let _ = writeln!(out, "bits {} {bits} {commitment}", share.seat.number());
        }
    }
    for draw in &record.draws {
        let _ = writeln!(out, "draw {} {}", draw.at, draw.seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Hex;
    use std::collections::BTreeSet;

    fn read(text: &str) -> Result<Option<DealRecord>> {
        let mut lines = DealLines::default();
        for line in text.lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            assert!(lines.read(word, rest)?, "{line}");
        }
        lines.finish()
    }

    #[test]
    fn a_deal_reads_back() {
        let draws = vec![DrawRecord { at: 3, seed: u64::MAX }, DrawRecord { at: 5, seed: 0 }];
        let shares = vec![ShareRecord { seat: Seat::P2, bits: Some(Hex([4; 16])), commitment: Some(Hex([5; 32])) }];
        let (id, commitment, secret) = (Hex([1; 16]), Hex([2; 32]), Some(Hex([3; 32])));
        let again = vec![
            BrokenExchange { id: Hex([6; 16]), left: [Seat::P1, Seat::new(2)].into() },
            BrokenExchange { id: Hex([7; 16]), left: BTreeSet::new() },
        ];
        let exchange = ExchangeRecord { id, commitment, secret, shares, again };
        let record = DealRecord { exchange, from: 2, draws };
        let mut text = String::new();
        write_deal(&mut text, &record);
        assert!(text.ends_with("draw 3 18446744073709551615\ndraw 5 0\n"), "{text}");
        assert_eq!(read(&text).unwrap(), Some(record.clone()));
        // While the secret is not shown, there are no lines.
        let mut text = String::new();
        let exchange = ExchangeRecord { secret: None, ..record.exchange };
        write_deal(&mut text, &DealRecord { exchange, ..record });
        assert!(text.is_empty() && read(&text).unwrap().is_none());
        assert!(!DealLines::default().read("game", "x").unwrap());
    }

    #[test]
    fn errors_say_what_is_expected() {
        let deal = format!("deal {} {} {} 0\n", "00".repeat(16), "00".repeat(32), "00".repeat(32));
        let bits = format!("bits 2 - {}\n", "00".repeat(32));
        for (text, part) in [
            ("deal 00", "expected `deal ID SECRET COMMITMENT TOKENS`: found 1 values"),
            ("bits 1 00 00", "expected `bits SEAT BITS COMMITMENT`: expected 32 hexadecimal digits"),
            ("bits 0 00 00", "expected `bits SEAT BITS COMMITMENT`: there is no such seat"),
            (&format!("{bits}bits 1 - {}\n{bits}", "00".repeat(32)), "there must be only one line `bits 2 ...`"),
            ("again", "expected `again ID SEAT...`: found 0 values"),
            ("again 00 1", "expected `again ID SEAT...`: expected 32 hexadecimal digits"),
            (&format!("again {} 0", "00".repeat(16)), "expected `again ID SEAT...`: there is no such seat"),
            (&format!("again {}", "00".repeat(16)), "the line `deal ...` is missing"),
            ("draw - 1", "expected `draw TOKENS SEED`: invalid digit"),
            ("draw 1 1", "the line `deal ...` is missing"),
            (&format!("{deal}{deal}"), "there must be only one deal"),
        ] {
            let error = format!("{:#}", read(text).unwrap_err());
            assert!(error.starts_with(part), "{text}: {error}");
        }
    }
}
