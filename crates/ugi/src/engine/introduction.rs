//! What an engine says of itself.

use super::error::EngineError;
use crate::Reply;
use crate::client::{Client, ClientError};
use crate::process::Process;
use crate::record::ForfeitKind;
use std::collections::BTreeMap;

/// Characters of an engine's name that are kept.
const MAX_NAME_LENGTH: usize = 100;

/// What an engine calls itself, without what a terminal would obey.
pub(super) fn name_of(client: &Client<Process>) -> String {
    let name = client.introduction().iter().rev().find_map(|line| match Reply::read(line) {
        Reply::Id(field, name) if field == "name" => Some(name),
        _ => None,
    });
    name.unwrap_or_default().chars().filter(|sign| !sign.is_control()).take(MAX_NAME_LENGTH).collect()
}

/// The options that an engine declares: name in small letters to name as it writes it.
pub(super) fn declared_by(client: &Client<Process>) -> BTreeMap<String, String> {
    client.options().map(|option| (option.name.to_lowercase(), option.name)).collect()
}

/// What it means that an engine could not be started, and the last lines that went between.
pub(super) fn handshake_error(error: ClientError) -> (EngineError, Vec<String>) {
    let lines = match &error {
        ClientError::Connection { last_lines, .. } => last_lines.clone(),
        _ => Vec::new(),
    };
    (EngineError { kind: ForfeitKind::NoHandshake, ..error.into() }, lines)
}
