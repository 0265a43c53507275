//! Tests for what records keep of the engines' output and for what is shown while a tournament runs.

use super::commands::{TestTournament, arena, text};
use runner::record::Record;
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
    let chosen: Vec<usize> = (0..record.moves.len()).filter(|&ply| record.movers[ply].is_some()).collect();
    let liars: Vec<usize> = chosen.iter().copied().filter(|&ply| record.movers[ply].unwrap().index() == 1).collect();
    assert_eq!(record.run.illegal_pvs, liars);
    let infos = &record.run.infos;
    assert_eq!((infos.seldepth.len(), record.run.left_ms.len()), (chosen.len(), chosen.len()));
    let nth = chosen.iter().position(|ply| liars[0] == *ply).unwrap();
    assert_eq!((infos.seldepth[nth], infos.hashfull[nth], infos.tbhits[nth]), (Some(5), Some(3), Some(1)));
    assert_eq!(infos.line_of_play(nth, &record.moves[liars[0]]), ["@a1zz"]);
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
