//! Tests that invalid position texts are rejected with an error, and that unusual but valid ones are accepted.

use super::{Rules, read};
use crate::games::wieniet::Wieniet;
use kit::game::Game;

/// Invalid position texts, each with its error message.
const INVALID: &[(&str, &str)] = &[
    ("", "column 1: expected W or R, the side to move, found \"\""),
    ("w", "column 1: expected W or R, the side to move, found \"w\""),
    ("X:W:R", "column 1: expected W or R, the side to move, found \"X\""),
    ("WR:W:R", "column 1: expected W or R, the side to move, found \"WR\""),
    ("W:W:R:Z1", "column 7: unknown section 'Z', expected one of WRTHF"),
    ("W::R", "column 3: empty section"),
    ("W:Wc3:Wd4", "column 7: duplicate section W"),
    ("W:Wc3:H0:H1", "column 10: duplicate section H"),
    ("W:Wa1", "column 4: expected a tile, or C and a tile, found \"a1\""),
    ("W:Wg3", "column 4: expected a tile, or C and a tile, found \"g3\""),
    ("W:Wc7", "column 4: expected a tile, or C and a tile, found \"c7\""),
    ("W:Wc33", "column 4: expected a tile, or C and a tile, found \"c33\""),
    ("W:Wkc3", "column 4: expected a tile, or C and a tile, found \"kc3\""),
    ("W:WcC3", "column 4: expected a tile, or C and a tile, found \"cC3\""),
    ("W:WCCc3", "column 4: expected a tile, or C and a tile, found \"CCc3\""),
    ("W:Wc3,", "column 7: expected a tile, or C and a tile, found \"\""),
    ("W:W,c3", "column 4: expected a tile, or C and a tile, found \"\""),
    ("W:Wc3 ,d4", "column 4: expected a tile, or C and a tile, found \"c3 \""),
    ("W:Wc3-d4", "column 4: expected a tile, or C and a tile, found \"c3-d4\""),
    ("W:Wc3,c3", "column 7: a second stone on c3"),
    ("W:Wc3,d4:Rc2,Cd4", "column 14: a second stone on d4"),
    ("W:Rd4:Wd4", "column 4: a second stone on d4"),
    ("W:Wa3,a4,b2,b3,b4,b5,c1,c2,c3", "column 28: more than 8 stones of a colour"),
    (
        "W:Wa3,a4,b2,b3,b4,b5,c1,c2:Rd1,d2,d3,d4,d5,d6,e2,e3:T1,0",
        "column 54: more than 8 stones of W on the board and off",
    ),
    ("W:Wa3,a4:Rd1,d2,d3,d4,d5,d6,e2,e3:T0,1", "column 36: more than 8 stones of R on the board and off"),
    ("W:T8,0", "column 4: more than 7 stones off"),
    ("W:T0,99999999999999999999999", "column 6: more than 7 stones off"),
    ("W:T7,7", "column 6: only one side can have 7 stones off"),
    ("W:T7", "column 4: expected two numbers, the stones off of White and of Red"),
    ("W:T", "column 4: expected two numbers, the stones off of White and of Red"),
    ("W:T1,2,3", "column 4: expected two numbers, the stones off of White and of Red"),
    ("W:T1, 2", "column 4: expected two numbers, the stones off of White and of Red"),
    ("W:T-1,0", "column 4: expected two numbers, the stones off of White and of Red"),
    ("W:Wa3,a4:Rd1,d2,d3,d4,d5,d6,e2,e3:T5,0", "column 36: stones are off although not all sixteen have been laid"),
    ("W:WCa3,a4:Rd1,d2,d3,d4,d5,d6,e2,e3", "column 4: a stone is circle up although not all sixteen have been laid"),
    ("W:Wa3,a4,b2,b3,b4,b5,c1,c2:Rd1,Cd2", "column 29: a stone is circle up although not all sixteen have been laid"),
    ("W:Wa3:T7,0", "column 8: stones are off although not all sixteen have been laid"),
    ("W:H", "column 4: expected a number, found \"\""),
    ("W:H-1", "column 4: expected a number, found \"-1\""),
    ("W:Hx", "column 4: expected a number, found \"x\""),
    ("W:F0", "column 4: F starts at 1"),
    ("W:F", "column 4: expected a number, found \"\""),
    ("W:F1.5", "column 4: expected a number, found \"1.5\""),
    ("W:F1:", "column 6: empty section"),
    (" W:F1", "column 1: expected W or R, the side to move, found \" W\""),
    ("W:F1 ", "column 4: expected a number, found \"1 \""),
];

#[test]
fn invalid_texts_are_rejected_with_column_and_reason() {
    for (text, expected) in INVALID {
        let answer = Wieniet::parse_position(&Rules::default(), text);
        assert_eq!(answer.map_err(|error| error.to_string()), Err((*expected).to_string()), "{text}");
    }
}

#[test]
fn unusual_texts_are_accepted() {
    let texts = [
        "R:W:R",
        "W:Wa3:R:F7",
        "R:Wc3:T0,0",
        "W:WCa3:RCb2,Cc2,d2,d6,c6,b5,a4,e4:T7,0",
        "W:Wa3,a4,b2,b3,b4,b5,c1,c2:Rd1,d2,d3,d4,d5,d6,e2:T0,1:H0007:F2",
        "R:Wa3,a4,b2,b3,b4,b5,c1,c2:Rd1,d2,d3,d4,d5,d6,e2,e3:H5:F1",
    ];
    for text in texts {
        assert_eq!(read(&read(text).position_text()), read(text), "{text}");
    }
}
