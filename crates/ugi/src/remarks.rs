//! What a client should know of a line that is obeyed nevertheless.

use super::error::{ErrorCode, ProtocolError};
use super::go::Go;
use super::parse::{OWN_WORDS, UGI_WORDS, split};
use super::words::words;
use base::quote::quote;

/// The errors in a line that do not keep it from being obeyed.
#[must_use]
pub fn line_remarks(line: &str) -> Vec<ProtocolError> {
    let texts = match split(line) {
        Some(("go", after)) => go_remarks(after),
        Some((name, after)) if OWN_WORDS.contains(&name) => ignored_command(name, after).into_iter().collect(),
        _ => Vec::new(),
    };
    texts.into_iter().map(|text| ProtocolError::new(ErrorCode::BadArgument, text)).collect()
}

fn go_remarks(after: &str) -> Vec<String> {
    let (skipped, misplaced) = (Go::skipped(after), Go::read(after).misplaced());
    let mut texts = Vec::new();
    if !skipped.is_empty() {
        texts.push(format!("go: unknown words are skipped: {}", quote(&skipped.join(" "))));
    }
    if !misplaced.is_empty() {
        let limits = quote(&misplaced.join(" "));
        texts.push(format!("go: {limits} belongs before searchmoves, which takes all words behind it as moves"));
    }
    texts
}

/// Leading words are skipped only before a command of UGI, so `help isready` is `help`.
fn ignored_command(name: &str, after: &str) -> Option<String> {
    let (_, words) = words(after).ok()?;
    let command = words.into_iter().find(|word| UGI_WORDS.contains(word))?;
    Some(format!("{name}: {command} behind it is not obeyed, it belongs on a line of its own"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str) -> Vec<String> {
        line_remarks(line).into_iter().map(|fault| fault.to_string()).collect()
    }

    #[test]
    fn each_kind_is_one_sentence() {
        assert_eq!(texts("go dept 5 nodes 3 x"), ["bad_argument go: unknown words are skipped: dept 5 x"]);
        assert_eq!(
            texts("joho go searchmoves 9-13 depth 2 nodes 4"),
            ["bad_argument go: depth 2 nodes 4 belongs before searchmoves, which takes all words behind it as moves"]
        );
        assert_eq!(
            texts("help me isready"),
            ["bad_argument help: isready behind it is not obeyed, it belongs on a line of its own"]
        );
        for line in ["go", "go depth 3 searchmoves 9-13", "help me", "help", "isready help", "perft 3 4", "joho", ""] {
            assert_eq!(texts(line), [""; 0], "{line}");
        }
    }
}
