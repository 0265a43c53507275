//! Tests for PDN: parsing, writing, and the lines and plies of problems.

use super::annotate::{Annotator, Limit};
use super::{Evidence, Node, PdnGame, PdnMove, PointsOrder, ReadOptions, Reader, replay, write};
use crate::games::checkers::Checkers;
use crate::games::checkers::squares::{RULES, fen};
use base::rng::Rng;
use game::Record;
use kit::game::Game;
use kit::options::Values;
use kit::state::State;
use proptest::prelude::*;
use std::collections::HashSet;
use std::io::{BufRead, BufReader};
use ugi::GameResult;

/// Returns all games with their parse errors and replay problems.
fn games(text: &[u8]) -> Vec<(PdnGame, Vec<String>)> {
    games_of(text, PointsOrder::Black)
}

fn from(first: PointsOrder) -> ReadOptions {
    ReadOptions { first: Some(first), ..ReadOptions::default() }
}

fn games_of(input: impl BufRead, first: PointsOrder) -> Vec<(PdnGame, Vec<String>)> {
    let mut reader = Reader::new(input);
    let mut all = Vec::new();
    while let Some((mut game, unreadable)) = reader.next_game().unwrap() {
        let replayed = replay(&mut game, from(first));
        let describe = |problem: &super::PdnError| format!("{}/{:?}: {}", problem.line, problem.ply, problem.text);
        let problems = unreadable.iter().chain(&replayed.problems).map(describe).collect();
        all.push((game, problems));
    }
    all
}

