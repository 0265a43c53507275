//! Tests for the PDN writer: its output, and that a parser for the standard's grammar reads the same game.

use super::archive;
use crate::games::checkers::{Checkers, NUMBERING, Rules};
use base::rng::Rng;
use game::Record;
use kit::game::Game;
use kit::options::Values;
use kit::state::State;
use ugi::Turn;

fn game(base: &str, moves: &[&str], result: &str, reason: &str) -> Record {
    Record {
        event: "match".to_string(),
        site: "here".to_string(),
        date: Some("2026.11.20".to_string()),
        round: "1".to_string(),
        seats: vec!["dark".to_string(), "light \"two\"".to_string()],
        base: base.to_string(),
        moves: moves.iter().map(ToString::to_string).collect(),
        result: result.to_string(),
        reason: reason.to_string(),
        ..Record::default()
    }
}

fn turned() -> Values {
    let mut values = Values::default();
    values.set(&NUMBERING, "jijbent".to_string());
    values
}

/// Parses the tags and moves of one game by the grammar of PDN 3.0.
fn read(text: &str) -> (Vec<(String, String)>, Vec<String>) {
    let (head, body) = text.split_once("\n\n").unwrap();
    let tag = |line: &str| {
        let (name, value) = line.strip_prefix('[').unwrap().strip_suffix("\"]").unwrap().split_once(" \"").unwrap();
        (name.to_string(), value.replace("\\\"", "\"").replace("\\\\", "\\"))
    };
    let mut moves = Vec::new();
    let mut depth = 0;
    for word in body.split_whitespace() {
        let inside = depth > 0 || word.starts_with('{');
        depth += word.matches('{').count() as i32 - word.matches('}').count() as i32;
        let is_number = word.ends_with('.') && word.trim_end_matches('.').parse::<u32>().is_ok();
        if !inside && !is_number && word != "*" {
            moves.push(word.to_string());
        }
    }
    assert!(depth == 0 && body.trim_end().ends_with('*'), "{body}");
    (head.lines().map(tag).collect(), moves)
}

#[test]
fn comments_and_time_controls_are_written() {
    let mut played = game("startpos", &["11-15", "22-18", "15x22"], "draw", "agreed");
    played.comments = vec!["+0.12/9 0.080s".to_string(), String::new(), "a}b".to_string()];
    played.time_controls = vec!["10+0.1".to_string(); 2];
    let text = archive::write(&Values::default(), &played).unwrap();
    assert!(text.contains("\n\n1. 11-15 {+0.12/9 0.080s} 22-18 2. 15x22 {a b} {drawn: agreed} *\n"), "{text}");
    assert!(text.contains("]\n[TimeControl \"10+0.1\"]\n[PlyCount \"3\"]\n"), "{text}");
    assert_eq!(read(&text).1, ["11-15", "22-18", "15x22"]);
    played.time_controls[1] = "-".to_string();
    let text = archive::write(&Values::default(), &played).unwrap();
    assert!(text.contains("[BlackTimeControl \"10+0.1\"]\n[WhiteTimeControl \"-\"]\n"), "{text}");
}

#[test]
fn a_game_looks_like_the_standard() {
    let text = archive::write(
        &Values::default(),
        &game("startpos", &["11-15", "22-18", "15x22", "25x18", "!end/p2win/time"], "p2win", "time"),
    );
    let expected = "[Event \"match\"]\n[Site \"here\"]\n[Date \"2026.11.20\"]\n[Round \"1\"]\n[Black \"dark\"]\n\
        [White \"light \\\"two\\\"\"]\n[Result \"0-1\"]\n[GameType \"21,B,8,8,N1,0\"]\n[PlyCount \"4\"]\n\
        [Termination \"time\"]\n\n\
        1. 11-15 22-18 2. 15x22 25x18 {!end/p2win/time} {light \"two\" (White) won: time}\n*\n\n";
    assert_eq!(text.unwrap(), expected);
}

/// A game that begins at another position gets SetUp and FEN tags and the right first move number. The FEN omits the
/// counters.
#[test]
fn other_starts_are_set_up() {
    let start = "fen W:WK22:B9,10,17,18:H0:F7";
    let text = archive::write(&Values::default(), &game(start, &["22x13x6x15x22"], "p2win", "no_pieces")).unwrap();
    assert!(text.contains("[SetUp \"1\"]\n[FEN \"W:WK22:B9,10,17,18\"]\n"), "{text}");
    // Both routes have the same first and last square, so all squares are needed.
    assert!(text.contains("\n7... 22x13x6x15x22 {"), "{text}");
    let usual = "fen B:W21-32:B1-12:H0:F1";
    assert!(!archive::write(&Values::default(), &game(usual, &[], "none", "aborted")).unwrap().contains("FEN"));
}

