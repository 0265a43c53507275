//! Messages to the page: the JSON envelope, errors and notices.

use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;

/// The reason why a request was rejected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{text}")]
pub struct RequestError {
    /// A stable code for programs. The page translates it.
    pub code: &'static str,
    /// A human-readable message in English.
    pub text: String,
}

impl RequestError {
    pub fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }

    /// Rejects a request if a condition is true.
    ///
    /// # Errors
    /// Returns an error with this code and text if `bad` is true.
    pub fn reject_if(bad: bool, code: &'static str, text: &str) -> Result<(), Self> {
        if bad { Err(Self::new(code, text)) } else { Ok(()) }
    }
}

impl From<anyhow::Error> for RequestError {
    /// Drops the text of the original error, because it may contain hidden hands.
    fn from(_: anyhow::Error) -> Self {
        Self::new("referee", "the referee has failed")
    }
}

/// Returns a JSON message: the field `is`, then the fields of `body`.
pub fn message(is: &str, body: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Message<'a, B> {
        is: &'a str,
        #[serde(flatten)]
        body: &'a B,
    }
    serde_json::to_string(&Message { is, body }).expect("messages serialise: all map keys are strings")
}

/// Returns a `notice` message: an event that the page shows to people.
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