fn only(text: &str) -> (PdnGame, Vec<String>) {
    let mut all = games(text.as_bytes());
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

const WHOLE: &str = "% made by hand\r\n[Event \"A \\\"cup\\\"\"]\r\n[Date \"1901.??.??\"]\r\n[Black \"Sch\u{f6}n\"]\r\n[Odd_1 \"kept\"]\r\n\
    [Result \"1-0\"]\r\n\r\n{before} 1. 11-15! {a {comment} 22-18 (22-17? 8-11 (9-13) {in} 2. 17-14) 2. 15x22\r\n\
    25:18 $3 3.08-11(!?) 29-25* ; to the end\r\n... /FEN \"B:W21:B1,K5\"/ 1-6 21-17 1-0\r\n";

/// Reading a file and writing it again preserves every construct: quotes in tags, comments, nested variations, glyphs,
/// move suffixes and setups. Spellings are normalized. The input has CRLF line endings.
#[test]
fn all_constructs_are_kept() {
    let (game, problems) = only(WHOLE);
    assert_eq!(problems, Vec::<String>::new());
    assert_eq!(game.remarks, ["made by hand"]);
    assert_eq!(game.tag("event"), Some("A \"cup\""));
    assert_eq!((game.tag("Odd_1"), game.terminator.as_str(), game.line), (Some("kept"), "1-0", 2));
    let expected = "% made by hand\n[Event \"A \\\"cup\\\"\"]\n[Date \"1901.??.??\"]\n[Black \"Sch\u{f6}n\"]\n\
        [Odd_1 \"kept\"]\n[Result \"1-0\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n\
        {before} 1. 11-15! {a {comment} 22-18 ( 22-17? 8-11 ( 9-13 ) {in} 2. 17-14 ) 2.\n\
        15x22 25x18 $3 3. 8-11(!?) 29-25 $7 {to the end} ... /FEN \"B:W21:B1,K5\"/ 1-6\n21-17 *\n\n";
    assert_eq!(write(&game), expected);
}

#[test]
fn latin_1_and_other_odd_files_are_read() {
    let latin = b"[Black \"Sch\xf6n\"]\n\n1. 11-15 {\xe9} *\n";
    assert_eq!(games(latin)[0].0.tag("Black"), Some("Sch\u{f6}n"));
    assert_eq!(games("\u{feff}[Black \"\u{e9}\"]\n\n1. 11-15 *".as_bytes())[0].0.tag("Black"), Some("\u{e9}"));
    // Accepted: a game without tags, move numbers or a terminator; squares without a separator; a lower-case tag name;
    // a dot after the FEN.
    let (game, problems) = only("11-15 2218 15x22 {x}");
    assert!(problems.is_empty() && game.moves().count() == 3, "{problems:?}");
    let (game, problems) = only("[event \"x\"]\n[Setup \"1\"]\n[FEN \"W:WK27, 26:B28,K12.\"]\n0-1\n");
    assert!(problems.is_empty() && game.tags[0].0 == "Event", "{problems:?}");
    assert!(games(b"").is_empty() && games(b" \r\n*\n1-0\n% x\n").is_empty());
    // Accepted: games without terminators, a comment between tags, and a stray terminator.
    let text = "[Event \"1\"]\n{of 1}\n[Site \"1\"]\n1. 11-15\n[Event \"2\"]\n\n[Event \"3\"]\n\n9-13 1-0 1-0\n";
    let names: Vec<_> = games(text.as_bytes()).iter().map(|(game, _)| game.tag("Event").unwrap().to_string()).collect();
    assert_eq!(names, ["1", "2", "3"]);
}

/// These files would take minutes if the parser rescanned a token from its beginning for each line.
#[test]
fn hostile_files_take_linear_time() {
    let lines = |count: usize| "some words of a comment\n".repeat(count);
    // A long comment is accepted if it is terminated. Otherwise it causes a single problem.
    let (game, problems) = only(&format!("1. 11-15 {{{}}} 22-18 *", lines(20_000)));
    assert!(problems.is_empty() && game.moves().count() == 2, "{problems:?}");
    let all = games(format!("1. 11-15 {{{}\n[Event \"next\"]\n\n9-13 *", lines(100_000)).as_bytes());
    assert_eq!((all.len(), all[0].1.len(), all[1].0.moves().count()), (2, 1, 1));
    // The input consists of many games with unterminated comments.
    let all = games("{ x \n\n[Event \"a\"]\n".repeat(20_000).as_bytes());
    assert_eq!((all.len(), all.iter().filter(|(_, problems)| problems.is_empty()).count()), (20_001, 1));
    // The unterminated comments follow a long token that was scanned and rejected.
    let far = format!("{{{}\n[Event \"b\"]\n{}", lines(40_000), "{ x \n\n[Event \"a\"]\n".repeat(20_000));
    assert_eq!(games(far.as_bytes()).len(), 20_002);
    // Many games with problems.
    for bad in ["banana *\n", "/ *\n", "[a \"\n*\n", "11-15 { x\n[Event \"a\"]\n"] {
        assert!(games(bad.repeat(2000).as_bytes()).len() > 900, "{bad}");
    }
    assert_eq!(games("{ *\n".repeat(20_000).as_bytes()).len(), 1);
    // One line without whitespace.
    assert_eq!(games("(".repeat(3 << 20).as_bytes()).len(), 1);
    assert_eq!(games(format!("?{}\n\n[Event \"next\"]\n*", "x".repeat(8 << 20)).as_bytes()).len(), 2);
    assert_eq!(only(&format!("%{}\n1. 11-15 *", "x".repeat(2 << 20))).1, ["1/None: a % line is too long"]);
    assert_eq!(only(&format!("%{}\n1. 11-15 *", "x".repeat(1 << 19))).0.remarks[0].len(), 1 << 19);
}

/// A token whose end depends on the text after it is the same wherever the buffer ends.
#[test]
fn tokens_do_not_depend_on_buffering() {
    for blanks in 0..140 {
        let text = format!("1.{}11-15(!?)1...22-18{{a}}(23-19)1/2-1/2", " ".repeat(blanks));
        let (game, problems) = only(&format!("{{{}}} {text}", "y".repeat(blanks)));
        assert_eq!(
            (game.body.len(), problems.len(), game.terminator.as_str()),
            (7, 0, "1/2-1/2"),
            "{blanks}: {game:?}"
        );
    }
}

/// A `;` comment at the end of the text needs no line ending.
#[test]
fn the_last_line_needs_no_line_end() {
    for end in ["", "\n", "\r\n"] {
        let (game, problems) = only(&format!("1. 11-15 ; well begun{end}"));
        assert_eq!((problems.len(), game.body.last()), (0, Some(&Node::Comment("well begun".to_string()))));
    }
}

/// The size of the input buffer does not affect the result.
#[test]
fn buffer_sizes_do_not_matter() {
    let whole = games(WHOLE.as_bytes());
    for size in [1, 2, 3, 7, 64] {
        assert_eq!(games_of(BufReader::with_capacity(size, WHOLE.as_bytes()), PointsOrder::Black), whole, "{size}");
    }
}

/// A problem names its line and ply, and the next game is parsed.
#[test]
fn errors_have_positions() {
    let table = [
        (
            "1. 11-15\n22-14 1-0",
            "2/Some(2): 22-14: it is not legal in W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15",
        ),
        (
            "1. 11x16x20",
            "1/Some(1): 11x16x20: it is not legal in B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
        ),
        (
            "1. 11-15 (9-13 9-14) 22-18",
            "1/Some(2): 9-14: it is not legal in W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,12,13",
        ),
        (
            "[GameType \"20\"]\n1. 32-28",
            "1/None: GameType 20 is international draughts, not English draughts (GameType 21)",
        ),
        ("[FEN \"W:W99:B1\"] *", "1/None: FEN \"W:W99:B1\": column 4: square 99 does not exist"),
        (
            "1. 11-15 /FEN \"x\"/ 1-0",
            "1/Some(1): /FEN \"x\"/: column 1: expected B or W, the side to move, found \"x\"",
        ),
        ("[Result \"1-0\"]\n1. 11-15 0-1", "2/None: the tag Result is 1-0, but the moves end with 0-1"),
        ("1. a2-b3", "1/None: cannot read \"a2-b3\""),
        ("1. 11-15 {no end", "1/None: cannot read \"{no end\""),
        ("1. 11-15 (9-13", "1/None: a variation is not closed"),
        ("1. 11-15 ) 22-18", "1/None: a variation ends that was not opened"),
        ("[FEN \"B:W9,10,17,18:B6\"]\n6x22", "2/Some(1): 6x22 may mean several captures in B:W9,10,17,18:B6"),
        ("1. 01-01", "1/None: cannot read \"01-01\""),
    ];
    for (text, expected) in table {
        let (_, problems) = only(text);
        assert_eq!(problems, [expected], "{text}");
        let following = format!("{text}\n\n[Event \"next\"]\n1. 11-15 *\n");
        let all = games(following.as_bytes());
        let (last, none) = all.last().unwrap();
        assert!(last.tag("Event") == Some("next") && none.is_empty(), "{text}: {all:?}");
    }
}

/// A game that cannot be parsed does not affect other games, with or without empty lines and tags between them.
#[test]
fn games_after_a_parse_error_are_read() {
    let text = "[Event \"1\"]\n1. 11-15 1-0\n[Event \"2\"]\n11-15 banana 23-19 {0-1} {no end\n[Event \"3\"]\n9-13 *\n";
    let long = format!("11-15 banana {{{0}1-0 9-13 * {0}}} 22-17 ; {0} 1-0 {0}\n1-0 9-13 *", "word ".repeat(1500));
    let table = [
        (text, vec![0, 1, 0]),
        ("11-15 1-0 9-13 banana 22-17 {is 1-0 } (23-18) 0-1 10-15 * 9-14 *", vec![0, 1, 0, 0]),
        ("[Event \"x]\n[Site \"y\"]\n[Result \"1-0\"]\n1. 11-15 1-0\n[Event \"next\"]\n9-13 *", vec![1, 0]),
        ("[Event \"x]\n\n[Event \"next\"]\n9-13 *", vec![1, 0]),
        ("1. 11-15 ) 22-18 1-0\n1. 9-13 *", vec![1, 0]),
        ("1. {a} !? 11-15 1-0 9-13 *", vec![1, 0]),
        ("1. 11-15 1-0 !\n1. 9-13 1-0\n1. 10-14 *", vec![0, 0, 0]),
        // Without recovery, an unterminated comment would extend to the end of the next comment.
        ("11-15 {no end\n[Event \"2\"]\n9-13 *\n[Event \"3\"]\n10-15 {ok} *", vec![1, 0, 0]),
        (&long, vec![1, 0]),
    ];
    for (text, faulty) in table {
        for size in [3, 4096] {
            let all = games_of(BufReader::with_capacity(size, text.as_bytes()), PointsOrder::Black);
            assert_eq!(all.iter().map(|(_, problems)| problems.len()).collect::<Vec<_>>(), faulty, "{text}: {all:?}");
        }
    }
}

/// Suffixes belong to the move before them, with and without a space.
#[test]
fn suffixes_belong_to_the_move_before_them() {
    let (game, problems) = only("1. 11-15 ! 22-18?? 15x22 (!?)\n25x18 ? *");
    let marks: Vec<&str> = game.moves().map(|pdn_move| pdn_move.strength.as_str()).collect();
    assert_eq!((marks, problems), (vec!["!", "??", "(!?)", "?"], Vec::new()), "{game:?}");
    let written = write(&game);
    assert!(["11-15! ", "22-18?? ", "15x22(!?) ", "25x18? "].iter().all(|text| written.contains(text)), "{written}");
}

/// Text without braces that directly follows a move is a comment, up to the next word that is none, however the buffer
/// cuts it.
#[test]
fn a_comment_without_braces_may_follow_a_move() {
    for (text, comment, plies) in [
        ("5-9Redoverstepped", "Redoverstepped", 3),
        ("5-9Red overstepped the time\n0-1", "Red overstepped the time", 3),
        ("5-9!Red resigned. 2. 24-20 0-1", "Red resigned.", 4),
        ("5-9Sch\u{f6}n (5-9 24-20) 24-20 *", "Sch\u{f6}n", 4),
        ("5-9agreed draw", "agreed", 3),
    ] {
        for blanks in (0..140).step_by(3) {
            let (game, problems) = only(&format!("1. 9-13 {}22-18 2. {text}", " ".repeat(blanks)));
            let comments: Vec<&Node> = game.body.iter().filter(|node| matches!(node, Node::Comment(_))).collect();
            assert_eq!(comments, [&Node::Comment(comment.to_string())], "{blanks}: {text}");
            assert_eq!((game.moves().count(), problems), (plies, Vec::new()), "{text}");
        }
    }
    // A single letter, an `x` without a square, and words elsewhere are no comments.
    for bad in ["5-9R", "5-9x", "5-9xRed", "5-9 Red"] {
        let (_, problems) = only(&format!("1. 9-13 22-18 2. {bad}"));
        assert!(problems.len() == 1 && problems[0].contains("cannot read"), "{bad}: {problems:?}");
    }
}

/// If the squares of a capture fit several, the moves after it decide. Variations do not count, and a setup ends the
/// moves that count.
#[test]
fn the_moves_that_follow_decide_an_ambiguous_capture() {
    let fen = "[FEN \"B:W9,10,17,18,30:B6\"]\n";
    for (text, expected) in [
        ("6x22 17-14", "6x15x22"),
        ("6x22 18-15", "6x13x22"),
        ("6x22 (6x22 18-15) 17-14", "6x15x22"),
        ("1. 6-22 18-14 22-25 30x21", "6x13x22"),
    ] {
        let (game, problems) = only(&format!("{fen}{text} *"));
        assert!(problems.is_empty() && write(&game).contains(expected), "{text}: {problems:?} {}", write(&game));
    }
    let several = "2/Some(1): 6x22 may mean several captures in B:W9,10,17,18,30:B6";
    for text in ["6x22", "6x22 30-26 22x31", "6x22 1-5", "6x22 /FEN \"W:W17:B1\"/ 17-14"] {
        assert_eq!(only(&format!("{fen}{text} *")).1, [several], "{text}");
    }
    // The capture that leads furthest is meant, even if a later move is illegal.
    let (_, problems) = only(&format!("{fen}6x22 17-14 22-25 1-5 *"));
    assert_eq!(problems, ["2/Some(4): 1-5: it is not legal in W:W9,14,30:B25"]);
}

/// Returns the remarks on the first game of a text, which must have no problems.
fn remarks(text: &str) -> Vec<String> {
    let mut reader = Reader::new(text.as_bytes());
    let (mut game, unreadable) = reader.next_game().unwrap().unwrap();
    let replayed = replay(&mut game, ReadOptions::default());
    assert!(unreadable.is_none() && replayed.problems.is_empty(), "{text}: {:?}", replayed.problems);
    replayed.remarks.iter().map(|remark| format!("{:?}: {}", remark.kind, remark.at)).collect()
}

/// A move with the wrong separator is accepted unless its squares are ambiguous. The first such move of each game gets
/// a remark.
#[test]
fn separators_are_interchangeable() {
    let expected = "\n1. 11-15 22-18 2. 15x22 25x18 3. 12-16 *";
    for text in [
        "1. 11x15 22x18 2. 15x22 25x18 3. 12x16",
        "1. 11:15 22:18 2. 15:22 25:18 3. 12:16",
        "1. 11-15 22-18 2. 15-22 25-18 3. 12-16",
        "1. 11X15 22x18 2. 15:22 25-18 3. 1216",
    ] {
        let (game, problems) = only(text);
        assert!(problems.is_empty() && write(&game).contains(expected), "{text}: {problems:?} {}", write(&game));
    }
    let first = "Separator: line 2, ply 2: 22x18 is read as 22-18";
    assert_eq!(remarks("1. 11-15\n22x18 2. 15x22\n25-18 *"), [first]);
    assert!(remarks("1. 11-15 22-18 2. 15:22 25x18 *").is_empty());
    // A capture may be written with all or some of its squares and with any separators.
    for route in ["22-13-6-15-22", "22:13:6:15:22", "22x13-6-22", "22X13X22"] {
        let (game, problems) = only(&format!("[FEN \"W:WK22:B9,10,17,18,28\"]\n{route} *"));
        assert!(problems.is_empty() && write(&game).contains("\n22x13x6x15x22 *"), "{route}: {problems:?}");
    }
    let several = "2/Some(1): 6-22 may mean several captures in B:W9,10,17,18:B6";
    assert_eq!(only("[FEN \"B:W9,10,17,18:B6\"]\n6-22").1, [several]);
}

/// A draw in words or as `1/2` is normalized to `1/2-1/2`. An unknown result gets a remark.
#[test]
fn results_have_many_forms() {
    for draw in ["1/2-1/2", "1/2", "Draw", "draw", "DRAWN"] {
        let (game, problems) = only(&format!("[Result \"{draw}\"]\n1. 11-15 22-18 {draw}\n"));
        assert!(
            problems.is_empty() && game.moves().count() == 2 && game.terminator == "1/2-1/2",
            "{draw}: {problems:?}"
        );
        assert!(write(&game).contains("[Result \"1/2-1/2\"]"), "{}", write(&game));
        assert_eq!(super::result(&game, PointsOrder::White), Some(GameResult::Draw));
        assert_eq!(games(format!("11-15 {draw} 9-13 {draw}").as_bytes()).len(), 2, "{draw}");
    }
    assert_eq!(only("[Result \"1-1\"]\n11-15 1/2").1, Vec::<String>::new());
    assert_eq!(
        only("[Result \"0-2\"]\n11-15 Draw").1,
        ["2/None: the tag Result is 0-2, but the moves end with 1/2-1/2"]
    );
    let unknown = "Result: line 1: unknown result \"banana\": expected 1-0, 0-1, 1/2-1/2, 2-0, 0-2, 1-1, 0-0, 1/2, \
        Draw or *";
    assert_eq!(remarks("[Result \"banana\"]\n11-15 *"), [unknown]);
    for accepted in ["*", "?", "", "1-0"] {
        assert!(remarks(&format!("[Result \"{accepted}\"]\n11-15 *")).is_empty(), "{accepted}");
    }
}

/// Games that are won on the board show whose points come first, provided that they agree.
#[test]
fn a_file_shows_whose_points_come_first() {
    let game = |result: &str| format!("[FEN \"B:W9:B5,K10\"]\n[Result \"{result}\"]\n5x14 *\n\n");
    let first = |text: &str| Evidence::of(text.as_bytes(), ReadOptions::default()).unwrap().first();
    let (black, white, draw, bad) = (game("1-0"), game("0-1"), game("1/2-1/2"), "11-16 11-16 *\n\n".to_string());
    let open = "[Result \"1-0\"]\n11-15 *\n\n".to_string();
    for (games, expected) in [
        (vec![], PointsOrder::Black),
        (vec![&open], PointsOrder::Black),
        (vec![&black, &black], PointsOrder::Black),
        (vec![&white], PointsOrder::White),
        (vec![&open, &white, &white], PointsOrder::White),
        (vec![&white, &white, &black], PointsOrder::Black),
        // A wrong result in a file with other problems is treated as another problem.
        (vec![&white, &bad], PointsOrder::Black),
        (vec![&draw, &white], PointsOrder::Black),
        (vec![&white, &bad, &white], PointsOrder::White),
    ] {
        let text: String = games.into_iter().map(String::as_str).collect();
        assert_eq!(first(&text), expected, "{text}");
    }
    // In a text with a single game, the result of that game alone decides whose points come first.
    let values = Values::default();
    let won = |text: &str| super::import(&values, text, 1).map(|read| read.game.result);
    assert_eq!((won(&black).unwrap(), won(&white).unwrap()), ("p1win".to_string(), "p1win".to_string()));
    assert!(won(&draw).unwrap_err().to_string().contains("Black has won, but the result is 1/2-1/2"));
}

/// With `as_english`, a game of another GameType is read if its moves are legal. Without it, a hint names the flag.
#[test]
fn as_english_reads_games_of_other_game_types() {
    let reported = |text: &str, as_english| {
        let (mut game, _) = Reader::new(text.as_bytes()).next_game().unwrap().unwrap();
        let replayed = replay(&mut game, ReadOptions { first: None, as_english });
        (replayed.problems.iter().map(|problem| problem.to_string()).collect::<Vec<_>>(), replayed.plies.len(), game)
    };
    let text = "[GameType \"20\"]\n[FEN \"W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:\
        B1,10,11,12,13,14,15,16,17,18,19,2,20,3,4,5,6,7,8,9\"]\n1. 11-15 22-18 2. 15x22 *";
    let (problems, plies, _) = reported(text, false);
    let expected = "line 1: GameType 20 is international draughts, not English draughts (GameType 21); all its moves \
        are legal in English draughts: --as-english reads it";
    assert_eq!((problems, plies), (vec![expected.to_string()], 0));
    let (problems, plies, game) = reported(text, true);
    assert_eq!((problems, plies), (vec![], 3));
    assert_eq!(game.tags, [("GameType".to_string(), "21,B,8,8,N1,0".to_string())]);
    // If the moves are not legal in English draughts, there is no hint and the flag does not help.
    let other = "[GameType \"20\"]\n1. 32-28 19-23 *";
    let expected = "line 1: GameType 20 is international draughts, not English draughts (GameType 21)";
    assert_eq!(reported(other, false).0, [expected]);
    assert_eq!(reported(other, true).0.len(), 1);
    // The same holds for games whose squares have letters.
    for tags in ["", "[Variant \"Russian\"]\n", "[GameType \"25\"]\n"] {
        let text = format!("{tags}1. c3-d4 b6-c5 2. d4xb6 a7xc5 *");
        let (problems, ..) = reported(&text, false);
        assert!(problems.len() == 1 && problems[0].ends_with("--as-english reads it"), "{problems:?}");
        let (problems, plies, game) = reported(&text, true);
        assert_eq!((problems, plies), (vec![], 4));
        assert_eq!(game.tags, [("GameType".to_string(), "21,B,8,8,N1,0".to_string())]);
    }
}

/// Games of other variants are recognised even without a GameType tag.
#[test]
fn other_variants_are_recognised() {
    let reported = |text: &str| {
        let (mut game, unreadable) = Reader::new(text.as_bytes()).next_game().unwrap().unwrap();
        let replayed = replay(&mut game, ReadOptions::default());
        unreadable.iter().chain(&replayed.problems).next().unwrap().to_string()
    };
    let fifty = "this looks like a board of 50 squares (international draughts, GameType 20)";
    for (text, expected) in [
        ("1. 33-28 18-23", format!("line 1, ply 1: 33-28: {fifty}")),
        ("[Result \"2-0\"]\n1. 32-28 19-23 2. 28x19 14x23", format!("line 2, ply 1: 32-28: {fifty}")),
        ("11-15 33-28", format!("line 1, ply 2: 33-28: the squares are 1 to 32; {fifty}")),
        ("11-0", "line 1, ply 1: 11-0: the squares are 1 to 32".to_string()),
        ("1. 45-40", "line 1, ply 1: 45-40: this looks like a board of 50 squares".to_string()),
        (
            "1. 43-38 27-32 2. 55-49",
            "line 1, ply 1: 43-38: this looks like a board of more than 50 squares".to_string(),
        ),
        (
            "1. 22-18 11-15",
            "line 1, ply 1: 22-18: White begins, as in other games on this board (such as Italian".to_string(),
        ),
        (
            "1. c3-d4 d6-c5",
            "line 1: squares with letters are those of other games (such as Russian draughts, GameType 25); English \
             draughts needs [GameType \"21\"]"
                .to_string(),
        ),
        ("1. c3:e5", "line 1: squares with letters are those of other games".to_string()),
        ("1. A3-A5", "line 1: straight moves are those of other games (such as Turkish draughts".to_string()),
        ("1. b3-b4", "line 1: cannot read \"b3-b4\"; straight moves are those of other games".to_string()),
        ("[FEN \"W:W31-50:B1-20\"] *", format!("square 50 does not exist; {fifty}")),
        ("[FEN \"W:Wa1,c3:Bh8\"] *", "line 1: squares with letters are those".to_string()),
        ("[GameType \"30\"]\n1. b3-b4", "cannot read \"b3-b4\"; GameType 30 is Turkish draughts, not".to_string()),
        ("[GameType \"77\"]\n1. 11-15", "GameType 77 is not English draughts (GameType 21)".to_string()),
        ("[GameType \"25,W,8,8,A0,0\"]\n1. c3-d4 b6-a5 2. d4-c5 b8-d6", "is Russian draughts, not".to_string()),
        ("[Variant \"Brazilian\"]\n1. c3-d4", "Variant Brazilian is Brazilian draughts, not English".to_string()),
        ("[Variant \"American Pool\"]\n1. c3-d4", "is American pool checkers, not English".to_string()),
        ("[Variant \"Frysk!\"]\n1. 31-27", "Variant Frysk! is Frisian draughts, not English".to_string()),
        ("[Variant \"Antidraughts\"]\n1. 11-15", "is losing draughts, not English draughts".to_string()),
    ] {
        assert!(reported(text).contains(&expected), "{text}: {}", reported(text));
    }
    // An error in a game of English draughts is not mistaken for another variant.
    for text in [
        "11-15 22-18 c3-d4",
        "[Variant \"GAYP\"]\n9-15",
        "[Variant \"English\"]\nc3-e5",
        "9-15",
        "11-15 21-18",
        "bad",
        "[FEN \"W:W99:B1\"] *",
    ] {
        assert!(
            !reported(text).contains("this looks like") && !reported(text).contains("letters"),
            "{text}: {}",
            reported(text)
        );
    }
}

/// If a game is won on the board, its result, if known, must name the winner, as in `1-0` or `2-0`.
#[test]
fn results_fit_where_the_game_is_over() {
    let reported = |result: &str, first| {
        let text = format!("[FEN \"B:W9:B5,K10\"]\n[Result \"{result}\"]\n5x14 *");
        games_of(text.as_bytes(), first).remove(0).1
    };
    for good in ["1-0", "2-0", "*", "?", ""] {
        assert!(reported(good, PointsOrder::Black).is_empty(), "{good}");
    }
    for bad in ["0-1", "0-2", "1/2-1/2", "1-1", "0-0"] {
        let problem = format!("3/None: Black has won, but the result is {bad} (the points of Black first)");
        assert_eq!(reported(bad, PointsOrder::Black), [problem]);
    }
    assert!(reported("0-1", PointsOrder::White).is_empty() && reported("0-2", PointsOrder::White).is_empty());
    assert_eq!(
        reported("1-0", PointsOrder::White),
        ["3/None: Black has won, but the result is 1-0 (the points of White first)"]
    );
    // In an unfinished game the players may have agreed on any result.
    assert!(only("1. 11-15 0-1").1.is_empty());
}

/// Word processors replace hyphens, and some programs write blanks around them.
#[test]
fn separators_may_be_dashes_or_have_blanks() {
    for text in [
        "1. 11\u{2013}15 22\u{2212}18 2. 15\u{d7}22 25\u{2014}18 1\u{2013}0",
        "1. 11 - 15 22 -18 2. 15 x 22 25  :  18 1 - 0",
        "1. 11-15 22- 18 2. 15 X 22 25\t-\t18 1 \u{2013} 0",
    ] {
        for blanks in 0..140 {
            let (game, problems) = only(&format!("{}{text}", " ".repeat(blanks)));
            assert_eq!((game.moves().count(), problems, game.terminator.as_str()), (4, vec![], "1-0"), "{text}");
        }
    }
    let (game, problems) = only("1. 11-15 1/2 - 1/2");
    assert_eq!((game.moves().count(), problems, game.terminator.as_str()), (1, vec![], "1/2-1/2"));
    let (game, problems) = only("[FEN \"b:wk18, 30:b12\"]\n1. 12-16 *");
    assert_eq!((game.moves().count(), problems), (1, vec![]));
}

/// The character with which DOS ends a text is ignored.
#[test]
fn the_end_of_a_text_from_dos_is_ignored() {
    for text in ["1. 11-15 *\n\u{1a}", "1. 11-15 1-0\u{1a}\u{1a}", "1. 11-15\u{1a}\n"] {
        let (game, problems) = only(text);
        assert_eq!((game.moves().count(), problems), (1, vec![]), "{text}");
    }
}

/// A tag that is repeated in the tags of a game does not begin another game.
#[test]
fn a_repeated_tag_is_a_remark() {
    let text = "[Event \"A\"]\n[Black \"J\"]\n[White \"T\"]\n[Event \"B\"]\n\n1. 9-14 *\n";
    assert_eq!(remarks(text), ["Tag: line 1: the tag Event is repeated; only the first one counts"]);
    let (game, _) = only(text);
    assert_eq!((game.tag("event"), game.tags.len(), only(&write(&game)).0.tags.len()), (Some("A"), 4, 5));
    // After an empty line, a comment or a move, it does.
    for between in ["\n", "{a comment} ", "1. 9-14\n"] {
        assert_eq!(games(format!("[Event \"A\"]\n{between}[Event \"B\"]\n\n1. 9-14 *").as_bytes()).len(), 2);
    }
}

#[test]
fn two_names_of_a_player_are_a_remark() {
    let text = |second: &str| format!("[Black \"J\"]\n[White \"T\"]\n[Red \"{second}\"]\n\n1. 9-14 *\n");
    assert_eq!(remarks(&text("K")), ["Names: line 1: the tags Black and Red name the same player; only Black counts"]);
    for second in ["J", ""] {
        assert_eq!(remarks(&text(second)), [""; 0], "{second}");
    }
}

/// If the tag names no result, the end of the moves does.
#[test]
fn the_end_of_the_moves_counts_if_the_tag_names_no_result() {
    for (tag, remark) in [
        ("?", "the tag Result is ?, but the moves end with 1-0"),
        ("*", "the tag Result is *, but the moves end with 1-0"),
        ("banana", "unknown result \"banana\": expected 1-0,"),
    ] {
        let text = format!("[Result \"{tag}\"]\n1. 11-15 1-0\n");
        assert!(remarks(&text)[0].starts_with(&format!("Result: line 1: {remark}")), "{:?}", remarks(&text));
        let read = super::import(&Values::default(), &text, 1).unwrap();
        assert_eq!(read.game.result, "p1win");
    }
}

/// A game as PlayStrategy writes it: squares have letters, each jump of a capture is a move of its own and counts in
/// the numbers, and P1 is the player who begins.
const SPLIT: &str = "[Event \"x\"]\n[Variant \"American/English\"]\n[P1 \"Anna\"]\n[P2 \"Bert\"]\n[Result \"1-0\"]\n\n\
    1. g3-f4 f6-g5 2. a3-b4 d6-c5 3. b4xd6 c7xe5 {two} 4. e5xg3 f2xh4 5. h4xf6 1-0\n";

#[test]
fn captures_that_are_split_are_joined() {
    let (game, problems) = only(SPLIT);
    let expected = "\n1. 9-14 22-17 2. 12-16 23-19 3. 16x23 27x9 {two} 4. 6x22 *\n";
    assert_eq!(problems, Vec::<String>::new());
    assert!(write(&game).contains(expected), "{}", write(&game));
}

/// Random games in PlayStrategy's notation are read as they were played, and numbered as usual.
#[test]
fn split_games_round_trip() {
    let mut split = 0;
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let mut position = Checkers::start(&RULES);
        let (mut scratch, mut tokens) = (Vec::new(), Vec::new());
        while let Some(action) = position.random_action(&mut rng, &mut scratch).filter(|_| position.plies() < 200) {
            let way = super::replay::path_squares(&position, action);
            let mark = if action.is_capture() { 'x' } else { '-' };
            let name = super::letters::name;
            tokens.extend(way.windows(2).map(|jump| format!("{}{mark}{}", name(jump[0]), name(jump[1]))));
            position.play(action);
        }
        split += tokens.len() - position.plies() as usize;
        let pairs = tokens.chunks(2).enumerate();
        let moves: Vec<String> = pairs.map(|(at, pair)| format!("{}. {}", at + 1, pair.join(" "))).collect();
        let text = format!("[Variant \"American/English\"]\n[P1 \"a\"]\n\n{} *", moves.join(" "));
        let (mut game, _) = Reader::new(text.as_bytes()).next_game().unwrap().unwrap();
        let replayed = replay(&mut game, ReadOptions::default());
        assert_eq!((fen(&replayed.last), replayed.problems), (fen(&position), vec![]), "{text}");
        let numbers: Vec<&Node> = game.body.iter().filter(|node| matches!(node, Node::Number(..))).collect();
        let expected: Vec<Node> =
            (1..=position.plies().div_ceil(2)).map(|n| Node::Number(n.to_string(), false)).collect();
        assert_eq!(numbers, expected.iter().collect::<Vec<_>>(), "{text}");
    }
    assert!(split > 40, "{split}");
}

