//! Tests for the executable's draughts commands: Hub over pipes, PDN files, and DXP between two processes.
use super::tools::common::run;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// pydraughts reads standard output and standard error as one stream, so a Hub session must not write to the latter.
#[test]
fn hub_writes_nothing_to_standard_error() {
    let lines =
        "\n \nhub\nbogus\npos\ninit\nlevel nodes=100\ngo think\nstop\nlevel infinite\ngo ponder\n\u{e9}\0\nstop\ngo\n";
    for arguments in [&[][..], &["hub"], &["--game", "jeex"]] {
        let output = run(arguments, lines);
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
        let printed = text(&output.stdout);
        assert_eq!(printed.matches("done move=").count(), 3, "{printed}");
        assert_eq!(printed.matches("\nready\n").count(), 1, "{printed}");
    }
    // The word `hub` selects the protocol only as the first line; later it is an unknown command.
    let output = run(&[], "isready\nhub\n");
    assert_eq!(text(&output.stdout), "readyok\ninfo string error unknown_command hub\n");
}

const DATABASE: &str = "[Event \"sound\"]\n[Result \"1-0\"]\n\n1. 11-15 {a note} 22-18 (23-19 9-14) 2. 15x22 25x18 1-0\n\n\
    [Event \"set up\"]\n[SetUp \"1\"]\n[FEN \"B:W9:B5,K10.\"]\n\n5x14 2-0\n";

#[test]
fn databases_are_checked_and_printed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pdn");
    let name = path.to_str().unwrap();
    fs::write(&path, DATABASE).unwrap();
    let output = run(&["pdn", name], "");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(text(&output.stdout), format!("{name}: 2 games, 5 plies, 0 with problems\n"));

    let output = run(&["pdn", name, "--fens", "final"], "");
    let last = "B:W18,21,23,24,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12\nW:W:BK10,14\n";
    assert_eq!(text(&output.stdout), last);
    let output = run(&["pdn", "-", "--fens", "plies"], DATABASE);
    assert_eq!(text(&output.stdout).lines().count(), 5 + 2 + 2);

    // Annotation is deterministic, its output is valid, and a file has the same content as standard output.
    let out = folder.path().join("out.pdn");
    let annotate = ["pdn", name, "--annotate", "--nodes", "500"];
    let first = run(&annotate, "").stdout;
    assert_eq!(first, run(&annotate, "").stdout);
    let to_file = [&annotate[..], &["--output", out.to_str().unwrap()]].concat();
    assert!(run(&to_file, "").status.success());
    assert_eq!(fs::read(&out).unwrap(), first);
    let annotated = text(&first);
    assert!(annotated.contains("{a note}") && annotated.contains("( 23-19 9-14 )"), "{annotated}");
    let output = run(&["pdn", out.to_str().unwrap()], "");
    assert!(output.status.success(), "{output:?}");

    // Errors are reported with game, line and ply, and the exit code is 1.
    let output = run(&["pdn", "-"], &DATABASE.replace("25x18", "25x17").replace("2-0", "0-2"));
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output.stdout);
    assert!(printed.contains("-: game 1, line 4, ply 4: 25x17: it is not legal in W:"), "{printed}");
    assert!(printed.contains("-: game 2, line 10: Black has won, but the result is 0-2"), "{printed}");
    assert_eq!(text(&output.stderr), "speltafel: -: 2 games, 4 plies, 2 with problems\n");
    let output = run(&["pdn", "/nowhere/at/all.pdn"], "");
    assert!(!output.status.success() && text(&output.stderr).contains("cannot open"));
}

