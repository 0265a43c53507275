//! Tests for the running program, with WebSocket clients in place of browsers: whole games, hidden hands, several
//! players, faulty engines and hostile requests.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod access;
mod analysis;
mod bad_input;
mod common;
mod consent;
mod continued;
mod deals;
mod evening;
mod faults;
mod forgeries;
mod games;
mod hidden;
mod lan;
mod library;
mod opening;
mod pace;
mod people;
mod permissions;
mod quotas;
mod rematch;
mod restart;
mod resign;
mod reviews;
mod stand_in;
mod storage;
mod tables;