/// P1 has the first seat and the first points of a result, whatever other games of the file show. A FEN in such a game
/// calls the side of P1 White.
#[test]
fn players_have_numbers_or_colours() {
    let seats = |text: &str| super::import(&Values::default(), text, 1).map(|read| read.game.seats);
    let expected = ["Anna".to_string(), "Bert".to_string()];
    for (first, second) in [("Black", "White"), ("Red", "White"), ("P1", "P2"), ("red", "white")] {
        let text = format!("[{second} \"Bert\"]\n[{first} \"Anna\"]\n\n1. 11-15 *");
        assert_eq!(seats(&text).unwrap(), expected, "{text}");
    }
    let (mut game, _) = Reader::new(SPLIT.as_bytes()).next_game().unwrap().unwrap();
    let replayed = replay(&mut game, from(PointsOrder::White));
    assert!(replayed.problems.is_empty());
    assert_eq!(super::result(&game, PointsOrder::White), Some(GameResult::Win(0)));
    let won = "[Variant \"English\"]\n[P1 \"a\"]\n[FEN \"W:W24:B28,K23\"]\n[Result \"1-0\"]\n\n1. a1-b2 *";
    let read = super::import(&Values::default(), won, 1);
    assert!(read.is_err(), "{read:?}");
}

/// A move is rewritten with only its first and last squares if these identify it.
#[test]
fn moves_get_the_form_of_the_standard() {
    let (game, _) = only("[FEN \"B:W6,15:B1\"]\n01-10-19 *");
    assert!(write(&game).contains("\n1x19 *"), "{}", write(&game));
    let (game, problems) = only("[FEN \"W:WK22:B9,10,17,18\"]\n22x13x6x15x22 *");
    assert!(problems.is_empty() && write(&game).contains("\n22x13x6x15x22 *"), "{problems:?}");
}

