//! Transcripts, the text format in which a table exports and imports games. The referee checks later that the moves are
//! legal.

use crate::fair::{DealLines, DealRecord, write_deal};
use anyhow::{Context, Result, anyhow, ensure};
use game::Record;
use std::collections::BTreeMap;
use std::fmt::Write;
use ugi::{History, Position, Viewer, position_text};

/// A game to export or import.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExchangedGame {
    /// An exported game is the view of the browser that requests it. An empty `game` stands for the current game.
    pub record: Record,
    /// The deal that decided the chance events, if its secret has been shown.
    pub deal: Option<DealRecord>,
}

/// What a page has kept of a deal and of the game that was dealt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenGame {
    /// The name of the game.
    pub game: String,
    /// The rule options that were set.
    pub options: BTreeMap<String, String>,
    /// The number of seats.
    pub seats: usize,
    /// The deal, as it was shown before the first event, and the bits that the page has sent.
    pub deal: DealRecord,
    /// The views that were shown: those before the deal and the last ones before the secret.
    pub views: Vec<History>,
}

/// Returns a transcript: `game`, `option`, `seat` and `position` lines, the lines of the deal, if its secret has been
/// shown, and the result, if there is one, as a comment.
pub fn transcript(exchanged: &ExchangedGame) -> String {
    let mut out = format!("game {}\n", exchanged.record.game);
    for (name, value) in &exchanged.record.options {
        let _ = writeln!(out, "option {name} {value}");
    }
    for (index, name) in exchanged.record.seats.iter().enumerate() {
        let line = format!("seat {} {}", index + 1, name.replace(char::is_control, " "));
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let _ = writeln!(out, "position {}", position_text(&exchanged.record.base, &exchanged.record.moves));
    if let Some(deal) = &exchanged.deal {
        write_deal(&mut out, deal);
    }
    if exchanged.record.result != "none" {
        let _ = writeln!(out, "# {} ({})", exchanged.record.result, exchanged.record.reason);
    }
    out
}

/// Reads a transcript. Lines may be in any order, except that `seat` lines must be in the order of their numbers, and
/// `draw` lines in that of the events. Empty lines and lines that begin with `#` are ignored. Only the `position` line
/// is required.
pub fn parse_transcript(text: &str) -> Result<ExchangedGame> {
    // It is empty until the line with the position is read.
    let record = Record { base: String::new(), ..Record::default() };
    let mut exchanged = ExchangedGame { record, ..ExchangedGame::default() };
    let mut deal = DealLines::default();
    parse_lines(text, |word, rest| parse_line(&mut exchanged, &mut deal, word, rest))?;
    ensure!(!exchanged.record.base.is_empty(), "the line `position ...` is missing");
    exchanged.deal = deal.finish()?;
    Ok(exchanged)
}

/// Reads what a page has kept of a deal: a transcript in which the secret and the bits of others are missing. Its
/// `position` lines are the views that the page has shown, in their order.
pub fn parse_seen(text: &str) -> Result<SeenGame> {
    let mut exchanged = ExchangedGame::default();
    let mut deal = DealLines::default();
    let mut views = Vec::new();
    parse_lines(text, |word, rest| match word {
        "position" => {
            views.push(History::parse(&format!("{word} {rest}")).context("expected a position line")?);
            Ok(())
        }
        _ => parse_line(&mut exchanged, &mut deal, word, rest),
    })?;
    let Record { game, options, seats, .. } = exchanged.record;
    ensure!(!game.is_empty(), "the line `game NAME` is missing");
    ensure!(!views.is_empty(), "the line `position ...` is missing");
    let deal = deal.finish()?.context("the line `deal ...` is missing")?;
    ensure!(
        deal.exchange.secret.is_none() && deal.draws.is_empty(),
        "this is an exported game, which the server has written; expected the file that the page has saved"
    );
    Ok(SeenGame { game, options, seats: seats.len(), deal, views })
}

/// Calls `read` with the first word and the rest of each line that is neither empty nor a comment.
fn parse_lines(text: &str, mut read: impl FnMut(&str, &str) -> Result<()>) -> Result<()> {
    // Some programs begin a text with a byte order mark.
    for (index, line) in text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate() {
        if !line.is_empty() && !line.starts_with('#') {
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            read(word, rest.trim()).with_context(|| format!("line {}", index + 1))?;
        }
    }
    Ok(())
}

fn parse_line(exchanged: &mut ExchangedGame, deal: &mut DealLines, word: &str, rest: &str) -> Result<()> {
    match word {
        "game" => {
            ensure!(
                exchanged.record.game.is_empty() && !rest.is_empty() && !rest.contains(' '),
                "expected a single line `game NAME`"
            );
            exchanged.record.game = rest.to_string();
        }
        "option" => {
            let (name, value) = rest.split_once(char::is_whitespace).context("expected `option NAME VALUE`")?;
            let before = exchanged.record.options.insert(name.to_string(), value.trim().to_string());
            ensure!(before.is_none(), "there must be only one line `option {name} ...`");
        }
        "seat" => {
            // A `seat` line may omit the name.
            let (number, name) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let number: usize = number.parse().context("expected `seat NUMBER NAME`")?;
            ensure!(
                number == exchanged.record.seats.len() + 1,
                "expected seat {}, found seat {number}",
                exchanged.record.seats.len() + 1
            );
            exchanged.record.seats.push(name.trim().to_string());
        }
        "position" => {
            ensure!(exchanged.record.base.is_empty(), "there must be only one position");
            (exchanged.record.base, exchanged.record.moves) = parse_position(rest)?;
        }
        _ => ensure!(
            deal.read(word, rest)?,
            "expected game, option, seat, position, deal, again, bits or draw, found {}",
            base::quote::quote(word)
        ),
    }
    Ok(())
}

/// Returns the base and the tokens of a position. `text` is a `position` line without its first word.
pub fn parse_position(text: &str) -> Result<(String, Vec<String>)> {
    let Position { viewer, base, moves } = Position::parse(text).map_err(|error| anyhow!(error.text))?;
    ensure!(viewer == Viewer::Master, "this is the view of a seat; expected the whole position");
    Ok((base.to_string(), moves.into_iter().map(str::to_string).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> ExchangedGame {
        ExchangedGame {
            record: Record {
                game: "toss".to_string(),
                options: [("Toss.Coin".to_string(), "two words".to_string())].into(),
                seats: vec!["Anna B.".to_string(), String::new()],
                base: "fen a:b".to_string(),
                moves: vec!["!deal/x".to_string(), "y".to_string()],
                result: "p1win".to_string(),
                reason: "points".to_string(),
                ..Record::default()
            },
            deal: None,
        }
    }

    #[test]
    fn a_transcript_reads_back() {
        let text = transcript(&example());
        assert!(text.ends_with("position fen a:b moves !deal/x y\n# p1win (points)\n"), "{text}");
        let record = Record { result: "none".to_string(), reason: "none".to_string(), ..example().record };
        let expected = ExchangedGame { record, ..example() };
        assert_eq!(parse_transcript(&text).unwrap(), expected);
        let bare = parse_transcript("\u{feff}\r\n# hello\r\nposition startpos\r\n").unwrap();
        assert_eq!(
            (bare.record.base.as_str(), bare.record.moves.len(), bare.record.game.as_str()),
            ("startpos", 0, "")
        );
    }

    #[test]
    fn errors_name_the_line() {
        for (text, part) in [
            ("game a\ngame b\nposition startpos", "line 2: expected a single line"),
            ("positio startpos", "line 1: expected game"),
            ("seat 2 x", "line 1: expected seat 1, found seat 2"),
            ("seat x", "line 1: expected `seat"),
            ("position seat 1 startpos", "line 1: this is the view"),
            ("position fen", "line 1: column 1: no position text"),
            ("position startpos move x", "line 1: position: expected moves"),
            ("option x", "line 1: expected `option"),
            ("option x 1\noption x 2", "line 2: there must be only one line `option x ...`"),
            ("game x", "the line `position ...` is missing"),
        ] {
            let error = format!("{:#}", parse_transcript(text).unwrap_err());
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
