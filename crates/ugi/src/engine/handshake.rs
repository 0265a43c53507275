//! The first words with an engine: what it calls itself, which options it declares, which ones it is sent.

use super::{Engine, Trouble, set_option};
use crate::program::Program;
use crate::record::FaultKind;
use crate::{Command as Order, Reply};
use base::quote::quote;
use std::time::{Duration, Instant};

/// Characters of an engine's name that are kept.
const LONGEST_NAME: usize = 100;

impl Engine {
    /// Waits for `ugiok` and remembers what stands before it.
    pub(super) fn shake_hands(&mut self) -> Result<(), Trouble> {
        let failed = |broken| {
            let trouble = Trouble::from(broken, "ugi");
            Trouble { kind: FaultKind::NoHandshake, ..trouble }
        };
        let deadline = Instant::now() + Duration::from_millis(self.patience.handshake);
        self.process.send(&[&Order::Ugi.to_string()], deadline).map_err(failed)?;
        loop {
            let line = self.process.line(deadline).map_err(failed)?;
            match Reply::read(&line) {
                Reply::UgiOk => return Ok(()),
                // It is shown in terminals.
                Reply::Id(field, name) if field == "name" => {
                    self.id = name.chars().filter(|sign| !sign.is_control()).take(LONGEST_NAME).collect();
                }
                Reply::Option(option) => {
                    let default = option.kind.default_text();
                    self.declared.insert(option.name.to_lowercase(), (option.name, default));
                }
                _ => {}
            }
        }
    }

    /// Sets an option if it declares it and has another value.
    ///
    /// # Errors
    /// It has gone.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Trouble> {
        match self.declared.get(&name.to_lowercase()) {
            Some((name, _)) if self.options.get(name).is_none_or(|set| set != value) => {
                let line = set_option(name, value);
                self.options.insert(name.clone(), value.to_string());
                self.send(&[line])
            }
            _ => Ok(()),
        }
    }

    /// Sets options: those of `wanted` that it declares, and all of the program's own.
    pub(super) fn configure(&mut self, program: &Program, wanted: &[(&str, &str)]) -> Result<(), Trouble> {
        let own = program.options.iter().map(|(name, value)| (name.as_str(), value.as_str(), true));
        let mut lines = Vec::new();
        for (name, value, must) in wanted.iter().map(|&(name, value)| (name, value, false)).chain(own) {
            match self.declared.get(&name.to_lowercase()) {
                Some((name, _)) => {
                    lines.push(set_option(name, value));
                    self.options.insert(name.clone(), value.to_string());
                }
                None if must => {
                    let text = format!("it declares no option {}", quote(name));
                    return Err(Trouble::new(FaultKind::NoHandshake, true, text));
                }
                None => {}
            }
        }
        self.send(&lines)?;
        let refused = self.ready()?;
        match refused.first() {
            Some(error) => Err(Trouble::new(FaultKind::NoHandshake, true, format!("it refuses an option: {error}"))),
            None => Ok(()),
        }
    }
}
