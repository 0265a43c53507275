//! Tests of the databases: values checked against the rules, published positions, and the command `egdb probe`.

mod command;
mod facts;
mod values;
