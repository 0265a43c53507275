//! Transcripts of any game. They are made from the record, without a referee.

use base::counted::counted;
use runner::record::{Record, SearchReport};
use std::fmt::Write;
use ugi::{Score, Seat, is_verdict};

/// Returns the transcript of a game: header lines; an empty line; one line per token, with its number, its seat or
/// kind, the token, the search report and the time; an empty line; faults; the result; an empty line. The transcript is
/// ASCII if the record is.
pub fn plain(record: &Record) -> String {
    let mut out = format!("game {}: {}\n", record.id, record.played.game);
    if !record.played.options.is_empty() {
        let _ = writeln!(out, "options {}", record.played.rules().join(" "));
    }
    for (team, side) in record.teams.iter().zip(record.side_names()) {
        let seats: Vec<String> = team.iter().map(Seat::to_string).collect();
        let engine = team.first().and_then(|seat| record.engines.get(seat.index())).map_or("", |engine| &engine.name);
        let _ = writeln!(out, "{} {side} ({engine})", seats.join("+"));
    }
    let _ = writeln!(out, "from {}", record.played.base);
    out.push('\n');
    for (index, token) in record.played.moves.iter().enumerate() {
        let mover = record.played.movers.get(index).copied().flatten();
        let decider = match mover {
            Some(seat) => seat.to_string(),
            None if index < record.played.opening => "opening".to_string(),
            None if is_verdict(token) => "verdict".to_string(),
            None => "chance".to_string(),
        };
        let said = record.reports.get(index).and_then(Option::as_ref).map_or(String::new(), report_text);
        let time =
            record.run.times_ms.get(index).copied().filter(|_| mover.is_some()).map(|time| format!("{time:.0} ms"));
        let line = format!("{:>4}. {decider:<8} {token:<14} {said:<34} {}", index + 1, time.unwrap_or_default());
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out.push('\n');
    for fault in &record.faults {
        let (kind, who) = (fault.kind.word(), fault.who());
        let _ = writeln!(out, "fault at ply {}: {kind} of {who}: {}", fault.ply, fault.text);
    }
    let scores: Vec<String> = record.played.scores.iter().map(i64::to_string).collect();
    let _ = writeln!(out, "{}: {}, scores {}\n", record.played.result, record.ending(), scores.join(" "));
    out
}

/// Formats a search report, for example `score +12, depth 5, 1000 nodes`.
fn report_text(said: &SearchReport) -> String {
    let score = said.score.map(|score| match score {
        Score::Cp(value) => format!("score {value:+}"),
        Score::Mate(plies) => format!("mate {plies:+}"),
    });
    let depth = said.depth.map(|depth| format!("depth {depth}"));
    let nodes = said.nodes.map(|nodes| counted(nodes, "node"));
    [score, depth, nodes].into_iter().flatten().collect::<Vec<String>>().join(", ")
}
