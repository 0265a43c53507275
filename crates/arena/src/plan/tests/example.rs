//! Tests of the example plan, of the table of keys, and of what fits the game.

use super::super::keys::{Change, KEYS, Key, Kind, Usual};
use super::super::{EloModel, EqualTeams, Flags, FormatKind, PairingKind, Source, Sprt, check_game, read};
use super::{SHORT, TestFolder};
use crate::schedule::tests::plan;
use crate::schedule::{count_matches, pairings};
use clap::{Arg, Args, Command};
use std::path::Path;
use std::{env, fs};

const EXAMPLE: &str = include_str!("../../../../../plan.example.toml");
const MANUAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tournaments.md");

/// The line of the manual before the table of keys.
const BEGIN: &str = "<!-- the table of keys, which a test of the plan checks and writes -->";

#[test]
fn the_example_is_a_plan() {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../plan.example.toml"));
    let (plan, mut source) = read(Some(file), &Flags::default()).unwrap();
    assert_eq!((plan.format.kind, plan.format.games, plan.participants.len()), (FormatKind::RoundRobin, 20, 3));
    check_game(&plan, 2, false, &mut source).unwrap();
}

/// Returns the table of keys for the manual.
fn table() -> String {
    let row = |key: &Key| {
        let mark = match key.change {
            Change::Never => "",
            Change::Grows => " +",
            Change::Free => " \\*",
        };
        let short = if key.short.is_empty() { String::new() } else { format!(", `--{}`", key.short) };
        let default = match key.usual {
            Usual::Needed => "needed",
            Usual::Nothing => "–",
            Usual::Is(value) | Usual::Depends(value) => value,
        };
        let condition = key.condition().map_or(String::new(), |text| format!("; {text}"));
        format!("`{}`{short}{mark} | {} | {default} | {}{condition}\n", key.path, key.kind, key.help)
    };
    let rows: String = KEYS.iter().filter(|key| !key.path.starts_with("each.")).map(row).collect();
    format!("\n\nkey | value | default | meaning\n---|---|---|---\n{rows}\n")
}

#[test]
fn the_manual_has_the_table_of_keys() {
    let manual = fs::read_to_string(MANUAL).unwrap();
    let (before, rest) = manual.split_once(BEGIN).unwrap();
    let (found, after) = rest.split_once("<!-- end -->").unwrap();
    if env::var_os("WRITE_KEYS").is_some() {
        return fs::write(MANUAL, format!("{before}{BEGIN}{}<!-- end -->{after}", table())).unwrap();
    }
    assert_eq!(found, table(), "WRITE_KEYS=1 cargo test -p speltafel-arena --lib table_of_keys writes the table");
}

#[test]
fn every_choice_and_default_of_a_key_is_one_of_its_type() {
    for key in KEYS.iter() {
        let values: Vec<&str> = match (key.kind, key.usual) {
            (Kind::Choice(words), _) => words.to_vec(),
            (_, Usual::Is(value)) => vec![value],
            _ => continue,
        };
        for value in values {
            let decider = key.only_with.map(|(path, words)| match words {
                [] => format!("{path} = \"draws\"\n"),
                [first, ..] => format!("{path} = \"{first}\"\n"),
            });
            let quoted = if matches!(key.kind, Kind::Choice(_) | Kind::Time(_)) {
                format!("\"{value}\"")
            } else {
                value.to_string()
            };
            let plan = match key.path.strip_prefix("participant.") {
                Some(name) => format!("{SHORT}{name} = {quoted}\n"),
                None => format!("{}{} = {quoted}\n{SHORT}", decider.unwrap_or_default(), key.path),
            };
            let error = TestFolder::new(&plan).read(&[]).err().unwrap_or_default();
            let about =
                |line: &str| line.contains("the keys do not fit") || line.contains("found") && !line.contains("file");
            assert!(!error.lines().any(about), "{plan}\n{error}");
        }
    }
}

#[test]
fn keys_are_flags() {
    let command = Flags::augment_args(Command::new("tune"));
    command.clone().debug_assert();
    let flags: Vec<&str> = command.get_arguments().filter_map(|flag| flag.get_long()).collect();
    for flag in
        ["seed", "participant", "each", "tune-parameter", "game-options", "limit-time-margin", "run-patience-stop"]
    {
        assert!(flags.contains(&flag), "{flag}");
    }
    assert!(!flags.iter().any(|flag| flag.starts_with("participant-") || flag.starts_with("each-")), "{flags:?}");
    let short = |flag: &Arg| flag.get_visible_aliases().unwrap_or_default().len();
    assert_eq!(command.get_arguments().map(short).sum::<usize>(), 12);
    let of_run = Flags::augment_args(Command::new("run"));
    assert!(!of_run.get_arguments().any(|flag| flag.get_id().as_str().starts_with("tune")));
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
        plan.stop.sprt = Some(Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model });
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
        let plan = plan(kind, participants, games);
        check_game(&plan, sides, false, &mut Source::default()).err().map(|error| error.to_string())
    };
    let message = "--games: 523776 matches of 20 games: more than the limit of 10000000 games";
    assert_eq!(refused(FormatKind::RoundRobin, 1024, 20, 2).as_deref(), Some(message));
    assert_eq!(refused(FormatKind::RoundRobin, 1024, 18, 2), None);
    // One challenger has 1023 matches.
    assert_eq!(refused(FormatKind::Gauntlet, 1024, 9774, 2), None);
    let message = "--games: 1023 matches of 9776 games: more than the limit of 10000000 games";
    assert_eq!(refused(FormatKind::Gauntlet, 1024, 9776, 2).as_deref(), Some(message));
}

#[test]
fn matches_are_counted_as_they_are_listed() {
    for (participants, sides, challengers) in (0..90).map(|case| (2 + case % 6, 2 + case / 6 % 5, 1 + case / 30 % 3)) {
        for kind in [FormatKind::RoundRobin, FormatKind::Gauntlet] {
            let mut plan = plan(kind, participants, 12);
            plan.format.challengers = challengers.min(participants - 1);
            assert_eq!(count_matches(&plan, sides), pairings(&plan, sides).len() as u128, "{:?}", plan.format);
        }
    }
}
