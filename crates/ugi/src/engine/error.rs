//! What went wrong with an engine, of one of the kinds that a record can hold.

use crate::client::ClientError;
use crate::pipe::PipeError;
use crate::process::is_out_of_resources;
use crate::record::ForfeitKind;
use base::quote::quote;
use thiserror::Error;

/// What went wrong with an engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{text}")]
pub struct EngineError {
    /// The kind.
    pub kind: ForfeitKind,
    /// What happened, for people.
    pub text: String,
    /// Must it be started anew?
    pub must_restart: bool,
    /// Did this machine have no room for one more process? Then it is nobody's fault.
    pub out_of_resources: bool,
    /// Did it write without end?
    pub flood: bool,
}

impl EngineError {
    /// An engine that was there did wrong.
    pub fn new(kind: ForfeitKind, lost: bool, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), must_restart: lost, out_of_resources: false, flood: false }
    }
}

impl From<ClientError> for EngineError {
    fn from(error: ClientError) -> Self {
        let ClientError::Connection { asked, cause, .. } = &error else {
            let no_room = matches!(&error, ClientError::Start { error, .. } if is_out_of_resources(error));
            return Self { out_of_resources: no_room, ..Self::new(ForfeitKind::Stall, true, error.to_string()) };
        };
        let asked = quote(asked);
        match cause {
            PipeError::Exited(status) => {
                Self::new(ForfeitKind::Crash, true, format!("the engine left after `{asked}` ({status})"))
            }
            PipeError::TimedOut => Self::new(ForfeitKind::Stall, true, format!("no answer to `{asked}`")),
            PipeError::Flood => {
                let text = format!("output without end after `{asked}`");
                Self { flood: true, ..Self::new(ForfeitKind::Stall, true, text) }
            }
        }
    }
}
