//! Errors in lines that the engine executes nevertheless.

use super::command::{Command, CommandWord};
use super::error::{ErrorCode, ProtocolError};
use super::go::Go;
use super::parse::split;
use super::words::words;
use base::quote::quote;

impl Command<'_> {
    /// Returns the errors that an engine reports for `line` although it executes the line.
    ///
    /// The errors concern unknown words and misplaced limits of `go`, and UGI commands that are ignored because a
    /// command such as `help` precedes them on the line.
    ///
    /// ```
    /// let errors = speltafel_ugi::Command::remarks("go dept 5");
    /// assert_eq!(errors[0].text, "go: unknown words are skipped: dept 5");
    /// ```
    #[must_use]
    pub fn remarks(line: &str) -> Vec<ProtocolError> {
        let texts = match split(line) {
            Some((CommandWord::Go, after)) => go_remarks(after),
            Some((word, after)) if word.is_own() => ignored_command(word, after).into_iter().collect(),
            _ => Vec::new(),
        };
        texts.into_iter().map(|text| ProtocolError::new(ErrorCode::BadArgument, text)).collect()
    }
}

fn go_remarks(after: &str) -> Vec<String> {
    let (skipped, misplaced) = (Go::skipped(after), Go::parse(after).misplaced());
    let mut texts = Vec::new();
    if !skipped.is_empty() {
        texts.push(format!("go: unknown words are skipped: {}", quote(&skipped.join(" "))));
    }
    if !misplaced.is_empty() {
        let limits = quote(&misplaced.join(" "));
        texts.push(format!("go: {limits} must come before searchmoves; all words after searchmoves are moves"));
    }
    texts
}

/// Returns an error if a UGI command follows a command that only speltafel has: in `help isready`, `isready` is
/// ignored.
fn ignored_command(name: CommandWord, after: &str) -> Option<String> {
    let is_ignored = |word: &&str| word.parse().is_ok_and(|command: CommandWord| !command.is_own());
    // The argument of `ping` may be any word.
    let command = words(after).skip(usize::from(name == CommandWord::Ping)).find(is_ignored)?;
    Some(format!("{}: {command} after it is ignored; send it on a separate line", <&str>::from(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str) -> Vec<String> {
        Command::remarks(line).into_iter().map(|error| error.to_string()).collect()
    }

    #[test]
    fn each_kind_of_error_has_one_message() {
        assert_eq!(texts("go dept 5 nodes 3 x"), ["bad_argument go: unknown words are skipped: dept 5 x"]);
        assert_eq!(
            texts("please go searchmoves 9-13 depth 2 nodes 4"),
            ["bad_argument go: depth 2 nodes 4 must come before searchmoves; all words after searchmoves are moves"]
        );
        assert_eq!(
            texts("help me isready"),
            ["bad_argument help: isready after it is ignored; send it on a separate line"]
        );
        for line in ["go", "go depth 3 searchmoves 9-13", "help me", "help", "isready help", "perft 3 4", "please", ""]
        {
            assert_eq!(texts(line), [""; 0], "{line}");
        }
    }
}
