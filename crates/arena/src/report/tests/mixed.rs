//! Tests that the tables of mixed tournaments are right, also if the deal decides the teams, so that two participants
//! are opponents in some blocks more often than in others.

use super::super::{Cell, Summary, partners_csv, text};
use crate::plan::{EqualTeams, Plan};
use crate::schedule::tests::{mixed::mixed, record};
use crate::schedule::{Fixture, PlayedGames, known_fixtures};
use base::rng::Rng;
use runner::record::Record;
use ugi::Seat;

/// Returns a tournament of five participants with random results.
fn tournament(dealt: bool, blocks: u64, seed: u64) -> (Plan, Vec<Record>) {
    let plan = mixed(5, EqualTeams { sides: 2, size: 2, dealt }, blocks);
    let mut rng = Rng::new(seed);
    let game = |fixture: Fixture| {
        let teams = if dealt && fixture.block.is_multiple_of(3) { [[0, 2], [1, 3]] } else { [[0, 1], [2, 3]] };
        let mut ranks = [1; 4];
        let loser = rng.index(3);
        teams.iter().skip(loser).take(1).flatten().for_each(|&seat| ranks[seat] = 2);
        Record { teams: teams.map(|team| team.map(Seat::new).to_vec()).to_vec(), ..record(&plan, &fixture, &ranks) }
    };
    let records = known_fixtures(&plan, 2, &PlayedGames::default()).fixtures(&plan).map(game).collect();
    (plan, records)
}

/// Returns the points of `one` in the games in which `other` is its partner or its opponent.
fn points(records: &[Record], one: &str, other: &str, partners: bool) -> Option<Cell> {
    let mut cell = Cell::default();
    for record in records {
        let members = record.members();
        let side = |name: &str| members.iter().position(|side| side.contains(&name));
        let (Some(own), Some(its)) = (side(one), side(other)) else { continue };
        if one != other && (own == its) == partners {
            cell = Cell { points: cell.points + record.payoffs()[own], games: cell.games + 1 };
        }
    }
    (cell.games > 0).then_some(cell)
}

#[test]
fn partners_and_opponents_have_the_points_of_their_games() {
    for dealt in [false, true] {
        let (plan, records) = tournament(dealt, 6, 2);
        let summary = Summary::of(&plan, &records);
        let names = || summary.standings.iter().map(|standing| standing.participant.as_str());
        for (cells, partners) in [(&summary.cross, false), (&summary.partners, true)] {
            for (row, one) in cells.iter().zip(names()) {
                for (cell, other) in row.iter().zip(names()) {
                    let (cell, counted) = (cell.unwrap_or_default(), points(&records, one, other, partners));
                    let counted = counted.unwrap_or_default();
                    assert_eq!(cell.games, counted.games, "{one} {other}");
                    assert!((cell.points - counted.points).abs() < 1e-9, "{one} {other}: {cell:?}, {counted:?}");
                }
            }
        }
        let (first, second) = (names().next().unwrap(), names().nth(1).unwrap());
        let Cell { points, games } = summary.partners[0][1].unwrap();
        let mut csv = Vec::new();
        partners_csv(&summary, &mut csv).unwrap();
        let row = format!("\n{first},{second},{games},{points},{:.4}\n", points / games as f64);
        assert!(String::from_utf8(csv).unwrap().contains(&row));
        assert!(text(&summary).contains("\nPartners, points of games\n"));
    }
}

/// If the teams are not dealt, a rating depends only on the number of points.
#[test]
fn equal_participants_share_a_place() {
    let mut tied = 0;
    for seed in 0..20 {
        let (plan, records) = tournament(false, 1, seed);
        for pair in Summary::of(&plan, &records).standings.windows(2) {
            let is_tied = pair[0].score == pair[1].score;
            assert_eq!(pair[0].place == pair[1].place, is_tied, "{pair:?}");
            assert!(!is_tied || pair[0].index < pair[1].index);
            tied += usize::from(is_tied);
        }
    }
    assert!(tied > 3);
}
