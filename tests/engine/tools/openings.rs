//! Tests for `openings`: its positions are legal, unfinished, distinct and deterministic. The opening files in
//! `examples` can be loaded.

use super::common::{answers, contests, games, stderr_of, stdout_of};
use std::collections::HashSet;
use std::path::Path;

fn openings(game: &str, more: &[&str]) -> Vec<String> {
    let fixed = ["openings", game, "--plies", "4", "--count", "3", "--nodes", "60", "--balance", "400"];
    stdout_of(&[&fixed[..], more].concat(), "").lines().map(str::to_string).collect()
}

/// Loads `positions`, which are arguments of `position`, asserts that no game is over, and returns the position texts.
fn loaded(game: &str, positions: &[String]) -> Vec<String> {
    let mut lines = vec![format!("setoption name Game value {game}")];
    for position in positions {
        lines.extend([format!("position {position}"), "query gameover".to_string(), "query fen".to_string()]);
    }
    let answers = answers(&lines);
    assert_eq!(answers.len(), 2 * positions.len());
    answers.chunks(2).for_each(|pair| assert_eq!(pair[0], "false", "{game} {}", pair[1]));
    answers.into_iter().skip(1).step_by(2).collect()
}

#[test]
fn openings_are_unfinished_distinct_and_repeatable() {
    for game in contests() {
        let lines = openings(&game, &[]);
        assert_eq!(lines.len(), 3, "{game}");
        let texts: HashSet<String> = loaded(&game, &lines).into_iter().collect();
        assert_eq!(texts.len(), 3, "{game}: {lines:?}");
        for line in &lines {
            let moves = line.split(' ').skip(2).filter(|token| !token.starts_with('!')).count();
            assert_eq!(moves, 4, "{game}: {line}");
        }
        assert_eq!(openings(&game, &[]), lines);
        assert_ne!(openings(&game, &["--seed", "2"]), lines);
    }
}

#[test]
fn position_texts_are_those_of_the_moves() {
    for game in contests() {
        let positions = openings(&game, &[]);
        assert_eq!(openings(&game, &["--fen"]), loaded(&game, &positions), "{game}");
    }
}

#[test]
fn too_few_openings_are_reported() {
    let arguments = ["openings", "checkers", "--plies", "1", "--count", "8", "--balance", "1000", "--nodes", "10"];
    assert!(stderr_of(&arguments, "").contains("found only 7 of 8 openings"));
    assert!(stderr_of(&["openings", "ludo", "--plies", "1", "--count", "1"], "").contains("ludo"));
}

#[test]
fn games_for_one_seat_have_no_openings() {
    let alone: Vec<String> = games().into_iter().filter(|game| !contests().contains(game)).collect();
    assert!(!alone.is_empty());
    for game in alone {
        let message = stderr_of(&["openings", &game, "--plies", "1", "--count", "1"], "");
        assert!(message.contains("has a single seat"), "{message}");
    }
}

#[test]
fn the_files_for_runners_load() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let lines = |path: &Path| -> Vec<String> {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_string).collect()
    };
    for game in &contests() {
        let moves = lines(&examples.join(format!("openings/{game}.txt")));
        let texts = loaded(game, &moves);
        assert!(moves.len() >= 50, "{game}");
        assert_eq!(texts.iter().collect::<HashSet<_>>().len(), moves.len(), "{game}");
        assert_eq!(lines(&examples.join(format!("cutegames/{game}-openings.txt"))), texts, "{game}");
        let settings = std::fs::read_to_string(examples.join(format!("cutegames/{game}.json"))).unwrap();
        let settings: serde_json::Value = serde_json::from_str(&settings).unwrap();
        assert_eq!(settings["options"]["Game"], **game);
        assert_eq!(settings["openings"]["path"], format!("examples/cutegames/{game}-openings.txt"));
    }
    let ballots = lines(&examples.join("openings/checkers-ballots.txt"));
    assert_eq!(loaded("checkers", &ballots).len(), 156);
}
