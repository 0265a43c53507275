//! Parses client lines into commands. Moves and position texts are not interpreted.

use super::command::{Command, Query};
use super::error::{ErrorCode, ProtocolError};
use super::go::Go;
use super::position::Position;
use super::words::{exact_word, first, integer, rest, word, words};
use base::quote::quote;
use nom::Parser;
use nom::combinator::map;

/// The commands before which unknown words are skipped, as in UGI.
pub const UGI_WORDS: [&str; 9] =
    ["ugi", "isready", "setoption", "uginewgame", "position", "go", "stop", "query", "quit"];
/// The commands that speltafel adds to UGI. They must be the first word of a line.
pub const OWN_WORDS: [&str; 7] = ["ponderhit", "wait", "perft", "bench", "eval", "d", "help"];

/// Splits a line into the command word and the text after it. Unknown words before one of [`UGI_WORDS`] are skipped.
/// Returns `None` if the line contains no command.
///
/// ```
/// use speltafel_ugi::parse::split;
///
/// assert_eq!(split("please go depth 3"), Some(("go", " depth 3")));
/// assert_eq!(split("perft 3"), Some(("perft", " 3")));
/// assert_eq!(split("please perft 3"), None);
/// ```
#[must_use]
pub fn split(line: &str) -> Option<(&str, &str)> {
    let (after, first) = word(line).ok()?;
    if OWN_WORDS.contains(&first) {
        return Some((first, after));
    }
    let mut input = line;
    while let Ok((after, name)) = word(input) {
        if UGI_WORDS.contains(&name) {
            return Some((name, after));
        }
        input = after;
    }
    None
}

/// Parses a line; returns `None` if it contains only whitespace.
///
/// # Errors
/// Returns `unknown_command` if the line contains no command, `bad_fen` if the text after `fen` is missing, and
/// `bad_argument` if a query is unknown or another argument is missing or malformed.
///
/// ```
/// use speltafel_ugi::parse::parse;
/// use speltafel_ugi::{Command, ErrorCode, Position};
///
/// let position = Position::from_start(&["11-15", "23-19"]);
/// assert_eq!(parse("position startpos moves 11-15 23-19")?, Some(Command::Position(position)));
/// assert_eq!(parse("please isready")?, Some(Command::IsReady));
/// assert_eq!(parse("  ")?, None);
/// assert_eq!(parse("isreday").unwrap_err().code, ErrorCode::UnknownCommand);
/// # Ok::<(), speltafel_ugi::ProtocolError>(())
/// ```
pub fn parse(line: &str) -> Result<Option<Command<'_>>, ProtocolError> {
    match split(line) {
        Some((name, after)) => command(name, after).map(Some),
        None if rest(line).is_empty() => Ok(None),
        None => Err(unknown(rest(line))),
    }
}

fn unknown(line: &str) -> ProtocolError {
    if first(line) == Some("uci") {
        return ProtocolError::new(
            ErrorCode::UnknownCommand,
            format!("{}: this engine speaks UGI: send ugi", quote(line)),
        );
    }
    ProtocolError::about(ErrorCode::UnknownCommand, line)
}

fn command<'a>(name: &str, after: &'a str) -> Result<Command<'a>, ProtocolError> {
    Ok(match name {
        "ugi" => Command::Ugi,
        "isready" => Command::IsReady,
        "uginewgame" => Command::NewGame,
        "setoption" => set_option(after)?,
        "position" => Command::Position(Position::read(after)?),
        "go" => Command::Go(Go::read(after)),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "wait" => Command::Wait,
        "query" => Command::Query(query(after)?),
        "perft" => Command::Perft(depth(after)?),
        "bench" => Command::Bench(words(after).map(|(_, words)| words).unwrap_or_default()),
        "eval" => Command::Eval,
        "d" => Command::Display,
        "help" => Command::Help,
        _ => Command::Quit,
    })
}

/// Parses the arguments of `setoption`. The name is everything between `name` and `value`; the value is everything
/// after `value`.
fn set_option(input: &str) -> Result<Command<'_>, ProtocolError> {
    let missing = || ProtocolError::new(ErrorCode::BadArgument, "setoption: expected name NAME [value VALUE]");
    let (mut input, _) = exact_word("name").parse(input).map_err(|_| missing())?;
    let mut name = Vec::new();
    loop {
        if let Ok((after, _)) = exact_word("value").parse(input) {
            return Ok(Command::SetOption { name: join(&name).ok_or_else(missing)?, value: Some(rest(after)) });
        }
        let Ok((after, part)) = word(input) else {
            return Ok(Command::SetOption { name: join(&name).ok_or_else(missing)?, value: None });
        };
        name.push(part);
        input = after;
    }
}

fn join(words: &[&str]) -> Option<String> {
    (!words.is_empty()).then(|| words.join(" "))
}

