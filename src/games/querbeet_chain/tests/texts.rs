//! Tests for position texts: reading, writing and errors.

use super::{QuerbeetChain, SETS, compact_move, read, rules};
use base::rng::Rng;
use kit::game::Game;
use kit::state::State;
use ugi::Viewer;

#[test]
fn missing_sections_have_defaults() {
    let start = "p1:Tm13l0:Haaabbbcccddefgghij:F1";
    for text in ["p1", "p1:Tm13l0", "p1:F1:Haaabbbcccddefgghij", "p1:Hjihggfeddcccbbbaaa"] {
        assert_eq!(read(text).position_text(), start, "{text}");
    }
    assert_eq!(read("p1:F9:Tm14c1,m13l0").position_text(), "p1:Tm13l0,m14c1:Haaabbbccddefgghij:F9");
}

#[test]
fn texts_of_random_games_round_trip() {
    for seed in 0..40 {
        let set = rules(SETS[seed as usize % SETS.len()]);
        let (mut position, mut rng) = (QuerbeetChain::start(&set), Rng::new(seed));
        loop {
            let text = position.position_text();
            assert_eq!(QuerbeetChain::parse_view(&set, &text, Viewer::Public), Ok(position), "{text}");
            let Some(action) = compact_move(&position, &mut rng) else { break };
            assert_eq!(position.parse_action(&position.action_text(action)), Ok(action));
            position.play(action);
        }
    }
}

#[test]
fn errors_have_a_column_and_a_message() {
    for (text, error) in [
        ("p2", "column 1: expected p1, found \"p2\""),
        ("p1:Zm13", "column 4: unknown section 'Z', expected one of THF"),
        ("p1:T", "column 5: no l on m13"),
        ("p1:Tm13a0", "column 8: the tile on m13 must be l, and l can be nowhere else"),
        ("p1:Tm13l0,m14l0", "column 14: the tile on m13 must be l, and l can be nowhere else"),
        ("p1:Tm13l0,m26c0", "column 11: no cell in \"m26c0\""),
        ("p1:Tm13l0,z1c0", "column 11: no cell in \"z1c0\""),
        ("p1:Tm13l0,m014c0", "column 11: no cell in \"m014c0\""),
        ("p1:Tm13l0,m14c3", "column 15: tile c has rotations 0 to 2"),
        ("p1:Tm13l0,m14c1,m14c1", "column 17: two tiles on m14"),
        ("p1:Tm13l0,m14k0", "column 11: more tiles k than there are"),
        ("p1:Tm13l0,m14c0", "column 5: tiles do not match on a shared edge, or are not joined to m13 by road"),
        ("p1:Tm13l0,m15c1", "column 5: tiles do not match on a shared edge, or are not joined to m13 by road"),
        ("p1:H", "column 5: an empty stock is written -"),
        ("p1:Haaabbbcccddefgghijl", "column 5: expected the stock that the laid tiles leave: aaabbbcccddefgghij"),
        ("p1:F0", "column 5: F starts at 1"),
    ] {
        let found = QuerbeetChain::parse_position(&rules(SETS[0]), text);
        assert_eq!(found.unwrap_err().to_string(), error, "{text}");
    }
}

#[test]
fn illegal_tokens_are_rejected() {
    let position = read("p1");
    for token in ["c0@m15", "c0@m14", "l0@m14", "pass", "c0@m014", "c0m14", "c0@m", "c0@m999999999999", ""] {
        assert!(position.parse_action(token).is_err(), "{token}");
    }
}
