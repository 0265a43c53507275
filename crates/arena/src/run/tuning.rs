//! The start of a tuning.

use crate::game::GameContext;
use crate::plan::{PARAMETERS, Parameter, Participant, Plan, Source};
use crate::tune::declared;
use runner::EngineProcess;

/// Completes the parameters of a tuning with what the engine of its participant declares. Errors are recorded in
/// `source`.
pub(super) fn find_parameters(
    plan: &Plan,
    game: &GameContext,
    participant: &Participant,
    engine: &EngineProcess,
    source: &mut Source,
) -> Vec<Parameter> {
    let wanted = plan.tune.iter().flat_map(|tune| &tune.wanted).enumerate();
    let found = wanted.filter_map(|(index, wanted)| {
        let refused = declared(wanted, engine).and_then(|parameter| {
            let is_set = fixed(plan, game, participant).any(|name| name.eq_ignore_ascii_case(&parameter.name));
            if is_set {
                Err(("name", format!("{} is set to one value in all games", parameter.name)))
            } else {
                Ok(parameter)
            }
        });
        refused.map_err(|(key, text)| source.error(&format!("{PARAMETERS}.{index}.{key}"), text)).ok()
    });
    found.collect()
}

/// Returns the options that are not tuned: those of the rules, of the participant, and those that the runner sets.
fn fixed<'a>(plan: &'a Plan, game: &'a GameContext, participant: &'a Participant) -> impl Iterator<Item = &'a str> {
    let own = participant.program.options.keys().chain(plan.game.options.keys());
    ["Game", "Seed"].into_iter().chain(game.options.keys().chain(own).map(String::as_str))
}

/// Begins the tuning of a plan with these parameters: its participant gets two copies. Returns a line for each
/// parameter.
pub(super) fn begin_tuning(plan: &mut Plan, parameters: Vec<Parameter>) -> Vec<String> {
    let Some(tune) = &mut plan.tune else { return Vec::new() };
    let copies = |participant: &Participant| {
        ["+", "-"].map(|sign| Participant { name: format!("{}{sign}", participant.name), ..participant.clone() })
    };
    plan.participants = plan.participants.iter().flat_map(copies).collect();
    let line = |Parameter { name, min, max, start, c_end, r_end }: &Parameter| {
        format!("{name}: {min} to {max}, start {start}, c_end {c_end}, r_end {r_end}")
    };
    let lines = parameters.iter().map(line).collect();
    tune.wanted.clear();
    tune.parameters = parameters;
    lines
}