/// The file has ten games by the engine in the format of the collections that come with CheckerBoard: every move is
/// written with `x`, and no blank line follows the tags.
#[test]
fn collections_of_checkerboard_are_read() {
    let name = "tests/data/checkerboard.pdn";
    let games = fs::read_to_string(name).unwrap();
    let output = run(&["pdn", name], "");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let remark = "remark: game 1, line 6, ply 1: 9x14 is read as 9-14 (and in 9 more games)";
    let summary = "10 games, 546 plies, 0 with problems, 10 with remarks";
    assert_eq!(text(&output.stdout), format!("{name}: {remark}\n{name}: {summary}\n"));
    // Windows line endings make no difference.
    let crlf = run(&["pdn", "-"], &games.replace('\n', "\r\n"));
    assert_eq!(text(&crlf.stdout), format!("-: {remark}\n-: {summary}\n"));
    // A wrong move gives one problem, although the rest of the game cannot be read.
    let output = run(&["pdn", "-"], &games.replacen("14x17 21x14", "14x17 21x15", 1));
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("-: game 1, line 6, ply 4: 21x15: it is not legal in W:"), "{output:?}");
    assert!(text(&output.stderr).ends_with("10 games, 474 plies, 1 with problems, 9 with remarks\n"), "{output:?}");

    // Annotated games are written in the standard format, and openings can be extracted.
    let annotated = text(&run(&["pdn", name, "--annotate", "--nodes", "20"], "").stdout);
    let again = run(&["pdn", "-"], &annotated);
    assert_eq!(text(&again.stdout), "-: 10 games, 546 plies, 0 with problems\n");
    assert!(annotated.contains("{agreed, with 5x9 and 27x23 to come}"), "{annotated}");
    let openings = run(&["pdn", name, "--openings", "4"], "");
    assert!(text(&openings.stdout).starts_with("startpos moves 9-14 24-20 14-17 21x14 # game 1\n"), "{openings:?}");
}

/// The file has games as pydraughts 0.6.7 writes them: with the wrong GameType (20), White's points first in results,
/// and the start position of international draughts.
#[test]
fn games_of_pydraughts_are_read() {
    let name = "tests/data/pydraughts.pdn";
    let games = fs::read_to_string(name).unwrap();
    let output = run(&["pdn", name], "");
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output.stdout);
    assert_eq!(printed.matches("GameType 20").count(), 5, "{printed}");
    assert_eq!(printed.matches("--as-english reads it\n").count(), 5, "{printed}");
    let output = run(&["pdn", name, "--as-english"], "");
    assert!(output.status.success(), "{output:?}");
    let remark = "remark: game 1, line 1: results are read from White's side, as the games that are won on the board show \
        (and in 3 more games)";
    let summary = "5 games, 317 plies, 0 with problems, 4 with remarks";
    assert_eq!(text(&output.stdout), format!("{name}: {remark}\n{name}: {summary}\n"));
    let output = run(&["pdn", name, "--as-english", "--first", "white"], "");
    assert_eq!(text(&output.stdout), format!("{name}: 5 games, 317 plies, 0 with problems\n"));
    let output = run(&["pdn", name, "--as-english", "--first", "black"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stdout).contains("White has won, but the result is 2-0 (the points of Black first)\n"),
        "{output:?}"
    );
    // Annotated games have the GameType of English draughts.
    let annotated = text(&run(&["pdn", name, "--as-english", "--annotate", "--nodes", "20"], "").stdout);
    assert_eq!(
        (annotated.matches("[GameType \"21,B,8,8,N1,0\"]").count(), annotated.matches("W31,32").count()),
        (5, 0)
    );
    assert!(run(&["pdn", "-"], &annotated).status.success());

    // If one game contradicts the others, the order of the points is not inferred, and the messages name the flag that
    // sets it.
    let mixed = games.replacen("2-0", "0-2", 2);
    let output = run(&["pdn", "-", "--as-english"], &mixed);
    let printed = text(&output.stdout);
    assert_eq!(
        (output.status.code(), printed.matches("; --first white reads results from White's side\n").count()),
        (Some(1), 3)
    );
    assert!(
        printed.starts_with("-: game 2, line 35: Black has won, but the result is 0-2 (the points of Black first); "),
        "{printed}"
    );
}

/// An unknown result is reported as a remark. A game of another draughts variant is reported as a problem, and the
/// message names the variant.
#[test]
fn unknown_results_and_other_variants_are_reported() {
    let output = run(&["pdn", "-"], "[Result \"banana\"]\n1. 11-15 *\n\n[Result \"Draw\"]\n1. 11-15 1/2\n");
    let remark = "-: remark: game 1, line 1: unknown result \"banana\": expected 1-0, 0-1, ";
    assert!(output.status.success() && text(&output.stdout).starts_with(remark), "{output:?}");
    assert!(text(&output.stdout).ends_with("-: 2 games, 2 plies, 0 with problems, 1 with remarks\n"), "{output:?}");
    let output = run(&["pdn", "-"], "1. 33-28 18-23 2. 39-33 12-18 *\n");
    let named = "-: game 1, line 1, ply 1: 33-28: this looks like a board of 50 squares (international draughts, GameType 20)\n";
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), named));
    let output = run(&["pdn", "-"], "1. c3-d4 d6-c5 *\n");
    assert!(text(&output.stdout).contains("Russian draughts, GameType 25"), "{output:?}");
}

