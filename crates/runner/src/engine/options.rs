//! Setting the options of an engine process.

use super::{EngineError, EngineProcess};
use crate::program::Program;
use crate::record::FaultKind;
use base::quote::quote;
use ugi::{ClientError, Command, OptionLine};

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

    /// Sets an option as [`EngineProcess::set`] does, and waits until the engine has taken the value.
    ///
    /// # Errors
    /// Returns an error if the engine has exited, does not answer before the timeout, or rejects the value.
    pub fn demand(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let Some(declared) = self.declared.get(&name.to_lowercase()) else { return Ok(()) };
        if self.options.get(declared).is_some_and(|set| set == value) {
            return Ok(());
        }
        match self.client.set_option(declared, value) {
            Err(error @ ClientError::Option { .. }) => {
                let dialogue = self.last_lines();
                let text = EngineError::from(error).text;
                return Err(EngineError { option: Some(name.to_string()), dialogue, ..Self::no_handshake(text) });
            }
            set => set?,
        }
        self.options.insert(declared.clone(), value.to_string());
        Ok(())
    }

    /// Returns whether the engine declares this option. Names are case-insensitive.
    #[must_use]
    pub fn has_option(&self, name: &str) -> bool {
        self.declared.contains_key(&name.to_lowercase())
    }

    /// Returns the option with this name, if the engine declares it. Names are case-insensitive.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<OptionLine> {
        self.client.option(name)
    }

    /// Returns an addition to a message about an option that the engine does not declare; see
    /// [`ugi::Client::option_hint`].
    #[must_use]
    pub fn option_hint(&self, name: &str) -> String {
        self.client.option_hint(name)
    }

    /// Sets the options of `wanted` that the engine declares, and all options of `program`. An option of `program` that
    /// the engine does not declare is an error.
    pub(super) fn configure(&mut self, program: &Program, wanted: &[(&str, &str)]) -> Result<(), EngineError> {
        if let Some(name) = program.options.keys().find(|name| !self.has_option(name)) {
            let text = format!("the engine declares no option {}{}", quote(name), self.client.option_hint(name));
            return Err(EngineError { option: Some(name.clone()), ..Self::no_handshake(text) });
        }
        let own = program.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        for (name, value) in wanted.iter().copied().chain(own) {
            self.demand(name, value)?;
        }
        self.client.ready()?;
        Ok(())
    }

    fn no_handshake(text: String) -> EngineError {
        EngineError::new(FaultKind::NoHandshake, true, text)
    }
}
