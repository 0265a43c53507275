//! Tests for Hub: lines, levels, positions, output and arbitrary input. `tests/dialogues` contains complete dialogues.

use super::level::Level;
use super::line::HubLine;
use super::position::{PositionReader, start};
use super::{HubEngine, Next, output_lines};
use crate::draughts::orientation::Orientation;
use crate::games::checkers::Checkers;
use crate::games::checkers::squares::{Letters, RULES, WireMove, parse_position, write_position};
use base::rng::Rng;
use kit::game::Game;
use kit::output::Output;
use kit::search::Report;
use kit::state::State;
use proptest::prelude::*;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use ugi::{Bound, Score};

const LETTERS: Letters = Letters { dark: 'b', light: 'w', empty: 'e' };

fn line(text: &str) -> HubLine<'_> {
    HubLine::parse(text).unwrap().unwrap()
}

#[test]
fn arguments_have_values_or_none() {
    let read = line("pos pos=\"a b\" moves = x flag other=\"\"\r");
    assert_eq!(read.command, "pos");
    assert_eq!([read.get("pos"), read.get("moves"), read.get("other")], [Some("a b"), Some("x"), Some("")]);
    assert_eq!((read.get("flag"), read.get("nothing"), read.flags()), (Some(""), None, vec!["flag"]));
    assert!(HubLine::parse(" \t\r").unwrap().is_none());
    for bad in ["=", "go \"", "go x=", "go x=\"y", "go x==y", "\"go\""] {
        assert!(HubLine::parse(bad).is_err(), "{bad}");
    }
}

#[test]
fn levels_are_limits() {
    let read = |text: &str| Level::read(&line(text));
    let none = Duration::ZERO;
    assert!(read("level infinite").0.is_endless() && read("level").0.is_endless());
    assert!(read("level infinite depth=3").0.is_endless());
    let (level, result) = read("level depth=7 nodes=1000");
    assert!(result.is_ok() && !level.is_endless());
    assert_eq!((level.depth, level.nodes, level.deadlines(none).hard), (Some(7), Some(1000), None));
    assert_eq!(read("level move-time=0.25").0.deadlines(none).hard, Some(Duration::from_millis(250)));
    // Hub adds the increment before the move, so this move may use it.
    let hard = |text| read(text).0.deadlines(none).hard.unwrap();
    assert!(hard("level time=1 inc=3") > hard("level time=1 inc=0"));
    assert!(hard("level time=60") < Duration::from_secs(60));
    assert!(hard("level time=60 moves=1") > hard("level time=60 moves=30"));
    assert!(hard("level time=1e-05 inc=0.01") <= Duration::from_millis(20));
    // Values that are invalid or too small become the minimum. Values that are too large are accepted.
    for (text, is_fault) in [("depth=x", true), ("depth=-3", false), ("depth=0", false), ("depth=nan", true)] {
        let (level, result) = read(&format!("level {text}"));
        assert_eq!((level.depth, result.is_err()), (Some(1), is_fault), "{text}");
    }
    assert_eq!(read("level time=-5 inc=-1").0.deadlines(none).hard.unwrap().as_secs(), 0);
    assert!(read("level time=1e300 inc=1e300 moves=1e300").0.deadlines(none).hard.is_some());
}

/// In random games, each position survives a round trip through Hub's letters. Each legal move is found again from its
/// squares, with the captured squares in reverse order.
#[test]
fn positions_and_moves_round_trip() {
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let mut position = start();
        let mut legal = Vec::new();
        let mut scratch = Vec::new();
        while let Some(action) = position.random_action(&mut rng, &mut scratch) {
            let letters = write_position(LETTERS, &position);
            let dark = position.us() == 0;
            let again = parse_position(LETTERS, dark, &letters).unwrap();
            assert_eq!(again.key(), position.key());
            legal.clear();
            position.actions(&mut legal);
            for &move_ in &legal {
                let mut wire = WireMove::of(move_);
                wire.captured.reverse();
                assert_eq!(position.after(wire.find(&position).unwrap()), position.after(move_));
            }
            position.play(action);
            if position.plies() > 300 {
                break;
            }
        }
    }
}

