//! Bytes that are hexadecimal digits in JSON and in transcripts.

use anyhow::{Context, Result};
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A fixed number of bytes, printed as lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hex<const N: usize>(pub [u8; N]);

impl<const N: usize> Hex<N> {
    /// Returns the bytes with which `fill` fills a buffer.
    pub fn random(fill: impl FnOnce(&mut [u8]) -> Result<()>) -> Result<Self> {
        let mut bytes = [0; N];
        fill(&mut bytes)?;
        Ok(Self(bytes))
    }
}

impl<const N: usize> fmt::Display for Hex<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&HEXLOWER.encode(&self.0))
    }
}

impl<const N: usize> fmt::Debug for Hex<N> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{self}")
    }
}

impl<const N: usize> From<Hex<N>> for String {
    fn from(hex: Hex<N>) -> Self {
        hex.to_string()
    }
}

impl<const N: usize> FromStr for Hex<N> {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let bytes = HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok().and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).with_context(|| format!("expected {} hexadecimal digits", 2 * N))
    }
}

impl<const N: usize> TryFrom<String> for Hex<N> {
    type Error = anyhow::Error;

    fn try_from(text: String) -> Result<Self> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::Hex;

    #[test]
    fn text_reads_back() {
        let bytes = Hex([0, 0xab, 0xff]);
        assert_eq!(serde_json::to_string(&bytes).unwrap(), r#""00abff""#);
        assert_eq!(serde_json::from_str::<Hex<3>>(r#""00ABff""#).unwrap(), bytes);
        for text in ["", "00ab", "00abf", "00abfg", "00abff00", " 00abff"] {
            let error = text.parse::<Hex<3>>().unwrap_err().to_string();
            assert_eq!(error, "expected 6 hexadecimal digits", "{text}");
        }
    }
}
