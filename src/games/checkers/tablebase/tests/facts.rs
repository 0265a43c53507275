//! Tests for positions with published values.

use crate::games::checkers::tablebase::pieces_of;
use crate::games::checkers::{Checkers, Rules, Strong};
use egdb::Database;
use egdb::build::material_pairs;
use egdb::material::{Force, Material};
use egdb::slice::SliceStore;
use egdb::solve::solve;
use kit::game::Game;
use kit::search::{Control, SearchTask, Searcher, Stop};
use kit::search::{Tablebase, Wdl};
use kit::state::State;
use ugi::Score;

fn read(text: &str) -> Checkers {
    Checkers::parse_position(&Rules::default(), text).unwrap()
}

#[test]
fn positions_with_few_pieces() {
    let database = Database::embedded();
    let facts = [
        // Payne's First Position: the result depends on which side is to move.
        ("W:WK15,20:B12,K28", Wdl::Win),
        ("B:WK15,20:B12,K28", Wdl::Draw),
        // The longest wins with three and four pieces.
        ("W:W30,31:BK22", Wdl::Win),
        ("W:W10,30:B3,4", Wdl::Win),
        // The longest win with five pieces, and another published one.
        ("W:W28,29,32:B9,K19", Wdl::Win),
        ("W:WK15,K20:B8,10,16", Wdl::Win),
        // Two kings win against a king in the double corner; one king does not.
        ("W:WK15,K18:BK1", Wdl::Win),
        ("B:WK1:BK32", Wdl::Draw),
        // The side to move has no legal move and has lost.
        ("W:W5:BK1,K9", Wdl::Loss),
        // A compulsory capture takes the last piece.
        ("B:W14:BK9", Wdl::Win),
    ];
    for (text, value) in facts {
        assert_eq!(database.outcome(&read(text)), Some(value), "{text}");
    }
}

/// Checks a five-piece win in two ways: a capture leads to a position that is lost for the opponent in the built-in
/// databases, and the solver, which builds the database for this material configuration, reports a win.
#[test]
fn two_kings_beat_three_men() {
    let position = read("W:WK15,K20:B8,10,16");
    let database = Database::embedded();
    assert!(position.legal().iter().any(|action| database.outcome(&position.after(*action)) == Some(Wdl::Loss)));
    let mut store = SliceStore::default();
    for material in (2..=4).flat_map(material_pairs) {
        solve(material, &mut store, 2);
    }
    let own = Force { men: 0, kings: 2 };
    for men in 0..=3 {
        solve(Material { own, other: Force { men, kings: 3 - men } }, &mut store, 2);
    }
    let pieces = pieces_of(&position);
    assert_eq!(store.get(Material::of(&pieces)).unwrap().value(&pieces), egdb::Wdl::Win);
}

/// Searches a position and returns the score.
fn searched(text: &str) -> Score {
    let stop = Stop::new(false);
    let control = Control { nodes: Some(30_000), ..Control::new(&stop) };
    let mut player = Strong::default().with_tablebase(Some(Database::embedded()));
    let rules = Rules { draw_plies: 0, ..Rules::default() };
    let position = Checkers::parse_position(&rules, text).unwrap();
    player.search(&position, &SearchTask::default(), &control, &mut |_| ()).score.unwrap()
}

/// Only bounds on the scores are checked. Exact values would need databases with more pieces than the built-in ones.
#[test]
fn short_searches_do_not_contradict_what_is_known_of_five_to_seven_pieces() {
    let draws = [
        "W:WK2,10,K17:B1,3,K8",
        "B:WK2,10,K18:B1,3,K11",
        "W:W5,13,K2:B1,10,K14",
        "B:WK23,K24,K26:B21,K25,K32",
        "W:WK1,K14,K32:B5,K20,28",
        // The Fourth Position with White to move.
        "W:W30,K31,K32:BK20,21,K22,K23",
    ];
    for text in draws {
        // A win found in a database scores nearly 20,000.
        let score = searched(text);
        assert!(matches!(score, Score::Cp(-1000..=1000)), "{text}: {score:?}");
    }
    // The Fourth Position with Black to move, and the longest win with five pieces. The search must not report a loss
    // for the side to move.
    for text in ["B:W30,K31,K32:BK20,21,K22,K23", "W:W28,29,32:B9,K19"] {
        let score = searched(text);
        assert!(matches!(score, Score::Cp(-1000..) | Score::Mate(1..)), "{text}: {score:?}");
    }
}
