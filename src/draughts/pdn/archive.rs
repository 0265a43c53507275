//! Writes finished games as PDN 3.0 (Portable Draughts Notation, Wesselink and others 2012) with GameType 21. Squares
//! always have the standard numbers, even if the engine uses the other numbering.

use crate::games::checkers::{Checkers, Rules};
use anyhow::{Context, Result};
use kit::game::Game;
use kit::options::Values;
use kit::state::State;
use std::fmt::Write;
use ugi::{Base, Transcript};

/// The GameType of English draughts. Its fields mean: English draughts; Black begins; 8 columns; 8 rows; numbered
/// squares that start at the bottom right, as the side that begins sees the board; the bottom left square is playable.
pub(crate) const GAME_TYPE: &str = "21,B,8,8,N1,0";

/// Move text lines are shorter than this number of columns, unless a single word is longer.
const WIDTH: usize = 80;

/// Returns a game as PDN: the tags from Event to Result, further tags, the moves, the reason for the end as a comment,
/// and `*`. The first token that is not a legal move ends the moves and becomes a comment. `values` selects the square
/// numbering of `game`.
///
/// # Errors
/// Returns an error if the start position cannot be parsed.
pub(crate) fn write(values: &Values, game: &Transcript) -> Result<String> {
    let (start, words) = moves(&Rules::from(values), game)?;
    let seat = |index: usize| game.seats.get(index).map_or("?", String::as_str);
    // Black has the first seat and begins. Archives of English draughts put Black's points first.
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

/// A part of the move text: a move number, a move, or a comment.
struct Word {
    text: String,
    is_move: bool,
}

/// Returns the FEN (`None` for the standard start position), and the move text: the moves with their numbers and, if
/// the moves end with a token that is not a legal move, this token as a comment.
fn moves(rules: &Rules, game: &Transcript) -> Result<(Option<String>, Vec<Word>)> {
    let mut position = match Base::parse(&game.base).and_then(Base::fen) {
        Some(text) => Checkers::parse_position(rules, text).with_context(|| format!("fen {text}"))?,
        None => Checkers::start(rules),
    };
    let (_, first) = in_standard_numbering(&position).counters();
    let text = in_standard_numbering(&position).position_text();
    let board = text.split(":H").next().unwrap_or(&text).to_string();
    let usual = Checkers::start(rules);
    let setup = (position.pieces(), position.kings(), position.us()) != (usual.pieces(), usual.kings(), usual.us());
    let mut words: Vec<Word> = Vec::new();
    // From the standard start position, move numbers begin at 1; otherwise they begin at the position's move number.
    let (mut number, mut fresh) = (if setup { first } else { 1 }, true);
    for token in &game.moves {
        // Arbiter decisions, resignations and illegal moves end the game and become a comment.
        let Ok(action) = position.parse_action(token) else {
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

/// Returns the same position with standard square numbers.
fn in_standard_numbering(position: &Checkers) -> Checkers {
    position.with_rules(&Rules { turned: false, ..position.rules() })
}

/// Formats a move with its first and last square, or with all squares if that is ambiguous (PDN 3.0, restrictions 8
/// and 9).
pub(crate) fn shortest_notation(position: &Checkers, action: <Checkers as State>::Action) -> String {
    let text = position.action_text(action);
    let mut squares = text.split('x');
    if let (Some(from), Some(to)) = (squares.next(), squares.next_back()) {
        let short = format!("{from}x{to}");
        if position.parse_action(&short) == Ok(action) {
            return short;
        }
    }
    text
}

/// Writes a tag pair on its own line.
pub(crate) fn tag(out: &mut String, name: &str, value: &str) {
    // Control characters in the value, such as line endings, would break the format.
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
}

/// Formats a comment. Braces in the text become spaces, because a closing brace would end the comment.
fn comment(text: &str) -> String {
    format!("{{{}}}", text.replace(['{', '}'], " "))
}

/// Appends `words`, separated by spaces and line breaks, so that lines are shorter than 80 columns. A text that
/// contains whitespace, such as a comment, may extend over several lines.
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
