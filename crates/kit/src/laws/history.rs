//! Laws of histories: repetitions, and positions that are reached in another way.

use super::law::{Law, law};
use super::positions;
use super::trial::Trial;
use crate::game::Game;
use crate::json::ascii_json;
use crate::key_history::KeyHistory;
use crate::registry::RegisteredGame;
use crate::serve::files::answer_query;
use crate::session::{OpenGame, Session};
use game::{Imported, Record};
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
    check_ways(trial, &tokens)?;
    check_files(trial, &tokens)
}

/// Checks that the game and its views are written as files and read back, and that a file with a wrong token is
/// refused.
fn check_files<G: Game>(trial: &Trial<G>, tokens: &[String]) -> Law {
    let game = RegisteredGame::of::<G>();
    let ask = |query: Query| answer_query(&game, trial.values, query).unwrap_or_else(|| Ok(String::new()));
    let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
    let mut session = Session::<G>::open(trial.values);
    let loaded = session.position(&Position::from_start(&tokens));
    law!(loaded.is_ok(), "The engine answers the whole game with {loaded:?}.");
    let views = (0..=G::start(&trial.rules).seats()).filter_map(Viewer::from_number);
    let views = views.map(|viewer| session.query(Query::View(viewer)).unwrap_or_default());
    for line in views.chain([format!("position {}", Position::from_start(&tokens))]) {
        let text = line.strip_prefix("position ").unwrap_or_default();
        let shown = Position::parse(text).map_err(|error| format!("The view {line} is {error}."))?;
        let moves: Vec<String> = shown.moves.iter().map(ToString::to_string).collect();
        let seat = shown.viewer.number();
        let found = Record { seat, base: shown.base.to_string(), moves, ..Record::default() };
        let written = ask(Query::Export("json", &ascii_json(&found)));
        let text = written.map_err(|error| format!("`{line}` is not written: {error}."))?;
        let read = ask(Query::Import("json", 1, &text)).map_err(|error| format!("{text} is not read: {error}."))?;
        let read: Imported = serde_json::from_str(&read).map_err(|error| error.to_string())?;
        let Record { game: name, options, result, reason, scores, ranks, .. } = read.game.clone();
        let options_fit = options.len() == G::OPTIONS.len() && (name.as_str(), read.games) == (G::NAME, 1);
        let same = read.game == Record { game: name, options, result, reason, scores, ranks, ..found };
        law!(same && options_fit, "`{line}` is written as {text} and read back as {read:?}.");
        let wrong = text.replacen(r#"\"moves\":["#, r#"\"moves\":[\"?\","#, 1);
        let is_refused = ask(Query::Import("json", 1, &wrong)).is_err();
        law!(is_refused || shown.moves.is_empty(), "{wrong} is read, although its first token is wrong.");
    }
    Ok(())
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
