//! Words and whitespace, shared by all kinds of lines.

/// Returns whether `c` is whitespace in the protocol: a space, tab, CR, LF, vertical tab or form feed.
///
/// ```
/// use speltafel_ugi::is_blank;
///
/// assert!(is_blank('\t'));
/// assert!(!is_blank('\u{a0}'), "a no-break space is part of a word");
/// ```
#[must_use]
pub fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n' | '\x0b' | '\x0c')
}

/// Returns the words of a line.
///
/// ```
/// use speltafel_ugi::words;
///
/// assert_eq!(words("  go depth 3\r").collect::<Vec<_>>(), ["go", "depth", "3"]);
/// ```
pub fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(is_blank).filter(|word| !word.is_empty())
}

/// Returns the first word and the text after it, or `None` if there is no word.
pub(crate) fn word(input: &str) -> Option<(&str, &str)> {
    let input = input.trim_start_matches(is_blank);
    (!input.is_empty()).then(|| input.split_at(input.find(is_blank).unwrap_or(input.len())))
}

/// Returns the text after the first word if that word is `expected`.
pub(crate) fn after<'a>(input: &'a str, expected: &str) -> Option<&'a str> {
    word(input).and_then(|(first, after)| (first == expected).then_some(after))
}

/// Removes the whitespace at both ends of a string.
pub(crate) fn rest(input: &str) -> &str {
    input.trim_matches(is_blank)
}

/// Takes an integer with an optional sign from the front of `input`, if the first word is one that fits in `N`. Numbers
/// outside the range of `i64` saturate.
pub(crate) fn take_integer<N: TryFrom<i64>>(input: &mut &str) -> Option<N> {
    let (word, after) = word(input)?;
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let saturated = if word.starts_with('-') { i64::MIN } else { i64::MAX };
    let number = N::try_from(word.parse().unwrap_or(saturated)).ok()?;
    *input = after;
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_at_whitespace() {
        assert_eq!(word(" \tdepth 3"), Some(("depth", " 3")));
        assert_eq!(word("  "), None);
        assert_eq!(after(" depth 3", "depth"), Some(" 3"));
        assert_eq!(after("depths 3", "depth"), None);
        assert_eq!(rest(" two  words\r\n"), "two  words");
    }

    #[test]
    fn numbers_saturate() {
        let take = |mut input| (take_integer::<i64>(&mut input), input);
        assert_eq!(take(" 99999999999999999999 x"), (Some(i64::MAX), " x"));
        assert_eq!(take("-99999999999999999999"), (Some(i64::MIN), ""));
        assert!(["5x", "", "-", "+-5"].iter().all(|text| take(text) == (None, text)));
        assert_eq!(take_integer::<u8>(&mut "256"), None);
    }
}
