//! Tests for DXP: messages, whole games over the loopback device, and peers that violate the protocol.

use super::game::DxpGame;
use super::message::MAX_LENGTH;
use super::message_stream::MessageStream;
use super::{Match, Message, Player, SessionEvent, Side, follow, initiate};
use crate::draughts::orientation::Orientation;
use crate::games::checkers::Checkers;
use crate::games::checkers::squares::{RULES, WireMove};
use anyhow::Result;
use base::exit::is_closed_pipe;
use game::Record;
use kit::game::Game;
use kit::options::Values;
use kit::state::State;
use proptest::prelude::*;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;
use ugi::GameResult;

/// The timeout for a silent peer. Without it, a failing test could run forever.
const TIMEOUT: Duration = Duration::from_secs(60);

fn player(name: &str, nodes: u64) -> Player {
    Player {
        name: name.to_string(),
        nodes: Some(nodes),
        move_time: None,
        skill: 20,
        seed: 1,
        hash: 1,
        timeout: TIMEOUT,
        searcher: Box::new(Checkers::strong(&Values::default())),
    }
}

fn pair() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    (listener.accept().unwrap().0, client)
}

/// A closed output ends a program quietly, but a lost connection is an error.
#[test]
fn a_closed_connection_is_no_closed_output() {
    let (stream, _other) = pair();
    stream.shutdown(Shutdown::Write).unwrap();
    let error = MessageStream::new(stream).unwrap().send(&Message::Chat(String::new())).unwrap_err();
    assert!(error.to_string().starts_with("cannot send a message: ") && !is_closed_pipe(&error), "{error}");
}

fn records(events: &[SessionEvent]) -> Vec<Record> {
    events
        .iter()
        .filter_map(|event| if let SessionEvent::End(record) = event { Some((**record).clone()) } else { None })
        .collect()
}

/// Plays a match between two engines over the loopback device. `nodes` gives the nodes per move of the initiator and of
/// the follower. Returns the games that the initiator reports, then those that the follower reports.
fn play(games: &Match, nodes: [u64; 2]) -> [Vec<Record>; 2] {
    let (server, client) = pair();
    let follower = thread::spawn(move || {
        let mut events = Vec::new();
        follow(server, &mut player("follower", nodes[1]), Orientation::Auto, &mut |event| events.push(event)).unwrap();
        events
    });
    let mut events = Vec::new();
    initiate(client, &mut player("initiator", nodes[0]), games, &mut |event| events.push(event)).unwrap();
    [records(&events), records(&follower.join().unwrap())]
}

fn default_match(games: usize) -> Match {
    Match { colour: Side::Black, minutes: 5, moves: 0, games, start: None }
}

/// In a match of several games, colours alternate, all moves are legal, and both sides report the same games.
#[test]
fn whole_games_are_played() {
    let [ours, theirs] = play(&default_match(4), [300, 100]);
    assert_eq!((ours.len(), &ours), (4, &theirs));
    for (index, record) in ours.iter().enumerate() {
        let dark = ["initiator", "follower"][index % 2];
        assert_eq!(record.seats[0], dark);
        let mut position = Checkers::start(&RULES);
        for token in &record.moves {
            position.play(position.parse_action(token).unwrap());
        }
        let by_rules = position.ending().map(|ending| ending.result);
        assert_eq!(record.result, by_rules.unwrap_or(GameResult::Draw).to_string(), "{record:?}");
        assert!(record.moves.len() > 20, "{record:?}");
    }
}

#[test]
fn positions_and_move_limits_are_kept() {
    let start = Checkers::parse_position(&RULES, "W:WK14,22,30:B1,K3,9,10").unwrap();
    let games = Match { start: Some(start), moves: 2, colour: Side::White, ..default_match(2) };
    let [ours, theirs] = play(&games, [200, 200]);
    assert_eq!(ours, theirs);
    for record in ours {
        assert_eq!((record.base.as_str(), record.seats.len()), ("fen W:WK14,22,30:B1,K3,9,10:H0:F1", 2));
        assert!(record.moves.len() <= 4 && !record.moves.is_empty(), "{record:?}");
    }
}

/// Sends `bytes` to a follower. Returns the follower's result, its events, and its answers with `|` after each message.
/// If `stays` is false, shuts down the sending half of the connection after the last byte.
fn follow_bytes(bytes: &[u8], timeout: Duration, stays: bool) -> (Result<()>, Vec<SessionEvent>, String) {
    let (server, mut client) = pair();
    let follower = thread::spawn(move || {
        let mut events = Vec::new();
        let mut player = player("x", 50);
        player.timeout = timeout;
        let result = follow(server, &mut player, Orientation::Auto, &mut |event| events.push(event));
        (result, events)
    });
    // Errors are ignored: the follower may have disconnected already.
    let _ = client.write_all(bytes);
    if !stays {
        let _ = client.shutdown(std::net::Shutdown::Write);
    }
    let (result, events) = follower.join().unwrap();
    let mut answers = Vec::new();
    let _ = client.set_read_timeout(Some(TIMEOUT));
    let _ = client.read_to_end(&mut answers);
    (result, events, String::from_utf8_lossy(&answers).replace('\0', "|"))
}

