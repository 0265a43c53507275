//! Tests for what is known before the first game: engines that cannot play it, plans with several errors, too many
//! engines for the machine, and games that may repeat.

use super::commands::{ARENA, TestTournament, arena, stderr_text};
use std::process::{Command, Output};
use testing::{engine, toy};

/// The words of a participant that declares no option. It plays checkers, and its name changes the direction of text.
fn without_options() -> String {
    format!("name=b command={} args='--say \"ugi=id name x\u{202e}y|ugiok\"'", toy())
}

/// Runs a tournament that is refused, and returns the error. No folder is created.
fn refused(test: &TestTournament, flags: &[&str]) -> String {
    let output = test.run(&[&["--games", "2"], flags].concat());
    let error = stderr_text(&output);
    assert_eq!(output.status.code(), Some(4), "{error}");
    assert!(!test.0.join("out").exists(), "{error}");
    error
}

/// Runs a tournament of two games with its warnings.
fn warned(test: &TestTournament, flags: &[&str]) -> String {
    let output = test.command(&[&["--games", "2", "--strict"], flags].concat()).output().unwrap();
    let error = stderr_text(&output);
    assert_eq!(output.status.code(), Some(0), "{error}");
    error
}

#[test]
fn an_engine_that_lacks_the_game_is_refused_or_warned_about() {
    let test = TestTournament::new("lacks-game");
    let words = without_options();
    let error = refused(&test, &["--participant", &words]);
    assert!(error.contains("participant b does not play jeex: the engine has no option Game"), "{error}");
    assert!(error.starts_with("speltafel-arena: --participant \"name=b command="), "{error}");
    let rules = ["--game", "checkers", "--game-options", "Checkers.Numbering=pdn", "--participant", &words];
    let warnings = warned(&test, &rules);
    assert!(warnings.contains("warning: participant b has no option Game: it must play checkers"), "{warnings}");
    let rules = "warning: participant b cannot be told the rules: it has no option Checkers.Numbering\n";
    assert!(warnings.contains(rules) && !warnings.contains("participant a "), "{warnings}");
    assert!(test.lines()[0].contains("\"name\":\"xy\""), "{}", test.lines()[0]);
}

#[test]
fn an_engine_without_views_is_refused_where_hands_are_hidden() {
    let test = TestTournament::new("lacks-views");
    let words = format!("name=b command={} args=--plain", toy());
    let error = refused(&test, &["--game", "keezen", "--participant", &words]);
    assert!(error.contains("participant b cannot play keezen: it has hidden information"), "{error}");
    warned(&test, &["--participant", &words]);
}

#[test]
fn an_engine_that_speaks_uci_is_told_apart() {
    let test = TestTournament::new("uci");
    let script = test.0.join("uci.sh");
    std::fs::write(&script, "while read -r line; do [ \"$line\" = uci ] && echo uciok; done").unwrap();
    let words = format!("name=b command=sh args={}", script.display());
    // Nobody waits for the end of a long timeout.
    for patience in ["5s", "24h"] {
        let error = refused(&test, &["--run-patience-handshake", patience, "--participant", &words]);
        let text = "b cannot start: the engine answers `uci` but not `ugi`: it speaks another protocol, UCI\n";
        assert!(error.ends_with(text), "{error}");
    }
}

#[test]
fn the_errors_of_the_plan_the_game_and_the_engines_come_together() {
    let flags = ["run", "--game", "jeex", "--games", "21", "--referee-command", engine(), "--participant", "name=a"];
    let error = stderr_text(&arena(&[&flags[..], &["--participant", "name=b options.Skil=8"]].concat()));
    assert!(error.contains("--out: is missing") && error.contains("no limit: say --nodes N"), "{error}");
    assert!(error.contains("not a whole number of blocks; use 20 or 22") && error.lines().count() == 3, "{error}");

    let test = TestTournament::new("together");
    let error = refused(&test, &["--games", "21", "--participant", "name=a options.Skil=8", "--concurrency", "1"]);
    assert!(error.contains("; use 20 or 22") && error.contains("did you mean Skill?"), "{error}");
}

#[test]
fn too_many_engines_for_the_machine_are_refused() {
    let test = TestTournament::new("cores");
    let error = refused(&test, &["--games", "4000", "--concurrency", "1024"]);
    assert!(error.contains("--concurrency: 1024 engines think at once") && error.contains("--force-concurrency"));
    // Two games at most are played at once.
    assert_eq!(test.run(&["--games", "2", "--concurrency", "1024"]).status.code(), Some(0));
}

#[test]
fn too_few_cores_for_the_affinity_are_refused() {
    let test = TestTournament::new("too-few-cores");
    let error = refused(&test, &["--affinity", "1000", "--concurrency", "1"]);
    let text = "--affinity: affinity = 1000 for 2 engines at once needs 2000 cores, and this program may use ";
    assert!(error.contains(text) && error.contains("hyperthreads of a core count once: use "), "{error}");
}

#[test]
fn too_few_open_files_are_noticed_before_the_first_game() {
    let test = TestTournament::new("too-few-files");
    let limited = |limit: &str, games: &str| {
        let command = test.command(&["--games", "8", "--quiet", "--force-concurrency", "--concurrency", games]);
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -n {limit}; exec \"$0\" \"$@\"")]).arg(command.get_program());
        shell.args(command.get_args()).output().unwrap()
    };
    let output = limited("60", "8");
    let error = stderr_text(&output);
    assert_eq!(output.status.code(), Some(4), "{error}");
    assert!(error.contains("--concurrency: 8 games at once may need "), "{error}");
    assert!(error.contains("open files, and the system allows 60: use at most ") && error.ends_with("(ulimit -n)\n"));
    assert!(!test.0.join("out").exists(), "{error}");
    let output = limited("60", "1");
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
}

#[test]
fn games_that_may_repeat_are_warned_about() {
    let run = |name: &str, game: &str, games: &str, flags: &[&str]| -> Output {
        let out = TestTournament::new(name).out();
        let usual = ["run", "--game", game, "--games", games, "--nodes", "1", "--max-plies", "9", "--strict"];
        let rest = ["--referee-command", engine(), "--out", &out, "--participant", "name=a", "--participant", "name=b"];
        Command::new(ARENA).args([&usual[..], &rest, flags].concat()).output().unwrap()
    };
    let output = run("repeats", "jeex", "4", &[]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr_text(&output).contains("warning: no openings: "), "{}", stderr_text(&output));
    // Without progress, there are warnings all the same.
    let quiet = stderr_text(&run("repeats-quietly", "jeex", "4", &["--quiet"]));
    assert!(quiet.starts_with("warning: no openings: ") && quiet.lines().count() == 1, "{quiet}");
    let random = ["--openings-from", "random", "--openings-plies", "2", "--openings-nodes", "50"];
    for (name, game, flags) in [("no-repeats", "jeex", &random[..]), ("no-repeats-dealt", "keezen", &[])] {
        let output = run(name, game, "4", flags);
        assert!(!stderr_text(&output).contains("warning"), "{}", stderr_text(&output));
    }
}
