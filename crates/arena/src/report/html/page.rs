//! Builds the page: the statistics as text and plots, and the viewer's data.

use super::choose::MAX_SHOWN_GAMES;
use super::facts::{describe, digest, facts};
use super::plots::{self, Interval};
use super::view::{FaultRow, Page, RatingRow, RatingsView, SequentialView};
use super::words::{duration, grouped, interval, percent, plain};
use super::{bins, tables};
use crate::plan::Plan;
use crate::report::{PairNumbers, Scale, Standing, Summary};
use crate::statistics::{self, Decision, Estimate, Tally};
use anyhow::Result;
use askama::Template;
use runner::record::Record;

/// The maximum number of faults that are shown with the most recent lines of the engine's input and output.
const MAX_SHOWN_FAULTS: usize = 200;

const STYLES: [&str; 3] = [
    include_str!("../../../templates/report/page.css"),
    board::STYLE.text,
    include_str!("../../../templates/report/viewer.css"),
];

/// The scripts of the page, except the board renderer.
const SCRIPTS: [board::PageFile; 2] = [
    board::PageFile { name: "list.js", text: include_str!("../../../templates/report/list.js") },
    board::PageFile { name: "viewer.js", text: include_str!("../../../templates/report/viewer.js") },
];

/// Renders the page from its template. `data` must be safe inside a script element. `shown` is the number of games in
/// the viewer.
pub(super) fn page(plan: &Plan, records: &[Record], summary: &Summary, data: &str, shown: usize) -> Result<String> {
    let faults: Vec<FaultRow> = tables::fault_rows(records).take(MAX_SHOWN_FAULTS).collect();
    let all = records.iter().map(|record| record.faults.len()).sum::<usize>();
    let page = Page {
        title: &plan.name,
        verdict: verdict(summary),
        facts: facts(plan, summary),
        cross: tables::cross(summary),
        ratings: ratings(summary)?,
        sequential: summary.sprt.as_ref().map(sequential).transpose()?,
        participants: tables::participants(plan, records, &summary.tally.effort),
        shares: tables::score_tables(&summary.tally),
        lengths: match &summary.length_histogram {
            bars if bars.counts.is_empty() => String::new(),
            bars => plots::histogram(bars, "moves", &|value| format!("{value:.0}"))?,
        },
        times: times(records)?,
        ends: tables::ends(&summary.tally),
        faults_note: faults_note(&summary.tally, all, faults.len()),
        faults,
        viewer_note: viewer_note(shown, records.len()),
        footer: footer(plan),
        styles: STYLES.concat(),
        scripts: board::inline(&[&board::SCRIPTS[..], &SCRIPTS].concat())?,
        data,
    };
    Ok(page.render()?)
}

/// Returns the program version, and the full digest of the opening file, which is shortened at the top of the page.
fn footer(plan: &Plan) -> Vec<String> {
    let version = env!("CARGO_PKG_VERSION");
    let made = format!("Made by speltafel-arena {version}. This page is self-contained.");
    let openings = digest(&plan.openings).map(|digest| format!("SHA-256 of the opening file: {digest}"));
    [made].into_iter().chain(openings).collect()
}

/// Returns at most two lines: the result of the match if the tournament has only two participants, and the result of
/// the sequential test if the plan has one.
fn verdict(summary: &Summary) -> Vec<String> {
    let mut lines = Vec::new();
    if let ([_, _], [PairNumbers { first, second, numbers }]) = (&summary.standings[..], &summary.pairs[..]) {
        let score = numbers.score.value.map_or(String::new(), |score| format!(", {}", percent(score)));
        let superior = |chance| format!(", likelihood of superiority {}", percent(chance));
        lines.push(format!(
            "{first} against {second}: {} won, {} drawn, {} lost{score}; Elo {}{}",
            numbers.wins,
            numbers.draws,
            numbers.losses,
            interval(numbers.elo),
            numbers.superiority.map_or(String::new(), superior)
        ));
    }
    lines.extend(summary.sprt.as_ref().map(|test| format!("SPRT: {}", decision(test))));
    lines
}

