//! Which evaluation the option `Checkers.Evaluation` means.

use super::Network;
use super::accumulators::Accumulators;
use super::file::Weights;
use anyhow::{Context, Result};
use std::path::Path;
use std::sync::Arc;

/// The network that is compiled in.
pub const LEARNED: &str = "learned";
/// The terms of `handwritten.rs`.
const HANDWRITTEN: &str = "handwritten";

/// What a search with this value keeps: `learned` or nothing, `handwritten`, or the path of a file of weights.
///
/// # Errors
/// There are no weights in the file; it says why.
pub fn accumulators(value: &str) -> Result<Accumulators> {
    // Such words are the same in any case, as those of combos are.
    Ok(match value.to_ascii_lowercase().as_str() {
        LEARNED | "" => Accumulators::default(),
        HANDWRITTEN => Accumulators::handwritten(),
        _ => {
            let weights = Weights::open(Path::new(value));
            let weights = weights.with_context(|| format!("takes {LEARNED}, {HANDWRITTEN} or a file of weights"))?;
            Accumulators::new(Arc::new(Network::new(&weights)))
        }
    })
}
