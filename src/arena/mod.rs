//! The arena: tournaments between engines, each at the end of two pipes, refereed by one more engine. Knows no rules
//! and names no game. Data goes one way: plan → schedule → game → record → statistics → report.

pub mod export;
pub mod plan;
pub mod record;
pub mod report;
pub mod schedule;
pub mod statistics;
