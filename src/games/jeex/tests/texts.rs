//! Tests for position texts, move tokens, options, and rendering.

use super::{Jeex, Rules, is_legal, play, read, rules, start};
use kit::game::Game;
use kit::options::Values;
use kit::state::State;

#[test]
fn missing_sections_have_defaults() {
    for (short, long) in [
        ("W", "W:W:B:S7,7:H0:F1"),
        ("B:Wb2n", "B:Wb2n:B:S6,7:H0:F1"),
        ("B:F4:H0:S4,4:Bd3sw,b1n,c3w:Wd2w,b3e,b2e", "B:Wb2e,b3e,d2w:Bb1n,c3w,d3sw:S4,4:H0:F4"),
        ("W:Wb2n:Bc3w", "W:Wb2n:Bc3w:S6,6:H0:F2"),
        ("W:Wb2n", "W:Wb2n:B:S6,7:H0:F2"),
        ("W:W:B:F2", "W:W:B:S7,7:H0:F2"),
        ("W:Wa1n:Be1n:S12,0", "W:Wa1n:Be1n:S12,0:H0:F2"),
        ("W:Wa1n:Be1n:S0,0:H123:F18446744073709551615", "W:Wa1n:Be1n:S0,0:H123:F18446744073709551615"),
        ("B:Wa1n:Be1n:H99999999999999999999999", "B:Wa1n:Be1n:S6,6:H18446744073709551615:F2"),
    ] {
        assert_eq!(read(short).position_text(), long);
        assert_eq!(read(long), read(short));
    }
}

#[test]
fn large_numbers_are_accepted_and_do_not_overflow() {
    let free = Rules { draw_plies: 0, max_plies: 0, ..rules() };
    let text = "B:Wa1n:Be1n:S0,0:H18446744073709551615:F18446744073709551615";
    let mut position = Jeex::parse_position(&free, text).unwrap();
    assert_eq!((position.ending(), position.plies_left()), (None, u32::MAX));
    position = play(position, "e1s a1s jeex");
    assert_eq!(position.position_text(), "W:Wa1s:Be1s:S0,0:H18446744073709551615:F18446744073709551615");
}

#[test]
fn invalid_texts_are_rejected_with_their_column() {
    for (text, error) in [
        ("", "column 1: expected W or B, the side to move, found \"\""),
        ("w:W:B", "column 1: expected W or B, the side to move, found \"w\""),
        ("W:", "column 3: empty section"),
        ("W:X", "column 3: unknown section 'X', expected one of WBSHF"),
        ("W:Wa1n:Wb1n", "column 8: duplicate section W"),
        ("W:Wc2n", "column 4: expected a field and a direction such as b2ne, found \"c2n\""),
        ("W:Wa1n,f1n", "column 8: expected a field and a direction such as b2ne, found \"f1n\""),
        ("W:Wa4n", "column 4: expected a field and a direction such as b2ne, found \"a4n\""),
        ("W:Wa1", "column 4: expected a field and a direction such as b2ne, found \"a1\""),
        ("W:Wa1nn", "column 4: expected a field and a direction such as b2ne, found \"a1nn\""),
        ("W:Wa1n,", "column 8: expected a field and a direction such as b2ne, found \"\""),
        ("W:Wa1?", "column 4: expected a field and a direction such as b2ne, found \"a1?\""),
        ("W:Wa1N", "column 4: expected a field and a direction such as b2ne, found \"a1N\""),
        ("W:Wé1n", "column 4: expected a field and a direction such as b2ne, found \"\\xc3\\xa91n\""),
        ("W:Wa1n,a1e", "column 8: a second stone on a1"),
        ("W:Wa1n:Bb1n,a1n", "column 13: a second stone on a1"),
        ("W:S7", "column 4: expected the stock as two numbers such as S7,7"),
        ("W:S7,7,7", "column 4: expected the stock as two numbers such as S7,7"),
        ("W:S7,-1", "column 6: expected a number, found \"-1\""),
        ("W:S,7", "column 4: expected a number, found \"\""),
        ("W:S8,7", "column 4: 15 stones on the board and in stock, expected at most 14"),
        ("W:Wa1n:Bb1n:S7,6", "column 14: 15 stones on the board and in stock, expected at most 14"),
        (
            "W:S18446744073709551615,18446744073709551615",
            "column 4: 18446744073709551615 stones on the board and in stock, expected at most 14",
        ),
        ("W:Wa1n,a2n,a3n,b1n,b2n,b3n,c1n,c3n", "column 1: 15 stones on the board and in stock, expected at most 14"),
        ("W:H-1", "column 4: expected a number, found \"-1\""),
        ("W:F", "column 4: expected a number, found \"\""),
        ("W:F0", "column 4: F starts at 1"),
        ("W:Wa1n:Ba2n:F1", "column 14: F1 with W to move requires an empty board"),
        ("W:Ba2n:F1", "column 9: F1 with W to move requires an empty board"),
        ("W:Ba2n", "column 7: F1 with W to move requires an empty board"),
        ("B:F1", "column 4: F1 with B to move requires one white stone and no black one"),
        ("B", "column 2: F1 with B to move requires one white stone and no black one"),
        ("B:Wa1n,a2n", "column 11: F1 with B to move requires one white stone and no black one"),
        ("B:Wa1n:Be1n:F1", "column 14: F1 with B to move requires one white stone and no black one"),
        ("W:S7,0:F1", "column 9: F1 requires a stone in stock to open with"),
        ("B:Wa1n:S6,0", "column 12: F1 requires a stone in stock to open with"),
    ] {
        let rejected = Jeex::parse_position(&rules(), text).unwrap_err();
        assert_eq!(rejected.to_string(), error, "{text}");
    }
}

