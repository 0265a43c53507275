//! Databases against the rules of the game: values, distances, positions of the literature, the command.

mod command;
mod distances;
mod facts;
mod values;
