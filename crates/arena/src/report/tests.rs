//! Tests for summaries of small tournaments, and for their output formats.

mod mixed;

use super::progress::{elo_text, game_pair_text, normalized_text, superiority_text};
use super::{Histogram, Summary, games_csv, json, progress_line, standings_csv, text};
use crate::plan::{EloModel, Plan, Sprt};
use crate::statistics::synthetic::{plan, records};
use crate::statistics::{Outcomes, Pair, Tracker};
use runner::record::Record;

/// Returns a tournament with participants `e0`, `e1`, … in order of decreasing strength.
fn tournament(participants: usize, sides: usize, games: u64) -> (Plan, Vec<Record>) {
    let names: Vec<String> = (0..participants).map(|index| format!("e{index}")).collect();
    let strength: Vec<f64> = (0..participants).map(|index| -150.0 * index as f64).collect();
    let plan = plan(&names.iter().map(String::as_str).collect::<Vec<_>>(), games);
    let records = records(&plan, sides, &strength, 0.2);
    (plan, records)
}

/// The points in a cell of the cross table and in its mirror cell add up to the number of games. Stronger participants
/// come first.
#[test]
fn tables_add_up() {
    for sides in [2, 3] {
        let (plan, records) = tournament(4, sides, 60);
        let summary = Summary::of(&plan, &records);
        assert_eq!(summary.counts.games, summary.counts.planned);
        let order: Vec<&str> = summary.standings.iter().map(|standing| standing.participant.as_str()).collect();
        assert_eq!(order, ["e0", "e1", "e2", "e3"]);
        for (i, row) in summary.cross.iter().enumerate() {
            assert_eq!(row[i], None);
            for (j, cell) in row.iter().enumerate().filter(|(j, _)| *j != i) {
                let (cell, back) = (cell.unwrap(), summary.cross[j][i].unwrap());
                assert!((cell.points + back.points - cell.games as f64).abs() < 1e-9);
            }
            let standing = &summary.standings[i];
            assert_eq!(standing.wins + standing.draws + standing.losses, standing.games);
            if sides == 2 {
                let points: f64 = row.iter().flatten().map(|cell| cell.points).sum();
                assert!((points / standing.games as f64 - standing.score.unwrap()).abs() < 1e-9);
            }
        }
        assert_eq!(summary.length_histogram.counts.iter().sum::<u64>(), summary.counts.games);
    }
}

/// The order of the records affects only the rounding errors of the effort.
#[test]
fn summaries_do_not_depend_on_the_order() {
    for sides in [2, 3] {
        let (plan, mut records) = tournament(4, sides, 24);
        let straight = Summary::of(&plan, &records);
        records.reverse();
        let mut reversed = Summary::of(&plan, &records);
        // The effort is not compared: its floating-point sums may differ in the last digit if the order of their terms
        // differs.
        reversed.tally.effort.clone_from(&straight.tally.effort);
        assert_eq!(straight, reversed);
    }
}

