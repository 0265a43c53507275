//! What is on the disk: a server that is killed and started again has the same games.

use super::common::*;
use base::rng::Rng;
use rusqlite::Connection;
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// Plays moves of the people here until there are `count` tokens.
fn play_random(browsers: &mut [Browser], count: u64, rng: &mut Rng) {
    while browsers[0].at_token() < count && !browsers[0].is_over() {
        let at = browsers[0].at_token();
        for browser in browsers.iter_mut() {
            browser.settle(|browser| browser.at_token() >= at);
        }
        let own = browsers.iter_mut().find(|browser| !browser.legal().is_empty());
        let Some(browser) = own else {
            // An engine thinks.
            browsers[0].next();
            continue;
        };
        let legal = browser.legal();
        browser.play(&legal[rng.index(legal.len())]);
        let at = browser.at_token();
        browsers.iter_mut().for_each(|browser| browser.settle(|browser| browser.at_token() >= at));
    }
}

#[test]
fn a_killed_table_continues_at_the_same_move() {
    let mut rng = Rng::new(1);
    let mut table = TestTable::start(&["--engine", &toy("")]);
    for (game, seats, clock) in [
        ("checkers", ["here", "engine"].as_slice(), true),
        ("keezen", &["here", "link", "here", "link"], false),
        ("wieniet", &["here", "here"], false),
    ] {
        let mut more = json!({ "pace": if game == "wieniet" { 2 } else { 0 } });
        if clock {
            more["clock"] = json!({ "base": 600_000, "inc": 1000 });
        }
        let owner = table.owner();
        let mut host = Browser::with(&owner);
        host.begin(game, seats, more);
        host.send(&json!({ "do": "allow", "analysis": true }));
        host.sync();
        let guests = (1..=seats.len()).filter(|seat| seats[seat - 1] == "link");
        let guests: Vec<Visitor> = guests.map(|seat| Visitor::named(&host.link(seat), "Anna")).collect();
        let mut browsers: Vec<Browser> = [host].into_iter().chain(guests.iter().map(Browser::with)).collect();
        play_random(&mut browsers, 9, &mut rng);
        browsers.iter_mut().for_each(|browser| _ = browser.sync());
        let before: Vec<Value> = browsers.iter().map(kept).collect();
        table.restart();
        let mut again: Vec<Browser> = [&owner].into_iter().chain(&guests).map(Browser::with).collect();
        again[0].sync();
        for (browser, before) in again.iter().zip(before) {
            assert_eq!(kept(browser), before, "{game}");
            assert_eq!(browser.table["paused"], clock, "a clock stands after a restart");
            assert_eq!(browser.table["allow"]["analysis"], true);
        }
        if clock {
            let left = again[0].table["clock"]["left"][0].as_u64().unwrap();
            assert!(left > 500_000 && again[0].table["clock"]["running"].is_null());
            again[0].send(&json!({ "do": "go" }));
            again[0].settle(|host| host.table["paused"] == false);
        }
        let at = again[0].at_token();
        play_random(&mut again, at + 2, &mut rng);
        assert!(again[0].at_token() > at || again[0].is_over());
    }
}

#[test]
fn moves_are_saved_before_they_are_shown() {
    let mut rng = Rng::new(2);
    let mut table = TestTable::start(&[]);
    table.host().begin("jeex", &["here", "here"], json!({ "pace": 0 }));
    for _ in 0..12 {
        let mut host = table.host();
        for _ in 0..=rng.below(4) {
            if host.is_over() {
                break;
            }
            let legal = host.legal();
            host.play(&legal[rng.index(legal.len())]);
        }
        // The table dies while it handles another move.
        let legal = host.legal();
        if !legal.is_empty() {
            host.send(&json!({ "do": "move", "token": legal[0], "at": host.at_token() }));
        }
        let shown = host.table["tokens"].as_array().unwrap().clone();
        table.restart();
        let again = table.host();
        let tokens = again.table["tokens"].as_array().unwrap();
        assert!(tokens.starts_with(&shown) && tokens.len() <= shown.len() + 1);
    }
}

#[test]
fn a_seen_deal_stays_seen() {
    let mut table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("keezen", &["here", "link", "here", "here"], json!({ "pace": 0, "seed": 3 }));
    let guest = Browser::at(&host.link(2));
    host.sync();
    host.resign();
    let line = host.table["line"].as_str().unwrap().rsplit_once(' ').unwrap().0.to_string();
    host.begin("jeex", &["here", "here"], json!({}));
    assert_eq!(host.refused(&json!({ "do": "new", "game": "keezen", "start": line })), "revealed");
    drop(guest);
    table.restart();
    let mut host = table.host();
    assert_eq!(host.refused(&json!({ "do": "new", "game": "keezen", "start": line })), "revealed");
    assert_eq!(host.refused(&json!({ "do": "new", "game": "keezen", "seed": 3 })), "revealed");
}

