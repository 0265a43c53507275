//! Completes the parameters of a plan with what the engine declares.

use crate::model::{Parameter, WantedParameter};
use runner::EngineProcess;
use ugi::{OptionKind, OptionLine};

/// The change of a value in the last iteration, as a fraction of the range, if the plan does not say it.
const CHANGE: f64 = 0.05;
/// The step of the last iteration if the plan does not say it.
const STEP: f64 = 0.002;

/// Completes a parameter with the option that the engine declares. An error names the key that is wrong, empty for the
/// whole parameter, and what would be accepted.
pub fn declared(wanted: &WantedParameter, engine: &EngineProcess) -> Result<Parameter, (&'static str, String)> {
    let text = || format!("the engine declares no option {}{}", wanted.name, engine.option_hint(&wanted.name));
    complete(wanted, engine.option(&wanted.name).ok_or_else(|| ("name", text()))?)
}

fn complete(wanted: &WantedParameter, option: OptionLine) -> Result<Parameter, (&'static str, String)> {
    let OptionLine { name, kind } = option;
    let OptionKind::Spin { default, min: least, max: most } = kind else {
        let text = match kind {
            OptionKind::Other { .. } => "is not declared as a spin option with default, min and max",
            _ => "is no spin option",
        };
        return Err(("name", format!("{name} {text}: only whole numbers are tuned")));
    };
    let [min, max] = [("min", wanted.min, least), ("max", wanted.max, most)].map(|(key, value, own)| match value {
        Some(value) if !(least..=most).contains(&value) => {
            Err((key, format!("{value} is outside the bounds of {name}, {least} to {most}")))
        }
        value => Ok(value.unwrap_or(own)),
    });
    let (min, max) = (min?, max?);
    if min >= max {
        return Err(("max", format!("{max} is not above min = {min}")));
    }
    let start = wanted.start.unwrap_or(default);
    if !(min..=max).contains(&start) {
        return Err(("start", format!("the start {start} is not within {min} to {max}")));
    }
    let range = max as f64 - min as f64;
    let c_end = wanted.c_end.unwrap_or((CHANGE * range).max(Parameter::LEAST_CHANGE));
    if c_end > range {
        return Err(("c_end", format!("{c_end} is more than the range of {range}")));
    }
    Ok(Parameter { name, min, max, start, c_end, r_end: wanted.r_end.unwrap_or(STEP) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(wanted: &WantedParameter, line: &str) -> Result<Parameter, (&'static str, String)> {
        complete(wanted, OptionLine::parse(line).unwrap())
    }

    const LINE: &str = "option name Margin type spin default 80 min 0 max 200";

    #[test]
    fn the_engine_declares_what_the_plan_leaves_out() {
        let found = of(&WantedParameter { name: "margin".to_string(), ..WantedParameter::default() }, LINE).unwrap();
        let expected = Parameter { name: "Margin".to_string(), min: 0, max: 200, start: 80, c_end: 10.0, r_end: 0.002 };
        assert_eq!(found, expected);
        let given = WantedParameter { min: Some(50), max: Some(51), start: Some(51), ..WantedParameter::default() };
        let found = of(&given, LINE).unwrap();
        assert_eq!((found.min, found.max, found.start, found.c_end), (50, 51, 51, 0.5));
    }

    #[test]
    fn parameters_that_do_not_fit_the_option_are_refused() {
        let none = WantedParameter::default();
        for (wanted, key, message) in [
            (WantedParameter { min: Some(-1), ..none.clone() }, "min", "-1 is outside the bounds of Margin, 0 to 200"),
            (
                WantedParameter { max: Some(201), ..none.clone() },
                "max",
                "201 is outside the bounds of Margin, 0 to 200",
            ),
            (WantedParameter { min: Some(200), ..none.clone() }, "max", "200 is not above min = 200"),
            (WantedParameter { max: Some(70), ..none.clone() }, "start", "the start 80 is not within 0 to 70"),
            (WantedParameter { c_end: Some(300.0), ..none.clone() }, "c_end", "300 is more than the range of 200"),
        ] {
            assert_eq!(of(&wanted, LINE), Err((key, message.to_string())));
        }
        for (line, text) in [
            ("option name Own type check default true", "Own is no spin option"),
            ("option name Own type spin default 1", "Own is not declared as a spin option with default, min and max"),
        ] {
            let message = format!("{text}: only whole numbers are tuned");
            assert_eq!(of(&none, line), Err(("name", message)));
        }
    }
}
