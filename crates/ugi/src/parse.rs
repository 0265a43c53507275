//! Parses client lines into commands. Moves and position texts are not interpreted.

use super::command::{Command, CommandWord, Query, QueryWord};
use super::error::{ErrorCode, ProtocolError};
use super::go::Go;
use super::position::Position;
use super::seats::Viewer;
use super::words::{exact_word, integer, is_blank, rest, word, words};
use base::quote::quote;
use nom::Parser;
use nom::combinator::map;

/// Splits a line into the command word and the text after it. Unknown words before a UGI command are skipped. Returns
/// `None` if the line contains no command.
pub(crate) fn split(line: &str) -> Option<(CommandWord, &str)> {
    let mut input = line;
    let mut at_start = true;
    while let Ok((after, name)) = word(input) {
        if let Ok(command) = name.parse::<CommandWord>()
            && (at_start || !command.is_own())
        {
            return Some((command, after));
        }
        (input, at_start) = (after, false);
    }
    None
}

impl<'a> Command<'a> {
    /// Parses a line; returns `None` if it contains only whitespace. Unknown words before a UGI command are skipped.
    ///
    /// # Errors
    /// Returns `unknown_command` if the line contains no command, `bad_fen` if the text after `fen` is missing, and
    /// `bad_argument` if a query is unknown or another argument is missing or malformed.
    ///
    /// ```
    /// use speltafel_ugi::{Command, ErrorCode, Position};
    ///
    /// let position = Position::from_start(&["11-15", "23-19"]);
    /// assert_eq!(Command::parse("position startpos moves 11-15 23-19")?, Some(Command::Position(position)));
    /// assert_eq!(Command::parse("please isready")?, Some(Command::IsReady));
    /// assert_eq!(Command::parse("  ")?, None);
    /// assert_eq!(Command::parse("isreday").unwrap_err().code, ErrorCode::UnknownCommand);
    /// # Ok::<(), speltafel_ugi::ProtocolError>(())
    /// ```
    pub fn parse(line: &'a str) -> Result<Option<Self>, ProtocolError> {
        match split(line) {
            Some((word, after)) => command(word, after).map(Some),
            None if rest(line).is_empty() => Ok(None),
            None => Err(unknown(rest(line))),
        }
    }

    /// Returns the word, `#` included, that the answer to a `query` line repeats after `response`: that after `query`,
    /// if it begins with `#`.
    ///
    /// ```
    /// use speltafel_ugi::Command;
    ///
    /// assert_eq!(Command::query_id("query #7 turn"), Some("#7"));
    /// assert_eq!(Command::query_id("query turn"), None);
    /// ```
    #[must_use]
    pub fn query_id(line: &str) -> Option<&str> {
        let (word, after) = split(line)?;
        id_of(after).filter(|_| word == CommandWord::Query).map(|(_, id)| id)
    }

    /// Returns the word of the command in a line, even if [`Command::parse`] rejects its arguments. Returns `None` if
    /// the line contains no command.
    ///
    /// ```
    /// use speltafel_ugi::Command;
    ///
    /// assert_eq!(Command::word_of("please query what"), Some("query"));
    /// assert_eq!(Command::word_of("perft x"), Some("perft"));
    /// assert_eq!(Command::word_of("please perft 3"), None);
    /// ```
    #[must_use]
    pub fn word_of(line: &str) -> Option<&'static str> {
        split(line).map(|(word, _)| word.into())
    }
}

fn unknown(line: &str) -> ProtocolError {
    if words(line).next() == Some("uci") {
        return ProtocolError::new(
            ErrorCode::UnknownCommand,
            format!("{}: this engine speaks UGI: send ugi", quote(line)),
        );
    }
    ProtocolError::about(ErrorCode::UnknownCommand, line)
}

