//! Tests for position texts: reading, writing and errors.

use super::{QuerbeetFigure, SETS, random_position, read, rules};
use base::rng::Rng;
use kit::game::Game;
use kit::state::State;
use ugi::Viewer;

#[test]
fn missing_sections_have_defaults() {
    let stock = "Haaabbbcccddefgghijl";
    for (text, printed) in [
        ("p1", format!("p1:Zd4:T:{stock}:F1")),
        ("p1:Zc3,b3,b2", format!("p1:Zb2,b3,c3:T:{stock}:F1")),
        ("p1:F7:Tb3a3:Zb2,b3,c3", "p1:Zb2,b3,c3:Tb3a3:Haabbbcccddefgghijl:F7".to_string()),
        ("p1:Zb2,b3,c3:Hlaaabbbcccddefgghji", format!("p1:Zb2,b3,c3:T:{stock}:F1")),
    ] {
        assert_eq!(read(text).position_text(), printed);
    }
}

#[test]
fn texts_of_random_games_round_trip() {
    for seed in 0..60 {
        let set = rules(SETS[seed as usize % SETS.len()]);
        let start = random_position(12, 0, seed);
        let mut position = QuerbeetFigure::start(&super::Rules { figure: start.free(), ..set });
        let mut rng = Rng::new(seed);
        loop {
            let text = position.position_text();
            assert_eq!(QuerbeetFigure::parse_view(&set, &text, Viewer::Public), Ok(position), "{text}");
            let Some(action) = position.random_action(&mut rng, &mut Vec::new()) else { break };
            assert_eq!(position.parse_action(&position.action_text(action)), Ok(action));
            position.play(action);
        }
    }
}

#[test]
fn errors_have_a_column_and_a_message() {
    for (text, error) in [
        ("p2:Zd4", "column 1: expected p1, found \"p2\""),
        ("p1:Q", "column 4: unknown section 'Q', expected one of ZTHF"),
        ("p1:Z", "column 5: a figure has 1 to 19 cells, not 0"),
        ("p1:Zd4,d4", "column 8: d4 is there twice"),
        ("p1:Zd4,h1", "column 8: no cell \"h1\""),
        ("p1:Zd8", "column 5: no cell \"d8\""),
        ("p1:Zd4x", "column 5: no cell \"d4x\""),
        (
            "p1:Za1,a2,a3,a4,b1,b2,b3,b4,b5,c1,c2,c3,c4,c5,c6,d1,d2,d3,d4,d5",
            "column 5: a figure has 1 to 19 cells, not 20",
        ),
        ("p1:Zb2,b3,c3:Ta1a1", "column 15: a1 is not a cell of the figure"),
        ("p1:Zb2,b3,c3:Tb2a1,b2a1", "column 20: two tiles on b2"),
        ("p1:Zb2,b3,c3:Tb2a", "column 18: tile a has rotations 0 to 5"),
        ("p1:Zb2,b3,c3:Tb2l1", "column 18: tile l has rotations 0 to 0"),
        ("p1:Zb2,b3,c3:Tb2?0", "column 17: no tile in \"b2?0\""),
        (
            "p1:Zb2,b3,c3:Tb2a2",
            "column 15: the tile on b2 does not match the tiles before it or the border of the figure",
        ),
        (
            "p1:Zc3,c4,d3,d4,d5,e3,e4:Td4l0,c3b1",
            "column 32: the tile on c3 does not match the tiles before it or the border of the figure",
        ),
        ("p1:Zd3,d4,e3,e4:Td3k0", "column 18: more tiles k than there are"),
        ("p1:Zb2,b3,c3:H", "column 15: an empty stock is written -"),
        ("p1:Zb2,b3,c3:H-", "column 15: expected the stock that the laid tiles leave: aaabbbcccddefgghijl"),
        (
            "p1:Zb2,b3,c3:Tb2a1:Haaabbbcccddefgghijl",
            "column 21: expected the stock that the laid tiles leave: aabbbcccddefgghijl",
        ),
        ("p1:Zb2,b3,c3:Haaabbbcccddefgghij?", "column 33: expected at most 19 tiles a to l, and one l"),
        ("p1:Zb2,b3,c3:F0", "column 15: F starts at 1"),
        ("p1:Zb2,b3,c3:Fx", "column 15: expected a number, found \"x\""),
    ] {
        let found = QuerbeetFigure::parse_position(&rules(SETS[0]), text);
        assert_eq!(found.unwrap_err().to_string(), error, "{text}");
    }
}

#[test]
fn illegal_tokens_are_rejected() {
    let position = read("p1:Zb2,b3,c3");
    for token in ["a1@b3", "a1@d4", "pass", "a1b2", "a7@b2", "a1@b2 ", "A1@b2", "l0@b2", "?", ""] {
        assert!(position.parse_action(token).is_err(), "{token}");
    }
}
