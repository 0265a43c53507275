//! What went wrong with an engine, of one of the kinds that a record can hold.

use crate::process::Broken;
use crate::record::FaultKind;
use base::quote::quote;

/// What went wrong with an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
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

impl Trouble {
    /// Trouble with an engine that was there.
    pub fn new(kind: FaultKind, lost: bool, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), lost, no_room: false, flood: false }
    }

    /// What a broken pipe means while an answer to `asked` is waited for.
    pub(super) fn from(broken: Broken, asked: &str) -> Self {
        let asked = quote(asked);
        match broken {
            Broken::Gone(status) => {
                Self::new(FaultKind::Crash, true, format!("the engine left after `{asked}` ({status})"))
            }
            Broken::Late => Self::new(FaultKind::Stall, true, format!("no answer to `{asked}`")),
            Broken::Flood => {
                let text = format!("output without end after `{asked}`");
                Self { flood: true, ..Self::new(FaultKind::Stall, true, text) }
            }
        }
    }
}
