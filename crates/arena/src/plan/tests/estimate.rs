//! Tests for estimates of the number of games and their time.

use super::super::estimate::{Estimate, Measurements, shortened};
use super::super::{FormatKind, MoveLimits, Plan};
use crate::schedule::tests::{plan, play};
use std::cmp::Ordering;
use std::time::Duration;

/// Measurements of 20 ms per game.
const SAMPLE: Measurements = Measurements { game_ms: 20.0, start: Duration::ZERO };

const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

#[test]
fn times_are_those_of_games_over_concurrency() {
    let seconds = |cores, edit: &dyn Fn(&mut Plan)| {
        let mut plan = plan(FormatKind::RoundRobin, 3, 4);
        edit(&mut plan);
        let time = Estimate::of(&plan, 2, cores, &Measurements { start: ms(1000), ..SAMPLE }).time;
        (time.as_secs_f64() * 1000.0).round()
    };
    // Twelve games.
    assert_eq!(seconds(8, &|_| {}), 1000.0 + 240.0);
    assert_eq!(seconds(8, &|plan| plan.run.concurrency = 5), 1000.0 + 240.0 / 5.0);
    assert_eq!(seconds(2, &|plan| plan.run.concurrency = 5), 1000.0 + 240.0 / 2.0);
    let waiting = |plan: &mut Plan| (plan.run.concurrency, plan.run.wait) = (4, ms(100));
    assert_eq!(seconds(2, &waiting), 1000.0 + 240.0 / 2.0 + 1200.0 / 4.0);
    assert_eq!(seconds(900, &|plan| plan.run.concurrency = 900), 1000.0 + 240.0 / 12.0);
}

#[test]
fn sample_games_have_shorter_limits() {
    let limits = |nodes, depth, movetime, clock: Option<&str>| MoveLimits {
        nodes,
        depth,
        movetime,
        clock: clock.map(|text| text.parse().unwrap()),
    };
    // Limits that are short already do not change.
    for (short, counted) in [
        (limits(Some(100), None, None, None), Some(20.0)),
        (limits(None, Some(5), None, None), Some(20.0)),
        (limits(None, None, Some(ms(20)), None), None),
        (limits(Some(100), None, Some(ms(900)), None), Some(20.0)),
        (limits(None, None, None, Some("400ms+10ms")), None),
    ] {
        assert_eq!(shortened(&short, counted, 20.0), (short, 1.0));
    }
    for (long, counted, short) in [
        (limits(Some(100), None, None, None), Some(200.0), limits(Some(10), None, None, None)),
        (limits(None, Some(5), None, None), Some(200.0), limits(None, Some(5), Some(ms(20)), None)),
        (limits(None, None, Some(ms(200)), None), None, limits(None, None, Some(ms(20)), None)),
        (limits(Some(100), None, Some(ms(900)), None), Some(200.0), limits(Some(10), None, Some(ms(90)), None)),
        (limits(None, None, None, Some("4s+0.1s")), None, limits(None, None, None, Some("400ms+10ms"))),
        (limits(None, None, None, Some("10/2s")), None, limits(None, None, None, Some("10/200ms"))),
    ] {
        assert_eq!(shortened(&long, counted, 20.0), (short, 10.0));
    }
}

#[test]
fn games_are_those_that_are_played() {
    for kind in [FormatKind::RoundRobin, FormatKind::Gauntlet, FormatKind::Knockout, FormatKind::Swiss] {
        for participants in [2, 5, 8] {
            let mut plan = plan(kind, participants, 6);
            plan.format.rounds = participants as u64 - 1;
            plan.format.third_place = participants != 8;
            let estimate = Estimate::of(&plan, 2, 8, &SAMPLE);
            let games = play(&plan, |_| Ordering::Less).len() as u64;
            assert_eq!((estimate.games, estimate.matches * 6), (games, games));
            let tied = play(&plan, |_| Ordering::Equal).len() as u64;
            assert_eq!(estimate.games, tied);
        }
    }
}

#[test]
fn nothing_overflows() {
    let mut plan = plan(FormatKind::Knockout, 1024, 10_000_000);
    plan.format.games = u64::MAX;
    for game_ms in [f64::MAX, f64::NAN, f64::INFINITY] {
        let estimate = Estimate::of(&plan, 2, 8, &Measurements { game_ms, ..SAMPLE });
        assert_eq!((estimate.games, estimate.time), (u64::MAX, Duration::MAX));
    }
}

#[test]
fn people_read_one_line() {
    let text = |seconds, may_stop| {
        Estimate { matches: 3, games: 12, time: Duration::from_secs(seconds), may_stop }.to_string()
    };
    assert_eq!(text(0, false), "12 games in 3 matches; about 0.1s");
    assert_eq!(text(200, true), "12 games in 3 matches; at most about 3m20s");
    assert_eq!(text(7300, false), "12 games in 3 matches; about 2h1m");
    assert_eq!(text(180_000, false), "12 games in 3 matches; about 50h");
}
