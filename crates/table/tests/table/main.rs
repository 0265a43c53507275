//! Tests of the running program with WebSocket clients: whole games, hidden hands, several people, faulty engines and
//! hostile requests.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod rematch;
mod analysis;
mod common;
mod consent;
mod access;
mod faults;
mod games;
mod hidden;
mod people;
mod permissions;
mod quotas;
mod reviews;
mod bad_input;
