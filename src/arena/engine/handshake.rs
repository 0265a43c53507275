//! The first words with an engine: what it calls itself, which options it declares, which ones it is sent.

use super::{Engine, Trouble};
use crate::arena::plan::Program;
use crate::arena::record::FaultKind;
use base::quote::quote;
use std::time::{Duration, Instant};
use ugi::Command as Order;
use ugi::reply::Heard;

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
            if Heard::read(&line) == Heard::UgiOk {
                return Ok(());
            }
            if let Some(id) = line.trim_start().strip_prefix("id name ") {
                // It is shown in terminals.
                self.id = id.trim().chars().filter(|sign| !sign.is_control()).take(LONGEST_NAME).collect();
            } else if let Some((name, default)) = declared(&line) {
                self.declared.insert(name.to_lowercase(), (name, default));
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

/// The line that sets an option; a button has no value.
pub(super) fn set_option(name: &str, value: &str) -> String {
    let value = (!value.is_empty()).then_some(value);
    Order::SetOption { name: name.to_string(), value }.to_string()
}

/// Name and default of an `option name … type … [default …]` line.
fn declared(line: &str) -> Option<(String, String)> {
    let text = line.trim().strip_prefix("option name ")?;
    let (name, rest) = text.split_once(" type ")?;
    let default = rest.split_once(" default ").map_or("", |(_, default)| default);
    // Behind the default of a spin or a combo stand its bounds or choices.
    let default = [" min ", " max ", " var "]
        .iter()
        .filter_map(|word| default.find(word))
        .min()
        .map_or(default, |end| &default[..end]);
    Some((name.trim().to_string(), default.trim().to_string()))
}

#[cfg(test)]
mod tests {
    use super::declared;

    #[test]
    fn declarations_are_read_as_engines_write_them() {
        let found = |line| declared(line).map(|(name, default)| format!("{name}={default}"));
        assert_eq!(found("option name Hash type spin default 16 min 1 max 2"), Some("Hash=16".to_string()));
        assert_eq!(found("option name Clear Hash type button"), Some("Clear Hash=".to_string()));
        assert_eq!(found("option name X type combo default a b var a b var c"), Some("X=a b".to_string()));
        assert_eq!(
            found("option name UGI_Extensions type string default seats,views"),
            Some("UGI_Extensions=seats,views".to_string())
        );
        assert_eq!(found("option Hash"), None);
    }
}
