//! The real table with browsers of its own: whole games, hidden hands, people, engines that misbehave, visitors that
//! have no business there.
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
