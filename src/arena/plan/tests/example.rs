//! The example and the page of a plan explain every key, every key is a flag, and no line of the example is refused.

use super::super::document::Document;
use super::super::keys::{ENTRANT_KEYS, KEYS};
use super::super::{Flags, FormatKind, Places, check_sides, read_with_places};
use crate::arena::schedule::tests::plan;
use clap::{Args, Command};
use std::collections::BTreeSet;
use std::path::Path;

const EXAMPLE: &str = include_str!("../../../../plan.example.toml");
const PAGE: &str = include_str!("../../../../docs/tournaments.md");

/// The example with all its keys, those too that are commented out.
fn complete() -> String {
    let key =
        |line: &str| line.strip_prefix('#').filter(|rest| rest.starts_with(char::is_alphabetic)).map(str::to_string);
    EXAMPLE.lines().map(|line| key(line).unwrap_or_else(|| line.to_string()) + "\n").collect()
}

#[test]
fn the_example_is_a_plan() {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/plan.example.toml"));
    let (plan, places) = read_with_places(Some(file), &Flags::default()).unwrap();
    assert_eq!((plan.format.kind, plan.format.games, plan.entrants.len()), (FormatKind::RoundRobin, 20, 3));
    check_sides(&plan, 2, &places).unwrap();
}

#[test]
fn the_example_mentions_every_key() {
    let document = Document::read("complete", &complete(), Path::new("/")).unwrap();
    let given: BTreeSet<&str> = document.plan.values.keys().copied().collect();
    assert_eq!(given, KEYS.iter().map(|key| key.path).collect());
    let given: BTreeSet<&str> = document.entrants.iter().flat_map(|sheet| sheet.values.keys().copied()).collect();
    assert_eq!(given, ENTRANT_KEYS.iter().map(|key| key.path).collect());
}

#[test]
fn the_page_explains_every_key_and_every_short_flag() {
    for key in KEYS {
        assert!(PAGE.contains(&format!("| `{}` |", key.path)), "{}", key.path);
        assert!(key.alias.or(key.word).is_none_or(|flag| PAGE.contains(&format!("`--{flag}`"))), "{}", key.path);
    }
    for key in ENTRANT_KEYS {
        assert!(PAGE.contains(&format!("| `entrant.{}` |", key.path)), "{}", key.path);
    }
}

#[test]
fn every_key_is_a_flag() {
    let command = Flags::augment_args(Command::new("run"));
    command.clone().debug_assert();
    let flags: BTreeSet<String> =
        command.get_arguments().filter_map(|flag| flag.get_long().map(str::to_string)).collect();
    let expected = KEYS.iter().map(|key| key.path.replace(['.', '_'], "-"));
    let expected = expected.chain(["entrant", "clock"].map(str::to_string));
    assert_eq!(flags, expected.collect());
}

#[test]
fn games_must_be_whole_blocks_of_the_sides_that_the_referee_tells() {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/plan.example.toml"));
    let refused = |words: &[&str], sides: usize| {
        let (plan, places) = read_with_places(Some(file), &super::flags(words).unwrap()).unwrap();
        let error = check_sides(&plan, sides, &places).unwrap_err().to_string();
        error.rsplit_once('/').map_or(error.clone(), |(_, name)| name.to_string())
    };
    let line = 1 + EXAMPLE.lines().position(|line| line == "games = 20").unwrap();
    let blocks = "a block has 3 games, one for each seating; 20 games are no whole number of blocks";
    assert_eq!(refused(&[], 3), format!("plan.example.toml:{line}: format.games: {blocks}"));
    assert!(refused(&["--games", "21"], 2).starts_with("--format-games: a block has 2 games"));
    let two = "is for games of two sides; jeex has 4";
    assert_eq!(refused(&["--format-kind", "knockout"], 4), format!("--format-kind: {two}"));
    let draw = ["--adjudicate-draw-moves", "3", "--adjudicate-draw-score", "3"];
    assert!(refused(&draw, 4).ends_with(&format!("adjudicate.draw: {two}")));
    assert!(
        refused(&["--games=21", "--format-kind=gauntlet", "--format-challengers=2"], 3)
            .contains("make no pairing of 3 sides")
    );
}

#[test]
fn a_tournament_has_a_bounded_number_of_games() {
    let refused = |kind: FormatKind, entrants: usize, games: u64, sides: usize| {
        let mut plan = plan(kind, entrants, games);
        plan.format.rounds = 10;
        check_sides(&plan, sides, &Places::default()).err().map(|error| error.to_string())
    };
    let message = "--format-games: 523776 matches of 20 games are more than 10000000 games";
    assert_eq!(refused(FormatKind::RoundRobin, 1024, 20, 2).as_deref(), Some(message));
    assert_eq!(refused(FormatKind::RoundRobin, 1024, 18, 2), None);
    assert!(refused(FormatKind::Gauntlet, 1024, 4, 4).is_some());
    assert_eq!(refused(FormatKind::RoundRobin, 2, 4, 4), None);
    assert!(refused(FormatKind::Swiss, 1024, 2000, 2).is_some());
    assert_eq!(refused(FormatKind::Knockout, 1024, 2000, 2), None);
}
