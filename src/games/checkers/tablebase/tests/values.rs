//! Tests that compare database values with the rules of the game, independently of the solver.

use super::scattered;
use crate::games::checkers::tablebase::pieces_of;
use crate::games::checkers::{Checkers, Rules};
use base::rng::Rng;
use egdb::Database;
use egdb::captures::{each_capture, must_capture};
use egdb::squares::Pieces;
use kit::search::{Tablebase, Wdl};
use kit::state::State;
use std::collections::BTreeSet;

fn moves(position: &Checkers) -> Vec<Checkers> {
    position.legal().into_iter().map(|action| position.after(action)).collect()
}

#[test]
fn captures_are_those_of_the_rules() {
    let (rules, mut rng) = (Rules::default(), Rng::new(1));
    let (mut most, mut with) = (0, 0);
    for _ in 0..20_000 {
        let position = scattered(&rules, 2 + rng.index(10), &mut rng);
        let pieces = pieces_of(&position);
        assert_eq!(must_capture(&pieces), position.mover().must_capture());
        let mut after = BTreeSet::new();
        each_capture(&pieces, &mut |after_it| {
            after.insert(key(after_it.swapped()));
            false
        });
        if must_capture(&pieces) {
            let by_rules: BTreeSet<_> = moves(&position).iter().map(|after| key(pieces_of(after))).collect();
            assert_eq!(after, by_rules, "{position:?}");
            most = most.max(after.len());
            with += 1;
        } else {
            assert!(after.is_empty());
        }
    }
    assert!(most > 2 && with > 1000);
}

fn key(pieces: Pieces) -> [u32; 4] {
    [pieces.own_men, pieces.own_kings, pieces.other_men, pieces.other_kings]
}

/// Returns the value that follows from the database values after each legal move, or `None` if one of these is unknown.
fn expected_value(position: &Checkers, database: &Database) -> Option<Wdl> {
    let values =
        moves(position).iter().map(|after| database.outcome(after).map(Wdl::flipped)).collect::<Option<Vec<_>>>();
    values.map(|values| values.into_iter().max().unwrap_or(Wdl::Loss))
}

#[test]
fn values_agree_with_those_after_every_move_of_the_game() {
    let database = Database::embedded();
    let (rules, mut rng) = (Rules::default(), Rng::new(2));
    let mut seen = [0; 3];
    for _ in 0..20_000 {
        let position = scattered(&rules, 2 + rng.index(3), &mut rng);
        let value = database.outcome(&position);
        assert_eq!(value, expected_value(&position, &database), "{position:?}");
        seen[value.unwrap() as usize] += 1;
        let probed = Tablebase::probe(&*database, &position);
        assert_eq!(probed, if position.mover().must_capture() { None } else { value });
    }
    assert!(seen.iter().all(|count| *count > 1000), "{seen:?}");
}

#[test]
fn positions_beyond_the_files_are_unknown() {
    let database = Database::embedded();
    let (rules, mut rng) = (Rules::default(), Rng::new(3));
    for _ in 0..1000 {
        let position = scattered(&rules, 9, &mut rng);
        let pieces = pieces_of(&position);
        if (pieces.own() | pieces.other()).count_ones() > 5 {
            assert_eq!(Tablebase::probe(&*database, &position), None);
            assert_eq!(database.outcome(&position), None);
        }
    }
    let alone = Checkers::new(&rules, [1 << 20, 0], 1 << 20, true, 0, 1);
    assert_eq!((Tablebase::probe(&*database, &alone), database.outcome(&alone)), (None, Some(Wdl::Loss)));
}
