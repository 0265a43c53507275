//! Tests that the runner keeps no open descriptors and no zombies of engines that have exited. The test counts the
//! descriptors of its own process, so it must run alone.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
#[path = "arena/common.rs"]
mod common;

use common::*;
use std::fs;

const GAMES: u64 = 300;

fn descriptors() -> usize {
    fs::read_dir("/proc/self/fd").unwrap().count()
}

fn zombies() -> usize {
    let own = format!(" Z {} ", std::process::id());
    let stats =
        fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok());
    stats.filter(|stat| stat.contains(&own)).count()
}

#[test]
fn three_hundred_crashes_leave_nothing_open() {
    let mark = mark();
    let suspect = toy_with("--fault crash --at 2", &mark);
    let mut test = TestMatch::new("jeex", suspect, toy_with("--fault leave --at 7", &mark), NO_TIME_LIMIT, &mark);
    test.play(0).unwrap();
    let before = descriptors();
    for number in 1..=GAMES {
        test.play(number).unwrap();
        // At most one process per participant is kept, each with three pipes.
        assert!(descriptors() <= before + 6, "{} descriptors after {number} games, {before} before", descriptors());
        assert_eq!(zombies(), 0, "after {number} games");
    }
    drop(test);
    all_gone(&mark);
}
