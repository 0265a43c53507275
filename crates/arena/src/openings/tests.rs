//! Tests for all kinds of openings, in an invented game.

use super::{Opening, OpeningReferee, OpeningSource};
use crate::plan::{FormatKind, OpeningOrder, Openings, Plan};
use crate::schedule::deal_seed;
use crate::schedule::tests::plan;
use anyhow::{Result, bail};
use base::rng::fnv1a;
use data_encoding::HEXLOWER;
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::io::Write;
use ugi::{Info, Score, Seat, Turn};

/// A game in which the sides alternately choose letters `a` to `d`. Two consecutive `a` end the game, and `x` is
/// illegal. With `deals`, a token `!deal/S` comes first, where S is the seed of the deal. Scores are from -100 to 100,
/// plus `bias`.
#[derive(Default)]
struct Letters {
    deals: bool,
    bias: i32,
    moves: Vec<String>,
}

impl OpeningReferee for Letters {
    fn load(&mut self, base: &str, moves: &[String]) -> Result<()> {
        if let Some(bad) = moves.iter().find(|token| token.len() > 1 && !token.starts_with("!deal/") || *token == "x") {
            bail!("illegal_move {bad}");
        }
        self.moves = vec![base.to_string()];
        self.moves.extend(moves.iter().cloned());
        Ok(())
    }

    fn turn(&mut self) -> Result<Turn> {
        Ok(match () {
            () if self.deals && self.moves.len() == 1 => Turn::Chance,
            () if self.moves.ends_with(&["a".to_string(), "a".to_string()]) => Turn::Over,
            () => Turn::Seat(Seat::new(self.moves.len() % 2)),
        })
    }

    fn legal(&mut self) -> Result<Vec<String>> {
        Ok(["a", "b", "c", "d"].map(str::to_string).into())
    }

    fn deck(&mut self, name: &str) -> Result<Vec<String>> {
        let second = match name {
            "pairs" => "b c",
            "odd" => "b x",
            _ => bail!("unknown deck {name}; the decks are: pairs, odd"),
        };
        Ok(["startpos".to_string(), format!("startpos moves {second}"), "fen XYZ".to_string()].into())
    }

    fn sample_event(&mut self, seed: u64) -> Result<String> {
        Ok(format!("!deal/{seed}"))
    }

    fn evaluate(&mut self, _: &Opening, nodes: u64) -> Result<Option<Info>> {
        let hash = fnv1a(format!("{:?}{nodes}", self.moves).as_bytes());
        let score = self.bias + (hash % 201) as i32 - 100;
        // About one score in ten is a mate, and about one line in ten reaches the end of the game.
        let score = if hash.is_multiple_of(10) { Score::Mate(3) } else { Score::Cp(score) };
        let pv = if hash % 10 == 1 { vec!["a".to_string(), "a".to_string()] } else { vec!["b".to_string()] };
        let mut report = Info::default();
        (report.score, report.pv) = (Some(score), pv);
        Ok(Some(report))
    }
}

fn with(openings: Openings, seed: u64) -> Plan {
    Plan { openings, seed, ..plan(FormatKind::RoundRobin, 2, 2) }
}

fn random(plies: usize, balance: u32) -> Openings {
    Openings::Random { plies, nodes: 50, balance }
}

/// Returns the openings of the first `blocks` blocks, or the error message.
fn taken(plan: &Plan, referee: &mut dyn OpeningReferee, blocks: u64) -> Result<Vec<Opening>, String> {
    let text = |error: anyhow::Error| format!("{error:#}");
    let source = OpeningSource::open(plan, referee).map_err(text)?;
    (0..blocks).map(|block| source.opening(plan, block, referee).map_err(text)).collect()
}

