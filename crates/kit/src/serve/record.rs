//! The interchange format `json`, which every game has: one JSON object for each finished game, or for a view of one.
//! Also checks the games that are exported in other formats.

use crate::json::ascii_json;
use crate::options::Values;
use crate::registry::RegisteredGame;
use base::quote::quote;
use game::{Imported, Record};
use serde_json::Value;
use std::str::FromStr;
use ugi::{Base, ErrorCode, GameResult, Position, ProtocolError, Query, Viewer};

/// The most characters of a reason.
const LONGEST_REASON: usize = 40;

/// Why a game cannot be exported or imported: what is wrong in which key, and what would be accepted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum RecordError {
    #[error(
        "expected a JSON object with base and moves, and, if known, game, options, seat, event, site, date, round, \
         seats, time_controls, opening, movers, comments, result, reason, scores and ranks"
    )]
    NoObject,
    #[error("JSON: {0}")]
    Json(String),
    #[error("the text contains {0}, not {1}")]
    NoSuchGame(String, usize),
    #[error("game: expected {expected}, the current Game, found {}", quote(.found))]
    OtherGame { expected: &'static str, found: String },
    #[error("options: {game} has no rule option {}; known: {known}", quote(.name))]
    NoOption { game: &'static str, name: String, known: String },
    #[error("options: {0}")]
    Option(String),
    #[error("base: expected startpos or fen TEXT, found {}", quote(.0))]
    Base(String),
    #[error("{key}: expected {expected}, found {found}")]
    Count { key: &'static str, expected: String, found: usize },
    #[error("{key}: expected {expected}, found {}", quote(.found))]
    Word { key: &'static str, expected: String, found: String },
    #[error("moves: {} is not one word", quote(.0))]
    NoToken(String),
    #[error("{0}")]
    Position(String),
    #[error("moves: {0} is not legal; only the last token may be so, with the reason illegal")]
    Illegal(String),
    #[error("moves: {0}: the game was over before")]
    Over(String),
    #[error("result: the moves end with {by_moves}, found {found}")]
    Result { by_moves: String, found: String },
}

/// Returns the option values under which a game was played: `values`, with those of the game.
pub(super) fn values_of(game: &RegisteredGame, values: &Values, record: &Record) -> Result<Values, RecordError> {
    if ![game.name, ""].contains(&record.game.as_str()) {
        return Err(RecordError::OtherGame { expected: game.name, found: record.game.clone() });
    }
    let mut values = values.clone();
    for (name, value) in &record.options {
        let spec = game.options.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
        let spec = spec.ok_or_else(|| {
            let known = game.options.iter().map(|spec| spec.name).collect::<Vec<_>>().join(", ");
            RecordError::NoOption { game: game.name, name: name.clone(), known }
        })?;
        let accepted = spec.accept(value);
        let accepted =
            accepted.map_err(|error| RecordError::Option(format!("{} {error}, not {}", spec.name, quote(value))))?;
        values.set(spec, accepted);
    }
    Ok(values)
}

/// Checks everything that can be known without playing the game.
pub(super) fn check(game: &RegisteredGame, record: &Record) -> Result<(), RecordError> {
    let [fewest, most] = game.about.seats;
    let seats = if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") };
    for (key, found) in seat_lists(record) {
        if found > 0 && !(fewest..=most).contains(&found) {
            return Err(RecordError::Count { key, expected: format!("none or {seats}, one for each seat"), found });
        }
    }
    let tokens = record.moves.len();
    let lists = [("opening", record.opening), ("movers", record.movers.len()), ("comments", record.comments.len())];
    for (key, found) in lists {
        if found > tokens {
            let expected = format!("at most {tokens}, the number of tokens");
            return Err(RecordError::Count { key, expected, found });
        }
    }
    let word = |key, expected: &str, found: &str| {
        let (expected, found) = (expected.to_string(), found.to_string());
        RecordError::Word { key, expected, found }
    };
    let teams = game.about.teams[1].max(2);
    let result = record.result.parse().ok();
    if !result.is_some_and(|result| !matches!(result, GameResult::Win(team) if team >= teams)) {
        let wins = (1..=teams).map(|team| format!("p{team}win")).collect::<Vec<_>>().join(", ");
        return Err(word("result", &format!("{wins}, draw or none"), &record.result));
    }
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
    if record.reason.len() > LONGEST_REASON || !record.reason.chars().all(is_letter) {
        return Err(word("reason", "at most 40 letters, digits, _, - or .", &record.reason));
    }
    match &record.date {
        Some(date) if !is_date(date) => Err(word("date", "YYYY.MM.DD, with ? for unknown digits, or null", date)),
        _ => Ok(()),
    }
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let sizes: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    sizes == [4, 2, 2] && parts.iter().all(|part| part.chars().all(|digit| digit.is_ascii_digit() || digit == '?'))
}

/// Returns a game as the text of a file: one line, so that files can be concatenated.
pub(super) fn write(game: &RegisteredGame, values: &Values, found: Record) -> Result<String, RecordError> {
    Ok(ascii_json(&complete(game, values, found)?) + "\n")
}

/// Reads the game with a number, from 1, of a text that is a sequence of JSON objects, and counts them.
pub(super) fn parse(
    game: &RegisteredGame,
    values: &Values,
    text: &str,
    number: usize,
) -> Result<Imported, RecordError> {
    let objects: Vec<Value> = serde_json::Deserializer::from_str(text)
        .into_iter()
        .collect::<Result<_, _>>()
        .map_err(|error| RecordError::Json(error.to_string()))?;
    let games = objects.len();
    let counted = || match games {
        0 => "no game".to_string(),
        1 => "one game".to_string(),
        games => format!("{games} games"),
    };
    let object = number.checked_sub(1).and_then(|index| objects.into_iter().nth(index));
    let object = object.ok_or_else(|| RecordError::NoSuchGame(counted(), number))?;
    if !object.is_object() {
        return Err(RecordError::NoObject);
    }
    let found = serde_json::from_value(object).map_err(|error| RecordError::Json(error.to_string()))?;
    let values = values_of(game, values, &found)?;
    check(game, &found)?;
    Ok(Imported { game: complete(game, &values, found)?, games })
}

/// Plays a game under these option values. Returns it with game, rule options and, if the moves end it, result and
/// reason.
fn complete(game: &RegisteredGame, values: &Values, mut found: Record) -> Result<Record, RecordError> {
    let base = Base::parse(&found.base).ok_or_else(|| RecordError::Base(found.base.clone()))?;
    let is_token = |token: &&String| token.as_str() != "moves" && token.split_whitespace().eq([token.as_str()]);
    if let Some(token) = found.moves.iter().find(|token| !is_token(token)) {
        return Err(RecordError::NoToken(token.clone()));
    }
    let mut open = (game.open)(values);
    let viewer = found.seat.map_or(Some(Viewer::Master), Viewer::from_number).unwrap_or_default();
    let moves = found.moves.iter().map(String::as_str).collect();
    let remarks = open.position(&Position { viewer, base, moves }).map_err(failed)?;
    let query = |query| open.query(query).map_err(failed);
    let is_offence = found.reason == "illegal" && matches!(&remarks[..], [one] if one.code == ErrorCode::IllegalMove);
    if let Some(remark) = remarks.into_iter().find(|_| !is_offence) {
        let refused = if remark.code == ErrorCode::GameOver { RecordError::Over } else { RecordError::Illegal };
        return Err(refused(remark.text));
    }
    let seats = query(Query::Seats)?;
    for (key, found) in seat_lists(&found) {
        if found > 0 && found.to_string() != seats {
            return Err(RecordError::Count { key, expected: format!("none or {seats}, one for each seat"), found });
        }
    }
    if query(Query::GameOver)? == "true" {
        let by_moves = query(Query::Result)?;
        if ![by_moves.as_str(), "none"].contains(&found.result.as_str()) {
            return Err(RecordError::Result { by_moves, found: found.result });
        }
        found.result = by_moves;
        if found.reason == "none" {
            found.reason = query(Query::Reason)?;
        }
        found.scores = numbers(&query(Query::Scores)?);
        found.ranks = numbers(&query(Query::Ranks)?);
    }
    found.game = game.name.to_string();
    found.options = game.options.iter().map(|spec| (spec.name.to_string(), values.text(spec))).collect();
    Ok(found)
}

/// Returns the lengths of the lists that have an entry for each seat, by key.
fn seat_lists(record: &Record) -> [(&'static str, usize); 4] {
    [
        ("seats", record.seats.len()),
        ("time_controls", record.time_controls.len()),
        ("scores", record.scores.len()),
        ("ranks", record.ranks.len()),
    ]
}

fn numbers<T: FromStr>(text: &str) -> Vec<T> {
    text.split(' ').filter_map(|number| number.parse().ok()).collect()
}

fn failed(ProtocolError { code, text }: ProtocolError) -> RecordError {
    let text = text.strip_prefix("position: ").unwrap_or(&text);
    let key = if code == ErrorCode::BadFen { "base: " } else { "" };
    RecordError::Position(format!("{key}{text}"))
}
