//! Strings of the form `NAME=VALUE`.

/// Parses a command-line argument `NAME=VALUE`. Whitespace around the name and the value is removed.
///
/// # Errors
/// Returns an error if `text` contains no `=`.
pub fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim().to_string(), value.trim().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_parsed() {
        assert_eq!(pair(" a = b=c "), Ok(("a".to_string(), "b=c".to_string())));
        assert!(pair("a").is_err());
    }
}
