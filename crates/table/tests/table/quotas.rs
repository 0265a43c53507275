//! Limits per role on browsers and analyses: spectators cannot use up the limits of players.

use super::common::*;
use serde_json::json;

/// The limit on spectators.
const WATCHERS: usize = 32;

#[test]
fn spectators_cannot_use_up_connections_of_players() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("checkers", &["here", "link"], json!({}));
    let (guest, watch) = (host.link(2), host.link(0));
    let mut watchers: Vec<Browser> = (0..WATCHERS).map(|_| Browser::at(&watch)).collect();
    assert_eq!(table.socket_status(&watch), 503);
    // Although no further spectator can connect, a second browser of the host and a late guest can.
    let mut second = table.host();
    let mut guest = Browser::at(&guest);
    host.play("11-15");
    guest.wait_past(0);
    guest.play("22-18");
    second.settle(|second| second.at_token() == 2);
    // A spectator who leaves makes room for another.
    watchers.pop().unwrap().close();
    wait_for("room for a spectator", || table.socket_status(&watch) != 503);
}

#[test]
fn spectators_of_some_tables_cannot_use_up_connections_of_others() {
    let table = TestTable::start(&[]);
    let owner = table.owner();
    let mut hosts = vec![Browser::with(&owner)];
    for _ in 0..3 {
        let (_, there) = create(&mut hosts[0], &owner);
        hosts.push(there);
    }
    let links: Vec<String> = hosts.iter().map(|host| host.link(0)).collect();
    let watchers: Vec<Browser> = links[1..].iter().flat_map(|link| (0..WATCHERS).map(|_| Browser::at(link))).collect();
    // The server has no place left for spectators, but for players.
    assert_eq!(table.socket_status(&links[0]), 503);
    hosts[0].begin("checkers", &["here", "link"], json!({}));
    Browser::at(&hosts[0].link(2)).sync();
    drop(watchers);
    // More files and sockets may be open than usual, as far as the system allows it.
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", table.process())).unwrap();
    let line = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let [soft, hard] = [3, 4].map(|index| line.split_whitespace().nth(index).unwrap().parse().unwrap_or(u64::MAX));
    assert!(soft >= hard.min(4096), "{line}");
}

#[test]
fn a_seat_cannot_use_up_connections_of_another() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("keezen", &["here", "link", "link", "link"], json!({}));
    let many: Vec<Browser> = (0..8).map(|_| Browser::at(&host.link(2))).collect();
    assert_eq!(table.socket_status(&host.link(2)), 503);
    let mut other = Browser::at(&host.link(3));
    other.sync();
    let notice = host.until("notice", |notice| notice["code"] == "seat_twice");
    assert_eq!(notice["args"], 2);
    host.settle(|host| [1, 2].map(|seat| &host.table["seats"][seat]["pages"]) == [&json!(8), &json!(1)]);
    drop(many);
}

#[test]
fn spectators_cannot_use_up_analyses_of_players() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("checkers", &["here", "link"], json!({}));
    host.send(&json!({ "do": "allow", "analysis": true }));
    let mut guest = Browser::at(&host.link(2));
    let analyse = json!({ "do": "analyse", "at": 0 });
    let mut watchers: Vec<Browser> = (0..9).map(|_| Browser::at(&host.link(0))).collect();
    let mut refused = 0;
    for watcher in &mut watchers {
        watcher.send(&analyse);
        refused += watcher.sync().iter().filter(|message| message["code"] == "too_many").count();
    }
    assert_eq!(refused, 5);
    for browser in [&mut host, &mut guest] {
        browser.send(&analyse);
        let refusals = browser.sync().into_iter().filter(|message| message["is"] == "error").count();
        assert_eq!(refusals, 0);
        browser.until("analysis", |_| true);
    }
    // A spectator who leaves makes room for another.
    watchers.remove(0).close();
    let last = watchers.last_mut().unwrap();
    wait_for("room for an analysis", || {
        last.send(&analyse);
        !last.sync().iter().any(|message| message["code"] == "too_many")
    });
}

