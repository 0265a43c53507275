//! Engine options as data: what is declared after `ugi`, and the values in effect.
//! Knows no game; each game brings its own list of specifications.

use std::collections::BTreeMap;
use std::str::FromStr;

/// The kind of an option, with its default and its bounds.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Check(bool),
    /// A whole number: default, least, greatest.
    Spin(i64, i64, i64),
    /// 0 or a whole number within bounds above it: default, least, greatest.
    ZeroOr(i64, i64, i64),
    /// One of the words; the first is the default.
    Combo(&'static [&'static str]),
    /// Any text that the function takes; it returns the form to store, or what is wrong.
    Text(&'static str, fn(&str) -> Result<String, String>),
    /// Does something at once and has no value.
    Button,
}

/// One declared option.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// The name as printed; compared without case.
    pub name: &'static str,
    /// Kind, default, bounds.
    pub kind: Kind,
}

impl Spec {
    /// The default as text; empty for a button.
    #[must_use]
    pub fn default(&self) -> String {
        match self.kind {
            Kind::Check(value) => value.to_string(),
            Kind::Spin(value, _, _) | Kind::ZeroOr(value, _, _) => value.to_string(),
            Kind::Combo(words) => words[0].to_string(),
            Kind::Text(value, _) => value.to_string(),
            Kind::Button => String::new(),
        }
    }

    /// The form of `value` to store.
    ///
    /// # Errors
    /// One sentence that says what the option takes.
    pub fn accept(&self, value: &str) -> Result<String, String> {
        match self.kind {
            Kind::Check(_) => match value.to_ascii_lowercase().as_str() {
                word @ ("true" | "false") => Ok(word.to_string()),
                _ => Err("takes true or false".to_string()),
            },
            Kind::Spin(_, least, greatest) => match value.parse::<i64>() {
                Ok(number) if (least..=greatest).contains(&number) => Ok(number.to_string()),
                _ => Err(format!("takes a number from {least} to {greatest}")),
            },
            Kind::ZeroOr(_, least, greatest) => match value.parse::<i64>() {
                Ok(number) if number == 0 || (least..=greatest).contains(&number) => Ok(number.to_string()),
                _ => Err(format!("takes 0 or a number from {least} to {greatest}")),
            },
            Kind::Combo(words) => words
                .iter()
                .find(|word| word.eq_ignore_ascii_case(value))
                .map(|word| (*word).to_string())
                .ok_or_else(|| format!("takes one of {}", words.join(" "))),
            Kind::Text(_, check) => check(value),
            Kind::Button => Ok(String::new()),
        }
    }
}

/// Values by option name; a name that is not set has its default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Values(BTreeMap<&'static str, String>);

impl Values {
    /// Stores a value that [`Spec::accept`] gave. True when it differs from the one before.
    pub fn set(&mut self, spec: &Spec, value: String) -> bool {
        let changed = self.text(spec) != value;
        self.0.insert(spec.name, value);
        changed
    }

    /// The value in effect.
    #[must_use]
    pub fn text(&self, spec: &Spec) -> String {
        self.0.get(spec.name).cloned().unwrap_or_else(|| spec.default())
    }

    /// The value of a spin.
    #[must_use]
    pub fn number(&self, spec: &Spec) -> i64 {
        self.text(spec).parse().unwrap_or_default()
    }

    /// What the word of a combo in effect means; the default of the type where it means nothing.
    #[must_use]
    pub fn word<T: FromStr + Default>(&self, spec: &Spec) -> T {
        self.text(spec).parse().unwrap_or_default()
    }

    /// The value of a check.
    #[must_use]
    pub fn flag(&self, spec: &Spec) -> bool {
        self.text(spec) == "true"
    }
}
