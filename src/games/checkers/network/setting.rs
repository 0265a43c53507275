//! The values of the option `Checkers.Evaluation`.

use super::Network;
use super::accumulators::Accumulators;
use super::file::Weights;
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::sync::Arc;
use strum::EnumString;

/// The values of the option; words are case-insensitive.
#[derive(Default, EnumString)]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
enum Evaluation {
    /// The built-in network.
    #[default]
    #[strum(serialize = "learned", serialize = "")]
    Learned,
    /// The handwritten evaluation.
    Handwritten,
    /// A file of weights.
    #[strum(default)]
    File(PathBuf),
}

/// Returns the evaluation that a value of the option selects.
///
/// # Errors
/// Returns an error if the file of weights cannot be read or is invalid.
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
