//! Tests for `bridge hub` and `bridge dxp`: dialogues with a toy engine and with this engine behind the bridge, faults
//! of the engine, and processes that must not survive. Without Python, the tests with the toy engine are skipped.

use crate::common::TestEngine;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

const ENGINE: &str = env!("CARGO_BIN_EXE_speltafel");
const TOY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/toy_hub.py");

/// Starts the bridge to the toy engine, which logs its input to `log`. Returns `None` without Python.
fn toy(log: &Path, arguments: &[&str]) -> Option<TestEngine> {
    if !testing::has_python() {
        return None;
    }
    let log = format!("TOY_HUB_LOG={}", log.display());
    Some(TestEngine::start(&[&["bridge", "hub", "--", "env", &log, "python3", "-B", TOY], arguments].concat()))
}

#[test]
fn a_hub_engine_speaks_ugi() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let Some(mut engine) = toy(&log, &[]) else { return };
    engine.send("ugi");
    let options = engine.until("ugiok");
    assert_eq!(options[..2], ["id name Toy Hub 1.0", "id author nobody"]);
    for option in [
        "option name seed type spin default 1 min 0 max 1000",
        "option name strength type string default 0.5",
        "option name book type check default false",
        "option name style type combo default calm var calm var wild",
        "option name Hub.ponder type check default true",
    ] {
        assert!(options.iter().any(|line| line == option), "{option}");
    }
    for line in ["setoption name Seed value 7", "setoption name style value wild", "setoption name strength value a\"b"]
    {
        engine.send(line);
    }
    assert_eq!(engine.line().unwrap(), "info string error bad_argument strength: Hub has no quotes within values");
    engine.send("isready");
    assert_eq!(engine.until("readyok").len(), 1);
    engine.send("setoption name Ponder value true");
    engine.send("position startpos moves 11-15");
    engine.send("go p1time 60000 p2time 50000 p1inc 1000 p2inc 2000");
    let lines = engine.until("bestmove");
    let words: Vec<&str> = lines[1].split(' ').collect();
    assert!(lines[0].starts_with("info depth 1 score cp 12 nodes 2 nps 2000 time 1 pv "), "{lines:?}");
    assert!(lines[0].ends_with(&format!(" {} {}", words[1], words[3])) && words[2] == "ponder", "{lines:?}");
    let moves = format!("position startpos moves 11-15 {} {}", words[1], words[3]);
    for (go, end) in
        [("go ponder p2time 9000", "ponderhit"), ("go ponder p2time 9000", "stop"), ("go infinite", "stop")]
    {
        engine.send(&moves);
        engine.send(go);
        engine.until("info");
        engine.send(end);
        assert_eq!(engine.until("bestmove").len(), 1, "{go}");
    }
    assert_eq!(engine.ask("query turn"), "p2");
    // A change of options after the first search is followed by another `init`.
    for line in ["setoption name seed value 8", "uginewgame", "isready"] {
        engine.send(line);
    }
    engine.until("readyok");
    assert_eq!(engine.close(), (Vec::new(), Some(0)));
    let log = fs::read_to_string(log).unwrap();
    let mut commands: Vec<&str> = log.lines().filter(|line| *line != "ping").collect();
    let start = "pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    assert!(commands.iter().filter(|line| line.starts_with(start)).count() >= 1, "{log}");
    commands.retain(|line| !line.starts_with("pos "));
    assert_eq!(
        commands,
        [
            "hub",
            "set-param name=variant value=\"english\"",
            "set-param name=seed value=\"7\"",
            "set-param name=style value=\"wild\"",
            "init",
            "new-game",
            "level time=47.995 inc=2.000",
            "go think",
            "level time=8.995",
            "go ponder",
            "ponder-hit",
            "level time=8.995",
            "go ponder",
            "stop",
            "level infinite",
            "go analyze",
            "stop",
            "set-param name=seed value=\"8\"",
            "init",
            "new-game",
            "quit",
        ]
    );
}

