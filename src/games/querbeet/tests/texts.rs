//! Tests for position texts (examples, missing sections, errors with their columns) and for rendering.

use super::{play, read, rules, two};
use crate::games::querbeet::{Querbeet, eighteen};
use kit::chance::Hidden;
use kit::game::Game;
use kit::state::State;
use ugi::{Seat, Viewer};

#[test]
fn the_examples_of_the_rule_page() {
    let start = Querbeet::start(&two());
    assert_eq!(start.position_text(), "deal:T:H-/-:S0,0:R1,0:F1");
    assert_eq!(Querbeet::start(&rules("aaabbbcccddefgghij", 3)).position_text(), "deal:T:H-/-/-:S0,0,0:R1,0:F1");
    let position = play(start, "!deal/aabbccdgh/abcdefgij c0@c4");
    assert_eq!(position.position_text(), "p2:Tc4c0,d4l0:Haabbcdgh/abcdefgij:S0,0:R1,1:F2");
    let text = |viewer| position.mask(viewer).position_text();
    assert_eq!(text(Viewer::Seat(Seat::P1)), "p2:Tc4c0,d4l0:Haabbcdgh/?????????:S0,0:R1,1:F2");
    assert_eq!(text(Viewer::Public), "p2:Tc4c0,d4l0:H????????/?????????:S0,0:R1,1:F2");
}

#[test]
fn sections_may_be_missing_or_in_another_order() {
    for (text, full) in [
        ("deal:H-/-", "deal:T:H-/-:S0,0:R1,0:F1"),
        ("deal:H-/-/-", "deal:T:H-/-/-:S0,0,0:R1,0:F1"),
        ("deal:F7:R2,0:H-/-:S-3,2", "deal:T:H-/-:S-3,2:R2,0:F7"),
        ("p1:Hhgdccbbaa/jigfedcba:Td4l0", "p1:Td4l0:Haabbccdgh/abcdefgij:S0,0:R1,0:F1"),
        ("p2:F2:R1,1:Haabbcdgh/abcdefgij:Td4l0,c4c0", "p2:Tc4c0,d4l0:Haabbcdgh/abcdefgij:S0,0:R1,1:F2"),
        ("deal:H-/-:S-0,00007:R01,0:F01", "deal:T:H-/-:S0,7:R1,0:F1"),
    ] {
        assert_eq!(read(text).position_text(), full, "{text}");
    }
}

#[test]
fn numbers_saturate() {
    let position =
        read("p1:Td4l0:Haabbccdgh/abcdefgij:S99999999999999999999,-99999999999999999999:F99999999999999999999");
    assert_eq!(position.plies(), u64::MAX - 1);
    let on = play(position, "c0@c4 e1@d5");
    assert_eq!(on.plies(), u64::MAX);
    assert_eq!(read(&on.position_text()).position_text(), on.position_text());
}

#[test]
fn unknown_tiles_are_for_views() {
    let text = "p2:Tc4c0,d4l0:Haabbcdgh/???cc????:S0,0:R1,1:F2";
    let read = |text, viewer| Querbeet::parse_view(&two(), text, viewer);
    assert_eq!(read(text, Viewer::Master).unwrap_err().column, 25);
    assert_eq!(read(text, Viewer::Seat(Seat::P2)).unwrap_err().column, 25);
    let error = read(text, Viewer::Seat(Seat::P1)).unwrap_err();
    assert!(
        error.message.contains("in the hands are not"),
        "one c on the board, one in the first hand and two in the second, but there are three: {error}"
    );
    let text = "p2:Tc4c0,d4l0:Haabbcdgh/a???????j:S0,0:R1,1:F2";
    let position = read(text, Viewer::Seat(Seat::P1)).unwrap();
    assert_eq!(position.position_text(), "p2:Tc4c0,d4l0:Haabbcdgh/aj???????:S0,0:R1,1:F2");
    assert!(position.parse_action("j0@d5").is_ok());
}

