//! Late engines, a server that is stopped, and browsers that vanish.

use super::common::*;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use std::io::Read;
use std::time::{Duration, Instant};

#[test]
fn the_flag_of_an_engine_can_fall() {
    let table = TestTable::start(&["--engine", &toy("--fault late")]);
    let mut host = table.host();
    let seats = json!([{ "who": "engine", "engine": "toy" }, { "who": "here" }]);
    host.send(&json!({ "do": "new", "game": "checkers", "seats": seats, "clock": { "base": 200, "inc": 10 } }));
    host.until("game", |message| message["game"] == "checkers");
    host.settle(|host| host.table["clock"]["inc"] == 10 && host.is_over());
    assert_eq!(host.table["tokens"].as_array().unwrap().last().unwrap(), "!end/p2win/time");
}

/// A server that is stopped, as by Ctrl-Z, or that sleeps can show nothing and take no move.
#[cfg(target_os = "linux")]
#[test]
fn clocks_stand_while_the_server_is_stopped() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    let base = Duration::from_secs(5);
    host.begin("checkers", &["here", "here"], json!({ "clock": { "base": base.as_millis() as u64, "inc": 0 } }));
    let server = Pid::from_raw(table.process() as i32).unwrap();
    kill_process(server, Signal::STOP).unwrap();
    let state = || std::fs::read_to_string(format!("/proc/{}/stat", table.process())).unwrap();
    wait_for("the stop of the server", || state().contains(") T "));
    let stopped = Instant::now();
    wait_for("the end of the time", || stopped.elapsed() > base);
    kill_process(server, Signal::CONT).unwrap();
    host.play("11-15");
    assert!(!host.is_over() && host.table["clock"]["left"][0].as_u64() > Some(0), "{}", host.table["clock"]);
}

#[test]
fn a_browser_that_vanishes_is_disconnected() {
    let table = TestTable::pinging("5s");
    let mut host = table.host();
    host.send(&json!({ "do": "ping" }));
    host.until("pong", |_| true);
    // The test reads without answering the pings, until the server closes the connection.
    let mut frames = Vec::new();
    let end = host.socket.get_mut().read_to_end(&mut frames);
    assert!(end.is_ok_and(|count| count > 0));
}
