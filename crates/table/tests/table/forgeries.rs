//! What `speltafel-table verify` says about records that a server has forged, with and without what a page has seen.

use super::common::{TABLE_PROGRAM, engine};
use super::deals::{bits, digest};
use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;
use std::collections::BTreeMap;
use std::process::{Command, Output};
use ugi::{Client, Query, Seat, Viewer};

/// A game of Keezen as a server can write it, from numbers that it chooses.
#[derive(Clone)]
struct Record {
    options: BTreeMap<&'static str, &'static str>,
    base: String,
    id: String,
    secret: String,
    /// The seats and bits of the players.
    bits: BTreeMap<usize, String>,
    again: Vec<String>,
    /// The number of tokens of the opening.
    from: usize,
    tokens: Vec<String>,
    draws: Vec<(usize, u64)>,
}

impl Record {
    /// Deals a game twice from these numbers, after these tokens.
    fn deal(change: impl Fn(&mut Self)) -> Self {
        let mut record = Self {
            options: [("Keezen.SelfHit", "forced"), ("Keezen.HomeOrder", "free")].into(),
            base: "startpos".to_string(),
            id: "11".repeat(16),
            secret: "22".repeat(32),
            bits: [1, 2].map(|seat| (seat, bits(seat))).into(),
            again: Vec::new(),
            from: 0,
            tokens: Vec::new(),
            draws: Vec::new(),
        };
        change(&mut record);
        record.from = record.tokens.len();
        let mut referee = record.referee();
        while record.draws.len() < 2 {
            referee.send(&record.line(record.tokens.len())).unwrap();
            let token = if referee.ask_word(Query::Turn).unwrap() == "chance" {
                let seed = record.seed(record.draws.len() as u64);
                record.draws.push((record.tokens.len(), seed));
                referee.ask_word(Query::Draw(seed)).unwrap()
            } else {
                let moves: Value = serde_json::from_str(&referee.ask(Query::Moves("en")).unwrap().join(" ")).unwrap();
                moves[0]["token"].as_str().unwrap().to_string()
            };
            record.tokens.push(token);
        }
        record
    }

    fn referee(&self) -> Client {
        let mut referee = Client::start(&mut Command::new(engine())).unwrap();
        referee.set_option("Game", "keezen").unwrap();
        self.options.iter().for_each(|(name, value)| referee.set_option(name, value).unwrap());
        referee
    }

    fn line(&self, count: usize) -> String {
        let moves = if count == 0 { String::new() } else { format!(" moves {}", self.tokens[..count].join(" ")) };
        format!("position {}{moves}", self.base)
    }

    fn seed(&self, event: u64) -> u64 {
        let mut mac = Hmac::<Sha256>::new_from_slice(&decoded(&self.secret)).unwrap();
        mac.update(&decoded(&self.id));
        (1..=4).for_each(|seat| mac.update(&self.bits.get(&seat).map_or_else(|| vec![0; 16], |bits| decoded(bits))));
        mac.update(&event.to_be_bytes());
        u64::from_be_bytes(mac.finalize().into_bytes()[..8].try_into().unwrap())
    }

    fn commitment(&self) -> String {
        digest(&[b"speltafel-deal-1", &decoded(&self.id), &decoded(&self.secret)])
    }

    /// Returns the lines before the position. A page does not know the secret, and knows only its own bits.
    fn header(&self, knows: impl Fn(usize) -> bool) -> String {
        let options: String = self.options.iter().map(|(name, value)| format!("option {name} {value}\n")).collect();
        let seats: String = (1..=4).map(|seat| format!("seat {seat} player\n")).collect();
        let share = |(seat, bits): (&usize, &String)| {
            let commitment = digest(&[b"speltafel-bits-1", &decoded(&self.id), &[*seat as u8], &decoded(bits)]);
            format!("bits {seat} {} {commitment}\n", if knows(*seat) { bits } else { "-" })
        };
        let shares: String = self.bits.iter().map(share).collect();
        let again: String = self.again.iter().map(|again| format!("again {again}\n")).collect();
        let secret = if knows(0) { &self.secret } else { "-" };
        let deal = format!("deal {} {secret} {} {}\n", self.id, self.commitment(), self.from);
        format!("game keezen\n{options}{seats}{deal}{again}{shares}")
    }

    fn text(&self) -> String {
        let draws: String = self.draws.iter().map(|(at, seed)| format!("draw {at} {seed}\n")).collect();
        format!("{}{draws}{}\n", self.header(|_| true), self.line(self.tokens.len()))
    }

    /// Returns what the page of seat 1 has seen of this game.
    fn seen(&self) -> String {
        let mut referee = self.referee();
        let mut view = |count: usize| {
            referee.send(&self.line(count)).unwrap();
            referee.ask(Query::View(Viewer::Seat(Seat::P1))).unwrap().join(" ")
        };
        format!("{}{}\n{}\n", self.header(|seat| seat == 1), view(self.from), view(self.tokens.len()))
    }
}

