//! The rules one by one.

use super::{legal, play, read};
use crate::game::{Ending, Game, GameResult, Reason, Seat, Turn, Verdict};
use crate::games::querbeet::chain::laid::Laid;
use crate::games::querbeet::chain::ring::enclosed;
use crate::games::querbeet::chain::spot::Spot;
use crate::games::querbeet::tile::Piece;
use crate::notation::{Drawn, Notation};

/// Tiles with all roads on these cells, whatever the stock is.
fn crossings(cells: &[&str]) -> Laid {
    let mut laid = Laid::nothing();
    for spot in Spot::all().filter(|spot| cells.contains(&spot.name().as_str())) {
        laid.lay(Piece::CENTRE, spot);
    }
    assert_eq!(laid.tiles().len(), cells.len());
    laid
}

const AROUND_M13: [&str; 6] = ["l12", "l13", "m12", "m14", "n12", "n13"];

#[test]
fn the_centre_tile_lies_on_the_middle_and_is_not_in_stock() {
    let position = read("p1");
    assert_eq!(position.position_text(), "p1:Tm13l0:Haaabbbcccddefgghij:F1");
    assert!(legal(&position).iter().all(|token| AROUND_M13.contains(&&token[3..])));
}

#[test]
fn a_ring_around_no_cell_is_none() {
    let position = play(read("p1"), "a3@m14 a5@n13");
    assert_eq!((position.enclosed, position.turn()), (0, Turn::Seat(Seat::P1)));
    assert_eq!(enclosed(&crossings(&["m13", "m14", "n13", "n14"])), 0);
}

#[test]
fn a_ring_counts_the_cells_in_it_laid_or_free() {
    assert_eq!(enclosed(&crossings(&AROUND_M13)), 1);
    assert_eq!(enclosed(&crossings(&[&AROUND_M13[..], &["m13"]].concat())), 1);
    // Around m13 and m14; the ring may run on through l13 or around it.
    let long = ["l12", "l13", "l14", "m12", "m15", "n12", "n13", "n14"];
    assert_eq!(enclosed(&crossings(&long)), 2);
    // What runs off inside or outside the ring changes nothing.
    assert_eq!(enclosed(&crossings(&[&long[..], &["m13", "k13", "o12"]].concat())), 2);
    assert_eq!(enclosed(&crossings(&long[1..])), 0);
}

#[test]
fn of_two_rings_that_share_a_tile_the_larger_counts() {
    // One around m13, one around m15 and m16, both over m14.
    let two = ["l12", "l13", "m12", "m14", "n12", "n13", "l14", "l15", "l16", "m17", "n14", "n15", "n16"];
    let laid = crossings(&two);
    // With all roads the rings run together; what counts then is the one around both.
    assert_eq!(enclosed(&laid), 4);
    let apart = crossings(&["l12", "l13", "m12", "m14", "n12", "n13", "k15", "k16", "l14", "l16", "m15", "m16"]);
    assert_eq!(enclosed(&apart), 1);
}

/// The ring of the sixth tile around m14.
const RING: &str = "b1@l13 b2@l14 b3@m15 g0@n14 g1@n13";

#[test]
fn the_first_ring_wins() {
    let position = play(read("p1"), RING);
    assert_eq!(position.ending(), Some(Ending::win(0, Reason::Points)));
    assert_eq!((position.scores(None), position.plies()), (vec![1], 5));
    assert!(legal(&position).is_empty());
    assert_eq!(position.scores(Some(Verdict::Offence(Seat::P1))), [0]);
    assert_eq!(position.judged(Some(Verdict::Offence(Seat::P1))), GameResult::Win(1));
    assert!(position.picture().ends_with("a ring around 1 cell"), "{}", position.picture());
}

#[test]
fn without_a_tile_or_a_place_the_game_is_lost() {
    let mut position = read("p1");
    // A straight line away from the middle, as far as tiles go.
    while position.ending().is_none() {
        let straight = |lay: &super::Lay| position.after(*lay).enclosed == 0;
        let Some(lay) = super::actions(&position).into_iter().rev().find(straight) else { break };
        position.play(lay);
    }
    assert_eq!(position.ending(), Some(Ending::win(1, Reason::NoMoves)), "{}", position.position_text());
    assert_eq!(position.scores(None), [0]);
}

#[test]
fn roads_may_run_off_the_board_and_no_tile_lies_beyond() {
    let cells: Vec<String> = (14..=25).map(|number| format!("m{number}")).collect();
    let line: Vec<&str> = cells.iter().map(String::as_str).collect();
    let laid = crossings(&line);
    assert!(laid.places(u64::MAX >> 7).iter().all(|(spot, _)| spot.over(0).is_some() || spot.name() != "m26"));
    assert!(laid.piece(Spot::new(12, 25).unwrap()).is_some());
    assert_eq!(Spot::new(12, 25).unwrap().over(1), None);
}
