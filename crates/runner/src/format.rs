//! The version of the file formats.

use serde::{Deserialize, Serialize};

/// The version of the formats of results, plans and summaries, which is the value of their key `format`: 1.
///
/// See the example of [`parse`](crate::results::parse).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u64")]
pub struct FormatVersion;

impl From<FormatVersion> for u64 {
    fn from(_: FormatVersion) -> Self {
        1
    }
}

impl TryFrom<u64> for FormatVersion {
    type Error = String;

    fn try_from(format: u64) -> Result<Self, String> {
        if format == 1 { Ok(Self) } else { Err(format!("format {format} is not supported")) }
    }
}