#[test]
fn nothing_is_shown_that_cannot_be_saved() {
    let table = TestTable::start(&[]);
    let mut host = table.host();
    host.begin("jeex", &["here", "here"], json!({ "pace": 0 }));
    let at = host.at_token();
    let other = table.block_storage();
    let token = host.legal()[0].clone();
    host.send(&json!({ "do": "move", "token": token, "at": at }));
    host.until("notice", |notice| notice["code"] == "not_saved");
    assert_eq!(host.refused(&json!({ "do": "look", "id": 1 })), "storage");
    assert_eq!(host.refused(&json!({ "do": "export", "format": "transcript" })), "storage");
    assert_eq!(host.at_token(), at);
    drop(other);
    host.send(&json!({ "do": "go" }));
    host.settle(|host| host.at_token() > at && host.table["paused"] == false);
    assert_eq!(host.table["tokens"][at as usize], token);
}

#[test]
fn a_continued_game_is_on_the_table_after_a_restart() {
    let mut table = TestTable::start(&[]);
    let mut host = table.host();
    for game in ["jeex", "checkers"] {
        host.begin(game, &["here", "here"], json!({ "pace": 0 }));
        host.play_first();
    }
    let [checkers, jeex] = listed(&mut host)[..2] else { panic!() };
    let again = json!({ "do": "continue", "id": jeex, "sure": true });
    // Before the change is on the disk, nobody is shown the other game, and it is not on the table after a restart.
    let other = table.block_storage();
    host.send(&again);
    host.until("notice", |notice| notice["code"] == "not_saved");
    assert_eq!(host.game["game"], "checkers");
    table.kill();
    drop(other);
    table.restart();
    let mut host = table.host();
    assert_eq!(host.game["game"], "checkers");
    host.send(&again);
    host.until("game", |game| game["game"] == "jeex");
    table.restart();
    let mut host = table.host();
    assert_eq!((&host.game["game"], host.at_token()), (&json!("jeex"), 1));
    assert_eq!(listed(&mut host)[..2], [checkers, jeex]);
    host.send(&json!({ "do": "continue", "id": checkers, "sure": true }));
    host.until("game", |game| game["game"] == "checkers");
}

/// Returns the numbers of all games of the library, the newest first.
fn listed(host: &mut Browser) -> Vec<i64> {
    host.send(&json!({ "do": "games" }));
    let games = host.until("games", |_| true);
    games["games"].as_array().unwrap().iter().map(|game| game["id"].as_i64().unwrap()).collect()
}

#[test]
fn files_of_the_data_folder_are_private() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("my data");
    std::fs::create_dir(&data).unwrap();
    let set = |path: &Path, mode| std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    set(&data, 0o755);
    for name in ["lock", "copy.sqlite", "notes.txt"] {
        std::fs::write(data.join(name), "").unwrap();
        set(&data.join(name), 0o644);
    }
    let table = TestTable::start(&["--data", data.to_str().unwrap()]);
    let mut host = table.host();
    host.begin("jeex", &["here", "here"], json!({ "pace": 0 }));
    host.play_first();
    let mut command = Command::new(TABLE_PROGRAM);
    let backup = command.arg("backup").arg(data.join("backup")).arg("--data").arg(&data);
    assert!(backup.status().unwrap().success());
    let mut modes: Vec<(String, u32)> = std::fs::read_dir(&data)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), entry.metadata().unwrap().permissions().mode() & 0o777))
        .collect();
    modes.sort();
    let private = ["backup", "copy.sqlite", "lock", "notes.txt", "speltafel.sqlite", "speltafel.sqlite-shm"];
    let mut expected: Vec<(String, u32)> = private.into_iter().map(|name| (name.to_string(), 0o600)).collect();
    expected.push(("speltafel.sqlite-wal".to_string(), 0o600));
    // Not a file of the table.
    expected[3].1 = 0o644;
    assert_eq!(modes, expected);
    drop(table);
    let start = |game: &str| {
        let output = Command::new(TABLE_PROGRAM).args(["--port", "0", "--game", game, "--data"]).arg(&data).output();
        String::from_utf8(output.unwrap().stderr).unwrap()
    };
    // The table is deleted, because a kept game would continue.
    for name in ["speltafel.sqlite", "speltafel.sqlite-shm", "speltafel.sqlite-wal"] {
        std::fs::remove_file(data.join(name)).unwrap();
    }
    let error = start("nothing");
    let warning = format!("other users can enter the data folder; to prevent that: chmod 700 '{}'", data.display());
    assert!(error.contains(&warning), "{error}");
    set(&data, 0o700);
    let error = start("nothing");
    assert!(!error.contains("chmod"), "{error}");
}

