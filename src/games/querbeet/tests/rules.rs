//! Tests for each rule, on boards built for the purpose.

use super::super::rules::POINTS;
use super::{legal, play, read};
use crate::games::querbeet::board::Board;
use crate::games::querbeet::cell::{BOARD, Cell};
use crate::games::querbeet::points::{points, road_points};
use crate::games::querbeet::tile::Piece;
use kit::game::Game;
use kit::state::{Ending, State};
use ugi::Turn;

/// Builds a board from cells and the edges that their roads cross, such as `a2:03`.
fn board(tiles: &str) -> Board {
    let mut board = Board::default();
    for item in tiles.split_whitespace() {
        let (name, edges) = item.split_once(':').unwrap();
        let cell = Cell::each(BOARD).find(|cell| cell.name() == name).unwrap();
        let roads = edges.bytes().fold(0, |roads, edge| roads | 1 << (edge - b'0'));
        board.lay(Piece::of_roads(roads), cell);
    }
    assert!(board.is_sound(), "{tiles}");
    board
}

fn all_points(tiles: &str) -> [i32; 3] {
    [0, 1, 2].map(|seat| road_points(&board(tiles), seat))
}

#[test]
fn seven_tiles_between_the_own_sides_give_three() {
    assert_eq!(all_points("a1:02 b2:25 c3:25 d4:012345 e4:25 f4:25 g4:35"), [3, 0, 0], "top to bottom");
    assert_eq!(all_points("a1:24 b2:25 c3:25 d4:012345 e4:25 f4:25 g4:15"), [0, 0, 3], "the same cells, p3's edges");
    assert_eq!(all_points("d1:13 d2:14 d3:14 d4:012345 d5:14 d6:14 d7:04"), [0, 3, 0], "along the middle row");
}

#[test]
fn more_tiles_give_two() {
    let road = "b3:04 b2:12 c3:25 d4:012345 e4:25 f4:25 g4:35";
    assert_eq!(all_points(&format!("a3:03 {road}"))[0], 2);
    assert_eq!(points(&board(&format!("a3:03 {road}")), 0, 4), -2, "minus the tiles left in the hand");
    // With an additional straight road, the shortest road has seven tiles and gives three points.
    assert_eq!(all_points(&format!("a3:03 {} a1:02", road.replace("b2:12", "b2:125")))[0], 3);
}

#[test]
fn the_middle_edge_of_a_corner_belongs_to_nobody() {
    let road = "b2:25 c3:25 d4:012345 e4:25 f4:25 g4:35";
    assert_eq!(all_points(&format!("a1:25 {road}")), [0; 3], "it ends between two colours");
    assert_eq!(all_points(&format!("a1:025 {road}"))[0], 3, "other branches do not matter");
}

#[test]
fn six_tiles_from_an_own_side_to_an_empty_cell_give_one() {
    assert_eq!(all_points("a1:02 b2:25 c3:25 d4:012345 e4:25"), [0; 3], "five tiles");
    assert_eq!(all_points("a1:02 b2:25 c3:25 d4:012345 e4:25 f4:25"), [1, 0, 0], "six, to an empty cell");
    assert_eq!(all_points("a1:02 b2:25 c3:25 d4:012345 e4:25 f4:25 g4:25"), [0; 3], "seven, to the neutral edge");
    assert_eq!(
        all_points("a1:02 b2:25 c3:25 d4:012345 e4:25 f4:15 f5:14"),
        [0, 0, 0],
        "it ends on another seat's side"
    );
    let branch = "a1:02 b2:25 c3:25 d4:012345 e4:25 f4:125 f5:14";
    assert_eq!(all_points(branch)[0], 1, "one branch goes on to an empty cell");
    let ring = "a1:02 b2:125 b3:34 d4:012345";
    assert_eq!(all_points(&format!("{ring} c3:025"))[0], 0, "five tiles the long way round");
    assert_eq!(all_points(&format!("{ring} c3:0235 d3:01"))[0], 1, "six the longest way, four the shortest");
}

#[test]
fn corner_edges_belong_to_the_sides_beside_the_middle_one() {
    for (edge, expected) in [("0", [1, 0, 0]), ("5", [0; 3]), ("4", [0, 0, 1])] {
        let tiles = format!("a1:2{edge} b2:25 c3:25 d4:012345 e4:25 f4:25");
        assert_eq!(all_points(&tiles), expected, "edge {edge} of a1");
    }
}

#[test]
fn after_the_last_turn_points_are_added_and_the_next_deal_is_awaited() {
    let last = "p2:Ta3a2,b3g0,b4a5,c1a1,c3j1,c4d3,c5b1,c6g0,d2b5,d3c1,d4l0,d5i0,d6e1,d7h4,e2c1,e3b4,e4f5,e5d3:H-/c:S0,0:R1,17:F18";
    assert_eq!(legal(&read(last)), ["c0@a4", "c1@c2", "c1@e1", "c2@e6"]);
    let position = play(read(last), "c0@a4");
    assert_eq!(position.position_text(), "deal:T:H-/-:S0,1:R2,0:F19");
    assert_eq!(
        (position.turn(), position.board().pieces.len()),
        (Turn::Chance, 19),
        "the board of the finished round stays visible"
    );
    assert_eq!(read(&position.position_text()), position, "that board is not part of the position");
    assert_eq!(position.picture().matches("dealt").count(), 1);
    let next = play(position, "!deal/aabbccdgh/abcdefgij");
    assert_eq!(next.position_text(), "p2:Td4l0:Haabbccdgh/abcdefgij:S0,1:R2,0:F19", "p2 begins the second round");
    assert_eq!(next.board().pieces.len(), 1);
}

#[test]
fn a_seat_without_a_fitting_tile_passes_and_each_tile_left_costs_a_point() {
    let last = "p1:Ta1h2,b1d4,b2c2,c3i1,c5f1,c6e3,d3a0,d4l0,d5d4,d6b0,e4j1,e5a3,e6g1,f4a5,f5b0:Hcg/bc:S1,1:R2,17:F36";
    assert_eq!(legal(&read(last)), ["pass"]);
    let position = play(read(last), "pass");
    assert_eq!(position.position_text(), "deal:T:H-/-:S-1,0:R3,0:F37");
    assert_eq!(position.ending(), Some(Ending::win(1, POINTS)));
    assert_eq!(legal(&position), [""; 0]);
}
