//! The layers of the protocol, plain UGI and its extensions: is each of them complete?

use super::step::Step;
use crate::client::FILES;
use anyhow::Result;
use std::io::Write;

/// What plain UGI is called in the report.
const PLAIN: &str = "plain UGI";
/// The extensions that have steps.
const EXTENSIONS: [&str; 5] = ["seats", "chance", "views", "referee", FILES];

/// What became of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StepOutcome {
    Passed,
    Failed,
    /// The engine does not declare what the step needs.
    NotDeclared,
    /// The check ended before.
    NotReached,
}

/// Writes how many steps passed, failed and were skipped, and a line for each layer.
pub(super) fn summary(steps: &[&Step], outcomes: &[StepOutcome], out: &mut dyn Write) -> Result<()> {
    let [passed, failed, undeclared, unreached] = counts(outcomes);
    writeln!(out, "{passed} ok, {failed} failed, {} skipped", undeclared + unreached)?;
    for name in [PLAIN].into_iter().chain(EXTENSIONS) {
        let own = steps.iter().zip(outcomes).filter(|(step, _)| layer(step) == name).map(|(_, outcome)| *outcome);
        writeln!(out, "{name}: {}", verdict(&own.collect::<Vec<_>>()))?;
    }
    Ok(())
}

/// The layer of a step: a step about an option belongs to plain UGI.
fn layer(step: &Step) -> &'static str {
    EXTENSIONS.into_iter().find(|name| *name == step.needs).unwrap_or(PLAIN)
}

fn verdict(outcomes: &[StepOutcome]) -> String {
    match counts(outcomes) {
        [0, 0, _, 0] => "not offered".to_string(),
        [_, 0, _, 0] => "complete".to_string(),
        [_, 0, ..] => "not tested".to_string(),
        [_, failed, _, 0] => format!("incomplete ({failed} failed)"),
        [_, failed, _, unreached] => format!("incomplete ({failed} failed, {unreached} not tested)"),
    }
}

/// How many passed, failed, were not declared, were not reached.
fn counts(outcomes: &[StepOutcome]) -> [usize; 4] {
    [StepOutcome::Passed, StepOutcome::Failed, StepOutcome::NotDeclared, StepOutcome::NotReached]
        .map(|wanted| outcomes.iter().filter(|outcome| **outcome == wanted).count())
}
