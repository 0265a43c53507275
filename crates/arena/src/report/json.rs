//! The summary as JSON.

use super::summary::Summary;

/// Returns the fields of [`Summary`] as one object on several lines, with a newline at the end. Unknown numbers are
/// `null`.
pub fn json(summary: &Summary) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(summary)? + "\n")
}
