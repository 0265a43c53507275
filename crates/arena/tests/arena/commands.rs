//! Tests for the commands as users run them: resuming, extending, splitting, merging, stopping, replaying and exporting
//! tournaments.

use super::common::wait_for;
use runner::record::Record;
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use testing::{engine, toy};

pub const ARENA: &str = env!("CARGO_BIN_EXE_speltafel-arena");

/// The temporary folder of a tournament.
pub struct TestTournament(pub PathBuf);

impl TestTournament {
    pub fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arena").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub fn out(&self) -> String {
        self.0.join("out").display().to_string()
    }

    /// Runs a tournament of two participants with one node per move and these additional flags.
    pub fn run(&self, flags: &[&str]) -> Output {
        self.command(&[&["--quiet"], flags].concat()).output().unwrap()
    }

    /// Returns a command that runs the tournament, without `--quiet`. A participant in `flags` takes the place of the
    /// usual one with its name.
    pub fn command(&self, flags: &[&str]) -> Command {
        let referee = ["--referee-command", engine()];
        let usual = ["run", "--game", "jeex", "--nodes", "1", "--max-plies", "40", "--concurrency", "2"];
        let is_given = |name: &str| flags.iter().any(|flag| flag.split(' ').next() == Some(name));
        let participants = ["name=a", "name=b options.Player=random"].into_iter();
        let participants = participants.filter(|words| !is_given(words.split(' ').next().unwrap_or_default()));
        let participants: Vec<&str> = participants.flat_map(|words| ["--participant", words]).collect();
        let openings = ["--openings-from", "random", "--openings-plies", "4", "--openings-nodes", "200"];
        let out = self.out();
        let mut command = Command::new(ARENA);
        command.args([&usual[..], &referee, &participants, &openings, &["--out", &out], flags].concat());
        command
    }

    pub fn digest(&self) -> String {
        let status = arena(&["status", &self.out()]);
        text(&status).lines().find_map(|line| line.strip_prefix("digest: ")).unwrap().to_string()
    }

    pub fn results(&self) -> PathBuf {
        self.0.join("out/results.jsonl")
    }

    pub fn lines(&self) -> Vec<String> {
        std::fs::read_to_string(self.results()).unwrap().lines().map(str::to_string).collect()
    }
}

pub fn arena(arguments: &[&str]) -> Output {
    Command::new(ARENA).args(arguments).output().unwrap()
}

