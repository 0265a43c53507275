//! The connection to a Hub engine: its timeout and its errors.

use std::time::Duration;
use ugi::PipeError;

/// How long a running engine may leave its input unread.
pub(super) const SEND_TIMEOUT: Duration = Duration::from_secs(30);

/// Returns the error of a connection after `asked` was sent.
pub(super) fn failure(asked: &str, error: &PipeError) -> anyhow::Error {
    anyhow::anyhow!("the Hub engine, after `{asked}`: {error}")
}