#[test]
fn errors_have_a_column_and_a_message() {
    let mut surprises = Vec::new();
    for (text, column, message) in [
        ("", 1, "H is missing"),
        ("p1:Td4l0", 9, "H is missing"),
        ("p1:Td4l0:H", 11, "written -"),
        ("p1:Td4l0:Haabbccdgh", 11, "2 or 3 hands, found 1"),
        ("deal:H-/-/-/-", 7, "2 or 3 hands, found 4"),
        ("deal:H-//-", 9, "written -"),
        ("deal:H-/-:X1", 11, "unknown section 'X'"),
        ("deal:H-/-:H-/-", 11, "duplicate"),
        ("deal:H-/-:S1", 12, "2 totals, found 1"),
        ("deal:H-/-:S1,2,3", 12, "2 totals, found 3"),
        ("deal:H-/-:S1,x", 14, "number"),
        ("deal:H-/-:S1,--1", 15, "number"),
        ("deal:H-/-:S1,", 14, "number"),
        ("deal:H-/-:R0,0", 12, "expected a round from 1 to 3"),
        ("deal:H-/-:R4,0", 12, "expected a round from 1 to 3"),
        ("deal:H-/-:R1", 12, "a round and the turns"),
        ("deal:H-/-:R1,0,0", 12, "a round and the turns"),
        ("deal:H-/-:R1,1", 12, "turns in R must be 0"),
        ("deal:H-/-:F0", 12, "F starts at 1"),
        ("deal:H-/-:Fx", 12, "number"),
        ("deal:H-/-:Td4l0", 12, "T must be empty"),
        ("deal:Haabbccdgh/abcdefgij", 7, "hands must be -"),
        ("deal:H-/a", 9, "hands must be -"),
        ("p2:Td4l0:Haabbccdgh/abcdefgij", 1, "expected p1, as R says"),
        ("p3:Td4l0:Haabbccdgh/abcdefgij", 1, "expected p1, as R says"),
        ("W:Td4l0:Haabbccdgh/abcdefgij", 1, "expected p1, as R says"),
        ("p1:Td4l0:Haabbccdgh/abcdefgij:R2,0", 1, "expected p2, as R says"),
        ("p1:Td4l0:Haabbccdgh/abcdefgij:R3,0", 32, "after round 2"),
        ("p1:Td4l0:Haabbccdgh/abcdefgij:R1,18", 34, "expected 0 to 17 turns"),
        ("p1:Haabbccdgh/abcdefgij", 24, "no l on d4"),
        ("p1:T:Haabbccdgh/abcdefgij", 5, "no l on d4"),
        ("p1:Tc4c0:Haabbcdgh/abcdefgij", 5, "no l on d4"),
        ("p1:Td4k0:Haabbccdgh/abcdefgij", 7, "the tile on d4 must be l"),
        ("p1:Td4l0,c4l0:Haabbccdgh/abcdefgij", 12, "the tile on d4 must be l"),
        ("p1:Td4l1:Haabbccdgh/abcdefgij", 8, "has rotations 0 to 0"),
        ("p1:Td4l0,a5c0:Haabbccdgh/abcdefgij", 10, "no cell"),
        ("p1:Td4l0,h1c0:Haabbccdgh/abcdefgij", 10, "no cell"),
        ("p1:Td4l0,c4m0:Haabbccdgh/abcdefgij", 12, "no tile"),
        ("p1:Td4l0,c4:Haabbccdgh/abcdefgij", 12, "no tile"),
        ("p1:Td4l0,c4c:Haabbccdgh/abcdefgij", 13, "has rotations 0 to 2"),
        ("p1:Td4l0,c4c00:Haabbccdgh/abcdefgij", 13, "has rotations 0 to 2"),
        ("p1:Td4l0,:Haabbccdgh/abcdefgij", 10, "no cell"),
        ("p2:Td4l0,c4c3:Haabbcdgh/abcdefgij:R1,1", 13, "has rotations 0 to 2"),
        ("p2:Td4l0,c4c0,c4c0:Haabbcdgh/abcdefgij:R1,1", 15, "two tiles on c4"),
        ("p2:Td4l0,c4c1:Haabbcdgh/abcdefgij:R1,1", 5, "do not match"),
        ("p2:Td4l0,a1c1:Haabbcdgh/abcdefgij:R1,1", 5, "not joined"),
        ("p2:Td4l0,c4c0:Haabbccdgh/abcdefgij:R1,1", 16, "not aaabbbcccddefgghij"),
        ("p2:Td4l0,c4c0:Haabbcdg/abcdefgij:R1,1", 16, "p1 must have 8 to 9"),
        ("p1:Td4l0:Haabbccdg/abcdefghij", 11, "p1 must have 9 to 9"),
        ("p1:Td4l0:Haaabbccdgh/bcdefgij", 11, "p1 must have 9 to 9"),
        ("p1:Td4l0:Haabbccdgl/abcdefgij", 19, "a tile a to k"),
        ("p1:Td4l0:Haabbccdg?/abcdefgij", 19, "allowed only in hands"),
        ("p1:Td4l0:Haabbccdgk/abcdefgij", 11, "not aaabbbcccddefgghij"),
        ("p1:Td4l0:Haabbccdg-/abcdefgij", 19, "a tile a to k"),
        ("p1:Td4l0:Haaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/a", 11, "too many"),
        ("p1:Td4l0:Haabbcc/abcdef/dgghik", 11, "not aaabbbcccddefgghij"),
        ("p1:Td4l0:H-/abcdefgij", 11, "p1 must have 9 to 9"),
    ] {
        let found = Querbeet::parse_position(&two(), text).expect_err(text);
        if found.column != column || !found.message.contains(message) {
            surprises.push(format!("{text}: {found}, not {column}: {message}"));
        }
    }
    assert_eq!(surprises, [""; 0]);
}

