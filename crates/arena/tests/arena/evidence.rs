//! Tests for what records keep of the engines' output and for what is shown while a tournament runs.

use super::commands::{TestTournament, arena, stderr_text, text};
use ::arena::export::plain;
use runner::record::Record;
use std::collections::BTreeSet;
use testing::toy;

/// Lines of play and mates are checked after the game and appear as remarks, not as faults. All of it is in the part of
/// the record that the digest leaves out.
#[test]
fn records_contain_evidence_that_becomes_remarks() {
    let tournament = TestTournament::new("evidence");
    let info = "info depth 3 seldepth 5 score mate 2 nodes 10 nps 7 hashfull 3 tbhits 1 time 2 pv @a1zz";
    let liar = format!("name=liar command={} args='--info \"{info}\"'", toy());
    let run = tournament.run(&["--games", "4", "--strict", "--clock", "60s", "--participant", &liar]);
    assert_eq!(run.status.code(), Some(0), "{run:?}");
    let records: Vec<Record> = tournament.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let record = records.iter().find(|record| record.sides() == ["a", "liar"]).unwrap();
    let chosen: Vec<usize> =
        (0..record.played.moves.len()).filter(|&ply| record.played.movers[ply].is_some()).collect();
    let liars: Vec<usize> =
        chosen.iter().copied().filter(|&ply| record.played.movers[ply].unwrap().index() == 1).collect();
    assert_eq!(record.run.illegal_pvs, liars);
    let infos = &record.run.infos;
    assert_eq!((infos.seldepth.len(), record.run.left_ms.len()), (chosen.len(), chosen.len()));
    let nth = chosen.iter().position(|ply| liars[0] == *ply).unwrap();
    assert_eq!((infos.seldepth[nth], infos.hashfull[nth], infos.tbhits[nth]), (Some(5), Some(3), Some(1)));
    assert_eq!(infos.line_of_play(nth, &record.played.moves[liars[0]]), ["@a1zz"]);
    assert!(record.run.left_ms.iter().all(|left| left.is_some_and(|left| left <= 60_000)));
    assert_eq!(record.run.ready_ms.len(), 2);
    assert!(record.run.files[toy()].len() == 64 && record.run.files.len() == 2, "{:?}", record.run.files);

    let report = text(&arena(&["report", &tournament.out()]));
    let remarks = report.split_once("Remarks, which are no faults").unwrap().1;
    let moves: usize = records.iter().map(|record| record.run.illegal_pvs.len()).sum();
    assert!(remarks.contains(&format!("{moves} pvs with illegal moves")), "{report}");
    assert!(remarks.contains("announced and not delivered") || remarks.contains("later than announced"), "{report}");
    assert!(!remarks.contains("| a "), "{report}");
    let page = tournament.0.join("page.html");
    assert!(arena(&["report", &tournament.out(), "--html", page.to_str().unwrap()]).status.success());
    assert!(std::fs::read_to_string(page).unwrap().contains(&format!("{moves} pvs with illegal moves")));
}

/// Returns the games of a file of transcripts by their ids, and checks that they are whole.
fn games(tournament: &TestTournament) -> BTreeSet<String> {
    let file = std::fs::read_to_string(tournament.0.join("out/games.txt")).unwrap();
    let records: Vec<Record> = tournament.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let whole: BTreeSet<String> = records.iter().map(plain).collect();
    assert_eq!(file.len(), whole.iter().map(String::len).sum::<usize>(), "{file}");
    assert!(whole.iter().all(|game| file.contains(game)));
    records.into_iter().map(|record| record.id).collect()
}

