//! Engine options: the specifications that the engine declares after `ugi`, and their current values.

use std::collections::BTreeMap;
use std::str::FromStr;
use ugi::{OptionKind, OptionLine};

/// Why an option does not accept a value: what it takes instead.
///
/// ```
/// use speltafel_kit::options::ValueError;
///
/// assert_eq!(ValueError("true or false".to_string()).to_string(), "takes true or false");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("takes {0}")]
pub struct ValueError(pub String);

/// The kind of an option, with default and bounds.
///
/// ```
/// use speltafel_kit::prelude::*;
///
/// let accept = |kind, value| Spec { name: "Nim.Option", kind }.accept(value);
/// assert_eq!(accept(Kind::Check { default: true }, "FALSE"), Ok("false".to_string()));
/// assert_eq!(accept(Kind::Combo(&["Normal", "Misere"]), "misere"), Ok("Misere".to_string()));
/// let error = accept(Kind::ZeroOr { default: 0, min: 10, max: 99 }, "5").unwrap_err();
/// assert_eq!(error.to_string(), "takes 0 or a number from 10 to 99");
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
        /// Checks a value and returns the form to store.
        check: fn(&str) -> Result<String, ValueError>,
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
/// assert_eq!(LIMIT.accept("10").unwrap_err().to_string(), "takes a number from 1 to 9");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// The name. Comparisons ignore case.
    pub name: &'static str,
    /// The kind, with default and bounds.
    pub kind: Kind,
}

impl Spec {
    /// Returns the line that declares the option.
    ///
    /// ```
    /// use speltafel_kit::preferences::HASH;
    ///
    /// assert_eq!(HASH.declaration().to_string(), "option name Hash type spin default 16 min 1 max 65536");
    /// ```
    #[must_use]
    pub fn declaration(&self) -> OptionLine {
        let kind = match self.kind {
            Kind::Check { default } => OptionKind::Check { default },
            Kind::Spin { default, min, max } => OptionKind::Spin { default, min, max },
            Kind::ZeroOr { default, max, .. } => OptionKind::Spin { default, min: 0, max },
            Kind::Combo(words) => OptionKind::Combo {
                default: words[0].to_string(),
                choices: words.iter().map(ToString::to_string).collect(),
            },
            Kind::Text { default, .. } => OptionKind::Text { default: default.to_string() },
            Kind::Button => OptionKind::Button,
        };
        OptionLine { name: self.name.to_string(), kind }
    }

    /// Returns the default as text; empty for a button.
    #[must_use]
    pub fn default(&self) -> String {
        self.declaration().kind.default_text()
    }

    /// Checks a value and returns the form to store.
    ///
    /// # Errors
    /// Returns what the option takes instead.
    pub fn accept(&self, value: &str) -> Result<String, ValueError> {
        let number = |zero: bool, min: i64, max: i64| {
            let number = value.parse::<i64>().ok();
            let number = number.filter(|number| zero && *number == 0 || (min..=max).contains(number));
            let or_zero = if zero { "0 or " } else { "" };
            number.map(|number| number.to_string()).ok_or_else(|| format!("{or_zero}a number from {min} to {max}"))
        };
        let word = |words: &[&str], expected: String| {
            let found = words.iter().find(|word| word.eq_ignore_ascii_case(value));
            found.map(ToString::to_string).ok_or(expected)
        };
        match self.kind {
            Kind::Check { .. } => word(&["true", "false"], "true or false".to_string()),
            Kind::Spin { min, max, .. } => number(false, min, max),
            Kind::ZeroOr { min, max, .. } => number(true, min, max),
            Kind::Combo(words) => word(words, format!("one of {}", words.join(" "))),
            Kind::Text { check, .. } => return check(value),
            Kind::Button => Ok(String::new()),
        }
        .map_err(ValueError)
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
