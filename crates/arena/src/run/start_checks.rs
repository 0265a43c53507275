//! What is checked before the first game, besides the plan: that every engine starts and can play the game, and that
//! the machine has enough cores.

use super::tuning::find_parameters;
use crate::affinity::Cores;
use crate::engine_pool::{cannot_start, start};
use crate::game::GameContext;
use crate::openings::{Opening, random_move};
use crate::plan::{Openings, Parameter, Participant, Plan, Source};
use crate::referee::RefereeClient;
use anyhow::{Result, bail};
use base::counted::counted;
use base::rng::Rng;
use runner::record::FaultKind;
use runner::{Dialogue, EngineError, EngineProcess, Guard, Log};
use ugi::{History, Query, Turn};

/// More engines at once than this many times the cores are an error.
const MAX_PER_CORE: usize = 2;

/// What the starts of the engines have shown.
#[derive(Default)]
pub(super) struct Checked {
    /// The names of the engines.
    pub(super) lines: Vec<String>,
    pub(super) warnings: Vec<String>,
    /// The parameters of a tuning.
    pub(super) parameters: Vec<Parameter>,
}

/// Starts every engine once, on these cores or on any, and checks that it can play the game. Errors are recorded in
/// `source`.
pub(super) fn check_engines(
    plan: &Plan,
    game: &GameContext,
    referee: &mut RefereeClient,
    guard: &Guard,
    cores: Option<&Cores>,
    source: &mut Source,
) -> Result<Checked> {
    let mut checked = Checked::default();
    for (index, participant) in plan.participants.iter().enumerate() {
        let (name, key) = (&participant.name, format!("participant.{index}"));
        match start(plan, participant, Some(guard), cores, Dialogue::new(name, Log::default())) {
            Ok(mut engine) => {
                checked.lines.push(format!("{name}: {}", engine.id));
                match check_engine(plan, game, &mut engine, referee) {
                    Ok(warnings) => {
                        checked.warnings.extend(warnings.iter().map(|text| format!("participant {name} {text}")));
                    }
                    Err(text) => source.error(&key, format!("participant {name} {text}")),
                }
                checked.parameters = find_parameters(plan, game, participant, &engine, source);
                engine.close();
            }
            Err(error) if error.out_of_resources => bail!(cannot_start(participant, &error)),
            Err(error) => source.error(&place(&key, participant, &error), cannot_start(participant, &error)),
        }
    }
    Ok(checked)
}

/// Returns the key to which a failed start is attributed: the option that the engine refuses, if the participant sets
/// it, otherwise the participant.
fn place(key: &str, participant: &Participant, error: &EngineError) -> String {
    match error.option.as_ref().filter(|option| participant.program.options.contains_key(*option)) {
        Some(option) => format!("{key}.options.{option}"),
        None => key.to_string(),
    }
}

/// Returns the warnings about a started engine, or the reason why it cannot play the game. Both continue a sentence
/// that begins with the participant.
fn check_engine(
    plan: &Plan,
    game: &GameContext,
    engine: &mut EngineProcess,
    referee: &mut RefereeClient,
) -> Result<Vec<String>, String> {
    let name = &plan.game.name;
    if game.hidden && !engine.has_extension("views") {
        return Err(format!(
            "cannot play {name}: it has hidden information, and the engine does not support views (UGI_Extensions)"
        ));
    }
    let mut warnings = Vec::new();
    if !engine.has_option("Game") {
        warnings.push(format!("has no option Game: it must play {name} without being told"));
        // The views of a game with hidden information are not compared.
        let position =
            if game.hidden { None } else { position_after_a_move(referee).map_err(|error| error.to_string())? };
        match position.as_ref().map(|line| (line, engine.ask(line, Query::GameOver))) {
            Some((line, Ok(words))) if words == ["true"] => {
                return Err(format!(
                    "does not play {name}: the engine has no option Game, and for it the game is over after `{line}`"
                ));
            }
            Some((_, Err(error))) if error.kind == FaultKind::Crash => {
                return Err(format!("does not play {name}: {error}"));
            }
            Some((_, Err(error))) => warnings.push(format!("may not play {name}: {error}")),
            _ => {}
        }
    }
    let missing = plan.game.options.keys().filter(|option| !engine.has_option(option)).map(String::as_str);
    let missing: Vec<&str> = missing.collect();
    if !missing.is_empty() {
        warnings.push(format!("cannot be told the rules: it has no option {}", missing.join(", ")));
    }
    Ok(warnings)
}

/// Returns a `position` line with one random move; `None` if the game is over then.
fn position_after_a_move(referee: &mut RefereeClient) -> Result<Option<String>> {
    let mut opening = Opening::start();
    if let Turn::Seat(_) = opening.add_events(referee, |event| event)? {
        opening.moves.push(random_move(referee, &mut Rng::new(1))?);
    }
    let is_over = opening.turn(referee)? == Turn::Over;
    Ok((!is_over).then(|| History::new(&opening.base, &opening.moves).line().to_string()))
}

/// Returns a warning if all games of a pairing may be the same.
pub(super) fn check_openings(plan: &Plan, game: &GameContext) -> Option<String> {
    let is_alike = plan.openings.from == Openings::Start && !game.chance && plan.format.games > 1;
    is_alike.then(|| {
        "no openings: all games begin at the start position, and engines that always play alike repeat their \
         games; see --openings-from"
            .to_string()
    })
}

/// Compares the number of engines that think at once with the number of `cores`. Returns a warning if there are more
/// engines than cores. Records an error if there are more than [`MAX_PER_CORE`] for each core, unless `force` is true.
pub(super) fn check_cores(engines: usize, cores: usize, force: bool, source: &mut Source) -> Option<String> {
    let text = format!(
        "{engines} engines think at once on {}, and will lose games on time or play worse",
        counted(cores, "core")
    );
    if engines > MAX_PER_CORE * cores && !force {
        let most = MAX_PER_CORE * cores;
        source.error(
            "run.concurrency",
            format!("{text}: use at most {cores}, or up to {most} with a warning, or add --force-concurrency"),
        );
        return None;
    }
    (engines > cores).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_compared_with_cores() {
        let check = |engines, force| {
            let mut source = Source::default();
            let warning = check_cores(engines, 2, force, &mut source);
            (warning.is_some(), source.finish().err().map(|error| error.to_string()))
        };
        assert_eq!(check(2, false), (false, None));
        assert_eq!(check(3, false), (true, None));
        assert_eq!(check(4, false), (true, None));
        assert_eq!(check(5, true), (true, None));
        let (is_warning, error) = check(5, false);
        let start = "--concurrency: 5 engines think at once on 2 cores";
        assert!(!is_warning && error.as_ref().is_some_and(|error| error.starts_with(start)), "{error:?}");
    }
}
