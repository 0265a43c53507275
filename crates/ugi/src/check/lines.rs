//! Steps about lines: handshake, readiness, options, questions, odd input, leaving. Knows no search and no extension.

use super::step::{Step, step};
use super::tested_engine::{CheckError, TestedEngine, answer, first, is_error, is_no_info, last, read_bestmove};
use crate::{GameResult, OptionKind, OptionLine, Query};

/// A token that is no move in any game.
pub const NO_MOVE_AT_ALL: &str = "zz-no-move-zz";
/// Bytes of a line that means nothing.
const LONG_LINE_BYTES: usize = 100_000;
/// The sentences about a `spin` and a `combo` that break the rule.
const SPIN: &str = "a spin has a default between its min and its max";
const COMBO: &str = "the default of a combo is one of its var";
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
pub const EXIT_STEPS: &[Step] = &[
    step("quit", |engine| engine.quit(true).map(|_| ())),
    step("end-of-input", |engine| engine.quit(false).map(|_| ())),
    step("quit-while-searching", |engine| quit_while_searching(engine, true)),
    step("end-of-input-while-searching", |engine| quit_while_searching(engine, false)),
];

/// Nothing before `ugi` is read: the first line is an answer to it.
fn silence(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let line = engine.introduction().first().map_or("", String::as_str);
    CheckError::unless(first(line) == "id", line, "the first line must begin with `id`")
}

fn id(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let named = |line: &String| line.trim().strip_prefix("id name ").is_some_and(|name| !name.trim().is_empty());
    CheckError::unless(engine.introduction().iter().any(named), "ugi", "expected `id name NAME`")
}

/// Every option line says what it is, and its default keeps its own bounds.
fn options(engine: &mut TestedEngine) -> Result<(), CheckError> {
    for line in engine.introduction().iter().filter(|line| first(line) == "option") {
        let option = OptionLine::read(line);
        let option = option.ok_or_else(|| CheckError::new(line, "expected `option name NAME type TYPE`"))?;
        CheckError::unless(!option.name.is_empty(), line, "an option without a name")?;
        let (sound, why) = match &option.kind {
            OptionKind::Spin { default, min, max } => ((min..=max).contains(&default), SPIN),
            OptionKind::Combo { default, choices } => (choices.contains(default), COMBO),
            OptionKind::Check { .. } | OptionKind::Text { .. } | OptionKind::Button => (true, ""),
            OptionKind::Other { text } => match first(text) {
                "check" => (false, "a check has the default true or false"),
                "spin" => (false, SPIN),
                "combo" => (false, COMBO),
                _ => (false, "a type is check, spin, combo, button or string"),
            },
        };
        CheckError::unless(sound, line, why)?;
    }
    Ok(())
}

/// `ugiok` is one word, and the last of the introduction.
fn ugiok(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let last = last(engine.introduction());
    CheckError::unless(last == "ugiok", last, "expected `ugiok` alone")?;
    let unknown = |line: &str| !["", "id", "option", "info", "ugiok"].contains(&first(line));
    CheckError::at_first(engine.introduction(), unknown, "expected id, option or info before ugiok")?;
    CheckError::at_first(&engine.ready()?, is_no_info, "nothing may come behind ugiok")
}

fn isready(engine: &mut TestedEngine) -> Result<(), CheckError> {
    (0..3).try_for_each(|_| CheckError::at_first(&engine.ready()?, |_| true, "expected `readyok`, alone"))
}

fn option_unknown(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.execute(&["setoption name No Such Option value 1", "setoption name NoValue", "setoption"]).map(|_| ())
}

/// Names mean the same in any case, with blanks where they have some.
fn option_names(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let plain = |kind: &OptionKind| matches!(kind, OptionKind::Check { .. } | OptionKind::Spin { .. });
    let options: Vec<OptionLine> = engine.options().filter(|option| plain(&option.kind)).collect();
    for OptionLine { name, kind } in options {
        let (small, large, value) = (name.to_lowercase(), name.to_uppercase(), kind.default_text());
        engine.execute_ok(&[&format!("setoption name {small} value {value}")])?;
        engine.execute_ok(&[&format!("setoption  name\t{large}  value {value}")])?;
    }
    Ok(())
}

