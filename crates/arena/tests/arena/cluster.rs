//! Tests for `scripts/cluster/parallel.sh`, which plays a tournament in parts.

use super::commands::{ARENA, TestTournament, stderr_text, text};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use testing::engine;

/// Stands in for GNU parallel: it plays one part after the other.
const PARALLEL: &str = r#"#!/usr/bin/env bash
if [ "$1" = --version ]; then echo GNU parallel; exit; fi
while [ "$2" != ::: ]; do shift; done
command=$1 code=0
for part in "${@:3}"; do sh -c "${command//\{\}/$part}" || code=1; done
exit $code
"#;

/// Writes a plan of two players with these additional keys. The first player moves at random.
fn write_plan(test: &TestTournament, games: u32, more: &str) -> PathBuf {
    let plan = test.0.join("plan.toml");
    let keys = format!(
        "game.name = 'jeex'\nreferee.command = '{}'\nlimit.nodes = 1\nadjudicate.max_plies = 40\nformat.games = {games}\n\
         openings = {{ from = 'random', plies = 4, nodes = 200 }}\n{more}\n\
         [[participant]]\nname = 'a'\noptions = {{ Player = 'random' }}\n[[participant]]\nname = 'b'\n",
        engine()
    );
    fs::write(&plan, keys).unwrap();
    plan
}

/// Writes a shell script to the folder of the tournament.
fn write_script(test: &TestTournament, name: &str, text: &str) -> PathBuf {
    let script = test.0.join(name);
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).unwrap();
    script
}

/// Runs the script, in three parts.
fn parallel(test: &TestTournament, plan: &Path) -> Output {
    parallel_with(test, plan, Path::new(ARENA))
}

/// Runs the script with another program in place of `speltafel-arena`.
fn parallel_with(test: &TestTournament, plan: &Path, arena: &Path) -> Output {
    write_script(test, "parallel", PARALLEL);
    let path = format!("{}:{}", test.0.display(), std::env::var("PATH").unwrap());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/cluster/parallel.sh");
    let mut command = Command::new(script);
    command.arg(plan).arg("3").env("PATH", path).env("SPELTAFEL_ARENA", arena).env("POLL", "0");
    command.output().unwrap()
}

#[test]
fn a_changed_plan_decides_the_exit_code() {
    let test = TestTournament::new("cluster {} [it's]");
    let play = |games, more: &str, code, line: &str| {
        let output = parallel(&test, &write_plan(&test, games, more));
        assert_eq!(output.status.code(), Some(code), "{}\n{}", text(&output), stderr_text(&output));
        assert!(text(&output).contains(line), "{}", text(&output));
    };
    play(8, "", 0, "parts 1 2 3\n8 games from 3 files, 0 duplicates; missing: 0\nplan: jeex\n");
    // The games that have been played suffice for the stop rule.
    let stop = "name = 'test'\nstop.sprt = { elo0 = 0, elo1 = 1000, alpha = 0.4, beta = 0.4 }";
    play(8, stop, 1, ", H0 accepted\ntest: jeex\n");
    play(8, "", 0, "missing: 0\nplan: jeex\n");
    // No part can start, so no part has stored the plan with more games.
    play(14, "run.affinity = 1024", 2, "\nparts 1 2 3 have games left\n");
}

#[test]
fn the_results_of_a_linked_plan_are_beside_the_link() {
    let test = TestTournament::new("linked");
    let link = test.0.join("link.toml");
    std::os::unix::fs::symlink(write_plan(&test, 2, ""), &link).unwrap();
    let output = parallel(&test, &link);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
    assert!(test.0.join("link/results.jsonl").exists(), "{}", text(&output));
}

#[test]
fn a_merge_that_fails_is_tried_again() {
    let test = TestTournament::new("locked");
    for (failures, code) in [(2, 0), (3, 4)] {
        let count = test.0.join("merges").display().to_string();
        fs::write(&count, "").unwrap();
        let text = format!(
            "#!/bin/sh\nif [ \"$1\" = merge ] && [ \"$(wc -l < '{count}')\" -lt {failures} ]; then\n\
             echo >> '{count}'; exit 4\nfi\nexec '{ARENA}' \"$@\"\n"
        );
        let output = parallel_with(&test, &write_plan(&test, 2, ""), &write_script(&test, "arena", &text));
        assert_eq!(output.status.code(), Some(code), "{}", stderr_text(&output));
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_no_verdict() {
    let test = TestTournament::new("no-folder");
    let output = parallel(&test, &write_plan(&test, 2, "run.out = '/dev/null/out'"));
    assert_eq!(output.status.code(), Some(4), "{}", text(&output));
    assert!(stderr_text(&output).starts_with("mkdir: "), "{}", stderr_text(&output));
}
