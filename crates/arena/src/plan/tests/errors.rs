//! Tests that error messages name the file, line and key, or the flag, and what is accepted.

use super::super::keys::KEYS;
use super::super::{WantedParameter, check_game, read};
use super::{SHORT, TestFolder};
use proptest::prelude::*;
use proptest::sample::Index;
use std::fs;

/// Lines to insert before the short plan, beginning at line 1, each with the beginning of the error message.
const FILE_ERRORS: &[(&str, &str)] = &[
    ("seed = ", "plan.toml:1: "),
    ("seed = 1\nseed = 2", "plan.toml:2: duplicate key"),
    ("sede = 1", "plan.toml:1: sede: unknown key, expected one of plan_format, name, seed, participant, each, tune, "),
    ("\"\" = 1", "plan.toml:1: \"\": unknown key, expected one of plan_format, "),
    ("plan_format = 2", "plan.toml:1: plan_format: expected a whole number from 1 to 1, found 2"),
    ("seed = \"x\"", "plan.toml:1: seed: expected a whole number or \"secret\", found \"x\""),
    ("seed = -1", "plan.toml:1: seed: expected a whole number or \"secret\", found -1"),
    ("name = 3", "plan.toml:1: name: expected a text, found 3"),
    ("name = \"a\\nquit\"", "plan.toml:1: name: a\\x0aquit contains a control character"),
    ("name = { a = 1 }", "plan.toml:1: name: expected a text, found a table"),
    ("format.rounds = 2", "plan.toml:1: format.rounds: has a meaning only with format.kind = \"swiss\""),
    (
        "format.kind = \"ladder\"",
        "plan.toml:1: format.kind: expected one of round-robin, gauntlet, knockout, swiss, found \"ladder\"",
    ),
    (
        "\nformat.kind = \"swiss\"\nformat.rounds = 2",
        "plan.toml:3: format.rounds: at most 1: then 2 participants have all played each other",
    ),
    (
        "format.kind = \"gauntlet\"\nformat.challengers = 2",
        "plan.toml:2: format.challengers: there are no participants besides the challengers",
    ),
    (
        "format.pairing = \"mixed\"\nformat.noswap = true",
        "plan.toml:2: format.noswap: has a meaning only with format.pairing = \"sides\"",
    ),
    (
        "format.kind = \"knockout\"\nformat.pairing = \"mixed\"",
        "plan.toml:2: format.pairing: mixed tables need a round robin or a gauntlet",
    ),
    (
        "format.pairing = \"mixed\"\nlimit.clock_per = \"team\"",
        "plan.toml:2: limit.clock_per: at mixed tables, the partners are different participants: use seat",
    ),
    ("run = 3", "plan.toml:1: run: expected a table, found 3"),
    ("run.concurrency = 0", "plan.toml:1: run.concurrency: expected a whole number from 1 to 1024, found 0"),
    ("run.patience.stop = \"0s\"", "plan.toml:1: run.patience.stop: expected a time from 1ms to 24h, found 0s"),
    ("limit.movetime = \"25h\"", "plan.toml:1: limit.movetime: expected a time from 1ms to 24h, found 25h"),
    ("run.patience.stop = 500", "plan.toml:1: run.patience.stop: 500 has no unit: write 500ms or 0.5s"),
    (
        "game.options = { a.b = [1] }",
        "plan.toml:1: game.options.a.b: expected a text, a number or a boolean, found a list",
    ),
    ("limit.clock = \"40/0s\"", "plan.toml:1: limit.clock: expected a clock with a base or an increment, found 40/0s"),
    (
        "limit.clock = \"1s+\"",
        "plan.toml:1: limit.clock: expected a clock, such as 10s+0.1s, 0s+50ms, 40/1m or 40/1:30+1, found 1s+",
    ),
    ("limit.clock = \"0/1s\"", "plan.toml:1: limit.clock: expected 1 to 10000 moves, found 0/1s"),
    (
        "limit.movetime = \"5ms\"\nlimit.clock = \"1s\"",
        "plan.toml:2: limit.clock: a clock and movetime exclude each other",
    ),
    ("openings.from = \"file\"", "plan.toml:1: openings.file: is missing"),
    (
        "openings.from = \"file\"\nopenings.file = \"no.txt\"",
        "plan.toml:2: openings.file: cannot read no.txt: no such file",
    ),
    ("openings.from = \"random\"", "plan.toml:1: openings.plies: is missing"),
    ("adjudicate.draw = {}", "plan.toml:1: adjudicate.draw.moves: is missing"),
    (
        "adjudicate.resign = { moves = 1, score = 1, one_sided = 1 }",
        "plan.toml:1: adjudicate.resign.one_sided: expected true or false, found 1",
    ),
    ("each = 3", "plan.toml:1: each: expected a table, found 3"),
    ("adjudicate.pieces = 3", "plan.toml:1: adjudicate.pieces: has a meaning only with adjudicate.database"),
    ("\nadjudicate.database = \"wins\"", "plan.toml:2: adjudicate.database: wins need ignore_move_count = true: "),
    ("stop.sprt = {}", "plan.toml:1: stop.sprt.elo1: is missing"),
    (
        "stop.sprt = { elo1 = 5, alpha = 0.5, beta = 0.5 }",
        "plan.toml:1: stop.sprt.alpha: alpha and beta together must be below 1",
    ),
    ("stop.sprt = { elo0 = 5, elo1 = 0 }", "plan.toml:1: stop.sprt.elo1: 0 is not above elo0 = 5"),
    (
        "stop.sprt = { elo1 = 5 }\nformat.kind = \"swiss\"",
        "plan.toml:1: stop.sprt: a test needs a round robin or a gauntlet",
    ),
    (
        "stop.sprt = { elo1 = 5 }\nformat.pairing = \"mixed\"",
        "plan.toml:1: stop.sprt: has a meaning only with format.pairing = \"sides\"",
    ),
    ("stop.sprt = { elo1 = nan }", "plan.toml:1: stop.sprt.elo1: expected a number from -2000 to 2000, found nan"),
    ("tune.parameter = 3", "plan.toml:1: tune.parameter: expected a list of tables, found 3"),
    ("tune.parameter = [{ min = 1 }]", "plan.toml:1: tune.parameter.name: is missing"),
    (
        "tune.parameter = [{ name = \"x\" }, { name = \"X\" }]",
        "plan.toml:1: tune.parameter.name: there are two parameters X\n\
         plan.toml:5: participant: a tuning has one participant, which plays itself, not 2",
    ),
    ("\nratings.anchors = { a = 0, c = 10 }", "plan.toml:2: ratings.anchors.c: no participant has the name c"),
    (
        "ratings.anchors = { a = \"x\" }",
        "plan.toml:1: ratings.anchors.a: expected a number from -10000 to 10000, found ",
    ),
    ("referee.command = \"./no\"", "plan.toml:1: referee.command: no such file: no"),
    ("name = 1979-05-27", "plan.toml:1: name: expected a text, found a date"),
];

