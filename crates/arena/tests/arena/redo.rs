//! Tests for `run --redo`: the games are played again, and no game is lost or counted twice.

use super::commands::{TestTournament, arena, stderr_text};
use super::referee::{dies_after, records, run};
use runner::record::Record;
use std::path::PathBuf;

/// Returns the lines of a file in the result folder.
fn lines(test: &TestTournament, file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(PathBuf::from(test.out()).join(file)).unwrap();
    text.lines().map(str::to_string).collect()
}

/// Returns how often each game was set aside, in the order of the ids.
fn redone(records: &[Record]) -> Vec<u32> {
    records.iter().map(|record| record.run.redone).collect()
}

#[test]
fn games_with_faults_are_played_again() {
    let (sound, ill) = (TestTournament::new("no-fault"), TestTournament::new("redo-faults"));
    assert_eq!(run(&sound, "", &["--games", "4"]).status.code(), Some(0));
    let first = &records(&sound)[0];
    assert_eq!(run(&ill, &dies_after(first, first.played.opening + 2), &["--games", "4"]).status.code(), Some(0));
    let failed: Vec<String> = ill.lines().into_iter().filter(|line| line.contains("\"none\"")).collect();
    assert_eq!(failed.len(), 1);
    // Without the flag, the fault stays.
    assert_eq!(run(&ill, "", &["--games", "4", "--strict"]).status.code(), Some(3));
    assert_eq!(run(&ill, "", &["--games", "4", "--strict", "--redo", "faults"]).status.code(), Some(0));
    assert_eq!(sound.digest(), ill.digest());
    assert_eq!((lines(&ill, "redone.jsonl"), redone(&records(&ill))), (failed, vec![1, 0, 0, 0]));
    // There are no more faults.
    assert_eq!(run(&ill, "", &["--games", "4", "--redo", "faults"]).status.code(), Some(0));
    assert_eq!((lines(&ill, "redone.jsonl").len(), redone(&records(&ill))), (1, vec![1, 0, 0, 0]));
}

#[test]
fn named_games_are_played_again() {
    let test = TestTournament::new("redo-ids");
    assert_eq!(run(&test, "", &["--games", "4"]).status.code(), Some(0));
    let (digest, before) = (test.digest(), test.lines());
    let refused = run(&test, "", &["--games", "4", "--redo", "a:b/0/1", "a:b/7/0"]);
    assert_eq!(refused.status.code(), Some(4));
    let error = stderr_text(&refused);
    assert!(error.contains("no finished game has the id a:b/7/0; expected ids of games, faults or stopped"), "{error}");
    assert_eq!(test.lines(), before);
    for times in 1..=2 {
        let output = run(&test, "", &["--games", "4", "--redo", "a:b/0/1", "--redo", "a:b/1/0"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
        assert_eq!(redone(&records(&test)), [0, times, times, 0]);
        assert_eq!((lines(&test, "redone.jsonl").len(), test.digest()), (2 * times as usize, digest.clone()));
    }
}

#[test]
fn an_interrupted_redo_is_completed() {
    let test = TestTournament::new("redo-killed");
    assert_eq!(run(&test, "", &["--games", "4"]).status.code(), Some(0));
    let (digest, before) = (test.digest(), test.lines());
    // The runner was killed after it had set a game aside and before it removed the game from the results.
    std::fs::write(PathBuf::from(test.out()).join("redone.jsonl"), before[2].clone() + "\n").unwrap();
    assert_eq!(run(&test, "", &["--games", "4"]).status.code(), Some(0));
    assert_eq!(test.digest(), digest);
    assert_eq!((test.lines()[..2].to_vec(), test.lines().len()), (before[..2].to_vec(), 4));
    assert_eq!(redone(&records(&test)).iter().sum::<u32>(), 1);
    assert_eq!(lines(&test, "redone.jsonl").len(), 1);
}

#[test]
fn parts_are_joined_without_the_games_that_were_set_aside() {
    let test = TestTournament::new("redo-parts");
    for shard in ["1/2", "2/2"] {
        assert_eq!(run(&test, "", &["--games", "4", "--shard", shard]).status.code(), Some(0));
    }
    assert_eq!(arena(&["merge", &test.out()]).status.code(), Some(0));
    let digest = test.digest();
    // The record of the part does not take the place of the one that is set aside, but the new record does.
    assert_eq!(arena(&["merge", &test.out(), "--redo", "a:b/0/0"]).status.code(), Some(2));
    assert_eq!((lines(&test, "redone.jsonl").len(), redone(&records(&test))), (1, vec![0, 0, 0]));
    for attempt in ["2", "1"] {
        let flags = ["--games", "4", "--shard", "1/2", "--attempt", attempt];
        assert_eq!(run(&test, "", &flags).status.code(), Some(0));
    }
    assert_eq!(arena(&["merge", &test.out()]).status.code(), Some(0));
    assert_eq!((redone(&records(&test)), test.digest()), (vec![1, 0, 0, 0], digest));
    // A game that is still to be played again does not come back from the part.
    let aside = test.lines().into_iter().filter(|line| line.contains("a:b/1/1\"")).map(|line| line + "\n");
    std::fs::write(PathBuf::from(test.out()).join("redone.jsonl"), aside.collect::<String>()).unwrap();
    assert_eq!(arena(&["merge", &test.out()]).status.code(), Some(2));
    assert_eq!(redone(&records(&test)), [1, 0, 0]);
}

#[test]
fn later_rounds_are_played_again_with_the_games_that_decided_them() {
    let usual = ["--games", "2", "--participant", "name=c", "--participant", "name=d", "--format-kind"];
    for kind in ["knockout", "swiss"] {
        let test = TestTournament::new(&format!("redo-{kind}"));
        let flags = [&usual[..], &[kind]].concat();
        assert_eq!(run(&test, "", &flags).status.code(), Some(0));
        let (digest, before) = (test.digest(), records(&test));
        let first = &before[0];
        let output = run(&test, "", &[&flags[..], &["--redo", &first.id]].concat());
        let later = before.iter().filter(|record| record.pairing.starts_with("r2/")).count();
        let note = format!("and {later} of later rounds");
        assert!(later >= 2 && stderr_text(&output).contains(&note), "{}", stderr_text(&output));
        assert_eq!(test.digest(), digest);
        let again: Vec<Record> = records(&test).into_iter().filter(|record| record.run.redone == 1).collect();
        assert_eq!(again.len(), 1 + later, "{again:?}");
    }
}
