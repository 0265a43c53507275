//! Tournaments between UGI engines. An additional engine, the referee, decides which moves are legal and who has won;
//! this crate contains no game rules. The plan determines the games to play, in some formats together with the results
//! of earlier games. Each game yields a record, and statistics and reports are computed from the records.

#![cfg(unix)]

pub mod adjudicate;
pub mod affinity;
pub mod command_line;
pub mod commands;
pub mod database;
pub mod engine_pool;
pub mod export;
pub mod limits;
pub mod merge;
mod model;
pub mod openings;
pub mod plan;
pub mod game;
pub mod redo;
pub mod referee;
pub mod replay;
pub mod report;
pub mod run;
pub mod schedule;
pub mod statistics;
pub mod store;
pub mod tune;
pub mod wave;
