//! Tests for individual rules, each in a position constructed for it.

use super::super::rules::STONES_OFF;
use super::{NO_MIXED_ROWS, Rules, legal, play, read, read_with};
use crate::games::wieniet::Wieniet;
use kit::game::Game;
use kit::state::{Ending, Reason, State};
use ugi::{GameResult, Seat, Turn};

/// Returns the legal tokens of the moves from the tile `from`, joined by spaces.
fn moves_of(position: &Wieniet, from: &str) -> String {
    legal(position).into_iter().filter(|token| token.starts_with(from)).collect::<Vec<_>>().join(" ")
}

fn after(text: &str, moves: &str) -> String {
    play(read(text), moves).position_text()
}

#[test]
fn the_game_starts_with_laying_stones_of_the_other_colour() {
    let start = Wieniet::start(&Rules::default());
    assert_eq!(start.position_text(), "W:W:R:T0,0:H0:F1");
    assert_eq!(legal(&start).len(), 24);
    assert_eq!(play(start, "@c3 @f4 @a3").position_text(), "R:Wf4:Ra3,c3:T0,0:H0:F2");
    let set_up = "@c3 @f4 @a3 @f3 @a4 @e2 @b2 @e3 @b3 @e4 @b4 @e5 @b5 @d1 @c1 @d2";
    let all = play(start, set_up);
    assert_eq!(all.position_text(), "W:Wd1,d2,e2,e3,e4,e5,f3,f4:Ra3,a4,b2,b3,b4,b5,c1,c3:T0,0:H0:F9");
    assert_eq!(all.turn(), Turn::Seat(Seat::P1));
    assert_eq!(moves_of(&all, "d2"), "d2-c2 d2-d3");
}

#[test]
fn a_side_with_nothing_left_to_lay_passes() {
    let text = "W:Wc3:Rc1,c2,c4,c5,d1,d2,d4,d5:T0,0:H0:F5";
    assert_eq!(legal(&read(text)), ["pass"]);
    assert_eq!(after(text, "pass"), "R:Wc3:Rc1,c2,c4,c5,d1,d2,d4,d5:T0,0:H1:F5");
    assert_eq!(legal(&read(&after(text, "pass"))).len(), 15);
}

#[test]
fn a_stone_circle_down_jumps_over_exactly_one() {
    let text = "W:Wb3,f3,f4,e5,d6,c6,b5,a4:Rc3,c4,d5,d4,e2,d1,c1,b2:T0,0:H0:F9";
    assert_eq!(moves_of(&read(text), "b3"), "b3-a3 b3-b4 b3-c2 b3-d3");
    let longer = "W:Wb3,f3,f4,e5,d6,c6,b5,a4:Rc3,d3,d5,d4,e2,d1,c1,b2:T0,0:H0:F9";
    assert_eq!(moves_of(&read(longer), "b3"), "b3-a3 b3-b4 b3-c2 b3-c4");
}

#[test]
fn the_first_straight_jump_turns_the_stone_and_takes_nothing() {
    let text = "W:Wb3,Cc3,f4,e5,d6,c6,b5,a4:Rc4,d4,d5,e3,e2,d1,c1,b2:T0,0:H8:F19";
    let turned = "R:Wa4,b5,Cc3,c6,Cd3,d6,e5,f4:Rb2,c1,c4,d1,d4,d5,e2,e3:T0,0:H0:F19";
    assert_eq!(after(text, "b3-d3"), turned);
}

#[test]
fn a_diagonal_jump_neither_turns_nor_takes() {
    let text = "W:Wb2,Cc3,Cd4,f4,d6,c6,b5,a4:Rc4,c5,d5,e3,e2,d1,c1,f3:T0,0:H8:F19";
    assert_eq!(moves_of(&read(text), "b2"), "b2-a3 b2-b3 b2-c2");
    let up = text.replace("Wb2", "WCb2");
    assert_eq!(
        after(&up, "b2-e5"),
        "R:Wa4,b5,Cc3,c6,Cd4,d6,Ce5,f4:Rc1,c4,c5,d1,d5,e2,e3,f3:T0,0:H9:F19",
        "circle up it may jump over both"
    );
    let one = text.replace("Cd4", "d3");
    assert!(after(&one, "b2-d4").contains("d3,d4,d6"), "a stone circle down stays circle down");
}

