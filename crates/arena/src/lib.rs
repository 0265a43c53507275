//! The arena: tournaments between engines, each at the end of two pipes, refereed by one more engine. Knows no rules
//! and names no game. Data goes one way: plan → schedule → game → record → statistics → report.

#![cfg(unix)]

pub mod adjudicate;
pub mod clock;
pub mod command_line;
pub mod commands;
pub mod export;
pub mod merge;
mod model;
pub mod openings;
pub mod plan;
pub mod play;
pub mod engine_pool;
pub mod referee;
pub mod replay;
pub mod report;
pub mod run;
pub mod schedule;
pub mod statistics;
pub mod steal_time;
pub mod store;