/// Lines to append to the short plan, beginning at line 9, in the table of its last participant. Each has the beginning
/// of the error message.
const PARTICIPANT_ERRORS: &[(&str, &str)] = &[
    (
        "node = 5",
        "plan.toml:9: participant.node: unknown key, expected one of name, command, args, dir, options, env, nodes, ",
    ),
    ("args = \"-v\"", "plan.toml:9: participant.args: expected a list of texts, found \"-v\""),
    ("command = \"./no\"", "plan.toml:9: participant.command: no such file: no"),
    ("dir = \"no\"", "plan.toml:9: participant.dir: no such folder: no"),
    (
        "ponder = true\noptions = { ponder = false }",
        "plan.toml:10: participant.options.ponder: false contradicts participant.ponder = true",
    ),
    (
        "ponder = true\n[each]\noptions = { Ponder = false }",
        "plan.toml:11: each.options.Ponder: false contradicts participant.ponder = true",
    ),
    (
        "options = { game = \"x\", Seed = 3 }",
        "plan.toml:9: participant.options.Seed: the runner sets it before each game, from the key seed",
    ),
    ("[each]\noptions = { game = \"x\" }", "plan.toml:10: each.options.game: game.name sets it for all engines: "),
    ("clock = \"1s\"\nmovetime = \"1s\"", "plan.toml:9: participant.clock: a clock and movetime exclude each other"),
    ("[[participant]]\nname = \"a\"", "plan.toml:10: participant.name: two participants have the name a"),
    ("[[participant]]\nname = \"a  b\"", "plan.toml:10: participant.name: a name has 1 to 60 bytes: letters of any"),
    ("[[participant]]\nname = \"a:b\"", "plan.toml:10: participant.name: a name has 1 to 60 bytes: letters of any"),
    ("[[participant]]\nname = \"a\\u202Eb\"", "plan.toml:10: participant.name: a name has 1 to 60 bytes: letters of"),
    ("[[participant]]\nname = \"the referee\"", "plan.toml:10: participant.name: the referee is not a participant"),
    ("[[participant]]\nnodes = 5", "plan.toml:9: participant.name: is missing"),
];

