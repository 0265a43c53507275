//! The layers of the protocol (plain UGI and each extension), and a verdict on each layer.

use super::step::Step;
use std::io::{self, Write};
use ugi::FILES;

/// The name of plain UGI in the report.
const PLAIN: &str = "plain UGI";
/// The extensions that have steps of their own. The report gives a verdict on each of them.
const EXTENSIONS: [&str; 9] = ["seats", "chance", "views", "referee", FILES, "facts", "observe", "ids", "tablebase"];

/// The outcome of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StepOutcome {
    Passed,
    Failed,
    /// The handshake failed, so nothing else could be tested.
    NoHandshake,
    /// The engine does not declare the extension or option that the step needs.
    NotDeclared,
    /// The check ended before this step, or the step could not be carried out.
    NotReached,
}

/// Writes the numbers of steps that passed, failed and were skipped, and a verdict on each layer.
pub(super) fn summary(steps: &[&Step], outcomes: &[StepOutcome], out: &mut dyn Write) -> io::Result<()> {
    let [passed, failed, undeclared, unreached] = counts(outcomes);
    writeln!(out, "{passed} ok, {failed} failed, {} skipped", undeclared + unreached)?;
    for name in [PLAIN].into_iter().chain(EXTENSIONS) {
        let of_layer = steps.iter().zip(outcomes).filter(|(step, _)| layer(step) == name).map(|(_, outcome)| *outcome);
        writeln!(out, "{name}: {}", verdict(&of_layer.collect::<Vec<_>>()))?;
    }
    Ok(())
}

/// Returns the layer of a step. A step that needs an option belongs to plain UGI.
fn layer(step: &Step) -> &'static str {
    EXTENSIONS.into_iter().find(|name| *name == step.needs).unwrap_or(PLAIN)
}

fn verdict(outcomes: &[StepOutcome]) -> String {
    match counts(outcomes) {
        _ if outcomes.contains(&StepOutcome::NoHandshake) => "not tested".to_string(),
        [0, 0, _, 0] => "not offered".to_string(),
        [_, 0, _, 0] => "complete".to_string(),
        [_, 0, ..] => "not tested".to_string(),
        [_, failed, _, 0] => format!("incomplete ({failed} failed)"),
        [_, failed, _, unreached] => format!("incomplete ({failed} failed, {unreached} not tested)"),
    }
}

/// Returns the number of steps with each outcome: passed, failed, extension or option not declared, not reached.
fn counts(outcomes: &[StepOutcome]) -> [usize; 4] {
    let count = |wanted: &[StepOutcome]| outcomes.iter().filter(|outcome| wanted.contains(outcome)).count();
    let failed = [StepOutcome::Failed, StepOutcome::NoHandshake];
    [
        count(&[StepOutcome::Passed]),
        count(&failed),
        count(&[StepOutcome::NotDeclared]),
        count(&[StepOutcome::NotReached]),
    ]
}
