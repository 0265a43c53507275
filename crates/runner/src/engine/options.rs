//! Setting the options of an engine process.

use super::{EngineError, EngineProcess};
use crate::program::Program;
use crate::record::FaultKind;
use base::quote::quote;
use ugi::Command;

impl EngineProcess {
    /// Sets an option if the engine declares it and `value` differs from the value that was last set.
    ///
    /// # Errors
    /// Returns an error if the engine has exited or does not read its input before the timeout.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        match self.declared.get(&name.to_lowercase()) {
            Some(name) if self.options.get(name).is_none_or(|set| set != value) => {
                let line = Command::set_option(name, value).to_string();
                self.options.insert(name.clone(), value.to_string());
                Ok(self.client.send(&line)?)
            }
            _ => Ok(()),
        }
    }

    /// Sets the options of `wanted` that the engine declares, and all options of `program`. An option of `program` that
    /// the engine does not declare is an error.
    pub(super) fn configure(&mut self, program: &Program, wanted: &[(&str, &str)]) -> Result<(), EngineError> {
        let required = program.options.iter().map(|(name, value)| (name.as_str(), value.as_str(), true));
        let mut lines = Vec::new();
        for (name, value, is_required) in wanted.iter().map(|&(name, value)| (name, value, false)).chain(required) {
            match self.declared.get(&name.to_lowercase()) {
                Some(name) => {
                    lines.push(Command::set_option(name, value).to_string());
                    self.options.insert(name.clone(), value.to_string());
                }
                None if is_required => {
                    let text = format!("the engine declares no option {}", quote(name));
                    return Err(EngineError::new(FaultKind::NoHandshake, true, text));
                }
                None => {}
            }
        }
        self.client.send_all(&lines)?;
        match self.client.ready()?.first() {
            Some(error) => {
                let text = format!("the engine rejects an option: {}", quote(&error.to_string()));
                Err(EngineError::new(FaultKind::NoHandshake, true, text))
            }
            None => Ok(()),
        }
    }
}