/// Returns the openings of the first `blocks` blocks, from a file with the content `text`. Errors name the file as
/// `file`.
fn of_file(text: &str, order: OpeningOrder, seed: u64, blocks: u64) -> Result<Vec<Opening>, String> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    let digest = HEXLOWER.encode(&Sha256::digest(text));
    let openings = Openings::File { file: file.path().to_path_buf(), digest, order };
    let name = format!("{}:", file.path().display());
    taken(&with(openings, seed), &mut Letters::default(), blocks).map_err(|error| error.replace(&name, "file:"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_openings_are_balanced_and_follow_from_seed_and_block(seed: u64, block in 0_u64..1000, deals: bool) {
        let mut referee = Letters { deals, ..Letters::default() };
        let plan = with(random(5, 30), seed);
        let source = OpeningSource::open(&plan, &mut referee).unwrap();
        let opening = source.opening(&plan, block, &mut referee).unwrap();
        let events = opening.moves.iter().filter(|token| token.starts_with('!')).count();
        prop_assert_eq!((events, opening.moves.len() - events), (usize::from(deals), 5));
        if deals {
            prop_assert_eq!(&opening.moves[0], &format!("!deal/{}", deal_seed(&plan, block, 0)));
        }
        referee.load(&opening.base, &opening.moves).unwrap();
        prop_assert!(matches!(referee.turn().unwrap(), Turn::Seat(_)));
        // In games with deals, the score may exceed the limit, because the most balanced candidate is taken if none is
        // balanced.
        if !deals {
            let evaluation = referee.evaluate(&opening, 50).unwrap().unwrap();
            prop_assert!(matches!(evaluation.score, Some(Score::Cp(score)) if score.abs() <= 30));
            prop_assert_eq!(evaluation.pv, ["b"]);
        }
        // The opening depends neither on earlier queries nor on the participants.
        let other = Plan { openings: plan.openings.clone(), seed, ..self::plan(FormatKind::Gauntlet, 4, 8) };
        source.opening(&plan, block + 1, &mut referee).unwrap();
        prop_assert_eq!(source.opening(&other, block, &mut referee).unwrap(), opening);
    }

    #[test]
    fn each_pass_through_a_file_has_all_its_openings(count in 1_usize..12, passes in 1_u64..4, seed: u64, shuffled: bool) {
        let letters = "bcd".chars().flat_map(|a| "bcda".chars().map(move |b| format!("startpos moves {a} {b}\n")));
        let text: String = letters.take(count).collect();
        let order = if shuffled { OpeningOrder::Random } else { OpeningOrder::Sequential };
        let taken = of_file(&text, order, seed, passes * count as u64).unwrap();
        for pass in taken.chunks(count) {
            prop_assert_eq!(pass.iter().collect::<HashSet<_>>().len(), count);
            prop_assert!(shuffled || pass == &taken[..count]);
        }
    }
}

#[test]
fn lines_of_a_file_are_arguments_of_position() {
    let text = "# two openings\n\nstartpos   # the start\n\tfen XYZ moves b c#d\n fen #1 moves\n";
    let error = of_file(text, OpeningOrder::Sequential, 1, 2).unwrap_err();
    assert_eq!(error, "file:4: illegal_move c#d");
    let openings = of_file("# one\n\nstartpos # moves b\nfen XYZ moves b c\n", OpeningOrder::Sequential, 1, 3).unwrap();
    let start = Opening { base: "startpos".to_string(), moves: Vec::new() };
    let other = Opening { base: "fen XYZ".to_string(), moves: vec!["b".to_string(), "c".to_string()] };
    assert_eq!(openings, [start.clone(), other, start]);
}

#[test]
fn errors_in_a_file_are_reported_with_their_line() {
    let cases = [
        ("startpos\nmoves b\n", "file:2: position: expected [seat K] startpos | fen TEXT, found moves b"),
        ("\nstartpos b c\n", "file:2: position: expected moves after startpos, found b c"),
        ("fen\n", "file:1: column 1: no position text after fen"),
        ("seat 1 startpos\n", "file:1: an opening is the whole game, not the view of a seat"),
        ("startpos moves b x\n", "file:1: illegal_move x"),
        ("startpos moves a a\n", "file:1: the game is over after it"),
    ];
    for (text, message) in cases {
        assert_eq!(of_file(text, OpeningOrder::Sequential, 1, 1).unwrap_err(), message);
    }
    assert!(of_file("# nothing\n", OpeningOrder::Random, 1, 1).unwrap_err().ends_with("contains no opening"));
    let missing = Openings::File { file: "/no/such/file".into(), digest: String::new(), order: OpeningOrder::Random };
    let error = taken(&with(missing, 1), &mut Letters::default(), 1).unwrap_err();
    assert!(error.starts_with("cannot read the openings /no/such/file: "), "{error}");
    let file = tempfile::NamedTempFile::new().unwrap();
    let changed = Openings::File { file: file.path().into(), digest: "0".to_string(), order: OpeningOrder::Random };
    let error = taken(&with(changed, 1), &mut Letters::default(), 1).unwrap_err();
    assert!(error.ends_with("has changed since the plan was read"), "{error}");
}

#[test]
fn an_unbalanced_opening_is_taken_only_with_a_deal() {
    let plan = with(random(2, 5), 1);
    let error = taken(&plan, &mut Letters { bias: 900, ..Letters::default() }, 1).unwrap_err();
    assert!(error.starts_with("block 0: none of 400 random openings is balanced"), "{error}");
    let mut referee = Letters { bias: 900, deals: true, ..Letters::default() };
    let opening = taken(&plan, &mut referee, 1).unwrap().remove(0);
    assert_eq!(opening.moves.len(), 3);
}

#[test]
fn a_deck_is_asked_for_by_its_name() {
    let deck = |name: &str| {
        let openings = Openings::Deck { deck: name.to_string(), order: OpeningOrder::Sequential };
        taken(&with(openings, 1), &mut Letters::default(), 3).map(|openings| openings[1].moves.clone())
    };
    assert_eq!(deck("pairs").unwrap(), ["b", "c"]);
    assert_eq!(deck("x").unwrap_err(), "unknown deck x; the decks are: pairs, odd");
    assert_eq!(deck("odd").unwrap_err(), "deck odd, opening 2: illegal_move x");
}