#[test]
fn a_straight_jump_takes_the_own_stones_that_lie_circle_up() {
    let text = "W:WCa3,Cb3,d3,Ce3,d6,c6,b5,a4:RCc3,c4,c5,d5,e2,d1,c1,f4:T0,0:H8:F19";
    assert_eq!(after(text, "a3-f3"), "R:Wa4,b5,c6,d3,d6,Cf3:Rc1,Cc3,c4,c5,d1,d5,e2,f4:T2,0:H0:F19");
    let nothing = text.replace("Cb3", "b3").replace("Ce3", "e3");
    assert!(after(&nothing, "a3-f3").ends_with("T0,0:H9:F19"));
    let red = "R:Wa4,b5,c6,d3,d6,Cf3,a3,b2:RCc1,Cc2,c3,Cc4,d1,d5,e2,f4:T0,0:H0:F19";
    assert_eq!(after(red, "c1-c5"), "W:Wa3,a4,b2,b5,c6,d3,d6,Cf3:Rc3,Cc5,d1,d5,e2,f4:T0,2:H0:F20");
}

#[test]
fn a_row_has_no_gaps_and_needs_a_free_tile_after_it() {
    let gap = read("W:WCa3,Cb3,Cd3,d2,d6,c6,b5,a4:Rb4,c4,c5,d5,e2,d1,c1,f4:T0,0:H8:F19");
    assert_eq!(moves_of(&gap, "a3"), "a3-b2 a3-c3");
    let full = read("W:WCa3,Cb3,Cd3,c3,e3,f3,b5,a4:Rb4,c4,c5,d5,e2,d1,c1,f4:T0,0:H8:F19");
    assert_eq!(moves_of(&full, "a3"), "a3-b2 a3-d6");
}

#[test]
fn the_variant_forbids_rows_with_both_colours() {
    let text = "W:WCa3,Cb3,Cc2,d2,d6,c6,b5,a4:Rc3,b4,c5,d5,e2,d1,c1,f4:T0,0:H8:F19";
    assert_eq!(moves_of(&read(text), "a3"), "a3-b2 a3-d3");
    assert_eq!(moves_of(&read_with(&NO_MIXED_ROWS, text), "a3"), "a3-b2");
    let diagonal = "W:WCb2,Cc3,Cc2,d2,d6,c6,b5,a4:Rd4,b4,c5,d5,e2,d1,c1,f4:T0,0:H8:F19";
    assert_eq!(moves_of(&read(diagonal), "b2"), "b2-a3 b2-b3 b2-e5");
    assert_eq!(moves_of(&read_with(&NO_MIXED_ROWS, diagonal), "b2"), "b2-a3 b2-b3");
    let (own, other) =
        (text.replace("Rc3", "Rf3").replace("Cc2", "Cc3"), text.replace("Cb3", "f3").replace("Rc3", "Rc3,b3"));
    assert!(moves_of(&read_with(&NO_MIXED_ROWS, &own), "a3").contains("a3-d3"));
    assert!(moves_of(&read_with(&NO_MIXED_ROWS, &other.replace("b4,", "")), "a3").contains("a3-d3"));
}

#[test]
fn seven_stones_off_win_before_any_draw() {
    let text = "W:WCa3,Cb3:RCb2,Cc2,d2,d6,c6,b5,a4,e4:T6,0:H99:F500";
    let won = play(read(text), "a3-c3");
    assert_eq!(won.ending(), Some(Ending::win(0, STONES_OFF)));
    assert_eq!(won.position_text(), "R:WCc3:Ra4,Cb2,b5,Cc2,c6,d2,d6,e4:T7,0:H0:F500");
    assert_eq!(won.turn(), Turn::Over);
    assert_eq!(won.scores(None), [2, 0]);
    let over = read("R:Wa3,a4,b2,b3,b4,b5,c1,c2:Re5:T0,7:H100:F501");
    assert_eq!(over.ending(), Some(Ending::win(1, STONES_OFF)));
}

