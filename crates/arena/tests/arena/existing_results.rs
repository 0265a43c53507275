//! Tests that tournaments begun with commit dc06a75 can still be resumed, reported and replayed.
//! `tests/data/begun/README.md` describes how these tournaments were made.

use runner::record::Record;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;
use testing::engine;
use ugi::client::Client;

const ARENA: &str = env!("CARGO_BIN_EXE_speltafel-arena");

/// The tournaments, each with its number of finished games, its total number of games without additional blocks, and
/// the digest of the finished games as printed by dc06a75.
const STARTED: [(&str, usize, usize, &str); 3] = [
    ("jeex", 16, 24, "40447a6f04cc6a410fd878b7128d4dc92e62faaab24c18c1b02cde84fb4dca1e"),
    ("keezen", 3, 8, "f5a2e33929b7e75e19d1c217781b273d2c5d6d1a8d55e4aeb327e2cb21d7c181"),
    ("knockout", 3, 6, "a4c8333c79c60ff013d2b1277199d60edfd2f6fb8e8a6d3ebb9a684571fc5880"),
];

/// A copy of a tournament in a temporary folder.
struct StartedTournament {
    temporary: TempDir,
    name: &'static str,
}

impl StartedTournament {
    fn copy(name: &'static str) -> Self {
        let begun = Self { temporary: TempDir::new().unwrap(), name };
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/begun");
        std::fs::create_dir(begun.folder()).unwrap();
        for file in ["toml", "plan.json", "results.jsonl"].map(|file| begun.file(file)) {
            std::fs::copy(source.join(&file), begun.temporary.path().join(&file)).unwrap();
        }
        begun
    }

    fn file(&self, file: &str) -> PathBuf {
        if file == "toml" { PathBuf::from(self.name).with_extension(file) } else { Path::new(self.name).join(file) }
    }

    fn folder(&self) -> PathBuf {
        self.temporary.path().join(self.name)
    }

    fn lines(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.folder().join("results.jsonl")).unwrap();
        text.lines().map(str::to_string).collect()
    }

    fn records(&self) -> Vec<Record> {
        self.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Runs an arena command in the temporary folder. The engine's folder is added to `PATH`, because the plans name
    /// the engine without a path.
    fn arena(&self, words: &[&str]) -> Output {
        let beside = Path::new(engine()).parent().unwrap().to_path_buf();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths([beside].into_iter().chain(std::env::split_paths(&path))).unwrap();
        Command::new(ARENA).args(words).current_dir(self.temporary.path()).env("PATH", path).output().unwrap()
    }

    /// Runs a command that must end with this exit code, and returns its output.
    fn succeeds(&self, code: i32, words: &[&str]) -> String {
        let output = self.arena(words);
        assert_eq!(output.status.code(), Some(code), "{}: {words:?}: {output:?}", self.name);
        String::from_utf8(output.stdout).unwrap()
    }

    fn resume(&self) {
        self.succeeds(0, &["run", "--quiet", &format!("{}.toml", self.name)]);
    }

    /// Replays all games and checks that there are no differences.
    fn replay(&self) {
        let replayed = self.succeeds(0, &["replay", self.name]);
        assert!(
            replayed.ends_with(&format!("{} games replayed, 0 of them differ\n", self.lines().len())),
            "{replayed}"
        );
    }
}

#[test]
fn finished_games_are_read_and_replayed() {
    for (name, played, _, digest) in STARTED {
        let begun = StartedTournament::copy(name);
        let status = begun.succeeds(2, &["status", name]);
        assert!(status.contains("\nfaults: 0\n") && status.ends_with(&format!("\ndigest: {digest}\n")), "{status}");
        assert_eq!(begun.lines().len(), played, "{name}");
        begun.replay();
        let exported = begun.succeeds(0, &["export", name]);
        assert!(begun.records().iter().all(|record| exported.contains(&record.id)), "{exported}");
    }
}

#[test]
fn unfinished_tournaments_are_resumed() {
    for (name, _, planned, _) in STARTED {
        let begun = StartedTournament::copy(name);
        let before = begun.lines();
        begun.resume();
        let after = begun.lines();
        assert_eq!(after[..before.len()], before, "{name}");
        let ids: BTreeSet<String> = begun.records().into_iter().map(|record| record.id).collect();
        // A knockout may need additional blocks for tied matches.
        let more = if name == "knockout" { 2 * 3 } else { 0 };
        assert!(ids.len() == after.len() && (planned..=planned + more).contains(&ids.len()), "{name}: {ids:?}");
        let records = begun.records();
        assert!(records.iter().all(|record| record.plan == records[0].plan), "{name}");
        assert!(records.iter().all(|record| record.forfeits.is_empty()), "{name}");
        begun.replay();
        begun.succeeds(0, &["status", name]);
        // Once all games have been played, resuming adds nothing.
        begun.resume();
        assert_eq!(begun.lines(), after, "{name}");
    }
}

/// Newer rule options must not change the rules of a tournament that was begun without them.
#[test]
fn new_games_have_the_rules_of_the_old_ones() {
    for (name, played, ..) in STARTED {
        let begun = StartedTournament::copy(name);
        begun.resume();
        let records = begun.records();
        let (old, new) = records.split_at(played);
        for option in &old[0].options {
            assert!(new.iter().all(|record| record.options.contains(option)), "{name}: {option}");
        }
        assert!(!new.is_empty() && new.iter().all(|record| record.reason != "repetition"), "{name}");
    }
}

/// The Jeex records contain games that continued after a third occurrence of a position, where the repetition rule
/// would now end them. At least one of these games was won later.
#[test]
fn games_of_jeex_continued_after_a_third_occurrence() {
    let mut client = Client::start(&mut Command::new(engine())).unwrap();
    client.set_option("Game", "jeex").unwrap();
    let records = StartedTournament::copy("jeex").records();
    let repeating: Vec<&Record> = records.iter().filter(|record| most_often(record, &mut client) >= 3).collect();
    assert_eq!(repeating.len(), 5);
    assert!(repeating.iter().any(|record| record.reason == "claim"));
    assert!(repeating.iter().all(|record| !record.options.iter().any(|option| option.contains("Repetition"))));
}

/// Returns the number of occurrences of a game's most frequent position.
fn most_often(record: &Record, client: &mut Client) -> usize {
    let position = |played: usize| format!("position {} moves {}", record.base, record.moves[..played].join(" "));
    let lines = (1..=record.moves.len()).flat_map(|played| [position(played), "query fen".to_string()]);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for line in client.batch(&lines.collect::<Vec<_>>()).unwrap() {
        // The move counters, from `:H` on, do not count as part of the position.
        let text = line.split(":H").next().unwrap_or_default().to_string();
        *seen.entry(text).or_default() += 1;
    }
    seen.into_values().max().unwrap_or_default()
}

#[test]
fn reports_name_all_participants_before_and_after_resuming() {
    for (name, ..) in STARTED {
        let begun = StartedTournament::copy(name);
        for is_resumed in [false, true] {
            if is_resumed {
                begun.resume();
            }
            let text = begun.succeeds(0, &["report", name]);
            begun.succeeds(0, &["report", name, "--html", "page.html"]);
            let page = std::fs::read_to_string(begun.temporary.path().join("page.html")).unwrap();
            let records = begun.records();
            let participants: BTreeSet<&str> =
                records.iter().flat_map(|record| &record.seats).map(|seat| seat.participant.as_str()).collect();
            assert!(participants.iter().all(|name| text.contains(name) && page.contains(name)), "{name}: {text}");
            assert!(records.iter().all(|record| page.contains(&record.id)), "{name}");
        }
    }
}