/// A game that cannot be read completely is left out of the output.
#[test]
fn unreadable_games_are_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.pdn");
    let out = path.to_str().unwrap();
    let database = format!("[Event \"cut\"]\n\n1. 11-15 22-18 a2-b3 15x22\n\n{DATABASE}\njunk behind it\n");
    let annotate = ["pdn", "-", "--annotate", "--nodes", "100"];
    let output = run(&annotate, &database);
    assert_eq!(output.status.code(), Some(1));
    let (written, printed) = (text(&output.stdout), text(&output.stderr));
    assert_eq!((written.matches("[Event ").count(), written.contains("cut")), (2, false), "{written}");
    assert!(run(&["pdn", "-"], &written).status.success());
    assert!(printed.contains("-: game 1, line 3: cannot read \"a2-b3 15x22\"\n-: game 1 is skipped\n"), "{printed}");
    assert!(printed.contains("-: game 4 is skipped\nspeltafel: -: 4 games, 7 plies, 2 with problems\n"), "{printed}");
    // With `--output`, a game that cannot be read completely prevents writing: the file is neither changed nor created.
    let to_file = [&annotate[..], &["--output", out]].concat();
    for arguments in [&to_file[..], &["pdn", "-", "--fens", "final", "--output", out]] {
        for old in [None, Some("what was there")] {
            let _ = old.map(|old| fs::write(&path, old).unwrap());
            let output = run(arguments, &database);
            assert_eq!(output.status.code(), Some(1));
            assert!(
                text(&output.stdout).ends_with(&format!("{out}: not written, because not every game could be read\n"))
            );
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), old);
        }
        fs::remove_file(&path).unwrap();
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    // A game with an illegal move can still be read, so it is written.
    assert_eq!(run(&to_file, &DATABASE.replace("25x18", "25x17")).status.code(), Some(1));
    assert!(fs::read_to_string(&path).unwrap().split_whitespace().any(|word| word == "25x17"));
}

/// `--fens` prints no positions of a game of another draughts variant or without a valid start position.
#[test]
fn skipped_games_have_no_positions() {
    let others = "[GameType \"20\"]\n\n1. 32-28 *\n\n[FEN \"W:W99:B1\"]\n\n*\n\n[FEN \"B:W9:B5,K10\"]\n\n*\n";
    for (which, expected) in [("final", "B:W9:B5,K10\n"), ("plies", "B:W9:B5,K10\n\n")] {
        let output = run(&["pdn", "-", "--fens", which], others);
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), expected));
        assert_eq!(text(&output.stderr).matches("\n").count(), 3);
    }
}