/// Returns the standings as CSV.
fn standings_text(summary: &Summary) -> String {
    let mut text = Vec::new();
    standings_csv(summary, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Special cases are no games, the game of an incomplete block, a participant that won every game, and pairs that never
/// met.
#[test]
fn unusual_tournaments_have_tables() {
    let (plan, records) = tournament(3, 2, 8);
    let clean: Vec<Record> = records
        .iter()
        .cloned()
        .map(|mut record| {
            let best = record.sides().iter().position(|side| *side < "e1").unwrap_or(0);
            record.played.ranks = (0..2).map(|side| if side == best { 1 } else { 2 }).collect();
            record
        })
        .collect();
    let apart: Vec<Record> = records.iter().filter(|record| record.pairing == "e0:e1").cloned().collect();
    for records in [&[][..], &records[..1]] {
        let summary = Summary::of(&plan, records);
        assert!(summary.pairs.is_empty() && summary.cross.iter().flatten().all(Option::is_none));
        assert!(summary.standings.iter().all(|one| one.rating.is_none() && one.error.is_none() && one.score.is_none()));
        assert!(standings_text(&summary).lines().count() == 4 && json(&summary).is_ok());
    }
    let clean_text = text(&Summary::of(&plan, &clean));
    for lines in [
        "  +8 =0 -0 of 8 games, score 100.0 %, draws 0.0 %\n  Elo too few games, normalized Elo -, LOS 93.8 %\n  blocks by \
         score, from lost to won: 0 0 0 0 4; no game pair was lost\n",
        "  +4 =0 -4 of 8 games, score 50.0 %, draws 0.0 %\n  Elo +0.0 (all blocks equal), normalized Elo -, LOS 50.0 %\n  \
         blocks by score, from lost to won: 0 0 4 0 0; no game pair was won or lost\n",
    ] {
        assert!(clean_text.contains(lines), "{clean_text}");
    }
    assert!(text(&Summary::of(&plan, &clean)).contains("? won or lost everything"));
    assert!(text(&Summary::of(&plan, &apart)).contains("never met"));
}

#[test]
fn text_is_ascii_and_fits() {
    for (participants, sides, width) in [(2, 2, 100), (4, 2, 100), (20, 2, 120), (3, 3, 120), (4, 3, 120)] {
        let (mut plan, records) = tournament(participants, sides, 20);
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized };
        plan.stop.sprt = (participants <= sides).then_some(sprt);
        let text = text(&Summary::of(&plan, &records));
        assert_eq!(text.contains("mean payoff of the first participant"), participants == 3);
        assert!(text.is_ascii());
        for line in text.lines() {
            assert!(line.len() <= width, "{} columns: {line}", line.len());
            assert_eq!(line, line.trim_end());
        }
        for name in plan.participants.iter().map(|participant| &participant.name) {
            assert!(text.contains(name.as_str()));
        }
    }
}

/// The CSV tables can be parsed, and have one row per participant and per game.
#[test]
fn tables_for_spreadsheets_can_be_read() {
    let (plan, mut records) = tournament(3, 2, 10);
    records[1].played.base = "fen a,\"b\"".to_string();
    let rows = |text: String| -> Vec<csv::StringRecord> {
        csv::Reader::from_reader(text.as_bytes()).records().collect::<Result<_, _>>().unwrap()
    };
    let games = {
        let mut text = Vec::new();
        games_csv(records.iter().cloned().map(Ok), &mut text).unwrap();
        rows(String::from_utf8(text).unwrap())
    };
    assert_eq!(games.len(), records.len());
    assert_eq!(&games[1][11], "fen a,\"b\"");
    assert_eq!(&games[0][0], "e0:e1/0/0");
    let standings = rows(standings_text(&Summary::of(&plan, &records)));
    assert_eq!(standings.iter().map(|row| row[1].to_string()).collect::<Vec<_>>(), ["e0", "e1", "e2"]);
}

/// A reader that has seen enough, such as `head`, is no failure.
#[test]
fn a_closed_pipe_is_recognised_behind_a_table() {
    struct Closed;
    impl std::io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let (_, records) = tournament(3, 2, 10);
    for count in [1, 1000] {
        let error = games_csv(records.iter().cycle().take(count).cloned().map(Ok), &mut Closed).unwrap_err();
        assert!(base::exit::is_closed_pipe(&error), "{error:#}");
    }
}

/// The JSON has the documented keys, and `null` for unknown values.
#[test]
fn json_has_the_fields() {
    let (mut plan, records) = tournament(2, 2, 10);
    plan.stop.sprt = Some(Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic });
    let value: serde_json::Value = serde_json::from_str(&json(&Summary::of(&plan, &records)).unwrap()).unwrap();
    assert_eq!(value["sprt"]["curve"].as_array().unwrap().len(), 5);
    assert_eq!(value["pairs"][0]["outcomes"]["counts"].as_array().unwrap().len(), 5);
    assert_eq!(value["standings"][0]["participant"], "e0");
    assert_eq!(value["effort"][0]["participant"], "e0");
    let empty: serde_json::Value = serde_json::from_str(&json(&Summary::of(&plan, &[])).unwrap()).unwrap();
    assert!(empty["standings"][0]["rating"].is_null());
}

