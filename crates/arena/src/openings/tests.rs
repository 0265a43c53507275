//! Openings of all kinds, judged by a made-up game.

use super::{Opening, OpeningEvaluation, OpeningReferee, OpeningSource};
use crate::plan::{FormatKind, OpeningOrder, Openings, Plan};
use crate::schedule::deal_seed;
use crate::schedule::tests::plan;
use anyhow::{Result, bail};
use base::rng::fnv1a;
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::io::Write;
use ugi::{Score, Seat, Turn};

/// Letters `a` to `d` in turn; two `a` in a row end the game, an `x` is no move. Where it deals, a token `!deal/S`
/// comes first. Its scores are anything from -100 to 100, but for `bias`.
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

    fn evaluate(&mut self, _: &Opening, nodes: u64) -> Result<Option<OpeningEvaluation>> {
        let hash = fnv1a(format!("{:?}{nodes}", self.moves).as_bytes());
        let score = self.bias + (hash % 201) as i32 - 100;
        // Every tenth line is a mate, every tenth runs into the end of the game.
        let score = if hash.is_multiple_of(10) { Score::Mate(3) } else { Score::Cp(score) };
        let line = if hash % 10 == 1 { vec!["a".to_string(), "a".to_string()] } else { vec!["b".to_string()] };
        Ok(Some(OpeningEvaluation { score, line }))
    }
}

fn with(openings: Openings, seed: u64) -> Plan {
    Plan { openings, seed, ..plan(FormatKind::RoundRobin, 2, 2) }
}

fn random(plies: usize, balance: u32) -> Openings {
    Openings::Random { plies, nodes: 50, balance }
}

/// The openings of the first blocks, or what is wrong.
fn taken(plan: &Plan, judge: &mut dyn OpeningReferee, blocks: u64) -> Result<Vec<Opening>, String> {
    let text = |error: anyhow::Error| format!("{error:#}");
    let source = OpeningSource::open(plan, judge).map_err(text)?;
    (0..blocks).map(|block| source.opening(plan, block, judge).map_err(text)).collect()
}

/// Openings from a file that holds `text`.
fn of_file(text: &str, order: OpeningOrder, seed: u64, blocks: u64) -> Result<Vec<Opening>, String> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    let digest = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
    let openings = Openings::File { file: file.path().to_path_buf(), digest, order };
    let name = format!("{}:", file.path().display());
    taken(&with(openings, seed), &mut Letters::default(), blocks).map_err(|error| error.replace(&name, "file:"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_openings_are_balanced_and_follow_from_seed_and_block(seed: u64, block in 0_u64..1000, deals: bool) {
        let mut judge = Letters { deals, ..Letters::default() };
        let plan = with(random(5, 30), seed);
        let source = OpeningSource::open(&plan, &mut judge).unwrap();
        let opening = source.opening(&plan, block, &mut judge).unwrap();
        let events = opening.moves.iter().filter(|token| token.starts_with('!')).count();
        prop_assert_eq!((events, opening.moves.len() - events), (usize::from(deals), 5));
        if deals {
            prop_assert_eq!(&opening.moves[0], &format!("!deal/{}", deal_seed(&plan, block, 0)));
        }
        judge.load(&opening.base, &opening.moves).unwrap();
        prop_assert!(matches!(judge.turn().unwrap(), Turn::Seat(_)));
        // Where a deal is given, the best of a few candidates does.
        if !deals {
            let judgement = judge.evaluate(&opening, 50).unwrap().unwrap();
            prop_assert!(matches!(judgement.score, Score::Cp(score) if score.abs() <= 30));
            prop_assert_eq!(judgement.line, ["b"]);
        }
        // Whatever was asked before, and whoever plays.
        let other = Plan { openings: plan.openings.clone(), seed, ..self::plan(FormatKind::Gauntlet, 4, 8) };
        source.opening(&plan, block + 1, &mut judge).unwrap();
        prop_assert_eq!(source.opening(&other, block, &mut judge).unwrap(), opening);
    }

    #[test]
    fn each_time_through_a_file_all_its_openings_come(count in 1_usize..12, passes in 1_u64..4, seed: u64, shuffled: bool) {
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
fn lines_of_a_file_are_what_follows_position() {
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
    assert!(of_file("# nothing\n", OpeningOrder::Random, 1, 1).unwrap_err().ends_with("has no opening in it"));
    let missing = Openings::File { file: "/no/such/file".into(), digest: String::new(), order: OpeningOrder::Random };
    let error = taken(&with(missing, 1), &mut Letters::default(), 1).unwrap_err();
    assert!(error.starts_with("cannot read the openings /no/such/file: "), "{error}");
    let file = tempfile::NamedTempFile::new().unwrap();
    let changed = Openings::File { file: file.path().into(), digest: "0".to_string(), order: OpeningOrder::Random };
    let error = taken(&with(changed, 1), &mut Letters::default(), 1).unwrap_err();
    assert!(error.ends_with("has changed since the plan was read"), "{error}");
}

#[test]
fn where_nothing_is_balanced_only_a_deal_is_taken_as_it_is() {
    let plan = with(random(2, 5), 1);
    let error = taken(&plan, &mut Letters { bias: 900, ..Letters::default() }, 1).unwrap_err();
    assert!(error.starts_with("block 0: none of 400 random openings is balanced"), "{error}");
    let mut judge = Letters { bias: 900, deals: true, ..Letters::default() };
    let opening = taken(&plan, &mut judge, 1).unwrap().remove(0);
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