fn new_game(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.execute_ok(&["uginewgame"])?;
    engine.execute_ok(&["uginewgame", "uginewgame"])
}

/// The three questions of UGI, directly after a position.
fn questions(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.send(&["position startpos"])?;
    engine.ask_word(Query::P1Turn, TRUE_OR_FALSE)?;
    let over = engine.ask_word(Query::GameOver, TRUE_OR_FALSE)?;
    let result = engine.ask_word(Query::Result, &[])?;
    let sound = if over == "true" { is_result(&result) } else { result == "none" };
    CheckError::unless(sound, answer(&[result]), format!("query result where query gameover says {over}"))
}

/// Is it `draw` or somebody's win?
pub fn is_result(word: &str) -> bool {
    word.parse().is_ok_and(|result: GameResult| result != GameResult::None)
}

/// A token that is not legal ends the game, and not in favour of who played it.
fn illegal_token(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.execute_ok(&["position startpos"])?;
    let mover = if engine.ask_word(Query::P1Turn, TRUE_OR_FALSE)? == "true" { "p1win" } else { "p2win" };
    engine.execute(&[&format!("position startpos moves {NO_MOVE_AT_ALL}")])?;
    engine.ask_word(Query::GameOver, &["true"])?;
    let result = engine.ask_word(Query::Result, &[])?;
    let sound = is_result(&result) && result != mover && result != "draw";
    let why = format!("query result after the illegal token {NO_MOVE_AT_ALL}");
    CheckError::unless(sound, answer(&[result]), why)?;
    // The next position knows nothing of it.
    engine.execute_ok(&["position startpos"])?;
    engine.ask_word(Query::GameOver, &["false"]).map(drop)
}

fn unknown_command(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.execute(&["xyzzy", "xyzzy with words", "goes nowhere", "0"]).map(|_| ())
}

/// LF or CRLF, blanks or tabs, empty lines.
fn line_ends(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let bytes = b"\r\n \t \n\nposition\tstartpos\r\n   isready\t \r\n";
    engine.send_bytes("position\\tstartpos\\r\\n   isready\\t \\r\\n", bytes)?;
    let said = engine.read_until(|line| line.trim() == "readyok")?;
    CheckError::at_first(&said, is_error, "tabs, CRLF and empty lines are no errors")?;
    engine.ask_word(Query::GameOver, TRUE_OR_FALSE).map(|_| ())
}

fn any_bytes(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.send_bytes("bytes that are no UTF-8", b"\xff\xfe\xc3\x28 \x80\n")?;
    engine.ready()?;
    engine.send_bytes("a zero byte", b"\0\nposition startpos moves \0\n")?;
    engine.ready()?;
    engine.execute_ok(&["position startpos"])
}

fn long_line(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.send_bytes("100000 bytes that mean nothing", &[&vec![b'x'; LONG_LINE_BYTES][..], b"\n"].concat())?;
    engine.ready()?;
    // Tokens behind the end of the game are ignored, however many there are.
    let tokens = format!("{NO_MOVE_AT_ALL} ").repeat(LONG_LINE_BYTES / NO_MOVE_AT_ALL.len());
    engine.execute(&[&format!("position startpos moves {tokens}")])?;
    engine.ask_word(Query::GameOver, &["true"])?;
    engine.execute_ok(&["position startpos"])
}

/// Leaves in the middle of a search: its `bestmove` may still come, once.
fn quit_while_searching(engine: &mut TestedEngine, quit: bool) -> Result<(), CheckError> {
    engine.send(&["position startpos", "go infinite"])?;
    engine.ready()?;
    let said = engine.quit(quit)?;
    let best: Vec<&String> = said.iter().filter(|line| first(line) == "bestmove").collect();
    match best.as_slice() {
        [] => Ok(()),
        [line] => read_bestmove(line).map(|_| ()),
        [_, second, ..] => Err(CheckError::new(*second, "a second bestmove")),
    }
}
