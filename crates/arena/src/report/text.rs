//! The summary as ASCII tables for a terminal, at most 100 columns wide for few participants.

use super::numbers::tidy;
use super::progress::{elo_text, game_pair_text, normalized_text, superiority_text};
use super::rounds::{Match, MatchPoints, round_name};
use super::standings::{PairNumbers, Standing};
use super::summary::{Cell, Summary};
use crate::plan::{FormatKind, Parameter};
use crate::statistics::{Decision, Effort, End, GroupScore, ParticipantRemarks, Residual, Sequential, signed};
use crate::tune::{TunedParameter, Tuning};
use base::counted::counted;
use comfy_table::{CellAlignment, Table, presets::ASCII_MARKDOWN};
use runner::record::FaultKind;
use std::fmt::Write;

/// The maximum number of participants for which the cross table shows points and games. Larger tables show percentages.
const MAX_FOR_POINTS: usize = 6;

/// The maximum number of participants for which a cross table is printed. Larger tables would be too wide.
const MAX_FOR_CROSS_TABLE: usize = 24;

/// The maximum number of pairs that are printed in full. If there are more pairs, each pair gets one line.
const MAX_DETAILED_PAIRS: usize = 3;

/// The maximum number of pairs for which results are printed. If there are more pairs, none is printed.
const MAX_PAIRS: usize = 45;

/// The maximum number of matches that are printed. If there are more, the first rounds are left out.
const MAX_MATCHES: usize = 200;

/// The maximum number of rows in the tables of scores by seats and by opening.
const MAX_ROWS: usize = 12;

/// Returns the title, the limits, the progress and the tables, each table with a heading. The cross table and the
/// results of pairs are omitted if they would be too large. The text ends with a newline.
pub fn text(summary: &Summary) -> String {
    let mut out = format!("{}: {}\nlimit: {}\n{}\n", summary.name, summary.game, summary.limits, progress(summary));
    match &summary.tuning {
        Some(tuning) => tuned(&mut out, tuning),
        None => results(&mut out, summary),
    }
    section(&mut out, "Ends", &ends(summary));
    section(&mut out, "Score by seats", &score_table("seats", &summary.tally.seats));
    if summary.tally.openings.len() > 1 {
        section(&mut out, "Score of seat 1 by opening", &score_table("opening", &summary.tally.openings));
    }
    section(&mut out, "Time and effort", &effort(summary));
    out.extend(summary.notes.iter().map(|note| format!("  {note}\n")));
    section(&mut out, "Machines and parts against the rest, residual in standard errors", &residuals(summary));
    section(&mut out, "Faults", &fault_table(summary));
    section(
        &mut out,
        "Remarks, which are no faults",
        &table(&["participant", "remark"], 2, summary.remark_texts.iter().cloned().map(Vec::from)),
    );
    out
}

/// Appends the parameters of a tuning.
fn tuned(out: &mut String, tuning: &Tuning) {
    let Tuning { iterations, finished, parameters, .. } = tuning;
    let row = |TunedParameter { parameter, value, spread, last, .. }: &TunedParameter| {
        let Parameter { name, min, max, start, c_end, r_end } = parameter;
        let spread = spread.map_or("-".to_string(), |spread| format!("{spread:.2}"));
        let bounds = format!("{min} to {max}");
        let values = [format!("{value:.2}"), spread, format!("{last:.2}"), start.to_string(), bounds];
        [name.clone()].into_iter().chain(values).chain([c_end, r_end].map(f64::to_string)).collect()
    };
    let head = ["parameter", "value", "spread", "last", "start", "bounds", "c_end", "r_end"];
    let title = format!("Parameters after {finished} of {}", counted(*iterations, "iteration"));
    section(out, &title, &table(&head, 1, parameters.iter().map(row)));
    let _ = writeln!(out, "  options = {{ {} }}", tuning.options());
    out.extend(tuning.left_out_note().map(|note| format!("  {note}\n")));
}

