//! Runs the engine of `examples/connect_four.rs` as a process. Tests the code of the example and the defaults that it
//! takes from `kit`.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::Command;
use ugi::{Client, Go, Query};

fn engine() -> Client {
    Client::start(&mut Command::new(testing::example("speltafel-kit", "connect_four"))).unwrap()
}

fn responses(client: &mut Client, lines: &[&str]) -> Vec<String> {
    client.batch(&lines.iter().map(ToString::to_string).collect::<Vec<_>>()).unwrap()
}

#[test]
fn the_example_has_at_most_150_lines() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/connect_four.rs");
    assert!(fs::read_to_string(source).unwrap().lines().count() <= 150);
}

#[test]
fn bad_positions_are_rejected_with_their_column() {
    let mut client = engine();
    for (text, error) in [
        ("12/x/////", "column 4: expected seven columns"),
        ("1212121//////", "column 7: expected"),
        ("12/1", "column 5: expected seven columns"),
        ("11//////", "column 9: expected as many discs 1 as 2"),
    ] {
        let lines = responses(&mut client, &[&format!("position fen {text}")]);
        assert!(lines.iter().any(|line| line.contains("bad_fen") && line.contains(error)), "{text}: {lines:?}");
    }
    responses(&mut client, &["position fen 12/1/////2"]);
    assert_eq!(client.ask(Query::Fen).unwrap(), ["12/1/////2"]);
}

#[test]
fn every_player_but_random_finds_a_win_in_one() {
    let mut client = engine();
    for player in ["strong", "greedy", "uct", "flat", "random"] {
        client.set_option("Player", player).unwrap();
        responses(&mut client, &["position startpos moves d1 d2 e1 e2 f1 f2"]);
        let best = client.go(&Go::parse(" nodes 3000")).unwrap().best;
        let wins = ["c1", "g1"].contains(&best.as_str());
        assert!(wins || player == "random", "{player}: {best}");
    }
}

#[test]
fn a_game_may_define_its_own_reasons() {
    let mut client = engine();
    responses(&mut client, &["position startpos moves d1 d2 e1 e2 f1 f2 g1"]);
    let mut word = |query| client.ask_word(query).unwrap();
    assert_eq!((word(Query::Result), word(Query::Reason)), ("p1win".to_string(), "four".to_string()));
}

#[test]
fn defaults_answer_for_functions_that_it_does_not_implement() {
    let mut client = engine();
    responses(&mut client, &["position startpos moves d1 d2"]);
    assert_eq!(client.ask(Query::Clicks("d3")).unwrap(), ["d3"]);
    assert!(client.ask(Query::Rules("en")).unwrap().concat().contains("connect-four"));
    let board = client.ask(Query::Board).unwrap().concat();
    assert!(board.ends_with(r#""last":["d2"]}"#), "{board}");
    let shown = responses(&mut client, &["d", "eval"]);
    assert!(shown.contains(&". . . 2 . . .".to_string()) && shown.contains(&". . . 1 . . .".to_string()), "{shown:?}");
    assert!(shown.iter().any(|line| line.starts_with("player strong")), "{shown:?}");
    let counted = responses(&mut client, &["perft 3", "wait"]);
    assert!(counted.contains(&"Nodes searched: 343".to_string()), "{counted:?}");
}
