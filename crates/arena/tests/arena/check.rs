//! Tests for the conformance test: the engine passes it in every game, and each broken toy engine fails the expected
//! steps.

use super::common::*;
use base::parallel::map_chunks;
use runner::{CheckConfig, Program, check};
use speltafel::registry::REGISTRY;
use std::path::Path;
use std::time::Duration;
use testing::engine;

/// Runs the conformance test. Returns whether all steps passed, and the report.
fn report(program: &Program, game: Option<&str>, patience: Duration) -> (bool, String) {
    let mut out = Vec::new();
    let sound = check(&CheckConfig { program, game, timeout: patience, guard: None }, &mut out).unwrap();
    (sound, String::from_utf8(out).unwrap())
}

/// Runs the conformance test with more and more patience until the report is as wanted, and returns it. The test waits
/// for answers that never come, but other answers may take longer than the least patience.
fn report_of_silent(program: &Program, wanted: impl Fn(&str) -> bool) -> String {
    let mut last = String::new();
    for patience in [500, 4_000, 32_000].map(Duration::from_millis) {
        let (sound, report) = report(program, None, patience);
        assert!(!sound, "{report}");
        last = report;
        if wanted(&last) {
            break;
        }
    }
    last
}

/// Returns the last lines of a report: the verdict on plain UGI, and one on each extension.
fn layers(report: &str) -> Vec<&str> {
    let lines: Vec<&str> = report.lines().collect();
    lines[lines.len() - COMPLETE.len()..].to_vec()
}

const COMPLETE: [&str; 10] = [
    "plain UGI: complete",
    "seats: complete",
    "chance: complete",
    "views: complete",
    "referee: complete",
    "files: complete",
    "facts: complete",
    "observe: complete",
    "ids: complete",
    "tablebase: complete",
];

fn failed(report: &str) -> Vec<&str> {
    report.lines().filter_map(|line| line.strip_prefix("FAIL ")?.split(':').next()).collect()
}

#[test]
fn the_engine_passes_in_every_game() {
    let mark = mark();
    for game in REGISTRY.games() {
        let (sound, report) = report(&program(Path::new(engine()), "", &mark), Some(game.name), PATIENCE);
        assert!(sound && failed(&report).is_empty(), "{}:\n{report}", game.name);
        assert!(!report.contains("\nskip "), "{}:\n{report}", game.name);
        assert_eq!(layers(&report), COMPLETE, "{}:\n{report}", game.name);
    }
    all_gone(&mark);
}

#[test]
fn a_toy_without_faults_passes_and_undeclared_extensions_are_skipped() {
    let mark = mark();
    let (sound, whole) = report(&toy_with("", &mark), Some("querbeet"), PATIENCE);
    assert!(sound && !whole.contains("\nskip "), "{whole}");
    let (sound, plain) = report(&toy_with("--plain", &mark), None, PATIENCE);
    assert!(sound && plain.contains("skip referee-loop: views not declared"), "{plain}");
    let total = |report: &str| {
        let counts = report.lines().find(|line| line.ends_with(" skipped")).unwrap();
        let words: Vec<usize> = counts.split(' ').filter_map(|word| word.parse().ok()).collect();
        words.iter().sum::<usize>()
    };
    assert_eq!(total(&whole), total(&plain));
    assert_eq!(layers(&whole), COMPLETE);
    let not_offered = [
        "plain UGI: complete",
        "seats: not offered",
        "chance: not offered",
        "views: not offered",
        "referee: not offered",
        "files: not offered",
        "facts: not offered",
        "observe: not offered",
        "ids: not offered",
        "tablebase: not offered",
    ];
    assert_eq!(layers(&plain), not_offered);
    all_gone(&mark);
}