/// This engine plays a whole game with itself through a bridge, from a set-up position.
#[test]
fn this_engine_plays_through_a_bridge() {
    let mut engine = TestEngine::start(&["bridge", "hub", "--", ENGINE, "hub"]);
    engine.send("setoption name seed value 1");
    let mut game = "position fen W:W18,21,24,26,28,29,30:B1,2,3,4,5,8,9 moves".to_string();
    engine.send(game.trim_end_matches(" moves"));
    let mut plies = 0;
    while engine.ask("query gameover") == "false" {
        let legal = engine.ask("query legal");
        engine.send("go nodes 200");
        let lines = engine.until("bestmove");
        let best = lines.last().unwrap().strip_prefix("bestmove ").unwrap();
        assert!(legal.split(' ').any(|token| token == best) && lines.len() > 1, "{best}: {legal}");
        game += &format!(" {best}");
        engine.send(&game);
        plies += 1;
    }
    assert!(plies > 10, "{game}");
    engine.send("go nodes 5");
    assert_eq!(engine.line().unwrap(), "bestmove 0000");
    // The line of play ends where the client's move-count rule ends the game, which the engine does not know.
    engine.send("position fen B:WK32:BK1:H48:F60");
    engine.send("go depth 6");
    let pv = |line: &String| line.split_once(" pv ").map_or(0, |(_, moves)| moves.split(' ').count());
    assert_eq!(engine.until("bestmove").iter().map(pv).max(), Some(2));
    assert_eq!(engine.close(), (Vec::new(), Some(0)));
}

/// What the engine does wrong is visible to the client, or ends the bridge.
#[test]
fn faults_of_a_hub_engine_are_its_own() {
    let folder = tempfile::tempdir().unwrap();
    for (fault, expected, code) in [
        (
            "crash",
            "info string error internal_error the Hub engine, after `go`: the process has exited (exit status: 3)",
            1,
        ),
        ("flood", "info string error internal_error the Hub engine, after `go`: too much output", 1),
        ("illegal", "bestmove 1-32", 0),
        ("garbage", "bestmove move==\"x", 0),
    ] {
        let Some(mut engine) = toy(&folder.path().join("log"), &[fault]) else { return };
        engine.send("go movetime 100");
        assert_eq!(engine.line().as_deref(), Some(expected), "{fault}");
        assert_eq!(engine.close(), (Vec::new(), Some(code)), "{fault}");
    }
    // Endless output does not keep the bridge from reading commands.
    let Some(mut engine) = toy(&folder.path().join("log"), &["endless"]) else { return };
    engine.send("go movetime 100");
    engine.until("info");
    for command in ["stop", "isready"] {
        engine.send(command);
        engine.until("info");
    }
    // The output that was not read ends with the process.
    drop(engine);
    let missing = TestEngine::start(&["bridge", "hub", "--", "/nonexistent/engine"]);
    assert_eq!(missing.close(), (Vec::new(), Some(1)));
}

/// If the bridge is killed, the guard kills the engine and the processes that the engine has started.
#[cfg(target_os = "linux")]
#[test]
fn no_process_survives_a_killed_bridge() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ids");
    let script = format!(
        "sleep 1000 & echo $! $$ > {0}.part; mv {0}.part {0}; read line; echo wait; exec sleep 1000",
        file.display()
    );
    let mut engine = TestEngine::start(&["bridge", "hub", "--", "sh", "-c", &script]);
    engine.send("ugi");
    engine.until("ugiok");
    let ids = fs::read_to_string(&file).unwrap();
    let left = || ids.split_whitespace().filter(|id| Path::new("/proc").join(id).exists()).count();
    assert_eq!(left(), 2);
    drop(engine);
    testing::wait_for("the end of the engine", || left() == 0);
}

/// Starts `dxp serve` and returns it with its address.
fn server(connections: &str) -> (Child, String) {
    let mut server = Command::new(ENGINE)
        .args(["dxp", "serve", "--bind", "127.0.0.1:0", "--nodes", "100", "--connections", connections])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening on ").unwrap().to_string();
    (server, address)
}

