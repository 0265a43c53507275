//! JSON that is safe to embed in a page.

use anyhow::Result;
use serde::Serialize;

/// Returns JSON to embed in `<script type="application/json">`. Characters that could end the element, start a comment
/// or, in old parsers, end a line are escaped. These characters occur only in JSON strings.
pub(super) fn json(value: &impl Serialize) -> Result<String> {
    let mut text = serde_json::to_string(value)?;
    for letter in ['<', '>', '&', '\u{2028}', '\u{2029}'] {
        text = text.replace(letter, &format!("\\u{:04x}", u32::from(letter)));
    }
    Ok(text)
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
        fn any_text_round_trips(text in "\\PC*|[<>&\u{2028}\"\\\\/]*") {
            let safe = json(&text).unwrap();
            let found = safe.find(['<', '>', '&', '\u{2028}', '\u{2029}']);
            prop_assert_eq!(found, None);
            prop_assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), text);
        }
    }
}
