//! How often the referee is asked.

use super::{EventSeeds, GameSetup, TableGame};
use crate::tests::local_referee::{LocalReferee, Switch};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use ugi::{Seat, Turn, Viewer};

/// Counts the round trips for everything that happens up to the next choice of a person, whose views these viewers see.
fn trips(game: &mut TableGame, viewers: &BTreeSet<(Viewer, String)>, happens: impl FnOnce(&mut TableGame)) -> u64 {
    let before = game.round_trips();
    happens(game);
    game.query_positions(viewers.clone()).unwrap();
    game.round_trips() - before
}

fn begin(name: &str, seed: u64) -> TableGame {
    let setup = GameSetup {
        deals: EventSeeds::new(Some(seed)),
        ..GameSetup::new(name, BTreeMap::new(), "startpos".to_string(), Vec::new())
    };
    TableGame::begin(&LocalReferee::starter(&Switch::default()), setup, &|_| true).unwrap()
}

fn play_first(game: &mut TableGame) {
    let seat = game.to_move().unwrap();
    let token = game.visible_position(Viewer::Seat(seat), "en").unwrap().0.legal[0].token.clone();
    let judged = game.judge(&token).unwrap().unwrap();
    game.moved(seat, judged, Duration::ZERO, &|_| true).unwrap();
}

#[test]
fn a_move_without_hidden_hands_takes_one_batch() {
    let viewers = ["en", "nl"].map(|language| (Viewer::Master, language.to_string())).into();
    let mut game = begin("checkers", 1);
    game.query_positions(BTreeSet::clone(&viewers)).unwrap();
    for _ in 0..9 {
        assert_eq!(trips(&mut game, &viewers, play_first), 1);
    }
    assert_eq!(trips(&mut game, &viewers, |game| game.truncate(7, &|_| true).unwrap()), 1);
    assert_eq!(trips(&mut game, &viewers, |game| game.end("resign", None, &|_| true).unwrap()), 1);
    assert!(game.is_over());
}

#[test]
fn a_move_with_hidden_hands_takes_two_batches_and_an_event_one_more() {
    let mut game = begin("keezen", 21);
    let viewers = [Viewer::Seat(Seat::P1), Viewer::Seat(Seat::P2), Viewer::Public];
    let viewers: BTreeSet<(Viewer, String)> = viewers.map(|viewer| (viewer, "en".to_string())).into();
    game.query_positions(viewers.clone()).unwrap();
    let mut seen = [0; 3];
    while seen.contains(&0) {
        let (kind, step): (_, fn(&mut TableGame)) = match game.turn {
            Turn::Over => panic!("the game has no fold or no second deal"),
            Turn::Chance => (0, |game| game.play_step(&|_| true).unwrap()),
            Turn::Seat(_) if game.is_automatic() => (1, |game| game.play_step(&|_| true).unwrap()),
            Turn::Seat(_) => (2, play_first),
        };
        let most = if kind == 0 { 3 } else { 2 };
        let count = trips(&mut game, &viewers, step);
        assert!(count <= most, "{count} round trips for step {kind}");
        seen[kind] += 1;
    }
}

#[test]
fn a_rejected_move_changes_nothing() {
    let mut game = begin("checkers", 1);
    for token in ["9-14x", "!end/draw/agreed", "resign"] {
        assert!(game.judge(token).unwrap().is_none(), "{token}");
    }
    assert!(game.end("!end/p9win/time", None, &|_| true).is_err());
    assert_eq!((game.token_count(), game.is_over()), (0, false));
    play_first(&mut game);
    assert_eq!(game.token_count(), 1);
}
