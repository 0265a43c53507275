//! Recognises games of other draughts variants, by their tags, or by their moves if the tags say nothing.

use super::game::{GAME_TYPE, PdnGame};
use super::letters;
use base::quote::quote;

const FIFTY: &str = "this looks like a board of 50 squares (international draughts, GameType 20)";
const LARGER: &str = "this looks like a board of more than 50 squares (such as Canadian draughts, GameType 27)";
const LETTERS: &str = "squares with letters are those of other games (such as Russian draughts, GameType 25)";
const STRAIGHT: &str = "straight moves are those of other games (such as Turkish draughts, GameType 30)";
const WHITE_BEGINS: &str = "White begins, as in other games on this board (such as Italian draughts, GameType 22)";

/// The GameType of English draughts, without its further fields.
const ENGLISH: &str = "21";
/// The words for English draughts in the tag Variant.
const ENGLISH_WORDS: [&str; 3] = ["english", "american", "checkers"];
/// Other games: the GameType of each (empty if it has none), its name, and the words for it in the tag Variant.
const OTHERS: [(&str, &str, &[&str]); 16] = [
    ("0", "chess", &["chess"]),
    ("20", "international draughts", &["international", "polish"]),
    ("22", "Italian draughts", &["italian"]),
    ("23", "American pool checkers", &["pool"]),
    ("24", "Spanish draughts", &["spanish"]),
    ("25", "Russian draughts", &["russian"]),
    ("26", "Brazilian draughts", &["brazilian"]),
    ("27", "Canadian draughts", &["canadian"]),
    ("28", "Portuguese draughts", &["portuguese"]),
    ("29", "Czech draughts", &["czech"]),
    ("30", "Turkish draughts", &["turkish"]),
    ("31", "Thai draughts", &["thai"]),
    ("40", "Frisian draughts", &["frisian", "frysk"]),
    ("41", "Spantsiretti", &["spantsiretti"]),
    ("", "losing draughts", &["antidraughts", "giveaway", "losing", "suicide"]),
    ("", "breakthrough draughts", &["breakthrough"]),
];

/// Returns a message if the tag GameType or Variant names another game. Other values of Variant are ignored, because
/// programs write there how the openings were chosen, too.
pub(super) fn by_tags(game: &PdnGame) -> Option<String> {
    let game_type = game.tag("GameType").filter(|kind| type_number(kind) != ENGLISH);
    if let Some(kind) = game_type {
        let name = OTHERS.iter().find(|(number, ..)| *number == type_number(kind)).map(|(_, name, _)| *name);
        let name = name.map(|name| format!("{name}, ")).unwrap_or_default();
        return Some(format!("GameType {} is {name}not English draughts (GameType {ENGLISH})", quote(kind)));
    }
    let words = variant_words(game);
    let (_, name, _) =
        OTHERS.iter().find(|(_, _, known)| known.iter().any(|word| words.iter().any(|at| at == word)))?;
    let variant = quote(game.tag("Variant").unwrap_or_default());
    Some(format!("Variant {variant} is {name}, not English draughts (GameType {ENGLISH})"))
}

/// Returns whether the tag GameType or Variant names English draughts.
fn is_english(game: &PdnGame) -> bool {
    game.tag("GameType").is_some_and(|kind| type_number(kind) == ENGLISH)
        || variant_words(game).iter().any(|word| ENGLISH_WORDS.contains(&word.as_str()))
}

fn type_number(kind: &str) -> &str {
    kind.split(',').next().unwrap_or_default().trim()
}

fn variant_words(game: &PdnGame) -> Vec<String> {
    let variant = game.tag("Variant").unwrap_or_default().to_lowercase();
    variant.split(|c: char| !c.is_alphanumeric()).map(str::to_string).collect()
}

/// Returns a message if squares have letters although no tag names English draughts. Most such games are Russian.
pub(super) fn by_letters_without_tags(game: &PdnGame) -> Option<String> {
    let has_letters = game.moves().next().map_or_else(|| game.has_letters(), |first| first.letters);
    if !has_letters || is_english(game) {
        return None;
    }
    let is_straight = |way: &[u8]| {
        matches!(way, [from, to] if {
            let ((file, rank), (to_file, to_rank)) = (letters::place(*from), letters::place(*to));
            file == to_file || rank == to_rank
        })
    };
    let straight = game.moves().any(|pdn_move| pdn_move.squares.windows(2).any(is_straight));
    Some(match straight {
        true => STRAIGHT.to_string(),
        false => format!("{LETTERS}; English draughts needs [GameType \"{ENGLISH}\"]"),
    })
}

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
    let squares = pieces.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok());
    board(squares.max()?)
}

/// Returns a hint if the first word of `text` is a move whose squares have letters, such as `a2-a3`, and one of them is
/// no square of English draughts.
pub(super) fn by_letters(text: &str) -> Option<&'static str> {
    let is_square = |word: &[u8]| matches!(word, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    let word = text.split_whitespace().next()?.replace(['-', 'x', ':'], "");
    let squares = word.as_bytes().chunks(2);
    (squares.len() > 1 && squares.into_iter().all(is_square)).then_some(STRAIGHT)
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

/// Changes the GameType to English draughts, and removes the tag Variant and the start position of international
/// draughts, if present.
pub(super) fn adopt(game: &mut PdnGame) {
    game.tags.retain(|(name, _)| !name.eq_ignore_ascii_case("Variant"));
    for (name, value) in &mut game.tags {
        if name.eq_ignore_ascii_case("GameType") {
            *value = GAME_TYPE.to_string();
        }
    }
    if game.tag("GameType").is_none() {
        game.tags.push(("GameType".to_string(), GAME_TYPE.to_string()));
    }
    if game.tag("FEN").is_some_and(is_international_start) {
        game.tags.retain(|(name, _)| !["FEN", "SETUP"].contains(&name.to_ascii_uppercase().as_str()));
    }
}
