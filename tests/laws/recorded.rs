//! One recorded random game of every registered game, and one where the teams are dealt and came out unlike the usual
//! ones: played again from its seed, every line must come out the same.
//! `RECORD=1 cargo test --test laws recorded` writes the files anew, for a new game or a rule that changed on purpose.

use super::game_driver::{GameDriver, random_game, rule_sets};
use kit::registry::RegisteredGame;
use speltafel::registry::REGISTRY;
use std::fs;

/// Where the records are.
const FOLDER: &str = "tests/games";
/// Plies from one written position to the next.
const STEP: usize = 4;
/// A game that is shorter is not worth a record, where longer ones are to be had.
const SHORTEST: usize = 24;
/// So many games are looked through for one.
const TRIED: u64 = 1000;

/// What is recorded: the rules of each registered game that hold when nothing is said, and those that deal the teams.
fn records() -> Vec<(String, GameDriver)> {
    let of_game = |game: &'static RegisteredGame| {
        let tables = rule_sets(game).into_iter().map(move |values| GameDriver::new(game, values)).enumerate();
        tables.filter_map(move |(index, table)| match index {
            0 => Some((format!("{FOLDER}/{}.txt", game.name), table)),
            _ => table.deals_teams().then(|| (format!("{FOLDER}/{}-dealt-teams.txt", game.name), table)),
        })
    };
    REGISTRY.games().iter().flat_map(of_game).collect()
}

/// The game that grows from `seed`: every token, every few plies the position, and how it ends.
fn played(table: &mut GameDriver, seed: u64) -> (String, bool) {
    let mut marks = Vec::new();
    let line = random_game(table, seed, |_, table, ply| {
        if ply.is_multiple_of(STEP) {
            let (turn, scores, fen) = (table.ask("turn"), table.ask("scores"), table.ask("fen"));
            marks.push(format!("{ply}: {turn}, legal {}, scores {scores}, fen {fen}", table.legal().len()));
        }
    });
    let tokens: Vec<&str> = line.split(' ').skip(2).collect();
    let mut text = format!("seed {seed}\n");
    for (index, mark) in marks.iter().enumerate() {
        let here = tokens.iter().skip(index * STEP).take(STEP);
        let here: String = here.map(|token| format!(" {token}")).collect();
        text += &format!("{mark}\nmoves{here}\n");
    }
    let teams = table.deals_teams().then_some("teams");
    for question in ["turn", "fen", "result", "reason", "scores", "ranks"].into_iter().chain(teams) {
        text += &format!("{question} {}\n", table.ask(question));
    }
    (text, table.ask("turn") == "over")
}

/// The first seed whose game comes to its end and is long enough to show something, or the longest there is; with teams
/// unlike those of `usual` rules where teams are dealt.
fn record(table: &mut GameDriver, usual: &str) -> String {
    let length = |text: &String| text.matches("moves").count();
    let mut longest = String::new();
    for seed in 1..TRIED {
        let (text, over) = played(table, seed);
        let good = over && (!table.deals_teams() || table.ask("teams") != usual);
        if good && length(&text) > length(&longest) {
            longest = text;
        }
        if length(&longest) > SHORTEST / STEP {
            break;
        }
    }
    assert!(!longest.is_empty(), "no random game ends");
    longest
}

#[test]
fn recorded_games_come_out_the_same() {
    let mut usual = String::new();
    for (path, mut table) in records() {
        if !table.deals_teams() {
            usual = table.ask("teams");
        }
        if std::env::var_os("RECORD").is_some() {
            fs::write(&path, record(&mut table, &usual)).unwrap();
        }
        let recorded = fs::read_to_string(&path).unwrap_or_else(|error| {
            panic!("{path}: {error}; record a game with RECORD=1 cargo test --test laws recorded")
        });
        let seed = recorded.lines().next().and_then(|line| line.strip_prefix("seed ")).and_then(|n| n.parse().ok());
        let (text, over) = played(&mut table, seed.unwrap_or_else(|| panic!("{path}: no seed in its first line")));
        assert!(over, "{path}: the game does not end");
        for (number, (now, then)) in text.lines().zip(recorded.lines()).enumerate() {
            assert_eq!(now, then, "{path}:{}: a game played again comes out otherwise", number + 1);
        }
        assert_eq!(text.lines().count(), recorded.lines().count(), "{path}");
    }
}

#[test]
fn every_record_is_of_a_registered_game() {
    let known: Vec<String> = records().into_iter().map(|(path, _)| path).collect();
    for entry in fs::read_dir(FOLDER).unwrap() {
        let found = entry.unwrap().path().display().to_string();
        assert!(known.contains(&found), "{found}: no such game");
    }
}
