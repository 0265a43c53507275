//! The data folder: all tables and games, in one SQLite database. A change is on the disk when the function that makes
//! it returns.

mod archive;
mod damage;
mod database;
mod error;
mod folder;
mod games;
mod revealed;
mod room;
mod schema;
mod tables;
mod warning;

pub use database::{Store, back_up};
pub use folder::{default_folder, keep_files_private};
