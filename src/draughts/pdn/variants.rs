//! Recognises games of other draughts variants in files without GameType.

use super::game::{GAME_TYPE, PdnGame};

const FIFTY: &str = "this looks like a board of 50 squares (international draughts, GameType 20)";
const LARGER: &str = "this looks like a board of more than 50 squares (such as Canadian draughts, GameType 27)";
const LETTERS: &str = "squares with letters are those of other games (such as Russian draughts, GameType 25)";
const WHITE_BEGINS: &str = "White begins, as in other games on this board (such as Italian draughts, GameType 22)";

/// Describes the variants whose boards have a square with the number `squares`. Returns `None` if English draughts has
/// this square, or if no known variant has it.
pub(super) const fn board(squares: u8) -> Option<&'static str> {
    match squares {
        33..=50 => Some(FIFTY),
        51..=72 => Some(LARGER),
        _ => None,
    }
}

/// Guesses the variant of a game that begins at the standard start position and whose first move is illegal in English
/// draughts.
pub(super) fn by_moves(game: &PdnGame) -> Option<&'static str> {
    let greatest = game.moves().flat_map(|pdn_move| &pdn_move.squares).max()?;
    match game.moves().next()?.squares.first()? {
        21..=24 => Some(WHITE_BEGINS),
        // The first moves of international draughts may use squares that also exist in English draughts.
        31.. => board(*greatest.max(&33)),
        _ => None,
    }
}

/// Guesses the variant of a FEN that cannot be parsed.
pub(super) fn by_fen(fen: &str) -> Option<&'static str> {
    let pieces = fen.split(":H").next().unwrap_or(fen);
    if pieces.contains(|c: char| ('a'..='h').contains(&c)) {
        return Some(LETTERS);
    }
    let squares = pieces.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok());
    board(squares.max()?)
}

/// Returns a hint if the first word of `text` is a move whose squares have letters, such as `c3-d4`, `c3:e5` or `c3d4`.
pub(super) fn by_letters(text: &str) -> Option<&'static str> {
    let is_square = |word: &[u8]| matches!(word, [b'a'..=b'h', b'1'..=b'8']);
    let word = text.split_whitespace().next()?.replace(['-', 'x', ':'], "");
    let squares = word.as_bytes().chunks(2);
    (squares.len() > 1 && squares.into_iter().all(is_square)).then_some(LETTERS)
}

/// Returns whether the FEN is the start position of international draughts. pydraughts writes this FEN into English
/// games that are given to it as a bare list of moves.
pub(super) fn is_international_start(fen: &str) -> bool {
    let mut sides = fen.trim().trim_end_matches('.').split(':').skip(1).map(|side| side.trim().split_at_checked(1));
    let squares = |text: &str, all: std::ops::RangeInclusive<u8>| {
        let mut list: Vec<u8> = text.split(',').filter_map(|square| square.trim().parse().ok()).collect();
        list.sort_unstable();
        list.into_iter().eq(all)
    };
    let (white, black) = (sides.next().flatten(), sides.next().flatten());
    matches!((white, black), (Some(("W", white)), Some(("B", black))) if squares(white, 31..=50) && squares(black, 1..=20))
}

/// Changes the GameType to English draughts and removes the start position of international draughts, if present.
pub(super) fn adopt(game: &mut PdnGame) {
    for (name, value) in &mut game.tags {
        if name.eq_ignore_ascii_case("GameType") {
            *value = GAME_TYPE.to_string();
        }
    }
    if game.tag("FEN").is_some_and(is_international_start) {
        game.tags.retain(|(name, _)| !["FEN", "SETUP"].contains(&name.to_ascii_uppercase().as_str()));
    }
}
