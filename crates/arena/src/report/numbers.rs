//! Formats numbers for all reports.

/// Formats a number with at most `digits` decimals and without trailing zeros: 3, 3.5, 3.33.
pub(super) fn tidy(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}
