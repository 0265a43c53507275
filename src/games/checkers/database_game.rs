//! The `GAME` argument of the `egdb` and `book` subcommands.

use clap::ValueEnum;

/// The games that have endgame databases and opening books.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[allow(missing_docs)]
pub enum DatabaseGame {
    Checkers,
}
