//! Tests of the databases: values against the rules, positions of the literature, the command.

mod command;
mod facts;
mod values;
