//! Input as it may stand in an answer: short, printable, ASCII. Knows no command and no game.

/// Input as it may stand in an answer: cut to 40 characters, everything but printable ASCII escaped.
#[must_use]
pub fn quote(input: &str) -> String {
    let mut out = String::new();
    for c in input.chars().take(40) {
        if c.is_ascii_graphic() || c == ' ' {
            out.push(c);
        } else {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                out.push_str(&format!("\\x{byte:02x}"));
            }
        }
    }
    if input.chars().nth(40).is_some() {
        out.push_str("...");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoting_cuts_and_escapes() {
        assert_eq!(quote("a\tb\u{0}é"), "a\\x09b\\x00\\xc3\\xa9");
        assert_eq!(quote(&"x".repeat(50)), format!("{}...", "x".repeat(40)));
    }
}
