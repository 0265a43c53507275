//! The referee of `speltafel` and games for programs that learn, as Python classes.

mod environment;

use kit::serve::referee::{self, RefereeError};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use speltafel::registry::REGISTRY;
use std::sync::{Mutex, PoisonError};

/// A referee: `ask` executes lines of the protocol, and returns the lines of the answers.
#[pyclass(frozen, module = "speltafel_native")]
struct Referee(Mutex<referee::Referee>);

#[pymethods]
impl Referee {
    #[new]
    fn new() -> Self {
        Self(Mutex::new(referee::Referee::new(&REGISTRY)))
    }

    /// Raises ValueError for a command that starts a search or ends the process, and RuntimeError after a panic.
    fn ask(&self, py: Python<'_>, lines: &str) -> PyResult<String> {
        let ask = || self.0.lock().unwrap_or_else(PoisonError::into_inner).ask(lines);
        // Other threads run only during the one query that may take long: with a busy thread, getting the interpreter
        // back takes longer than all other answers.
        let is_long = lines.split('\n').any(|line| line.starts_with("query") && line.contains("solutions"));
        let answer = if is_long { py.detach(ask) } else { ask() };
        answer.map_err(|error| match error {
            RefereeError::Refused(_) => PyValueError::new_err(error.to_string()),
            error => PyRuntimeError::new_err(error.to_string()),
        })
    }
}

/// The module that Python loads.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::Referee;
    #[pymodule_export]
    use super::environment::Environment;
}