fn command(word: CommandWord, after: &str) -> Result<Command<'_>, ProtocolError> {
    Ok(match word {
        CommandWord::Ugi => Command::Ugi,
        CommandWord::IsReady => Command::IsReady,
        CommandWord::NewGame => Command::NewGame,
        CommandWord::SetOption => set_option(after)?,
        CommandWord::Position => Command::Position(Position::parse(after)?),
        CommandWord::Go => Command::Go(Go::parse(after)),
        CommandWord::Stop => Command::Stop,
        CommandWord::PonderHit => Command::PonderHit,
        CommandWord::Wait => Command::Wait,
        CommandWord::Ping => match words(after).next().filter(|word| is_id(word)) {
            Some(word) => Command::Ping(word),
            None => {
                let text = format!("ping: expected a word of at most {LONGEST_ID} characters");
                return Err(ProtocolError::new(ErrorCode::BadArgument, text));
            }
        },
        CommandWord::Query => Command::Query(query(after)?),
        CommandWord::Perft => Command::Perft(depth(after)?),
        CommandWord::Bench => Command::Bench(words(after).collect()),
        CommandWord::Eval => Command::Eval,
        CommandWord::Display => Command::Display,
        CommandWord::Help => Command::Help,
        CommandWord::Quit => Command::Quit,
    })
}

/// Parses the arguments of `setoption`. The name is everything between `name` and `value`; the value is everything
/// after `value`.
fn set_option(input: &str) -> Result<Command<'_>, ProtocolError> {
    let missing = || ProtocolError::new(ErrorCode::BadArgument, "setoption: expected name NAME [value VALUE]");
    let (mut input, _) = exact_word("name").parse(input).map_err(|_| missing())?;
    let mut parts = Vec::new();
    let value = loop {
        if let Ok((after, _)) = exact_word("value").parse(input) {
            break Some(rest(after));
        }
        let Ok((after, part)) = word(input) else { break None };
        parts.push(part);
        input = after;
    };
    let name = match *parts {
        [] => return Err(missing()),
        [name] => name.into(),
        _ => parts.join(" ").into(),
    };
    Ok(Command::SetOption { name, value })
}

/// The number of characters of a word that an answer repeats.
const LONGEST_ID: usize = 20;

/// Returns whether an answer may repeat the word.
fn is_id(word: &str) -> bool {
    (1..=LONGEST_ID).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Returns the word with `#` at the start of the arguments of `query`, and the text after it.
fn id_of(input: &str) -> Option<(&str, &str)> {
    word(input).ok().filter(|(_, id)| id.strip_prefix('#').is_some_and(is_id))
}

fn query(input: &str) -> Result<Query<'_>, ProtocolError> {
    let bad = |text: String| ProtocolError::new(ErrorCode::BadArgument, text);
    let input = id_of(input).map_or(input, |(after, _)| after);
    let (after, name) = word(input).map_err(|_| bad("query: expected the name of a query".to_string()))?;
    let argument = || words(after).next().ok_or_else(|| bad(format!("query {name}: expected an argument")));
    let number = || argument()?.parse::<u64>().map_err(|_| bad(format!("query {name}: expected a whole number")));
    let viewer = || {
        let number = argument()?.parse().ok();
        number.and_then(Viewer::from_number).ok_or_else(|| bad(format!("query {name}: expected a seat")))
    };
    let format = || match word(after) {
        Ok((json, format)) if !rest(json).is_empty() => Ok((format, rest(json))),
        _ => Err(bad(format!("query {name}: expected a format and JSON"))),
    };
    let word: QueryWord = name.parse().map_err(|_| bad(format!("query: unknown query {}", quote(name))))?;
    Ok(match word {
        QueryWord::P1Turn => Query::P1Turn,
        QueryWord::GameOver => Query::GameOver,
        QueryWord::Result => Query::Result,
        QueryWord::Games => Query::Games,
        QueryWord::Game => Query::Game,
        QueryWord::Options => Query::Options,
        QueryWord::Seats => Query::Seats,
        QueryWord::Teams => Query::Teams,
        QueryWord::Turn => Query::Turn,
        QueryWord::Legal => Query::Legal,
        QueryWord::IsLegal => Query::IsLegal(argument()?),
        QueryWord::Canon => Query::Canon(argument()?),
        QueryWord::Fen if rest(after).is_empty() => Query::Fen(None),
        QueryWord::Fen => Query::Fen(Some(viewer()?)),
        QueryWord::Board => Query::Board,
        QueryWord::Cells => Query::Cells,
        QueryWord::Clicks => Query::Clicks(argument()?),
        QueryWord::Scores => Query::Scores,
        QueryWord::Ranks => Query::Ranks,
        QueryWord::Reason => Query::Reason,
        QueryWord::View => Query::View(viewer()?),
        QueryWord::Chance => Query::Chance,
        QueryWord::Draw => Query::Draw(number()?),
        QueryWord::Solutions if rest(after).is_empty() => Query::Solutions(None),
        QueryWord::Solutions => Query::Solutions(Some(number()?)),
        QueryWord::Rules => Query::Rules(argument().unwrap_or(ENGLISH)),
        QueryWord::Info => Query::Info(argument().ok()),
        QueryWord::Moves => Query::Moves(argument().unwrap_or(ENGLISH)),
        QueryWord::Tablebase => Query::Tablebase,
        QueryWord::Step => {
            let step = usize::try_from(number()?).unwrap_or(usize::MAX);
            Query::Step(step, words(after).nth(1).unwrap_or(ENGLISH))
        }
        QueryWord::Steps => Query::Steps(argument().unwrap_or(ENGLISH)),
        QueryWord::Why => match (words(after).next(), words(after).nth(1)) {
            (Some(language), Some(token)) => Query::Why(language, token),
            _ => return Err(bad("query why: expected a language and a token".to_string())),
        },
        QueryWord::Offer => Query::Offer(argument()?),
        QueryWord::Decks => Query::Decks,
        QueryWord::Deck => Query::Deck(argument()?),
        QueryWord::Formats => Query::Formats,
        QueryWord::Export => format().map(|(format, json)| Query::Export(format, json))?,
        QueryWord::Import => {
            let (format, text) = format()?;
            // The text is a JSON string, so a number before it can only be that of the game.
            let numbered =
                text.split_once(is_blank).and_then(|(number, json)| Some((number.parse().ok()?, rest(json))));
            let (number, json) = numbered.unwrap_or((1, text));
            Query::Import(format, number, json)
        }
    })
}