/// Appends the results of the participants and the sequential test.
fn results(out: &mut String, summary: &Summary) {
    section(out, "Result", &matches(summary));
    section(out, "Matches", &rounds(summary));
    if summary.rounds.iter().map(Vec::len).sum::<usize>() > MAX_MATCHES {
        let _ = writeln!(out, "  the matches of earlier rounds are in `report --csv rounds`");
    }
    section(out, "Standings", &standings(summary));
    if let Some(note) = notes(summary) {
        out.push_str(&note);
    }
    if summary.standings.len() > 2 && summary.standings.len() <= MAX_FOR_CROSS_TABLE {
        let unit = if summary.standings.len() <= MAX_FOR_POINTS { "points of games" } else { "percent" };
        section(out, &format!("Cross table, {unit}"), &cross(summary, &summary.cross));
        section(out, &format!("Partners, {unit}"), &cross(summary, &summary.partners));
    }
    if summary.pairs.len() <= MAX_DETAILED_PAIRS {
        summary.pairs.iter().for_each(|pair| out.push_str(&detailed(pair)));
    } else if summary.pairs.len() <= MAX_PAIRS {
        section(out, "Pairs, from the view of the first", &pairs(&summary.pairs));
    }
    if let (Some(test), Some(words)) = (&summary.sprt, &summary.sprt_text) {
        let _ = writeln!(out, "\n{words}");
        out.extend(mean_payoff(test, summary.standings.len()).map(|text| format!("  {text}\n")));
    }
}

/// Returns the progress and the standings, for a tournament in progress.
pub fn standings_text(summary: &Summary) -> String {
    let mut out = progress(summary);
    section(&mut out, "Standings", &standings(summary));
    out
}

fn progress(summary: &Summary) -> String {
    let counts = &summary.counts;
    let more = if counts.more { " so far" } else { "" };
    let planned = counted(counts.planned, "game");
    let mut line = format!("{} of {planned}{more}, {}", counts.games, counted(counts.blocks, "complete block"));
    if counts.waiting > 0 {
        let _ = write!(line, "; {} of incomplete blocks", counted(counts.waiting, "game"));
    }
    if counts.later > 0 {
        let _ = write!(line, "; {}, which do not count", later_note(summary));
    }
    if counts.repeated > 0 {
        let _ = write!(line, "; {} with the moves of another", counted(counts.repeated, "game"));
    }
    if counts.void > 0 {
        let _ = write!(line, "; {} without a result", counted(counts.void, "block"));
    }
    line
}

/// Returns how many games of complete blocks do not count, and where they are. There must be a sequential test.
fn later_note(summary: &Summary) -> String {
    let is_decided = summary.sprt.as_ref().is_some_and(|test| test.decision != Decision::Undecided);
    let what = if is_decided { "the decision" } else { "an incomplete block" };
    format!("{} after {what}", counted(summary.counts.later, "game"))
}

/// Appends a heading and a table, or nothing if the table has no rows.
fn section(out: &mut String, title: &str, table: &Table) {
    if table.row_count() > 0 {
        let lines = table.lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>().join("\n");
        let _ = write!(out, "\n{title}\n{lines}\n");
    }
}

/// Creates a table with these column headings and rows. The columns from the zero-based index `first_number` on contain
/// numbers and are right-aligned.
fn table(head: &[&str], first_number: usize, rows: impl IntoIterator<Item = Vec<String>>) -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN).set_header(head.to_vec()).add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((1, 1));
        if index >= first_number {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_string(), |share| format!("{:.1} %", 100.0 * share))
}

fn number(number: Option<f64>, digits: usize) -> String {
    let text = number.map_or("-".to_string(), |number| format!("{number:.digits$}"));
    // A rating that is 0 except for its rounding error has no sign.
    if text.trim_end_matches('0') == "-0." { text.replacen('-', "", 1) } else { text }
}

fn standings(summary: &Summary) -> Table {
    let groups = summary.standings.iter().any(|standing| standing.group > 0);
    let mut head = vec!["participant", "rating", "95 %", "games", "won", "drawn", "lost", "score"];
    if groups {
        head.push("group");
    }
    let row = |standing: &Standing| {
        let mut row = vec![
            format!("{}. {}", standing.place, standing.participant),
            format!("{}{}", number(standing.rating, 1), mark(standing)),
            standing.error.map_or("-".to_string(), |error| format!("+- {error:.1}")),
            standing.games.to_string(),
            standing.wins.to_string(),
            standing.draws.to_string(),
            standing.losses.to_string(),
            percent(standing.score),
        ];
        row.extend(groups.then(|| (standing.group + 1).to_string()));
        row
    };
    table(&head, 1, summary.standings.iter().map(row))
}

