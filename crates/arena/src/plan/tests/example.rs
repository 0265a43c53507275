//! Tests that the example plan and the manual explain every key, that every key is a flag, and that every line of the
//! example is valid.

use super::super::keys::KEYS;
use super::super::{EloModel, EqualTeams, Flags, FormatKind, PairingKind, Source, Sprt, check_game, read};
use super::TestFolder;
use crate::schedule::tests::plan;
use clap::{Args, Command};
use std::collections::BTreeSet;
use std::path::Path;

const EXAMPLE: &str = include_str!("../../../../../plan.example.toml");
const MANUAL: &str = include_str!("../../../../../docs/tournaments.md");

/// Returns the example with the commented-out keys enabled.
fn complete() -> String {
    let key =
        |line: &str| line.strip_prefix('#').filter(|rest| rest.starts_with(char::is_alphabetic)).map(str::to_string);
    EXAMPLE.lines().map(|line| key(line).unwrap_or_else(|| line.to_string()) + "\n").collect()
}

#[test]
fn the_example_is_a_plan() {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../plan.example.toml"));
    let (plan, mut source) = read(Some(file), &Flags::default()).unwrap();
    assert_eq!((plan.format.kind, plan.format.games, plan.participants.len()), (FormatKind::RoundRobin, 20, 3));
    check_game(&plan, 2, false, &mut source).unwrap();
}

/// Returns the paths of the keys of a plan, or of a participant.
fn keys(are_of_participant: bool) -> BTreeSet<String> {
    let own = |path: &str| path.strip_prefix("participant.").map(str::to_string);
    let is_of_parameter = |path: &str| path.starts_with("tune.parameter.");
    let is_each = |path: &str| path == "each" || path.starts_with("each.");
    let paths = KEYS.iter().map(|key| key.path).filter(|&path| path != "participant" && !is_each(path));
    let paths = paths.filter(|path| !is_of_parameter(path));
    match are_of_participant {
        true => paths.filter_map(own).collect(),
        false => paths.filter(|path| own(path).is_none()).map(str::to_string).collect(),
    }
}

/// Returns the keys of `[each]`.
fn keys_of_each() -> BTreeSet<String> {
    KEYS.iter().filter_map(|key| key.path.strip_prefix("each.")).map(str::to_string).collect()
}

/// Returns the keys of the parameters of a tuning.
fn keys_of_parameters() -> BTreeSet<String> {
    KEYS.iter().filter_map(|key| key.path.strip_prefix("tune.parameter.")).map(str::to_string).collect()
}

#[test]
fn each_has_the_keys_of_a_participant_except_its_name() {
    let mut expected = keys(true);
    expected.remove("name");
    assert_eq!(keys_of_each(), expected);
}

/// Returns the paths of all entries in a table and its inner tables. A table that is one of `keys` counts as one entry.
fn paths(above: &str, table: &toml::Table, keys: &BTreeSet<String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (name, value) in table {
        let path = format!("{above}{name}");
        match value.as_table().filter(|_| !keys.contains(&path)) {
            Some(inner) => found.extend(paths(&format!("{path}."), inner, keys)),
            None => drop(found.insert(path)),
        }
    }
    found
}

#[test]
fn the_example_mentions_every_key() {
    // The keys exclude each other, so that only their combination is wrong.
    let error = TestFolder::new(&complete()).read(&[]).unwrap_err();
    let combined =
        ["has a meaning only with", "a clock and movetime exclude each other", "a tuning has one", "in a tuning"];
    let combined = |line: &str| combined.iter().any(|text| line.contains(text));
    assert!(error.lines().all(combined), "{error}");
    let mut example: toml::Table = complete().parse().unwrap();
    let participants = example.remove("participant").unwrap();
    let each = example.remove("each").unwrap();
    assert_eq!(each.as_table().unwrap().keys().cloned().collect::<BTreeSet<_>>(), keys_of_each());
    assert_eq!(paths("", &example, &keys(false)), keys(false));
    let parameter = example["tune"]["parameter"][0].as_table().unwrap();
    assert_eq!(parameter.keys().cloned().collect::<BTreeSet<_>>(), keys_of_parameters());
    let given =
        participants.as_array().unwrap().iter().flat_map(|participant| participant.as_table().unwrap().keys().cloned());
    assert_eq!(given.collect::<BTreeSet<_>>(), keys(true));
}

