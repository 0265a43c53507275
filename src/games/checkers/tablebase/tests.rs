//! Databases against the rules of the game: values, positions of the literature, the command.

mod command;
mod facts;
mod values;
