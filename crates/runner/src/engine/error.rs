//! Engine errors. Each has one of the kinds that game records use.

use crate::process::is_out_of_resources;
use crate::record::FaultKind;
use base::quote::{quote, quote_up_to};
use thiserror::Error;
use ugi::{ClientError, PipeError};

/// Maximum length of a text that may contain lines of the engine, in characters.
const MAX_TEXT: usize = 300;

/// A failure of an engine process.
///
/// ```
/// # extern crate ugi as speltafel_ugi;
/// use speltafel_runner::EngineError;
/// use speltafel_runner::record::FaultKind;
/// use speltafel_ugi::{ClientError, PipeError};
/// use std::time::Duration;
///
/// let error = EngineError::from(ClientError::Connection {
///     name: "the engine".to_string(),
///     asked: "isready".to_string(),
///     timeout: Duration::from_secs(60),
///     cause: PipeError::TimedOut,
///     last_lines: Vec::new(),
/// });
/// assert_eq!((error.kind, error.text.as_str()), (FaultKind::Stall, "no answer to `isready`"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{text}")]
pub struct EngineError {
    /// The kind of error.
    pub kind: FaultKind,
    /// A human-readable description.
    pub text: String,
    /// Whether the engine must be restarted.
    pub must_restart: bool,
    /// Whether the process could not be started because the machine had run out of memory, processes or file
    /// descriptors, or because its cores are gone. In this case the engine is not at fault.
    pub out_of_resources: bool,
    /// Whether the engine wrote too much output.
    pub flood: bool,
    /// The option that the engine does not declare or rejects, if that is the error.
    pub option: Option<String>,
    /// The most recent lines sent and received, if the engine has failed to start or the connection has failed;
    /// otherwise empty. While the engine runs, [`EngineProcess::last_lines`](super::EngineProcess::last_lines) returns
    /// them.
    pub dialogue: Vec<String>,
}

impl EngineError {
    /// Creates an error with `out_of_resources` and `flood` set to false, without an option and a dialogue.
    pub fn new(kind: FaultKind, must_restart: bool, text: impl Into<String>) -> Self {
        Self {
            kind,
            text: text.into(),
            must_restart,
            out_of_resources: false,
            flood: false,
            option: None,
            dialogue: Vec::new(),
        }
    }
}

impl From<ClientError> for EngineError {
    fn from(error: ClientError) -> Self {
        Self::from(&error)
    }
}

impl From<&ClientError> for EngineError {
    fn from(error: &ClientError) -> Self {
        let ClientError::Connection { asked, cause, last_lines, .. } = error else {
            let out_of_resources = matches!(error, ClientError::Start { error, .. } if is_out_of_resources(error));
            let text = quote_up_to(&error.to_string(), MAX_TEXT);
            return Self { out_of_resources, ..Self::new(FaultKind::Stall, true, text) };
        };
        let asked = quote(asked);
        let error = match cause {
            PipeError::Exited(status) => {
                Self::new(FaultKind::Crash, true, format!("the engine exited after `{asked}` ({status})"))
            }
            PipeError::Closed(end) => {
                Self::new(FaultKind::Crash, true, format!("the engine closed its {end} after `{asked}`"))
            }
            PipeError::Flood => {
                let text = format!("too much output after `{asked}`");
                Self { flood: true, ..Self::new(FaultKind::Stall, true, text) }
            }
            _ => Self::new(FaultKind::Stall, true, format!("no answer to `{asked}`")),
        };
        Self { dialogue: last_lines.clone(), ..error }
    }
}
