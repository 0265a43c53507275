//! Tests for the running program, with WebSocket clients in place of browsers: whole games, hidden hands, several
//! players, faulty engines and hostile requests.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod access;
mod analysis;
mod bad_input;
mod common;
mod continued;
mod deals;
mod faults;
mod forgeries;
mod games;
mod hidden;
mod lan;
mod library;
mod people;
mod quotas;
mod restart;
mod reviews;
mod stand_in;
mod storage;
mod tables;
