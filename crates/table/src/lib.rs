//! A table in the browser: a web page, engines as child processes, and an actor that owns the current game. The
//! referee, which is itself an engine, supplies the games and applies their rules.

#![cfg(unix)]

mod actor;
mod address;
pub mod arguments;
mod assets;
mod catalogue;
mod check;
mod clocks;
mod desktop;
mod exchange;
mod http;
mod listen;
mod outbox;
mod permits;
mod records;
mod referee;
mod request;
mod review;
mod rules;
mod seat;
mod variation;
mod view;
mod worker;

pub use arguments::{Arguments, Setup};
pub use http::serve;
