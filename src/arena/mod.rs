//! The arena: tournaments between engines, each at the end of two pipes, refereed by one more engine. Knows no rules
//! and names no game. Data goes one way: plan → schedule → game → record → statistics → report.

pub mod adjudicate;
pub mod boards;
pub mod check;
pub mod clock;
pub mod commands;
pub mod dialogue;
pub mod engine;
pub mod export;
pub mod guard;
pub mod history;
pub mod judge;
pub mod merge;
pub mod openings;
pub mod plan;
pub mod play;
pub mod players;
pub mod process;
pub mod record;
pub mod replay;
pub mod report;
pub mod results;
pub mod run;
pub mod schedule;
pub mod statistics;
pub mod stolen;
pub mod store;
