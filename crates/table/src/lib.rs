//! The server of a table in the browser. It serves a web page, runs engines as child processes, and keeps the current
//! game in an actor. The referee, which is itself an engine, supplies the games and applies their rules.

#![cfg(unix)]

mod absence;
mod actor;
mod address;
pub mod arguments;
mod assets;
mod catalogue;
mod check;
mod clocks;
mod desktop;
mod entrance;
mod exchange;
mod fair;
mod hex;
mod hosts;
mod http;
mod keys;
mod listen;
mod message;
mod outbox;
mod permits;
mod player;
mod records;
mod referee;
mod request;
mod review;
mod rules;
mod seen;
mod store;
mod tables;
mod token_facts;
mod variation;
mod verify;
mod worker;

pub use arguments::{Arguments, Setup};
pub use http::serve;
pub use store::back_up;
pub use verify::VerifyArguments;
