//! Browsers that send invalid, oversized or too many requests, or that never read, do not affect others.

use super::common::*;
use serde_json::{Value, json};
use std::time::Instant;
use tungstenite::{Error, Message};

/// Begins a game. Returns the host, and a spectator that misbehaves.
fn begin(table: &TestTable) -> (Browser, Browser) {
    let mut host = table.host();
    host.begin("checkers", &["here", "here"], json!({}));
    let client = Browser::at(&host.link(0));
    (host, client)
}

/// Checks that the game continues for everybody else.
fn assert_game_continues(host: &mut Browser) {
    let start = Instant::now();
    for _ in 0..4 {
        host.play_first();
    }
    assert!(start.elapsed() < PATIENCE);
}

#[test]
fn invalid_requests_are_rejected_and_the_connection_stays() {
    let table = TestTable::start(&[]);
    let (mut host, mut client) = begin(&table);
    let deep = format!("{}{}", "[".repeat(30_000), "]".repeat(30_000));
    let rubbish = [
        "",
        "{",
        "null",
        "[]",
        "\"do\"",
        "{\"do\":1}",
        "{\"do\":\"dance\"}",
        "{\"do\":\"move\"}",
        "{\"do\":\"move\",\"token\":5,\"at\":0}",
        "{\"do\":\"move\",\"token\":\"11-15\",\"at\":-1}",
        "{\"do\":\"look\",\"id\":{\"a\":[1]}}",
        "{\"do\":\"look\",\"id\":1,\"line\":\"11-15\"}",
        "\u{0}\u{1}\u{2}",
        "{\"do\":\"seat\",\"seat\":99999999999999999999,\"who\":\"here\"}",
        deep.as_str(),
    ];
    for text in rubbish {
        client.socket.send(Message::text(text)).unwrap();
        let error = client.until("error", |_| true);
        assert_eq!(error["code"], "bad_message", "{text}");
    }
    client.send(&json!({ "do": "look", "id": 1 }));
    client.until("look", |_| true);
    assert_game_continues(&mut host);
}

#[test]
fn long_and_binary_frames_close_the_connection() {
    let table = TestTable::start(&[]);
    let (mut host, client) = begin(&table);
    let setup = |length| json!({ "do": "setup", "text": "x".repeat(length) });
    let text = |length| Message::text(setup(length).to_string());
    for (mut browser, message) in [
        (table.host(), text(1 << 20)),
        (Browser::at(&host.link(0)), text(64 << 10)),
        (Browser::at(&host.link(0)), Message::binary(vec![0_u8; 10])),
    ] {
        let _ = browser.socket.send(message);
        while browser.socket.read().is_ok() {}
    }
    drop(client);
    // Only the host can import games, which may be long.
    assert_eq!(host.refused(&setup(900_000)), "bad_fen");
    assert_game_continues(&mut host);
    // The host can reconnect.
    let mut again = table.host();
    again.settle(|again| again.at_token() == 4);
}

#[test]
fn many_requests_are_all_answered() {
    let table = TestTable::start(&[]);
    let (mut host, mut client) = begin(&table);
    const MANY: usize = 2000;
    let link = host.link(0);
    let writer = std::thread::spawn(move || {
        for number in 0..MANY {
            client.send(&json!({ "do": "look", "id": number, "line": ["11-15"] }));
            if number % 100 == 99 {
                client.until("look", |look| look["id"] == number);
            }
        }
        client
    });
    assert_game_continues(&mut host);
    let client = writer.join().unwrap();
    assert_eq!(client.traffic.iter().filter(|text| text.starts_with("{\"is\":\"look\"")).count(), MANY);
    drop(client);
    Browser::at(&link);
}

#[test]
fn a_browser_that_never_reads_is_disconnected() {
    let table = TestTable::start(&[]);
    let (mut host, mut client) = begin(&table);
    let (mut quiet, link) = (Browser::at(&host.link(0)), host.link(0));
    client.socket.get_mut().set_write_timeout(Some(PATIENCE)).unwrap();
    // The requests produce more answers than fit into all buffers, and the browser reads none of them.
    let writer = std::thread::spawn(move || {
        for number in 0..200_000 {
            let request = json!({ "do": "look", "id": number }).to_string();
            if let Err(error) = client.socket.send(Message::text(request)) {
                let waits = |error: &std::io::Error| error.kind() == std::io::ErrorKind::WouldBlock;
                assert!(!matches!(error, Error::Io(error) if waits(&error)), "the server neither reads nor leaves");
                return client;
            }
        }
        panic!("it can send without end")
    });
    assert_game_continues(&mut host);
    // A browser that neither sends nor reads is not disconnected. It misses intermediate states, but gets the last one.
    for _ in 0..20 {
        let legal = host.legal();
        if legal.is_empty() {
            break;
        }
        host.play(&legal[0]);
    }
    let at = host.at_token();
    quiet.settle(|quiet| quiet.at_token() == at);
    let client = writer.join().unwrap();
    let mut fresh = Browser::at(&link);
    assert_eq!(fresh.at_token(), at);
    fresh.send(&json!({ "do": "look", "id": 1, "at": 0 }));
    let look = fresh.until("look", |_| true);
    assert_ne!(look["board"], Value::Null);
    drop(client);
}

#[test]
fn a_referee_without_files_exports_transcripts_only() {
    let options = "option name Game type combo default checkers var checkers|option name UGI_Extensions type string";
    let says = format!("ugi=id name x|{options} default seats,chance,views,referee,facts|ugiok");
    let referee = format!("{} --say '{says}'", toy("").split_once('=').unwrap().1);
    let table = TestTable::start(&["--referee", &referee]);
    let mut host = table.host();
    assert!(host.hello["games"].as_array().unwrap().iter().all(|game| game["portable"].is_null()));
    host.begin("checkers", &["here", "here"], json!({}));
    host.send(&json!({ "do": "export", "format": "portable" }));
    let error = host.until("error", |_| true);
    assert!(error["text"].as_str().unwrap().ends_with("it does not declare files in UGI_Extensions"), "{error}");
    host.send(&json!({ "do": "export", "format": "transcript" }));
    assert!(host.until("export", |_| true)["text"].as_str().unwrap().contains("position startpos\n"));
}
