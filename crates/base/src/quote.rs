//! Input as it may stand in an answer: short, printable, ASCII. Knows no command and no game.

/// Input is quoted up to here, in characters.
const MAX_LENGTH: usize = 40;

/// Input as it may stand in an answer: cut to 40 characters, everything but printable ASCII escaped.
#[must_use]
pub fn quote(input: &str) -> String {
    match input.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => printable(&input[..end]) + "...",
        None => printable(input),
    }
}

/// A text with everything but printable ASCII escaped.
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

/// A message about this input, which stands in it as it came: quoted there.
#[must_use]
pub fn quote_in(message: &str, input: &str) -> String {
    if input.is_empty() { message.to_string() } else { message.replace(input, &quote(input)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoting_cuts_and_escapes() {
        assert_eq!(quote("a\tb\u{0}é"), "a\\x09b\\x00\\xc3\\xa9");
        assert_eq!(quote(&"é".repeat(40)), "\\xc3\\xa9".repeat(40));
        assert_eq!(quote(&"x".repeat(50)), format!("{}...", "x".repeat(40)));
    }

    #[test]
    fn messages_quote_what_they_are_about() {
        let input = format!("\r{}", "x".repeat(50));
        assert_eq!(quote_in(&format!("{input}/b: no"), &input), format!("\\x0d{}.../b: no", "x".repeat(39)));
        assert_eq!(quote_in("no", ""), "no");
    }
}
