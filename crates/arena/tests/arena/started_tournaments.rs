//! Tests that recorded tournaments can be resumed, reported and replayed. `tests/data/tournaments` contains their
//! plans, and for each plan a result folder with the first games, as if the runner had been killed then.
//!
//! After a change of a format, record them again with `RECORD=1 cargo test --test arena recorded_tournaments`.

use runner::record::Record;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;
use testing::engine;

const ARENA: &str = env!("CARGO_BIN_EXE_speltafel-arena");

/// A tournament that was begun.
struct Started {
    name: &'static str,
    /// The result files, each with the argument of `--shard`, if any, and the number of finished games.
    files: &'static [(&'static str, Option<&'static str>, usize)],
    /// The number of games.
    planned: usize,
}

const STARTED: [Started; 5] = [
    Started { name: "jeex", files: &[("results.jsonl", None, 7)], planned: 12 },
    Started { name: "keezen", files: &[("results.jsonl", None, 3)], planned: 6 },
    Started { name: "knockout", files: &[("results.jsonl", None, 3)], planned: 6 },
    Started { name: "swiss", files: &[("results.jsonl", None, 3)], planned: 6 },
    Started {
        name: "parts",
        files: &[("results-1-of-2.jsonl", Some("1/2"), 4), ("results-2-of-2.jsonl", Some("2/2"), 1)],
        planned: 8,
    },
];

/// The file with the digests of the finished games, one per result file.
const DIGESTS: &str = "digests.txt";

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tournaments")
}

/// A tournament in a temporary folder.
struct Tournament {
    temporary: TempDir,
    started: &'static Started,
}

impl Tournament {
    /// Creates the folder with the plan only.
    fn new(started: &'static Started) -> Self {
        let tournament = Self { temporary: TempDir::new().unwrap(), started };
        fs::copy(data().join(tournament.plan()), tournament.temporary.path().join(tournament.plan())).unwrap();
        tournament
    }

    /// Creates the folder with the plan and the recorded results.
    fn copy(started: &'static Started) -> Self {
        let tournament = Self::new(started);
        fs::create_dir(tournament.folder()).unwrap();
        for file in fs::read_dir(data().join(started.name)).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), tournament.folder().join(file.file_name())).unwrap();
        }
        tournament
    }

    fn plan(&self) -> String {
        format!("{}.toml", self.started.name)
    }

    fn folder(&self) -> PathBuf {
        self.temporary.path().join(self.started.name)
    }

    fn records(&self, file: &str) -> Vec<Record> {
        let text = fs::read_to_string(self.folder().join(file)).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Runs an arena command that must succeed, or for `status` report an unfinished tournament, and returns its
    /// output. The engine's folder is added to `PATH`, because the plans name the engine without a path.
    fn arena(&self, words: &[&str]) -> String {
        let beside = Path::new(engine()).parent().unwrap().to_path_buf();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths([beside].into_iter().chain(std::env::split_paths(&path))).unwrap();
        let mut command = Command::new(ARENA);
        let output = command.args(words).current_dir(self.temporary.path()).env("PATH", path).output().unwrap();
        let accepted: &[Option<i32>] = if words[0] == "status" { &[Some(0), Some(2)] } else { &[Some(0)] };
        assert!(accepted.contains(&output.status.code()), "{}: {words:?}: {output:?}", self.started.name);
        String::from_utf8(output.stdout).unwrap()
    }

    /// Plays the missing games, and merges the parts if there are any.
    fn finish(&self) {
        for (_, shard, _) in self.started.files {
            let plan = self.plan();
            let words = ["run", "--quiet", &plan].into_iter().chain(shard.iter().flat_map(|part| ["--shard", part]));
            self.arena(&words.collect::<Vec<_>>());
        }
        if self.started.files.len() > 1 {
            self.arena(&["merge", self.started.name]);
        }
    }

    /// Returns the digest of the games in each result file, one per line.
    fn digests(&self) -> String {
        let digest = |shard: &Option<&str>| {
            let words =
                ["status", self.started.name].into_iter().chain(shard.iter().flat_map(|part| ["--shard", part]));
            let status = self.arena(&words.collect::<Vec<_>>());
            let line = status.lines().find_map(|line| line.strip_prefix("digest: "));
            line.unwrap_or_else(|| panic!("{status}")).to_string() + "\n"
        };
        self.started.files.iter().map(|(_, shard, _)| digest(shard)).collect()
    }

    /// Replays all games of `results.jsonl` and checks that there are no differences.
    fn replay(&self) {
        let replayed = self.arena(&["replay", self.started.name]);
        let count = self.records("results.jsonl").len();
        assert!(replayed.ends_with(&format!("{count} games replayed, 0 with differences\n")), "{replayed}");
    }

    /// Writes the report and checks that it names all participants and games.
    fn report(&self) {
        let name = self.started.name;
        let text = self.arena(&["report", name]);
        self.arena(&["report", name, "--html", "page.html"]);
        let page = fs::read_to_string(self.temporary.path().join("page.html")).unwrap();
        let records = self.records("results.jsonl");
        let participants: BTreeSet<String> = records.iter().flat_map(|record| record.played.seats.clone()).collect();
        assert!(participants.iter().all(|name| text.contains(name) && page.contains(name)), "{name}: {text}");
        assert!(records.iter().all(|record| page.contains(&record.id)), "{name}");
    }
}