/// Returns the match points that decide a knockout or Swiss tournament, with the tie-breaks.
fn matches(summary: &Summary) -> Table {
    let row = |one: &MatchPoints| {
        let mut row = vec![format!("{}. {}", one.place, one.participant), one.points.to_string()];
        row.extend(one.tie_break_sums());
        row
    };
    let columns = if summary.kind == Some(FormatKind::Swiss) { 4 } else { 2 };
    let head = &["participant", "points", "Buchholz", "Sonneborn-Berger"][..columns];
    table(head, 1, summary.matches.iter().map(row))
}

/// Returns the matches of all rounds of a knockout or Swiss tournament, or of the last rounds if there are many.
fn rounds(summary: &Summary) -> Table {
    let row = |round: &str, one: &Match| {
        let round = if one.third_place { "third place" } else { round };
        let winner = one.winner.clone().unwrap_or_else(|| "-".to_string());
        vec![round.to_string(), one.participants.join(" : "), one.score(), winner, one.decision().to_string()]
    };
    let mut left = MAX_MATCHES;
    let fits = |(_, round): &(usize, &Vec<Match>)| {
        let room = left.checked_sub(round.len());
        left = room.unwrap_or(0);
        room.is_some()
    };
    let mut shown: Vec<(usize, &Vec<Match>)> = summary.rounds.iter().enumerate().rev().take_while(fits).collect();
    shown.reverse();
    let rows = shown.into_iter().flat_map(|(number, round)| {
        let name = round_name(number, summary.is_knockout(), round);
        round.iter().map(move |one| row(&name, one))
    });
    table(&["round", "match", "score", "winner", "decided by"], 5, rows)
}

/// Returns the mark that the notes below the standings explain.
const fn mark(standing: &Standing) -> &'static str {
    match (standing.anchored, standing.bounded) {
        (true, _) => "=",
        (_, true) => "?",
        _ => "",
    }
}

fn notes(summary: &Summary) -> Option<String> {
    let any = |test: fn(&Standing) -> bool| summary.standings.iter().any(test);
    let mut notes = Vec::new();
    if any(|standing| standing.anchored) {
        notes.push("= given in the plan");
    }
    if any(|standing| standing.bounded) {
        notes.push("? won or lost everything against the rest, or few games at mixed tables: limited by a small prior");
    }
    if any(|standing| standing.games > 0 && standing.error.is_none()) {
        notes.push("- no interval: too few games, or all blocks have the same result");
    }
    if any(|standing| standing.group > 0) {
        notes.push("ratings of different groups cannot be compared, because the groups never met");
    }
    (!notes.is_empty()).then(|| notes.iter().map(|note| format!("  {note}\n")).collect())
}

/// Returns the cross table, or the table of partners.
fn cross(summary: &Summary, cells: &[Vec<Option<Cell>>]) -> Table {
    let numbers: Vec<String> = (1..=summary.standings.len()).map(|number| number.to_string()).collect();
    let head: Vec<&str> = std::iter::once("").chain(numbers.iter().map(String::as_str)).collect();
    let text = |cell: &Option<Cell>| match cell {
        None => ".".to_string(),
        Some(cell) if summary.standings.len() <= MAX_FOR_POINTS => format!("{}/{}", tidy(cell.points, 2), cell.games),
        Some(cell) => format!("{:.0}", 100.0 * cell.score()),
    };
    let rows = summary.standings.iter().zip(cells).zip(&numbers).map(|((standing, cells), number)| {
        std::iter::once(format!("{number} {}", standing.participant)).chain(cells.iter().map(text)).collect()
    });
    table(&head, 1, rows)
}

