//! The engine's command line: lines as arguments, misspelt words, and what `perft` and `bench` do in a pipe.

use super::tools::common::run;
use std::process::{Command, Stdio};
use std::time::Instant;

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn a_misspelt_word_is_no_line() {
    for (word, meant) in
        [("paly", "play"), ("isredy", "isready"), ("PLAY", "play"), ("uci", "ugi"), ("perfft", "perft")]
    {
        let output = run(&[word, "isready"], "");
        let (said, told) = (text(&output.stdout), text(&output.stderr));
        assert_eq!((output.status.code(), said.as_str()), (Some(2), ""), "{word}: {told}");
        let expected = format!("'{word}' is neither a subcommand nor a protocol command: did you mean '{meant}'?");
        assert!(told.contains(&expected), "{word}: {told}");
    }
    let output = run(&["--game", "jeex", "xyzzy\u{1b}"], "");
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("'xyzzy\\x1b' is neither") && !told.contains("did you mean"), "{told}");
}

#[test]
fn a_wrong_line_fails_after_the_rest_has_run() {
    let wrong: [&[&str]; 5] = [
        &["joho there", "query turn"],
        &["position startpos moves 99-98", "query turn"],
        &["query turn", "query nonsense"],
        &["go dept 5 depth 1", "query turn"],
        &["go infinite", "wait", "stop", "query turn"],
    ];
    for lines in wrong {
        let output = run(lines, "");
        let (said, told) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "{lines:?}: {said}");
        assert!(said.lines().any(|line| line == "response p1" || line == "response over"), "{lines:?}: {said}");
        assert!(told.contains(&format!("1 of {} lines failed, first: ", lines.len())), "{lines:?}: {told}");
    }
    let right: [&[&str]; 4] = [&["isready"], &["", "query turn"], &["go depth 2", "quit", "joho there"], &["hub"]];
    for lines in right {
        let output = run(lines, "");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{lines:?}");
    }
}

/// The exit code does not depend on whether anybody can read the error.
#[test]
#[cfg(target_os = "linux")]
fn an_error_that_nobody_can_read_keeps_its_exit_code() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut engine = Command::new(env!("CARGO_BIN_EXE_speltafel"));
    let status = engine.arg("joho there").stdin(Stdio::null()).stdout(Stdio::null()).stderr(full).status();
    assert_eq!(status.unwrap().code(), Some(1));
}

#[test]
fn lines_as_arguments_wait_for_perft_and_bench() {
    let output = run(&["perft 5", "bench 20", "query turn"], "");
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stdout);
    let place = |start: &str| said.lines().position(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{said}"));
    assert_eq!((place("9-13: "), place("Nodes searched: 7361")), (0, 7));
    assert!(place("nps ") > 7 && place("response p1") == place("nps ") + 1, "{said}");
}

#[test]
fn a_pipe_waits_where_it_says_so() {
    let whole = run(&[], "perft 5\nwait\n");
    assert!(text(&whole.stdout).ends_with("Nodes searched: 7361\n"));
    for long in ["perft 40\n", "perft 40\nquit\nd\n", "bench 1000000000\n", "bench speed\nisready\nquit\n"] {
        let start = Instant::now();
        let cut = run(&[], long);
        let said = text(&cut.stdout);
        assert_eq!(cut.status.code(), Some(0), "{long:?}");
        assert!(
            said.ends_with(" stopped before the last move was counted\n") || said.ends_with(" position\n"),
            "{said}"
        );
        assert!(!said.contains("Nodes searched") && !said.contains("\nsignature"), "{long:?}: {said}");
        assert!(start.elapsed().as_secs() < 60, "{long:?} ran on");
    }
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert_eq!(text(&run(&[], "\u{feff}query turn\r\n").stdout), "response p1\n");
    assert_eq!(text(&run(&[], "\u{feff}\nquery turn\n").stdout), "response p1\n");
    assert_eq!(run(&[], "\u{feff}hub\nquit\n").stdout, run(&[], "hub\nquit\n").stdout);
}
