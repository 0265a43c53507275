//! Reads, checks, annotates and writes games of English draughts (GameType 21) in PDN, the Portable Draughts Notation
//! (Adrian Millett 1995; PDN 3.0 by Wieger Wesselink and others 2012).

mod annotate;
pub mod archive;
#[cfg(test)]
mod archive_tests;
pub mod command;
mod error;
mod evidence;
mod file_summary;
mod game;
mod letters;
mod openings;
mod read;
mod remarks;
mod replay;
mod result;
mod skip;
mod source;
mod split;
mod variants;
#[cfg(test)]
mod tests;
mod token;
mod import;
mod write;

pub use error::PdnError;
pub use evidence::Evidence;
pub use game::{Node, PdnGame, PdnMove};
pub use import::import;
pub use read::Reader;
pub use remarks::{Kind, Remark};
pub use replay::{ReadOptions, Replay, parse_fen, replay};
pub use result::{PointsOrder, ResultEvidence, result};
pub use write::write;

use kit::interchange::InterchangeFormat;

/// PDN as the interchange format of finished games.
pub const INTERCHANGE_FORMAT: InterchangeFormat = InterchangeFormat {
    extension: "pdn",
    write: |values, game| Ok(archive::write(values, game)?),
    parse: |values, text, number| Ok(import(values, text, number)?),
};
