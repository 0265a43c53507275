//! Steps about lines: handshake, readiness, options, questions, odd input, leaving. Knows no search and no extension.

use super::step::{Step, step};
use super::subject::{Flaw, Subject, best_of, first, is_error};

/// A token that is no move in any game.
pub const NO_MOVE_AT_ALL: &str = "zz-no-move-zz";
/// Bytes of a line that means nothing.
const LONG: usize = 100_000;
const TRUE_OR_FALSE: &[&str] = &["true", "false"];

/// In order.
pub const STEPS: &[Step] = &[
    step("handshake-silence", silence),
    step("handshake-id", id),
    step("handshake-options", options),
    step("handshake-ugiok", ugiok),
    step("isready", isready),
    step("option-unknown", option_unknown),
    step("option-names", option_names),
    step("uginewgame", new_game),
    step("questions", questions),
    step("illegal-token", illegal_token),
    step("unknown-command", unknown_command),
    step("line-ends", line_ends),
    step("any-bytes", any_bytes),
    step("long-line", long_line),
];

/// The last steps: each ends a process.
pub const FAREWELLS: &[Step] = &[
    step("quit", |engine| engine.leave(true).map(|_| ())),
    step("end-of-input", |engine| engine.leave(false).map(|_| ())),
    step("quit-while-searching", |engine| leave_searching(engine, true)),
    step("end-of-input-while-searching", |engine| leave_searching(engine, false)),
];

/// Nothing before `ugi` is read: the first line is an answer to it.
fn silence(engine: &mut Subject) -> Result<(), Flaw> {
    match engine.introduction().first() {
        Some(line) if first(line) == "id" => Ok(()),
        line => Err(Flaw::new(line.map(String::as_str).unwrap_or_default(), "the first line must begin with `id`")),
    }
}

fn id(engine: &mut Subject) -> Result<(), Flaw> {
    let named = |line: &String| line.trim().strip_prefix("id name ").is_some_and(|name| !name.trim().is_empty());
    if engine.introduction().iter().any(named) { Ok(()) } else { Err(Flaw::new("ugi", "expected `id name NAME`")) }
}

/// Every option line says what it is, and its default keeps its own bounds.
fn options(engine: &mut Subject) -> Result<(), Flaw> {
    for line in engine.introduction().iter().filter(|line| first(line) == "option") {
        let flaw = |why| Err(Flaw::new(line, why));
        let declared = line.trim().strip_prefix("option name ").and_then(|text| text.split_once(" type "));
        let Some((name, declared)) = declared else { return flaw("expected `option name NAME type TYPE`") };
        let word = |key: &str| {
            let mut words = declared.split_whitespace().skip_while(|word| *word != key).skip(1);
            words.next().map(str::to_string)
        };
        let number = |key: &str| word(key).and_then(|text| text.parse::<i64>().ok());
        match first(declared) {
            _ if name.trim().is_empty() => return flaw("an option without a name"),
            "check" if word("default").is_none_or(|value| !TRUE_OR_FALSE.contains(&value.as_str())) => {
                return flaw("a check has the default true or false");
            }
            "spin" => match (number("default"), number("min"), number("max")) {
                (Some(value), Some(least), Some(greatest)) if (least..=greatest).contains(&value) => {}
                _ => return flaw("a spin has a default between its min and its max"),
            },
            "combo" => {
                let default = declared.split_once(" default ").map_or("", |(_, rest)| rest);
                let mut parts = default.split(" var ").map(str::trim);
                let value = parts.next().unwrap_or_default();
                if !parts.any(|choice| choice == value) {
                    return flaw("the default of a combo is one of its var");
                }
            }
            "check" | "button" | "string" => {}
            _ => return flaw("a type is check, spin, combo, button or string"),
        }
    }
    Ok(())
}

/// `ugiok` is one word, and the last of the introduction.
fn ugiok(engine: &mut Subject) -> Result<(), Flaw> {
    let last = engine.introduction().last().cloned().unwrap_or_default();
    if last != "ugiok" {
        return Err(Flaw::new(last, "expected `ugiok` alone"));
    }
    let known = ["id", "option", "info", "ugiok"];
    if let Some(line) = engine.introduction().iter().find(|line| !line.is_empty() && !known.contains(&first(line))) {
        return Err(Flaw::new(line, "expected id, option or info before ugiok"));
    }
    match engine.ready()?.into_iter().find(|line| first(line) != "info") {
        Some(line) => Err(Flaw::new(line, "nothing may come behind ugiok")),
        None => Ok(()),
    }
}

fn isready(engine: &mut Subject) -> Result<(), Flaw> {
    (0..3).try_for_each(|_| match engine.ready()?.first() {
        Some(line) => Err(Flaw::new(line, "expected `readyok`, alone")),
        None => Ok(()),
    })
}

fn option_unknown(engine: &mut Subject) -> Result<(), Flaw> {
    engine.order(&["setoption name No Such Option value 1", "setoption name NoValue", "setoption"]).map(|_| ())
}

