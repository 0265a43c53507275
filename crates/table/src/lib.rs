//! The server of a table in the browser. It serves a web page, runs engines as child processes, and keeps the current
//! game in an actor. The referee, which is itself an engine, supplies the games and applies their rules.

#![cfg(unix)]

mod actor;
mod random;
pub mod arguments;
mod assets;
mod catalogue;
mod check;
mod desktop;
mod entrance;
mod hosts;
mod http;
mod listen;
mod outbox;
mod records;
mod referee;
mod review;
mod rules;
mod store;
mod tables;
mod verify;
mod worker;

pub use arguments::{Arguments, Setup};
pub use http::serve;
pub use store::back_up;
pub use verify::VerifyArguments;
