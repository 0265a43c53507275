//! Reads an engine's name and options from its handshake.

use crate::process::Process;
use std::collections::BTreeMap;
use ugi::{Client, Reply};

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
