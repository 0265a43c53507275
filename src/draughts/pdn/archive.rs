//! Finished games as PDN 3.0 (Portable Draughts Notation, Wesselink and others 2012) with GameType 21. Always in the
//! numbers of the literature, whatever the numbering of the engine.

use crate::games::checkers::{Checkers, Rules};
use anyhow::{Context, Result};
use kit::entry::GameEntry;
use kit::game::State;
use kit::notation::Notation;
use kit::options::Values;
use std::fmt::Write;
use ugi::{Base, Transcript};

/// English draughts, dark begins, 8 by 8, numbers from the bottom right of who begins, the bottom left is played on.
pub(crate) const GAME_TYPE: &str = "21,B,8,8,N1,0";

/// Lines of moves are broken before this column.
const WIDTH: usize = 80;

/// One game: the seven tags of an archive, those of the game, the moves, how it ended, `*`.
///
/// # Errors
/// The position or a move cannot be read.
pub(crate) fn write(values: &Values, game: &Transcript) -> Result<String> {
    let (start, words) = moves(&<Checkers as GameEntry>::rules(values), game)?;
    let seat = |index: usize| game.seats.get(index).map_or("?", String::as_str);
    // Black has the first seat and begins; as in the archives of English draughts its points come first.
    let result = match game.result.as_str() {
        "p1win" => "1-0",
        "p2win" => "0-1",
        "draw" => "1/2-1/2",
        _ => "*",
    };
    let mut out = String::new();
    tag(&mut out, "Event", &game.event);
    tag(&mut out, "Site", &game.site);
    tag(&mut out, "Date", game.date.as_deref().unwrap_or("????.??.??"));
    tag(&mut out, "Round", &game.round);
    tag(&mut out, "Black", seat(0));
    tag(&mut out, "White", seat(1));
    tag(&mut out, "Result", result);
    tag(&mut out, "GameType", GAME_TYPE);
    if let Some(fen) = start {
        tag(&mut out, "SetUp", "1");
        tag(&mut out, "FEN", &fen);
    }
    tag(&mut out, "PlyCount", &words.iter().filter(|word| word.is_move).count().to_string());
    tag(&mut out, "Termination", &game.reason);
    out.push('\n');
    let end = match result {
        "1-0" => format!("{} (Black) won: {}", seat(0), game.reason),
        "0-1" => format!("{} (White) won: {}", seat(1), game.reason),
        "1/2-1/2" => format!("drawn: {}", game.reason),
        _ => format!("no result: {}", game.reason),
    };
    let texts = words.iter().map(|word| word.text.clone());
    wrap(&mut out, texts.chain([comment(&end), "*".to_string()]));
    out.push('\n');
    Ok(out)
}

/// A piece of the move text.
struct Word {
    text: String,
    is_move: bool,
}

/// The position text where the game does not begin at the start position, and the moves with their numbers.
fn moves(rules: &Rules, game: &Transcript) -> Result<(Option<String>, Vec<Word>)> {
    let mut position = match Base::read(&game.base).and_then(Base::fen) {
        Some(text) => Checkers::read_position(rules, text).with_context(|| format!("fen {text}"))?,
        None => Checkers::start(rules),
    };
    let (_, first) = in_standard_numbering(&position).counters();
    let text = in_standard_numbering(&position).position_text();
    let board = text.split(":H").next().unwrap_or(&text).to_string();
    let usual = Checkers::start(rules);
    let setup = (position.pieces(), position.kings(), position.us()) != (usual.pieces(), usual.kings(), usual.us());
    let mut words: Vec<Word> = Vec::new();
    // Numbers start at 1 with the start position, else where the position has got.
    let (mut number, mut fresh) = (if setup { first } else { 1 }, true);
    for token in &game.moves {
        // Verdicts, resignations and what the referee refused end the game: no moves, but worth to be told.
        let Ok(action) = position.read_action(token) else {
            words.push(Word { text: comment(token), is_move: false });
            break;
        };
        let is_white = position.us() == 1;
        if !is_white {
            words.push(Word { text: format!("{number}."), is_move: false });
        } else if fresh {
            words.push(Word { text: format!("{number}..."), is_move: false });
        }
        words.push(Word { text: shortest_notation(&in_standard_numbering(&position), action), is_move: true });
        number += u64::from(is_white);
        fresh = false;
        position.play(action);
    }
    Ok((setup.then_some(board), words))
}

/// The same position in the numbers of the literature.
fn in_standard_numbering(position: &Checkers) -> Checkers {
    position.under(&Rules { turned: false, ..position.rules() })
}

/// First and last square alone, or every square where that leaves a choice (PDN 3.0, restrictions 8 and 9).
pub(crate) fn shortest_notation(position: &Checkers, action: <Checkers as State>::Action) -> String {
    let text = position.action_text(action);
    let mut squares = text.split('x');
    if let (Some(from), Some(to)) = (squares.next(), squares.next_back()) {
        let short = format!("{from}x{to}");
        if position.read_action(&short) == Ok(action) {
            return short;
        }
    }
    text
}

/// A tag pair on a line of its own.
pub(crate) fn tag(out: &mut String, name: &str, value: &str) {
    // One line of the format, whatever stands in it.
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
}

/// Braces within a comment would end it.
fn comment(text: &str) -> String {
    format!("{{{}}}", text.replace(['{', '}'], " "))
}

/// Words between blanks, broken before column 80; the words of a comment may stand on different lines.
pub(crate) fn wrap(out: &mut String, words: impl Iterator<Item = String>) {
    let mut column = 0;
    for word in words.flat_map(|text| text.split_whitespace().map(str::to_string).collect::<Vec<_>>()) {
        let width = word.chars().count();
        let separator = match column {
            0 => "",
            _ if column + 1 + width < WIDTH => " ",
            _ => "\n",
        };
        column = if separator == " " { column + 1 + width } else { width };
        out.push_str(separator);
        out.push_str(&word);
    }
    out.push('\n');
}
