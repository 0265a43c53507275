//! What went wrong with an engine, of one of the kinds that a record can hold.

use crate::client::ClientError;
use crate::pipe::PipeError;
use crate::process::is_no_room;
use crate::record::FaultKind;
use base::quote::quote;
use thiserror::Error;

/// What went wrong with an engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{text}")]
pub struct EngineError {
    /// The kind.
    pub kind: FaultKind,
    /// What happened, for people.
    pub text: String,
    /// Must it be started anew?
    pub lost: bool,
    /// Did this machine have no room for one more process? Then it is nobody's fault.
    pub no_room: bool,
    /// Did it write without end?
    pub flood: bool,
}

impl EngineError {
    /// An engine that was there did wrong.
    pub fn new(kind: FaultKind, lost: bool, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), lost, no_room: false, flood: false }
    }
}

impl From<ClientError> for EngineError {
    fn from(error: ClientError) -> Self {
        let ClientError::Broken { asked, cause, .. } = &error else {
            let no_room = matches!(&error, ClientError::Start { error, .. } if is_no_room(error));
            return Self { no_room, ..Self::new(FaultKind::Stall, true, error.to_string()) };
        };
        let asked = quote(asked);
        match cause {
            PipeError::Gone(status) => {
                Self::new(FaultKind::Crash, true, format!("the engine left after `{asked}` ({status})"))
            }
            PipeError::Late => Self::new(FaultKind::Stall, true, format!("no answer to `{asked}`")),
            PipeError::Flood => {
                let text = format!("output without end after `{asked}`");
                Self { flood: true, ..Self::new(FaultKind::Stall, true, text) }
            }
        }
    }
}
