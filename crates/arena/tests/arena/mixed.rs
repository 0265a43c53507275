//! Tests for mixed tables: tournaments of Keezen in which each seat has another participant.

use super::commands::{ARENA, TestTournament, arena, stderr_text, text};
use super::referee::records;
use runner::record::Record;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use testing::engine;
use ugi::Seat;

/// Runs a mixed tournament of this many random players with short games.
fn run(test: &TestTournament, players: usize, flags: &[&str]) -> Output {
    let names: Vec<String> = ('a'..).take(players).map(|name| format!("name={name} options.Player=random")).collect();
    let usual = ["run", "--quiet", "--game", "keezen", "--nodes", "1", "--max-plies", "24", "--concurrency", "2"];
    let mut command = Command::new(ARENA);
    command.args(usual).args(["--format-pairing", "mixed", "--referee-command", engine(), "--out", &test.out()]);
    names.iter().for_each(|name| _ = command.args(["--participant", name]));
    command.args(flags).output().unwrap()
}

fn played(test: &TestTournament, players: usize, flags: &[&str]) -> Vec<Record> {
    let output = run(test, players, flags);
    assert_eq!(output.status.code(), Some(0), "{}", stderr_text(&output));
    records(test)
}

/// Returns the hands that are dealt first in a game.
fn deal(record: &Record) -> &String {
    record.played.moves.iter().find(|token| token.starts_with("!deal")).unwrap()
}

#[test]
fn everybody_is_everybodys_partner_with_the_same_deals() {
    let test = TestTournament::new("mixed");
    let games = played(&test, 4, &["--games", "6"]);
    let sides: BTreeSet<String> = games.iter().map(|game| game.side_names().join(" : ")).collect();
    let expected = ["a+b : c+d", "c+d : a+b", "c+a : d+b", "d+b : c+a", "a+d : b+c", "b+c : a+d"];
    assert_eq!(sides, expected.map(str::to_string).into());
    assert!(games.iter().all(|game| game.teams == games[0].teams && deal(game) == deal(&games[0])));
    let csv = text(&arena(&["report", &test.out(), "--csv", "games"]));
    assert!(csv.contains(",a+b:c+d,"), "{csv}");
    let report = text(&arena(&["report", &test.out()]));
    assert!(report.contains("1+3") && report.contains("Cross table"), "{report}");
    assert!(report.contains("? won or lost everything against the rest, or few games at mixed tables"), "{report}");
    let json: serde_json::Value = serde_json::from_str(&text(&arena(&["report", &test.out(), "--json"]))).unwrap();
    // Two participants are opponents in four of the six games.
    let pairs = json["pairs"].as_array().unwrap();
    assert!(pairs.len() == 6 && pairs.iter().all(|pair| pair["outcomes"]["games_per_block"] == 4), "{json}");
    assert!(json["standings"].as_array().unwrap().iter().all(|one| one["games"] == 6), "{json}");
    let partners = text(&arena(&["report", &test.out(), "--csv", "partners"]));
    assert!(
        partners.starts_with("participant,partner,games,points,score\n") && partners.lines().count() == 7,
        "{partners}"
    );
    let page = test.0.join("page.html").display().to_string();
    assert_eq!(arena(&["report", &test.out(), "--html", &page]).status.code(), Some(0));
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("\"partners\":[[") && page.contains("\"bounded\":true"));
    assert!(text(&arena(&["export", &test.out(), "a:b:c:d/0/0"])).contains("\np1+p3 a+b ("));
    assert_eq!(arena(&["replay", &test.out()]).status.code(), Some(0));
}

#[test]
fn mixed_tables_are_resumed_split_extended_and_played_again() {
    let (whole, parts) = (TestTournament::new("mixed-whole"), TestTournament::new("mixed-parts"));
    assert_eq!(played(&whole, 5, &["--games", "12"]).len(), 60);
    for part in ["1/2", "2/2"] {
        assert_eq!(run(&parts, 5, &["--games", "12", "--shard", part]).status.code(), Some(0));
    }
    assert_eq!(arena(&["merge", &parts.out()]).status.code(), Some(0));
    assert_eq!((parts.digest(), parts.lines().len()), (whole.digest(), 60));
    // A tournament of four that was interrupted gets more games and a fifth participant.
    let grown = TestTournament::new("mixed-grown");
    played(&grown, 4, &["--games", "6"]);
    let kept = grown.lines()[..3].concat();
    std::fs::write(grown.results(), grown.lines()[..3].join("\n") + "\n").unwrap();
    played(&grown, 5, &["--games", "12"]);
    assert_eq!((grown.digest(), grown.lines()[..3].concat()), (whole.digest(), kept));
    let again = played(&grown, 5, &["--games", "12", "--redo", "a:b:c:d/1/4"]);
    assert_eq!((grown.digest(), again.iter().map(|game| game.run.redone).sum::<u32>()), (whole.digest(), 1));
}

#[test]
fn hidden_partners_sit_in_all_seats_and_see_only_their_own_hands() {
    let test = TestTournament::new("mixed-hidden");
    let logs = test.0.join("logs").display().to_string();
    let hidden = ["--game-options", "Keezen.Partners=hidden", "--games", "4", "--log-dir", &logs];
    let games = played(&test, 4, &hidden);
    let seats: BTreeSet<(usize, String)> =
        games.iter().flat_map(|game| game.played.seats.iter().cloned().enumerate()).collect();
    assert_eq!((games.len(), seats.len()), (4, 16));
    assert!(games.iter().all(|game| game.teams == games[0].teams && deal(game) == deal(&games[0])));
    for game in &games {
        let log = std::fs::read_to_string(Path::new(&logs).join(game.id.replace([':', '/'], ",") + ".log")).unwrap();
        for (seat, name) in Seat::all(4).zip(&game.played.seats) {
            let to_it = format!(" {seat} {name} > position");
            let lines: Vec<&str> = log.lines().filter(|line| line.contains(&to_it)).collect();
            let own = format!(" seat {}", seat.number());
            assert!(
                !lines.is_empty() && lines.iter().all(|line| line.contains(&own) || line.contains("position ...")),
                "{log}"
            );
            assert!(lines.iter().all(|line| !line.contains(deal(game).as_str())), "{log}");
        }
    }
}

#[test]
fn mixed_tables_are_counted_and_refused_before_the_first_game() {
    let test = TestTournament::new("mixed-refused");
    let dry = run(&test, 5, &["--games", "12", "--dry-run"]);
    assert_eq!(text(&dry), "out: 60 games in 5 matches\n", "{dry:?}");
    let error = |players: usize, flags: &[&str]| {
        let output = run(&test, players, flags);
        assert_eq!(output.status.code(), Some(4));
        stderr_text(&output)
    };
    assert!(
        error(4, &["--games", "8"]).contains("a block has 6 games, one for each partnership and seating; 8 games are")
    );
    assert!(error(3, &["--games", "6"]).contains("a participant for each of the 4 seats; there are 3"));
    assert!(error(4, &["--games", "6", "--game", "jeex"]).contains("need teams of the same size"));
    assert!(!PathBuf::from(test.out()).exists());
}