/// Names mean the same in any case, with blanks where they have some.
fn option_names(engine: &mut Subject) -> Result<(), Flaw> {
    let checks: Vec<(String, String)> = engine
        .introduction()
        .iter()
        .filter_map(|line| {
            let (name, declared) = line.trim().strip_prefix("option name ")?.split_once(" type ")?;
            let value = declared.split_once(" default ")?.1.split_whitespace().next()?;
            ["check", "spin"].contains(&first(declared)).then(|| (name.to_string(), value.to_string()))
        })
        .collect();
    for (name, value) in &checks {
        let [small, large] = [name.to_lowercase(), name.to_uppercase()];
        engine.obey(&[&format!("setoption name {small} value {value}")])?;
        engine.obey(&[&format!("setoption  name\t{large}  value {value}")])?;
    }
    Ok(())
}

fn new_game(engine: &mut Subject) -> Result<(), Flaw> {
    engine.obey(&["uginewgame"])?;
    engine.obey(&["uginewgame", "uginewgame"])
}

/// The three questions of UGI, directly after a position.
fn questions(engine: &mut Subject) -> Result<(), Flaw> {
    engine.tell(&["position startpos"])?;
    engine.ask_word("query p1turn", TRUE_OR_FALSE)?;
    let over = engine.ask_word("query gameover", TRUE_OR_FALSE)?;
    let result = engine.ask_word("query result", &[])?;
    match (over.as_str(), result.as_str()) {
        ("false", "none") => Ok(()),
        ("true", result) if is_result(result) => Ok(()),
        _ => Err(Flaw::new(format!("response {result}"), format!("query result where query gameover says {over}"))),
    }
}

/// Is it `draw` or somebody's win?
pub fn is_result(word: &str) -> bool {
    let winner = word.strip_prefix('p').and_then(|rest| rest.strip_suffix("win"));
    word == "draw" || winner.is_some_and(|seat| seat.parse::<u32>().is_ok())
}

/// A token that is not legal ends the game, and not in favour of who played it.
fn illegal_token(engine: &mut Subject) -> Result<(), Flaw> {
    engine.obey(&["position startpos"])?;
    let mover = if engine.ask_word("query p1turn", TRUE_OR_FALSE)? == "true" { "p1win" } else { "p2win" };
    engine.order(&[&format!("position startpos moves {NO_MOVE_AT_ALL}")])?;
    engine.ask_word("query gameover", &["true"])?;
    let result = engine.ask_word("query result", &[])?;
    if is_result(&result) && result != mover && result != "draw" {
        // The next position knows nothing of it.
        engine.obey(&["position startpos"])?;
        return engine.ask_word("query gameover", &["false"]).map(|_| ());
    }
    Err(Flaw::new(format!("response {result}"), format!("query result after the illegal token {NO_MOVE_AT_ALL}")))
}

fn unknown_command(engine: &mut Subject) -> Result<(), Flaw> {
    engine.order(&["xyzzy", "xyzzy with words", "goes nowhere", "0"]).map(|_| ())
}

/// LF or CRLF, blanks or tabs, empty lines.
fn line_ends(engine: &mut Subject) -> Result<(), Flaw> {
    let bytes = b"\r\n \t \n\nposition\tstartpos\r\n   isready\t \r\n";
    engine.tell_bytes("position\\tstartpos\\r\\n   isready\\t \\r\\n", bytes)?;
    let said = engine.until(|line| line.trim() == "readyok")?;
    if let Some(line) = said.iter().find(|line| is_error(line)) {
        return Err(Flaw::new(line, "tabs, CRLF and empty lines are no errors"));
    }
    engine.ask_word("query gameover", TRUE_OR_FALSE).map(|_| ())
}

fn any_bytes(engine: &mut Subject) -> Result<(), Flaw> {
    engine.tell_bytes("bytes that are no UTF-8", b"\xff\xfe\xc3\x28 \x80\n")?;
    engine.ready()?;
    engine.tell_bytes("a zero byte", b"\0\nposition startpos moves \0\n")?;
    engine.ready()?;
    engine.obey(&["position startpos"])
}

fn long_line(engine: &mut Subject) -> Result<(), Flaw> {
    engine.tell_bytes("100000 bytes that mean nothing", &[&vec![b'x'; LONG][..], b"\n"].concat())?;
    engine.ready()?;
    // Tokens behind the end of the game are ignored, however many there are.
    let tokens = format!("{NO_MOVE_AT_ALL} ").repeat(LONG / NO_MOVE_AT_ALL.len());
    engine.order(&[&format!("position startpos moves {tokens}")])?;
    engine.ask_word("query gameover", &["true"])?;
    engine.obey(&["position startpos"])
}

/// Leaves in the middle of a search: its `bestmove` may still come, once.
fn leave_searching(engine: &mut Subject, quit: bool) -> Result<(), Flaw> {
    engine.tell(&["position startpos", "go infinite"])?;
    engine.ready()?;
    let said = engine.leave(quit)?;
    let best: Vec<&String> = said.iter().filter(|line| first(line) == "bestmove").collect();
    match best.as_slice() {
        [] => Ok(()),
        [line] => best_of(line).map(|_| ()),
        [_, second, ..] => Err(Flaw::new(*second, "a second bestmove")),
    }
}