#[test]
fn draws_by_counting_end_the_game_at_once() {
    let text = "W:Wa3,a4,b2,b3,b4,b5,c1,c2:Rd1,d2,d3,d4,d5,d6,e2,e3:T0,0:H98:F400";
    let draw = |reason| Some(Ending { result: GameResult::Draw, reason });
    let position = read(text);
    assert_eq!(position.plies_left(), 2);
    assert_eq!(play(position, "c2-c3 e3-f4").ending(), draw(Reason::NO_PROGRESS));
    assert_eq!(play(position, "c2-c3").ending(), None);
    assert_eq!(read(&text.replace("H98", "H100")).ending(), draw(Reason::NO_PROGRESS));
    assert_eq!(read(&text.replace("F400", "F501")).ending(), draw(Reason::MAX_PLIES));
    assert_eq!(read(&text.replace("F400", "F500")).ending(), None);
    assert_eq!(read("W:W:R:F501").ending(), draw(Reason::MAX_PLIES), "while setting up too");
    assert_eq!(read("R:W:R:F500").ending(), None);
    assert_eq!(read("W:W:R:H100").ending(), draw(Reason::NO_PROGRESS));
    let never = Rules { draw_plies: 0, max_plies: 0, ..Rules::default() };
    assert_eq!(read_with(&never, &text.replace("H98", "H100").replace("F400", "F501")).ending(), None);
}

#[test]
fn sections_may_be_missing_and_come_in_any_order() {
    let text = "R:Wc3,d4:Ra3:T0,0:H3:F4";
    assert_eq!(read("R:F4:H3:Ra3:Wd4,c3"), read(text));
    assert_eq!(read("R:Wd4,c3:T0,0:F4:Ra3:H3").position_text(), text);
    assert_eq!(read("W").position_text(), "W:W:R:T0,0:H0:F1");
    assert_eq!(read("W"), Wieniet::start(&Rules::default()));
}

#[test]
fn the_picture_shows_the_stones() {
    let position = read("W:WCb3,c2,Cc3,d2,Cd3,e4,f4:Ra3,a4,b4,Cc4,d4,d5,e5,e3:T1,0:H0:F9");
    let picture = "\
6      . .
5    . . r r
4  r r R r w w
3  r W W W r .
2    . w w .
1      . .
   a b c d e f    w r circle down, W R circle up
off: White 1, Red 0
White (p1) to move";
    assert_eq!(position.picture(), picture);
    assert_eq!(Wieniet::start(&Rules::default()).picture().lines().last(), Some("White (p1) lays a stone of Red"));
}

#[test]
fn boards_and_cells_are_described_for_programs() {
    let position = read("W:WCb3,c2,Cc3,d2,Cd3,e4,f4:Ra3,a4,b4,Cc4,d4,d5,e5,e3:T1,0:H0:F9");
    let board = serde_json::to_string(&position.board()).unwrap();
    assert!(board.contains(r#"{"at":"b3","seat":1,"kind":"up"},{"at":"c2","seat":1,"kind":"down"}"#), "{board}");
    assert!(board.contains(r#""counts":{"off":[1,0],"to_lay":[0,0]}"#), "{board}");
    assert!(!board.contains("task"), "{board}");
    assert_eq!(Wieniet::start(&Rules::default()).board().task, Some("lay_opponent".into()));
    let cells = position.cells();
    assert_eq!((&*cells.grid, cells.cells.len()), ("square", 24));
    assert_eq!((cells.cells["a4"], cells.cells["c6"], cells.cells["d1"]), ((0.0, 2.0), (2.0, 0.0), (3.0, 5.0)));
}