/// A position after moves without progress keeps its counters, and a reader keeps them too.
#[test]
fn moves_without_progress_are_kept() {
    let start = "fen W:WK1,K19:BK32:H8:F5";
    let text = archive::write(&Values::default(), &game(start, &["1-6"], "none", "none")).unwrap();
    assert!(
        text.contains("[FEN \"W:WK1,K19:BK32:H8:F5\"]\n") && text.ends_with("5... 1-6 {no result} *\n\n"),
        "{text}"
    );
    assert_eq!(super::import(&Values::default(), &text, 1).unwrap().game.base, start);
}

/// Names and reasons that are not known are left out.
#[test]
fn unknown_names_and_reasons_are_left_out() {
    let written = |seats: &[&str], result: &str, reason: &str| {
        let seats = seats.iter().map(ToString::to_string).collect();
        archive::write(&Values::default(), &Record { seats, ..game("startpos", &[], result, reason) })
    };
    for (seats, result, reason, expected) in [
        (&[][..], "p2win", "none", "{White won}"),
        (&["", ""], "p1win", "resign", "{Black won: resign}"),
        (&["Anna", ""], "p1win", "", "{Anna (Black) won}"),
        (&["", "Bert"], "draw", "agreed", "{drawn: agreed}"),
    ] {
        let text = written(seats, result, reason).unwrap();
        assert!(text.contains(&format!("\n\n{expected} *\n")), "{text}");
        assert!(!text.contains("\"\"]\n[White") && !text.contains("[White \"\"]"), "{text}");
    }
    let error = |seats: &[&str], result: &str| written(seats, result, "none").unwrap_err().to_string();
    assert_eq!(error(&["Anna", "Bert"], "won"), "result: expected p1win, p2win, draw or none, found won");
    assert_eq!(error(&["Anna", "Bert"], "p3win"), "result: expected p1win, p2win, draw or none, found p3win");
    assert_eq!(error(&["Anna"], "none"), "seats: expected 2 names, Black's first, found 1");
}

/// An unambiguous capture is written with two squares, regardless of its length.
#[test]
fn unambiguous_captures_are_short() {
    let start = "fen B:W6,15:B1:H0:F1";
    let text = archive::write(&Values::default(), &game(start, &["1x10x19"], "p1win", "no_pieces")).unwrap();
    assert!(text.contains("1. 1x19 {dark (Black) won: no_pieces} *"), "{text}");
}

#[test]
fn errors_are_reported() {
    assert!(archive::write(&Values::default(), &game("fen X", &[], "draw", "none")).is_err());
    let text = archive::write(&Values::default(), &game("startpos", &["11-15", "resign", "9-13"], "p1win", "resign"));
    assert!(text.unwrap().contains("1. 11-15 {resign} {dark (Black) won: resign} *"));
    let text = archive::write(&Values::default(), &game("startpos", &["a}b\n{c"], "p2win", "illegal")).unwrap();
    assert_eq!(read(&text).1, Vec::<String>::new());
}

/// Random games survive a round trip through their move text in both numberings, and no line of the text is longer than
/// 79 characters.
#[test]
fn move_texts_round_trip() {
    for seed in 0..40 {
        for (values, rules) in
            [(Values::default(), Rules::default()), (turned(), Rules { turned: true, ..Rules::default() })]
        {
            let mut rng = Rng::new(seed);
            let mut position = Checkers::start(&rules);
            let mut tokens: Vec<String> = Vec::new();
            while position.turn() != Turn::Over && tokens.len() < 120 {
                let legal = position.legal();
                let action = legal[rng.index(legal.len())];
                tokens.push(position.action_text(action));
                position.play(action);
            }
            let moves: Vec<&str> = tokens.iter().map(String::as_str).collect();
            let text = archive::write(&values, &game("startpos", &moves, "draw", "no_progress")).unwrap();
            assert!(text.lines().all(|line| line.len() < 80), "{text}");
            let (tags, found) = read(&text);
            assert!(tags.contains(&("PlyCount".to_string(), tokens.len().to_string())));
            assert!(tags.contains(&("White".to_string(), "light \"two\"".to_string())));
            let mut replayed = Checkers::start(&Rules::default());
            for token in &found {
                let action =
                    replayed.parse_action(token).unwrap_or_else(|_| panic!("{token} in {}", replayed.position_text()));
                replayed.play(action);
            }
            assert_eq!(found.len(), tokens.len());
            assert_eq!((replayed.pieces(), replayed.kings()), (position.pieces(), position.kings()));
        }
    }
}
