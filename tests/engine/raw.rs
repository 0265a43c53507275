//! Tests for the executable with raw bytes: the end of input in every state, closed pipes, invalid input, long lines
//! and long games.

use crate::common::TestEngine;
use base::rng::Rng;
use std::io::Write;
use std::process::{Command, Stdio};

/// Inputs that each lead to a different state of the engine.
const STATES: [&str; 11] = [
    "",
    "ugi\nisready\n",
    "position startpos moves 11-15\n",
    "go infinite\n",
    "go\n",
    "go ponder p1time 1000\n",
    "go depth 60\n",
    "position startpos moves resign\ngo infinite\n",
    "perft 30\n",
    "bench 1000000000\n",
    "bench speed\n",
];

#[test]
fn quit_and_the_end_of_input_end_the_process_in_every_state() {
    for state in STATES {
        for last in ["quit\n", "", "isready\nquit\nd\nd\n"] {
            let mut engine = TestEngine::start(&[]);
            engine.write(format!("{state}{last}").as_bytes());
            let (rest, code) = engine.close();
            assert_eq!(code, Some(0), "{state:?} {last:?}");
            let answers = rest.iter().filter(|line| line.starts_with("bestmove ")).count();
            assert_eq!(answers, state.matches("go").count(), "{state:?} {last:?}: {rest:?}");
        }
    }
}

#[test]
fn a_closed_output_ends_the_process_quietly() {
    for state in ["", "ugi\n", "go infinite\n", "perft 30\n", "isready\nisready\n"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_speltafel"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        // The input stays open, so only the closed output can end the process. Writing fails if the process has already
        // exited.
        let _ = input.write_all(state.as_bytes()).and_then(|()| input.flush());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{state:?}");
        assert!(output.stderr.is_empty(), "{:?}", String::from_utf8_lossy(&output.stderr));
        drop(input);
    }
}