/// The file of games has every finished game once, also after the runner was killed while it wrote, after results
/// were removed, and after a game was played again without the file.
#[test]
fn the_file_of_games_grows_and_is_completed() {
    let tournament = TestTournament::new("game-file");
    let with_file = |count: &str| tournament.run(&["--games", count, "--run-game-file", "true"]);
    // The first games are played without the file.
    assert!(tournament.run(&["--games", "2"]).status.success());
    assert!(with_file("4").status.success());
    assert_eq!(games(&tournament).len(), 4);
    let file = tournament.0.join("out/games.txt");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{text}game a:b/1")).unwrap();
    assert!(with_file("6").status.success());
    assert_eq!(games(&tournament).len(), 6);
    let lines = tournament.lines();
    std::fs::write(tournament.results(), lines[1..].join("\n") + "\n").unwrap();
    assert!(with_file("6").status.success());
    assert_eq!(games(&tournament).len(), 6);
    assert!(tournament.run(&["--games", "6", "--redo", "a:b/1/0"]).status.success());
    assert!(with_file("6").status.success());
    assert_eq!(games(&tournament).len(), 6);
}

/// The file of games of checkers is PDN, with score, depth and time of each move as comments.
#[test]
fn the_file_of_games_of_checkers_is_pdn() {
    let tournament = TestTournament::new("game-file-pdn");
    let run = tournament.run(&["--game", "checkers", "--games", "2", "--run-game-file", "true"]);
    assert!(run.status.success(), "{run:?}");
    let file = std::fs::read_to_string(tournament.0.join("out/games.pdn")).unwrap();
    assert_eq!(file.matches("[TimeControl \"1 node/move\"]").count(), 2);
    let exported = text(&arena(&["export", &tournament.out(), "--format", "portable"]));
    assert_eq!(file, exported);
    let record: Record = serde_json::from_str(&tournament.lines()[0]).unwrap();
    let depth = record.reports.iter().flatten().find_map(|report| report.depth).unwrap();
    assert!(file.contains(&format!("/{depth} 0.0")), "{file}");
}

/// Lines about finished games, and the standings, appear on standard error if they are wanted.
#[test]
fn finished_games_and_standings_are_shown() {
    let tournament = TestTournament::new("game-lines");
    let wanted = ["--games", "4", "--run-game-lines", "true", "--run-standings", "2"];
    let run = tournament.command(&wanted).output().unwrap();
    let shown = stderr_text(&run);
    for line in tournament.lines() {
        let record: Record = serde_json::from_str(&line).unwrap();
        let points = record.payoffs().iter().map(f64::to_string).collect::<Vec<_>>().join(" : ");
        let start = format!("{}: {} {points}, {}, ", record.id, record.sides().join(" : "), record.played.reason);
        assert_eq!(shown.matches(&start).count(), 1, "{start} in {shown}");
    }
    assert_eq!(shown.matches("\nStandings\n").count(), 2, "{shown}");
    assert!(shown.contains("4/4 games, ") && shown.contains(" games/"), "{shown}");
    let quiet = TestTournament::new("no-game-lines").command(&["--games", "2"]).output().unwrap();
    assert!(!stderr_text(&quiet).contains(" plies") && !stderr_text(&quiet).contains("Standings"));
}

/// Logs can be kept for games with faults only. Positions are shortened.
#[test]
fn logs_are_kept_for_all_games_or_those_with_faults() {
    let logs = |name: &str, flags: &[&str]| {
        let tournament = TestTournament::new(name);
        let folder = tournament.0.join("logs").display().to_string();
        let liar = format!("name=b command={} args='--fault extra-word'", toy());
        let usual = ["--games", "2", "--log-dir", &folder, "--participant", &liar];
        assert!(tournament.run(&[&usual[..], flags].concat()).status.success());
        let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
        files.collect::<Vec<_>>()
    };
    let all = logs("logs-all", &[]);
    assert_eq!(all.len(), 2);
    let texts: Vec<String> = all.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    assert!(texts.iter().all(|text| text.contains("referee > position ... ")), "{texts:?}");
    // The fault happens at the first move of the process, so only in one of the games.
    let faulty = logs("logs-faults", &["--run-log", "faults", "--concurrency", "1"]);
    let [path] = &faulty[..] else { panic!("{faulty:?}") };
    let text = std::fs::read_to_string(path).unwrap();
    assert!(path.to_str().unwrap().ends_with(".log") && text.contains(" indeed\n"), "{text}");
}
