//! Reports of a tournament. A [`Summary`] is computed once from the records, and the other modules format it. The table
//! of games in CSV and the page additionally read the records.

mod csv;
mod game_line;
mod histogram;
pub mod html;
mod json;
mod numbers;
mod progress;
mod rounds;
mod settings;
mod standings;
mod summary;
#[cfg(test)]
mod tests;
mod text;

pub use csv::{games_csv, parameters_csv, partners_csv, rounds_csv, standings_csv};
pub use game_line::game_line;
pub use histogram::Histogram;
pub use json::json;
pub use progress::progress_line;
pub use rounds::{Match, MatchPoints};
pub use settings::{ParticipantSettings, Settings};
pub use standings::{PairNumbers, Standing};
pub use summary::{Cell, Counts, Summary, SummaryBuilder};
pub use text::{standings_text, text};
