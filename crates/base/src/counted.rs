//! Numbers with a noun, for messages.

/// Returns a noun that fits a number: the singular for 1, otherwise the regular plural.
///
/// ```
/// use speltafel_base::counted::noun;
///
/// assert_eq!([noun(1_usize, "game"), noun(0_usize, "game")], ["game", "games"]);
/// assert_eq!(noun(3_u64, "match"), "matches");
/// assert_eq!(noun(3_u64, "ply"), "plies");
/// ```
#[must_use]
pub fn noun(number: impl TryInto<u64>, singular: &str) -> String {
    if number.try_into().is_ok_and(|number| number == 1) {
        return singular.to_string();
    }
    let is_vowel = |c: char| "aeiou".contains(c);
    match singular.strip_suffix('y') {
        Some(stem) if !stem.ends_with(is_vowel) => format!("{stem}ies"),
        _ if singular.ends_with("ch") || singular.ends_with('s') => format!("{singular}es"),
        _ => format!("{singular}s"),
    }
}

/// Returns a number with a noun.
///
/// ```
/// use speltafel_base::counted::counted;
///
/// assert_eq!([counted(1_usize, "game"), counted(2_usize, "game")], ["1 game", "2 games"]);
/// ```
#[must_use]
pub fn counted(number: impl TryInto<u64> + Copy + std::fmt::Display, singular: &str) -> String {
    format!("{number} {}", noun(number, singular))
}
