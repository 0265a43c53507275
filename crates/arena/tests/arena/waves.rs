//! Tests for tournaments that are played in parts, wave by wave, with tasks that are killed.

use super::commands::{TestTournament, arena, stderr_text, text};
use super::referee::run;
use base::rng::Rng;
use std::path::PathBuf;

/// The number of parts.
const PARTS: usize = 4;
/// A test in which no more attempts are needed than this hangs.
const MAX_ATTEMPTS: usize = 40;

/// Returns the path of a part's result file.
fn part_file(test: &TestTournament, part: usize) -> PathBuf {
    PathBuf::from(test.out()).join(format!("results-{part}-of-{PARTS}.jsonl"))
}

/// Cuts a part's results off at a random place, as if the task had been killed while it wrote a line.
fn kill(test: &TestTournament, part: usize, rng: &mut Rng) {
    let results = std::fs::read(part_file(test, part)).unwrap();
    std::fs::write(part_file(test, part), &results[..rng.index(results.len() + 1)]).unwrap();
}

/// Plays part of a wave.
fn play(test: &TestTournament, flags: &[&str], part: usize, attempt: usize) {
    let (shard, attempt) = (format!("{part}/{PARTS}"), attempt.to_string());
    let output = run(test, "", &[flags, &["--quiet", "--shard", &shard, "--attempt", &attempt]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
}

/// Returns the parts that have games to play in this wave. Only these are started, as by the scripts.
fn parts_to_play(test: &TestTournament, flags: &[&str], attempt: usize) -> Vec<usize> {
    let (parts, attempt) = (PARTS.to_string(), attempt.to_string());
    let output = run(test, "", &[flags, &["--print-parts", &parts, "--attempt", &attempt]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
    text(&output).lines().map(|line| line.parse().unwrap()).collect()
}

/// Plays a tournament in parts. Some parts never start, and others are killed. Returns the last output of `merge`, its
/// exit code and the number of attempts.
fn play_in_waves(test: &TestTournament, flags: &[&str], seed: u64) -> (String, Option<i32>, usize) {
    let mut rng = Rng::new(seed);
    for attempt in 1..=MAX_ATTEMPTS {
        // The last part never plays.
        for part in parts_to_play(test, flags, attempt).into_iter().filter(|&part| part < PARTS) {
            play(test, flags, part, attempt);
            if rng.index(3) == 0 {
                kill(test, part, &mut rng);
            }
        }
        let merged = arena(&["merge", &test.out()]);
        assert!(merged.status.code() < Some(4), "{}", stderr_text(&merged));
        if merged.status.code() != Some(2) {
            return (text(&merged), merged.status.code(), attempt);
        }
    }
    panic!("{}", text(&arena(&["merge", &test.out()])))
}

/// Returns a line of a text that begins with this word.
fn line<'a>(text: &'a str, word: &str) -> &'a str {
    text.lines().find(|line| line.starts_with(word)).unwrap_or_default()
}

/// Compares a tournament in parts with one on a single machine.
fn compare(name: &str, flags: &[&str]) -> (String, usize) {
    let (whole, parts) = (TestTournament::new(&format!("{name}-whole")), TestTournament::new(&format!("{name}-waves")));
    let code = run(&whole, "", &[flags, &["--quiet"]].concat()).status.code();
    let (merged, merged_code, attempts) = play_in_waves(&parts, flags, 7);
    assert_eq!((merged_code, parts.digest()), (code, whole.digest()), "{merged}");
    // Whatever was played after the decision, the report contains the same games.
    let standings = |test: &TestTournament| text(&arena(&["report", &test.out(), "--csv", "standings"]));
    assert_eq!(standings(&parts), standings(&whole));
    assert_eq!(line(&merged, "digest"), format!("digest: {}", whole.digest()));
    (merged, attempts)
}

const FIELD: [&str; 6] = ["--participant", "name=c", "--participant", "name=d", "--format-kind", "swiss"];

#[test]
fn a_sequential_test_in_waves_gives_the_verdict_of_one_machine() {
    let flags = ["--games", "400", "--stop-sprt-elo0", "0", "--stop-sprt-elo1", "120", "--run-wave", "12"];
    let (merged, attempts) = compare("sprt", &flags);
    assert!(attempts > 1 && merged.contains(" accepted"), "{merged}");
}

#[test]
fn a_swiss_tournament_in_waves_is_that_of_one_machine() {
    let (_, attempts) = compare("swiss", &[&FIELD[..], &["--games", "4", "--rounds", "2"]].concat());
    assert!(attempts > 2);
}

#[test]
fn a_knockout_in_waves_is_that_of_one_machine() {
    let (_, attempts) = compare("knockout", &[&FIELD[..4], &["--games", "2", "--format-kind", "knockout"]].concat());
    assert!(attempts > 2);
}

#[test]
fn a_tournament_in_parts_is_extended() {
    let (test, whole) = (TestTournament::new("longer"), TestTournament::new("longer-whole"));
    let play_all = |games: &[&str], of: &[usize]| {
        assert_eq!(parts_to_play(&test, games, 1), of);
        of.iter().for_each(|&part| play(&test, games, part, 1));
        assert_eq!(arena(&["merge", &test.out()]).status.code(), Some(0));
        assert!(parts_to_play(&test, games, 2).is_empty());
    };
    play_all(&["--games", "4"], &[1, 2]);
    play_all(&["--games", "10"], &[1, 2, 3]);
    assert_eq!(run(&whole, "", &["--games", "10", "--quiet"]).status.code(), Some(0));
    assert_eq!(test.digest(), whole.digest());
    let other = run(&test, "", &["--games", "10", "--seed", "2", "--print-parts", "4"]);
    assert_eq!(other.status.code(), Some(4));
    assert!(stderr_text(&other).contains("seed: was 1, is 2"), "{}", stderr_text(&other));
}

/// Games of the first round are played again while tasks of the second round are running. What these tasks played
/// counts only when the new results give the same pairings.
#[test]
fn games_that_follow_from_other_results_are_left_out() {
    let (test, whole) = (TestTournament::new("stale"), TestTournament::new("stale-whole"));
    let flags = [&FIELD[..4], &["--games", "2", "--format-kind", "knockout"]].concat();
    // The third part has no games, because the first round has two matches.
    (1..=3).for_each(|part| play(&test, &flags, part, 1));
    let first = arena(&["merge", &test.out()]);
    assert_eq!((first.status.code(), line(&text(&first), "missing")), (Some(2), "missing: 2"), "{}", text(&first));
    let ids: Vec<String> = super::referee::records(&test).into_iter().map(|record| record.id).collect();
    let again = arena(&["merge", &test.out(), "--redo", &ids[0], &ids[1]]);
    assert_eq!(again.status.code(), Some(2), "{}", stderr_text(&again));
    assert!(text(&again).starts_with("2 games to play again\n2 games from"), "{}", text(&again));
    // The games of the second round, as the stale tasks play them.
    assert_eq!(run(&whole, "", &[&flags[..], &["--quiet"]].concat()).status.code(), Some(0));
    let stale: Vec<String> = whole.lines().into_iter().filter(|line| line.contains("\"r2/")).collect();
    std::fs::write(part_file(&test, 4), stale.join("\n") + "\n").unwrap();
    let merged = arena(&["merge", &test.out()]);
    let note = "2 games left out: the results of earlier rounds give other pairings\nmissing: 2\n";
    assert!(merged.status.code() == Some(2) && text(&merged).contains(note), "{}", text(&merged));
    (1..=2).for_each(|part| play(&test, &flags, part, 1));
    assert_eq!(arena(&["merge", &test.out()]).status.code(), Some(0));
    assert_eq!(test.digest(), whole.digest());
}

#[test]
fn a_part_of_another_plan_is_refused() {
    let test = TestTournament::new("other-part");
    play(&test, &["--games", "4"], 1, 1);
    let other = run(&test, "", &["--games", "4", "--quiet", "--seed", "2", "--shard", "2/4"]);
    assert_eq!(other.status.code(), Some(4));
    assert!(stderr_text(&other).contains("seed: was 1, is 2"), "{}", stderr_text(&other));
    // Another folder with another plan.
    let stray = TestTournament::new("stray-part");
    play(&stray, &["--games", "4", "--seed", "2"], 2, 1);
    std::fs::copy(part_file(&stray, 2), part_file(&test, 2)).unwrap();
    let refused = arena(&["merge", &test.out()]);
    assert_eq!(refused.status.code(), Some(4));
    let error = stderr_text(&refused);
    assert!(error.contains("results-2-of-4.jsonl: game a:b/1/") && error.contains("under another plan"), "{error}");
    std::fs::remove_file(part_file(&test, 2)).unwrap();
    assert_eq!(arena(&["merge", &test.out()]).status.code(), Some(2));
    // Games are played again through `merge`, which knows all of them.
    let redo = run(&test, "", &["--games", "4", "--quiet", "--shard", "1/4", "--redo", "faults"]);
    assert!(stderr_text(&redo).contains("cannot be used with"), "{}", stderr_text(&redo));
}

/// The toy engine reports so many nodes as it is told, and moves at once. Its clock is scaled by them.
#[test]
fn clocks_are_scaled_by_the_measured_speed() {
    let speed = |name: &str, reply: &str| {
        let test = TestTournament::new(name);
        let say = format!("'go movetime 1000={reply}'");
        let a = format!("name=a command={} args=\"--say {say}\" movetime=1m", testing::toy());
        let logs = test.0.join("logs").display().to_string();
        let engines = ["--referee-command", testing::toy(), "--participant", &a, "--participant", "name=b"];
        let flags = ["--games", "2", "--limit-scale-clock", "1000", "--log-dir", &logs, "--run-patience-stop", "1ms"];
        let output = test.command(&[&engines[..], &flags].concat()).output().unwrap();
        (test, output)
    };
    let (slow, output) = speed("scaled", "info nodes 500|bestmove a");
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
    let line = "500 nodes a second: clocks and times per move are multiplied by 2.000";
    assert!(stderr_text(&output).contains(line), "{}", stderr_text(&output));
    for record in super::referee::records(&slow) {
        assert_eq!(record.run.scale.map(|scale| (scale.nodes, scale.factor)), Some((500, 2.0)));
    }
    let log = std::fs::read_to_string(slow.0.join("logs/a,b,0,0.log")).unwrap();
    assert!(log.contains("go movetime 120000") && !log.contains("go movetime 60000"), "{log}");
    for (name, reply, error) in [
        (
            "too-fast",
            "info nodes 4001|bestmove a",
            "participant a: 4001 nodes a second on this machine, and the plan has 1000: expected 250 to 4000",
        ),
        ("unknown-speed", "info nodes 0|bestmove a", "participant a: no nodes are reported"),
        ("no-speed", "", "participant a: no answer to `stop`"),
    ] {
        let (_, output) = speed(name, reply);
        assert_eq!(output.status.code(), Some(4));
        let found = stderr_text(&output);
        assert!(found.contains("limit.scale_clock: ") && found.contains(error), "{found}");
    }
}