/// Arguments of the toy engine, each with steps that must fail and whether a step fails only when its timeout expires.
const FAULTY_TOYS: &[(&str, &[&str], bool)] = &[
    ("--fault crash-on-start", &["handshake-silence"], false),
    ("--fault no-ugiok", &["handshake-silence"], true),
    ("--fault deaf", &["handshake-silence"], true),
    ("--fault garbage", &["handshake-silence"], false),
    ("--say ugi=hello|ugiok --plain", &["handshake-silence", "handshake-id", "handshake-ugiok"], false),
    ("--say ugi=id_name_x|option_name_A_type_spin_default_9_min_1_max_5|ugiok", &["handshake-options"], false),
    ("--say ugi=id_name_caf\u{e9}|ugiok --plain", &["handshake-ascii"], false),
    ("--say query_p1turn=response_caf\u{e9} --plain", &["questions"], false),
    ("--say isready=ready|readyok --plain", &["isready"], false),
    ("--say query_p1turn=response_yes --plain", &["questions"], false),
    ("--say go_depth=bestmove --plain", &["go-depth"], false),
    ("--say go_movetime=bestmove_a_b_c --plain", &["go-movetime"], false),
    ("--say go_p1time=bestmove_0000 --plain", &["go-clock"], false),
    ("--say ugi=id|ugiok|bestmove --plain", &["handshake-id", "handshake-ugiok"], false),
    ("--fault case-sensitive --plain", &["option-names"], false),
    ("--die setoption --plain", &["option-unknown", "option-names", "same-twice"], false),
    ("--say uginewgame=ready! --plain", &["uginewgame", "no-late-bestmove", "position-moves"], false),
    ("--die xyzzy --plain", &["unknown-command"], false),
    ("--fault brittle --plain", &["any-bytes"], false),
    ("--fault lenient --plain", &["illegal-token", "finished-position"], false),
    ("--die xxxx --plain", &["long-line"], false),
    ("--die stop --plain", &["stop-when-idle"], false),
    ("--fault fickle --plain", &["same-twice"], false),
    ("--fault twice --plain", &["go-nodes"], false),
    ("--fault stale-position --plain", &["go-nodes"], false),
    ("--fault stale-new-game --at 15 --plain", &["no-late-bestmove"], false),
    ("--fault no-move --plain", &["go-nodes"], false),
    ("--fault extra-word --plain", &["go-nodes"], false),
    ("--fault null-move --plain", &["go-nodes"], false),
    ("--fault crash --plain", &["go-nodes"], false),
    ("--fault stall --plain", &["go-nodes"], true),
    ("--fault late --plain", &["go-nodes"], true),
    ("--fault chatter --plain", &["go-nodes"], true),
    (
        "--fault bad-exit --plain",
        &["quit", "end-of-input", "quit-while-searching", "end-of-input-while-searching"],
        false,
    ),
    ("--fault stay --plain", &["end-of-input", "end-of-input-while-searching"], true),
    ("--say query_turn=response_p9", &["turn"], false),
    ("--say query_view=response_position_seat_1_startpos", &["view-tokens"], false),
    ("--say query_board=response_{}", &["board-cells"], false),
    ("--say query_cells=response_none", &["board-cells"], false),
    ("--say query_clicks=response", &["clicks"], false),
    ("--say query_scores=response_1", &["scores-ranks-reason"], false),
    ("--say query_canon=response_x", &["legal-islegal-canon"], false),
    ("--say query_draw=response_x", &["chance-draw"], false),
    ("--say query_seats=response_two", &["seats-teams"], false),
    ("--say query_games=response_none", &["game-options"], false),
    ("--say query_fen=response_nowhere", &["fen"], false),
    ("--say query_fen_1=response_nowhere", &["view-fen"], false),
    ("--say query_reason=response_boredom", &["resign-and-verdicts"], false),
    ("--say query_legal=response_z", &["view-not-your-turn"], false),
    ("--say go_nodes_20=bestmove_zz99", &["bestmove-is-legal"], false),
    ("--say query_view_2=response_x", &["view-not-master"], false),
    ("--say query_decks=response_x", &["decks"], false),
    ("--say query_export=response_1", &["formats"], false),
    ("--say query_islegal=response_false", &["legal-islegal-canon", "referee-loop"], false),
];