pub fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Replaces a file by a named pipe, for whose other end nobody may wait.
fn replace_by_pipe(path: &Path) {
    let _ = std::fs::remove_file(path);
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn what_is_no_regular_file_is_refused() {
    let test = TestTournament::new("pipes");
    let at = |name: &str| test.0.join(name);
    assert_eq!(test.run(&["--games", "2", "--run-game-file", "true"]).status.code(), Some(0));
    let refuses = |output: Output, path: &Path| {
        let error = stderr_text(&output);
        assert!(!output.status.success() && error.contains("is not a regular file"), "{}: {error}", path.display());
        assert!(error.contains(path.to_str().unwrap()), "{}: {error}", path.display());
    };
    for name in ["plan.toml", "openings.txt"] {
        replace_by_pipe(&at(name));
    }
    refuses(arena(&["run", at("plan.toml").to_str().unwrap()]), &at("plan.toml"));
    let openings = at("openings.txt");
    let flags = ["--games", "2", "--openings-from", "file", "--openings-file", openings.to_str().unwrap()];
    refuses(test.run(&flags), &openings);
    for name in ["games.txt", "games.txt.index", "results-1-of-2.jsonl", "results.jsonl", "plan.json"] {
        let path = at("out").join(name);
        let kept = std::fs::read(&path).unwrap_or_default();
        replace_by_pipe(&path);
        if name.starts_with("results-") {
            refuses(test.run(&["--games", "2", "--shard", "1/2"]), &path);
            refuses(arena(&["merge", &test.out()]), &path);
        } else {
            refuses(test.run(&["--games", "2", "--run-game-file", "true"]), &path);
        }
        if matches!(name, "results.jsonl" | "plan.json") {
            for command in ["status", "report", "merge"] {
                refuses(arena(&[command, &test.out()]), &path);
            }
        }
        std::fs::remove_file(&path).unwrap();
        std::fs::write(&path, kept).unwrap();
    }
}

#[test]
fn compressed_files_are_named_as_such() {
    let test = TestTournament::new("compressed");
    let (plan, openings) = (test.0.join("plan.toml"), test.0.join("openings.txt.gz"));
    let compressed = b"\x1f\x8b\x08\0\0\0\0\0";
    let refuses = |output: Output| {
        let error = stderr_text(&output);
        assert!(!output.status.success() && error.contains("is compressed (gzip)"), "{error}");
    };
    std::fs::write(&plan, compressed).unwrap();
    refuses(arena(&["run", plan.to_str().unwrap()]));
    std::fs::write(&openings, compressed).unwrap();
    refuses(test.run(&["--games", "2", "--openings-from", "file", "--openings-file", openings.to_str().unwrap()]));
    // What looks like an incomplete last line stays.
    assert_eq!(test.run(&["--games", "2"]).status.code(), Some(0));
    std::fs::write(test.results(), compressed).unwrap();
    refuses(test.run(&["--games", "2"]));
    refuses(arena(&["status", &test.out()]));
    assert_eq!(std::fs::read(test.results()).unwrap(), compressed);
}

#[test]
fn a_tournament_is_resumed_and_extended_after_an_incomplete_line() {
    let (whole, parts) = (TestTournament::new("whole"), TestTournament::new("parts"));
    assert_eq!(whole.run(&["--games", "8"]).status.code(), Some(0));
    assert_eq!(parts.run(&["--games", "4"]).status.code(), Some(0));
    assert_eq!(parts.lines().len(), 4);
    // Cut the file as if the runner had been killed while it wrote its last line.
    let bytes = std::fs::read(parts.results()).unwrap();
    std::fs::write(parts.results(), &bytes[..bytes.len() - 30]).unwrap();
    assert_eq!(arena(&["status", &parts.out()]).status.code(), Some(2));
    assert_eq!(parts.run(&["--games", "8"]).status.code(), Some(0));
    assert_eq!((whole.lines().len(), parts.lines().len()), (8, 8));
    assert_eq!(whole.digest(), parts.digest());
    // Once all games have been played, another run changes nothing.
    let before = std::fs::read(whole.results()).unwrap();
    assert_eq!(whole.run(&["--games", "8"]).status.code(), Some(0));
    assert_eq!(std::fs::read(whole.results()).unwrap(), before);
    // A finished tournament can also be extended by a participant.
    assert_eq!(whole.run(&["--games", "8", "--participant", "name=c options.Player=greedy"]).status.code(), Some(0));
    assert_eq!(whole.lines().len(), 24);
}

#[test]
fn a_secret_seed_is_kept() {
    let (one, other) = (TestTournament::new("secret"), TestTournament::new("other-secret"));
    let logs = one.out() + "-logs";
    let flags = ["--games", "2", "--seed", "secret", "--log-dir", &logs];
    assert_eq!(one.run(&flags).status.code(), Some(0));
    let log = std::fs::read_dir(&logs).unwrap().next().unwrap().unwrap();
    for path in [logs.as_ref(), log.path().as_path()] {
        assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o077, 0);
    }
    // Nobody else can read the seed, also if the folder was there before.
    let mode = |test: &TestTournament| std::fs::metadata(test.out()).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&one), 0o700);
    std::fs::create_dir(other.out()).unwrap();
    std::fs::set_permissions(other.out(), PermissionsExt::from_mode(0o755)).unwrap();
    assert_eq!(other.run(&["--games", "4", "--seed", "secret"]).status.code(), Some(0));
    assert_eq!(mode(&other), 0o700);
    // A continued tournament has the seed of its first games, or it would be refused.
    assert_eq!(one.run(&["--games", "4", "--seed", "secret"]).status.code(), Some(0));
    assert_eq!((one.lines().len(), other.lines().len()), (4, 4));
    assert_ne!(one.digest(), other.digest());
    assert_eq!(one.run(&["--games", "6", "--seed", "1"]).status.code(), Some(4));
    assert_eq!(one.run(&["--games", "4", "--seed", "secret", "--shard", "1/2"]).status.code(), Some(4));
}

#[test]
fn another_plan_is_refused_with_its_changes() {
    let test = TestTournament::new("changed");
    assert_eq!(test.run(&["--games", "2"]).status.code(), Some(0));
    let before = std::fs::read(test.results()).unwrap();
    let refused = test.run(&["--games", "2", "--seed", "2", "--participant", "name=b options.Player=greedy"]);
    assert_eq!(refused.status.code(), Some(4));
    let error = stderr_text(&refused);
    assert!(error.contains("seed: was 1, is 2") && error.contains("greedy"), "{error}");
    assert_eq!(test.run(&["--games", "2", "--seed", "2", "--dry-run"]).status.code(), Some(4));
    assert_eq!(test.run(&["--games", "1"]).status.code(), Some(4), "half a block");
    assert_eq!(std::fs::read(test.results()).unwrap(), before);
}