const REQUEST: &str = "R01Tornado voor Windows 4.0        W060065A\0";

#[test]
fn hostile_peers_get_clear_errors() {
    let flood = [b'C'; 100_000];
    let table: [(&[u8], &str); 12] = [
        (b"garbage\0", "cannot read the message \"garbage\""),
        (b"\0", "cannot read the message \"\""),
        (b"\xff\xfe\x01\0", "cannot read the message \"??\\x01\""),
        (&flood, "the message is longer than 127 characters"),
        (b"CHello", "the connection ended within a message"),
        (b"M0000111500\0", "received MOVE outside a game"),
        (b"A                                0\0", "received GAMEACC outside a game"),
        (
            b"R01Tornado voor Windows 4.0        W060065A\0M0000111400\0",
            "illegal move: 11-14 is not legal in B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12:H0:F1",
        ),
        (b"R01Tornado voor Windows 4.0        W060065A\0M9999115500\0", "cannot read the message \"M9999115500\""),
        (b"R01Tornado voor Windows 4.0        W060065A\0", "the other side disconnected during the game"),
        (
            b"R01Tornado voor Windows 4.0        W060065A\0R01Tornado voor Windows 4.0        W060065A\0",
            "received GAMEREQ during a game",
        ),
        (
            b"R01Tornado voor Windows 4.0        W060065A\0M00001115990102030405060708\0",
            "cannot read the message \"M00001115990102030405060708\"",
        ),
    ];
    for (bytes, expected) in table {
        let (result, events, _) = follow_bytes(bytes, TIMEOUT, false);
        assert_eq!(format!("{:#}", result.unwrap_err()), expected);
        assert!(records(&events).is_empty());
    }
    let (result, ..) = follow_bytes(b"", Duration::from_millis(30), true);
    assert_eq!(result.unwrap_err().to_string(), "timed out while waiting for the other side");
    let (result, events, _) = follow_bytes(REQUEST.as_bytes(), Duration::from_millis(30), true);
    assert_eq!(
        (result.unwrap_err().to_string().as_str(), events.len()),
        ("timed out while waiting for the other side", 1)
    );
    // Chat messages do not extend the deadline.
    let chatter = [REQUEST.as_bytes(), &b"Chello\0".repeat(50)].concat();
    let (result, ..) = follow_bytes(&chatter, Duration::from_millis(100), true);
    assert_eq!(result.unwrap_err().to_string(), "timed out while waiting for the other side");
}

/// A refused request does not end the session: the follower answers the next request.
#[test]
fn requests_are_answered() {
    let start = "zzzzzzzzzzzzeeeeeeeewwwwwwwwwwww";
    let mut bytes = b"CHi\0R02Somebody                        W060065A\0".to_vec();
    for (side, squares) in [("Z", "e".repeat(32)), ("W", start.replace('w', "e")), ("W", "w".repeat(32))] {
        bytes.extend_from_slice(format!("R01Somebody                        W060065B{side}{squares}\0").as_bytes());
    }
    // Unsupported positions: a 50-square board of international draughts, and unknown letters.
    for squares in [format!("{}{}{}", "z".repeat(20), "e".repeat(10), "w".repeat(20)), "q".repeat(32)] {
        bytes.extend_from_slice(format!("R01Somebody                        W060065BW{squares}\0").as_bytes());
    }
    bytes.extend_from_slice(b"B001Z\0E00\0");
    bytes.extend_from_slice(format!("R01Somebody                        Z000000BZ{start} \0E10\0E01\0").as_bytes());
    let (result, events, answers) = follow_bytes(&bytes, TIMEOUT, true);
    result.unwrap();
    let accept = |code: u8| format!("A{:<32}{code}|", "x");
    let refused = [1, 2, 2, 2, 2, 2].map(accept).concat();
    let expected = [refused, "K2|".to_string(), accept(0)].concat();
    assert!(answers.starts_with(&expected), "{answers}");
    assert!(answers[expected.len()..].starts_with('M') && answers.ends_with("|E00|"), "{answers}");
    let games = records(&events);
    assert_eq!(events[0], SessionEvent::Chat("Hi".to_string()));
    let why: Vec<_> = events
        .iter()
        .filter_map(|event| if let SessionEvent::Refused(_, why) = event { Some(why) } else { None })
        .collect();
    assert_eq!(why[0], "protocol version 02, expected 01");
    assert_eq!(why[2], "the side to move has no legal move");
    assert_eq!(why[4..], ["a board of 50 squares, expected 32", "unknown letter \"q\" for square 1"]);
    assert_eq!((games.len(), games[0].result.as_str(), games[0].reason.as_str()), (1, "p1win", "resign"));
    assert_eq!(games[0].seats, ["x", "Somebody"]);
}