#[test]
fn each_broken_toy_fails_the_step_that_it_breaks() {
    let mark = mark();
    let examine = |(arguments, steps, is_slow): &(&str, &[&str], bool)| {
        // In `FAULTY_TOYS`, `_` stands for a space within an argument.
        let mut toy = toy_with(arguments, &mark);
        toy.args.iter_mut().for_each(|argument| *argument = argument.replace('_', " "));
        let all_fail = |report: &str| steps.iter().all(|step| failed(report).contains(step));
        let report = if *is_slow {
            report_of_silent(&toy, all_fail)
        } else {
            let (sound, report) = report(&toy, None, PATIENCE);
            assert!(!sound, "{report}");
            report
        };
        assert!(all_fail(&report), "{arguments}: {steps:?}\n{report}");
    };
    map_chunks(FAULTY_TOYS.len(), 1, AT_ONCE, |rows| FAULTY_TOYS[rows].iter().for_each(examine));
    all_gone(&mark);
}

#[test]
fn each_layer_has_a_verdict() {
    let mark = mark();
    let layers_of = |arguments: &str| {
        let mut toy = toy_with(arguments, &mark);
        toy.args.iter_mut().for_each(|argument| *argument = argument.replace('_', " "));
        let (sound, report) = report(&toy, None, PATIENCE);
        assert!(!sound, "{report}");
        layers(&report).join(", ")
    };
    assert_eq!(
        layers_of("--say query_islegal=response_false"),
        "plain UGI: complete, seats: complete, chance: complete, views: incomplete (1 failed), \
         referee: incomplete (2 failed), files: complete, facts: complete, observe: complete, ids: complete, tablebase: complete"
    );
    assert_eq!(
        layers_of("--fault crash-on-start"),
        "plain UGI: not tested, seats: not tested, chance: not tested, views: not tested, \
         referee: not tested, files: not tested, facts: not tested, observe: not tested, ids: not tested, \
         tablebase: not tested"
    );
    all_gone(&mark);
}

#[test]
fn standard_error_is_shown_after_a_failure() {
    let script = "read line; echo 'Traceback: no board' >&2; echo 'in line 7' >&2; exit 1";
    let program = Program { command: "sh".into(), args: ["-c", script].map(String::from).into(), ..Program::default() };
    let (sound, report) = report(&program, None, PATIENCE);
    let lines: Vec<&str> = report.lines().collect();
    assert!(!sound && lines[0].starts_with("FAIL handshake-silence: `ugi`: the engine exited"), "{report}");
    assert_eq!(lines[1..3], ["     standard error: Traceback: no board", "     standard error: in line 7"], "{report}");
    assert_eq!(layers(&report)[0], "plain UGI: not tested");
}

#[test]
fn an_engine_that_speaks_uci_is_told_apart() {
    let mark = mark();
    let mut toy = toy_with("--say ugi=info_string_unknown_command --say uci=id_name_x|uciok", &mark);
    toy.args.iter_mut().for_each(|argument| *argument = argument.replace('_', " "));
    let start =
        "FAIL handshake-silence: `ugi`: the engine answers `uci` but not `ugi`: it speaks another protocol, UCI\n";
    let report = report_of_silent(&toy, |report| report.starts_with(start));
    assert!(report.starts_with(start), "{report}");
    assert_eq!(layers(&report)[0], "plain UGI: not tested");
    all_gone(&mark);
}

#[test]
fn a_misspelt_option_ends_the_check() {
    let mark = mark();
    let options = [("Sed".to_string(), "1".to_string())].into();
    let (sound, report) = report(&Program { options, ..toy_with("", &mark) }, None, PATIENCE);
    let start = "FAIL handshake-silence: `Sed`: the engine declares no such option; did you mean Seed?\n";
    assert!(!sound && report.starts_with(start), "{report}");
    all_gone(&mark);
}

#[test]
fn an_engine_that_ignores_stop_or_isready_fails_without_a_hang() {
    let mark = mark();
    for (fault, step) in [("ignore-stop", "go-infinite"), ("mute-while-searching", "isready-while-searching")] {
        let toy = toy_with(&format!("--fault {fault} --plain"), &mark);
        let report = report_of_silent(&toy, |report| failed(report).contains(&step));
        assert!(failed(&report).contains(&step), "{report}");
    }
    all_gone(&mark);
}