/// Returns the position as pydraughts sends it: rotated by 180 degrees, with the colours and the side to move
/// exchanged.
fn turned(position: &Checkers) -> String {
    let exchanged = Letters { dark: 'w', light: 'b', empty: 'e' };
    let side = if position.us() == 0 { 'W' } else { 'B' };
    format!("{side}{}", write_position(exchanged, position).chars().rev().collect::<String>())
}

/// The same game gives the same position in both orientations. The orientation is detected if the moves are legal in
/// only one of them; otherwise the client is assumed to be pydraughts.
#[test]
fn legal_moves_decide_the_orientation() {
    let mut decided = 0;
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let mut scratch = Vec::new();
        let mut position = start();
        for _ in 0..10 + seed % 20 {
            let Some(action) = position.random_action(&mut rng, &mut scratch) else { break };
            position.play(action);
        }
        let side = if position.us() == 0 { 'B' } else { 'W' };
        let plain = format!("{side}{}", write_position(LETTERS, &position));
        let other = turned(&position);
        let Some(action) = position.random_action(&mut rng, &mut scratch) else { continue };
        let wire = WireMove::of(action);
        let expected = position.after(action).key();
        let read = |letters: &str, orientation| {
            let text = format!("pos pos={letters} moves=\"{wire}\"");
            PositionReader::default().read(&line(&text), orientation).map(|position| position.key())
        };
        assert_eq!(read(&plain, Orientation::Plain).unwrap(), expected);
        assert_eq!(read(&other, Orientation::Turned).unwrap(), expected);
        assert_eq!(read(&other, Orientation::Auto).unwrap(), expected);
        if read(&plain, Orientation::Turned).is_err() {
            assert_eq!(read(&plain, Orientation::Auto).unwrap(), expected);
            decided += 1;
        }
    }
    assert!(decided > 20, "{decided}");
}

/// A position without moves is read in the orientation of pydraughts, until the client has shown that it follows the
/// protocol.
#[test]
fn positions_without_moves_are_those_of_pydraughts() {
    // pydraughts 0.6.7 sends this line for the FEN below.
    let text = "pos pos=WeeWeeebeeebeeebeeBeeeewweeeeewee";
    let sent = Checkers::parse_position(&RULES, "B:WK15,18,22,26:B3,9,10,K30").unwrap();
    let plain = Checkers::parse_position(&RULES, "W:WK3,23,24,30:B7,11,15,K18").unwrap();
    let mut reading = PositionReader::default();
    assert_eq!(reading.read(&line(text), Orientation::Auto).unwrap(), sent);
    assert_eq!(reading.read(&line(text), Orientation::Plain).unwrap(), plain);
    // The start position shows which orientation the client uses.
    for (side, as_plain) in [("B", true), ("W", false)] {
        let begins = format!("pos pos={side}bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww");
        assert_eq!(reading.read(&line(&begins), Orientation::Auto).unwrap(), start());
        assert_eq!(reading.read(&line(text), Orientation::Auto).unwrap() == plain, as_plain);
    }
}

#[test]
fn scores_are_men_and_wins_a_hundred() {
    let text = |score| {
        let pv = Vec::new();
        let report = Report {
            depth: 9,
            seldepth: 9,
            multi_pv: 1,
            score: Some(score),
            bound: Bound::Exact,
            wdl: None,
            nodes: 2_000_000,
            hashfull: 0,
            tbhits: 0,
            evs: Vec::new(),
            pv,
            current: None,
        };
        output_lines::info_line(&start(), &report, Duration::from_millis(500))
    };
    assert_eq!(text(Score::Cp(-7)), "info depth=9 score=-0.07 nodes=2000000 time=0.500 nps=4.000 pv=\"\"");
    for (score, expected) in [
        (Score::Cp(130), "1.30"),
        (Score::Cp(-19_990), "-90.00"),
        (Score::Mate(5), "99.95"),
        (Score::Mate(-4), "-99.96"),
    ] {
        assert!(text(score).contains(&format!(" score={expected} ")), "{score:?}");
    }
    assert_eq!(output_lines::error_line("a \"b\""), "error message=\"a 'b'\"");
}