#[test]
fn an_engine_counts_until_it_has_exited() {
    let table = TestTable::start(&["--engine", &toy("--fault deaf"), "--engine", &format!("own={}", engine())]);
    let mut host = table.host();
    host.begin("checkers", &["here", "here"], json!({}));
    host.resign();
    let ask = |engine| json!({ "do": "analyse", "at": 0, "engine": engine });
    let mut watchers: Vec<Browser> = (0..4).map(|_| Browser::at(&host.link(0))).collect();
    for watcher in &mut watchers {
        watcher.send(&ask("toy"));
        assert!(!watcher.sync().iter().any(|message| message["is"] == "error"));
    }
    // The first engine does not notice that it is no longer wanted.
    assert_eq!(watchers[0].refused(&ask("own")), "too_many");
}

#[test]
fn helpers_let_the_game_go_first() {
    let table = TestTable::start(&[]);
    let own = nice(table.process());
    let mut host = table.host();
    host.begin("checkers", &["here", "engine"], json!({}));
    let lowered = |by| children(table.process()).iter().filter(|(process, _)| nice(*process) == own + by).count();
    host.play("11-15");
    host.wait_past(1);
    assert_eq!([lowered(5), lowered(10)], [1, 0], "the engine that plays lets the referee go first");
    host.resign();
    host.send(&json!({ "do": "analyse", "at": 0 }));
    host.until("analysis", |analysis| analysis["lines"] != json!([]));
    assert_eq!(lowered(10), 1);
    host.send(&json!({ "do": "review", "nodes": 100_000_000 }));
    host.until("review", |_| true);
    // A review has an engine and a referee.
    wait_for("the processes of a review", || lowered(10) == 3);
}

#[test]
fn sockets_of_spectators_have_a_thread_of_their_own() {
    let table = TestTable::start(&[]);
    let mut watcher = Browser::at(&table.host().link(0));
    let wakes = || {
        let threads = std::fs::read_dir(format!("/proc/{}/task", table.process())).unwrap();
        let status = |thread: std::fs::DirEntry| std::fs::read_to_string(thread.path().join("status")).unwrap();
        let all: Vec<String> = threads.map(|thread| status(thread.unwrap())).collect();
        let own = all.iter().find(|status| status.starts_with("Name:\tspectators\n")).unwrap();
        own.lines().find(|line| line.starts_with("voluntary_ctxt_switches")).unwrap().to_string()
    };
    let before = wakes();
    // The thread is woken only if it slept when the message came.
    wait_for("the thread of spectators", || {
        watcher.sync();
        wakes() != before
    });
}

#[test]
fn tables_share_the_threads_for_kept_and_recorded_games() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("results.jsonl"), "").unwrap();
    let table = TestTable::start(&["--results", folder.path().to_str().unwrap()]);
    let mut host = table.host();
    let owner = table.owner();
    for _ in 0..3 {
        let (_, mut there) = create(&mut host, &owner);
        there.send(&json!({ "do": "records" }));
        assert_eq!(there.until("records", |_| true)["sources"][0]["games"], json!([]));
        there.send(&json!({ "do": "games" }));
        let id = there.until("games", |_| true)["games"][0]["id"].clone();
        there.send(&json!({ "do": "game", "id": id }));
        there.until("record", |_| true);
    }
    let threads = std::fs::read_dir(format!("/proc/{}/task", table.process())).unwrap();
    let name = |thread: std::fs::DirEntry| std::fs::read_to_string(thread.path().join("comm")).unwrap();
    let names: Vec<String> = threads.map(|thread| name(thread.unwrap())).collect();
    let count = |wanted: &str| names.iter().filter(|name| name.trim_end() == wanted).count();
    assert_eq!((count("table"), count("records"), count("library")), (4, 1, 2), "{names:?}");
}