/// With a node limit, annotations are reproducible. Each comment follows its move, and the game is otherwise unchanged.
#[test]
fn annotations_are_comments() {
    let text = "1. 11-15! $5 (9-13) 22-18 {own} 2. 15x22 25x18 1/2-1/2";
    let mut seen = Vec::new();
    for _ in 0..2 {
        let mut reader = Reader::new(text.as_bytes());
        let (mut game, _) = reader.next_game().unwrap().unwrap();
        let replayed = replay(&mut game, from(PointsOrder::Black));
        Annotator::new(Box::new(Checkers::strong(&Values::default())), Limit::Nodes(2000), 1)
            .annotate(&mut game, &replayed);
        assert!(matches!(&game.body[3], Node::Comment(text) if text.contains('/')), "{:?}", game.body);
        let comments = game.body.iter().filter(|node| matches!(node, Node::Comment(_))).count();
        // The comment of the original game, and one for each of the four moves except 15x22, which is forced.
        assert_eq!(comments, 1 + 3, "{:?}", game.body);
        let (again, problems) = only(&write(&game));
        assert!(problems.is_empty());
        assert_eq!(again.moves().count(), 4);
        seen.push(write(&game));
    }
    assert_eq!(seen[0], seen[1]);
    assert!(seen[0].contains("[Result \"1/2-1/2\"]"));
}

