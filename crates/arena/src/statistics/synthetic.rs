//! Synthetic plans and random records for tests.

use crate::plan::{Format, GameChoice, Limit, MoveLimits, Participant, Plan, RunSettings};
use crate::schedule::{PlayedGames, known_fixtures};
use crate::statistics::expected_score;
use base::rng::{Rng, fnv1a};
use runner::Program;
use runner::record::{EngineRecord, Record, RunInfo, SearchReport};
use runner::results::FormatVersion;
use std::path::PathBuf;
use ugi::{Score, Seat};

/// Returns a round-robin plan for participants with these names, with `games` games per pairing.
pub(crate) fn plan(names: &[&str], games: u64) -> Plan {
    let program = Program { command: PathBuf::from("engine"), ..Program::default() };
    let participant =
        |name: &&str| Participant { name: (*name).to_string(), program: program.clone(), ..Participant::default() };
    let limits = MoveLimits { nodes: Some(100), ..MoveLimits::default() };
    Plan {
        name: "synthetic".to_string(),
        seed: 1,
        game: GameChoice { name: "toss".to_string(), ..GameChoice::default() },
        referee: program.clone(),
        format: Format { games, ..Format::default() },
        limit: Limit { move_limits: limits, ..Limit::default() },
        run: RunSettings { folder: "/plans".into(), out: "/plans/out".into(), ..RunSettings::default() },
        participants: names.iter().map(participant).collect(),
        ..Plan::default()
    }
}

/// Returns random records of all games in a plan, with one seat per side. `strength` contains the Elo rating of each
/// participant. `draws` is the probability that a game is drawn.
pub(crate) fn records(plan: &Plan, sides: usize, strength: &[f64], draws: f64) -> Vec<Record> {
    let one = |fixture: crate::schedule::Fixture| {
        let mut rng = Rng::new(fnv1a(fixture.id.as_bytes()));
        let level = rng.unit() < draws;
        // Each side gets a random number whose distribution depends on its Elo rating, and the largest number wins. The
        // winning probabilities then follow the logistic curve (Luce 1959).
        let mut sample = |participant: usize| {
            let exponential = -(1.0 - rng.unit()).ln();
            10.0_f64.powf(strength[participant] / 400.0) / exponential
        };
        let samples: Vec<f64> = fixture.players.iter().map(|&participant| sample(participant)).collect();
        let rank = |own: f64| if level { 1 } else { 1 + samples.iter().filter(|&&other| other > own).count() as u32 };
        let ranks: Vec<u32> = samples.iter().map(|&own| rank(own)).collect();
        let plies = 20 + rng.index(60);
        record(plan, &fixture, ranks, plies)
    };
    known_fixtures(plan, sides, &PlayedGames::default()).fixtures(plan).map(one).collect()
}

/// Returns the record of a game with these ranks and one seat per side.
fn record(plan: &Plan, fixture: &crate::schedule::Fixture, ranks: Vec<u32>, plies: usize) -> Record {
    let sides = ranks.len();
    let toy = EngineRecord { name: "toy".to_string(), ..EngineRecord::default() };
    let winners: Vec<usize> = (0..sides).filter(|&side| ranks[side] == 1).collect();
    let said = |ply: usize| {
        (ply >= 2).then(|| SearchReport {
            score: Some(Score::Cp(ply as i32)),
            depth: Some(5),
            nodes: Some(100 + ply as u64),
        })
    };
    Record {
        format: FormatVersion,
        id: fixture.id.clone(),
        plan: "synthetic".to_string(),
        pairing: fixture.pairing.clone(),
        block: fixture.block,
        seating: fixture.seating,
        teams: (0..sides).map(|seat| vec![Seat::new(seat)]).collect(),
        played: game::Record {
            game: plan.game.name.clone(),
            seats: fixture.players.iter().map(|&participant| plan.participants[participant].name.clone()).collect(),
            opening: 2,
            moves: (0..plies)
                .map(|ply| format!("m{}", (ply as u64 + fixture.block * u64::from(ply < 2)) % 97))
                .collect(),
            movers: (0..plies).map(|ply| (ply >= 2).then(|| Seat::new(ply % sides))).collect(),
            result: if winners.len() == 1 { format!("p{}win", winners[0] + 1) } else { "draw".to_string() },
            reason: if winners.len() == 1 { "points" } else { "level" }.to_string(),
            scores: ranks.iter().map(|&rank| (sides as i64) - i64::from(rank)).collect(),
            ranks,
            ..game::Record::default()
        },
        engines: vec![toy; sides],
        reports: (0..plies).map(said).collect(),
        faults: Vec::new(),
        version: "0".to_string(),
        run: RunInfo {
            host: "here".to_string(),
            started: 1_700_000_000,
            wall_ms: 1000,
            times_ms: (0..plies).map(|ply| if ply < 2 { 0.0 } else { ply as f64 }).collect(),
            ..RunInfo::default()
        },
    }
}

#[test]
fn scores_follow_the_strength() {
    let plan = plan(&["a", "b"], 4000);
    let records = records(&plan, 2, &[100.0, 0.0], 0.3);
    let wins = records
        .iter()
        .filter(|record| record.sides()[record.played.ranks.iter().position(|&rank| rank == 1).unwrap()] == "a");
    let decided = records.iter().filter(|record| record.played.result != "draw").count();
    let draws = records.len() - decided;
    let share = (wins.count()
        - records.iter().filter(|record| record.played.result == "draw" && record.sides()[0] == "a").count())
        as f64
        / decided as f64;
    assert!((share - expected_score(100.0)).abs() < 0.03, "{share}");
    assert!((draws as f64 / 4000.0 - 0.3).abs() < 0.03, "{draws}");
}