#[test]
fn merged_parts_equal_the_whole() {
    let (whole, parts) = (TestTournament::new("one"), TestTournament::new("shards"));
    assert_eq!(whole.run(&["--games", "12"]).status.code(), Some(0));
    for shard in ["1/3", "3/3", "2/3"] {
        assert_eq!(parts.run(&["--games", "12", "--shard", shard]).status.code(), Some(0));
        assert_eq!(arena(&["status", &parts.out(), "--shard", shard]).status.code(), Some(0));
    }
    for command in ["status", "report"] {
        let refused = arena(&[command, &parts.out()]);
        let advice = format!("the results are in parts: run `speltafel-arena merge {}` first", parts.out());
        assert!(refused.status.code() == Some(4) && stderr_text(&refused).contains(&advice), "{refused:?}");
    }
    for _ in 0..2 {
        assert_eq!(arena(&["merge", &parts.out()]).status.code(), Some(0));
        assert_eq!(parts.lines().len(), 12);
        assert_eq!(whole.digest(), parts.digest());
    }
    // Merged games must not be played again.
    let before = std::fs::read(parts.results()).unwrap();
    assert_eq!(parts.run(&["--games", "12"]).status.code(), Some(0));
    assert_eq!(std::fs::read(parts.results()).unwrap(), before);
}

#[test]
fn games_of_other_engines_are_not_joined() {
    let (own, other) = (TestTournament::new("own"), TestTournament::new("other"));
    assert_eq!(own.run(&["--games", "2"]).status.code(), Some(0));
    assert_eq!(other.run(&["--games", "4", "--participant", "name=b options.Player=greedy"]).status.code(), Some(0));
    let before = std::fs::read(own.results()).unwrap();
    let refused = arena(&["merge", &own.out(), &other.results().display().to_string()]);
    assert_eq!(refused.status.code(), Some(4));
    let error = stderr_text(&refused);
    assert!(error.contains("b played with Player = greedy, but the plan has random"), "{error}");
    assert_eq!(std::fs::read(own.results()).unwrap(), before);
}

#[test]
fn games_that_are_not_in_the_plan_are_not_joined() {
    let (small, large) = (TestTournament::new("small"), TestTournament::new("large"));
    assert_eq!(small.run(&["--games", "2"]).status.code(), Some(0));
    assert_eq!(large.run(&["--games", "4"]).status.code(), Some(0));
    let before = small.lines();
    let others = large.results().display().to_string();
    let refused = arena(&["merge", &small.out(), &others]);
    assert_eq!((refused.status.code(), small.lines()), (Some(4), before));
    let error = stderr_text(&refused);
    let reason = "is not in the plan, which has 2 games per pairing";
    assert!(error.contains(&format!("{others}: game a:b/1/")) && error.contains(reason), "{error}");
    // Once the plan has more games, they are joined.
    assert_eq!(small.run(&["--games", "4", "--redo", "a:b/1/0"]).status.code(), Some(4));
    assert_eq!(small.run(&["--games", "4"]).status.code(), Some(0));
    assert_eq!(arena(&["merge", &small.out(), &others]).status.code(), Some(0));
    assert_eq!(small.digest(), large.digest());
}

#[test]
fn engines_that_are_terminated_with_the_runner_lose_no_game() {
    let test = TestTournament::new("swept");
    let participant = format!("name=b command={} args='--fault swept --at 1'", toy());
    let stopped = test.run(&["--games", "8", "--concurrency", "1", "--participant", &participant]);
    assert_eq!(stopped.status.code(), Some(2), "{}", stderr_text(&stopped));
    assert!(test.lines().is_empty(), "{:?}", test.lines());
}

#[test]
fn a_wait_is_between_games_and_ends_with_the_run() {
    // Each of the two workers plays one game, and nobody waits after the last game.
    let short = TestTournament::new("wait-short");
    assert_eq!(short.run(&["--games", "2", "--run-wait", "24h"]).status.code(), Some(0));
    // After the first two games the workers wait until the runner is stopped.
    let long = TestTournament::new("wait-long");
    let mut runner = long.command(&["--quiet", "--games", "8", "--run-wait", "24h"]).spawn().unwrap();
    let played = || std::fs::read_to_string(long.results()).unwrap_or_default().lines().count();
    wait_for("two games", || played() == 2);
    kill_process(Pid::from_child(&runner), Signal::TERM).unwrap();
    assert_eq!(runner.wait().unwrap().code(), Some(2));
    assert_eq!(long.lines().len(), 2);
}

#[test]
fn the_exit_code_reports_the_result_of_a_sequential_test() {
    let sprt = ["--games", "400", "--stop-sprt-elo0", "0", "--stop-sprt-elo1", "50", "--stop-sprt-model", "logistic"];
    let better = TestTournament::new("h1");
    assert_eq!(better.run(&sprt).status.code(), Some(0));
    assert!(better.lines().len() < 400);
    let worse = TestTournament::new("h0");
    let swapped = ["--participant", "name=a options.Player=random", "--participant", "name=b options.Player=strong"];
    assert_eq!(worse.run(&[&sprt[..], &swapped].concat()).status.code(), Some(1));
    let short = TestTournament::new("undecided");
    assert_eq!(short.run(&[&sprt[..], &["--games", "2"]].concat()).status.code(), Some(2));
}