#[test]
fn only_canonical_tokens_are_moves() {
    let position = play(start(), "@b2n @c3w @b3e @d3sw b2e @b1n");
    assert!(is_legal(&position, "@d2w") && is_legal(&position, "b3xc3") && is_legal(&position, "b2ne"));
    for token in
        ["", "@", "@d2", "d2w", "@d2W", "@d2 w", "b3xc3w", "b3-c3", "b2e", "b1e", "b2", "JEEX", "jeex!", "@c2n", "x"]
    {
        assert!(!is_legal(&position, token), "{token:?}");
    }
}

#[test]
fn the_battlefields_are_an_option() {
    for (word, field) in [("b2,d2", "d2"), ("b1,d3", "d3"), ("b3,d1", "d1")] {
        let mut values = Values::default();
        let spec = &Jeex::OPTIONS[0];
        values.set(spec, spec.accept(word).unwrap());
        let rules = Rules::from(&values);
        let stone = |way| format!("W:Wa2e,{field}{way}:Bc3n,e2w:S0,0:F5");
        // Black's stone on e2 points at the tested field and captures the white stone there.
        let way = [("d2", "w"), ("d3", "nw"), ("d1", "sw")].iter().find(|(at, _)| *at == field).unwrap().1;
        let text = stone("n").replace("W:W", "B:W").replace("e2w", &format!("e2{way}"));
        let token = format!("e2x{field}");
        let taken = |rules: &Rules| {
            let position = Jeex::parse_position(rules, &text).unwrap();
            play(position, &token).stock[1]
        };
        assert_eq!((taken(&rules), taken(&super::rules())), (0, 1), "{word}");
    }
}

#[test]
fn bench_positions_can_be_searched() {
    for line in Jeex::BENCH {
        let (base, moves) = line.split_once(" moves ").unwrap_or((line, ""));
        let position = base.strip_prefix("fen ").map_or_else(start, read);
        assert_eq!(play(position, moves).ending(), None, "{line}");
    }
}

#[test]
fn board_picture_and_explanation_show_the_position() {
    let position = read("B:Wb2e,b3e,d2w:Bb1n,c3w,d3sw:S4,4:H0:F4");
    let picture = "  +-----+-----+-----+-----+-----+
  |     |     |#   #|     |     |
3 |     |  W> |#<B #|  B  |     |
  |     |     |#   #| /   |     |
  +-----+-----+-----+-----+-----+
  |     |     | \\|/ |     |     |
2 |     |  W> | -*- | <W  |     |
  |     |     | /|\\ |     |     |
  +-----+-----+-----+-----+-----+
  |     |  ^  |#   #|     |     |
1 |     |  B  |#   #|     |     |
  |     |     |#   #|     |     |
  +-----+-----+-----+-----+-----+
     a     b     c     d     e
Black to move; White attacks the centre from b2 d2; Black attacks the centre from d3
stock: White 4, Black 4; battlefields (#) c1 c3; 0 plies without progress; move 4";
    assert_eq!(position.picture(), picture);
    let board = serde_json::to_string(&position.board()).unwrap();
    assert!(board.contains(r#"{"at":"d3","seat":2,"kind":"stone","dir":"sw"}"#), "{board}");
    assert!(board.contains(r#""counts":{"stock":[4,4]}"#), "{board}");
    assert_eq!(position.cells().cells.len(), 14);
    assert_eq!(position.cells().cells["a1"], (0.0, 2.0));
    let clicks = |token: &str| position.clicks(position.parse_action(token).unwrap()).join(" ");
    assert_eq!([clicks("b1xb2"), clicks("b1ne"), clicks("jeex")], ["b1 b2", "b1 ne", "jeex"]);
    assert!(position.explain().contains("total for the side to move"));
}
