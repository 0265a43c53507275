//! What a page is sent beside whole states: refusals, notices, clocks, and the texts of all messages.

use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;

/// Why a request is not carried out; the table stays as it was.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{text}")]
pub struct RequestError {
    /// For programs.
    pub code: &'static str,
    /// For people.
    pub text: String,
}

impl RequestError {
    /// A refusal.
    pub fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }

    /// # Errors
    /// A refusal, where `bad` holds.
    pub fn reject_if(bad: bool, code: &'static str, text: &str) -> Result<(), Self> {
        if bad { Err(Self::new(code, text)) } else { Ok(()) }
    }
}

impl From<anyhow::Error> for RequestError {
    /// The referee failed. What it said stays here: it could be about hidden hands.
    fn from(_: anyhow::Error) -> Self {
        Self::new("referee", "the referee cannot answer")
    }
}

/// A message: `is` and the fields of `body`.
pub fn message(is: &str, body: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Message<'a, B> {
        is: &'a str,
        #[serde(flatten)]
        body: &'a B,
    }
    serde_json::to_string(&Message { is, body }).expect("texts, numbers and maps with text keys always serialise")
}

/// A notice: something that has happened, for people.
pub fn notice(code: &str, args: &[(&str, Value)]) -> String {
    let args: Map<String, Value> = args.iter().map(|(name, value)| ((*name).to_string(), value.clone())).collect();
    message("notice", &serde_json::json!({ "code": code, "args": args }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_flat_objects() {
        assert_eq!(
            notice("draw_refused", &[("seat", 2.into())]),
            r#"{"is":"notice","args":{"seat":2},"code":"draw_refused"}"#
        );
    }
}
