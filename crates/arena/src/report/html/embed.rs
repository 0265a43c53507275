//! Data inside a page: JSON that no text in it can break out of. Knows no report.

use anyhow::Result;
use serde::Serialize;

/// JSON for the inside of `<script type="application/json">`: the letters that could end the element, start a comment
/// or, in old readers, end a line are escaped. Outside of its strings JSON has none of them.
///
/// # Errors
/// A value that JSON does not have.
pub(super) fn json(value: &impl Serialize) -> Result<String> {
    let text = serde_json::to_string(value)?;
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => safe.push_str(&format!("\\u{:04x}", u32::from(letter))),
            _ => safe.push(letter),
        }
    }
    Ok(safe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_ends_the_script() {
        let text = json(&["</script><!--", "a\u{2028}b\u{2029}&amp;"]).unwrap();
        let escaped = r#"["\u003c/script\u003e\u003c!--","a\u2028b\u2029\u0026amp;"]"#;
        assert_eq!(text, escaped);
    }

    proptest! {
        #[test]
        fn any_text_comes_back(text in "\\PC*|[<>&\u{2028}\"\\\\/]*") {
            let safe = json(&text).unwrap();
            let found = safe.find(['<', '>', '&', '\u{2028}', '\u{2029}']);
            prop_assert_eq!(found, None);
            prop_assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), text);
        }
    }
}