#[test]
fn the_manual_explains_every_key_and_every_short_flag() {
    assert!(keys(false).len() > 40 && keys(true).len() > 9);
    let of_parameters = keys_of_parameters().into_iter().map(|key| format!("tune.parameter.{key}"));
    for key in keys(false).into_iter().chain(of_parameters) {
        assert!(MANUAL.contains(&format!("| `{key}` |")), "{key}");
    }
    // Keys that are as in another table share a line.
    let rows: Vec<&str> = MANUAL.lines().filter(|line| line.starts_with("| `participant.")).collect();
    for key in keys(true) {
        let is_named =
            |row: &&str| [format!("`{key}`"), format!("`participant.{key}`")].iter().any(|name| row.contains(name));
        assert!(rows.iter().any(is_named), "{key}");
    }
    let mut shorts = 0;
    for flag in Flags::augment_args(Command::new("run")).get_arguments() {
        let short = flag.get_visible_aliases().unwrap_or_default();
        shorts += short.len();
        assert!(short.into_iter().all(|flag| MANUAL.contains(&format!("`--{flag}`"))), "{flag}");
    }
    assert_eq!(shorts, 12);
}

#[test]
fn every_key_is_a_flag() {
    let command = Flags::augment_args(Command::new("tune"));
    command.clone().debug_assert();
    let flags: BTreeSet<String> =
        command.get_arguments().filter_map(|flag| flag.get_long().map(str::to_string)).collect();
    let expected = keys(false).into_iter().map(|key| key.replace(['.', '_'], "-"));
    assert_eq!(flags, expected.chain(["participant", "each"].map(str::to_string)).collect());
}

#[test]
fn games_must_be_whole_blocks_of_the_sides_of_the_game() {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../plan.example.toml"));
    let refused = |words: &[&str], sides: usize| {
        let (plan, mut source) = read(Some(file), &super::flags(words).unwrap()).unwrap();
        let error = check_game(&plan, sides, false, &mut source).unwrap_err().to_string();
        error.rsplit_once('/').map_or(error.clone(), |(_, name)| name.to_string())
    };
    let line = 1 + EXAMPLE.lines().position(|line| line == "games = 20").unwrap();
    let blocks = "a block has 3 games, one for each seating; 20 games are not a whole number of blocks; use 18 or 21";
    assert_eq!(refused(&[], 3), format!("plan.example.toml:{line}: format.games: {blocks}"));
    assert!(refused(&["--games", "21"], 2).starts_with("--games: a block has 2 games"));
    let noswap = read(Some(file), &super::flags(&["--games", "21", "--format-noswap", "true"]).unwrap());
    noswap.and_then(|(plan, mut source)| check_game(&plan, 3, false, &mut source)).unwrap();
    let two = "needs a game of two sides; jeex has 4";
    assert_eq!(refused(&["--format-kind", "knockout"], 4), format!("--format-kind: {two}"));
    let draw = ["--adjudicate-draw-moves", "3", "--adjudicate-draw-score", "3"];
    assert!(refused(&draw, 4).ends_with(&format!("--adjudicate-draw-moves: {two}")));
    let both = ["--games=21", "--format-kind=swiss"];
    assert!(refused(&both, 4).ends_with(&format!("a whole number of blocks; use 20 or 24\n--format-kind: {two}")));
    assert!(
        refused(&["--games=21", "--format-kind=gauntlet", "--format-challengers=2"], 3)
            .ends_with("a challenger plays against 2 participants at once; besides the challengers there are 1")
    );
}

