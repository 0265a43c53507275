//! Tests for position texts and move tokens (accepted and rejected input, both numberings), the cells and the picture.

use super::super::position::{Checkers, Rules};
use super::{legal, play, read};
use kit::game::Game;
use kit::state::State;
use kit::text::TokenError;

const TURNED: Rules = Rules { turned: true, draw_plies: 50 };

const START: &str = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12:H0:F1";

#[test]
fn the_start_position_prints_as_in_pdn() {
    assert_eq!(Checkers::start(&Rules::default()).position_text(), START);
}

#[test]
fn position_texts_accept_ranges_missing_sections_any_order_and_a_full_stop() {
    let start = Checkers::start(&Rules::default());
    for text in ["B:W21-32:B1-12", "B:W21-32:B1-12.", "B:F1:B12,1-11:H0:W32,31,21-30", "B:H0:W21-32:B1-12:F1."] {
        assert_eq!(read(text), start, "{text}");
    }
    assert_eq!(read("W:WK1-3,9:BK5-5").position_text(), "W:WK1,K2,K3,9:BK5:H0:F1");
    assert_eq!(read("W").position_text(), "W:W:B:H0:F1");
    assert_eq!(read("W:B3:F00012").position_text(), "W:W:B3:H0:F12");
    assert_eq!(read("B:WK1-12:BK21-32").position_text().len(), "B:W:B:H0:F1".len() + 2 * 11 + 9 * 2 + 15 * 3);
}

#[test]
fn invalid_position_texts_are_rejected_with_column_and_reason() {
    let table = [
        ("", "column 1: expected B or W, the side to move, found \"\""),
        ("b:W21:B1", "column 1: expected B or W, the side to move, found \"b\""),
        (".", "column 1: expected B or W, the side to move, found \"\""),
        ("B :W21:B1", "column 1: expected B or W, the side to move, found \"B \""),
        ("B:W21:B1:T3", "column 10: unknown section 'T', expected one of WBHF"),
        ("B:W21:w22", "column 7: unknown section 'w', expected one of WBHF"),
        ("B:W21:W22", "column 7: duplicate section W"),
        ("B:W21::B1", "column 7: empty section"),
        ("B:W21:B1:", "column 10: empty section"),
        ("B:W33:B1", "column 4: square 33 does not exist"),
        ("B:W21:B0", "column 8: square 0 does not exist"),
        ("B:W21,K99999999999999999999", "column 7: square 99999999999999999999 does not exist"),
        ("B:W30-33", "column 4: square 33 does not exist"),
        ("B:W21,21", "column 7: two pieces on square 21"),
        ("B:W21,K20-22", "column 7: two pieces on square 21"),
        ("B:W21,22:B1,22", "column 13: two pieces on square 22"),
        ("B:B1,22:W22", "column 10: two pieces on square 22"),
        ("B:W21,4", "column 7: a man on its king row, square 4"),
        ("B:B28-29", "column 4: a man on its king row, square 29"),
        ("B:B1-13", "column 4: more than 12 pieces of B"),
        ("B:WK1-12,20", "column 10: more than 12 pieces of W"),
        ("B:W25-21", "column 4: the range 25-21 runs backwards"),
        ("B:W21-", "column 4: expected a piece such as 7, K7, 5-8 or K1-3, found \"21-\""),
        ("B:WK", "column 4: expected a piece such as 7, K7, 5-8 or K1-3, found \"K\""),
        ("B:W21,", "column 7: expected a piece such as 7, K7, 5-8 or K1-3, found \"\""),
        ("B:W,21", "column 4: expected a piece such as 7, K7, 5-8 or K1-3, found \"\""),
        ("B:Wk21", "column 4: expected a piece such as 7, K7, 5-8 or K1-3, found \"k21\""),
        ("B:WK21-K22", "column 4: expected a piece such as 7, K7, 5-8 or K1-3, found \"K21-K22\""),
        ("B:W21 ", "column 4: expected a piece such as 7, K7, 5-8 or K1-3, found \"21 \""),
        ("B:W21..", "column 4: expected a piece such as 7, K7, 5-8 or K1-3, found \"21.\""),
        ("B:W٢١", "column 4: expected a piece such as 7, K7, 5-8 or K1-3, found \"\\xd9\\xa2\\xd9\\xa1\""),
        ("B:W21:H", "column 8: expected a number, found \"\""),
        ("B:W21:H-1", "column 8: expected a number, found \"-1\""),
        ("B:W21:F0", "column 8: F starts at 1"),
        ("B:W21:Fx:B0", "column 8: expected a number, found \"x\""),
    ];
    for (text, message) in table {
        let error = Checkers::parse_position(&Rules::default(), text).unwrap_err();
        assert_eq!(error.to_string(), message, "{text:?}");
    }
}

#[test]
fn the_numbering_of_the_leaflet_rotates_everything() {
    let mut turned = Checkers::start(&TURNED);
    assert_eq!(turned.position_text(), "B:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32:H0:F1");
    assert_eq!(Checkers::parse_position(&TURNED, "B:W1-12:B21-32"), Ok(turned));
    assert_eq!(legal(&turned), ["21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"]);
    for token in ["22-18", "11-15", "18x11", "8x15"] {
        play(&mut turned, token);
    }
    assert!(turned.position_text().starts_with("B:W1,2,3,4,5,6,7,9,10,12,15:B21,23,24,"));
    let man_on_king_row = Checkers::parse_position(&TURNED, "B:W21:B1,4").unwrap_err();
    assert_eq!(man_on_king_row.to_string(), "column 8: a man on its king row, square 1");
    let twice = Checkers::parse_position(&TURNED, "B:W21:B20-21").unwrap_err();
    assert_eq!(twice.to_string(), "column 8: two pieces on square 21");
}

