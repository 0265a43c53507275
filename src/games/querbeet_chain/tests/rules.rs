//! Tests for single rules.

use super::super::rules::{NO_MOVES, POINTS};
use super::{legal, play, read};
use crate::games::querbeet::tile::Piece;
use crate::games::querbeet_chain::laid_tiles::LaidTiles;
use crate::games::querbeet_chain::ring::enclosed;
use crate::games::querbeet_chain::spot::Spot;
use kit::game::Game;
use kit::state::{Ending, State, Verdict};
use ugi::{GameResult, Seat, Turn};

/// Returns a board with a six-road tile on each of these cells, regardless of the stock.
fn crossings(cells: &[&str]) -> LaidTiles {
    let mut laid = LaidTiles::nothing();
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
fn a_closed_road_around_no_cell_is_not_a_ring() {
    let position = play(read("p1"), "a3@m14 a5@n13");
    assert_eq!((position.enclosed, position.turn()), (0, Turn::Seat(Seat::P1)));
    assert_eq!(enclosed(&crossings(&["m13", "m14", "n13", "n14"])), 0);
}

#[test]
fn a_ring_counts_the_cells_inside_laid_or_free() {
    assert_eq!(enclosed(&crossings(&AROUND_M13)), 1);
    assert_eq!(enclosed(&crossings(&[&AROUND_M13[..], &["m13"]].concat())), 1);
    // A ring around m13 and m14.
    let long = ["l12", "l13", "l14", "m12", "m15", "n12", "n13", "n14"];
    assert_eq!(enclosed(&crossings(&long)), 2);
    // Tiles inside or outside the ring do not change the number of enclosed cells.
    assert_eq!(enclosed(&crossings(&[&long[..], &["m13", "k13", "o12"]].concat())), 2);
    assert_eq!(enclosed(&crossings(&long[1..])), 0);
}

/// Returns a board with these tiles, each given as its cell and the edges with a road, regardless of the stock.
fn roads(tiles: &[(&str, &[u8])]) -> LaidTiles {
    let mut laid = LaidTiles::nothing();
    for (name, edges) in tiles {
        let spot = Spot::all().find(|spot| spot.name() == *name).unwrap();
        laid.lay(Piece::of_roads(edges.iter().fold(0, |roads, edge| roads | 1 << edge)), spot);
    }
    assert!(laid.is_sound());
    laid
}

#[test]
fn two_rings_that_share_a_tile_are_not_one_ring() {
    let left: [(&str, &[u8]); 5] =
        [("l12", &[2, 4]), ("l11", &[1, 3]), ("m11", &[0, 2]), ("n11", &[1, 5]), ("n12", &[0, 4])];
    let right: [(&str, &[u8]); 5] =
        [("l13", &[1, 3]), ("l14", &[2, 4]), ("m15", &[3, 5]), ("n14", &[0, 4]), ("n13", &[1, 5])];
    let middle: [(&str, &[u8]); 1] = [("m13", &[0, 1, 2, 3, 4, 5])];
    assert_eq!(enclosed(&roads(&[&left[..], &middle].concat())), 1);
    assert_eq!(enclosed(&roads(&[&left[..], &middle, &right].concat())), 1);
    // With additional roads from l12 to l13 and from n12 to n13, a larger ring runs around both holes, and m13 is
    // inside it.
    let mut joined = [&left[..], &middle, &right].concat();
    let cross: &[u8] = &[0, 1, 2, 3, 4, 5];
    for (name, edges) in &mut joined {
        *edges = match *name {
            "l12" => &[1, 2, 4],
            "l13" => &[1, 3, 4],
            "n12" => &[0, 1, 4],
            "n13" => &[1, 4, 5],
            "m13" => cross,
            _ => edges,
        };
    }
    assert_eq!(enclosed(&roads(&joined)), 3);
}

/// Moves from the start position that close a ring around m14.
const RING: &str = "b1@l13 b2@l14 b3@m15 g0@n14 g1@n13";

#[test]
fn the_first_ring_wins() {
    let position = play(read("p1"), RING);
    assert_eq!(position.ending(), Some(Ending::win(0, POINTS)));
    assert_eq!((position.scores(None), position.plies()), (vec![1], 5));
    assert!(legal(&position).is_empty());
    assert_eq!(position.scores(Some(Verdict::Offence(Seat::P1))), [0]);
    assert_eq!(position.result_with(Some(Verdict::Offence(Seat::P1))), GameResult::Win(1));
    assert!(position.picture().ends_with("a ring around 1 cell"), "{}", position.picture());
}

#[test]
fn the_game_is_lost_if_no_tile_can_be_laid() {
    let mut position = read("p1");
    // Lay tiles that close no ring until the game ends.
    while position.ending().is_none() {
        let closes_no_ring = |lay: &super::Lay| position.after(*lay).enclosed == 0;
        let Some(lay) = super::actions(&position).into_iter().rev().find(closes_no_ring) else { break };
        position.play(lay);
    }
    assert_eq!(position.ending(), Some(Ending::win(1, NO_MOVES)), "{}", position.position_text());
    assert_eq!(position.scores(None), [0]);
}

#[test]
fn no_tile_can_be_laid_off_the_board() {
    let cells: Vec<String> = (14..=25).map(|number| format!("m{number}")).collect();
    let line: Vec<&str> = cells.iter().map(String::as_str).collect();
    let laid = crossings(&line);
    // The tiles cover m14 to m25, the right end of row m. Roads lead to m13 and to twelve cells in each of the rows l
    // and n; the cells m26, l25 and n25 do not exist.
    let places: Vec<Spot> = laid.places(u64::MAX >> 7).into_iter().map(|(spot, _)| spot).collect();
    assert_eq!(places.len(), 25);
    assert!(places.iter().all(|place| Spot::all().any(|spot| spot == *place)));
}
