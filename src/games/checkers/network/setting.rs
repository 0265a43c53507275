//! Parses the value of the `Checkers.Evaluation` option and loads the evaluation.

use super::Network;
use super::accumulators::Accumulators;
use super::file::Weights;
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::sync::Arc;
use strum::EnumString;

/// The values of the `Checkers.Evaluation` option. Keywords are case-insensitive.
#[derive(Default, EnumString)]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
enum Evaluation {
    /// The built-in network. An empty value also selects it.
    #[default]
    #[strum(serialize = "learned", serialize = "")]
    Learned,
    /// The handcrafted evaluation.
    Handwritten,
    /// The path of a weights file.
    #[strum(default)]
    File(PathBuf),
}

/// Creates the accumulators for the evaluation that an option value selects.
///
/// # Errors
/// Returns an error if the weights file cannot be read or is invalid.
pub fn accumulators(value: &str) -> Result<Accumulators> {
    Ok(match value.parse().unwrap_or_default() {
        Evaluation::Learned => Accumulators::default(),
        Evaluation::Handwritten => Accumulators::handwritten(),
        Evaluation::File(path) => {
            let weights = Weights::open(&path).context("expected learned, handwritten or a file of weights")?;
            Accumulators::new(Arc::new(Network::new(&weights)))
        }
    })
}
