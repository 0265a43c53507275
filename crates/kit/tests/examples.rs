//! Tests the example engines: their laws in this process, and what they answer as processes, which also tests the
//! defaults that they take from `kit`.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
#[path = "../examples/connect_four.rs"]
mod connect_four;
#[allow(dead_code)]
#[path = "../examples/leduc.rs"]
mod leduc;
// It contains the example `pig`.
#[allow(dead_code)]
#[path = "../examples/pig_loss.rs"]
mod pig_loss;
#[allow(dead_code)]
#[path = "../examples/race.rs"]
mod race;

use pig_loss::pig::{Choice, Pig};
use pig_loss::{Exact, POSITIONS, mean_loss, positions, rule_loss};
use speltafel_kit::interchange::Deck;
use speltafel_kit::laws;
use speltafel_kit::registry::{Program, RegisteredGame, Registry};
use speltafel_kit::rng::mix;
use speltafel_kit::search::{AlphaBeta, Sampling};
use speltafel_kit::serve::referee::{Referee, RefereeError};
use std::process::Command;
use ugi::{Client, Go, Query, Seat, Viewer};

#[test]
fn connect_four_obeys_the_laws() {
    laws::check::<connect_four::ConnectFour>();
}

#[test]
fn the_race_obeys_the_laws() {
    laws::check::<race::Race>();
}

#[test]
fn leduc_poker_obeys_the_laws() {
    laws::check::<leduc::Leduc>();
}

#[test]
fn pig_obeys_the_laws() {
    laws::check::<Pig>();
}

fn engine(example: &str) -> Client {
    Client::start(&mut Command::new(testing::example("speltafel-kit", example))).unwrap()
}

fn responses(client: &mut Client, lines: &[&str]) -> Vec<String> {
    client.batch(&lines.iter().map(ToString::to_string).collect::<Vec<_>>()).unwrap()
}

#[test]
fn bad_positions_are_rejected_with_their_column() {
    let positions = [
        ("connect_four", "12/x/////", "column 4: expected seven columns"),
        ("connect_four", "1212121//////", "column 7: expected"),
        ("connect_four", "12/1", "column 5: expected seven columns"),
        ("connect_four", "11//////", "column 9: expected as many discs 1 as 2"),
        ("race", "p3:M0,0,0/0,0,0", "column 1: expected the seat to move"),
        ("race", "p1:M0,0,0", "column 5: expected the men of 2 seats"),
        ("race", "p1:M0,0,26/0,0,0", "column 5: expected 3 numbers"),
        ("race", "p1:M0,0,13/0,0,1", "column 5: two men on one cell"),
        ("race", "p1:D5:M0,0,0/0,0,0", "column 1: D is not a number with which a man can move"),
        ("leduc", "K/?", "column 1: expected a card for each seat"),
        ("leduc", "K/J:Bcf", "column 7: this move is not legal"),
        ("leduc", "K/J:Brf", "column 6: these moves end the hand"),
        ("leduc", "K/K:Bcc:FK", "column 1: these cards cannot be on the table"),
        ("leduc", "deal:S1,0", "column 7: these seats cannot have these chips"),
    ];
    for (example, text, error) in positions {
        let lines = responses(&mut engine(example), &[&format!("position fen {text}")]);
        assert!(lines.iter().any(|line| line.contains("bad_fen") && line.contains(error)), "{text}: {lines:?}");
    }
}

/// Positions of the examples, with the answers to `query turn`, `query legal` and `query scores`.
#[test]
fn the_rules_are_those_of_the_comments() {
    let positions = [
        ("connect_four", "startpos moves d1 d2 e1 e2 f1 f2 g1", ["over", "", "2 0"]),
        // No man can enter, so p2 rolls.
        ("race", "startpos moves !roll/5 !roll/6", ["p2", "in", "0 0"]),
        // After a six, the same seat rolls again.
        ("race", "startpos moves !roll/6 in !roll/4", ["p1", "1", "0 0"]),
        // p2 enters on cell 13, and the man of p1 there must enter again.
        ("race", "fen p2:D6:M0,0,13/0,0,0 moves in !roll/3", ["p2", "13", "0 0"]),
        ("race", "fen p1:D3:M22,25,25/0,0,0 moves 22", ["over", "", "2 0"]),
        ("leduc", "startpos moves !deal/K/J", ["p1", "call raise", "0 0"]),
        ("leduc", "startpos moves !deal/K/J call raise raise", ["p2", "fold call", "0 0"]),
        ("leduc", "startpos moves !deal/K/J raise fold", ["chance", "", "1 -1"]),
        ("leduc", "startpos moves !deal/K/J call call !flop/J raise call !show/K/J", ["chance", "", "-5 5"]),
        ("leduc", "startpos moves !deal/K/J call call !flop/Q call call !show/K/J", ["chance", "", "1 -1"]),
    ];
    for (example, line, expected) in positions {
        let mut client = engine(example);
        responses(&mut client, &[&format!("position {line}")]);
        let answers = [Query::Turn, Query::Legal, Query::Scores].map(|query| client.ask(query).unwrap().join(" "));
        assert_eq!(answers, expected, "{example}: {line}");
    }
}

#[test]
fn a_seat_does_not_see_the_cards_of_another() {
    let mut client = engine("leduc");
    responses(&mut client, &["position startpos moves !deal/K/J call"]);
    assert_eq!(
        client.ask(Query::View(Viewer::Seat(Seat::P2))).unwrap().join(" "),
        "position seat 2 startpos moves !deal/?/J call"
    );
    assert_eq!(client.ask(Query::Fen(Some(Viewer::Seat(Seat::P2)))).unwrap(), ["?/J:Bc:S0,0:H1"]);
    responses(&mut client, &["position seat 2 startpos moves !deal/?/J call"]);
    assert_eq!(client.ask(Query::Fen(None)).unwrap(), ["?/J:Bc:S0,0:H1"]);
}

