//! Positions whose value is known from the literature.

use crate::game::Viewer;
use crate::games::checkers::egdb::build::pairs;
use crate::games::checkers::egdb::material::{Force, Material};
use crate::games::checkers::egdb::slice::Store;
use crate::games::checkers::egdb::solve::solve;
use crate::games::checkers::egdb::{Database, pieces_of};
use crate::games::checkers::{Checkers, Rules};
use crate::notation::Notation;
use crate::search::tablebase::Wdl;

fn read(text: &str) -> Checkers {
    Checkers::read_position(&Rules::default(), text, Viewer::Master).unwrap()
}

#[test]
fn positions_with_few_pieces() {
    let database = Database::embedded();
    let facts = [
        // Payne's First Position: whoever is to move decides.
        ("W:WK15,20:B12,K28", Wdl::Win),
        ("B:WK15,20:B12,K28", Wdl::Draw),
        // The longest wins with two, three and four pieces.
        ("W:W30,31:BK22", Wdl::Win),
        ("W:W10,30:B3,4", Wdl::Win),
        // A king in the double corner against two: the one side cannot lose what it can hold.
        ("W:WK15,K18:BK1", Wdl::Win),
        ("B:WK1:BK32", Wdl::Draw),
        // No move at all, and a capture that has to be made.
        ("W:W5:BK1,K9", Wdl::Loss),
        ("B:W14:BK9", Wdl::Win),
    ];
    for (text, value) in facts {
        assert_eq!(database.outcome(&read(text)), Some(value), "{text}");
    }
}

#[test]
fn two_kings_beat_three_men() {
    let mut store = Store::default();
    for material in (2..=4).flat_map(pairs) {
        solve(material, &mut store, 2);
    }
    let own = Force { men: 0, kings: 2 };
    for men in 0..=3 {
        solve(Material { own, other: Force { men, kings: 3 - men } }, &mut store, 2);
    }
    let pieces = pieces_of(&read("W:WK15,K20:B8,10,16"));
    assert_eq!(store.get(Material::of(&pieces)).unwrap().value(&pieces), Wdl::Win);
}
