//! Builds the page: the statistics as text and plots, and the viewer's data. The template formats the numbers of the
//! summary.

use super::bins::LogarithmicBins;
use super::choose::MAX_SHOWN_GAMES;
use super::terms::Terms;
use super::words::{duration, grouped, percent, plain};
use super::{facts, plots, words};
use crate::plan::{Openings, Plan};
use crate::report::rounds::round_name;
use crate::report::text::mean_payoff;
use crate::report::{Match, PairNumbers, Standing, Summary};
use crate::statistics::{self, Decision, GroupScore, Tally};
use crate::tune::{TunedParameter, Tuning};
use anyhow::Result;
use askama::Template;
use base::counted::counted;
use runner::record::{Fault, Record};
use std::collections::BTreeMap;

/// The maximum number of faults that are shown with the most recent lines of the engine's input and output.
const MAX_SHOWN_FAULTS: usize = 200;

/// The maximum number of openings that are shown.
const MAX_OPENINGS: usize = 24;

const BRACKET_NOTE: &str = "The points of the games of each match, and what decided it. Whoever loses is eliminated. In the \
                            table, each round that a participant survived counts 1 point; equal participants share a place.";

const ROUNDS_NOTE: &str = "The points of the games of each match. In the table, a match won or a bye counts 1 point, a tied \
                           match half a point. Ties are broken by Buchholz, the sum of the points of all opponents, then by \
                           Sonneborn-Berger, the points of the opponents that were beaten and half of those of the tied ones.";

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