/// What an event shows is in its words, even if no step shows it, and only what the viewer may know.
#[test]
fn the_words_of_an_event_say_what_it_shows() {
    let events = [
        // Nobody can enter with a five, so the die never lies on the board.
        ("race", "startpos moves !roll/5", 1, "roll: 5"),
        ("race", "startpos moves !roll/6", 1, "roll: 6"),
        ("leduc", "startpos moves !deal/K/J", 1, "deal: K to {p1}, J to {p2}"),
        ("leduc", "seat 2 startpos moves !deal/?/J", 1, "deal: 1 card to {p1}, J to {p2}"),
        ("leduc", "startpos moves !deal/K/J call call !flop/Q", 4, "flop: Q"),
        ("leduc", "seat 2 startpos moves !deal/?/J call call !flop/J raise call !show/K/J", 7, "show: K/J"),
    ];
    for (example, line, token, words) in events {
        let mut client = engine(example);
        responses(&mut client, &[&format!("position {line}")]);
        let step = client.ask(Query::Step(token, "en")).unwrap().join(" ");
        assert!(step.contains(&format!("\"words\":\"{words}\"")), "{line}: {step}");
    }
}

/// The step `take` without a piece and without a card: what p1 has paid falls.
#[test]
fn a_count_may_fall_without_a_piece() {
    let mut client = engine("leduc");
    responses(&mut client, &["position startpos moves !deal/K/J raise fold"]);
    let step = client.ask(Query::Step(3, "en")).unwrap().join(" ");
    assert!(step.contains(r#"{"do":"take","seat":1,"from":"paid","count":2}"#), "{step}");
}

#[test]
fn every_player_but_random_finds_a_win_in_one() {
    let mut client = engine("connect_four");
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
    let mut client = engine("connect_four");
    responses(&mut client, &["position startpos moves d1 d2 e1 e2 f1 f2 g1"]);
    let mut word = |query| client.ask_word(query).unwrap();
    assert_eq!((word(Query::Result), word(Query::Reason)), ("p1win".to_string(), "four".to_string()));
}

#[test]
fn defaults_answer_for_functions_that_it_does_not_implement() {
    let mut client = engine("connect_four");
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

/// The race, with a deck that panics.
static BRITTLE: Registry = speltafel_kit::registry![
    Program { name: "brittle", version: "1", author: "nobody", about: "" };
    RegisteredGame::of::<race::Race>().with_decks(&[Deck { name: "none", openings: |_| panic!("no openings") }]),
];

#[test]
fn a_referee_answers_lines_together() {
    let mut referee = Referee::new(&BRITTLE);
    let long = "x".repeat(ugi::LONGEST_LINE + 1);
    let answer = referee.ask(&format!("position startpos moves x\n{long}\nquery #7 turn\n\nstop\nquery game")).unwrap();
    let expected = [
        "info string error illegal_move token 1: x",
        "info string error line_too_long",
        "response #7 over",
        "response race",
    ];
    assert_eq!(answer.lines().collect::<Vec<_>>(), expected);
    assert_eq!(referee.ask(""), Ok(String::new()));
}

#[test]
fn a_referee_neither_searches_nor_ends() {
    let mut referee = Referee::new(&BRITTLE);
    for line in ["go nodes 1", "perft 1", "bench", " quit ", "well go", "position startpos moves x\ngo"] {
        let error = referee.ask(line).unwrap_err().to_string();
        assert!(error.ends_with(": a referee does not search, and ends with its process"), "{line}: {error}");
    }
    // No line before a refused one was executed.
    assert_eq!(referee.ask("query reason"), Ok("response none\n".to_string()));
}

#[test]
fn a_referee_that_has_panicked_answers_no_more() {
    let mut referee = Referee::new(&BRITTLE);
    let error = |answer: Result<String, RefereeError>| answer.unwrap_err().to_string();
    assert_eq!(error(referee.ask("query deck none")), "the referee panicked: no openings");
    assert_eq!(error(referee.ask("query turn")), "the referee panicked before");
}

/// Positions late in the game suffice for a fast test; `examples/pig_loss.rs` measures all.
#[test]
fn the_players_of_pig_lose_less_than_the_rule() {
    let all = positions(POSITIONS);
    let numbers =
        all.iter().flat_map(|&Pig { scores: [one, other], total, mover, .. }| [one, other, total, mover as u64]);
    let digest = numbers.fold(0, |digest, number| mix(digest ^ number));
    assert_eq!(digest, 17_465_387_734_083_275_064, "the positions are fixed");
    let late: Vec<Pig> = all.into_iter().filter(|position| position.scores.iter().all(|&score| score >= 60)).collect();
    let exact = Exact::solve(60);
    let rule = rule_loss(&exact, &late);
    let expectimax = mean_loss(&exact, &late, &mut AlphaBeta::new(), 5_000) / rule;
    let playouts = mean_loss(&exact, &late, &mut Sampling::new(), 5_000) / rule;
    assert!(expectimax < 0.35 && playouts <= 1.0, "{} positions: {expectimax}, {playouts}", late.len());
    // The rule ignores that p2 needs 11 points.
    let lost = Pig { scores: [62, 89], mover: 0, total: 28, rolls: false };
    assert!(exact.loss(&lost, Choice::Hold) > 0.3 && exact.loss(&lost, Choice::Roll) == 0.0);
}