/// pydraughts is recognised by its name, and other programs by their first move. The positions are W:W22,30:B13,K14 as
/// it is, and as pydraughts sends it.
#[test]
fn the_orientation_of_positions_is_detected() {
    let plain = "eeeeeeeeeeeezZeeeeeeeweeeeeeewee";
    let turned = "eezeeeeeeezeeeeeeeWweeeeeeeeeeee";
    let base = |name: &str, squares: &str, orientation, moves: &str| {
        let bytes = format!("R01{name:<32}Z000000BW{squares}\0{moves}E01\0");
        let (server, mut client) = pair();
        client.write_all(bytes.as_bytes()).unwrap();
        let mut games = Vec::new();
        let result = follow(server, &mut player("x", 50), orientation, &mut |event| games.push(event));
        result.map(|()| records(&games)[0].base.clone()).map_err(|error| error.to_string())
    };
    let (first, expected) = ("M0000221800\0", Ok("fen W:W22,30:B13,K14:H0:F1".to_string()));
    for (name, squares, orientation) in [
        ("Other", plain, Orientation::Auto),
        ("Other", plain, Orientation::Plain),
        ("DXP Client", plain, Orientation::Auto),
        ("DXP Client", turned, Orientation::Auto),
        ("Other", turned, Orientation::Turned),
        ("Other", turned, Orientation::Auto),
    ] {
        assert_eq!(base(name, squares, orientation, first), expected, "{name} {orientation:?}");
    }
    assert_eq!(base("Other", turned, Orientation::Plain, first), Err("illegal move".to_string()));
    // The engine, which plays White, moves first in both positions.
    for (name, from) in [("DXP Client", ["22", "30"]), ("Other", ["20", "19"])] {
        let request = format!("R01{name:<32}W000000BW{turned}\0E01\0");
        let (_, _, answers) = follow_bytes(request.as_bytes(), TIMEOUT, true);
        let origin = &answers[answers.find('M').unwrap() + 5..][..2];
        assert!(from.contains(&origin), "{name}: {answers}");
    }
}

/// The initiator's error says why a match fails: a refusal, an unexpected message, a peer that disconnects, or one that
/// wants no further game.
#[test]
fn refusals_are_reported() {
    for (answer, expected) in [
        (format!("A{:<32}2\0", "B"), "game 1: \"B\" refused the game: it does not play this game"),
        ("E00\0K0\0".to_string(), "game 1: received BACKACC, expected GAMEACC"),
        (String::new(), "game 1: the other side disconnected before it answered the request"),
        (format!("A{:<32}0\0E31\0", "B"), "the other side wants no further game after game 1"),
    ] {
        let (server, client) = pair();
        let peer = thread::spawn(move || {
            let mut server = server;
            server.write_all(answer.as_bytes()).unwrap();
            let _ = server.shutdown(std::net::Shutdown::Write);
            let mut all = Vec::new();
            let _ = server.read_to_end(&mut all);
        });
        let games = Match { colour: Side::White, ..default_match(2) };
        let result = initiate(client, &mut player("a", 50), &games, &mut |_| ());
        assert_eq!(format!("{:#}", result.unwrap_err()), expected);
        peer.join().unwrap();
    }
}

/// A take-back can return to any earlier move of either side. A request for a move that does not exist is refused.
#[test]
fn moves_are_taken_back() {
    let white = Checkers::parse_position(&RULES, "W:W21,22,30:B1,3,9").unwrap();
    for start in [Checkers::start(&RULES), white] {
        let mut game = DxpGame::new(start, Side::Black, [String::new(), String::new()], 0, 0);
        for _ in 0..4 {
            let legal = game.position.legal();
            game.play_other(&WireMove::of(legal[0])).unwrap();
        }
        let last = game.position;
        let (first, second) = if start == white { (Side::White, Side::Black) } else { (Side::Black, Side::White) };
        assert!(!game.take_back(0, Side::Black) && !game.take_back(9, first) && game.position == last);
        assert!(game.take_back(3, first) && game.position == last);
        for (number, side, plies) in [(2, second, 3), (1, second, 1)] {
            assert!(game.take_back(number, side));
            assert_eq!(game.record(first, 0).moves.len(), plies);
        }
        assert!(game.take_back(1, first) && game.position == start);
    }
}

