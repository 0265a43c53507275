//! Laws of chance events.

use super::law::{Law, law};
use super::positions::word;
use super::texts;
use super::trial::{Sights, Trial};
use crate::game::Game;
use std::collections::BTreeMap;
use ugi::{Turn, Viewer};

/// The number of events that are sampled in order to know all that are possible.
const SAMPLES: u64 = 150;
/// The number of events that are sampled in order to compare them with those listed.
const LISTED_SAMPLES: u64 = 600;
/// By how many standard deviations, with one event more each, their number may differ from the expected one.
const DEVIATIONS: f64 = 6.0;

/// Checks an event, and others that could happen instead. `close` adds wrong tokens.
pub(super) fn check<G: Game>(trial: &mut Trial<G>, position: &G, token: &str, close: bool, sights: &mut Sights) -> Law {
    let name = (G::EVENTS.name)(position);
    word("An event", token)?;
    let rest = token.strip_prefix('!').and_then(|token| token.strip_prefix(name));
    let named = !name.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    law!(named, "The event {token} does not start with !{name}, the name of the event that is due.");
    let seed = trial.rng.next();
    let (one, same) = ((G::EVENTS.sample)(position, seed), (G::EVENTS.sample)(position, seed));
    law!(one == same, "The seed {seed} gives the events {one} and {same}.");
    sights.events_vary |= one != token;
    let canonical = (G::EVENTS.view)(position, token, Viewer::Master, Viewer::Master);
    law!(canonical.as_deref() == Ok(token), "The event {token} is read and then written {canonical:?}.");
    let mut rolled = position.clone();
    (G::EVENTS.roll)(&mut rolled, seed);
    let after = (G::EVENTS.after)(position, &one, Viewer::Master);
    law!(after.as_ref() == Ok(&rolled), "`roll` and the event {one} give different positions.");
    law!(rolled.plies() == position.plies(), "`plies` changes with the event {one}.");
    if close {
        check_outcomes(trial, position)?;
        check_wrong(trial, position, token)?;
    }
    Ok(())
}

/// Checks the events that the game lists with their probabilities, and compares them with sampled events.
fn check_outcomes<G: Game>(trial: &mut Trial<G>, position: &G) -> Law {
    let outcomes = (G::EVENTS.outcomes)(position);
    if outcomes.is_empty() {
        return Ok(());
    }
    let mut counts: BTreeMap<&str, u64> = outcomes.iter().map(|(token, _)| (token.as_str(), 0)).collect();
    law!(counts.len() == outcomes.len(), "`outcomes` lists an event twice: {outcomes:?}.");
    let sum: f64 = outcomes.iter().map(|(_, probability)| probability).sum();
    law!((sum - 1.0).abs() < 1e-6, "The probabilities that `outcomes` lists have the sum {sum}.");
    for (token, probability) in &outcomes {
        law!(*probability > 0.0, "`outcomes` lists the event {token} with the probability {probability}.");
        let read = (G::EVENTS.view)(position, token, Viewer::Master, Viewer::Master);
        law!(read.as_deref() == Ok(token), "`outcomes` lists the event {token}, which is read and written {read:?}.");
    }
    for _ in 0..LISTED_SAMPLES {
        let token = (G::EVENTS.sample)(position, trial.rng.next());
        let count = counts.get_mut(token.as_str());
        *count.ok_or_else(|| format!("The event {token} happens, but `outcomes` does not list it."))? += 1;
    }
    for (token, probability) in &outcomes {
        let (count, expected) = (counts[token.as_str()], LISTED_SAMPLES as f64 * probability);
        let most = DEVIATIONS * ((expected * (1.0 - probability)).max(0.0).sqrt() + 1.0);
        law!(
            (count as f64 - expected).abs() < most,
            "`outcomes` lists the event {token} with the probability {probability}, but {count} of {LISTED_SAMPLES} \
             seeds give it."
        );
    }
    Ok(())
}

/// Checks that a token with one other character is an event only if that event is possible.
fn check_wrong<G: Game>(trial: &mut Trial<G>, position: &G, token: &str) -> Law {
    let mut possible: BTreeMap<String, u64> = BTreeMap::new();
    for _ in 0..SAMPLES {
        *possible.entry((G::EVENTS.sample)(position, trial.rng.next())).or_default() += 1;
    }
    // With few possible events, all of them have been sampled.
    let complete = possible.len() as u64 * 8 < SAMPLES;
    for at in 1..token.len() {
        for sign in token.bytes().chain(*b"?/0123456789AJx").map(char::from) {
            let wrong = token[..at].to_string() + &sign.to_string() + &token[at + 1..];
            let Ok(read) = (G::EVENTS.view)(position, &wrong, Viewer::Master, Viewer::Master) else { continue };
            law!(!complete || possible.contains_key(&read), "The event {wrong} is accepted, but cannot happen.");
            let next = (G::EVENTS.after)(position, &read, Viewer::Master);
            let next =
                next.map_err(|error| format!("The event {wrong} is read and written {read}, which is {error}."))?;
            law!(
                !(G::EVENTS.is_partial)(&next),
                "The master history accepts the event {wrong}, which hides something."
            );
            texts::check(&trial.rules, &next)?;
        }
    }
    let longer = format!("{token}\u{e9}");
    let is_read = (G::EVENTS.view)(position, &longer, Viewer::Master, Viewer::Master).is_ok();
    law!(!is_read, "The event {longer} is read, although it ends with what belongs to no event.");
    let legal = position.turn() == Turn::Chance && position.parse_action(token).is_ok();
    law!(!legal, "The event {token} is also a legal move.");
    Ok(())
}