/// Without openings, two deterministic engines play the same two games in every block. The report says so.
#[test]
fn repeated_games_are_counted() {
    let (plan, mut records) = tournament(2, 2, 20);
    records.iter_mut().for_each(|record| record.played.moves = vec![format!("m{}", record.seating)]);
    records[5].played.base = "fen other".to_string();
    records[6].played.result = "none".to_string();
    let summary = Summary::of(&plan, &records);
    assert_eq!(summary.counts.repeated, 20 - 1 - 3);
    assert!(text(&summary).contains("; 16 games with the moves of another"), "{}", text(&summary));
    let (plan, records) = tournament(2, 2, 20);
    assert!(!text(&Summary::of(&plan, &records)).contains("repeat"));
}

/// Bounds that do not exclude equality, and missing intervals, are replaced by words.
#[test]
fn words_replace_bounds_that_say_nothing() {
    let pair = |blocks: &[(u64, u64)]| {
        let mut outcomes = Outcomes::new(2);
        blocks.iter().for_each(|&(points, count)| outcomes.add(points, 4, count));
        let games = outcomes.games();
        Pair::new(outcomes, [0, games, 0])
    };
    let elo = |blocks: &[(u64, u64)]| elo_text(&pair(blocks));
    assert_eq!(elo(&[]), "-");
    assert_eq!((elo(&[(4, 1)]), superiority_text(&pair(&[(4, 1)]))), ("too few games".into(), "too few games".into()));
    assert_eq!((elo(&[(4, 5)]), superiority_text(&pair(&[(4, 5)]))), ("too few games".into(), "96.9 %".into()));
    assert_eq!((elo(&[(4, 6)]), elo(&[(0, 10)])), ("> +28.4".into(), "< -140.2".into()));
    assert_eq!((elo(&[(2, 1)]), elo(&[(2, 20)])), ("+0.0 (too few games)".into(), "+0.0 (all blocks equal)".into()));
    assert!(elo(&[(2, 1), (4, 1)]).ends_with(" (too few games)") && elo(&[(2, 1), (4, 9)]).contains(" (> +"));
    assert!(elo(&[(1, 5), (3, 9)]).contains("+-"));
}

/// A normalized Elo difference without an interval, and a game-pair Elo difference that does not exist, have words.
#[test]
fn words_say_why_numbers_are_missing() {
    let pair = |counts: [u64; 5]| {
        let mut outcomes = Outcomes::new(2);
        counts.iter().zip(0..).for_each(|(&count, points)| outcomes.add(points, 4, count));
        Pair::new(outcomes, [0; 3])
    };
    let normalized = |counts| normalized_text(&pair(counts));
    assert_eq!(
        (normalized([0, 0, 0, 1, 19]), normalized([0, 0, 9, 0, 0])),
        ("+2198.1 (too few games)".into(), "-".into())
    );
    assert_eq!(normalized([10, 20, 40, 25, 15]), "+29.4 +- 47.1");
    let game_pair = |counts| game_pair_text(&pair(counts)).unwrap();
    assert_eq!(game_pair([0, 0, 0, 1, 19]), "no game pair was lost");
    assert_eq!(game_pair([19, 1, 0, 0, 0]), "no game pair was won");
    assert_eq!(game_pair([0, 0, 9, 0, 0]), "no game pair was won or lost");
    assert_eq!(game_pair([10, 20, 40, 25, 15]), "game-pair Elo +13.8");
    assert_eq!(game_pair_text(&Pair::new(Outcomes::new(3), [0; 3])), None);
    let (plan, records) = tournament(2, 2, 40);
    let text = text(&Summary::of(&plan, &records));
    assert!(
        text.lines().any(|line| line.starts_with("  blocks by score") && line.contains("; game-pair Elo +")),
        "{text}"
    );
}

/// Without a log-likelihood ratio, all outputs say why, and nothing is decided.
#[test]
fn a_test_without_a_ratio_says_why() {
    let (mut plan, mut records) = tournament(2, 2, 20);
    let winner = |record: &Record| record.sides().iter().position(|name| *name == "e0").unwrap();
    records
        .iter_mut()
        .for_each(|record| record.played.ranks = if winner(record) == 0 { vec![1, 2] } else { vec![2, 1] });
    plan.stop.sprt = Some(Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::Bayesian });
    let summary = Summary::of(&plan, &records);
    let line = "SPRT of Bayesian Elo 0 against 10, alpha 0.05, beta 0.05: no LLR (BayesElo needs a win and a loss) after 10 \
                blocks";
    assert!(text(&summary).lines().any(|found| found == line), "{}", text(&summary));
    assert!(progress_line(&Tracker::of(&plan, &records)).ends_with(", no LLR (BayesElo needs a win and a loss)"));
    let json: serde_json::Value = serde_json::from_str(&json(&summary).unwrap()).unwrap();
    assert!(json["sprt"]["llr"].is_null() && json["sprt"]["decision"] == "undecided", "{}", json["sprt"]);
    assert_eq!(json["sprt"]["curve"], serde_json::json!(vec![(); 10]));
}