/// A writer that stores everything written to it.
#[derive(Clone, Default)]
struct OutputBuffer(Arc<Mutex<Vec<u8>>>);

impl Write for OutputBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs a Hub session with these input lines and returns all lines of its output.
fn answers(lines: &[String]) -> Vec<String> {
    let kept = OutputBuffer::default();
    let out = Arc::new(Output::new(Box::new(kept.clone()), || ()));
    let mut front = HubEngine::new(&out);
    for line in lines {
        if front.handle_line(line) == Next::Quit {
            break;
        }
    }
    front.thread.finish(true);
    let bytes = kept.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap().lines().map(str::to_string).collect()
}

#[test]
fn a_search_may_be_stopped_at_once() {
    let lines = ["level infinite", "go think", "stop", "go analyze", "stop", "go ponder", "ponder-hit", "stop"];
    let output = answers(&lines.map(str::to_string));
    assert_eq!(output.iter().filter(|line| line.starts_with("done move=")).count(), 3, "{output:?}");
    assert!(!output.iter().any(|line| line.starts_with("error")), "{output:?}");
}

#[test]
fn a_go_that_cannot_be_read_is_answered() {
    let output = answers(&["go \"", "level infinite", "go think", "go \"", "stop"].map(str::to_string));
    let starts =
        ["done move=\"\"", "error message=\"cannot read", "error message=\"go: a search is running", "done move="];
    let answered: Vec<_> = output.iter().filter(|line| !line.starts_with("info")).collect();
    assert_eq!(answered.len(), starts.len(), "{output:?}");
    assert!(answered.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{output:?}");
}

fn any_line() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "pos",
        "pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
        "moves=\"11-15 22-18\"",
        "moves=\"11-15 1x1x1\"",
        "pos=W",
        "go",
        "think",
        "ponder",
        "analyze",
        "level",
        "depth=2",
        "depth=-",
        "time=0.001",
        "infinite",
        "stop",
        "ponder-hit",
        "ping",
        "hub",
        "init",
        "set-param",
        "name=hash",
        "value=1",
        "name=skill",
        "value=\"",
        "new-game",
        "\u{e9}=\u{e9}",
        "x",
    ]);
    prop_oneof![
        4 => prop::collection::vec(words, 1..4).prop_map(|words| words.join(" ")),
        1 => any::<String>().prop_map(|text| text.replace("quit", "")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// For arbitrary input, the output is printable ASCII. Each `go` outside a search gets one `done`, even if the `go`
    /// is invalid.
    #[test]
    fn arbitrary_lines_do_not_panic(lines in prop::collection::vec(any_line(), 0..12)) {
        let output = answers(&lines);
        prop_assert!(output.iter().all(|line| line.bytes().all(|byte| (b' '..=b'~').contains(&byte))), "{output:?}");
        let gos = lines.iter().filter(|line| HubLine::command_of(line) == "go").count();
        let refused = output.iter().filter(|line| line.contains("\"go: a search is running")).count();
        let done = output.iter().filter(|line| line.starts_with("done move=")).count();
        prop_assert_eq!(done + refused, gos, "{:?}", output);
    }

    /// A `pos` line is either rejected or gives a legal position.
    #[test]
    fn any_position_is_read_or_refused(letters in "[BW][bwBWe]{32}", moves in "([1-9]{1,2}[-x][1-9]{1,2} ?){0,3}") {
        let text = format!("pos pos={letters} moves=\"{moves}\"");
        for orientation in [Orientation::Auto, Orientation::Plain, Orientation::Turned] {
            if let Ok(position) = PositionReader::default().read(&line(&text), orientation) {
                prop_assert!(Checkers::parse_position(&RULES, &position.position_text()).is_ok());
            }
        }
    }
}