fn words() -> impl Strategy<Value = String> {
    "[ -z|~\u{e0}-\u{ff}]{0,30}".prop_map(|text| super::token::plain(&text))
}

fn nodes() -> impl Strategy<Value = Vec<Node>> {
    let fields =
        (prop::collection::vec(1..=32u8, 2..5), any::<bool>(), prop::sample::select(vec!["", "!", "?!", "(?)"]));
    let leaf = prop_oneof![
        4 => fields.prop_filter("a move to the same square", |fields| fields.1 || fields.0.first() != fields.0.last())
            .prop_map(|(squares, captures, strength)| Node::Move(PdnMove {
            squares,
            captures,
            letters: false,
            strength: strength.to_string(),
            line: 0
        })),
        1 => words().prop_map(|text| Node::Comment(text.replace('}', ""))),
        1 => (1..200u32, any::<bool>()).prop_map(|(number, three)| Node::Number(number.to_string(), three)),
        1 => (0..200u32).prop_map(|glyph| Node::Glyph(glyph.to_string())),
        1 => words().prop_map(|text| Node::Setup(super::token::plain(&text.replace('/', " ")))),
        1 => Just(Node::Ellipsis),
    ];
    let tree = leaf.prop_recursive(3, 40, 6, |inner| prop::collection::vec(inner, 1..6).prop_map(Node::Variation));
    prop::collection::vec(tree, 0..20)
}