/// In a game of three sides, the first participant is tested against the others. The forecast is printed before the
/// first game, and by a dry run.
#[test]
fn three_sides_are_tested_against_par() {
    let game = ["--game", "querbeet", "--game-options", "Querbeet.Players=3", "--max-plies", "1000"];
    let sprt = ["--games", "300", "--stop-sprt-elo0", "0", "--stop-sprt-elo1", "150", "--stop-sprt-model", "logistic"];
    let flags = [&game[..], &sprt, &["--participant", "name=c options.Player=random"]].concat();
    let test = TestTournament::new("three-sides");
    let output = test.command(&flags).output().unwrap();
    let said = text(&output);
    assert_eq!(output.status.code(), Some(0), "{said}{}", stderr_text(&output));
    assert!(
        said.contains("H1 accepted after ") && said.contains("  mean payoff of the first participant is 0."),
        "{said}"
    );
    assert!(stderr_text(&output).contains("\n  Elo 150: H1 accepted with 95.0 %, mean length "));
    assert!(test.lines().len() < 300);
    let page = test.0.join("page.html");
    assert_eq!(arena(&["report", &test.out(), "--html", &page.display().to_string()]).status.code(), Some(0));
    assert!(std::fs::read_to_string(page).unwrap().contains("\"payoff\":0."));
    let dry = TestTournament::new("three-sides-dry").run(&[&flags[..], &["--dry-run"]].concat());
    let start = "out: at most 300 games in 1 match\nforecast of the SPRT (assumes 50 % draws)";
    assert!(text(&dry).starts_with(start), "{}", text(&dry));
    let fourth = [&flags[..], &["--participant", "name=d"]].concat();
    let refused = TestTournament::new("three-sides-refused").run(&fourth);
    assert!(stderr_text(&refused).contains("must play in every game"), "{}", stderr_text(&refused));
}

#[test]
fn faults_are_reported_and_fail_a_strict_run() {
    let test = TestTournament::new("faults");
    let toy = format!("name=b command={} args='--fault illegal'", toy());
    let output = test.run(&["--games", "2", "--strict", "--participant", &toy]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr_text(&output));
    assert!(test.lines().iter().all(|line| line.contains("\"kind\":\"illegal-move\"") && line.contains("/illegal\"")));
}