#[test]
fn messages_name_file_line_and_key() {
    let front = FILE_ERRORS.iter().map(|(lines, message)| (format!("{lines}{SHORT}"), message));
    let after = PARTICIPANT_ERRORS.iter().map(|(lines, message)| (format!("{SHORT}{lines}\n"), message));
    for (plan, message) in front.chain(after) {
        let error = TestFolder::new(&plan).read(&[]).expect_err(&plan);
        assert!(error.starts_with(message), "{plan}\ngives {error}\nnot {message}");
    }
}

#[test]
fn a_tuning_has_one_participant_and_no_other_format() {
    let plan = SHORT.replace("[[participant]]\nname = \"b\"\n", "[tune]\nblocks = 5\n");
    let folder = TestFolder::new(&plan);
    let error = folder.read(&[]).unwrap_err();
    assert_eq!(error, "plan.toml:7: tune.parameter: a tuning needs a parameter");
    let error = |words: &[&str]| folder.read(&[&["--tune-parameter", "name=x min=-3"], words].concat()).unwrap_err();
    for flag in [
        "--format-kind=swiss",
        "--format-noswap=true",
        "--format-pairing=mixed",
        "--ratings-anchors=a=0",
        "--stop-sprt-elo1=5",
    ] {
        let name = flag.split('=').next().unwrap();
        assert_eq!(error(&[flag]), format!("{name}: has no meaning in a tuning"));
    }
    let words = "--tune-parameter=name=y mid=5";
    assert!(error(&[words]).starts_with("--tune-parameter \"name=y mid=5\": mid: unknown key"), "{}", error(&[words]));
    let plan = folder.read(&["--tune-parameter", "name=x min=-3", "--tune-in-flight", "2"]).unwrap();
    let tune = plan.tune.unwrap();
    let parameter = WantedParameter { name: "x".to_string(), min: Some(-3), ..WantedParameter::default() };
    assert_eq!((tune.blocks, tune.in_flight, tune.wanted), (5, 2, vec![parameter]));
    let (plan, mut source) =
        read(Some(&folder.path("plan.toml")), &super::flags(&["--games", "24", "--tune-parameter", "name=x"]).unwrap())
            .unwrap();
    let error = check_game(&plan, 2, false, &mut source).unwrap_err().to_string();
    assert_eq!(
        error,
        "--games: an iteration has 10 games; 24 games are not a whole number of iterations; use 20 or 30"
    );
}

#[test]
fn participants_are_tables() {
    let error = |participant: &str| {
        TestFolder::new(&format!("participant = {participant}\ngame.name = \"toy\"\nformat.games = 2"))
            .read(&[])
            .unwrap_err()
    };
    assert_eq!(error("3"), "plan.toml:1: participant: expected a list of tables, found 3");
    assert!(error("[3]").contains("plan.toml:1: participant: expected a table, found 3"));
    assert!(error("[[\"a\"]]").contains("plan.toml:1: participant: expected a table, found a list"));
}

#[test]
fn the_nearest_key_or_choice_is_suggested() {
    let error = |lines: &str| TestFolder::new(&format!("{lines}{SHORT}")).read(&[]).unwrap_err();
    assert!(error("sede = 1").ends_with(", run; did you mean seed?"));
    assert!(error("time_margin = \"1s\"").ends_with(", run; did you mean limit.time_margin?"));
    assert!(error("patience.stop = \"1s\"").ends_with(", run; did you mean run.patience?"));
    assert!(error("format.seed = 1").ends_with("noswap, pairing; did you mean seed, outside of format?"));
    assert!(error("format.round = 1").ends_with("noswap, pairing; did you mean rounds?"));
    assert!(error("format.kind = \"knockoff\"").ends_with("; did you mean knockout?"));
    assert!(error("colour = 1").ends_with(", run"));
}

#[test]
fn a_missing_key_is_reported() {
    let without = |line: &str| TestFolder::new(&SHORT.replace(line, "")).read(&[]).unwrap_err();
    assert_eq!(without("game.name = \"toy\"\n"), "plan.toml: game.name: is missing");
    assert_eq!(without("format.games = 10\n"), "plan.toml: format.games: is missing");
    assert!(without("limit.nodes = 100\n").starts_with("plan.toml: limit: a has no limit"));
    assert_eq!(
        without("[[participant]]\nname = \"b\"\n"),
        "plan.toml:5: participant: a tournament has 2 to 1024 participants, not 1"
    );
}