fn decoded(hex: &str) -> Vec<u8> {
    HEXLOWER.decode(hex.as_bytes()).unwrap()
}

/// Runs `speltafel-table verify` with a transcript and, if there is one, with what a page has seen.
pub fn verify(text: &str, seen: Option<&str>) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let [game, file] = ["game.txt", "seen.txt"].map(|name| folder.path().join(name));
    std::fs::write(&game, text).unwrap();
    let mut command = Command::new(TABLE_PROGRAM);
    command.arg("verify").arg(&game).args(["--referee", engine()]);
    if let Some(seen) = seen {
        std::fs::write(&file, seen).unwrap();
        command.arg("--seen").arg(&file);
    }
    command.output().unwrap()
}

/// Checks that the record is accepted, and returns what was said.
pub fn accepted(text: &str, seen: Option<&str>) -> String {
    let output = verify(text, seen);
    assert!(output.status.success(), "{}\n{text}\n{seen:?}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(!said.contains("right"), "{said}");
    said
}

/// Checks that the record is refused with an error that contains `part`.
pub fn refused(text: &str, seen: Option<&str>, part: &str) {
    let output = verify(text, seen);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && error.contains(part), "{part}: {error}\n{text}\n{seen:?}");
    assert!(output.stdout.is_empty(), "{part}");
}

#[test]
fn a_record_alone_is_consistent_at_best() {
    let record = Record::deal(|_| ());
    let said = accepted(&record.text(), None);
    assert!(said.ends_with("consistent in itself; not compared with what you saw (--seen)\n"), "{said}");
    let said = accepted(&record.text(), Some(&record.seen()));
    assert!(said.ends_with("consistent in itself; the same as what the page saw, in 2 views\n"), "{said}");
    let text = record.text();
    let with = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}\n{text}");
        text.replacen(from, to, 1)
    };
    let count = record.tokens.len();
    let [_, (second, seed)] = record.draws[..] else { panic!() };
    let undrawn = |from: usize| {
        let lines = text.lines().filter(|line| !line.starts_with("draw "));
        let bare = lines.map(|line| format!("{line}\n")).collect::<String>();
        let opening = format!("{} 0\n", record.commitment());
        bare.replacen(&opening, &format!("{} {from}\n", record.commitment()), 1)
    };
    let own = text.lines().find(|line| line.starts_with("bits 2 ")).unwrap();
    for (forged, part) in [
        (format!("{text}{own}\n"), "there must be only one line `bits 2 ...`"),
        (format!("{text}{}\n", own.replace(&bits(2), &bits(7))), "there must be only one line `bits 2 ...`"),
        (format!("{text}option Keezen.SelfHit optional\n"), "only one line `option Keezen.SelfHit ...`"),
        (undrawn(999_999), &format!("the opening has 999999 tokens, and the game only {count}")),
        (undrawn(count), "there is nothing to check"),
        (undrawn(0), "do not fit the chance events of the game, from token 1 on"),
        (with(" 0\n", " 1\n"), "do not fit the chance events of the game, from token 1 on"),
        (with(&record.secret, &"33".repeat(32)), "the secret of the server is not the one"),
        (with(&record.secret, "-"), "the secret of the server is missing"),
        (with(&bits(1), &bits(7)), "the bits of seat 1 are not those"),
        (with(&bits(1), "-"), "the bits of seat 1 are missing"),
        (with(&format!("{own}\n"), ""), "draw 0: the seed is"),
        (with(&seed.to_string(), "1"), "draw 1: the seed is 1, expected"),
        (with(&format!("draw {second} {seed}\n"), ""), &format!("from token {} on", second + 1)),
        (with(&format!(" {}\n", record.tokens[second]), "\n"), &format!("from token {} on", second + 1)),
        (with("!deal/", "!deal/2457J/3469T/8TTQK/688JK "), ""),
    ] {
        refused(&forged, None, part);
    }
    // An event that does not follow from its seed.
    let mut other = record.clone();
    let hands: Vec<&str> = record.tokens[second].split('/').collect();
    other.tokens[second] = [hands[0], hands[2], hands[1], hands[3], hands[4]].join("/");
    refused(&other.text(), None, "draw 1: the game has !deal/");
}

