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
    fn input_in_a_message_is_quoted() {
        let input = format!("\r{}", "x".repeat(50));
        assert_eq!(quote_in(&format!("{input}/b: no"), &input), format!("\\x0d{}.../b: no", "x".repeat(39)));
        assert_eq!(quote_in("no", ""), "no");
    }
}
