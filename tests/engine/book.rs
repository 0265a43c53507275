//! Tests for the executable with an opening book: display, play and damaged files.

use crate::common::{TestEngine, run_dialogue};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Copies the small test book and returns the path of the copy. The book was built with
/// `speltafel-lab book build checkers --output tests/data/small.book --positions 192 --nodes 50`.
fn book(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::copy("tests/data/small.book", &path).unwrap();
    path
}

fn speltafel(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_speltafel")).args(arguments).output().unwrap()
}

/// Searches a position and returns the output lines without times.
fn search(engine: &mut TestEngine, position: &str) -> Vec<String> {
    engine.send("uginewgame");
    engine.send(&format!("position {position}"));
    engine.send("go nodes 2000");
    let without_times = |line: &String| {
        let words: Vec<&str> = line.split(' ').collect();
        let timed = |index: usize| index > 0 && ["time", "nps"].contains(&words[index - 1]);
        (0..words.len()).filter(|&index| !timed(index)).map(|index| words[index]).collect::<Vec<_>>().join(" ")
    };
    engine.until("bestmove").iter().map(without_times).collect()
}

#[test]
fn book_moves_are_played_without_a_search_and_only_in_normal_play() {
    let path = book("dialogue.book");
    let script = format!(
        "> setoption name Seed value 3
> setoption name Checkers.BookFile value {}
> go nodes 500
> wait
< info depth 1 *
< ...
< bestmove *
> setoption name OwnBook value true
> go movetime 60000
> wait
< info string book *-* value * weight *
< info depth 0 seldepth 0 multipv 1 score cp * nodes 0 nps 0 hashfull 0 tbhits 0 time 0 pv *-*
< bestmove *-*
> position startpos moves 9-13 22-18 10-15
> go nodes 500
> wait
< info string book *
< info depth 0 *
< bestmove *
> position startpos
> go nodes 500 searchmoves 11-15
> wait
< info depth 1 *
< ...
< bestmove 11-15
> go mate 2
> wait
< info depth 1 *
< ...
< bestmove *
> go infinite
> stop
< info depth 1 *
< ...
< bestmove *
> go ponder nodes 100
> ponderhit
> wait
< info depth 1 *
< ...
< bestmove *
> setoption name MultiPV value 2
> go nodes 500
> wait
< info depth 1 *
< ...
< bestmove *
> setoption name MultiPV value 1
> setoption name Skill value 19
> go nodes 500
> wait
< info depth 1 *
< ...
< bestmove *
> setoption name Skill value 20
> setoption name Player value random
> go nodes 500
> wait
< info depth *
< ...
< bestmove *
> setoption name Player value strong
> position fen W:WK1:BK32
> go nodes 500
> wait
< info depth 1 *
< ...
< bestmove *
> position startpos
> setoption name Checkers.BookFile value /no/such.book
< info string error bad_argument Checkers.BookFile: /no/such.book: no such file
> go nodes 500
> wait
< info depth 1 *
< ...
< bestmove *
",
        path.display()
    );
    run_dialogue("book", &script);
}

#[test]
fn without_own_book_a_book_file_changes_nothing() {
    let path = book("unused.book");
    let mut plain = TestEngine::start(&[]);
    let mut equipped = TestEngine::start(&[]);
    equipped.send(&format!("setoption name Checkers.BookFile value {}", path.display()));
    for engine in [&mut plain, &mut equipped] {
        engine.send("setoption name Seed value 5");
    }
    for position in ["startpos", "startpos moves 11-15", "startpos moves 9-13 22-18 10-15"] {
        assert_eq!(search(&mut equipped, position), search(&mut plain, position), "{position}");
    }
}

#[test]
fn the_options_of_the_book_are_declared() {
    let mut engine = TestEngine::start(&[]);
    engine.send("ugi");
    let lines = engine.until("ugiok");
    let declared: Vec<&String> = lines.iter().filter(|line| line.contains("Book")).collect();
    assert_eq!(
        declared,
        ["option name OwnBook type check default false", "option name Checkers.BookFile type string default <empty>"]
    );
}

#[test]
fn a_damaged_book_is_reported_and_never_used() {
    let path = book("damaged.book");
    let text = path.display().to_string();
    let show = |positions: &[&str]| speltafel(&[&["book", "show", "checkers", "--book", &text], positions].concat());
    let shown = String::from_utf8(show(&["startpos moves 9-13 22-18 10-15", "W:WK1:BK32"]).stdout).unwrap();
    assert!(shown.contains("startpos moves 9-13 22-18 10-15: value"), "{shown}");
    assert!(shown.contains("W:WK1:BK32: not in the book"), "{shown}");
    let mut bytes = fs::read(&path).unwrap();
    bytes[100] ^= 1;
    fs::write(&path, bytes).unwrap();
    let refused = show(&[]);
    assert!(!refused.status.success());
    assert!(String::from_utf8(refused.stderr).unwrap().contains("is damaged or cut off"));
    // The error in the book file is reported even while another game is open. In checkers the search then works without
    // the book.
    run_dialogue(
        "damaged book",
        &format!(
            "> setoption name Game value jeex
> setoption name OwnBook value true
> setoption name Checkers.BookFile value {text}
< info string error bad_argument Checkers.BookFile: *: is damaged or cut off: its checksum is wrong
> setoption name Game value checkers
> go nodes 100
> wait
< info depth *
< ...
< bestmove *
"
        ),
    );
}