#[test]
fn a_consistent_forgery_is_not_what_the_page_saw() {
    let honest = Record::deal(|_| ());
    let seen = honest.seen();
    let first = honest.tokens[0].clone();
    let fen = {
        let mut referee = honest.referee();
        referee.send(&honest.line(1)).unwrap();
        format!("fen {}", referee.ask(Query::Fen(None)).unwrap().join(" "))
    };
    type Change<'a> = Box<dyn Fn(&mut Record) + 'a>;
    let forgeries: [(Change, &str); 13] = [
        (Box::new(|record| record.secret = "33".repeat(32)), "the commitment of the server is"),
        (Box::new(|record| record.id = "33".repeat(16)), "the game has the deal 3333"),
        // The server chooses the bits of a player after it has seen all others.
        (Box::new(|record| _ = record.bits.insert(2, bits(7))), "the commitments of the players are"),
        (Box::new(|record| _ = record.bits.insert(1, bits(7))), "the commitments of the players are"),
        (Box::new(|record| _ = record.bits.insert(3, bits(3))), "the commitments of the players are"),
        (Box::new(|record| _ = record.bits.remove(&2)), "the commitments of the players are"),
        (Box::new(|record| record.bits.clear()), "the commitments of the players are none"),
        // The first deal passes for the opening.
        (Box::new(|record| record.tokens = vec![first.clone()]), "the opening has 1 token, and the page saw 0"),
        (Box::new(|record| record.base.clone_from(&fen)), "the page saw"),
        (Box::new(|record| _ = record.options.insert("Keezen.SelfHit", "optional")), "the rule options are"),
        (Box::new(|record| _ = record.options.insert("Keezen.MaxPlies", "1999")), "the rule options are"),
        (Box::new(|record| record.again = vec!["55".repeat(16)]), "the exchanges that were broken off are 5555"),
        (Box::new(|record| record.again = vec![format!("{} 3", "55".repeat(16))]), "and the page saw none"),
    ];
    for (change, part) in &forgeries {
        let forged = Record::deal(change).text();
        accepted(&forged, None);
        refused(&forged, Some(&seen), part);
    }
    // A default that is not named is the same.
    let bare = Record::deal(|record| record.options.clear());
    accepted(&bare.text(), Some(&seen));
}

#[test]
fn what_the_page_saw_is_compared_word_by_word() {
    let record = Record::deal(|record| {
        record.again = vec![format!("{} 3 4", "55".repeat(16)), "66".repeat(16)];
    });
    let (text, seen) = (record.text(), record.seen());
    assert!(accepted(&text, Some(&seen)).contains("with secrets that nobody knows: 2 exchanges"));
    let line = seen.lines().last().unwrap();
    let hand = line.split_once("!deal/").unwrap().1.split('/').next().unwrap();
    let other: String = hand.chars().map(|card| if card == '2' { '3' } else { '2' }).collect();
    let with = |from: &str, to: &str| {
        assert!(seen.contains(from), "{from}\n{seen}");
        seen.replace(from, to)
    };
    let deal = |id: &str, commitment: &str, from: usize| format!("deal {id} - {commitment} {from}\n");
    let (id, commitment) = (&record.id, record.commitment());
    let shown = deal(id, &commitment, 0);
    for (forged, part) in [
        // The server has shown other cards than those of the record that it exports.
        (with(&format!("!deal/{hand}/"), &format!("!deal/{other}/")), "tokens, the game shows"),
        (with(line, &format!("{line} fold:2")), "the page saw"),
        (with("position seat 1", "position seat 2"), "tokens, the game shows"),
        (with("position seat 1", "position"), "tokens, the game shows"),
        (with("position seat 1", "position seat 5"), "query view"),
        // The record itself agrees with itself.
        (text.clone(), "this is an exported game, which the server has written"),
        (format!("{seen}draw 0 1\n"), "this is an exported game, which the server has written"),
        (with(&shown, &deal(id, &"00".repeat(32), 0)), "the commitment of the server is"),
        (with(&shown, &deal(&"00".repeat(16), &commitment, 0)), "the page saw the deal 0000"),
        (with(&shown, &deal(id, &commitment, 1)), "the opening has 0 tokens, and the page saw 1"),
        (with(&bits(1), &bits(7)), "the bits of seat 1 are not those that the page sent"),
        (with("seat 4 player\n", ""), "the game has 4 seats, and the page saw 3"),
        (with("game keezen", "game querbeet"), "the game is keezen, and the page saw querbeet"),
        (with("SelfHit forced", "SelfHit optional"), "the rule options are"),
        (with(&format!("again {}\n", "66".repeat(16)), ""), "the exchanges that were broken off are"),
        (with(" 3 4\n", " 3\n"), "the exchanges that were broken off are"),
        (with("position ", "# "), "the line `position ...` is missing"),
        (with("game keezen\n", ""), "the line `game NAME` is missing"),
        (with(&shown, ""), "the line `deal ...` is missing"),
        (with("position seat 1", "position seat x"), "expected a position line"),
    ] {
        refused(&text, Some(&forged), part);
    }
    // The other seat has seen its own hand.
    let public = with("position seat 1 startpos\n", "position startpos\n");
    accepted(&text, Some(&public));
}