/// The arena can read the output of `pdn --openings`. The lab's package has the corresponding test for the lab.
#[test]
fn openings_of_a_database_are_read_by_the_arena() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let games = "[Event \"1\"]\n1. 12-16 21-17 2. 16-20 17-13 3. 9-14 24-19 *\n\n[Event \"2\"]\n1. 9-14 *\n\n\
        [Event \"3\"]\n1. 12-16 21-17 2. 16-20 17-13 *\n\n[Event \"4\"]\n1. 9-13 21-18 *\n\n[Event \"5\"]\n\
        [FEN \"W:W30,31,32:B1,2,3\"]\n32-27 3-7 31-26 7-10 *\n";
    let output = run(&["pdn", "-", "--openings", "4"], games);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let lines = "startpos moves 12-16 21-17 16-20 17-13 # game 1\n\
        fen W:W30,31,32:B1,2,3:H0:F1 moves 32-27 3-7 31-26 7-10 # game 5\n";
    assert_eq!(text(&output.stdout), lines);
    let printed = text(&output.stderr);
    assert!(printed.starts_with("-: game 4, line 11, ply 2: 21-18: it is not legal in W:"), "{printed}");
    let summary = "1 with problems; 2 openings of 4 plies (skipped games: 1 repeated, 2 ended earlier)\n";
    assert!(printed.ends_with(summary), "{printed}");
    let list = at("openings.txt");
    let sound = games.replace("9-13 21-18", "9-13");
    assert!(run(&["pdn", "-", "--openings", "4", "--output", &list], &sound).status.success());
    assert_eq!(fs::read_to_string(&list).unwrap(), lines);

    let engine = env!("CARGO_BIN_EXE_speltafel");
    let players = ["--referee-command", engine, "--participant", "name=a", "--participant", "name=b", "--nodes", "1"];
    let openings = ["--openings-from", "file", "--openings-file", &list, "--openings-order", "sequential"];
    let played = Command::new(testing::arena())
        .args(["run", "--game", "checkers", "--games", "4", "--max-plies", "8", "--quiet", "--out", &at("out")])
        .args(players.iter().chain(&openings))
        .output()
        .unwrap();
    assert!(played.status.success(), "{played:?}");
    let results = fs::read_to_string(folder.path().join("out/results.jsonl")).unwrap();
    let of = |text: &str| results.lines().filter(|line| line.contains(text)).count();
    assert_eq!(results.lines().count(), 4, "{results}");
    assert_eq!(
        (of("[\"12-16\",\"21-17\",\"16-20\",\"17-13\""), of("fen W:W30,31,32:B1,2,3:H0:F1")),
        (2, 2),
        "{results}"
    );
}

#[cfg(unix)]
#[test]
fn a_file_of_games_is_a_regular_file_and_not_compressed() {
    let folder = tempfile::Builder::new().prefix("files").tempdir().unwrap();
    let [pipe, compressed] = ["pipe", "games.pdn.gz"].map(|name| folder.path().join(name).display().to_string());
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    fs::write(&compressed, b"\x1f\x8b\x08\0 and more").unwrap();
    for (path, problem) in [(&pipe, "is not a regular file"), (&compressed, "is compressed (gzip)")] {
        let output = run(&["pdn", path], "");
        assert!(text(&output.stderr).contains(&format!("cannot open {path}: {problem}")), "{output:?}");
        assert_eq!(output.status.code(), Some(1));
    }
    assert!(text(&run(&["pdn", "-"], "PK\u{3}\u{4}").stderr).contains("cannot open -: is compressed (zip)"));
}

/// A named pipe would block until somebody reads from it.
#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_not_written() {
    let folder = tempfile::Builder::new().prefix("pipes").tempdir().unwrap();
    let pipe = folder.path().join("pipe").display().to_string();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for arguments in [
        &["pdn", "-", "--fens", "final", "--output", &pipe][..],
        &["dxp", "serve", "--bind", "127.0.0.1:0", "--connections", "1", "--pdn", &pipe],
        &["dxp", "connect", "127.0.0.1:1", "--pdn", &pipe],
    ] {
        let output = run(arguments, DATABASE);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(text(&output.stderr).contains(&format!("{pipe}: is not a regular file")), "{output:?}");
    }
}

