//! Reads an engine's name and options from its handshake, and converts handshake errors.

use super::error::EngineError;
use crate::process::Process;
use crate::record::FaultKind;
use std::collections::BTreeMap;
use ugi::{Client, ClientError, Reply};

/// Maximum length of an engine's name, in characters.
const MAX_NAME_LENGTH: usize = 100;

/// Returns the name that the engine reports with `id name`, without control characters; empty if there is none.
pub(super) fn name_of(client: &Client<Process>) -> String {
    let name = client.introduction().iter().rev().find_map(|line| match Reply::parse(line) {
        Reply::Id(field, name) if field == "name" => Some(name),
        _ => None,
    });
    name.unwrap_or_default().chars().filter(|sign| !sign.is_control()).take(MAX_NAME_LENGTH).collect()
}

/// Returns the options that an engine declares: a map from the lower-case name to the declared name.
pub(super) fn declared_by(client: &Client<Process>) -> BTreeMap<String, String> {
    client.options().map(|option| (option.name.to_lowercase(), option.name)).collect()
}

/// Converts an error during start or handshake into an [`EngineError`] of the kind [`FaultKind::NoHandshake`]. Also
/// returns the most recent lines sent and received.
pub(super) fn handshake_error(error: ClientError) -> (EngineError, Vec<String>) {
    let lines = match &error {
        ClientError::Connection { last_lines, .. } => last_lines.clone(),
        _ => Vec::new(),
    };
    (EngineError { kind: FaultKind::NoHandshake, ..error.into() }, lines)
}
