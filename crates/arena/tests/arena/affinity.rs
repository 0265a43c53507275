//! Tests for engines on cores of their own.
#![cfg(target_os = "linux")]

use super::commands::{TestTournament, stderr_text};
use arena::affinity::{Cores, usable_cores};
use runner::record::Record;
use std::collections::BTreeSet;
use testing::toy;

/// Returns the CPUs of a list such as `0-1,4`, in the form of [`Cores`].
fn cpus(list: &str) -> String {
    let range = |range: &str| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        first.parse::<usize>().unwrap()..=last.parse().unwrap()
    };
    Cores::of(&[list.split(',').flat_map(range).collect()]).to_string()
}

/// Returns the CPUs of the engines of each game in the results.
fn cpus_of_games(test: &TestTournament) -> Vec<BTreeSet<String>> {
    let records = test.lines().into_iter().map(|line| serde_json::from_str::<Record>(&line).unwrap());
    let of_game = |record: Record| {
        let names = record.engines.iter().map(|engine| engine.name.rsplit_once(" on CPUs ").unwrap().1);
        names.map(cpus).collect()
    };
    records.map(of_game).collect()
}

#[test]
fn no_two_engines_run_on_the_same_core() {
    let test = TestTournament::new("affinity");
    // Those without a fault meet on cores on which both have a process. Those of `d` crash, and those of `e` play one
    // game.
    let participants = [("a", ""), ("b", ""), ("c", ""), ("d", " --fault crash"), ("e", "")].map(|(name, fault)| {
        let restart = if name == "e" { " restart=always" } else { "" };
        format!("name={name} command={} args='--show-cpus{fault}'{restart}", toy())
    });
    let run = |games: &str, concurrency: &str| {
        let usual = ["--games", games, "--concurrency", concurrency, "--affinity", "1", "--max-plies", "8"];
        let participants: Vec<&str> = participants.iter().flat_map(|words| ["--participant", words]).collect();
        test.run(&[&usual[..], &participants].concat())
    };
    let cores: Vec<String> = usable_cores().unwrap().into_iter().map(|core| Cores::of(&[core]).to_string()).collect();
    if cores.len() < 2 {
        let output = run("2", "1");
        assert!(output.status.code() == Some(4) && stderr_text(&output).ends_with("use no affinity\n"), "{output:?}");
        return testing::skip("second core");
    }
    let output = run("2", "1");
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
    let first: BTreeSet<String> = cores[..2].iter().cloned().collect();
    let games = cpus_of_games(&test);
    assert!(games.len() == 20 && games.iter().all(|game| *game == first), "{games:?}");
    // The run is continued. Two games at once are played only with enough cores.
    let output = run("4", if cores.len() < 4 { "1" } else { "2" });
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
    let games = cpus_of_games(&test);
    assert!(games.len() == 40 && games.iter().all(|game| game.len() == 2));
    // Each set of a game is one of the cores, and no set has a core of another.
    let mut left: BTreeSet<String> = cores.into_iter().collect();
    for game in games.into_iter().collect::<BTreeSet<_>>() {
        assert!(game.iter().all(|core| left.remove(core)), "{game:?}");
    }
}
