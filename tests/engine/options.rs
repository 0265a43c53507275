//! Tests for the executable's options that cannot be written as dialogues, because they compare answers with each other
//! or with files.

use crate::common::{TestEngine, without_times};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Searches the position and returns the output lines without times.
fn search(engine: &mut TestEngine, limits: &str) -> Vec<String> {
    engine.send(&format!("go {limits}"));
    engine.until("bestmove").iter().map(|line| without_times(line)).collect()
}

#[test]
fn clear_hash_makes_a_search_repeatable() {
    let mut engine = TestEngine::start(&[]);
    engine.send("setoption name Seed value 7");
    let first = search(&mut engine, "depth 8");
    assert_ne!(search(&mut engine, "depth 8"), first, "a second search uses the transposition table");
    engine.send("setoption name Clear Hash");
    assert_eq!(search(&mut engine, "depth 8"), first);
    assert_eq!(engine.close(), (vec![], Some(0)));
}

/// Error messages quote rejected values as printable ASCII and shorten them.
#[test]
fn rejected_values_are_quoted() {
    let mut engine = TestEngine::start(&[]);
    for name in ["Checkers.EgdbPath", "Checkers.Evaluation", "Checkers.BookFile", "LogFile"] {
        let value = format!("/nowhere/a\rbestmove 9-13\u{1b}[31m{}", "x".repeat(5000));
        engine.send(&format!("setoption name {name} value {value}"));
        engine.send("isready");
        let lines = engine.until("readyok");
        assert!(
            lines.iter().any(|line| line.starts_with(&format!("info string error bad_argument {name}: "))),
            "{lines:?}"
        );
        for line in lines {
            assert!(line.len() < 250 && line.chars().all(|c| c == ' ' || c.is_ascii_graphic()), "{line}");
        }
    }
    assert_eq!(engine.close(), (vec![], Some(0)));
}

#[test]
fn an_honest_player_does_not_use_hidden_cards() {
    // The mover has the same cards in both deals, but its partner and an opponent have exchanged theirs.
    let deals = ["!deal/A47JK/2259T/3368Q/A48TQ", "!deal/A47JK/2259T/A48TQ/3368Q"];
    for honest in ["true", "false"] {
        let [one, other] = deals.map(|deal| {
            let mut engine = TestEngine::start(&["--game", "keezen"]);
            engine.send("setoption name Seed value 7");
            engine.send(&format!("setoption name Honest value {honest}"));
            engine.send(&format!("position startpos moves {deal}"));
            let lines = search(&mut engine, "nodes 2000");
            let best = lines.last().unwrap().strip_prefix("bestmove ").unwrap();
            assert_eq!(engine.ask(&format!("query islegal {best}")), "true", "{deal}");
            assert_eq!(engine.close(), (vec![], Some(0)));
            lines
        });
        assert_eq!(one == other, honest == "true", "Honest {honest}: {one:?} {other:?}");
    }
}

#[test]
fn the_log_has_all_input_and_output() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("traffic.log");
    let _ = fs::remove_file(&path);
    let mut engine = TestEngine::start(&[]);
    engine.send(&format!("setoption name LogFile value {}", path.display()));
    assert_eq!(engine.ask("query turn"), "p1");
    engine.send("go depth 1");
    let output = engine.until("bestmove");
    engine.send("setoption name LogFile value <empty>");
    engine.send("query game");
    assert_eq!(engine.line().unwrap(), "response checkers");
    assert_eq!(engine.close(), (vec![], Some(0)));
    let text = fs::read_to_string(&path).unwrap();
    // Each line contains the time in seconds, the direction (`>` or `<`) and the text.
    let traffic: Vec<&str> = text.lines().map(|line| line.trim_start().split_once(' ').unwrap().1).collect();
    let mut expected = vec!["> query turn".to_string(), "< response p1".to_string(), "> go depth 1".to_string()];
    expected.extend(output.iter().map(|line| format!("< {line}")));
    expected.push("> setoption name LogFile value <empty>".to_string());
    assert_eq!(traffic, expected);
}

#[test]
fn nothing_is_written_to_standard_error() {
    let script = "ugi\nnonsense\nposition fen X\nposition startpos moves 1-1\nquery what\nsetoption name No\n\
        setoption name LogFile value /no/such/folder/log\nposition startpos\ngo nodes 100\nwait\ngo infinite\nstop\n\
        setoption name Game value keezen\ngo nodes 10\nwait\nd\neval\n";
    let mut child = Command::new(env!("CARGO_BIN_EXE_speltafel"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(!output.stdout.is_empty());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

/// Each game has a rule page in each language. The engine sends the complete page as an ASCII JSON string. The page
/// contains the game's options and picture.
#[test]
fn rule_pages_are_json_strings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut engine = TestEngine::start(&[]);
    for game in engine.ask("query games").split(' ').map(str::to_string).collect::<Vec<_>>() {
        engine.send(&format!("setoption name Game value {game}"));
        let options = engine.ask("query options");
        for (language, folder, up) in [("en", "docs/games", ""), ("nl", "docs/games/nl", "../")] {
            let answer = engine.ask(&format!("query rules {language}"));
            assert!(answer.is_ascii());
            let page: String = serde_json::from_str(&answer).unwrap();
            let file = root.join(folder).join(format!("{game}.md"));
            assert_eq!(page, fs::read_to_string(file).unwrap(), "{game}");
            assert!(page.contains(&format!("]({up}pictures/{game}.svg)")), "{game} {language}");
            assert!(root.join(format!("docs/games/pictures/{game}.svg")).is_file(), "{game}");
            for (name, _) in options.split(' ').filter_map(|option| option.split_once('=')) {
                assert!(page.contains(&format!("| `{name}` |")), "{game} {language}: {name}");
            }
        }
        assert_eq!(engine.ask("query rules"), engine.ask("query rules en"));
        assert_eq!(engine.ask("query rules x-y"), "error bad_argument");
    }
    assert_eq!(engine.close(), (vec![], Some(0)));
}
