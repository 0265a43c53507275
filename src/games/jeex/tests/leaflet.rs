//! Tests for the leaflet's example game, the opening, claims, and draws.

use super::super::rules::{CLAIM, NO_STONES, WRONG_CLAIM};
use super::{is_legal, play, read, start, tokens};
use kit::game::Game;
use kit::state::{Ending, Reason, State};
use ugi::Seat;

const GAME: &str = "@b2n @c3w @b3e @d3sw b2e @b1n @d2w b1xb2 b3xc3 b2e d2xb2 jeex";

#[test]
fn the_example_game() {
    let texts = [
        "W:W:B:S7,7:H0:F1",
        "B:Wb2n:B:S6,7:H0:F1",
        "W:Wb2n:Bc3w:S6,6:H0:F2",
        "B:Wb2n,b3e:Bc3w:S5,6:H0:F2",
        "W:Wb2n,b3e:Bc3w,d3sw:S5,5:H0:F3",
        "B:Wb2e,b3e:Bc3w,d3sw:S5,5:H1:F3",
        "W:Wb2e,b3e:Bb1n,c3w,d3sw:S5,4:H0:F4",
        "B:Wb2e,b3e,d2w:Bb1n,c3w,d3sw:S4,4:H0:F4",
        "W:Wb3e,d2w:Bb2n,c3w,d3sw:S4,5:H0:F5",
        "B:Wc3e,d2w:Bb2n,d3sw:S4,5:H0:F5",
        "W:Wc3e,d2w:Bb2e,d3sw:S4,5:H1:F6",
        "B:Wb2w,c3e:Bd3sw:S5,5:H0:F6",
        "W:Wb2w,c3e:Bd3sw:S5,5:H0:F7",
    ];
    let mut position = start();
    for (token, text) in GAME.split(' ').zip(texts) {
        assert_eq!(position.position_text(), text);
        assert_eq!(position.ending(), None);
        position = play(position, token);
    }
    assert_eq!(position.position_text(), texts[12]);
    assert_eq!(position.ending(), Some(Ending::win(1, CLAIM)));
    assert_eq!(tokens(&position), Vec::<String>::new());
    assert_eq!(position.scores(None), [0, 2]);
}

#[test]
fn statements_of_the_example() {
    let after = |plies: usize| play(start(), &GAME.split(' ').take(plies).collect::<Vec<_>>().join(" "));
    // The second stone must not be adjacent to the first one's tip, nor point at the first from an adjacent field.
    assert!(!is_legal(&after(1), "@b3e") && !is_legal(&after(1), "@b1n") && !is_legal(&after(1), "@c1nw"));
    assert!(is_legal(&after(1), "@b1e") && is_legal(&after(1), "@c3w") && is_legal(&after(1), "@d2e"));
    // After `@d3sw` only Black attacks the centre, and White is to move. After `b2e` both players attack it. In both
    // positions a claim is wrong.
    assert!(!after(4).claim_is_right() && !after(5).claim_is_right());
    assert_eq!(play(after(5), "jeex").ending(), Some(Ending::win(0, WRONG_CLAIM)));
    // The field beyond the centre counts as adjacent: the stone on b2 reaches d2, and the stone on d2 reaches b2.
    assert!(is_legal(&after(6), "@d2w") && is_legal(&after(10), "d2xb2"));
    // The stone from b1 captures on b2 and keeps pointing north. The captured stone joins Black's stock.
    assert_eq!(after(8).direction_on(super::super::Field::new('b', '2').unwrap()).word(), "n");
    assert_eq!((after(8).stock_of(Seat::P1), after(8).stock_of(Seat::P2)), (4, 5));
    // c3 is a battlefield: a stone captured there leaves the game.
    assert_eq!(after(9).stock_of(Seat::P1), 4);
    // After the last capture only Black's d3 attacks the centre, so Black's claim is correct.
    assert!(after(11).claim_is_right());
}

#[test]
fn the_claim_is_legal_after_the_opening() {
    assert!(!is_legal(&start(), "jeex"));
    assert!(!is_legal(&play(start(), "@b2n"), "jeex"));
    let position = play(start(), "@b2n @c3w");
    assert!(is_legal(&position, "jeex"));
    assert_eq!(play(position, "jeex").ending(), Some(Ending::win(1, WRONG_CLAIM)));
}

#[test]
fn the_opening_may_not_attack_the_centre() {
    for token in ["@b1ne", "@b2e", "@b3se", "@c1n", "@c3s", "@d1nw", "@d2w", "@d3sw"] {
        assert!(!is_legal(&start(), token), "{token}");
        assert!(!is_legal(&play(start(), "@a1s"), token), "{token}");
    }
    assert_eq!(tokens(&start()).len(), 14 * 8 - 8);
    // Pointing at the first stone across an empty field is allowed.
    assert!(is_legal(&play(start(), "@a1s"), "@a3s") && !is_legal(&play(start(), "@a1s"), "@a2s"));
    // The restrictions on first stones end with the opening: after it, a stone may be placed at the tip of the first
    // stone, and stones may attack the centre.
    assert!(is_legal(&play(start(), "@a1n @a3e"), "@a2e") && is_legal(&play(start(), "@b1n @e1n"), "b1ne"));
}

#[test]
fn a_side_without_stones_ends_the_game_as_a_draw() {
    let position = play(read("W:Wb2e:Bd2e:S6,6:H0:F2"), "b2xd2");
    assert_eq!(position.position_text(), "B:Wd2e:B:S7,6:H0:F2");
    assert_eq!(position.ending(), Some(Ending::draw(NO_STONES)));
    assert_eq!(read("B:Wd2e:B:S7,6:H0:F2").ending(), Some(Ending::draw(NO_STONES)));
}

#[test]
fn draws_by_counting_end_the_game() {
    let position = read("W:Wa1e:Be1e:S6,6:H49:F40");
    assert_eq!(play(position, "a1n").ending(), Some(Ending::draw(Reason::NO_PROGRESS)));
    assert_eq!(play(position, "@b1n").ending(), None);
    assert_eq!((position.plies(), position.plies_left()), (78, 1));
    let position = read("B:Wa1e:Be1e:S6,6:H0:F500");
    assert_eq!(position.plies_left(), 1);
    assert_eq!(play(position, "@d1n").ending(), Some(Ending::draw(Reason::MAX_PLIES)));
    // A claim and a side without stones take precedence over the move-count rules.
    assert_eq!(play(position, "jeex").ending(), Some(Ending::win(0, WRONG_CLAIM)));
    let bare = play(read("B:Wa1e:Bb1w:S6,6:H49:F500"), "b1xa1");
    assert_eq!(bare.ending(), Some(Ending::draw(NO_STONES)));
}

#[test]
fn a_claim_leaves_the_count_of_idle_plies() {
    let position = play(read("W:Wb2e:Be1e:S6,6:H7:F5"), "jeex");
    assert_eq!(position.position_text(), "B:Wb2e:Be1e:S6,6:H7:F5");
    assert_eq!(position.ending(), Some(Ending::win(0, CLAIM)));
}
