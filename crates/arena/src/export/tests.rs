//! Tests for exports of synthetic records.

use super::{game_file, plain};
use crate::plan::{Clock, MoveLimits};
use crate::statistics::synthetic::{plan, records};
use game::TimeControl;
use runner::record::{ClockScale, Fault, FaultKind, Record, RunInfo, SearchReport};
use std::time::Duration;
use ugi::{Score, Seat};

fn record() -> Record {
    records(&plan(&["a", "b"], 2), 2, &[0.0, 0.0], 0.0).remove(0)
}

/// A plain transcript has a line for every token, and names seats, verdicts and faults.
#[test]
fn a_transcript_has_everything() {
    let mut record = record();
    record.played.moves.truncate(4);
    record.played.movers.truncate(4);
    record.reports.truncate(4);
    record.played.moves.push("!end/p1win/time".to_string());
    record.played.movers.push(None);
    record.faults.push(Fault {
        kind: FaultKind::Time,
        seat: Some(Seat::P2),
        participant: "b".to_string(),
        ply: 4,
        decisive: true,
        text: "12 ms late".to_string(),
        dialogue: Vec::new(),
    });
    let text = plain(&record);
    assert!(text.starts_with("game a:b/0/0: toss\np1 a (toy)\np2 b (toy)\nfrom startpos\n\n"), "{text}");
    let lines: Vec<&str> = text.lines().skip(5).collect();
    let words = |line: &str| line.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    assert_eq!(words(lines[0])[..2], ["1.", "opening"]);
    assert_eq!(words(lines[2]).join(" "), "3. p1 m2 score +2, depth 5, 102 nodes 2 ms");
    assert_eq!(words(lines[4]).join(" "), "5. verdict !end/p1win/time");
    assert_eq!(lines[6], "fault at ply 4: time of p2 b: 12 ms late");
    assert!(lines[7].contains(": time, scores "), "{}", lines[7]);
    assert!(text.is_ascii() && text.ends_with("\n\n"));
}

/// The transcript that the referee converts to an interchange format contains the event, site, date and seats. Without
/// a start time it has no date.
#[test]
fn a_transcript_for_the_engine_has_date_and_site() {
    let mut record = record();
    let mut plan = plan(&["a", "b"], 2);
    plan.name = "cup".to_string();
    let game = game_file(&record, &plan);
    assert_eq!((game.event.as_str(), game.site.as_str(), game.round.as_str()), ("cup", "here", "a:b/0/0"));
    assert_eq!((game.date.as_deref(), game.seats.join(" ")), (Some("2023.11.14"), "a b".to_string()));
    assert_eq!(
        (&game.base, &game.moves, &game.result),
        (&record.played.base, &record.played.moves, &record.played.result)
    );
    record.run.started = 0;
    assert_eq!(game_file(&record, &plan).date, None);
}

/// Moves have their score, depth and time as comments. Openings have none.
#[test]
fn comments_have_score_depth_and_time() {
    let mut record = record();
    record.reports[3] = Some(SearchReport { score: Some(Score::Mate(-5)), ..SearchReport::default() });
    record.reports[4] = None;
    let mut plan = plan(&["a", "b"], 2);
    let game = game_file(&record, &plan);
    assert_eq!(game.comments[..5], ["", "", "+0.02/5 0.002s", "-M5 0.003s", "0.004s"]);
    assert_eq!(game.time_controls, ["100 nodes/move", "100 nodes/move"]);
    let clock =
        Clock(TimeControl { base: Duration::from_secs(60), increment: Duration::from_millis(100), moves: Some(40) });
    plan.limit.move_limits = MoveLimits { clock: Some(clock), ..MoveLimits::default() };
    let movetime = Some(Duration::from_millis(500));
    plan.participants[1].limit = MoveLimits { movetime, ..MoveLimits::default() };
    assert_eq!(game_file(&record, &plan).time_controls, ["40/60+0.1", "0.5/move"]);
    let counted = MoveLimits { nodes: Some(700), depth: Some(9), ..MoveLimits::default() };
    let both = MoveLimits { nodes: Some(700), ..plan.limit.move_limits.clone() };
    let mut limited = plan.clone();
    (limited.participants[0].limit, limited.participants[1].limit) = (both, counted);
    let controls = ["40/60+0.1, 700 nodes/move", "700 nodes/move, depth 9/move"];
    assert_eq!(game_file(&record, &limited).time_controls, controls);
    // Clocks that were scaled are those of the machine.
    let run = record.run.clone();
    let scaled = |factor| RunInfo { scale: Some(ClockScale { nodes: 900, factor }), ..run.clone() };
    record.run = scaled(1.0 / 0.9);
    assert_eq!(game_file(&record, &plan).time_controls, ["40/66.667+0.111", "0.556/move"]);
    record.run = scaled(1e308);
    assert_ne!(game_file(&record, &plan).time_controls, ["-", "-"]);
}
