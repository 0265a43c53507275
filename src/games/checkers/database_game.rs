//! The argument `GAME` of the subcommands `egdb` and `book`.

use clap::ValueEnum;

/// The games that have endgame databases and opening books.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[allow(missing_docs)]
pub enum DatabaseGame {
    Checkers,
}