#[test]
fn tiles_are_eighteen_letters() {
    assert_eq!(eighteen("jihggfeddcccbbbaaa").as_deref(), Ok("aaabbbcccddefgghij"));
    assert_eq!(eighteen(&"k".repeat(18)).as_deref(), Ok("kkkkkkkkkkkkkkkkkk"));
    for bad in [
        "",
        "aaabbbcccddefgghi",
        "aaabbbcccddefgghijk",
        "aaabbbcccddefgghil",
        "aaabbbcccddefgghi?",
        "AAABBBCCCDDEFGGHIJ",
    ] {
        assert!(eighteen(bad).unwrap_err().to_string().contains("18 letters from a to k"), "{bad}");
    }
}

#[test]
fn the_board_for_programs_and_for_people() {
    let position = play(Querbeet::start(&two()), "!deal/aabbccdgh/abcdefgij c0@c4 e1@d5");
    let board = position.board();
    assert_eq!(board.hands, ["aabbcdgh", "abcdfgij"]);
    let piece = board.pieces.iter().find(|piece| piece.at == "d5").unwrap();
    assert_eq!((piece.look.seat, &*piece.look.kind, &piece.look.extra["roads"]), (None, "e", &vec![1, 2, 4].into()));
    let action = position.parse_action("h2@e4").unwrap();
    assert_eq!(position.clicks(action), ["h", "r2", "e4"]);
    assert_eq!(position.trace(action), ["e4"]);
    let cells = position.cells();
    assert_eq!((&*cells.grid, cells.cells.len()), ("hex", 37));
    assert_eq!((cells.cells["d4"], cells.cells["a1"]), ((3.0, 2.598), (1.5, 0.0)));
    assert_eq!(position.picture(), PICTURE.trim_matches('\n'));
    assert!(position.explain().contains("p2: total 0"));
}

const PICTURE: &str = r"
                             p1

                  a1      a2      a3      a4


              b1      b2      b3      b4      b5     p2

                                   /
          c1      c2      c3      c       c5      c6
                                 /
                             \ /
      d1      d2      d3  --- l ----- e ---   d6      d7
                             / \       \

          e1      e2      e3      e4      e5      e6


      p2      f1      f2      f3      f4      f5


                  g1      g2      g3      g4

                             p1
p1:   0 points, top and bottom              aabbcdgh
p2:   0 points, upper right and lower left  abcdfgij
round 1, turn 3: p1 to move
";

/// Neighbouring points along a side are one hexagon edge apart, and a side ends at the neutral edge of a corner.
#[test]
fn the_sides_in_the_drawing_are_chains_of_edges() {
    let cells = Querbeet::start(&two()).cells();
    assert_eq!(cells.sides.iter().map(|side| side.seat.number()).collect::<Vec<_>>(), [1, 1, 2, 2]);
    for side in &cells.sides {
        assert_eq!(side.points.len(), 7);
        for pair in side.points.windows(2) {
            let ((x, y), (u, v)) = (pair[0], pair[1]);
            assert!(((x - u).hypot(y - v) - 0.577).abs() < 0.002, "{:?}", side.points);
        }
    }
    assert_eq!((cells.sides[0].points[0], cells.sides[0].points[6]), ((1.5, -0.577), (4.5, -0.577)));
}
