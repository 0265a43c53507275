//! Squares with letters, as in `c3-d4`. Black, who moves first, sees a1 at the bottom left; this is square 4.

/// Returns the number of a square such as `c3` or `C3`, or `None` if no piece can stand there.
pub(super) fn number(file: char, rank: char) -> Option<u8> {
    let file = u8::try_from("abcdefgh".find(file.to_ascii_lowercase())?).ok()?;
    let rank = u8::try_from("12345678".find(rank)?).ok()?;
    (file % 2 == rank % 2).then(|| 4 * rank + 4 - file / 2)
}

/// Returns the file and the rank of a square, both counted from 0.
pub(super) const fn place(square: u8) -> (u8, u8) {
    let (rank, back) = (square.saturating_sub(1) / 4, square.saturating_sub(1) % 4);
    (2 * (3 - back) + rank % 2, rank)
}

/// Returns the name of a square, such as `c3`.
pub(super) fn name(square: u8) -> String {
    let (file, rank) = place(square);
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

/// Returns whether a FEN names squares with letters.
pub(super) fn in_fen(fen: &str) -> bool {
    sides(fen).flat_map(|side| side.squares).any(|text| square(text).is_some())
}

/// A part of a FEN between two colons.
struct Side<'a> {
    /// Its first letter, in upper case if it is that of a side, and any text that is no list of squares.
    letter: String,
    squares: Vec<&'a str>,
}

fn sides(fen: &str) -> impl Iterator<Item = Side<'_>> {
    fen.split(':').map(|part| match part.trim_start().split_at_checked(1) {
        Some((letter @ ("W" | "B" | "w" | "b"), squares)) => {
            Side { letter: letter.to_ascii_uppercase(), squares: squares.split(',').map(str::trim).collect() }
        }
        _ => Side { letter: part.to_string(), squares: Vec::new() },
    })
}

/// Returns a FEN without whitespace, with capital letters for sides and kings, and with the number of each square that
/// has letters.
pub(super) fn numbered(fen: &str) -> String {
    let piece = |text: &str| match (square(text), text.strip_prefix(['K', 'k'])) {
        (Some((king, number)), _) => format!("{king}{number}"),
        (None, Some(rest)) => format!("K{rest}"),
        (None, None) => text.to_string(),
    };
    let side = |side: Side| side.letter + &side.squares.into_iter().map(piece).collect::<Vec<_>>().join(",");
    sides(fen).map(side).collect::<Vec<_>>().join(":").split_whitespace().collect()
}

/// Parses a square with letters, such as `c3`, `Kc3` or `c3.`. Returns `K` or nothing, and the number of the square.
fn square(text: &str) -> Option<(&'static str, u8)> {
    let bare = text.trim_end_matches('.');
    let (king, name) = bare.strip_prefix(['K', 'k']).map_or(("", bare), |name| ("K", name.trim_start()));
    let mut letters = name.chars();
    let (file, rank) = (letters.next()?, letters.next()?);
    letters.next().is_none().then(|| number(file, rank))?.map(|number| (king, number))
}
