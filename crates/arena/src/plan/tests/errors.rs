//! Tests that error messages name the file, line and key, or the flag.

use super::super::key_origins::{FORMER_TABLE, TABLE};
use super::{SHORT, TestFolder};
use proptest::prelude::*;
use proptest::sample::Index;

/// Lines to insert before the short plan, beginning at line 1, each with the beginning of the error message.
const FILE_ERRORS: &[(&str, &str)] = &[
    ("seed = ", "plan.toml:1: "),
    ("seed = 1\nseed = 2", "plan.toml:2: duplicate key"),
    ("sede = 1", "plan.toml:1: sede: unknown field `sede`, expected one of `name`, `seed`, `participant`, `game`, "),
    ("seed = \"x\"", "plan.toml:1: seed: invalid type: string \"x\", expected a whole number"),
    ("seed = -1", "plan.toml:1: seed: invalid value: integer `-1`, expected a whole number"),
    ("name = 3", "plan.toml:1: name: invalid type: integer `3`, expected a text"),
    ("name = \"a\\nquit\"", "plan.toml:1: name: a\\x0aquit contains a control character"),
    ("format.rounds = 2", "plan.toml:1: format.rounds: has a meaning only with a Swiss tournament"),
    (
        "format.speed = 2",
        "plan.toml:1: format.speed: unknown field `speed`, expected one of `kind`, `games`, `challengers`, `rounds`, `extra_blocks`",
    ),
    (
        "format.kind = \"ladder\"",
        "plan.toml:1: format.kind: unknown variant `ladder`, expected one of `round-robin`, `gauntlet`, `knockout`, `swiss`",
    ),
    (
        "\nformat.kind = \"swiss\"\nformat.rounds = 2",
        "plan.toml:3: format.rounds: 2 participants have all played each other after 1 rounds",
    ),
    (
        "format.kind = \"gauntlet\"\nformat.challengers = 2",
        "plan.toml:2: format.challengers: there are no participants besides the challengers",
    ),
    ("run = 3", "plan.toml:1: run: invalid type: integer `3`, expected a table"),
    ("run.concurrency = 0", "plan.toml:1: run.concurrency: 0 is not within 1 to 1024"),
    (
        "run.concurrency = 1.5",
        "plan.toml:1: run.concurrency: invalid type: floating point `1.5`, expected a whole number",
    ),
    ("run.patience.stop = 0", "plan.toml:1: run.patience.stop: 0 is not within 1 to 86400000"),
    ("game.options = { a.b = [1] }", "plan.toml:1: game.options.a.b: expected a text, a number or a boolean"),
    ("limit.clock = \"1+\"", "plan.toml:1: limit.clock: expected [MOVES/]BASE[+INCREMENT] in milliseconds, found 1+"),
    ("limit.clock = \"0/1000\"", "plan.toml:1: limit.clock: 0 is not within 1 to 10000"),
    ("limit.movetime = 5\nlimit.clock = 1000", "plan.toml:2: limit.clock: a clock and movetime exclude each other"),
    (
        "limit.clock_ms = \"10s\"",
        "plan.toml:1: limit.clock_ms: expected [MOVES/]BASE[+INCREMENT] in milliseconds, found 10s",
    ),
    (
        "limit.movetime = 5\nlimit.clock_ms = 1000",
        "plan.toml:2: limit.clock_ms: a clock and movetime exclude each other",
    ),
    (
        "limit.clock = 1000\nlimit.clock_ms = 1000",
        "plan.toml:2: limit.clock_ms: limit.clock is the former name of limit.clock_ms: give one of the two",
    ),
    ("limit.clock_per = \"game\"", "plan.toml:1: limit.clock_per: unknown variant `game`, expected `seat` or `team`"),
    ("openings.from = \"file\"", "plan.toml:1: openings.file: is missing"),
    (
        "openings.from = \"file\"\nopenings.file = \"no.txt\"",
        "plan.toml:2: openings.file: cannot read no.txt: No such file",
    ),
    ("openings.plies = 3", "plan.toml:1: openings.plies: has a meaning only with openings.from = \"random\""),
    ("openings.from = \"random\"", "plan.toml:1: openings.plies: is missing"),
    ("adjudicate.draw = {}", "plan.toml:1: adjudicate.draw.moves: is missing"),
    ("\nadjudicate.resign.moves = 3", "plan.toml:2: adjudicate.resign.score: is missing"),
    ("stop.sprt = {}", "plan.toml:1: stop.sprt.elo1: is missing"),
    (
        "stop.sprt = { elo1 = 5, alpha = 0.5, beta = 0.5 }",
        "plan.toml:1: stop.sprt.alpha: alpha and beta together must be below 1",
    ),
    ("stop.sprt = { elo0 = 5, elo1 = 0 }", "plan.toml:1: stop.sprt.elo1: 0 is not above elo0 = 5"),
    ("stop.sprt = { elo1 = 5, alpha = 0.7 }", "plan.toml:1: stop.sprt.alpha: 0.7 is not within 0.000001 to 0.5"),
    ("stop.sprt = { elo1 = nan }", "plan.toml:1: stop.sprt.elo1: NaN is not within"),
    ("\nratings.anchors = { a = 0, c = 10 }", "plan.toml:2: ratings.anchors.c: no participant has the name c"),
    ("ratings.anchors = { a = \"x\" }", "plan.toml:1: ratings.anchors: a: expected a number, found x"),
    ("referee.command = \"./no\"", "plan.toml:1: referee.command: no such file: no"),
    ("referee.dir = \"no\"", "plan.toml:1: referee.dir: no such folder: no"),
    ("participant = 3", "plan.toml:5: "),
    ("run = []", "plan.toml:1: run: invalid type: sequence, expected a table"),
    ("run = [2]", "plan.toml:1: run: invalid type: sequence, expected a table"),
    ("adjudicate.draw = [1, 2, 3]", "plan.toml:1: adjudicate.draw: invalid type: sequence, expected a table"),
    ("run = 1979-05-27", "plan.toml:1: run: expected a table, found a date"),
    ("name = 1979-05-27", "plan.toml:1: name: invalid type: "),
];