/// Plays a tournament and stores its first games. Paths and the name of the machine are replaced.
fn record(started: &'static Started) {
    let tournament = Tournament::new(started);
    tournament.finish();
    let folder = data().join(started.name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let here = tournament.temporary.path().display().to_string();
    let store = |file: &str, lines: usize| {
        let path = tournament.folder().join(file);
        let text = fs::read_to_string(&path).unwrap().replace(&here, "/tournaments");
        let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
        let text = text.replace(&format!("\"host\":\"{host}\""), "\"host\":\"fixture\"");
        let kept: Vec<&str> = text.lines().take(lines).collect();
        fs::write(folder.join(file), kept.join("\n") + "\n").unwrap();
    };
    store("plan.json", usize::MAX);
    started.files.iter().for_each(|(file, _, lines)| store(file, *lines));
    fs::write(folder.join(DIGESTS), Tournament::copy(started).digests()).unwrap();
}

#[test]
fn recorded_tournaments_are_read() {
    for started in &STARTED {
        if std::env::var_os("RECORD").is_some() {
            record(started);
        }
        let tournament = Tournament::copy(started);
        assert_eq!(tournament.digests(), fs::read_to_string(tournament.folder().join(DIGESTS)).unwrap());
        for (file, _, lines) in started.files {
            assert_eq!(tournament.records(file).len(), *lines, "{}", started.name);
        }
        if started.files.len() == 1 {
            tournament.replay();
            tournament.report();
        }
    }
}

#[test]
fn recorded_tournaments_are_resumed() {
    for started in &STARTED {
        let name = started.name;
        let tournament = Tournament::copy(started);
        let begun: Vec<Record> = started.files.iter().flat_map(|(file, ..)| tournament.records(file)).collect();
        tournament.finish();
        let records = tournament.records("results.jsonl");
        assert!(begun.iter().all(|game| records.contains(game)), "{name}");
        let ids: BTreeSet<&String> = records.iter().map(|record| &record.id).collect();
        assert_eq!((ids.len(), records.len()), (started.planned, started.planned), "{name}: {ids:?}");
        assert!(records.iter().all(|record| record.plan == records[0].plan && record.faults.is_empty()), "{name}");
        assert!(records.iter().all(|record| record.played.options == records[0].played.options), "{name}");
        tournament.replay();
        tournament.report();
        // Once all games have been played, resuming adds nothing.
        tournament.finish();
        assert_eq!(tournament.records("results.jsonl"), records, "{name}");
    }
}
