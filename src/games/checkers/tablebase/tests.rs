//! Tests for the databases: values checked against the rules, published positions, and the `egdb probe` command.

mod command;
mod facts;
mod values;
