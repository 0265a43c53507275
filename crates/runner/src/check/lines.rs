//! Steps for plain UGI, except searches: handshake, `isready`, options, queries, unusual input, exit.

use super::step::{Step, step};
use super::tested_engine::{
    CheckError, PRINTABLE, TestedEngine, first, is_error, is_no_info, is_unprintable, last, read_bestmove,
};
use ugi::{GameResult, OptionKind, OptionLine, Query};

/// A token that is not a move in any game.
pub const IMPOSSIBLE_TOKEN: &str = "zz-no-move-zz";
/// Approximate length in bytes of the long lines that the step `long-line` sends.
const LONG_LINE_BYTES: usize = 100_000;
/// The message for a `spin` option whose default is invalid.
const SPIN: &str = "the default of a spin must be between its min and its max";
/// The message for a `combo` option whose default is invalid.
const COMBO: &str = "the default of a combo must be one of its var";
const TRUE_OR_FALSE: &[&str] = &["true", "false"];

/// The steps for plain UGI except searches and the exit, in the order in which they run.
pub const STEPS: &[Step] = &[
    step("handshake-silence", silence),
    step("handshake-ascii", ascii),
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

/// The steps for the exit, which run last. Each of them ends the engine process.
pub const EXIT_STEPS: &[Step] = &[
    step("quit", |engine| engine.quit(true).map(|_| ())),
    step("end-of-input", |engine| engine.quit(false).map(|_| ())),
    step("quit-while-searching", |engine| quit_while_searching(engine, true)),
    step("end-of-input-while-searching", |engine| quit_while_searching(engine, false)),
];

/// Checks that the first line is an `id` line, because the engine must write nothing before the answer to `ugi`.
fn silence(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let line = engine.introduction().first().map_or("", String::as_str);
    CheckError::unless(first(line) == "id", line, "the first line must start with `id`")
}

fn ascii(engine: &mut TestedEngine) -> Result<(), CheckError> {
    CheckError::at_first(engine.introduction(), is_unprintable, PRINTABLE)
}

fn id(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let has_name = |line: &String| line.trim().strip_prefix("id name ").is_some_and(|name| !name.trim().is_empty());
    CheckError::unless(engine.introduction().iter().any(has_name), "ugi", "expected `id name NAME`")
}

/// Checks that every `option` line has a name, a known type and a valid default.
fn options(engine: &mut TestedEngine) -> Result<(), CheckError> {
    for line in engine.introduction().iter().filter(|line| first(line) == "option") {
        let option = OptionLine::parse(line);
        let option = option.ok_or_else(|| CheckError::new(line, "expected `option name NAME type TYPE`"))?;
        CheckError::unless(!option.name.is_empty(), line, "expected the name of the option")?;
        let (is_valid, why) = match &option.kind {
            OptionKind::Spin { default, min, max } => ((min..=max).contains(&default), SPIN),
            OptionKind::Combo { default, choices } => (choices.contains(default), COMBO),
            OptionKind::Other { text } => match first(text) {
                "check" => (false, "the default of a check must be true or false"),
                "spin" => (false, SPIN),
                "combo" => (false, COMBO),
                _ => (false, "the type must be check, spin, combo, button or string"),
            },
            _ => (true, ""),
        };
        CheckError::unless(is_valid, line, why)?;
    }
    Ok(())
}

/// Checks that the handshake ends with the line `ugiok`. Only `id`, `option`, `info` and empty lines may precede it,
/// and only `info` lines may follow.
fn ugiok(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let last = last(engine.introduction());
    CheckError::unless(last == "ugiok", last, "expected `ugiok` alone")?;
    let unknown = |line: &str| !["", "id", "option", "info", "ugiok"].contains(&first(line));
    CheckError::at_first(engine.introduction(), unknown, "expected id, option or info before ugiok")?;
    CheckError::at_first(&engine.ready()?, is_no_info, "only info may follow ugiok")
}

fn isready(engine: &mut TestedEngine) -> Result<(), CheckError> {
    (0..3).try_for_each(|_| CheckError::at_first(&engine.ready()?, |_| true, "expected `readyok` and no other line"))
}

fn option_unknown(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.execute(&["setoption name No Such Option value 1", "setoption name NoValue", "setoption"]).map(|_| ())
}

/// Checks that option names are case-insensitive, and that any amount of whitespace may separate the words of a line.
fn option_names(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let plain = |kind: &OptionKind| matches!(kind, OptionKind::Check { .. } | OptionKind::Spin { .. });
    let options: Vec<OptionLine> = engine.options().filter(|option| plain(&option.kind)).collect();
    for OptionLine { name, kind } in options {
        let (lower, upper, value) = (name.to_lowercase(), name.to_uppercase(), kind.default_text());
        engine.execute_ok(&[&format!("setoption name {lower} value {value}")])?;
        engine.execute_ok(&[&format!("setoption  name\t{upper}  value {value}")])?;
    }
    Ok(())
}

fn new_game(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.execute_ok(&["uginewgame"])?;
    engine.execute_ok(&["uginewgame", "uginewgame"])
}

/// Checks that the three queries of plain UGI are answered directly after a `position` line, without `isready` in
/// between, and that `query result` agrees with `query gameover`.
fn questions(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.send(&["position startpos"])?;
    engine.ask_word(Query::P1Turn, TRUE_OR_FALSE)?;
    let over = engine.ask_word(Query::GameOver, TRUE_OR_FALSE)?;
    let result = engine.ask(Query::Result)?;
    let is_valid = if over == "true" { is_result(&result.text()) } else { result.text() == "none" };
    result.expect(is_valid, format!("a result or none, because query gameover answered {over}"))
}

/// Returns whether `word` is the result of a finished game: `draw`, `p1win`, `p2win` and so on.
pub fn is_result(word: &str) -> bool {
    word.parse().is_ok_and(|result: GameResult| result != GameResult::None)
}

/// Checks that an illegal token ends the game, and that the team that played the token neither wins nor draws.
fn illegal_token(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.execute_ok(&["position startpos"])?;
    let mover = if engine.ask_word(Query::P1Turn, TRUE_OR_FALSE)? == "true" { "p1win" } else { "p2win" };
    engine.execute(&[&format!("position startpos moves {IMPOSSIBLE_TOKEN}")])?;
    engine.ask_word(Query::GameOver, &["true"])?;
    let result = engine.ask(Query::Result)?;
    let is_valid = is_result(&result.text()) && ![mover, "draw"].contains(&result.text().as_str());
    result.expect(is_valid, format!("a loss after the illegal token {IMPOSSIBLE_TOKEN}"))?;
    // The next `position` must clear the illegal token.
    engine.execute_ok(&["position startpos"])?;
    engine.ask_word(Query::GameOver, &["false"]).map(drop)
}

fn unknown_command(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.execute(&["xyzzy", "xyzzy with words", "goes nowhere", "0"]).map(|_| ())
}

/// Checks that lines may end with LF or CRLF and may contain tabs, and that empty lines are ignored.
fn line_ends(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let bytes = b"\r\n \t \n\nposition\tstartpos\r\n   isready\t \r\n";
    engine.send_bytes("position\\tstartpos\\r\\n   isready\\t \\r\\n", bytes)?;
    let lines = engine.read_until(|line| line.trim() == "readyok")?;
    CheckError::at_first(&lines, is_error, "expected no error for tabs, CRLF and empty lines")?;
    engine.ask_word(Query::GameOver, TRUE_OR_FALSE).map(|_| ())
}

fn any_bytes(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.send_bytes("bytes that are not UTF-8", b"\xff\xfe\xc3\x28 \x80\n")?;
    engine.ready()?;
    engine.send_bytes("a zero byte", b"\0\nposition startpos moves \0\n")?;
    engine.ready()?;
    engine.execute_ok(&["position startpos"])
}

fn long_line(engine: &mut TestedEngine) -> Result<(), CheckError> {
    engine.send_bytes("an unknown line of 100000 bytes", &[&vec![b'x'; LONG_LINE_BYTES][..], b"\n"].concat())?;
    engine.ready()?;
    // The first token is illegal and ends the game. The engine must ignore all later tokens, however many there are.
    let tokens = format!("{IMPOSSIBLE_TOKEN} ").repeat(LONG_LINE_BYTES / IMPOSSIBLE_TOKEN.len());
    engine.execute(&[&format!("position startpos moves {tokens}")])?;
    engine.ask_word(Query::GameOver, &["true"])?;
    engine.execute_ok(&["position startpos"])
}

/// Ends the engine process during a search: with `quit` or, if `quit` is false, by closing the engine's input. The
/// engine may write one more `bestmove`, but not two.
fn quit_while_searching(engine: &mut TestedEngine, quit: bool) -> Result<(), CheckError> {
    engine.send(&["position startpos", "go infinite"])?;
    engine.ready()?;
    let lines = engine.quit(quit)?;
    let best: Vec<&String> = lines.iter().filter(|line| first(line) == "bestmove").collect();
    match best.as_slice() {
        [] => Ok(()),
        [line] => read_bestmove(line).map(|_| ()),
        [_, second, ..] => Err(CheckError::new(*second, "expected one bestmove")),
    }
}