fn any_game() -> impl Strategy<Value = PdnGame> {
    let tags = prop::collection::vec(("[A-Z][a-zA-Z0-9_]{0,8}", "[ -~\u{a1}-\u{ff}]{0,20}"), 1..6);
    let end = prop::sample::select(vec!["*", "1-0", "0-1", "1/2-1/2", "2-0", "1-1", "0-2", "0-0"]);
    (tags, nodes(), end).prop_map(|(mut tags, body, end)| {
        let mut seen = HashSet::new();
        tags.retain(|(name, _)| seen.insert(name.to_ascii_lowercase()));
        PdnGame { remarks: Vec::new(), tags, body, terminator: end.to_string(), line: 1 }
    })
}

/// Normalizes whitespace and removes line numbers, which do not survive a round trip.
fn trimmed(nodes: Vec<Node>) -> Vec<Node> {
    let normalized = |node| match node {
        Node::Comment(text) => Node::Comment(super::token::plain(&text)),
        Node::Setup(text) => Node::Setup(super::token::plain(&text)),
        Node::Variation(inner) => Node::Variation(trimmed(inner)),
        Node::Move(pdn_move) => Node::Move(PdnMove { line: 0, ..pdn_move }),
        other => other,
    };
    nodes.into_iter().map(normalized).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Writing a game and parsing the text gives the same game, which gives the same text when it is written again.
    #[test]
    fn games_round_trip(game in any_game()) {
        let text = write(&game);
        let read: Vec<PdnGame> = {
            let mut reader = Reader::new(text.as_bytes());
            let mut all = Vec::new();
            while let Some((game, problem)) = reader.next_game().unwrap() {
                prop_assert_eq!(problem, None, "{}", text);
                all.push(game);
            }
            all
        };
        prop_assert_eq!(read.len(), 1, "{}", text);
        let mut found = read[0].clone();
        let mut expected = game.normal();
        (found.body, expected.body) = (trimmed(found.body), trimmed(expected.body));
        prop_assert_eq!(&found, &expected, "{}", text);
        prop_assert_eq!(write(&read[0]), text);
    }

    /// Parsing arbitrary bytes does not panic, nor does writing the parsed games and parsing them again.
    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for (game, _) in games(&bytes) {
            let _ = games(write(&game).as_bytes());
        }
    }

    /// Parsing an arbitrary sequence of PDN fragments does not panic, nor does writing the games and parsing them
    /// again.
    #[test]
    fn arbitrary_fragments_do_not_panic(fragments in prop::collection::vec(prop::sample::select(vec![
        "[Event \"x\"]", "[", "]", "\"", "\\", "{", "}", "(", ")", "1.", "1...", "...", "11-15", "22x18", "*", "1-0", "/", "$7", "%", ";",
        "Red", "c3-d4", "d4xb6", "b6xd8", "[Variant \"English\"]", "\n", "\n\n", " ", "!", "[FEN \"W:W9:B5\"]", "[GameType \"25\"]", "\u{e9}",
    ]), 0..40)) {
        let text = fragments.concat();
        for (game, _) in games(text.as_bytes()) {
            let _ = games(write(&game).as_bytes());
        }
    }
}