#[test]
fn progress_is_one_line() {
    let (mut plan, records) = tournament(2, 2, 40);
    assert_eq!(progress_line(&Tracker::new(&plan)), "");
    let line = progress_line(&Tracker::of(&plan, &records));
    assert!(line.starts_with("e0 ") && line.contains(" % of 40, Elo +") && !line.contains("LLR"), "{line}");
    plan.stop.sprt = Some(Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic });
    let line = progress_line(&Tracker::of(&plan, &records));
    assert!(line.contains("LLR ") && line.contains("(-2.94, 2.94)"), "{line}");
    let (plan, records) = tournament(5, 2, 20);
    let line = progress_line(&Tracker::of(&plan, &records));
    let scores =
        Summary::of(&plan, &records).standings.into_iter().map(|one| (one.participant, 100.0 * one.score.unwrap()));
    let leaders: Vec<String> = scores.take(3).map(|(name, score)| format!("{name} {score:.1} %")).collect();
    assert_eq!(line, leaders.join(", "));
    // The game of an incomplete block does not count.
    assert_eq!(progress_line(&Tracker::of(&plan, &records[..1])), "");
    assert_eq!(progress_line(&Tracker::of(&plan, &records[..3])), progress_line(&Tracker::of(&plan, &records[..2])));
}

#[test]
fn histograms_contain_all_values() {
    let histogram = |values: &[f64], whole| Histogram::of(values.iter().map(|&value| (value, 1)), whole);
    assert_eq!(histogram(&[], true), Histogram::default());
    assert_eq!(histogram(&[7.0, 7.0], true), Histogram { from: 7.0, width: 1.0, counts: vec![2] });
    let whole = histogram(&[0.0, 1.0, 29.0, 30.0, 100.0], true);
    assert_eq!((whole.width, whole.counts.iter().sum::<u64>()), (4.0, 5));
    let fine = histogram(&[0.5, 0.7, 1.9], false);
    assert_eq!((fine.counts.len(), fine.counts.iter().sum::<u64>()), (30, 3));
}

#[test]
fn ten_thousand_games_are_counted() {
    let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized };
    let (mut plan, records) = tournament(20, 2, 54);
    plan.stop.sprt = Some(sprt);
    assert_eq!(Summary::of(&plan, &records).counts.games, 20 * 19 / 2 * 54);
    let (mut plan, records) = tournament(2, 2, 10_000);
    plan.stop.sprt = Some(sprt);
    let counts = Summary::of(&plan, &records).counts;
    assert_eq!((counts.games, 2 * counts.blocks + counts.later), (10_000, 10_000));
}

/// The games after the decision of a test are kept, and all outputs say that they do not count.
#[test]
fn games_after_the_decision_do_not_count() {
    let (mut plan, records) = tournament(2, 2, 600);
    plan.stop.sprt = Some(Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized });
    let summary = Summary::of(&plan, &records);
    let blocks = summary.counts.blocks;
    assert_eq!(
        (summary.counts.games, summary.counts.later, summary.standings[0].games),
        (600, 600 - 2 * blocks, 2 * blocks)
    );
    let note = format!("{} games after the decision, which do not count", 600 - 2 * blocks);
    assert!(
        text(&summary).contains(&format!("600 of 600 games, {blocks} complete blocks; {note};")),
        "{}",
        text(&summary)
    );
    let gap = Summary::of(&plan, &records[2..10]);
    assert_eq!((gap.counts.blocks, gap.counts.later, gap.pairs.len()), (0, 8, 0));
    assert!(text(&gap).contains("0 complete blocks; 8 games after an incomplete block, which do not count"));
}
