//! The conformance check: named steps in order, each `ok`, `FAIL` with the line that broke it, or `skip` where the engine
//! does not declare the extension; then a verdict on each layer of the protocol.

mod config;
mod files;
mod layers;
mod lines;
mod referee;
mod search;
mod step;
mod tested_engine;
mod views;

use anyhow::Result;
pub use config::CheckConfig;
use layers::StepOutcome;
use std::io::Write;
use step::Step;
use tested_engine::{CheckError, TestedEngine};

/// Goes through all steps, a line for each, then one for the counts and one for each layer of the protocol; true when no
/// step failed.
///
/// # Errors
/// The report cannot be written.
pub fn check(exam: &CheckConfig, out: &mut dyn Write) -> Result<bool> {
    let steps: Vec<&Step> =
        [lines::STEPS, search::STEPS, referee::STEPS, views::STEPS, files::STEPS, lines::EXIT_STEPS]
            .into_iter()
            .flatten()
            .collect();
    let (mut subject, mut outcomes) = (None, Vec::new());
    for step in &steps {
        let result = attempt(step, exam, &mut subject);
        let is_hopeless = matches!(&result, Some(Err(error)) if error.is_fatal);
        match &result {
            None => writeln!(out, "skip {}: {} not declared", step.name, step.needs)?,
            Some(Ok(())) => writeln!(out, "ok   {}", step.name)?,
            Some(Err(error)) => writeln!(out, "FAIL {}: {error}", step.name)?,
        }
        out.flush()?;
        outcomes.push(
            result.map_or(StepOutcome::NotDeclared, |result| {
                result.map_or(StepOutcome::Failed, |()| StepOutcome::Passed)
            }),
        );
        if is_hopeless {
            writeln!(out, "no step without a handshake")?;
            break;
        }
    }
    outcomes.resize(steps.len(), StepOutcome::NotReached);
    layers::summary(&steps, &outcomes, out)?;
    Ok(!outcomes.contains(&StepOutcome::Failed))
}

/// Takes a step with the running engine, or with a new one where none runs; `None`: the engine does not declare what the
/// step needs.
fn attempt(step: &Step, exam: &CheckConfig, subject: &mut Option<TestedEngine>) -> Option<Result<(), CheckError>> {
    let mut begun = match subject.take().map_or_else(|| TestedEngine::start(exam), Ok) {
        Ok(begun) => begun,
        Err(error) => return Some(Err(error)),
    };
    let result = begun.declares(step.needs).then(|| (step.run)(&mut begun));
    // After a failure the next step deserves an engine in a known state.
    if !matches!(result, Some(Err(_))) && !begun.has_quit() {
        *subject = Some(begun);
    }
    result
}