/// `--output` does not replace a link. An existing file keeps its mode, and a new one gets the default mode.
#[cfg(unix)]
#[test]
fn output_follows_links_and_keeps_modes() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::Builder::new().prefix("output").tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let to = |name: &str| run(&["pdn", "-", "--fens", "final", "--output", at(name).to_str().unwrap()], DATABASE);
    let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
    fs::create_dir(at("inner")).unwrap();
    fs::write(at("inner/old"), "old").unwrap();
    fs::set_permissions(at("inner/old"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("inner/old", at("link")).unwrap();
    symlink("inner/new", at("dangling")).unwrap();
    symlink("link", at("second")).unwrap();
    for (name, target) in [("link", "inner/old"), ("second", "inner/old"), ("dangling", "inner/new")] {
        fs::write(at("inner/old"), "old").unwrap();
        assert!(to(name).status.success(), "{name}");
        assert!(fs::symlink_metadata(at(name)).unwrap().is_symlink(), "{name}");
        assert_eq!(fs::read_to_string(at(target)).unwrap().lines().count(), 2, "{name}");
    }
    assert_eq!(mode("inner/old"), 0o640);
    // A new file has the default mode.
    fs::write(at("any"), "").unwrap();
    assert_eq!(mode("inner/new"), mode("any"));
    // Error messages name the requested path, not a temporary file.
    for name in ["nowhere/out", "inner"] {
        let message = text(&to(name).stderr);
        assert!(
            message.contains(&format!("cannot write {}: ", at(name).display())) && !message.contains(".tmp"),
            "{message}"
        );
    }
}

/// Two processes play over the loopback interface and record the same games, despite an earlier connection with an
/// invalid message.
#[test]
fn two_processes_play_over_a_network() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (ours, theirs) = (file("client.pdn"), file("server.pdn"));
    let mut server = Command::new(env!("CARGO_BIN_EXE_speltafel"))
        .args(["dxp", "serve", "--bind", "127.0.0.1:0", "--connections", "2", "--nodes", "200", "--pdn", &theirs])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let address = lines.next().unwrap().unwrap().strip_prefix("listening on ").unwrap().to_string();
    std::net::TcpStream::connect(&address).unwrap().write_all(b"GET / HTTP/1.1\r\n\r\n\0").unwrap();
    let client =
        run(&["dxp", "connect", &address, "--games", "2", "--nodes", "100", "--name", "us", "--pdn", &ours], "");
    assert!(client.status.success() && client.stderr.is_empty(), "{client:?}");
    let printed = text(&client.stdout);
    assert!(
        printed.starts_with("game 1: us (Black) - speltafel ") && printed.contains("\ngame 2: speltafel "),
        "{printed}"
    );
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    let ended = server.wait_with_output().unwrap();
    assert!(ended.status.success() && text(&ended.stderr).contains("cannot read the message \"GET"), "{rest:?}");
    let games = |path: &str| {
        let games = fs::read_to_string(Path::new(path)).unwrap();
        games.lines().filter(|line| !line.starts_with("[Site ")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(games(&ours), games(&theirs));
    assert!(run(&["pdn", &ours], "").status.success());
    for (address, fault) in [
        ("nohost.invalid", "expected HOST:PORT, such as 127.0.0.1:27531"),
        ("localhost:65536", "invalid port value"),
        ("nohost.invalid:27531", "cannot find nohost.invalid:27531; expected HOST:PORT"),
    ] {
        let refused = run(&["dxp", "connect", address], "");
        assert!(!refused.status.success() && text(&refused.stderr).contains(fault), "{refused:?}");
    }
    let nobody = run(&["dxp", "connect", &address], "");
    assert!(!nobody.status.success() && text(&nobody.stderr).contains("cannot connect to"), "{nobody:?}");
}

/// `pdn` and `dxp` accept engine options. If a file named by an option cannot be used, this is reported, and the
/// command continues without it.
#[test]
fn the_commands_accept_engine_options() {
    let annotated = |options: &[&str]| {
        run(
            &[&["pdn", "-", "--annotate", "--nodes", "500"], options].concat(),
            "[FEN \"W:WK15,27:BK5,12\"]\n15-11 5-1 *\n",
        )
    };
    let [learned, by_hand] = [&[][..], &["--option", "checkers.evaluation=handwritten"]].map(annotated);
    assert!(learned.status.success() && by_hand.status.success(), "{by_hand:?}");
    assert_ne!(text(&learned.stdout), text(&by_hand.stdout));
    let without = annotated(&["--option", "Checkers.EgdbPath=/no/such/folder"]);
    assert!(without.status.success() && text(&without.stderr).starts_with("Checkers.EgdbPath: /no/such/folder: "));
    assert_eq!(text(&without.stdout), text(&learned.stdout));
    for (arguments, fault) in [
        (&["pdn", "-", "--annotate", "--option", "Hash=5"][..], "--option Hash: expected one of Checkers.EgdbPath"),
        (&["pdn", "-", "--option", "Checkers.EgdbPath=x"], "--option requires --annotate"),
        (&["dxp", "connect", "127.0.0.1:1", "--option", "Nothing=5"], "--option Nothing: expected one of"),
        (&["dxp", "serve", "--bind", "127.0.0.1:0", "--option", "Nothing"], "expected NAME=VALUE"),
    ] {
        let refused = run(arguments, "");
        assert!(!refused.status.success() && text(&refused.stderr).contains(fault), "{refused:?}");
    }
}
