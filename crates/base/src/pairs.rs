//! Strings of the form `NAME=VALUE`.

/// Parses a command-line argument `NAME=VALUE`. Whitespace around the name and the value is removed.
///
/// # Errors
/// Returns an error if `text` contains no `=`.
pub fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim().to_string(), value.trim().to_string()))
}

/// Splits the strings in `pairs` into name and value, and returns those whose name does not occur in `named`. Both
/// lists contain `NAME=VALUE` strings; strings without `=` are skipped. Names are compared without regard to ASCII
/// case.
pub fn without_names<'a>(pairs: &'a [String], named: &[String]) -> Vec<(&'a str, &'a str)> {
    let has = |name: &str| split(named).any(|(own, _)| own.eq_ignore_ascii_case(name));
    split(pairs).filter(|(name, _)| !has(name)).collect()
}

/// Splits each string at its first `=` into name and value. Strings without `=` are skipped.
pub fn split(pairs: &[String]) -> impl Iterator<Item = (&str, &str)> {
    pairs.iter().filter_map(|pair| pair.split_once('='))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_parsed_and_compared_by_name() {
        assert_eq!(pair(" a = b=c "), Ok(("a".to_string(), "b=c".to_string())));
        assert!(pair("a").is_err());
        let [all, some] = [["A=1", "B=2"], ["a=7", "x"]].map(|pairs| pairs.map(str::to_string));
        assert_eq!(without_names(&all, &some), [("B", "2")]);
    }
}
