//! Tests of the databases: values against the rules, positions from the literature, the command.

mod command;
mod facts;
mod values;
