//! What a plan sets, for programs that show a tournament.

use crate::plan::{Adjudication, Format, Openings, Participant, Plan, Sprt};
use serde::Serialize;
use std::collections::BTreeMap;

/// The settings of a plan that concern all participants, and those of each participant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Settings {
    /// The kind of tournament and its size.
    pub format: Format,
    /// The speed in nodes a second to which clocks are scaled; `None` if they are not.
    pub scale_clock: Option<u64>,
    /// The openings.
    pub openings: Openings,
    /// The rules by which the runner ends games early.
    pub adjudication: Adjudication,
    /// The sequential test.
    pub stop: Option<Sprt>,
    /// The seed; `None` if it is secret.
    pub seed: Option<u64>,
    /// The participants in the order of the plan.
    pub participants: Vec<ParticipantSettings>,
}

/// The settings of a participant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ParticipantSettings {
    /// The name of the participant.
    pub participant: String,
    /// The limit of a move in words.
    pub limit: String,
    /// The options of its engine.
    pub options: BTreeMap<String, String>,
}

impl Settings {
    pub(super) fn of(plan: &Plan) -> Self {
        let participant = |one: &Participant| ParticipantSettings {
            participant: one.name.clone(),
            limit: plan.limits_of(one).to_string(),
            options: one.program.options.clone(),
        };
        Self {
            format: plan.format.clone(),
            scale_clock: plan.limit.scale_clock,
            openings: plan.openings.from.clone(),
            adjudication: plan.adjudication.clone(),
            stop: plan.stop.sprt,
            seed: (!plan.secret_seed).then_some(plan.seed),
            participants: plan.participants.iter().map(participant).collect(),
        }
    }
}