#[test]
fn all_errors_of_file_and_flags_are_reported_in_order() {
    let plan = "seed = -1\n[run]\nconcurrency = 0\n[format]\ngame = 3\n[[participant]]\nnodes = 0\n";
    let words = ["--participant", "name=a depht=3 clock=1", "--movetime", "5", "--game-options", "x"];
    let error = TestFolder::new(plan).read(&words).unwrap_err();
    let unknown = |keys: &str| format!("unknown key, expected one of {keys}; did you mean");
    let expected = [
        "plan.toml:1: seed: expected a whole number or \"secret\", found -1".to_string(),
        "plan.toml:3: run.concurrency: expected a whole number from 1 to 1024, found 0".to_string(),
        format!(
            "plan.toml:5: format.game: {} games?",
            unknown("kind, games, challengers, rounds, third_place, noswap, pairing")
        ),
        "plan.toml:6: participant.name: is missing".to_string(),
        "plan.toml:7: participant.nodes: expected a whole number from 1 to 1000000000000, found 0".to_string(),
        "plan.toml: game.name: is missing".to_string(),
        "plan.toml:4: format.games: is missing".to_string(),
        format!(
            "--participant \"name=a depht=3 clock=1\": depht: {} depth?",
            unknown(
                "name, command, args, dir, options, env, nodes, depth, movetime, clock, time_margin, restart, ponder"
            )
        ),
        "--participant \"name=a depht=3 clock=1\": clock: 1 has no unit: write 500ms or 0.5s".to_string(),
        "--movetime: 5 has no unit: write 500ms or 0.5s".to_string(),
        "--game-options: expected NAME=VALUE, found x".to_string(),
    ];
    let mut lines: Vec<&str> = error.lines().collect();
    let order: Vec<usize> = lines
        .iter()
        .map(|line| {
            line.strip_prefix("plan.toml:").map_or(99, |rest| rest.split(':').next().unwrap().parse().unwrap_or(98))
        })
        .collect();
    assert!(order.is_sorted(), "{error}");
    let mut expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    lines.sort_unstable();
    expected.sort_unstable();
    assert_eq!(lines, expected);
}

#[test]
fn errors_of_flags_come_with_those_of_a_file_that_is_not_toml() {
    let error = TestFolder::new("seed =\nformat.games = 0\nname = \"\n").read(&["--movetime", "5"]).unwrap_err();
    let lines: Vec<&str> = error.lines().collect();
    let starts = ["plan.toml:1: ", "plan.toml:2: format.games: expected", "plan.toml:3: ", "--movetime: 5 has no unit"];
    assert_eq!(lines.len(), starts.len(), "{error}");
    assert!(lines.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{error}");

    let folder = TestFolder::new("");
    fs::remove_file(folder.path("plan.toml")).unwrap();
    let error = folder.read(&["--movetime", "5", "--run-log-dir", ""]).unwrap_err();
    let lines: Vec<&str> = error.lines().collect();
    assert!(lines[0].starts_with("cannot read the plan plan.toml: no such file"), "{error}");
    let mut flags = lines[1..].to_vec();
    flags.sort_unstable();
    assert_eq!(
        flags,
        ["--log-dir: expected a text, found an empty one", "--movetime: 5 has no unit: write 500ms or 0.5s"]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Arbitrary pieces of the example and of all keys, in any order and with any text between them, give a plan or
    /// error messages that name the file.
    #[test]
    fn any_text_gives_a_plan_or_an_error(pieces: Vec<(Index, Index, String)>) {
        let keys: String = KEYS.iter().map(|key| format!("{} = \"3\"\n", key.path)).collect();
        let example = include_str!("../../../../../plan.example.toml").to_string() + &keys;
        let characters: Vec<char> = example.chars().collect();
        let mut text = String::new();
        for (one, other, between) in &pieces {
            let (one, other) = (one.index(characters.len()), other.index(characters.len()));
            text.extend(&characters[one.min(other)..one.max(other)]);
            text.push_str(between);
        }
        if let Err(error) = TestFolder::new(&text).read(&[]) {
            prop_assert!(error.lines().all(|line| line.starts_with("plan.toml:")), "{}", error);
        }
    }
}
