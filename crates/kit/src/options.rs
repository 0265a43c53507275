//! Engine options: the specifications that the engine declares after `ugi`, and their current values.

use std::collections::BTreeMap;
use std::str::FromStr;

/// The kind of an option, with default and bounds.
///
/// ```
/// use speltafel_kit::prelude::*;
///
/// let accept = |kind, value| Spec { name: "Nim.Option", kind }.accept(value);
/// assert_eq!(accept(Kind::Check { default: true }, "FALSE"), Ok("false".to_string()));
/// assert_eq!(accept(Kind::Combo(&["Normal", "Misere"]), "misere"), Ok("Misere".to_string()));
/// assert_eq!(accept(Kind::ZeroOr { default: 0, min: 10, max: 99 }, "5"), Err("takes 0 or a number from 10 to 99".to_string()));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Check {
        /// The default.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The default.
        default: i64,
        /// The smallest value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// 0, or a whole number in a range above 0.
    ZeroOr {
        /// The default.
        default: i64,
        /// The smallest value above 0.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of the words; the first is the default.
    Combo(&'static [&'static str]),
    /// A string.
    Text {
        /// The default.
        default: &'static str,
        /// Checks a value. Returns either the form to store or an error message.
        check: fn(&str) -> Result<String, String>,
    },
    /// An action without a value.
    Button,
}

/// The specification of an option.
///
/// ```
/// use speltafel_kit::prelude::*;
///
/// const LIMIT: Spec = Spec { name: "Nim.Limit", kind: Kind::Spin { default: 3, min: 1, max: 9 } };
///
/// let mut values = Values::default();
/// assert_eq!(values.number(&LIMIT), 3);
/// values.set(&LIMIT, LIMIT.accept("5").unwrap());
/// assert_eq!(values.number(&LIMIT), 5);
/// assert_eq!(LIMIT.accept("10").unwrap_err(), "takes a number from 1 to 9");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// The name. Comparisons ignore case.
    pub name: &'static str,
    /// The kind, with default and bounds.
    pub kind: Kind,
}

impl Spec {
    /// Returns the default as text; empty for a button.
    #[must_use]
    pub fn default(&self) -> String {
        match self.kind {
            Kind::Check { default } => default.to_string(),
            Kind::Spin { default, .. } | Kind::ZeroOr { default, .. } => default.to_string(),
            Kind::Combo(words) => words[0].to_string(),
            Kind::Text { default, .. } => default.to_string(),
            Kind::Button => String::new(),
        }
    }

    /// Checks a value and returns the form to store.
    ///
    /// # Errors
    /// Returns an error message to be printed after the option's name, such as `takes true or false`.
    pub fn accept(&self, value: &str) -> Result<String, String> {
        match self.kind {
            Kind::Check { .. } => match value.to_ascii_lowercase().as_str() {
                word @ ("true" | "false") => Ok(word.to_string()),
                _ => Err("takes true or false".to_string()),
            },
            Kind::Spin { min, max, .. } => match value.parse::<i64>() {
                Ok(number) if (min..=max).contains(&number) => Ok(number.to_string()),
                _ => Err(format!("takes a number from {min} to {max}")),
            },
            Kind::ZeroOr { min, max, .. } => match value.parse::<i64>() {
                Ok(number) if number == 0 || (min..=max).contains(&number) => Ok(number.to_string()),
                _ => Err(format!("takes 0 or a number from {min} to {max}")),
            },
            Kind::Combo(words) => words
                .iter()
                .find(|word| word.eq_ignore_ascii_case(value))
                .map(|word| (*word).to_string())
                .ok_or_else(|| format!("takes one of {}", words.join(" "))),
            Kind::Text { check, .. } => check(value),
            Kind::Button => Ok(String::new()),
        }
    }
}

/// Option values by name. An option that is not set has its default. [`Spec`] has an example.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Values(BTreeMap<&'static str, String>);

impl Values {
    /// Stores a value that [`Spec::accept`] returned. Returns whether the value changed.
    pub fn set(&mut self, spec: &Spec, value: String) -> bool {
        let changed = self.text(spec) != value;
        self.0.insert(spec.name, value);
        changed
    }

    /// Returns the current value as text.
    #[must_use]
    pub fn text(&self, spec: &Spec) -> String {
        self.0.get(spec.name).cloned().unwrap_or_else(|| spec.default())
    }

    /// Returns the value of a [`Kind::Spin`] or [`Kind::ZeroOr`] option.
    #[must_use]
    pub fn number(&self, spec: &Spec) -> i64 {
        self.text(spec).parse().unwrap_or_default()
    }

    /// Parses the value of a [`Kind::Combo`] option. Returns `T::default()` if the value cannot be parsed.
    #[must_use]
    pub fn word<T: FromStr + Default>(&self, spec: &Spec) -> T {
        self.text(spec).parse().unwrap_or_default()
    }

    /// Returns the value of a [`Kind::Check`] option.
    #[must_use]
    pub fn flag(&self, spec: &Spec) -> bool {
        self.text(spec) == "true"
    }
}

/// The rules of a game without rule options.
impl From<&Values> for () {
    fn from(_: &Values) -> Self {}
}
