//! Plays one random game of each registered game with the seed in its record, and compares the positions and the result
//! with the record line by line. Games in which teams can be dealt have a second record, with teams that differ from
//! the default.
//!
//! After adding a game or changing rules on purpose, run `RECORD=1 cargo test --test laws recorded` to rewrite the
//! files.

use base::rng::Rng;
use kit::options::{Kind, Values};
use kit::registry::RegisteredGame;
use kit::session::OpenGame;
use speltafel::registry::REGISTRY;
use std::fs;
use ugi::{Command, Position, ProtocolError};

/// The folder of the records.
const FOLDER: &str = "tests/games";
/// A position is recorded every this many plies.
const STEP: usize = 4;
/// The minimum number of plies in a recorded game, unless all games that were tried are shorter.
const SHORTEST: usize = 24;
/// All seeds from 1 to below this number are tried.
const TRIED: u64 = 1000;

/// The maximum number of tokens in a random game.
const LONGEST: usize = 600;

/// A game with certain rule options, which is controlled by protocol lines.
struct GameDriver {
    name: String,
    values: Values,
    open: Box<dyn OpenGame>,
    game: &'static RegisteredGame,
}

impl GameDriver {
    fn new(game: &'static RegisteredGame, values: Values) -> Self {
        let open = (game.open)(&values);
        Self { name: format!("{} {values:?}", game.name), values, open, game }
    }

    fn set(&mut self, line: &str) -> Result<Vec<ProtocolError>, ProtocolError> {
        self.open.position(&Position::parse(line)?)
    }

    fn ask(&self, question: &str) -> String {
        let line = format!("query {question}");
        let Some(Command::Query(query)) = Command::parse(&line).unwrap() else { panic!("{line}") };
        self.open.query(query).unwrap_or_else(|error| panic!("{}: {question}: {error}", self.name))
    }

    fn legal(&self) -> Vec<String> {
        self.ask("legal").split_whitespace().map(str::to_string).collect()
    }

    /// Returns whether a chance event decides the teams.
    fn deals_teams(&self) -> bool {
        Self::new(self.game, self.values.clone()).ask("teams") == "?"
    }
}

/// Returns the default rules, then rule sets that each have another word for one option.
fn rule_sets(game: &RegisteredGame) -> Vec<Values> {
    let mut all = vec![Values::default()];
    for spec in game.options {
        let Kind::Combo(words) = spec.kind else { continue };
        all.extend(words.iter().skip(1).map(|word| {
            let mut values = Values::default();
            values.set(spec, (*word).to_string());
            values
        }));
    }
    all
}

/// Returns the path and the driver of each record. Each game has one with the default rules, and one with the rules
/// that deal the teams, if it has such rules.
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

/// Plays the random game of `seed`. Returns its record, and whether the game ended. The record contains the tokens, a
/// position every [`STEP`] plies, and the result.
fn played(table: &mut GameDriver, seed: u64) -> (String, bool) {
    let (mut rng, mut marks, mut line) = (Rng::new(seed), Vec::new(), "startpos moves".to_string());
    table.set("startpos").unwrap();
    for ply in 0..LONGEST {
        if ply.is_multiple_of(STEP) {
            let (turn, scores, fen) = (table.ask("turn"), table.ask("scores"), table.ask("fen"));
            marks.push(format!("{ply}: {turn}, legal {}, scores {scores}, fen {fen}", table.legal().len()));
        }
        let token = match table.ask("turn").as_str() {
            "over" => break,
            "chance" => table.ask(&format!("draw {}", rng.next())),
            _ => {
                let legal = table.legal();
                legal[rng.index(legal.len())].clone()
            }
        };
        line = format!("{line} {token}");
        assert_eq!(table.set(&line), Ok(vec![]), "{}: {line}", table.name);
    }
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

/// Returns the record of the first game that ends and is long enough, or else of the longest game that ends. If teams
/// are dealt, they must differ from the default teams, `usual`.
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
    assert!(!longest.is_empty(), "none of the random games ends");
    longest
}

#[test]
fn replayed_games_match_their_records() {
    let mut usual = String::new();
    for (path, mut table) in records() {
        if !table.deals_teams() {
            usual = table.ask("teams");
        }
        if std::env::var_os("RECORD").is_some() {
            fs::write(&path, record(&mut table, &usual)).unwrap();
        }
        let recorded = fs::read_to_string(&path).unwrap_or_else(|error| {
            panic!("{path}: {error}; to record a game, run RECORD=1 cargo test --test laws recorded")
        });
        let seed = recorded.lines().next().and_then(|line| line.strip_prefix("seed ")).and_then(|n| n.parse().ok());
        let (text, over) = played(&mut table, seed.unwrap_or_else(|| panic!("{path}: no seed in its first line")));
        assert!(over, "{path}: the game does not end");
        for (number, (now, then)) in text.lines().zip(recorded.lines()).enumerate() {
            assert_eq!(now, then, "{path}:{}: the replayed game differs from the record", number + 1);
        }
        assert_eq!(text.lines().count(), recorded.lines().count(), "{path}");
    }
}

#[test]
fn every_record_belongs_to_a_registered_game() {
    let known: Vec<String> = records().into_iter().map(|(path, _)| path).collect();
    for entry in fs::read_dir(FOLDER).unwrap() {
        let found = entry.unwrap().path().display().to_string();
        assert!(known.contains(&found), "{found} is not the record of a registered game");
    }
}