/// The page. Plots, style sheets, scripts and data are inserted unchanged; all other values are escaped.
#[derive(Template)]
#[template(path = "report/page.html")]
struct Page<'a> {
    plan: &'a Plan,
    /// What the page shows of single games.
    games: &'a PageFacts,
    summary: &'a Summary,
    terms: &'a Terms,
    /// The results of the match and of the sequential test, at most one line each.
    verdict: Vec<String>,
    /// The facts at the top of the page: labels and values.
    facts: Vec<(&'static str, String)>,
    /// The names of the rounds of a knockout or Swiss tournament, with their matches.
    rounds: Vec<(String, Vec<&'a Match>)>,
    rounds_title: &'static str,
    rounds_note: &'static str,
    /// The participants with a rating, in the order of the standings.
    rated: Vec<&'a Standing>,
    ratings: Figure,
    /// The parameters of a tuning, each with its plot.
    parameters: Vec<(&'a TunedParameter, String)>,
    /// The sequential test, if the plan has one.
    sequential: Option<Figure>,
    /// The tables of scores: title, heading of the first column, rows, and the maximum number of rows.
    shares: [(&'static str, &'static str, &'a [GroupScore], usize); 2],
    lengths: String,
    times: String,
    faults_note: String,
    /// The faults that are shown, each with the id of its game.
    faults: &'a [(String, Fault)],
    /// The remarks: a participant or file, and what is remarkable about it.
    remarks: Vec<[String; 2]>,
    viewer_note: String,
    footer: Vec<String>,
    styles: String,
    scripts: String,
    data: &'a str,
}

/// What a page shows of single games, which are added one by one, except for the viewer and the list of games.
#[derive(Default)]
pub(super) struct PageFacts {
    games: usize,
    /// The name that each participant's engine reports.
    engines: BTreeMap<String, String>,
    /// The first faults, each with the id of its game.
    faults: Vec<(String, Fault)>,
    fault_count: usize,
    /// The times of all engine moves.
    times: LogarithmicBins,
}

impl PageFacts {
    /// Adds the next game.
    pub(super) fn add(&mut self, record: &Record) {
        self.games += 1;
        for (name, engine) in record.played.seats.iter().zip(&record.engines) {
            if !engine.name.is_empty() && !self.engines.contains_key(name) {
                self.engines.insert(name.clone(), engine.name.clone());
            }
        }
        self.fault_count += record.faults.len();
        let room = MAX_SHOWN_FAULTS - self.faults.len();
        self.faults.extend(record.faults.iter().take(room).map(|fault| (record.id.clone(), fault.clone())));
        let played = record.played.movers.iter().zip(&record.run.times_ms).filter(|(mover, _)| mover.is_some());
        played.for_each(|(_, &time)| self.times.add(time));
    }
}

/// A plot with a note above it.
struct Figure {
    note: String,
    plot: String,
}

/// Renders the page from its template. `data` must be safe inside a script element. `shown` is the number of games in
/// the viewer.
pub(super) fn page(
    plan: &Plan,
    games: &PageFacts,
    summary: &Summary,
    terms: &Terms,
    data: &str,
    shown: usize,
) -> Result<String> {
    let tally = &summary.tally;
    // The two copies of a tuned engine are no players to rate.
    let standings = if summary.tuning.is_some() { &[][..] } else { &summary.standings };
    let rated: Vec<&Standing> = standings.iter().filter(|standing| standing.rating.is_some()).collect();
    let page = Page {
        plan,
        games,
        summary,
        terms,
        verdict: verdict(summary),
        facts: facts::facts(plan, summary, terms.name()),
        rounds: rounds(summary),
        rounds_title: if summary.is_knockout() { "Bracket" } else { "Rounds" },
        rounds_note: if summary.is_knockout() { BRACKET_NOTE } else { ROUNDS_NOTE },
        ratings: ratings(&rated)?,
        rated,
        parameters: parameters(summary)?,
        sequential: summary.sprt.as_ref().map(|test| sequential(test, summary.standings.len())).transpose()?,
        shares: [
            ("By seat", "seats of the side", &tally.seats, usize::MAX),
            ("By opening", "opening", &tally.openings, MAX_OPENINGS),
        ],
        lengths: match &summary.length_histogram {
            bars if bars.counts.is_empty() => String::new(),
            bars => plots::histogram(bars, "moves", &words::whole)?,
        },
        times: times(&games.times)?,
        faults_note: faults_note(tally, games.fault_count, games.faults.len()),
        faults: &games.faults,
        remarks: tally.remarks.rows(),
        viewer_note: viewer_note(shown, games.games),
        footer: footer(plan),
        styles: STYLES.concat(),
        scripts: board::inline(&[&board::SCRIPTS[..], &SCRIPTS].concat())?,
        data,
    };
    Ok(page.render()?)
}

impl Page<'_> {
    /// Returns the name that a participant's engine reports.
    fn engine(&self, participant: &str) -> &str {
        self.games.engines.get(participant).map_or("", String::as_str)
    }

    /// Returns the number of games for whose ends the tally has a reason.
    fn ended(&self) -> u64 {
        self.summary.tally.ends.iter().map(|end| end.games).sum()
    }

    fn has_groups(&self) -> bool {
        self.rated.iter().any(|standing| standing.group > 0)
    }
}

/// Returns the program version, and the full digest of the opening file, which is shortened at the top of the page.
fn footer(plan: &Plan) -> Vec<String> {
    let version = env!("CARGO_PKG_VERSION");
    let made = format!("Made by speltafel-arena {version}. This page is self-contained.");
    match &plan.openings.from {
        Openings::File { digest, .. } => vec![made, format!("SHA-256 of the opening file: {digest}")],
        _ => vec![made],
    }
}

/// Returns the result of the match if the tournament has only two participants, the winner of a knockout or Swiss
/// tournament and the result of the sequential test, if there are any.
fn verdict(summary: &Summary) -> Vec<String> {
    if let Some(tuning) = &summary.tuning {
        return vec![tuned(tuning)];
    }
    let mut lines = Vec::new();
    if let ([_, _], [PairNumbers { first, second, numbers, .. }]) = (&summary.standings[..], &summary.pairs[..]) {
        let score = numbers.score.value.map_or(String::new(), |score| format!(", {}", percent(score)));
        let game_pair = words::game_pair(numbers).map_or_else(String::new, |text| format!("; {text}"));
        lines.push(format!(
            "{first} against {second}: {} won, {} drawn, {} lost{score}; Elo {}, likelihood of superiority {}{game_pair}",
            numbers.wins,
            numbers.draws,
            numbers.losses,
            words::elo(numbers),
            words::superiority(numbers)
        ));
    }
    lines.extend(winner(summary));
    lines.extend(summary.sprt.as_ref().map(|test| format!("SPRT: {}", decision(test))));
    lines
}

/// Returns who won a knockout or Swiss tournament that has ended.
fn winner(summary: &Summary) -> Option<String> {
    let is_over = !summary.counts.more && summary.rounds.iter().flatten().all(|one| one.finished);
    let points = summary.matches.first().filter(|_| is_over)?.points;
    let points = if points == 1.0 { "1 point".to_string() } else { format!("{} points", plain(points)) };
    let first = summary.matches.iter().filter(|one| one.place == 1).map(|one| one.participant.as_str());
    Some(match &first.collect::<Vec<_>>()[..] {
        [name, ..] if summary.is_knockout() => format!("{name} won the knockout"),
        [name] => format!("{name} won the tournament with {points}"),
        names => format!("{} share the first place with {points}", names.join(", ")),
    })
}

/// Returns the names of the rounds, with their matches. The match for third place is a round of its own.
fn rounds(summary: &Summary) -> Vec<(String, Vec<&Match>)> {
    let mut found = Vec::new();
    for (number, round) in summary.rounds.iter().enumerate() {
        let (third, others): (Vec<&Match>, Vec<&Match>) = round.iter().partition(|one| one.third_place);
        found.push((round_name(number, summary.is_knockout(), round), others));
        found.extend((!third.is_empty()).then(|| ("third place".to_string(), third)));
    }
    found
}

/// Returns a line with the values that a tuning found.
fn tuned(tuning: &Tuning) -> String {
    let value = |one: &TunedParameter| {
        let spread = one.spread.map_or(String::new(), |spread| format!(" (spread {})", plain(spread)));
        format!("{} {}{spread}", one.parameter.name, plain(one.value))
    };
    let values: Vec<String> = tuning.parameters.iter().map(value).collect();
    format!("{} after {} of {}", values.join(", "), tuning.finished, counted(tuning.iterations, "iteration"))
}

/// Returns the parameters of a tuning, each with its plot.
fn parameters(summary: &Summary) -> Result<Vec<(&TunedParameter, String)>> {
    let Some(tuning) = &summary.tuning else { return Ok(Vec::new()) };
    let plot = |one| Ok((one, plots::parameter(one, tuning.iterations)?));
    tuning.parameters.iter().map(plot).collect()
}

/// Returns the plot of the ratings.
fn ratings(rated: &[&Standing]) -> Result<Figure> {
    let note = "Bradley\u{2013}Terry ratings with 95 % intervals.";
    let apart = if rated.iter().any(|standing| standing.group > 0) {
        " Ratings of different groups cannot be compared, because the groups never met."
    } else {
        ""
    };
    Ok(Figure { note: format!("{note}{apart}"), plot: plots::intervals(rated, "Elo")? })
}

fn decision(test: &statistics::Sequential) -> String {
    let decision = match test.decision {
        Decision::H0 => "H0 accepted",
        Decision::H1 => "H1 accepted",
        Decision::Undecided => "not decided",
    };
    format!("{decision} after {}", counted(test.blocks, "block"))
}

fn sequential(test: &statistics::Sequential, participants: usize) -> Result<Figure> {
    let decision = decision(test);
    let rule = &test.test;
    let [lower, upper] = [test.lower, test.upper].map(plain);
    let llr = match test.llr {
        Ok(llr) => format!("LLR {} between {lower} and {upper}", plain(llr)),
        Err(error) => format!("no LLR ({error}), bounds {lower} and {upper}"),
    };
    let what = format!("{} against {} Elo ({})", rule.elo0, rule.elo1, facts::describe(&rule.model));
    let payoff = mean_payoff(test, participants).map_or_else(String::new, |text| format!(" The {text}."));
    let note = format!(
        "SPRT of {what}, alpha {}, beta {}: {llr}, {decision}.{payoff} The curve is \
         the log-likelihood ratio after each block in the order of the plan.",
        rule.alpha, rule.beta
    );
    Ok(Figure { note, plot: plots::curve(&test.curve, [test.lower, test.upper], "blocks")? })
}

/// Returns a histogram of the times of all engine moves, or an empty text if no time is above 0.
fn times(times: &LogarithmicBins) -> Result<String> {
    match times.histogram() {
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
