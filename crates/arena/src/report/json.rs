//! The summary as JSON. Knows no file.

use super::summary::Summary;

/// One object on several lines, with a newline at the end: the fields of [`Summary`]. Unknown numbers are `null`.
///
/// # Errors
/// What `serde_json` says.
pub fn json(summary: &Summary) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(summary)? + "\n")
}