/// A DXP program plays games through a bridge: as Black, as White, and from a set-up position.
#[test]
fn a_dxp_program_plays_through_a_bridge() {
    let (mut server, address) = server("3");
    let mut engine = TestEngine::start(&["bridge", "dxp", &address]);
    for (base, own) in [("startpos", 0), ("startpos", 1), ("fen W:W18,21,24,26:B1,2,5,9", 0)] {
        engine.send("uginewgame");
        let mut moves: Vec<String> = Vec::new();
        engine.send(&format!("position {base}"));
        while engine.ask("query gameover") == "false" && moves.len() < 30 {
            let legal = engine.ask("query legal");
            let best = if moves.len() % 2 == own {
                engine.send("go p1time 60000 p2time 60000");
                engine.until("bestmove").pop().unwrap().replace("bestmove ", "")
            } else {
                legal.split(' ').next_back().unwrap().to_string()
            };
            assert!(best == "resign" || legal.split(' ').any(|token| token == best), "{best}: {legal}");
            moves.push(best);
            engine.send(&format!("position {base} moves {}", moves.join(" ")));
        }
        assert!(moves.len() > 3, "{moves:?}");
    }
    assert_eq!(engine.close(), (Vec::new(), Some(0)));
    assert!(server.wait().unwrap().success());
}

/// Runs the bridge against a program that answers each request for a game with `answer`. Returns the output of the
/// bridge after `go`, its exit code, and the requests.
fn against(answer: &'static str, end: &str) -> (Vec<String>, Option<i32>, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let peer = thread::spawn(move || {
        let mut all = Vec::new();
        // The end of the bridge is shown by a connection that sends nothing.
        while let Ok((mut stream, _)) = listener.accept() {
            let mut message = Vec::new();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            if reader.read_until(0, &mut message).unwrap_or(0) == 0 {
                break;
            }
            let _ = stream.write_all(format!("A{:<32}0\0{answer}", "peer").as_bytes());
            if answer.is_empty() {
                let _ = stream.shutdown(std::net::Shutdown::Both);
            }
            let _ = reader.read_to_end(&mut message);
            all.extend(message);
        }
        String::from_utf8_lossy(&all).replace('\0', "|")
    });
    let mut engine = TestEngine::start(&["bridge", "dxp", &address]);
    engine.send("position startpos moves 11-15");
    engine.send("go p1time 60000 p2time 150000");
    let lines = if end.is_empty() {
        Vec::new()
    } else {
        engine.send(end);
        engine.until("bestmove")
    };
    let (rest, code) = engine.close();
    drop(TcpStream::connect(&address));
    ([lines, rest].concat(), code, peer.join().unwrap())
}

#[test]
fn what_a_dxp_program_does_is_its_own() {
    let ended = "the other program ends the game whenever it is to move";
    for (answer, end, expected, code) in [
        ("E10", "wait", "bestmove resign", 0),
        ("CHello\0M0000221800", "wait", "bestmove 22-18", 0),
        ("M0000010500", "wait", "bestmove 1-5", 0),
        ("E20", "", ended, 1),
        ("", "", "the other program has closed the connection", 1),
        ("A00", "", "cannot read the message \"A00\"", 1),
        ("K0\0B001Z\0R01x", "", "cannot read the message \"R01x\"", 1),
        // A program that only talks does not move. DXP cannot stop it.
        ("CHello", "stop", "bestmove 0000", 0),
    ] {
        let answer: &'static str = if answer.is_empty() { "" } else { format!("{answer}\0").leak() };
        let (lines, status, sent) = against(answer, end);
        let last = lines.last().unwrap();
        assert!(last.ends_with(expected) && status == Some(code), "{answer:?}: {lines:?} {status:?} {sent}");
        let request = format!("R01{:<32}W002000A|M0000111500|", concat!("speltafel ", env!("CARGO_PKG_VERSION")));
        assert!(sent.starts_with(&request) || answer.is_empty(), "{sent}");
        assert!(answer != "E20\0" || sent.contains("W002000BW"), "{sent}");
    }
}