/// Warnings at the start do not fail a strict run.
#[test]
fn only_faults_fail_a_strict_run() {
    let test = TestTournament::new("strict");
    let out = test.out();
    let usual = ["run", "--strict", "--game", "jeex", "--nodes", "1", "--games", "2", "--referee-command", engine()];
    let output = arena(&[&usual[..], &["--participant", "name=a", "--participant", "name=b", "--out", &out]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(stderr_text(&output).contains("warning: no openings"), "{output:?}");
}

#[test]
fn an_engine_that_cannot_start_ends_the_tournament() {
    let test = TestTournament::new("start");
    let missing = test.run(&["--games", "2", "--participant", "name=b command=/no/such/engine"]);
    assert_eq!(missing.status.code(), Some(4));
    assert!(stderr_text(&missing).contains("no such file: /no/such/engine"), "{}", stderr_text(&missing));
    let toy = format!("name=b command={} args='--fault crash-on-start'", toy());
    let mute = test.run(&["--games", "2", "--participant", &toy]);
    assert!(stderr_text(&mute).contains("participant b cannot start: "), "{}", stderr_text(&mute));
    assert!(!Path::new(&test.out()).exists());
}

/// An option that is misspelt or has a wrong value is explained by one line, without lines of the engine.
#[test]
fn a_wrong_option_is_explained_by_one_line() {
    let test = TestTournament::new("options");
    for (words, message) in [
        ("options.Bogus=1", "the engine declares no option Bogus"),
        ("options.Skil=8", "the engine declares no option Skil; did you mean Skill?"),
        ("options.Skill=21", "the engine rejects option Skill: bad_argument Skill takes a number from 0 to 20, not 21"),
    ] {
        let refused = test.run(&["--games", "2", "--participant", &format!("name=b {words}")]);
        assert_eq!(refused.status.code(), Some(4));
        let error = stderr_text(&refused);
        assert!(error.ends_with(&format!("{message}\n")) && error.lines().count() == 1, "{error}");
    }
    let refused = test.run(&["--games", "2", "--game-options", "Jeex.MaxPlie=8"]);
    let message = "bad_argument no option Jeex.MaxPlie; ugi lists the options; did you mean Jeex.MaxPlies?\n";
    assert!(stderr_text(&refused).ends_with(message), "{}", stderr_text(&refused));
}

#[test]
fn records_are_exported_and_unreadable_lines_reported() {
    let test = TestTournament::new("export");
    assert_eq!(test.run(&["--games", "2"]).status.code(), Some(0));
    let transcript = text(&arena(&["export", &test.out(), "a:b/0/0"]));
    assert!(transcript.contains("a:b/0/0") && !transcript.contains("a:b/0/1"), "{transcript}");
    assert_eq!(arena(&["export", &test.out(), "a:b/9/0"]).status.code(), Some(4));
    let mut lines = test.lines();
    lines[0].truncate(100);
    std::fs::write(test.results(), lines.join("\n") + "\n").unwrap();
    let refused = arena(&["status", &test.out()]);
    assert_eq!(refused.status.code(), Some(4));
    assert!(stderr_text(&refused).contains("results.jsonl:1: not a game record"), "{}", stderr_text(&refused));
}

/// Checkers games are exported as PDN. The export reads the moves with the rule options in the record, here the square
/// numbering. Jeex has the format of all games.
#[test]
fn interchange_formats_come_from_the_referee() {
    let test = TestTournament::new("portable");
    let numbering = ["--game", "checkers", "--games", "2", "--game-options", "Checkers.Numbering=jijbent"];
    assert_eq!(test.run(&numbering).status.code(), Some(0));
    let portable = |test: &TestTournament| arena(&["export", &test.out(), "--format", "portable", "a:b/0/0"]);
    let games = text(&portable(&test));
    let record: Record = serde_json::from_str(&test.lines()[0]).unwrap();
    assert!(games.starts_with("[Event \"out\"]\n[Site \"") && games.contains("\n[Round \"a:b/0/0\"]\n"), "{games}");
    let first = |text: &str| text.split(['-', 'x']).next().unwrap().parse::<u32>().unwrap();
    let (_, moves) = games.split_once("\n1. ").unwrap();
    assert!(record.played.options["Checkers.Numbering"] == "jijbent");
    assert_eq!(first(moves) + first(&record.played.moves[0]), 33, "{games}");
    let other = TestTournament::new("portable-json");
    assert_eq!(other.run(&["--games", "2"]).status.code(), Some(0));
    let game: Value = serde_json::from_str(&text(&portable(&other))).unwrap();
    assert_eq!(
        (&game["game"], &game["round"], &game["seats"]),
        (&json!("jeex"), &json!("a:b/0/0"), &json!(["a", "b"]))
    );
}

/// The referee provides the decks. The error message about an unknown deck names the flag or key and lists the decks.
#[test]
fn decks_come_from_the_referee() {
    let test = TestTournament::new("decks");
    let run = |game: &str, openings: &[&str], referee: &[&str]| {
        let usual = ["run", "--quiet", "--game", game, "--max-plies", "9", "--games", "2", "--nodes", "1"];
        let participants = ["--participant", "name=a", "--participant", "name=b", "--out", &test.out()];
        stderr_text(&arena(&[&usual[..], &participants, openings, referee].concat()))
    };
    let deck = |name: &'static str| ["--openings-from", "deck", "--openings-deck", name];
    let own = ["--referee-command", engine()];
    let unknown = run("checkers", &deck("x"), &own);
    assert_eq!(unknown, "speltafel-arena: --openings-deck: unknown deck x; the decks are: three-move\n");
    let none = run("jeex", &deck("three-move"), &own);
    assert!(none.ends_with("--openings-deck: unknown deck three-move; this game has no decks\n"), "{none}");
    // Without the extension `files`, the referee provides no decks and no interchange formats. Plain transcripts do not
    // need the extension.
    let extensions = "option name UGI_Extensions type string default seats,chance,views,referee";
    let introduction = format!("--say 'ugi=id name x|{extensions}|ugiok'");
    let toy = toy().to_string();
    let foreign = ["--referee-command", &toy, "--referee-args", &introduction];
    let without = "it does not declare files in UGI_Extensions\n";
    let refused = run("checkers", &deck("three-move"), &foreign);
    assert!(
        refused.ends_with(&format!("--openings-deck: the engine offers no decks of openings: {without}")),
        "{refused}"
    );
    let only = run("checkers", &[], &foreign);
    assert!(only.starts_with("warning: no openings: ") && only.lines().count() == 1, "{only}");
    let portable = stderr_text(&arena(&["export", &test.out(), "--format", "portable"]));
    assert!(portable.ends_with(&format!("the engine offers no interchange formats: {without}")), "{portable}");
    assert!(text(&arena(&["export", &test.out()])).contains("game a:b/0/0: checkers"));
}

/// Two drawn and two won endings with four pieces, played from both sides.
#[test]
fn the_databases_of_the_referee_end_games() {
    let test = TestTournament::new("databases");
    let endings = "B:WK18,K19:BK10,K31\nW:WK2,K23:BK14,K15\nW:WK14,K15,K18:BK1\nB:WK32:BK14,K15,K18\n";
    let file = test.0.join("endings.txt").display().to_string();
    std::fs::write(&file, endings).unwrap();
    let run = |game: &str, out: &str, flags: &[&str]| {
        let out = test.0.join(out).display().to_string();
        let usual = ["run", "--quiet", "--game", game, "--games", "8", "--nodes", "1000", "--out", &out];
        let rest = ["--participant", "name=a", "--participant", "name=b", "--referee-command", engine()];
        let flags = [&usual[..], &rest, flags].concat();
        (arena(&flags), out)
    };
    let openings = ["--openings-from", "file", "--openings-file", &file, "--adjudicate-database"];
    let reasons = |out: &str, flags: &[&str]| {
        let (output, out) = run("checkers", out, &[&openings[..], flags].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
        let replayed = arena(&["replay", &out]);
        assert!(text(&replayed).ends_with("8 games replayed, 0 with differences\n"), "{}", text(&replayed));
        let lines = std::fs::read_to_string(Path::new(&out).join("results.jsonl")).unwrap();
        let records = lines.lines().map(|line| serde_json::from_str::<Record>(line).unwrap());
        let known = records.filter(|record| record.played.reason == "tablebase");
        let mut found: Vec<(u64, String)> = known.map(|record| (record.block, record.played.result)).collect();
        found.sort();
        found
    };
    let draws = reasons("draws", &["draws"]);
    assert!(draws.len() >= 4 && draws.iter().all(|(_, result)| result == "draw"), "{draws:?}");
    let wins = ["p1win", "p2win"].map(|result| (2 + u64::from(result == "p1win"), result.to_string()));
    let won = reasons("wins", &["wins", "--adjudicate-ignore-move-count", "true", "--adjudicate-pieces", "4"]);
    assert_eq!(won.iter().filter(|ending| wins.contains(ending)).count(), 4, "{won:?}");
    assert_eq!(reasons("few", &["draws", "--adjudicate-pieces", "1"]), []);
    // A replay finds a result that the databases contradict.
    let results = test.0.join("draws/results.jsonl");
    let forged = std::fs::read_to_string(&results).unwrap().replace("!end/draw/tablebase", "!end/p1win/tablebase");
    std::fs::write(&results, forged).unwrap();
    let replayed = text(&arena(&["replay", &test.0.join("draws").display().to_string()]));
    assert!(replayed.contains("result in the databases: the record says p1win, the referee draw"), "{replayed}");
}

#[test]
fn a_referee_without_databases_is_refused() {
    let test = TestTournament::new("no-databases");
    let none = stderr_text(&test.run(&["--games", "2", "--adjudicate-database", "draws"]));
    let expected =
        "--adjudicate-database: the referee's endgame databases know no position at the end of 100 random games";
    assert!(none.contains(expected), "{none}");
    let introduction =
        "--referee-args=--say 'ugi=id name x|option name UGI_Extensions type string default referee|ugiok'";
    let [a, b] = ["a", "b"].map(|name| format!("name={name} command={}", engine()));
    let toy = ["--games", "2", "--adjudicate-database", "draws", "--referee-command", toy(), introduction];
    let toy = [&toy[..], &["--participant", &a, "--participant", &b]].concat();
    let undeclared = stderr_text(&test.run(&toy));
    let expected = "the referee has no endgame databases: it does not declare tablebase in UGI_Extensions";
    assert!(undeclared.contains(expected), "{undeclared}");
}

/// `summary.json` equals the output of `report --json` after a run, after a run with nothing left to play, and after a
/// merge.
#[test]
fn the_summary_follows_the_results() {
    let test = TestTournament::new("summary");
    let summary = || std::fs::read_to_string(test.0.join("out/summary.json")).unwrap() + "\n";
    let reported = || text(&arena(&["report", &test.out(), "--json"]));
    for games in ["2", "6"] {
        assert_eq!(test.run(&["--games", games]).status.code(), Some(0));
        assert_eq!(summary(), reported());
        assert!(summary().contains(&format!("\"games\": {games},\n    \"planned\": {games},")), "{}", summary());
    }
    std::fs::remove_file(test.0.join("out/summary.json")).unwrap();
    assert_eq!(test.run(&["--games", "6"]).status.code(), Some(0));
    assert_eq!(summary(), reported());
    let parts = TestTournament::new("summary-parts");
    for part in ["1/2", "2/2"] {
        assert_eq!(parts.run(&["--games", "6", "--shard", part]).status.code(), Some(0));
        assert!(!parts.0.join("out/summary.json").exists());
    }
    assert_eq!(arena(&["merge", &parts.out()]).status.code(), Some(0));
    let merged = std::fs::read_to_string(parts.0.join("out/summary.json")).unwrap() + "\n";
    assert_eq!(merged, text(&arena(&["report", &parts.out(), "--json"])));
}

#[test]
fn a_plan_without_games_may_be_changed() {
    let test = TestTournament::new("mended");
    let refused = test.run(&["--games", "2", "--participant", "name=b options.Unheard=1"]);
    assert!(stderr_text(&refused).contains("the engine declares no option Unheard"), "{}", stderr_text(&refused));
    assert_eq!(test.run(&["--games", "2"]).status.code(), Some(0));
    let changed = test.run(&["--games", "2", "--seed", "2"]);
    assert!(stderr_text(&changed).contains("seed: was 1, is 2"), "{}", stderr_text(&changed));
}

#[test]
fn closed_output_does_not_end_a_tournament() {
    let test = TestTournament::new("unread");
    let mut child = test.command(&["--games", "4"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop((child.stdout.take(), child.stderr.take()));
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(test.lines().len(), 4);
}

/// A runner that reaches the limit of open files stops with an error, and no engine is charged with a fault.
#[cfg(target_os = "linux")]
#[test]
fn too_many_open_files_are_not_a_fault_of_an_engine() {
    let test = TestTournament::new("room");
    // Every game needs new processes.
    let flags = ["--quiet", "--games", "200000", "--each", "restart=always"];
    let runner = test.command(&flags).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let played = || std::fs::read_to_string(test.results()).unwrap_or_default().lines().count();
    wait_for("two games", || played() >= 2);
    let limit = Rlimit { current: Some(8), maximum: Some(8) };
    prlimit(Some(Pid::from_child(&runner)), Resource::Nofile, limit).unwrap();
    let output = runner.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", stderr_text(&output));
    assert!(stderr_text(&output).contains("Too many open files"), "{}", stderr_text(&output));
    assert!(!test.lines().iter().any(|line| line.contains("\"faults\"")));
}

#[test]
fn a_duplicate_game_counts_once() {
    let test = TestTournament::new("twice");
    test.run(&["--games", "4"]);
    let (digest, lines) = (test.digest(), test.lines());
    // Write results in which one game occurs twice and another one is missing.
    let doubled = [&lines[0], &lines[0], &lines[1], &lines[2]].map(|line| format!("{line}\n")).concat();
    std::fs::write(test.results(), doubled).unwrap();
    assert_eq!(test.run(&["--games", "4"]).status.code(), Some(0));
    assert_eq!(test.digest(), digest);
}

#[test]
fn a_dry_run_stores_nothing() {
    let test = TestTournament::new("dry");
    let logs = test.0.join("logs").display().to_string();
    let output = test.run(&["--games", "6", "--dry-run", "--log-dir", &logs]);
    assert_eq!((output.status.code(), text(&output).as_str()), (Some(0), "out: 6 games in 1 match\n"), "{output:?}");
    assert_eq!(std::fs::read_dir(&test.0).unwrap().count(), 0);
}

/// This is how the number of the plan is found.
#[test]
fn a_dry_run_measures_the_speed() {
    let test = TestTournament::new("dry-scaled");
    let say = "--say 'go movetime 1000=info nodes 500|bestmove a'";
    let first = format!("name=a command={} args=\"{say}\"", toy());
    let engines = ["--participant", &first, "--participant", "name=b"];
    let flags = [&["--games", "2", "--dry-run", "--limit-scale-clock", "1000"][..], &engines].concat();
    let output = test.command(&flags).output().unwrap();
    assert!(stderr_text(&output).contains("500 nodes a second: clocks"), "{}", stderr_text(&output));
}

/// If the deal decides the teams, these teams are the sides of the game. Both games of a block have the same teams.
#[test]
fn dealt_teams_are_the_sides_of_a_block() {
    let test = TestTournament::new("dealt-teams");
    let out = test.out();
    let rules = ["--game-options", "Keezen.Partners=hidden", "--game-options", "Keezen.MaxPlies=30"];
    let usual = ["run", "--quiet", "--game", "keezen", "--nodes", "1", "--games", "12", "--referee-command", engine()];
    let participants = ["--participant", "name=a", "--participant", "name=b options.Player=random", "--out", &out];
    let flags = [&usual[..], &rules, &participants].concat();
    let refused = arena(&[&flags[..], &["--limit-clock-per", "team"]].concat());
    assert_eq!(refused.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("a common clock would reveal"), "{refused:?}");
    let played = arena(&flags);
    assert_eq!(played.status.code(), Some(0), "{played:?}");
    let records: Vec<Record> = test.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 12);
    let mut seen = BTreeSet::new();
    for record in &records {
        assert_eq!((&record.faults, record.played.reason.as_str()), (&vec![], "max_plies"), "{}", record.id);
        let twin = records.iter().find(|other| other.block == record.block && other.seating != record.seating).unwrap();
        assert_eq!((&record.teams, &record.played.moves[..2]), (&twin.teams, &twin.played.moves[..2]));
        assert!(record.sides().iter().eq(twin.sides().iter().rev()));
        let cards = record.played.moves[0].strip_prefix("!partners/").unwrap().as_bytes();
        for team in &record.teams {
            let [one, other] = [team[0].index(), team[1].index()];
            assert_eq!((cards[one], &record.played.seats[one]), (cards[other], &record.played.seats[other]));
        }
        seen.insert(record.teams.clone());
    }
    assert!(seen.len() > 1, "{seen:?}");
    let replay = arena(&["replay", &out]);
    assert_eq!(replay.status.code(), Some(0), "{replay:?}");
}

/// Another format of the results or of the stored plan, or none, is refused in one sentence that names the file.
#[test]
fn only_format_1_is_read() {
    let test = TestTournament::new("format");
    assert_eq!(test.run(&["--games", "2"]).status.code(), Some(0));
    let plan = test.0.join("out/plan.json");
    let refused = |path: &Path, from: &str, to: &str| {
        let before = std::fs::read_to_string(path).unwrap();
        assert!(before.contains(from), "{before}");
        std::fs::write(path, before.replace(from, to)).unwrap();
        let output = test.run(&["--games", "4"]);
        assert_eq!(output.status.code(), Some(4));
        std::fs::write(path, before).unwrap();
        stderr_text(&output)
    };
    for (from, to, why) in [
        (
            "\"format\":1,",
            "\"format\":2,",
            "results.jsonl:1: not a game record: its format is 2; this version reads format 1",
        ),
        (
            "\"format\":1,",
            "",
            "results.jsonl:1: not a game record: it has no key `format`; this version reads format 1",
        ),
        ("\"engines\":", "\"players\":", "results.jsonl:1: not a game record: missing field `engines`"),
    ] {
        let said = refused(&test.results(), from, to);
        assert!(said.contains(why), "{said}");
    }
    let said = refused(&plan, "\"format\": 1,\n", "\"format\": 2,\n");
    assert!(said.contains("plan.json: not a plan: its format is 2; this version reads format 1"), "{said}");
}

/// Names are parts of ids, files, tables, tags and flags.
#[test]
fn names_may_have_blanks_and_letters_of_any_script() {
    let test = TestTournament::new("names");
    let logs = test.0.join("logs");
    let run = |flags: &[&str]| {
        let names =
            ["--participant", "name='Stockfish 16'", "--participant", "name=\u{41a}\u{e4}se.\u{5d1} options.Skill=3"];
        let usual = ["run", "--game", "checkers", "--nodes", "1", "--games", "2", "--max-plies", "9", "--quiet"];
        let rest = ["--referee-command", engine(), "--out", &test.out(), "--log-dir", logs.to_str().unwrap()];
        let more = ["--run-game-file", "true", "--ratings-anchors", "Stockfish 16=100"];
        arena(&[&usual[..], &rest, &more, &names, flags].concat())
    };
    let pairing = "Stockfish 16:\u{41a}\u{e4}se.\u{5d1}";
    let output = run(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
    assert!(text(&output).contains("1. Stockfish 16 ") && text(&output).contains(". \u{41a}\u{e4}se.\u{5d1} "));
    assert!(logs.join(format!("{},0,1.log", pairing.replace(':', ","))).exists());
    let id = format!("{pairing}/0/1");
    let file = || std::fs::read_to_string(test.0.join("out/games.pdn")).unwrap();
    let before = file();
    assert!(before.contains("[Black \"Stockfish 16\"]") && before.contains("[White \"Stockfish 16\"]"), "{before}");
    // The file of games recognises the game that is played again.
    assert_eq!(run(&["--redo", &id]).status.code(), Some(0));
    assert_eq!(file().matches("[Event ").count(), 2, "{}", file());
    let page = test.0.join("page.html");
    let report = arena(&["report", &test.out(), "--html", page.to_str().unwrap()]);
    assert!(report.status.success() && std::fs::read_to_string(&page).unwrap().contains("Stockfish 16"));
    for command in ["replay", "export"] {
        assert!(arena(&[command, &test.out(), &id]).status.success());
    }
    let words = arena(&["run", "--game", "checkers", "--out", &test.out(), "--participant", "name=Stockfish 16"]);
    let hint = "a value with blanks needs quotes, such as name='Two words'";
    assert!(stderr_text(&words).contains(hint), "{}", stderr_text(&words));
}