/// Returns the rated participants in the order of the standings; `None` if no participant has a rating.
fn ratings(summary: &Summary) -> Result<Option<RatingsView>> {
    let rated: Vec<&Standing> = summary.standings.iter().filter(|standing| standing.rating.is_some()).collect();
    if rated.is_empty() {
        return Ok(None);
    }
    let ends = |standing: &Standing| {
        let end = |sign: f64| Some(standing.rating? + sign * standing.error?);
        Estimate { value: standing.rating, low: end(-1.0), high: end(1.0) }
    };
    let plotted: Vec<Interval> = rated
        .iter()
        .map(|standing| Interval { name: standing.participant.clone(), estimate: ends(standing) })
        .collect();
    let remark = |standing: &Standing| match () {
        () if standing.anchored => "given",
        () if standing.bounded => "won or lost everything",
        () => "",
    };
    let (unit, note) = match summary.scale {
        Scale::Elo => ("Elo", "Bradley\u{2013}Terry ratings with 95 % intervals."),
        Scale::WengLin => ("rating", "Weng\u{2013}Lin ratings, starting at 25, with 95 % intervals."),
    };
    let groups = rated.iter().any(|standing| standing.group > 0);
    let apart = " Ratings of different groups cannot be compared, because the groups never met.";
    let row = |standing: &&Standing| RatingRow {
        place: standing.place,
        name: standing.participant.clone(),
        rating: interval(ends(standing)),
        remark: match groups {
            true => format!("group {} {}", standing.group + 1, remark(standing)),
            false => remark(standing).to_string(),
        },
    };
    Ok(Some(RatingsView {
        note: format!("{note}{}", if groups { apart } else { "" }),
        unit,
        plot: plots::intervals(&plotted, unit)?,
        rows: rated.iter().map(row).collect(),
    }))
}

fn decision(test: &statistics::Sequential) -> String {
    match test.decision {
        Decision::H0 => format!("H0 accepted after {} blocks", test.blocks),
        Decision::H1 => format!("H1 accepted after {} blocks", test.blocks),
        Decision::Undecided => format!("not decided after {} blocks", test.blocks),
    }
}

fn sequential(test: &statistics::Sequential) -> Result<SequentialView> {
    let decision = decision(test);
    let rule = &test.test;
    let [llr, lower, upper] = [test.llr, test.lower, test.upper].map(plain);
    let what = format!("{} against {} Elo ({})", rule.elo0, rule.elo1, describe(&rule.model));
    let note = format!(
        "SPRT of {what}, alpha {}, beta {}: LLR {llr} between {lower} and {upper}, {decision}. The curve is the \
         log-likelihood ratio after each block in the order of the plan.",
        rule.alpha, rule.beta
    );
    Ok(SequentialView { note, plot: plots::curve(&test.curve, [test.lower, test.upper], "blocks")? })
}

/// Returns a histogram of the times of all engine moves, or an empty text if no time is above 0.
fn times(records: &[Record]) -> Result<String> {
    let own = |record: &'_ Record| -> Vec<f64> {
        let played = record.movers.iter().zip(&record.run.times_ms).filter(|(mover, _)| mover.is_some());
        played.map(|(_, &time)| time).collect()
    };
    match bins::logarithmic(records.iter().flat_map(own)) {
        // Only whole decades are labelled.
        Some(bars) => plots::histogram(&bars, "time of a move", &|decade| match (decade - decade.round()).abs() {
            off if off < 1e-6 => duration(10_f64.powf(decade)),
            _ => String::new(),
        }),
        None => Ok(String::new()),
    }
}

/// Returns the number of faults by participant and kind, and how many of them are shown.
fn faults_note(tally: &Tally, all: usize, shown: usize) -> String {
    let counts = |faults: &statistics::FaultCounts| {
        let kinds: Vec<String> =
            faults.counts.iter().map(|(kind, count)| format!("{} {}", kind.word(), grouped(*count))).collect();
        (!kinds.is_empty()).then(|| format!("{}: {}", faults.participant, kinds.join(", ")))
    };
    let mut lines: Vec<String> = tally.faults.iter().filter_map(counts).collect();
    if shown < all {
        lines.push(format!("the first {shown} of {} are shown", grouped(all as u64)));
    }
    lines.join("; ") + "."
}

fn viewer_note(shown: usize, all: usize) -> String {
    if shown == all {
        return "Every game can be stepped through, board by board.".to_string();
    }
    format!(
        "{shown} of {} games can be stepped through, board by board: those requested, those with faults and the first \
         ones of each pairing, at most {MAX_SHOWN_GAMES}.",
        grouped(all as u64)
    )
}