/// A side ends the game as a draw at the third occurrence of a position, and resigns if it has no legal move.
#[test]
fn games_end() {
    let start = Checkers::parse_position(&RULES, "B:WK32:BK1").unwrap();
    let mut game = DxpGame::new(start, Side::Black, [String::new(), String::new()], 1, 0);
    let step = |from, to| WireMove { from, to, captures: false, captured: Vec::new() };
    for _ in 0..2 {
        assert_eq!(game.wants_to_end(), None);
        for (from, to) in [(1, 5), (32, 28), (5, 1), (28, 32)] {
            game.play_other(&step(from, to)).unwrap();
        }
    }
    assert_eq!(game.wants_to_end(), Some(2));
    assert_eq!(game.record(Side::Black, 2).reason, "draw");
    assert_eq!(game.record(Side::Black, 3).result, "none");
    let lost = Checkers::parse_position(&RULES, "B:WK32:B").unwrap();
    let game = DxpGame::new(lost, Side::Black, [String::new(), String::new()], 1, 0);
    assert_eq!(game.wants_to_end(), Some(1));
    let record = game.record(Side::Black, 0);
    assert_eq!((record.result.as_str(), record.reason.as_str()), ("p2win", "no_pieces"));
}

/// The specification's examples that fit a 32-square board survive a round trip, and malformed messages are rejected.
#[test]
fn messages_look_like_the_specification() {
    for text in [
        "R01Tornado voor Windows 4.0        W060065A",
        "ATornado voor Windows 4.0        0",
        "M0012061100",
        "M001205250422122320",
        "E00",
        "CWhat do you think about move 35?",
        "B005Z",
        "K1",
    ] {
        assert_eq!(Message::read(text.as_bytes()).unwrap().to_string(), text);
    }
    for text in [
        "",
        "r01",
        "E0",
        "E40",
        "E000",
        "B0a5Z",
        "B005X",
        "K3",
        "M001206110",
        "M0012061101",
        "M0012331100",
        "M0012000100",
        "A0",
        "R01x",
    ] {
        assert!(Message::read(text.as_bytes()).is_err(), "{text}");
    }
    let long = Message::Chat("\u{e9}\0x".repeat(100)).to_string();
    assert!(long.len() == MAX_LENGTH && long.is_ascii() && !long.contains('\0'));
    let name = Message::Accept(format!("  {}", "y".repeat(50)), 0).to_string();
    assert_eq!(name, format!("A{}0", "y".repeat(32)));
}

fn any_message() -> impl Strategy<Value = Message> {
    let side = || prop::sample::select(vec![Side::Black, Side::White]);
    let name = || "[!-~]([ -~]{0,30}[!-~])?";
    let square = 1..=32u8;
    let position = prop::option::of((side(), "[zZwWe]{32}|[a-zA-Z]{1,50}"));
    prop_oneof![
        (0..100u8, name(), side(), 0..1000u16, 0..1000u16, position).prop_map(
            |(version, name, follower, minutes, moves, position)| Message::Request {
                version,
                name,
                follower,
                minutes,
                moves,
                position
            }
        ),
        (name(), 0..4u8).prop_map(|(name, code)| Message::Accept(name, code)),
        (0..10_000u16, square.clone(), square.clone(), prop::collection::vec(square, 0..13)).prop_map(
            |(seconds, from, to, captured)| Message::Move(
                seconds,
                WireMove { from, to, captures: !captured.is_empty(), captured }
            )
        ),
        (0..4u8, any::<bool>()).prop_map(|(reason, stop)| Message::End(reason, stop)),
        "[ -~]{0,126}".prop_map(Message::Chat),
        (0..1000u16, side()).prop_map(|(number, side)| Message::Back(number, side)),
        (0..3u8).prop_map(Message::BackAnswer),
    ]
}

proptest! {
    #[test]
    fn messages_round_trip(message in any_message()) {
        let text = message.to_string();
        prop_assert!(text.len() <= MAX_LENGTH && !text.contains('\0'), "{}", text);
        prop_assert_eq!(Message::read(text.as_bytes()).unwrap(), message);
    }

    /// Parsing arbitrary bytes, or a message with one byte changed, does not panic. A message that was parsed can be
    /// formatted and parsed again.
    #[test]
    fn arbitrary_bytes_do_not_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..140),
        message in any_message(),
        at in 0..127usize,
        byte in any::<u8>(),
    ) {
        let _ = Message::read(&bytes);
        let mut changed = message.to_string().into_bytes();
        if let Some(place) = changed.get_mut(at) {
            *place = byte;
        }
        if let Ok(read) = Message::read(&changed) {
            prop_assert!(Message::read(read.to_string().as_bytes()).is_ok(), "{}", read);
        }
    }
}