/// Random legal games, with moves in several accepted forms, are replayed without problems to the right final position.
#[test]
fn random_games_have_no_problems() {
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let mut position = Checkers::start(&RULES);
        let (mut scratch, mut text) = (Vec::new(), String::new());
        while let Some(action) = position.random_action(&mut rng, &mut scratch).filter(|_| position.plies() < 200) {
            let token = match rng.index(3) {
                0 => position.action_text(action),
                1 => position.action_text(action).replace('x', ":"),
                _ => crate::draughts::pdn::replay::shortest_notation(&position, action),
            };
            text.push_str(&format!("{}. {token}\n", position.plies() / 2 + 1));
            position.play(action);
        }
        let mut reader = Reader::new(text.as_bytes());
        let (mut game, unreadable) = reader.next_game().unwrap().unwrap();
        let replayed = replay(&mut game, from(PointsOrder::Black));
        assert!(unreadable.is_none() && replayed.problems.is_empty(), "{:?}", replayed.problems);
        assert_eq!(fen(&replayed.last), fen(&position));
        assert_eq!(only(&write(&game)).0.moves().count() as u64, position.plies());
    }
}

/// A record survives a round trip through PDN, in both square numberings.
#[test]
fn records_round_trip() {
    let numbered = |numbering: &str| {
        let mut settings = kit::settings::Settings::new(&crate::registry::REGISTRY);
        settings.set("Checkers.Numbering", Some(numbering)).unwrap();
        settings.values().clone()
    };
    for (numbering, base, moves) in [
        ("pdn", "startpos", "11-15 22-18 15x22 25x18"),
        ("jijbent", "startpos", "22-18 11-15 18x11 8x15"),
        ("pdn", "fen W:WK1,K19:B2:H0:F1", "1-6 2x9"),
    ] {
        let game = Record {
            seats: vec!["Anna".to_string(), "Bert".to_string()],
            base: base.to_string(),
            moves: moves.split(' ').map(str::to_string).collect(),
            ..Record::default()
        };
        let values = numbered(numbering);
        let text = crate::draughts::pdn::archive::write(&values, &game).unwrap();
        let read = super::import(&values, &text, 1).unwrap().game;
        assert_eq!((read.seats, read.base, read.moves), (game.seats, game.base, game.moves), "{text}");
    }
    let error = |text: &str| super::import(&numbered("pdn"), text, 1).unwrap_err().to_string();
    assert_eq!(error(""), "the text contains no game");
    assert!(error("1. 11-15 22-19").starts_with("line 1, ply 2"), "{}", error("1. 11-15 22-19"));
}