#[test]
fn both_numberings_play_the_same_game() {
    let mut games = [Checkers::start(&Rules::default()), Checkers::start(&TURNED)];
    let mut rng = base::rng::Rng::new(3);
    while let Some(action) = games[0].random_action(&mut rng, &mut Vec::new()) {
        let other = |token: String| {
            let separator = if token.contains('x') { "x" } else { "-" };
            let numbers = token.split(separator).map(|n| (33 - n.parse::<i32>().unwrap()).to_string());
            numbers.collect::<Vec<_>>().join(separator)
        };
        let token = games[0].action_text(action);
        assert_eq!(games[1].parse_action(&other(token)), Ok(action));
        games.iter_mut().for_each(|game| game.play(action));
        assert_eq!(games[0].key(), games[1].key());
    }
    assert_eq!(games[0].ending(), games[1].ending());
    assert!(games[1].ending().is_some());
}

#[test]
fn a_short_capture_is_accepted_if_unambiguous() {
    let position = read("B:W6,15,32:B1");
    assert_eq!(position.parse_action("1x19"), position.parse_action("1x10x19"));
    assert!(position.parse_action("1x19").is_ok());
    // A circular capture in either direction ends on the same square, so the short form is ambiguous.
    let round = read("W:WK22:B9,10,17,18");
    assert_eq!(round.parse_action("22x22"), Err(TokenError::Illegal));
    assert!(round.parse_action("22x15x6x13x22").is_ok());
    // Three captures lead from 22 to 31. The token `22x31` is accepted because it is the full token of one of them.
    let one_way = read("W:WK22,K2:B9,10,17,18,K26");
    assert!(one_way.parse_action("22x31").is_ok());
}

#[test]
fn other_tokens_are_illegal() {
    let start = Checkers::start(&Rules::default());
    for token in [
        "",
        "11",
        "11-",
        "-15",
        "11-14",
        "11x15",
        "11 - 15",
        "011-15",
        "11-015",
        "11-15-19",
        "11-15x19",
        "12-11",
        "21-17",
        "11-15 ",
        "0-4",
        "33-1",
        "99999999999999999999-3",
        "resign",
        "11:15",
        "+11-15",
        "١١-١٥",
    ] {
        assert_eq!(start.parse_action(token), Err(TokenError::Illegal), "{token:?}");
    }
    let capture = read("B:W6,15,32:B1");
    for token in
        ["1-10", "1-19", "1x10", "1-10-19", "1x10x19x10", "01x19", "1X19", "1x019", "1x10x", "1x10-19", "x", "1x"]
    {
        assert_eq!(capture.parse_action(token), Err(TokenError::Illegal), "{token:?}");
    }
}

#[test]
fn the_board_is_described_for_programs() {
    let cells = serde_json::to_string(&Checkers::start(&Rules::default()).cells()).unwrap();
    assert!(cells.starts_with(r#"{"grid":"square","cells":{"1":[1.0,0.0],"10":[3.0,2.0],"#), "{cells}");
    assert!(cells.contains(r#""29":[0.0,7.0]"#) && cells.contains(r#""32":[6.0,7.0]"#), "{cells}");
    let turned = Checkers::start(&TURNED);
    // Only the sides from which the seats look are exchanged.
    let exchanged = cells.replace(r#""facing":[180,0]"#, r#""facing":[0,180]"#);
    assert!(exchanged != cells && serde_json::to_string(&turned.cells()).unwrap() == exchanged);

    let board = read("W:WK31:B7,20").board();
    assert_eq!(board.task, None);
    assert_eq!(read("B:W18,30:B1,5,14").board().task, Some("capture".into()));
    let pieces: Vec<_> =
        board.pieces.iter().map(|p| (p.at.as_str(), p.look.seat.map(|seat| seat.number()), &*p.look.kind)).collect();
    assert_eq!(pieces, [("7", Some(1), "man"), ("20", Some(1), "man"), ("31", Some(2), "king")]);
}

#[test]
fn the_picture_shows_every_square_once() {
    let picture = read("W:WK6,21:B7,K32:H4").picture();
    let line = "+-----+-----+-----+-----+-----+-----+-----+-----+";
    let rows: Vec<&str> = picture.lines().collect();
    assert_eq!(rows[0], line);
    assert_eq!(rows[1], "|     | .1  |     | .2  |     | .3  |     | .4  |");
    assert_eq!(rows[3], "| .5  |     | W6  |     | b7  |     | .8  |     |");
    assert_eq!(rows[11], "| w21 |     | .22 |     | .23 |     | .24 |     |");
    assert_eq!(rows[15], "| .29 |     | .30 |     | .31 |     | B32 |     |");
    assert_eq!(rows[17], "p2 (w, W) to move; b w men, B W kings; 4 plies without progress");
}

#[test]
fn the_rule_pages_show_the_start_position() {
    let picture = Checkers::start(&Rules::default()).picture();
    let (board, _) = picture.rsplit_once('\n').unwrap();
    for (language, page) in Checkers::RULES {
        assert!(page.contains(board), "{language}: {board}");
        assert!(page.contains(START), "{language}");
    }
}
