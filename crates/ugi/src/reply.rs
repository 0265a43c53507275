//! The lines that an engine writes.

use super::command::Command;
use super::error::ProtocolError;
use super::info::Info;
use super::option::OptionLine;
use super::words::{exact_word, rest, word, words};
use base::quote::printable;
use nom::Parser;
use nom::sequence::preceded;
use std::fmt;

/// The word that replaces the move in a `bestmove` line if there is no move to play. Some games write a pass so; there
/// the answer to `query islegal 0000` tells.
pub const NO_MOVE: &str = "0000";

/// A line that an engine writes. Every line can be parsed; an unknown line is a [`Reply::Text`].
///
/// ```
/// use speltafel_ugi::Reply;
///
/// assert_eq!(Reply::parse("response draw"), Reply::Response("draw".to_string()));
/// let reply = Reply::parse("bestmove 11-15 ponder 22-18");
/// assert_eq!(reply, Reply::BestMove { best: "11-15".to_string(), ponder: Some("22-18".to_string()) });
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reply {
    /// `id`: the field, `name` or `author`, and its value.
    Id(String, String),
    /// `option`: the declaration of an option.
    Option(OptionLine),
    /// `ugiok`: the end of the answer to `ugi`.
    UgiOk,
    /// `readyok`: the answer to `isready`.
    ReadyOk,
    /// `pong`: the answer to `ping`, with its word.
    Pong(String),
    /// `response`: the answer to a query, which may be empty. If the query had a word with `#`, that word comes first.
    Response(String),
    /// `response error CODE`: a query that failed.
    ResponseError(ProtocolError),
    /// `info string error CODE TEXT`: a command that failed.
    Error(ProtocolError),
    /// Any other `info string` line, without the words `info string`.
    Remark(String),
    /// `info`: the progress of a search.
    Info(Info),
    /// `bestmove`: the end of a search.
    BestMove {
        /// The move, or [`NO_MOVE`] if the engine has no move to play.
        best: String,
        /// The expected reply of the opponent.
        ponder: Option<String>,
    },
    /// A line of human-readable output, such as a board or a help text, or an unknown line.
    Text(String),
}

impl Reply {
    /// Parses an engine's line. Whitespace around the line is ignored.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let line = rest(line);
        Self::known(line).unwrap_or_else(|| Self::Text(line.to_string()))
    }

    /// Returns the reply to a query that was sent as `line`. If the query has a word with `#`, the reply begins with
    /// it.
    ///
    /// ```
    /// use speltafel_ugi::Reply;
    ///
    /// assert_eq!(Reply::to_query("query #7 turn", Ok("p1".to_string())).to_string(), "response #7 p1");
    /// ```
    #[must_use]
    pub fn to_query(line: &str, answer: Result<String, ProtocolError>) -> Self {
        match (answer, Command::query_id(line)) {
            (Ok(answer), None) => Self::Response(answer),
            (Err(error), None) => Self::ResponseError(error),
            (Ok(answer), Some(id)) => Self::Response(format!("{id} {answer}").trim_end().to_string()),
            (Err(error), Some(id)) => Self::Response(format!("{id} error {}", error.code)),
        }
    }

    fn known(line: &str) -> Option<Self> {
        let after = |start: &'static str| exact_word(start).parse(line).ok().map(|(after, _)| after);
        Some(match words(line).next()? {
            "ugiok" if line == "ugiok" => Self::UgiOk,
            "readyok" if line == "readyok" => Self::ReadyOk,
            "pong" => Self::Pong(rest(after("pong")?).to_string()),
            "id" => {
                let (text, field) = word(after("id")?).ok()?;
                Self::Id(field.to_string(), rest(text).to_string())
            }
            "option" => Self::Option(OptionLine::parse(line)?),
            "response" => {
                let answer = rest(after("response")?);
                match exact_word("error").parse(answer) {
                    Ok((error, _)) => Self::ResponseError(ProtocolError::parse(error)),
                    Err(_) => Self::Response(answer.to_string()),
                }
            }
            "bestmove" => {
                let (after, best) = word(after("bestmove")?).ok()?;
                let ponder =
                    preceded(exact_word("ponder"), word).parse(after).ok().map(|(_, ponder)| ponder.to_string());
                Self::BestMove { best: best.to_string(), ponder }
            }
            "info" => match exact_word("string").parse(after("info")?) {
                Err(_) => Self::Info(Info::parse(line)?),
                Ok((text, _)) => match exact_word("error").parse(text) {
                    Ok((error, _)) => Self::Error(ProtocolError::parse(error)),
                    Err(_) => Self::Remark(rest(text).to_string()),
                },
            },
            _ => return None,
        })
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(field, text) => write!(f, "id {field} {text}"),
            Self::Option(option) => option.fmt(f),
            Self::UgiOk => f.write_str("ugiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Pong(word) => write!(f, "pong {word}"),
            Self::Response(text) if text.is_empty() => f.write_str("response"),
            Self::Response(text) => write!(f, "response {text}"),
            Self::ResponseError(error) => write!(f, "response error {}", error.code),
            Self::Error(error) => write!(f, "info string error {error}"),
            Self::Remark(text) => write!(f, "info string {}", printable(text)),
            Self::Info(info) => info.fmt(f),
            Self::BestMove { best, ponder: None } => write!(f, "bestmove {best}"),
            Self::BestMove { best, ponder: Some(ponder) } => write!(f, "bestmove {best} ponder {ponder}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorCode;

    #[test]
    fn printed_replies_are_parsed_back() {
        let error = ProtocolError::new(ErrorCode::BadFen, "column 3: no");
        for reply in [
            Reply::BestMove { best: "a".to_string(), ponder: Some("b".to_string()) },
            Reply::Response(String::new()),
            Reply::Response("{\"a\":  1}".to_string()),
            Reply::UgiOk,
            Reply::Error(error),
            Reply::ResponseError(ProtocolError::new(ErrorCode::BadFen, "")),
            Reply::Error(ProtocolError::new(ErrorCode::Other("no_such_code".to_string()), "text")),
            Reply::Id("name".to_string(), "Two Words".to_string()),
            Reply::Remark("book 11-15".to_string()),
            Reply::Text("a board".to_string()),
        ] {
            assert_eq!(Reply::parse(&reply.to_string()), reply);
        }
        assert_eq!(Reply::parse("bestmove"), Reply::Text("bestmove".to_string()));
        assert_eq!(Reply::parse(" readyok\r"), Reply::ReadyOk);
    }

    #[test]
    fn answers_keep_their_blanks() {
        assert_eq!(Reply::parse(" response [\"a  b\"]\r"), Reply::Response("[\"a  b\"]".to_string()));
        assert_eq!(Reply::parse("response"), Reply::Response(String::new()));
        let error = ProtocolError::new(ErrorCode::BadFen, "");
        assert_eq!(Reply::parse("response error bad_fen"), Reply::ResponseError(error));
    }
}
