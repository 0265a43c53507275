//! Which evaluation the option `Checkers.Evaluation` means.

use super::Network;
use super::accumulators::Accumulators;
use super::file::Weights;
use anyhow::{Context, Result};
use std::path::PathBuf;
use std::sync::Arc;
use strum::EnumString;

/// The values of the option, in any case, as the words of combos are.
#[derive(Default, EnumString)]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
enum Evaluation {
    /// The network that is compiled in.
    #[default]
    #[strum(serialize = "learned", serialize = "")]
    Learned,
    /// The terms of `handwritten.rs`.
    Handwritten,
    /// A file of weights.
    #[strum(default)]
    File(PathBuf),
}

/// What a search with this value keeps.
///
/// # Errors
/// There are no weights in the file; it says why.
pub fn accumulators(value: &str) -> Result<Accumulators> {
    Ok(match value.parse().unwrap_or_default() {
        Evaluation::Learned => Accumulators::default(),
        Evaluation::Handwritten => Accumulators::handwritten(),
        Evaluation::File(path) => {
            let weights = Weights::open(&path).context("takes learned, handwritten or a file of weights")?;
            Accumulators::new(Arc::new(Network::new(&weights)))
        }
    })
}
