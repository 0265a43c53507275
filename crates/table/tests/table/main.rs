//! The real table with browsers of its own: whole games, hidden hands, people, engines that misbehave, visitors that
//! have no business there.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod again;
mod analysis;
mod common;
mod consent;
mod doors;
mod faults;
mod games;
mod hidden;
mod people;
mod powers;
mod quotas;
mod reviews;
mod rough;
