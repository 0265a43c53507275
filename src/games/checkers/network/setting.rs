//! Which evaluation the option `Checkers.Evaluation` means. Knows no search.

use super::Network;
use super::accumulators::Accumulators;
use super::file::Weights;
use std::path::Path;
use std::sync::Arc;

/// The network that is compiled in.
const LEARNED: &str = "learned";
/// The terms of `eval.rs`.
const HANDWRITTEN: &str = "handwritten";

/// The value to store: `learned`, `handwritten`, or the path of a file of weights.
///
/// # Errors
/// One sentence that says why there are no weights in the file.
pub fn accept(value: &str) -> Result<String, String> {
    if [LEARNED, HANDWRITTEN].contains(&value) {
        return Ok(value.to_string());
    }
    match Weights::open(Path::new(value)) {
        Ok(_) => Ok(value.to_string()),
        Err(error) => Err(format!("takes {LEARNED}, {HANDWRITTEN} or a file of weights ({error:#})")),
    }
}

/// What a search with this value keeps. A file that has been taken away since it was accepted leaves the network that is
/// compiled in.
pub fn accumulators(value: &str) -> Accumulators {
    match value {
        LEARNED => Accumulators::default(),
        HANDWRITTEN => Accumulators::handwritten(),
        path => Weights::open(Path::new(path))
            .map_or_else(|_| Accumulators::default(), |weights| Accumulators::new(Arc::new(Network::new(&weights)))),
    }
}
