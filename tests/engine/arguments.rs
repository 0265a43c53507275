//! Tests for the engine's command line: protocol lines as arguments, misspelt words, and `perft` and `bench` when the
//! input ends.

use super::tools::common::run;
use std::process::{Command, Stdio};
use std::time::Instant;

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_misspelt_word_is_rejected_with_a_suggestion() {
    for (word, meant) in
        [("paly", "play"), ("isredy", "isready"), ("PLAY", "play"), ("uci", "ugi"), ("perfft", "perft")]
    {
        let output = run(&[word, "isready"], "");
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        assert_eq!((output.status.code(), stdout.as_str()), (Some(2), ""), "{word}: {stderr}");
        let expected = format!("'{word}' is neither a subcommand nor a protocol command: did you mean '{meant}'?");
        assert!(stderr.contains(&expected), "{word}: {stderr}");
    }
    let output = run(&["--game", "jeex", "xyzzy\u{1b}"], "");
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("'xyzzy\\x1b' is neither") && !stderr.contains("did you mean"), "{stderr}");
}

#[test]
fn a_failed_line_sets_the_exit_code_but_the_rest_is_run() {
    let wrong: [&[&str]; 5] = [
        &["joho there", "query turn"],
        &["position startpos moves 99-98", "query turn"],
        &["query turn", "query nonsense"],
        &["go dept 5 depth 1", "query turn"],
        &["go infinite", "wait", "stop", "query turn"],
    ];
    for lines in wrong {
        let output = run(lines, "");
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "{lines:?}: {stdout}");
        assert!(stdout.lines().any(|line| line == "response p1" || line == "response over"), "{lines:?}: {stdout}");
        assert!(stderr.contains(&format!("1 of {} lines failed, first: ", lines.len())), "{lines:?}: {stderr}");
    }
    let right: [&[&str]; 4] = [&["isready"], &["", "query turn"], &["go depth 2", "quit", "joho there"], &["hub"]];
    for lines in right {
        let output = run(lines, "");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{lines:?}");
    }
}

/// A failed line must set exit code 1 even if the error message cannot be written.
#[test]
#[cfg(target_os = "linux")]
fn an_error_that_cannot_be_written_keeps_its_exit_code() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut engine = Command::new(env!("CARGO_BIN_EXE_speltafel"));
    let status = engine.arg("joho there").stdin(Stdio::null()).stdout(Stdio::null()).stderr(full).status();
    assert_eq!(status.unwrap().code(), Some(1));
}

#[test]
fn lines_as_arguments_wait_for_perft_and_bench() {
    let output = run(&["perft 5", "bench 20", "query turn"], "");
    assert_eq!(output.status.code(), Some(0));
    let stdout = text(&output.stdout);
    let place =
        |start: &str| stdout.lines().position(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{stdout}"));
    assert_eq!((place("9-13: "), place("Nodes searched: 7361")), (0, 7));
    assert!(place("nps ") > 7 && place("response p1") == place("nps ") + 1, "{stdout}");
}

#[test]
fn the_end_of_a_pipe_stops_perft_and_bench_unless_it_waits() {
    let whole = run(&[], "perft 5\nwait\n");
    assert!(text(&whole.stdout).ends_with("Nodes searched: 7361\n"));
    for long in ["perft 40\n", "perft 40\nquit\nd\n", "bench 1000000000\n", "bench speed\nisready\nquit\n"] {
        let start = Instant::now();
        let cut = run(&[], long);
        let stdout = text(&cut.stdout);
        assert_eq!(cut.status.code(), Some(0), "{long:?}");
        assert!(
            stdout.ends_with(" stopped before the last move was counted\n") || stdout.ends_with(" position\n"),
            "{stdout}"
        );
        assert!(!stdout.contains("Nodes searched") && !stdout.contains("\nsignature"), "{long:?}: {stdout}");
        assert!(start.elapsed().as_secs() < 60, "{long:?} was not stopped");
    }
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert_eq!(text(&run(&[], "\u{feff}query turn\r\n").stdout), "response p1\n");
    assert_eq!(text(&run(&[], "\u{feff}\nquery turn\n").stdout), "response p1\n");
    assert_eq!(run(&[], "\u{feff}hub\nquit\n").stdout, run(&[], "hub\nquit\n").stdout);
}
