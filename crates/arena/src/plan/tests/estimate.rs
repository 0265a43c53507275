//! Tests for estimates of the number of games and their time.

use super::super::estimate::{Estimate, Measurements};
use super::super::{Clock, FormatKind, MoveLimits, Plan};
use crate::schedule::tests::{plan, play};
use std::cmp::Ordering;
use std::time::Duration;

fn sample(plan: &Plan, plies: f64, move_time: f64) -> Measurements {
    Measurements { plies, moves: vec![move_time; plan.participants.len()] }
}

const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

#[test]
fn times_are_plies_times_limits_over_concurrency() {
    let seconds = |edit: &dyn Fn(&mut Plan)| {
        let mut plan = plan(FormatKind::RoundRobin, 3, 4);
        edit(&mut plan);
        Estimate::of(&plan, 2, &sample(&plan, 60.0, 20.0)).time.as_secs_f64()
    };
    let clock = |base, increment, moves| MoveLimits {
        clock: Some(Clock { base: ms(base), increment: ms(increment), moves }),
        ..MoveLimits::default()
    };
    // Twelve games of sixty plies at 20 ms per move.
    assert_eq!(seconds(&|_| {}), 12.0 * 60.0 * 0.020);
    assert_eq!(seconds(&|plan| plan.run.concurrency = 3), 4.0 * 60.0 * 0.020);
    assert_eq!(seconds(&|plan| plan.run.concurrency = 100), 60.0 * 0.020);
    assert_eq!(seconds(&|plan| plan.adjudication.max_plies = Some(30)), 12.0 * 30.0 * 0.020);
    assert_eq!(seconds(&|plan| plan.limit.move_limits.movetime = Some(ms(10))), 12.0 * 60.0 * 0.010);
    assert_eq!(seconds(&|plan| plan.limit.move_limits.movetime = Some(ms(50))), 12.0 * 60.0 * 0.020);
    assert_eq!(seconds(&|plan| plan.limit.move_limits = clock(4000, 10, None)), 12.0 * 60.0 * 0.110);
    assert_eq!(seconds(&|plan| plan.limit.move_limits = clock(4000, 10, Some(20))), 12.0 * 60.0 * 0.210);
    // One of three participants has its own time limit of 100 ms. It plays in two of the three pairings, so eight of
    // the twelve games take the mean of 20 and 100 ms per ply.
    let own = Some(MoveLimits { movetime: Some(ms(100)), ..MoveLimits::default() });
    let expected = 60.0 * (4.0 * 0.020 + 8.0 * 0.060);
    assert!((seconds(&|plan| plan.participants[0].limit = own.clone()) - expected).abs() < 1e-6);
}

#[test]
fn games_are_those_that_are_played() {
    for kind in [FormatKind::RoundRobin, FormatKind::Gauntlet, FormatKind::Knockout, FormatKind::Swiss] {
        for participants in [2, 5, 8] {
            let mut plan = plan(kind, participants, 6);
            plan.format.rounds = participants as u64 - 1;
            let estimate = Estimate::of(&plan, 2, &sample(&plan, 10.0, 1.0));
            let games = play(&plan, |_| Ordering::Less).len() as u64;
            assert_eq!((estimate.games, estimate.matches * 6), (games, games));
            let tied = play(&plan, |_| Ordering::Equal).len() as u64;
            assert_eq!(estimate.games + estimate.extra, tied);
        }
    }
}

#[test]
fn nothing_overflows() {
    let mut plan = plan(FormatKind::Knockout, 1024, 10_000_000);
    plan.format.extra_blocks = u64::MAX;
    let sample = Measurements { plies: f64::MAX, moves: vec![f64::NAN, f64::INFINITY] };
    let estimate = Estimate::of(&plan, 2, &sample);
    assert_eq!(estimate.extra, u64::MAX);
    assert_eq!(Estimate::of(&plan, 2, &Measurements { plies: f64::MAX, moves: vec![1e300; 1024] }).time, Duration::MAX);
}

#[test]
fn people_read_one_line() {
    let text = |seconds, extra, may_stop| {
        Estimate { matches: 3, games: 12, extra, time: Duration::from_secs(seconds), may_stop }.to_string()
    };
    assert_eq!(text(0, 0, false), "12 games in 3 matches; about 1s");
    assert_eq!(text(200, 0, true), "12 games in 3 matches; at most about 3m20s");
    assert_eq!(text(7300, 8, false), "12 games in 3 matches, at most 8 more if matches are tied; about 2h1m");
    assert_eq!(text(180_000, 0, false), "12 games in 3 matches; about 50h");
}
