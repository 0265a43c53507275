//! Answers to the queries of the extension `files`: decks of openings, and finished games in interchange formats.

use super::record::{self, RecordError};
use crate::error::with_causes;
use crate::interchange::InterchangeFormat;
use crate::json::ascii_json;
use crate::options::Values;
use crate::registry::RegisteredGame;
use base::quote::{quote, quote_in};
use game::Record;
use serde::de::DeserializeOwned;
use ugi::{Base, ErrorCode, JSON_FORMAT, ProtocolError, Query};

/// Answers a query about the current game. Returns `None` if the query is not part of the extension `files`.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::prelude::*;
/// use speltafel_kit::serve::files::answer_query;
/// use nim::REGISTRY;
/// use ugi::Query;
///
/// let answer = |query| answer_query(&REGISTRY.games()[0], &Values::default(), query);
/// assert_eq!(answer(Query::Decks), Some(Ok(String::new())));
/// assert!(answer(Query::Deck("short")).is_some_and(|answer| answer.is_err()));
/// assert_eq!(answer(Query::Legal), None);
/// ```
#[must_use]
pub fn answer_query(game: &RegisteredGame, values: &Values, query: Query) -> Option<Result<String, ProtocolError>> {
    Some(match query {
        Query::Decks => Ok(deck_names(game)),
        Query::Deck(name) => deck(game, values, name),
        Query::Formats => Ok(format_names(game)),
        Query::Export(format, json) => export(game, values, format, json),
        Query::Import(format, number, json) => import(game, values, format, number, json),
        _ => return None,
    })
}

/// Returns whether an `info string error` line with the reason precedes the answer if this query fails.
///
/// ```
/// use speltafel_kit::serve::files::is_explained;
/// use ugi::Query;
///
/// assert!(is_explained(Query::Deck("short")) && !is_explained(Query::Decks));
/// ```
#[must_use]
pub const fn is_explained(query: Query) -> bool {
    matches!(query, Query::Deck(_) | Query::Export(..) | Query::Import(..))
}

fn deck_names(game: &RegisteredGame) -> String {
    game.decks.iter().map(|deck| deck.name).collect::<Vec<_>>().join(" ")
}

fn deck(game: &RegisteredGame, values: &Values, name: &str) -> Result<String, ProtocolError> {
    let deck = game.decks.iter().find(|deck| deck.name == name);
    let deck = deck.ok_or_else(|| unknown(game, "deck of openings", name, &deck_names(game)))?;
    Ok(ascii_json(&(deck.openings)(values)))
}

fn export(game: &RegisteredGame, values: &Values, format: &str, json: &str) -> Result<String, ProtocolError> {
    let format = find_format(game, format)?;
    if !json.trim_start().starts_with('{') {
        return Err(bad(RecordError::NoObject));
    }
    let found: Record = read(json)?;
    let values = record::values_of(game, values, &found).map_err(bad)?;
    record::check(game, &found).map_err(bad)?;
    let Some(format) = format else {
        return record::write(game, &values, found).map(|written| ascii_json(&written)).map_err(bad);
    };
    if found.seat.is_some() {
        return Err(bad(format!("seat: only the format {JSON_FORMAT} has views")));
    }
    let base = Base::parse(&found.base).ok_or_else(|| bad(RecordError::Base(found.base.clone())))?;
    let written = (format.write)(&values, &found);
    let text = base.fen().unwrap_or_default();
    written.map(|written| ascii_json(&written)).map_err(|error| bad(quote_in(&with_causes(&*error), text)))
}

fn import(
    game: &RegisteredGame,
    values: &Values,
    format: &str,
    number: usize,
    json: &str,
) -> Result<String, ProtocolError> {
    let format = find_format(game, format)?;
    if number == 0 {
        return Err(bad("games are counted from 1"));
    }
    let text: String = read(json)?;
    let imported = match format {
        None => record::parse(game, values, &text, number).map_err(bad)?,
        Some(format) => (format.parse)(values, &text, number).map_err(|error| bad(with_causes(&*error)))?,
    };
    Ok(ascii_json(&imported))
}

/// Returns the format of this name: one of the game's own, or `None` for the one that every game has.
fn find_format(game: &RegisteredGame, name: &str) -> Result<Option<InterchangeFormat>, ProtocolError> {
    let own = game.interchange_format.filter(|format| format.extension == name);
    if own.is_some() || name == JSON_FORMAT {
        return Ok(own);
    }
    Err(unknown(game, "interchange format", name, &format_names(game)))
}

/// Returns the formats of a game, its own first.
fn format_names(game: &RegisteredGame) -> String {
    let own = game.interchange_format.map(|format| format.extension);
    own.into_iter().chain([JSON_FORMAT]).collect::<Vec<_>>().join(" ")
}

fn unknown(game: &RegisteredGame, what: &str, name: &str, known: &str) -> ProtocolError {
    let known = if known.is_empty() { "none".to_string() } else { known.replace(' ', ", ") };
    bad(format!("{} has no {what} {}; known: {known}", game.name, quote(name)))
}

fn bad(text: impl ToString) -> ProtocolError {
    ProtocolError::new(ErrorCode::BadArgument, text.to_string())
}

fn read<T: DeserializeOwned>(json: &str) -> Result<T, ProtocolError> {
    serde_json::from_str(json).map_err(|error| bad(format!("JSON: {error}")))
}
