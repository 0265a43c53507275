//! Tests for individual rules: captures, promotion, counters, the end of the game.

use super::super::position::{Checkers, Rules};
use super::super::rules::{NO_MOVES, NO_PIECES};
use super::{legal, listed, play, read};
use kit::game::Game;
use kit::state::{Ending, Reason, State};
use ugi::Turn;

fn after(text: &str, token: &str) -> String {
    let mut position = read(text);
    play(&mut position, token);
    position.position_text()
}

#[test]
fn p1_moves_first_from_the_rows_of_low_numbers() {
    let start = Checkers::start(&Rules::default());
    assert_eq!(legal(&start), ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]);
}

#[test]
fn captures_are_compulsory_but_the_choice_is_free() {
    // Single jumps by men, a double jump and a king's jump are all legal, but steps are not.
    let tokens = legal(&read("B:W15,16,22,26:B10,11,K30"));
    assert_eq!(tokens, ["10x19", "11x18x25", "11x20", "30x23"]);
}

#[test]
fn moves_come_in_a_fixed_order() {
    let listed = |text| listed(&read(text)).join(" ");
    // Captures are ordered by the square of the piece, then by direction, regardless of their length. Steps are ordered
    // by direction, then by square.
    assert_eq!(listed("B:W17,18,19:B14,16"), "14x21 14x23 16x23");
    assert_eq!(listed("B:W17,18,19,26:B14,16"), "14x21 14x23x30 16x23x30");
    assert_eq!(listed("W:W17,18,19:B14,16"), "17x10 18x9 19x12");
    assert_eq!(listed("B:W32:B9,10,K21"), "9-13 10-14 9-14 10-15 21-25 21-17");
}

#[test]
fn a_capture_is_continued_to_its_end() {
    assert_eq!(legal(&read("B:W6,15:BK1")), ["1x10x19"]);
    assert_eq!(after("B:W6,15,32:B1", "1x10x19"), "W:W32:B19:H0:F1");
}

#[test]
fn men_capture_forward_only() {
    assert_eq!(legal(&read("B:W10:B14")), ["14-17", "14-18"]);
    assert_eq!(legal(&read("B:W10:BK14")), ["14x7"]);
}

#[test]
fn crowning_ends_the_move() {
    assert_eq!(legal(&read("B:W26,27:B22")), ["22x31"]);
    assert_eq!(after("B:W26,27:B22", "22x31"), "W:W27:BK31:H0:F1");
    assert_eq!(legal(&read("B:W26,27:BK22")), ["22x31x24"]);
}

#[test]
fn both_directions_of_a_circular_capture_are_moves() {
    let text = "W:WK22:B9,10,17,18";
    assert_eq!(legal(&read(text)), ["22x13x6x15x22", "22x15x6x13x22"]);
    assert_eq!(after(text, "22x13x6x15x22"), "B:WK22:B:H0:F2");
}

#[test]
fn only_captures_and_promotions_reset_the_count() {
    assert_eq!(after("B:WK1:B9:H30:F20", "9-13"), "W:WK1:B13:H31:F20");
    assert_eq!(after("B:WK1:B25:H30:F20", "25-29"), "W:WK1:BK29:H0:F20");
    assert_eq!(after("W:WK5:BK25:H30:F20", "5-1"), "B:WK1:BK25:H31:F21");
    assert_eq!(after("B:W14,K29:B9:H30:F20", "9x18"), "W:WK29:B18:H0:F20");
}

#[test]
fn a_side_without_a_move_has_lost() {
    let ending = |text| read(text).ending();
    assert_eq!(ending("B:W9:B"), Some(Ending::win(1, NO_PIECES)));
    assert_eq!(ending("W:W:B9"), Some(Ending::win(0, NO_PIECES)));
    assert_eq!(ending("B:W9,14:B5"), Some(Ending::win(1, NO_MOVES)));
    assert_eq!(ending("B:W:B9"), None, "the side without pieces is not to move");
    assert_eq!(ending("B"), Some(Ending::win(1, NO_PIECES)));
}

#[test]
fn fifty_plies_without_progress_are_a_draw_but_a_loss_comes_first() {
    let draw = Some(Ending::draw(Reason::NO_PROGRESS));
    assert_eq!(read("B:WK1:BK32:H49").ending(), None);
    assert_eq!(read("B:WK1:BK32:H50").ending(), draw);
    assert_eq!(read("B:WK1:BK32:H99999999999999999999").ending(), draw);
    assert_eq!(read("B:W9,14:B5:H50").ending(), Some(Ending::win(1, NO_MOVES)));
    assert_eq!(read("B:W9,14:B:H50").ending(), Some(Ending::win(1, NO_PIECES)));
    let mut position = read("B:WK1:BK32:H48:F70");
    assert_eq!(position.plies_left(), 2);
    play(&mut position, "32-27");
    assert_eq!((position.plies_left(), position.ending()), (1, None));
    play(&mut position, "1-6");
    assert_eq!((position.turn(), position.ending(), position.plies_left()), (Turn::Over, draw, 0));
    assert!(legal(&position).is_empty());
    assert_eq!((position.count_actions(), position.scores(None)), (0, vec![1, 1]));
}

#[test]
fn the_draw_can_be_switched_off_and_counters_never_overflow() {
    let rules = Rules { draw_plies: 0, ..Rules::default() };
    let text = format!("W:WK1:BK32:H{0}:F{0}", u64::MAX);
    let mut position = Checkers::parse_position(&rules, &text).unwrap();
    assert_eq!((position.ending(), position.plies_left(), position.plies()), (None, u32::MAX, u64::MAX));
    play(&mut position, "1-6");
    assert_eq!(position.position_text(), format!("B:WK6:BK32:H{0}:F{0}", u64::MAX));
    let read_back = Checkers::parse_position(&rules, &position.position_text()).unwrap();
    assert_eq!(read_back, position);
}

#[test]
fn plies_follow_from_the_move_number() {
    let mut position = read("B:W21-32:B1-12");
    for (plies, token) in ["11-15", "23-19", "8-11", "22-17"].into_iter().enumerate() {
        assert_eq!(position.plies(), plies as u64);
        play(&mut position, token);
    }
    assert_eq!(position.position_text(), "B:W17,19,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15:H4:F3");
}
