//! Reports of a tournament. A [`Summary`] is computed once from the records. The text, JSON, CSV and page modules only
//! format it.

mod csv;
pub mod html;
mod json;
mod progress;
mod standings;
mod summary;
#[cfg(test)]
mod tests;
mod text;

pub use csv::{games_csv, standings_csv};
pub use json::json;
pub use progress::progress_line;
pub use standings::{Scale, Standing};
pub use summary::{Cell, Counts, Histogram, MatchPoints, PairNumbers, Summary};
pub use text::text;