/// Subcommands whose output nobody reads to its end, as with `| head`, end quietly.
#[test]
fn a_closed_output_ends_subcommands_quietly() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pdn");
    std::fs::write(&file, "1. 11-15 22-18 2. 15x22 25x18 *\n\n".repeat(3000)).unwrap();
    let file = file.to_str().unwrap();
    for arguments in [
        &["pdn", file][..],
        &["pdn", file, "--fens", "plies"],
        &["pdn", file, "--openings", "2"],
        &["egdb", "probe", "checkers", "W:WK15,20:B12,K28"],
        &["openings", "jeex", "--plies", "2", "--count", "2"],
        &["demo", "jeex"],
        &["--help"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_speltafel"));
        let output = command.args(arguments).stdin(Stdio::null()).stdout(writer).stderr(Stdio::piped()).output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        assert!(output.stderr.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn line_endings_tabs_and_invalid_bytes_are_handled() {
    let mut engine = TestEngine::start(&[]);
    engine.write(b"\r\n\n  \t \r\nisready\r\n\tposition\tstartpos\tmoves\t11-15\r\nquery turn\r\n");
    assert_eq!(engine.line().unwrap(), "readyok");
    assert_eq!(engine.line().unwrap(), "response p2");
    engine.write(b"\0\0\xff\xfe ugly\n\xc3\x28 isready\n");
    assert_eq!(
        engine.line().unwrap(),
        "info string error unknown_command \\x00\\x00\\xef\\xbf\\xbd\\xef\\xbf\\xbd ugly"
    );
    assert_eq!(engine.line().unwrap(), "readyok");
    engine.send(&format!("nonsense {}", "x".repeat(1000)));
    let answer = engine.line().unwrap();
    assert!(answer.len() < 100, "quoted input is cut: {answer}");
    engine.write(b"position startpos moves \xff\n");
    assert_eq!(engine.line().unwrap(), "info string error illegal_move token 1: \\xef\\xbf\\xbd");
    assert_eq!(engine.ask("query view 1"), "position seat 1 startpos moves !end/p2win/illegal");
    assert_eq!(engine.close(), (vec![], Some(0)));
}

#[test]
fn a_line_that_is_too_long_is_dropped() {
    let mut engine = TestEngine::start(&[]);
    let mut line = b"position startpos moves".to_vec();
    line.resize((16 << 20) + 1, b' ');
    line.push(b'\n');
    engine.write(&line);
    assert_eq!(engine.line().unwrap(), "info string error line_too_long");
    line.pop();
    line.pop();
    line.push(b'\n');
    engine.write(&line);
    assert_eq!(engine.ask("query turn"), "p1");
    assert_eq!(engine.close(), (vec![], Some(0)));
}

#[test]
fn a_line_of_two_thousand_moves_is_accepted() {
    let mut engine = TestEngine::start(&[]);
    engine.send("setoption name Checkers.DrawPlies value 0");
    let line = format!("position fen W:WK1:BK32 moves{}", " 1-5 32-28 5-1 28-32".repeat(500));
    engine.send(&line);
    assert_eq!(engine.ask("query fen"), "W:WK1:BK32:H2000:F1001");
    engine.send(&format!("{line} 1-5"));
    assert_eq!(engine.ask("query turn"), "p1");
    engine.send("setoption name Game value jeex");
    engine.send("setoption name Jeex.DrawPlies value 0");
    engine.send("setoption name Jeex.MaxPlies value 0");
    engine.send("setoption name Jeex.Repetition value 0");
    let line = format!("position startpos moves @b2n @c3w{}", " b2e c3e b2n c3w".repeat(500));
    engine.send(&line);
    assert_eq!(engine.ask("query turn"), "p1");
    assert_eq!(engine.ask("query gameover"), "false");
    assert_eq!(engine.close(), (vec![], Some(0)));
}

/// Returns the total progress of all pawns in a Keezen position text. A pawn on the ring counts the cells that it has
/// walked, and a pawn in a lane counts 1000.
fn progress(fen: &str) -> usize {
    let mut sum = 0;
    for (start, colour) in [(0, 'Y'), (16, 'B'), (32, 'R'), (48, 'G')] {
        let pawns = fen.split(':').find_map(|section| section.strip_prefix(colour)).unwrap();
        for cell in pawns.split(',').filter(|cell| !cell.is_empty()) {
            sum += cell.parse().map_or(1000, |cell: usize| (cell + 64 - start) % 64);
        }
    }
    sum
}

#[test]
fn a_line_of_two_thousand_moves_and_deals_is_accepted() {
    let start = || {
        let mut engine = TestEngine::start(&["--game", "keezen"]);
        engine.send("setoption name Keezen.MaxPlies value 0");
        engine
    };
    let mut referee = start();
    let mut rng = Rng::new(12);
    let (mut line, mut fen) = ("position startpos moves".to_string(), referee.ask("query fen"));
    for ply in 0..2000 {
        let mut tokens = match referee.ask("query turn").as_str() {
            "chance" => vec![referee.ask(&format!("query draw {}", rng.next()))],
            turn => {
                assert_ne!(turn, "over", "ply {ply}: {fen}");
                referee.ask("query legal").split(' ').map(str::to_string).collect()
            }
        };
        // Choose moves that make little progress, so that the game does not end early.
        rng.shuffle(&mut tokens);
        let tried = tokens.into_iter().take(12).map(|token| {
            referee.send(&format!("{line} {token}"));
            (token, referee.ask("query fen"))
        });
        let (token, after) = tried.min_by_key(|(_, fen)| progress(fen)).unwrap();
        line = format!("{line} {token}");
        fen = after;
        referee.send(&line);
    }
    assert_eq!(referee.ask("query fen"), fen);
    assert_eq!(referee.close(), (vec![], Some(0)));
    let mut engine = start();
    engine.send(&line);
    assert_eq!(engine.ask("query fen"), fen);
    assert_eq!(engine.close(), (vec![], Some(0)));
}

#[test]
fn every_go_has_exactly_one_answer() {
    let mut engine = TestEngine::start(&[]);
    engine.send("setoption name Threads value 2");
    for round in 0..200 {
        engine.write(b"go infinite\n");
        match round % 4 {
            0 => engine.write(b"stop\n"),
            1 => engine.write(b"isready\nstop\nstop\n"),
            2 => engine.write(b"stop\nposition startpos moves 11-15\ngo nodes 1\nposition startpos\n"),
            _ => engine.write(b"query turn\nstop\nstop\nstop\n"),
        }
        let expected = if round % 4 == 2 { 2 } else { 1 };
        for _ in 0..expected {
            engine.until("bestmove");
        }
        // Immediately after `bestmove` the engine is idle and accepts queries.
        assert_eq!(engine.ask("query gameover"), "false");
    }
    assert_eq!(engine.close(), (vec![], Some(0)));
}

#[test]
fn wrong_flags_are_reported_on_standard_error() {
    for arguments in [&["--game", "chess"][..], &["--nonsense"], &["--game"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_speltafel")).args(arguments).output().unwrap();
        assert!(!output.status.success(), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_speltafel")).arg("--version").output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("speltafel "));
}

#[test]
fn lines_on_the_command_line_are_run_in_order() {
    let arguments = ["position startpos moves 11-15", "go depth 3", "query turn", "go infinite"];
    let output = Command::new(env!("CARGO_BIN_EXE_speltafel")).args(arguments).output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("info ")).collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].starts_with("bestmove ") && lines[1] == "response p2" && lines[2].starts_with("bestmove "));
}