/// The first participant of a test plays in every game, so that no other game is played or not depending on the
/// decision.
#[test]
fn a_sequential_test_needs_games_of_the_first_participant() {
    let refused = |participants: usize, kind: FormatKind, model: EloModel, sides: usize| {
        let mut plan = plan(kind, participants, 12);
        plan.stop = Some(Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model });
        let error = check_game(&plan, sides, false, &mut Source::default()).err()?.to_string();
        error.split_once(": ").map(|(_, text)| text.to_string())
    };
    let (round_robin, gauntlet, usual) = (FormatKind::RoundRobin, FormatKind::Gauntlet, EloModel::Normalized);
    for (participants, kind, sides) in [(2, round_robin, 2), (2, round_robin, 3), (3, round_robin, 3), (5, gauntlet, 3)]
    {
        assert_eq!(refused(participants, kind, usual, sides), None);
    }
    let first = "the first participant must play in every game: use at most 3 participants, or a gauntlet with \
                 one challenger";
    assert_eq!(refused(4, round_robin, usual, 3).unwrap(), first);
    let two = "in a game of two sides, a test is between two participants; there are 3";
    assert_eq!(refused(3, gauntlet, usual, 2).unwrap(), two);
    assert_eq!(refused(2, round_robin, usual, 1).unwrap(), "needs a game of at least two sides; toy has 1");
    let bayesian = "bayesian needs a game of two sides; toy has 3: use logistic or normalized";
    assert_eq!(refused(2, round_robin, EloModel::Bayesian, 3).unwrap(), bayesian);
    assert_eq!(refused(2, round_robin, EloModel::Bayesian, 2), None);
}

#[test]
fn mixed_tables_need_equal_teams_and_enough_participants() {
    let refused = |participants: usize, games: u64, teams: Option<EqualTeams>| {
        let mut plan = plan(FormatKind::RoundRobin, participants, games);
        (plan.format.pairing, plan.format.teams) = (PairingKind::Mixed, teams);
        check_game(&plan, 2, false, &mut Source::default()).err().map(|error| error.to_string())
    };
    let pairs = EqualTeams { sides: 2, size: 2, dealt: false };
    assert_eq!(refused(4, 12, Some(pairs)), None);
    let blocks = "--games: a block has 6 games, one for each partnership and seating; 10 games are not a whole number of \
                  blocks; use 6 or 12";
    assert_eq!(refused(4, 10, Some(pairs)).as_deref(), Some(blocks));
    assert_eq!(refused(4, 4, Some(EqualTeams { dealt: true, ..pairs })), None);
    let seats = "--format-pairing: mixed tables of toy need a participant for each of the 4 seats; there are 3";
    assert_eq!(refused(3, 12, Some(pairs)).as_deref(), Some(seats));
    let same = "--format-pairing: mixed tables need teams of the same size, with at least two seats; toy has none";
    assert_eq!(refused(4, 12, None).as_deref(), Some(same));
    assert!(refused(100, 6, Some(pairs)).is_some_and(|error| error.contains("3921225 matches of 6 games: more than")));
}

#[test]
fn a_tournament_has_a_bounded_number_of_games() {
    let refused = |kind: FormatKind, participants: usize, games: u64, sides: usize| {
        let mut plan = plan(kind, participants, games);
        plan.format.rounds = 10;
        check_game(&plan, sides, false, &mut Source::default()).err().map(|error| error.to_string())
    };
    let message = "--games: 523776 matches of 20 games: more than the limit of 10000000 games";
    assert_eq!(refused(FormatKind::RoundRobin, 1024, 20, 2).as_deref(), Some(message));
    assert_eq!(refused(FormatKind::RoundRobin, 1024, 18, 2), None);
    assert!(refused(FormatKind::Gauntlet, 1024, 4, 4).is_some());
    // One challenger has 1023 matches.
    assert_eq!(refused(FormatKind::Gauntlet, 1024, 9774, 2), None);
    let message = "--games: 1023 matches of 9776 games: more than the limit of 10000000 games";
    assert_eq!(refused(FormatKind::Gauntlet, 1024, 9776, 2).as_deref(), Some(message));
    assert_eq!(refused(FormatKind::RoundRobin, 2, 4, 4), None);
    assert!(refused(FormatKind::Swiss, 1024, 2000, 2).is_some());
    assert_eq!(refused(FormatKind::Knockout, 1024, 2000, 2), None);
}
