//! Tests for the conversion between UGI and Hub. `tests/engine/bridge.rs` contains whole dialogues.
#![cfg(unix)]

use super::engine::Played;
use super::hub_search::{level, position, word};
use super::params::Param;
use crate::draughts::hub::HubLine;
use crate::games::checkers::Rules;
use kit::options::Values;
use std::time::Duration;
use ugi::{Go, Position};

#[test]
fn limits_become_levels() {
    for (go, mover, expected) in [
        ("", 0, "level infinite"),
        ("infinite depth 5", 0, "level infinite"),
        ("depth 5 mate 3", 0, "level depth=3"),
        ("nodes 700", 0, "level nodes=700"),
        ("movetime 2000", 1, "level move-time=1.995"),
        ("movetime 3", 1, "level move-time=0.001"),
        ("p1time 60000 p2time 30000 p1inc 1000 p2inc 500", 0, "level time=58.995 inc=1.000"),
        ("p1time 60000 p2time 30000 p1inc 1000 p2inc 500", 1, "level time=29.495 inc=0.500"),
        // An increment that is not on the clock yet must not be used.
        ("p1time 1005 p1inc 5000", 0, "level time=0.500 inc=0.500"),
        ("p1time 30005 movestogo 7", 1, "level moves=7 time=30.000"),
        ("p1inc 10", 0, "level time=0.001"),
    ] {
        assert_eq!(level(&Go::parse(go), mover, Duration::from_millis(5)), expected, "{go}");
    }
}

/// A `pos` line begins after the last capture or promotion, in the standard numbering.
#[test]
fn games_become_positions() {
    let pos = |rules: Rules, text: &str| position(&Played::read(rules, &Position::parse(text).unwrap()).unwrap());
    let start = "pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
    assert_eq!(pos(Rules::default(), "startpos"), start);
    assert_eq!(pos(Rules::default(), "startpos moves 11-15 23-19"), format!("{start} moves=\"11-15 23-19\""));
    assert_eq!(
        pos(Rules { turned: true, ..Rules::default() }, "startpos moves 22-18"),
        format!("{start} moves=\"11-15\"")
    );
    let after = pos(Rules::default(), "startpos moves 11-15 22-18 15x22 25x18 12-16");
    assert_eq!(after, "pos pos=Bbbbbbbbbbbebeeeeeweewewwewwwwwww moves=\"12-16\"");
}

#[test]
fn parameters_become_options() {
    let read = |text: &str| {
        let param = Param::read(&HubLine::parse(text).unwrap().unwrap()).unwrap();
        param.spec.map(|spec| spec.declaration().to_string()).unwrap_or_default()
    };
    for (line, option) in [
        ("param name=tt-size value=24 type=int min=16 max=30", "tt-size type spin default 24 min 16 max 30"),
        ("param name=big value=1 type=int min=0 max=99999999999", "big type spin default 1 min 0 max 2147483647"),
        ("param name=odd value=7 type=int min=9 max=8", "odd type string default 7"),
        ("param name=book value=true type=bool", "book type check default true"),
        ("param name=log value=\"\" type=string", "log type string default <empty>"),
        ("param name=mode value=b type=enum values=\"a b c\"", "mode type combo default b var b var a var c"),
        ("param name=half value=0.5 type=real min=0 max=1", "half type string default 0.5"),
        // The name is that of an option of the bridge.
        ("param name=ponder value=true type=bool", "Hub.ponder type check default true"),
    ] {
        assert_eq!(read(line), format!("option name {option}"));
    }
    let fixed = |text: &str| {
        let line = HubLine::parse(text).unwrap().unwrap();
        Param::read(&line).unwrap().fixed(&line)
    };
    assert_eq!(fixed("param name=variant value=normal values=\"normal english\""), Ok(Some("english")));
    assert_eq!(fixed("param name=variant value=english values=\"normal english\""), Ok(None));
    assert_eq!(fixed("param name=variant value=normal values=\"normal killer\""), Err("normal killer".to_string()));
    assert_eq!(fixed("param name=orientation value=auto values=\"auto plain\""), Ok(Some("plain")));
    assert_eq!(read("param name=variant value=normal"), "");
    let line = HubLine::parse("param name=a value=1 type=string").unwrap().unwrap();
    assert_eq!(Param::read(&line).unwrap().changed(&Values::default()), None);
}

/// A move that cannot be read stays one word, so that the client reports it.
#[test]
fn moves_that_are_none_stay_visible() {
    assert_eq!([word(""), word("a b\u{e9}"), word(&"x".repeat(90))], ["0000", "a_b\\xc3\\xa9", &"x".repeat(40)]);
}