/// Changes the database while no game goes on.
fn change(table: &TestTable, statement: &str) {
    Connection::open(table.data().join("speltafel.sqlite")).unwrap().execute_batch(statement).unwrap();
}

#[test]
fn no_number_of_a_saved_game_stops_the_table() {
    let mut table = TestTable::start(&[]);
    let (mut host, owner) = (table.host(), table.owner());
    let clock = json!({ "base": 60_000, "inc": 1000 });
    host.begin("keezen", &["here", "here", "here", "here"], json!({ "pace": 1000, "clock": clock }));
    // SQLite's own integers have 63 bits.
    for (path, value) in [
        ("$.pace.secs", "18446744073709551615"),
        ("$.game.clocks.left[0].secs", "18446744073709551615"),
        ("$.game.clocks.time.inc", "18446744073709551615"),
        ("$.game.deals.deal.seats", "4611686018427387904"),
    ] {
        let set = format!("UPDATE games SET saved = replace(json_set(saved, '{path}', 'N'), '\"N\"', '{value}')");
        change(&table, &set);
        table.restart();
        host = Browser::with(&owner);
        host.send(&json!({ "do": "go" }));
        host.play_first();
    }
    // The seeds are shown.
    host.resign();
}

#[test]
fn a_damaged_row_costs_only_itself() {
    let mut table = TestTable::start(&[]);
    let (mut host, owner) = (table.host(), table.owner());
    host.begin("checkers", &["here", "here"], json!({ "pace": 0 }));
    host.play_first();
    let (id, mut there) = create(&mut host, &owner);
    there.begin("jeex", &["here", "link"], json!({ "pace": 0 }));
    there.play_first();
    let (games, link, before) = (listed(&mut host), there.link(2), kept(&there));
    // The current game of the first table, then everything that the first table keeps beside its game.
    change(&table, "UPDATE games SET saved = '{}' WHERE id = (SELECT game FROM tables WHERE number = 1)");
    table.restart();
    let mut host = Browser::with(&owner);
    let there = Browser::with(&Visitor { path: format!("/t/{id}/h/"), ..owner.clone() });
    assert_eq!(kept(&there), before);
    assert_eq!(host.refused(&json!({ "do": "game", "id": games[1] })), "damaged");
    assert_eq!(host.refused(&json!({ "do": "continue", "id": games[1], "sure": true })), "damaged");
    host.begin("checkers", &["here", "here"], json!({ "pace": 0 }));
    host.play_first();
    let begun = kept(&host);
    change(&table, "UPDATE tables SET saved = '[', keys = '?' WHERE number = 1");
    table.restart();
    assert_eq!(kept(&Browser::with(&owner)), begun);
    let copies = Connection::open(table.data().join("damaged.sqlite")).unwrap();
    let copy = |query: &str| copies.query_row(query, [], |row| row.get::<_, String>(0)).unwrap();
    assert_eq!(copy("SELECT saved FROM games"), "{}");
    assert_eq!(copy("SELECT saved || keys FROM tables"), "[?");
    // Another address of the owner; the links of guests stay.
    change(&table, "UPDATE settings SET value = '' WHERE name = 'owner'");
    let old = table.owner.clone();
    table.restart_as_new_owner();
    assert_ne!(table.owner, old);
    assert_eq!(copy("SELECT name || value FROM settings"), "owner");
    assert_eq!(Browser::at(&link).table["tokens"], there.table["tokens"]);
    let owner = Visitor { path: owner.path.clone(), ..table.owner() };
    assert_eq!(kept(&Browser::with(&owner)), begun);
}

#[test]
fn a_data_folder_has_one_server_and_can_be_copied() {
    let program = env!("CARGO_BIN_EXE_speltafel-table");
    let table = TestTable::start(&[]);
    let run = |arguments: &[&str]| {
        let data = table.data();
        let output = Command::new(program).args(arguments).arg("--data").arg(data).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, error) = run(&["--port", "0"]);
    assert!(code == Some(1) && error.contains("another speltafel-table uses this folder"), "{error}");
    let mut host = table.host();
    host.begin("jeex", &["here", "here"], json!({ "pace": 0 }));
    host.play_first();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("restored");
    std::fs::create_dir(&data).unwrap();
    let copy = data.join("speltafel.sqlite");
    assert_eq!(run(&["backup", copy.to_str().unwrap()]), (Some(0), String::new()));
    let restored = TestTable::start(&["--data", data.to_str().unwrap()]);
    assert_eq!(restored.host().table["tokens"], host.table["tokens"]);
}
