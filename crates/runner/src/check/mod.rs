//! The conformance check runs a list of steps on an engine and gives a verdict on each layer of the protocol.
//!
//! The report has one line per step: `ok`, `FAIL` with the line that was wrong, or `skip` if the engine does not
//! declare the extension or option that the step needs. The last lines of the engine's standard error follow a `FAIL`.

mod config;
mod facts;
mod files;
mod layers;
mod lines;
mod rules;

mod search;
mod step;
mod tested_engine;
mod views;

pub use config::CheckConfig;
use layers::StepOutcome;
use std::io::{self, Write};
use step::Step;
use tested_engine::{CheckError, TestedEngine, shown};

/// Checks an engine and writes the report: one line per step, one line with the number of steps that passed, failed and
/// were skipped, and one line per layer of the protocol. Returns whether no step failed.
///
/// # Errors
/// Returns an error if the report cannot be written.
///
/// ```
/// use std::time::Duration;
/// use speltafel_runner::{CheckConfig, Program, check};
///
/// // There is no such program, so the check ends after its first step.
/// let program = Program { command: "/no/such/engine".into(), ..Program::default() };
/// let config = CheckConfig { program: &program, game: None, timeout: Duration::from_secs(10), guard: None };
/// let mut report = Vec::new();
/// assert!(!check(&config, &mut report)?);
/// assert!(String::from_utf8(report)?.contains("the check ends here because the handshake failed"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(config: &CheckConfig, out: &mut dyn Write) -> io::Result<bool> {
    let parts =
        [lines::STEPS, search::STEPS, rules::STEPS, views::STEPS, files::STEPS, facts::STEPS, lines::EXIT_STEPS];
    let steps: Vec<&Step> = parts.into_iter().flatten().collect();
    let (mut engine, mut outcomes) = (None, Vec::new());
    for step in &steps {
        let result = attempt(step, config, &mut engine);
        let is_fatal = matches!(&result, Some(Err(error)) if error.is_fatal);
        let (mark, note, outcome) = match &result {
            None => ("skip", format!(": {} not declared", step.needs), StepOutcome::NotDeclared),
            Some(Ok(())) => ("ok  ", String::new(), StepOutcome::Passed),
            Some(Err(error)) if error.is_untested => ("skip", format!(": {error}"), StepOutcome::NotReached),
            Some(Err(error)) if error.is_fatal => ("FAIL", format!(": {error}"), StepOutcome::NoHandshake),
            Some(Err(error)) => ("FAIL", format!(": {error}"), StepOutcome::Failed),
        };
        writeln!(out, "{mark} {}{note}", step.name)?;
        for line in result.iter().filter_map(|result| result.as_ref().err()).flat_map(|error| &error.stderr) {
            writeln!(out, "     standard error: {}", shown(line))?;
        }
        out.flush()?;
        outcomes.push(outcome);
        if is_fatal {
            writeln!(out, "the check ends here because the handshake failed")?;
            break;
        }
    }
    outcomes.resize(steps.len(), StepOutcome::NotReached);
    layers::summary(&steps, &outcomes, out)?;
    Ok(!outcomes.contains(&StepOutcome::Failed) && !outcomes.contains(&StepOutcome::NoHandshake))
}

/// Runs a step; starts an engine if none is running. Returns `None` if the engine does not declare the extension or
/// option that the step needs.
fn attempt(step: &Step, config: &CheckConfig, engine: &mut Option<TestedEngine>) -> Option<Result<(), CheckError>> {
    let mut running = match engine.take().map_or_else(|| TestedEngine::start(config), Ok) {
        Ok(running) => running,
        Err(error) => return Some(Err(error)),
    };
    running.begin_step();
    let mut result = running.declares(step.needs).then(|| (step.run)(&mut running));
    if let Some(Err(error)) = &mut result {
        error.stderr = running.stderr();
    }
    // After a failure the state of the engine is unknown, so the next step starts a new process.
    if !matches!(result, Some(Err(_))) && !running.has_quit() {
        *engine = Some(running);
    }
    result
}