/// Lines to append to the short plan, beginning at line 9, in the table of its last participant. Each has the beginning
/// of the error message.
const PARTICIPANT_ERRORS: &[(&str, &str)] = &[
    ("nodes = 0", "plan.toml:9: participant.nodes: 0 is not within 1 to 1000000000000"),
    (
        "node = 5",
        "plan.toml:9: participant.node: unknown field `node`, expected one of `name`, `command`, `args`, `dir`, `options`, `env`, `nodes`, ",
    ),
    ("args = \"-v\"", "plan.toml:9: participant.args: invalid type: string \"-v\", expected a list"),
    ("args = [1]", "plan.toml:9: participant.args: invalid type: integer `1`, expected a text"),
    ("command = \"./no\"", "plan.toml:9: participant.command: no such file: no"),
    ("dir = \"no\"", "plan.toml:9: participant.dir: no such folder: no"),
    ("clock = 1000\nmovetime = 1", "plan.toml:9: participant.clock: a clock and movetime exclude each other"),
    (
        "clock_ms = 1000\nclock = 2000",
        "plan.toml:9: participant.clock_ms: participant.clock is the former name of participant.clock_ms: give one of the two",
    ),
    ("[[participant]]\nname = \"a\"", "plan.toml:10: participant.name: two participants have the name a"),
    ("[[participant]]\nname = \"a b\"", "plan.toml:10: participant.name: a name has 1 to 60 characters: letters"),
    ("[[participant]]\nnodes = 5", "plan.toml:9: participant.name: is missing"),
    (
        "[stop]\nsprt = { elo1 = 5 }\n[[participant]]\nname = \"c\"",
        "plan.toml:10: stop.sprt: a test is between two participants",
    ),
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
fn participants_are_tables() {
    let error = |participant: &str| {
        TestFolder::new(&format!("participant = {participant}\ngame.name = \"toy\"")).read(&[]).unwrap_err()
    };
    assert_eq!(error("3"), "plan.toml:1: participant: invalid type: integer `3`, expected a list");
    assert_eq!(error("[3]"), "plan.toml:1: participant: invalid type: integer `3`, expected a table");
    assert_eq!(error("[[\"a\"]]"), "plan.toml:1: participant: invalid type: sequence, expected a table");
}

/// Plans with the former key `entrant` are accepted, and messages name the key as it is written in the file.
#[test]
fn the_former_key_of_participants_is_accepted() {
    let former = SHORT.replace(TABLE, FORMER_TABLE);
    let names = |plan: &str| TestFolder::new(plan).read(&[]).unwrap().participants.into_iter().map(|one| one.name);
    assert!(names(&former).eq(names(SHORT)));
    let error = |plan: &str| TestFolder::new(plan).read(&[]).unwrap_err();
    assert!(
        error(&format!("{former}nodes = 0\n")).starts_with(&format!("plan.toml:9: {FORMER_TABLE}.nodes: 0 is not"))
    );
    let missing = error(&former.replace("name = \"b\"", ""));
    assert_eq!(missing, format!("plan.toml:7: {FORMER_TABLE}.name: is missing"));
    let both = error(&former.replacen(FORMER_TABLE, TABLE, 1));
    assert!(both.starts_with(&format!("plan.toml:7: {FORMER_TABLE}: it is the former name of `{TABLE}`")), "{both}");
}

#[test]
fn the_nearest_key_or_choice_is_suggested() {
    let error = |lines: &str| TestFolder::new(&format!("{lines}{SHORT}")).read(&[]).unwrap_err();
    assert!(error("sede = 1").ends_with("`run`; did you mean `seed`?"));
    assert!(error("format.round = 1").ends_with("`extra_blocks`; did you mean `rounds`?"));
    assert!(error("format.kind = \"knockoff\"").ends_with("`swiss`; did you mean `knockout`?"));
    assert!(error("colour = 1").ends_with("`run`"));
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
fn all_errors_of_a_file_are_reported_in_its_order() {
    let plan = TestFolder::new("seed = -1\n[run]\nconcurrency = 0\n[format]\ngame = 3\n[[participant]]\nnodes = 0\n");
    let error = plan.read(&[]).unwrap_err();
    let lines: Vec<&str> = error.lines().map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(lines, ["plan.toml:1", "plan.toml:3", "plan.toml:5", "plan.toml:7"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// Arbitrary pieces of the example, in any order and with any text between them, give a plan or error messages that
    /// name the file.
    #[test]
    fn any_text_gives_a_plan_or_an_error(pieces: Vec<(Index, Index, String)>) {
        let example = include_str!("../../../../../plan.example.toml").replace("\n#", "\n");
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
