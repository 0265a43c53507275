//! Tests for single rules.

use super::super::rules::{COMPLETE, NO_MOVES};
use super::{legal, play, read};
use kit::state::{Ending, State};
use ugi::Turn;

const TRIANGLE: &str = "p1:Zb2,b3,c3";

#[test]
fn no_road_leaves_the_figure() {
    let position = read(TRIANGLE);
    // Each cell has two neighbours in the figure and needs at least two roads, so its tile must have exactly these two.
    assert_eq!(legal(&position), ["a1@b2", "a3@b3", "a5@c3"]);
}

#[test]
fn a_tile_need_not_touch_another() {
    let position = play(read("p1:Zd1,d2,e1,d6,d7,e6"), "a1@d1");
    assert!(legal(&position).contains(&"a5@e6".to_string()));
}

#[test]
fn road_meets_road_and_blank_meets_blank() {
    let position = play(read("p1:Zd3,d4,e3,e4"), "a3@d4");
    let on = |cell: &str| legal(&position).into_iter().filter(|token| token.ends_with(cell)).collect::<Vec<_>>();
    // The tile on d4 has roads to d3 and e3, but none to e4. A tile on e4 can have roads to d4 and e3 only, and needs
    // both, so nothing fits there.
    assert!(on("e4").is_empty(), "{:?}", legal(&position));
    assert!(on("d3").iter().all(|token| token == "a1@d3"), "{:?}", on("d3"));
}

#[test]
fn a_full_figure_is_won() {
    let position = play(read(TRIANGLE), "a1@b2 a3@b3 a5@c3");
    assert_eq!(position.ending(), Some(Ending::win(0, COMPLETE)));
    assert_eq!((position.turn(), position.plies()), (Turn::Over, 3));
    assert_eq!(position.scores(None), [2]);
}

#[test]
fn a_figure_on_which_no_tile_fits_is_lost() {
    for text in ["p1:Zd4", "p1:Zd3,d4", "p1:Zb2,b3,c3:Tb2a1:Haabbbcccddefgghijl"] {
        let position = read(text);
        if text.contains('T') {
            assert_eq!(position.turn(), Turn::Seat(ugi::Seat::P1));
        } else {
            assert_eq!(position.ending(), Some(Ending::win(1, NO_MOVES)), "{text}");
            assert_eq!(position.scores(None), [0]);
        }
    }
}

#[test]
fn equal_tiles_give_one_move() {
    let tokens = legal(&read("p1:Zc3,c4,d3,d4,d5,e3,e4"));
    assert!(tokens.windows(2).all(|pair| pair[0] != pair[1]));
    assert!(tokens.contains(&"l0@d4".to_string()));
}
