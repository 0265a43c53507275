//! Endgame databases of English draughts: whether the side to move wins, draws or loses, for all positions with few
//! pieces.
//!
//! [`Database`] looks up values in the files of a folder and in the built-in files, which cover two to five pieces. The
//! feature `built-in`, which is on by default, compiles them in.
//! [`build::Builder`] builds files. A position is given as four sets of squares ([`squares::Pieces`]).
//! `docs/checkers-egdb.md` describes the file format and how the values are computed.
//!
//! ```
//! use speltafel_egdb::squares::Pieces;
//! use speltafel_egdb::{Database, Wdl};
//!
//! // Two kings in the middle against a king in the double corner, the two kings to move.
//! let pieces = Pieces { own_men: 0, own_kings: 1 << 14 | 1 << 17, other_men: 0, other_kings: 1 };
//! assert_eq!(Database::embedded().probe(&pieces), Some(Wdl::Win));
//! ```

mod bits;
mod blocks;
pub mod build;
mod cache;
pub mod captures;
mod database;
mod encode;
mod file;
pub mod folder;
mod header;
mod huffman;
mod masks;
pub mod material;
pub mod placement;
pub mod rank;
mod runs;
mod side_table;
pub mod slice;
pub mod solve;
pub mod squares;
mod transpose;
pub mod verify;

#[cfg(test)]
mod tests;

pub use base::wdl::Wdl;
pub use database::Database;
pub use file::File;
pub use header::Header;
