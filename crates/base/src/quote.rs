//! Quoting of input in messages, as short strings of printable ASCII.

/// The maximum length of a quotation, in characters of the input.
const MAX_LENGTH: usize = 40;

/// Quotes input for a message: escapes it as [`printable`] does. Input of more than 40 characters is cut and followed
/// by `...`.
#[must_use]
pub fn quote(input: &str) -> String {
    quote_up_to(input, MAX_LENGTH)
}

/// Quotes input like [`quote`], but cuts it after `most` characters.
#[must_use]
pub fn quote_up_to(input: &str, most: usize) -> String {
    match input.char_indices().nth(most) {
        Some((end, _)) => printable(&input[..end]) + "...",
        None => printable(input),
    }
}

/// Replaces each byte that is not printable ASCII with `\xNN`.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_graphic() || c == ' ' {
            out.push(c);
        } else {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                out.push_str(&format!("\\x{byte:02x}"));
            }
        }
    }
    out
}

/// Returns whether a character is invisible or changes how the surrounding text is shown, such as a control character,
/// a direction mark or a zero-width space.
#[must_use]
pub fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(character, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{e0000}'..='\u{e007f}')
}

/// Replaces each occurrence of `input` in `message` with the output of [`quote`] for `input`.
#[must_use]
pub fn quote_in(message: &str, input: &str) -> String {
    if input.is_empty() { message.to_string() } else { message.replace(input, &quote(input)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_are_cut_and_escaped() {
        assert_eq!(quote("a\tb\u{0}é"), "a\\x09b\\x00\\xc3\\xa9");
        assert_eq!(quote(&"é".repeat(40)), "\\xc3\\xa9".repeat(40));
        assert_eq!(quote(&"x".repeat(50)), format!("{}...", "x".repeat(40)));
    }

    #[test]
    fn invisible_characters_are_found() {
        for name in ["", "Anna", "Jan-Piet de Vries", "\u{5d0}\u{5d1}", "\u{645}\u{627}", "J\u{fc}rgen \u{1f600}"] {
            assert!(!name.contains(is_invisible), "{name:?}");
        }
        let controls = ('\0'..='\u{1f}').chain('\u{7f}'..='\u{9f}');
        let directions = ['\u{61c}', '\u{200e}', '\u{200f}'].into_iter();
        let directions = directions.chain('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}');
        let narrow = ['\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}', '\u{ad}'];
        for character in controls.chain(directions).chain(narrow) {
            assert!(is_invisible(character), "{:04X}", u32::from(character));
        }
    }

    #[test]
    fn input_in_a_message_is_quoted() {
        let input = format!("\r{}", "x".repeat(50));
        assert_eq!(quote_in(&format!("{input}/b: no"), &input), format!("\\x0d{}.../b: no", "x".repeat(39)));
        assert_eq!(quote_in("no", ""), "no");
    }
}
