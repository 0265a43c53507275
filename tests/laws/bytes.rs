//! Property tests for the command loop, run in this process. For any input, the loop terminates, prints only ASCII and
//! answers every `go`.

use kit::output::Output;
use kit::serve::Server;
use kit::settings::Settings;
use proptest::prelude::*;
use speltafel::registry::REGISTRY;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use ugi::Command;

/// Keeps the bytes of each write.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<Vec<u8>>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().push(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn writes_of(input: &[u8]) -> Vec<Vec<u8>> {
    let sink = Sink::default();
    let out = Arc::new(Output::new(Box::new(sink.clone()), || {}));
    Server::new(Settings::new(&REGISTRY), out).serve(&mut io::BufReader::new(input)).unwrap();
    let writes = sink.0.lock().unwrap();
    writes.clone()
}

fn output_of(input: &[u8]) -> String {
    String::from_utf8(writes_of(input).concat()).unwrap()
}

#[test]
fn answers_to_lines_that_arrive_together_are_written_together() {
    let writes = |input: &str| writes_of(input.as_bytes());
    let together: [&[u8]; 1] = [b"response p1\nresponse false\n"];
    assert_eq!(writes("query turn\nposition startpos\nquery gameover\n"), together);
    let separate: [&[u8]; 2] = [b"response p1\n", b"readyok\n"];
    assert_eq!(writes("query turn\nisready\n"), separate, "a command that may take long comes after the answer");
    assert_eq!(writes("query turn\n\nquit\nquery turn\n"), separate[..1]);
    assert_eq!(writes("ugi\n").len(), 1);
}

/// Returns the number of `go` commands before `quit`.
fn searches(input: &[u8]) -> usize {
    let input = String::from_utf8_lossy(input);
    let commands = input.split('\n').filter_map(|line| Command::parse(line).ok().flatten());
    let executed = commands.take_while(|command| !matches!(command, Command::Quit));
    executed.filter(|command| matches!(command, Command::Go(_))).count()
}

fn check(input: &[u8]) {
    let text = output_of(input);
    assert!(text.bytes().all(|b| (b' '..=b'~').contains(&b) || b == b'\n'), "{text:?}");
    let answers = text.lines().filter(|line| line.starts_with("bestmove ")).count();
    let rejected = text.lines().filter(|line| *line == "info string error search_running go").count();
    assert_eq!(answers + rejected, searches(input), "{text}");
}

/// Generates protocol words, game tokens and random text. The word `wait` is not among them, because it would let a
/// search with a huge limit run until that limit.
fn word() -> impl Strategy<Value = String> {
    let fixed = [
        "ugi",
        "isready",
        "uginewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "seat",
        "go",
        "nodes",
        "depth",
        "mate",
        "movetime",
        "infinite",
        "ponder",
        "ponderhit",
        "stop",
        "query",
        "legal",
        "islegal",
        "canon",
        "clicks",
        "view",
        "draw",
        "board",
        "cells",
        "scores",
        "setoption",
        "name",
        "value",
        "Game",
        "Hash",
        "Threads",
        "MultiPV",
        "Skill",
        "Player",
        "random",
        "d",
        "eval",
        "\n",
        "\n",
        "\n",
        "\n",
        "1",
        "2",
        "0",
        "-1",
        "99999999999999999999",
        "11-15",
        "22-18",
        "@b2n",
        "@c3w",
        "jeex",
        "@c3",
        "c3-c5",
        "pass",
        "K:in",
        "fold",
        "7:12=3,20=4",
        "e1@d5",
        "resign",
        "!deal/A47JK/2259T/3368Q/A48TQ",
        "!deal/aabbccdgh/abcdefgij",
        "!deal/?????/?????/?????/?????",
        "!end/draw/agreed",
        "!end//",
        "W:W21:B1",
        "W:Wb2e:Bb1n:S4,4",
        "deal:Y:B:R:G:C-/-/-/-:X:D4,1:F1",
        "p2:Tc4c0,d4l0:H?????????/abcdefgij",
        "W:W:R:T0,0:H0:F1",
        "p1wtime",
        "p1time",
        "p1inc",
        "searchmoves",
    ];
    let names: Vec<String> = REGISTRY.games().iter().map(|game| game.name.to_string()).collect();
    prop_oneof![
        8 => proptest::sample::select(fixed.map(str::to_string).to_vec()),
        1 => proptest::sample::select(names),
        1 => "[ -~]{1,12}",
        1 => "\\PC{1,4}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        check(&bytes);
    }

    #[test]
    fn any_words(words in proptest::collection::vec(word(), 0..120)) {
        check(words.join(" ").as_bytes());
    }

    #[test]
    fn any_position_text(game in 0..REGISTRY.games().len(), seat in 0..5u32, text in "[WBYGRCXDTHFSKdealp0-9a-k:,/?.-]{0,60}") {
        let game = REGISTRY.games()[game].name;
        let lines = format!("setoption name Game value {game}\nposition fen {text}\nquery fen\nquery legal\nquery board\nd\n\
            eval\ngo nodes 20\nwait\nposition seat {seat} fen {text}\nquery fen\nquery legal\ngo nodes 20\nwait\nd\n");
        check(lines.as_bytes());
    }
}
