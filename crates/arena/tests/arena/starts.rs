//! Tests for openings from files, decks and random plies, with the real engine as the referee.

use arena::openings::{Opening, OpeningSource};
use arena::plan::{Flags, Plan, read};
use arena::schedule::deal_seed;
use game::Record;
use std::collections::HashSet;
use std::fs;
use std::process::Command;
use ugi::{Client, Go, Query, Turn};

/// Returns the names of the games with at least two seats.
fn games() -> Vec<String> {
    let mut client = Client::start(&mut Command::new(testing::engine())).unwrap();
    let mut names = client.ask(Query::Games).unwrap();
    names.retain(|game| {
        client.set_option("Game", game).unwrap();
        client.ask_word(Query::Seats).unwrap() != "1"
    });
    names
}

/// Returns a referee for this game.
fn referee_of(game: &str) -> Client {
    let mut client = Client::start(&mut Command::new(testing::engine())).unwrap();
    for (name, value) in [("Game", game), ("Hash", "1"), ("Seed", "1")] {
        client.set_option(name, value).unwrap();
    }
    client
}

fn plan(game: &str, openings: &str) -> Plan {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("plan.toml");
    let rest = "format.games = 4\nlimit.nodes = 1\nparticipant = [{ name = \"a\" }, { name = \"b\" }]\n";
    fs::write(&file, format!("game.name = \"{game}\"\n{openings}\n{rest}")).unwrap();
    read(Some(&file), &Flags::default()).unwrap().0
}

fn openings_of(plan: &Plan, referee: &mut Client, blocks: u64) -> Vec<Opening> {
    let source = OpeningSource::open(plan, referee).unwrap();
    (0..blocks).map(|block| source.opening(plan, block, block, referee).unwrap()).collect()
}

#[test]
fn random_openings_are_the_same_from_every_process() {
    for game in games() {
        let plan = plan(&game, "openings = { from = \"random\", plies = 3, nodes = 200, balance = 80 }");
        let mut referee = referee_of(&game);
        let openings = openings_of(&plan, &mut referee, 4);
        // The openings must not depend on earlier searches of the process.
        referee.execute_ok("position startpos").unwrap();
        referee.go(&Go::default().with_nodes(500)).unwrap();
        assert_eq!(openings_of(&plan, &mut referee, 4), openings, "{game}");
        assert_eq!(openings_of(&plan, &mut referee_of(&game), 4), openings, "{game}");
        assert!(openings.iter().collect::<HashSet<_>>().len() > 1, "{game}");
    }
}

#[test]
fn random_openings_have_the_deals_of_their_block() {
    for game in games() {
        let plan = plan(&game, "openings = { from = \"random\", plies = 4, nodes = 50, balance = 60 }\nseed = 3");
        let mut referee = referee_of(&game);
        let openings = openings_of(&plan, &mut referee, 3);
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 3, "{game}");
        for (block, opening) in openings.iter().enumerate() {
            let events = opening.moves.iter().filter(|token| token.starts_with('!')).count();
            assert_eq!(opening.moves.len() - events, 4, "{game}");
            if Opening::start().turn(&mut referee).unwrap() == Turn::Chance {
                let deal = referee.ask_word(Query::Draw(deal_seed(&plan, block as u64, 0))).unwrap();
                assert_eq!(opening.moves[0], deal);
            }
            assert_ne!(opening.turn(&mut referee).unwrap(), Turn::Over);
        }
    }
}

#[test]
fn every_line_of_every_deck_starts_a_game() {
    let mut found = 0;
    for game in games() {
        let mut referee = referee_of(&game);
        for name in referee.ask(Query::Decks).unwrap() {
            let count = referee.deck(&name).unwrap().len();
            let plan = plan(&game, &format!("openings = {{ from = \"deck\", deck = \"{name}\", order = \"random\" }}"));
            let openings = openings_of(&plan, &mut referee, count as u64);
            assert_eq!(openings.iter().collect::<HashSet<_>>().len(), count, "{name}");
            found += 1;
        }
    }
    assert!(found > 0);
}

#[test]
fn the_opening_files_of_the_examples_are_accepted() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/openings");
    for (game, name) in [("checkers", "checkers-ballots"), ("jeex", "jeex"), ("querbeet", "querbeet")] {
        let plan = plan(game, &format!("openings = {{ from = \"file\", file = \"{examples}/{name}.txt\" }}"));
        let openings = openings_of(&plan, &mut referee_of(game), 50);
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 50, "{name}");
    }
}

#[test]
fn the_deck_and_the_file_of_ballots_are_equal() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/openings/checkers-ballots.txt");
    let from_file = plan("checkers", &format!("openings = {{ from = \"file\", file = \"{file}\" }}"));
    let from_deck = plan("checkers", "openings = { from = \"deck\", deck = \"three-move\", order = \"sequential\" }");
    let mut referee = referee_of("checkers");
    assert_eq!(openings_of(&from_deck, &mut referee, 156), openings_of(&from_file, &mut referee, 156));
}

/// A file of games in an interchange format, of position texts, and a deck.
#[test]
fn games_and_position_texts_are_openings() {
    let mut referee = referee_of("checkers");
    let deck = openings_of(
        &plan("checkers", "openings = { from = \"deck\", deck = \"three-move\", order = \"sequential\" }"),
        &mut referee,
        156,
    );
    let folder = tempfile::TempDir::new().unwrap();
    let from_file = |name: &str, text: &str, rest: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        plan("checkers", &format!("openings = {{ from = \"file\", file = \"{}\"{rest} }}", file.display()))
    };
    let mut games = String::new();
    for opening in &deck {
        let [result, reason] = ["none", "none"].map(String::from);
        let (base, moves) = (opening.base.clone(), opening.moves.clone());
        let game = Record { base, moves, result, reason, ..Record::default() };
        games += &referee.export(&game).unwrap();
    }
    for name in ["ballots.PDN", "ballots"] {
        assert_eq!(openings_of(&from_file(name, &games, ""), &mut referee, 156), deck);
    }
    let cut = openings_of(&from_file("cut.pdn", &games, ", plies = 2, start = 156"), &mut referee, 2);
    assert_eq!(
        cut.iter().map(|opening| &opening.moves).collect::<Vec<_>>(),
        [&deck[155].moves[..2], &deck[0].moves[..2]]
    );
    let texts = "B:W18,21:B1,K9\nW:W18,21:B1,K9:H4:F20 moves 18-15\n";
    let read = openings_of(&from_file("texts", texts, ""), &mut referee, 2);
    assert_eq!(read[1], Opening { base: "fen W:W18,21:B1,K9:H4:F20".to_string(), moves: vec!["18-15".to_string()] });
    let wrong = from_file("wrong.pdn", &(games + "\n[Event \"x\"]\n1. 11-15 11-15 *\n"), "");
    let error = format!("{:#}", OpeningSource::open(&wrong, &mut referee).unwrap_err());
    assert!(error.contains("wrong.pdn: game 157: line ") && error.contains("11-15"), "{error}");
}