/// Formats all results of one pair.
fn detailed(pair: &PairNumbers) -> String {
    let numbers = &pair.numbers;
    let counts: Vec<String> = numbers.outcomes.counts.iter().map(u64::to_string).collect();
    format!(
        "\n{} against {}\n  +{} ={} -{} of {}, score {}, draws {}\n  Elo {}, normalized Elo {}, LOS {}\n  blocks by score, from lost to won: {}{}\n",
        pair.first,
        pair.second,
        numbers.wins,
        numbers.draws,
        numbers.losses,
        counted(numbers.games(), "game"),
        percent(numbers.score.value),
        percent(numbers.draw_ratio),
        elo_text(numbers),
        normalized_text(numbers),
        superiority_text(numbers),
        counts.join(" "),
        game_pair_text(numbers).map_or_else(String::new, |text| format!("; {text}"))
    )
}

fn pairs(pairs: &[PairNumbers]) -> Table {
    let row = |PairNumbers { first, second, numbers, .. }: &PairNumbers| {
        vec![
            format!("{first} : {second}"),
            numbers.wins.to_string(),
            numbers.draws.to_string(),
            numbers.losses.to_string(),
            percent(numbers.score.value),
            elo_text(numbers),
            superiority_text(numbers),
        ]
    };
    table(&["pair", "won", "drawn", "lost", "score", "Elo", "LOS"], 1, pairs.iter().map(row))
}

fn ends(summary: &Summary) -> Table {
    let all: u64 = summary.tally.ends.iter().map(|end| end.games).sum();
    let row = |end: &End| {
        let share = percent(Some(end.games as f64 / all as f64));
        vec![end.reason.clone(), end.games.to_string(), share, end.draws.to_string()]
    };
    table(&["reason", "games", "share", "draws"], 1, summary.tally.ends.iter().map(row))
}

fn score_table(name: &str, groups: &[GroupScore]) -> Table {
    let row = |group: &GroupScore| {
        let name = group.name.chars().take(60).collect();
        vec![name, group.games.to_string(), percent(Some(group.score)), group.draws.to_string()]
    };
    let more = (groups.len() > MAX_ROWS).then(|| vec![format!("and {} more", groups.len() - MAX_ROWS)]);
    table(&[name, "games", "score", "draws"], 1, groups.iter().take(MAX_ROWS).map(row).chain(more))
}

fn effort(summary: &Summary) -> Table {
    let row = |(effort, remarks): (&Effort, &ParticipantRemarks)| {
        vec![
            effort.participant.clone(),
            effort.moves.to_string(),
            number(effort.mean, 1),
            format!("{:.1}", effort.slowest),
            number(remarks.latency, 1),
            format!("{:.1}", effort.total / 1000.0),
            number(effort.nodes, 0),
            number(effort.depth, 1),
        ]
    };
    let head = ["participant", "moves", "ms a move", "slowest ms", "latency ms", "total s", "nodes a move", "depth"];
    table(&head, 1, summary.tally.effort.iter().zip(&summary.tally.remarks.participants).map(row))
}

fn residuals(summary: &Summary) -> Table {
    let row = |one: &Residual| {
        let residual = one.residual.map_or("-".to_string(), signed);
        let [score, expected] = [one.score, one.expected].map(|score| percent(Some(score)));
        vec![one.name.clone(), one.blocks.to_string(), score, expected, residual]
    };
    table(&["name", "blocks", "score", "expected", "residual"], 1, summary.residuals.iter().map(row))
}

fn fault_table(summary: &Summary) -> Table {
    let rows = summary.tally.faults.iter().flat_map(|faults| {
        let row = |(kind, count): &(FaultKind, u64)| {
            vec![faults.participant.clone(), kind.word().to_string(), count.to_string()]
        };
        faults.counts.iter().map(row)
    });
    table(&["participant", "fault", "times"], 2, rows)
}

/// Describes the mean payoff of a test with more than two participants, which is not in the other tables.
fn mean_payoff(test: &Sequential, participants: usize) -> Option<String> {
    let payoff = test.payoff.filter(|_| participants > 2)?;
    Some(format!("mean payoff of the first participant is {payoff:.3}, par 0.5"))
}
