//! The parameters of a Hub engine as UGI options.

use super::registry::COMMON;
use crate::draughts::hub::HubLine;
use kit::options::{Kind, Spec, Values};
use kit::preferences::any_text;

/// The values that the bridge sets itself: English draughts, and the orientation of the specification, in which this
/// program's own Hub engine would otherwise guess.
const FIXED: [(&str, &str); 2] = [("variant", "english"), ("orientation", "plain")];

/// A parameter that an engine declares.
#[derive(Clone, Debug)]
pub(super) struct Param {
    /// The name in Hub.
    pub(super) name: &'static str,
    /// The option; `None` if the bridge sets the parameter itself.
    pub(super) spec: Option<Spec>,
    /// The value that the engine has.
    pub(super) value: String,
}

impl Param {
    /// Reads a `param` line; `None` if it has no name.
    pub(super) fn read(line: &HubLine) -> Option<Self> {
        let name: &'static str = line.get("name").filter(|name| !name.is_empty())?.to_string().leak();
        let value = line.get("value").unwrap_or_default().to_string();
        let is_fixed = FIXED.iter().any(|(fixed, _)| *fixed == name);
        // The name of a common option of the bridge is taken.
        let is_taken = COMMON.iter().any(|spec| spec.name.eq_ignore_ascii_case(name));
        let shown = if is_taken { format!("Hub.{name}").leak() } else { name };
        let spec = (!is_fixed).then(|| Spec { name: shown, kind: kind(line, &value) });
        Some(Self { name, spec, value })
    }

    /// Returns the value that the parameter must get, if it has another one. `line` is the declaration.
    ///
    /// # Errors
    /// Returns the declared values if English draughts is not among them.
    pub(super) fn fixed(&self, line: &HubLine) -> Result<Option<&'static str>, String> {
        let Some((_, wanted)) = FIXED.iter().find(|(name, _)| *name == self.name) else { return Ok(None) };
        let choices = line.get("values").unwrap_or_default();
        let has = choices.is_empty() || choices.split_whitespace().any(|word| word == *wanted);
        match self.name {
            "variant" if !has => Err(choices.to_string()),
            _ => Ok(Some(*wanted).filter(|wanted| has && *wanted != self.value)),
        }
    }

    /// Returns the value that the option has, if it differs from that of the engine.
    pub(super) fn changed(&self, values: &Values) -> Option<String> {
        self.spec.map(|spec| values.text(&spec)).filter(|text| *text != self.value)
    }
}

/// Returns the kind of the option for a `param` line with this value. A declaration that makes no sense becomes a text.
fn kind(line: &HubLine, value: &str) -> Kind {
    let number = |name: &str| line.get(name).and_then(|text| text.parse::<i64>().ok());
    let text = Kind::Text { default: value.to_string().leak(), check: any_text };
    match line.get("type") {
        Some("bool") if ["true", "false"].contains(&value) => Kind::Check { default: value == "true" },
        Some("int") => match (value.parse(), number("min"), number("max")) {
            (Ok(default), Some(min), Some(max)) if (min..=max).contains(&default) => {
                // The protocol has no larger bounds.
                let bounds = |number: i64| number.clamp(i64::from(i32::MIN), i64::from(i32::MAX));
                Kind::Spin { default: bounds(default), min: bounds(min), max: bounds(max) }
            }
            _ => text,
        },
        Some("enum") => {
            let choices = line.get("values").unwrap_or_default().split_whitespace();
            let mut words: Vec<&'static str> = choices.map(|word| &*word.to_string().leak()).collect();
            // The first one is the default.
            match words.iter().position(|word| *word == value) {
                Some(index) => words.swap(0, index),
                None => return text,
            }
            Kind::Combo(words.leak())
        }
        _ => text,
    }
}