fn query(input: &str) -> Result<Query<'_>, ProtocolError> {
    let bad = |text: String| ProtocolError::new(ErrorCode::BadArgument, text);
    let (after, name) = word(input).map_err(|_| bad("query: expected the name of a query".to_string()))?;
    if let Some((_, query)) = Query::PLAIN.iter().find(|(word, _)| *word == name) {
        return Ok(*query);
    }
    let argument = || {
        word(after)
            .map_or_else(|_| Err(bad(format!("query {}: expected an argument", quote(name)))), |(_, word)| Ok(word))
    };
    let number =
        || argument()?.parse::<u64>().map_err(|_| bad(format!("query {}: expected a whole number", quote(name))));
    let format = || match word(after) {
        Ok((json, format)) if !rest(json).is_empty() => Ok((format, rest(json))),
        _ => Err(bad(format!("query {name}: expected a format and JSON"))),
    };
    match name {
        "islegal" => Ok(Query::IsLegal(argument()?)),
        "canon" => Ok(Query::Canon(argument()?)),
        "clicks" => Ok(Query::Clicks(argument()?)),
        "view" => Ok(Query::View(number()?)),
        "draw" => Ok(Query::Draw(number()?)),
        "solutions" if rest(after).is_empty() => Ok(Query::Solutions(None)),
        "solutions" => Ok(Query::Solutions(Some(number()?))),
        "rules" => Ok(Query::Rules(argument().unwrap_or("en"))),
        "deck" => Ok(Query::Deck(argument()?)),
        "export" => format().map(|(format, json)| Query::Export(format, json)),
        "import" => format().map(|(format, json)| Query::Import(format, json)),
        _ => Err(bad(format!("query: unknown query {}", quote(name)))),
    }
}

fn depth(input: &str) -> Result<u32, ProtocolError> {
    map(integer, |n| u32::try_from(n).ok())
        .parse(input)
        .ok()
        .and_then(|(_, depth)| depth)
        .ok_or_else(|| ProtocolError::new(ErrorCode::BadArgument, "perft: expected a depth"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(line: &str) -> String {
        parse(line).unwrap().unwrap().to_string()
    }

    #[test]
    fn printed_commands_equal_the_parsed_lines() {
        let mut lines: Vec<String> = Query::PLAIN.iter().map(|(word, _)| format!("query {word}")).collect();
        lines.extend(
            [
                "ugi",
                "isready",
                "uginewgame",
                "stop",
                "ponderhit",
                "wait",
                "eval",
                "d",
                "help",
                "quit",
                "bench speed",
                "perft 5",
                "setoption name Clear Hash",
                "setoption name Hash value 16",
                "setoption name LogFile value a b",
                "position startpos",
                "position seat 2 fen W:H0 moves 11-15 !end/draw/agreed",
                "go infinite p1time 3 searchmoves a b",
                "query islegal 11-15",
                "query canon fold",
                "query clicks K:in",
                "query view 0",
                "query draw 18446744073709551615",
                "query solutions",
                "query solutions 5",
                "query rules nl",
                "query deck three-move",
                "query export pdn {\"base\": \"startpos\",  \"moves\": []}",
                "query import pdn \"1. 11-15  *\"",
            ]
            .map(str::to_string),
        );
        for line in lines {
            assert_eq!(printed(&line), line);
        }
    }

    #[test]
    fn blanks_and_leading_unknown_words_are_skipped() {
        assert_eq!(printed("\t please  isready \r"), "isready");
        assert_eq!(printed("setoption name  clear   HASH\r"), "setoption name clear HASH");
        assert_eq!(printed("setoption name Hash value"), "setoption name Hash value ");
        assert_eq!(parse(" \t\r"), Ok(None));
        assert_eq!(parse("please d").unwrap_err().code, ErrorCode::UnknownCommand);
        assert_eq!(printed("d isready"), "d");
    }

    #[test]
    fn moves_is_a_whole_word_and_may_occur_twice() {
        assert_eq!(printed("position startpos moves moves a  b moves c"), "position startpos moves a b c");
        assert_eq!(printed("position fen W:Bmoves1 moves"), "position fen W:Bmoves1");
        let wrong = ["position", "position startpos x moves y", "position seat x startpos", "position seat 1"];
        for line in wrong {
            assert_eq!(parse(line).unwrap_err().code, ErrorCode::BadArgument, "{line}");
        }
        assert_eq!(parse("position fen moves a").unwrap_err().code, ErrorCode::BadFen);
    }

    #[test]
    fn queries_with_a_missing_or_bad_argument_are_rejected() {
        let lines = "query|query what|query view|query view x|query draw -1|query islegal|query solutions x|query deck|\
                     query export|query export pdn|query import pdn  ";
        for line in lines.split('|') {
            assert_eq!(parse(line).unwrap_err().code, ErrorCode::BadArgument, "{line}");
        }
    }
}
