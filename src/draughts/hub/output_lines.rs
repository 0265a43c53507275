//! Formats the lines that the engine sends in Hub.

use super::parameters::Parameters;
use crate::draughts::men::score_in_men;
use crate::games::checkers::squares::WireMove;
use crate::games::checkers::{Checkers, Move};
use base::quote::printable;
use kit::output::Output;
use kit::search::{Report, SearchResult};
use kit::state::State;
use std::time::Duration;
use ugi::Score;

/// The score, in men, of a position that is already won. A win in `n` plies scores `n` hundredths less, as in Scan.
const WIN: f64 = 100.0;

/// Writes the `id` line, the `param` lines and `wait`.
pub(super) fn write_introduction(out: &Output, parameters: &Parameters) {
    out.write_line(format!("id name=speltafel version={} author=\"the speltafel authors\"", env!("CARGO_PKG_VERSION")));
    for declaration in parameters.declarations() {
        out.write_line(format!("param {declaration}"));
    }
    out.write_line("wait");
}

/// Formats an error. Replaces quotes and all characters that are not printable ASCII, because a quote or a line ending
/// would end the message.
pub(super) fn error_line(message: &str) -> String {
    format!("error message=\"{}\"", printable(message).replace('"', "'"))
}

/// Formats a search report, with the score in men, the time in seconds, and the speed in millions of nodes per second.
pub(super) fn info_line(root: &Checkers, report: &Report<Move>, elapsed: Duration) -> String {
    let men = |score| match score {
        Score::Cp(hundredths) => score_in_men(hundredths),
        Score::Mate(plies) if plies > 0 => WIN - f64::from(plies) / 100.0,
        Score::Mate(plies) => -WIN - f64::from(plies) / 100.0,
    };
    let score = report.score.map_or(String::new(), |score| format!(" score={:.2}", men(score)));
    let speed = report.nodes as f64 / elapsed.as_secs_f64().max(1e-6) / 1e6;
    let mut position = *root;
    let mut line = Vec::with_capacity(report.pv.len());
    for &action in &report.pv {
        line.push(WireMove::of(action).to_string());
        position.play(action);
    }
    format!(
        "info depth={}{score} nodes={} time={:.3} nps={speed:.3} pv=\"{}\"",
        report.depth,
        report.nodes,
        elapsed.as_secs_f64(),
        line.join(" ")
    )
}

/// Formats the `done` line of a search.
pub(super) fn done_line(answer: &SearchResult<Move>) -> String {
    let Some(best) = answer.best else { return no_move() };
    let ponder = answer.ponder.map(|reply| format!(" ponder={}", WireMove::of(reply)));
    format!("done move={}{}", WireMove::of(best), ponder.unwrap_or_default())
}

/// Formats a `done` line without a move. A `go` that starts no search is answered with this line, because the client
/// may be waiting for `done`.
pub(super) fn no_move() -> String {
    "done move=\"\"".to_string()
}