/// The language of an answer for which the client names none.
const ENGLISH: &str = "en";

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
    use strum::VariantNames;

    fn printed(line: &str) -> String {
        Command::parse(line).unwrap().unwrap().to_string()
    }

    #[test]
    fn printed_commands_equal_the_parsed_lines() {
        let queries = QueryWord::VARIANTS.iter().map(|word| format!("query {word}"));
        // The other queries need an argument, except `rules`, `moves` and `steps`, for which an argument is printed.
        let mut lines: Vec<String> = queries
            .filter(|line| {
                !["query rules", "query moves", "query steps"].contains(&line.as_str()) && Command::parse(line).is_ok()
            })
            .collect();
        assert!(lines.len() == 22, "{lines:?}");
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
                "query import pdn 3 \"1. 11-15  *\"",
                "query info",
                "query info jeex",
                "query moves nl",
                "query step 3 nl",
                "query steps nl",
                "query why en 11-15",
                "query tablebase",
                "query offer draw",
                "ping x",
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
        assert_eq!(Command::parse(" \t\r"), Ok(None));
        assert_eq!(Command::parse("please d").unwrap_err().code, ErrorCode::UnknownCommand);
        assert_eq!(printed("d isready"), "d");
    }

    #[test]
    fn moves_is_a_whole_word_and_may_occur_twice() {
        assert_eq!(printed("position startpos moves moves a  b moves c"), "position startpos moves a b c");
        assert_eq!(printed("position fen W:Bmoves1 moves"), "position fen W:Bmoves1");
        let wrong = ["position", "position startpos x moves y", "position seat x startpos", "position seat 1"];
        for line in wrong {
            assert_eq!(Command::parse(line).unwrap_err().code, ErrorCode::BadArgument, "{line}");
        }
        assert_eq!(Command::parse("position fen moves a").unwrap_err().code, ErrorCode::BadFen);
    }

    #[test]
    fn queries_with_a_missing_or_bad_argument_are_rejected() {
        let lines = "query|query what|query view|query view x|query draw -1|query islegal|query solutions x|query deck|\
                     query export|query export pdn|query import pdn  ";
        for line in lines.split('|') {
            assert_eq!(Command::parse(line).unwrap_err().code, ErrorCode::BadArgument, "{line}");
        }
    }
}
