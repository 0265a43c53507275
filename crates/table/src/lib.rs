//! A table in the browser: one page, engines at the ends of pipes, and an actor between them that keeps the game. Knows
//! no rules and names no game: everything on the page comes from what a referee answers.

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
mod request;
mod outbox;
mod permits;
mod records;
mod referee;
mod review;
mod rules;
mod seat;
mod variation;
mod view;
mod worker;

pub use arguments::{Arguments, Setup};
pub use http::serve;
