//! One recorded random game of every registered game: played again from its seed, every line must come out the same.
//! `RECORD=1 cargo test --test laws recorded` writes the files anew, for a new game or a rule that changed on purpose.

use super::table::{Table, random_game};
use speltafel::games::{GAMES, Registered};
use speltafel::options::Values;
use std::fs;

/// Where the records are.
const FOLDER: &str = "tests/games";
/// Plies from one written position to the next.
const STEP: usize = 4;
/// A game that is shorter is not worth a record, where longer ones are to be had.
const SHORTEST: usize = 24;
/// So many games are looked through for one.
const TRIED: u64 = 1000;

fn path(game: &Registered) -> String {
    format!("{FOLDER}/{}.txt", game.name)
}

/// The game that grows from `seed`: every token, every few plies the position, and how it ends.
fn played(game: &'static Registered, seed: u64) -> (String, bool) {
    let mut table = Table::new(game, Values::default());
    let mut marks = Vec::new();
    let line = random_game(&mut table, seed, |_, table, ply| {
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
    for question in ["turn", "fen", "result", "reason", "scores", "ranks"] {
        text += &format!("{question} {}\n", table.ask(question));
    }
    (text, table.ask("turn") == "over")
}

/// The first seed whose game comes to its end and is long enough to show something, or the longest there is.
fn record(game: &'static Registered) -> String {
    let length = |text: &String| text.matches("moves").count();
    let mut longest = String::new();
    for (text, _) in (1..TRIED).map(|seed| played(game, seed)).filter(|(_, over)| *over) {
        if length(&text) > length(&longest) {
            longest = text;
        }
        if length(&longest) > SHORTEST / STEP {
            break;
        }
    }
    assert!(!longest.is_empty(), "{}: no random game ends", game.name);
    longest
}

#[test]
fn recorded_games_come_out_the_same() {
    for game in GAMES {
        let path = path(game);
        if std::env::var_os("RECORD").is_some() {
            fs::write(&path, record(game)).unwrap();
        }
        let recorded = fs::read_to_string(&path).unwrap_or_else(|error| {
            panic!("{path}: {error}; record a game of {} with RECORD=1 cargo test --test laws recorded", game.name)
        });
        let seed = recorded.lines().next().and_then(|line| line.strip_prefix("seed ")).and_then(|n| n.parse().ok());
        let (text, over) = played(game, seed.unwrap_or_else(|| panic!("{path}: no seed in its first line")));
        assert!(over, "{path}: the game does not end");
        for (number, (now, then)) in text.lines().zip(recorded.lines()).enumerate() {
            assert_eq!(now, then, "{path}:{}: a game played again comes out otherwise", number + 1);
        }
        assert_eq!(text.lines().count(), recorded.lines().count(), "{path}");
    }
}

#[test]
fn every_record_is_of_a_registered_game() {
    for entry in fs::read_dir(FOLDER).unwrap() {
        let found = entry.unwrap().path().display().to_string();
        assert!(GAMES.iter().any(|game| path(game) == found), "{found}: no such game");
    }
}
