//! Laws of histories: repetitions, and positions that are reached in another way.

use super::law::{Law, law};
use super::positions;
use super::trial::Trial;
use crate::game::Game;
use crate::key_history::KeyHistory;
use crate::session::{OpenGame, Session};
use ugi::{Position, Query, Turn, Viewer};

/// The maximum number of tokens in a game in which repetitions are preferred.
const ROUND: usize = 90;
/// The number of positions that are reached in two ways.
const WAYS: usize = 12;

/// Plays a game that repeats positions where possible. After an irreversible move, no earlier position may recur.
pub(super) fn check<G: Game>(trial: &mut Trial<G>) -> Law {
    let mut position = G::start(&trial.rules);
    let (mut seen, mut keys) = (vec![position.key()], KeyHistory::new(position.key()));
    let mut tokens: Vec<String> = Vec::new();
    trial.place.start();
    while tokens.len() < ROUND && position.turn() != Turn::Over && !keys.ends_game(&position) {
        let choices = match position.turn() {
            Turn::Chance => vec![(G::EVENTS.sample)(&position, trial.rng.next())],
            _ => position.legal().into_iter().map(|action| position.action_text(action)).collect(),
        };
        let mut repeating = Vec::new();
        for token in &choices {
            let (next, irreversible) = positions::advance(&position, token)?;
            keys.push(next.key(), irreversible);
            let oldest = seen.len() - keys.earlier().len();
            let lost = seen[..oldest].contains(&next.key());
            law!(!lost, "After {token}, a position recurs from before a move that `is_irreversible`.");
            repeating.extend(seen.contains(&next.key()).then_some(token));
            keys.pop();
        }
        let likely: Vec<&String> = if repeating.is_empty() { choices.iter().collect() } else { repeating };
        let token = likely[trial.rng.index(likely.len())].clone();
        let (next, irreversible) = positions::advance(&position, &token)?;
        keys.push(next.key(), irreversible);
        seen.push(next.key());
        trial.place.add(&token);
        tokens.push(token);
        position = next;
    }
    check_ways(trial, &tokens)
}

/// Checks that a session which changes from one position of a game to another answers like a new session.
fn check_ways<G: Game>(trial: &mut Trial<G>, tokens: &[String]) -> Law {
    let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
    let open = || Session::<G>::open(trial.values);
    let (mut old, mut seats) = (open(), Vec::new());
    for _ in 0..WAYS {
        let history = Position::from_start(&tokens[..trial.rng.index(tokens.len() + 1)]);
        let mut new = open();
        for session in [&mut old, &mut new] {
            let remarks = session.position(&history);
            law!(remarks == Ok(Vec::new()), "The engine answers `position {history}` with {remarks:?}.");
        }
        seats.resize(G::start(&trial.rules).seats() + 1, ());
        let viewers = || (0..seats.len()).filter_map(Viewer::from_number);
        let views = viewers().flat_map(|viewer| [Query::View(viewer), Query::Fen(Some(viewer))]);
        for query in
            [Query::Fen(None), Query::Turn, Query::Legal, Query::Result, Query::Scores].into_iter().chain(views)
        {
            let answers = [&old, &new].map(|session| session.query(query));
            law!(answers[0] == answers[1], "After `position {history}`, the answers to {query:?} differ: {answers:?}.");
        }
    }
    Ok(())
}
