//! Replays recorded games in a referee.

use crate::error::RunnerError;
use crate::record::Record;
use base::quote::quote;
use serde::de::DeserializeOwned;
use ugi::board::{Board, Cells};
use ugi::facts::MoveFacts;
use ugi::{Base, Client, ClientError, History, Pipe, Query, QueryAnswer, QueryAnswers, position_queries};

/// Sets the game and the rule options of a record in the referee.
///
/// # Errors
/// Returns an error if a string of the record cannot be sent, such as a move with a line break, or if the referee fails
/// or rejects an option.
///
/// See the example of [`boards`].
pub fn set_rules(record: &Record, referee: &mut Client<impl Pipe>) -> Result<(), RunnerError> {
    let error = |text: &str, why| RunnerError::Record { id: quote(&record.id), text: quote(text), why };
    let game = &record.played;
    Base::parse(&game.base).ok_or_else(|| error(&game.base, "neither startpos nor fen TEXT"))?;
    if let Some(word) = game.moves.iter().find(|word| !is_word(word)) {
        return Err(error(word, "not a word of the protocol"));
    }
    if game.game.contains(char::is_control) {
        return Err(error(&game.game, "not the name of a game"));
    }
    // Names and values may have blanks inside.
    let is_wrong = |(name, value): &(&String, &String)| {
        name.is_empty() || [name, value].iter().any(|text| text.contains(char::is_control))
    };
    if let Some((name, value)) = game.options.iter().find(is_wrong) {
        return Err(error(&format!("{name}={value}"), "not an option and its value"));
    }
    Ok(referee.set_rules(&game.game, &game.options)?)
}

/// Returns the board cells of a recorded game, and its boards before the first token and after each one.
///
/// # Errors
/// Returns any error of [`set_rules`], and an error if the referee fails or does not answer with a board.
///
/// ```no_run
/// use speltafel_runner::results::{RESULTS, load_file};
/// use speltafel_runner::{Program, open_referee, replay};
/// use std::path::Path;
/// use std::time::Duration;
///
/// let records = load_file(&Path::new("match").join(RESULTS))?;
/// let program = Program { command: "speltafel".into(), ..Program::default() };
/// let mut referee = open_referee(&program, None, Duration::from_secs(10))?;
/// let (cells, boards) = replay::boards(&records[0], &mut referee)?;
/// println!("{} cells, {} boards", cells.cells.len(), boards.len());
/// let facts = replay::facts(&records[0], "en", &mut referee)?;
/// println!("{}", facts[0].words);
/// # Ok::<(), speltafel_runner::RunnerError>(())
/// ```
pub fn boards(record: &Record, referee: &mut Client<impl Pipe>) -> Result<(Cells, Vec<Board>), RunnerError> {
    set_rules(record, referee)?;
    let mut history = History::new(&record.played.base, &[]);
    let mut lines = position_queries(history.line(), &[Query::Cells, Query::Board]);
    for token in &record.played.moves {
        history.push(token);
        lines.extend(position_queries(history.line(), &[Query::Board]));
    }
    let mut answers = ask(referee, &lines)?.into_iter();
    let cells = json("cells", answers.next())?;
    Ok((cells, answers.map(|answer| json("board", Some(answer))).collect::<Result<_, _>>()?))
}

/// Returns what each token of a recorded game does, with words in this language.
///
/// # Errors
/// Returns any error of [`set_rules`], and an error if the referee fails or does not know the facts of a token, for
/// example because it lacks the extension `facts`.
///
/// See the example of [`boards`].
pub fn facts(record: &Record, language: &str, referee: &mut Client<impl Pipe>) -> Result<Vec<MoveFacts>, RunnerError> {
    set_rules(record, referee)?;
    let lines =
        position_queries(History::new(&record.played.base, &record.played.moves).line(), &[Query::Steps(language)]);
    json("steps", ask(referee, &lines)?.pop())
}

/// Sends position lines with queries. A line that the referee refuses leaves the position before, so it is an error.
fn ask(referee: &mut Client<impl Pipe>, lines: &[String]) -> Result<Vec<QueryAnswer>, RunnerError> {
    let QueryAnswers { answers, errors, .. } = referee.ask_all(lines)?;
    match errors.into_iter().next() {
        Some(error) => Err(ClientError::Explained { error }.into()),
        None => Ok(answers),
    }
}

/// Parses the answer to a query.
fn json<T: DeserializeOwned>(query: &str, answer: Option<QueryAnswer>) -> Result<T, RunnerError> {
    let value = match answer {
        Some(Ok(text)) => serde_json::from_str(&text).map_err(|error| error.to_string()),
        Some(Err(code)) => Err(format!("error {code}")),
        None => Err("no answer".to_string()),
    };
    value.map_err(|why| RunnerError::Answer { query: query.to_string(), why })
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|letter: char| letter.is_whitespace() || letter.is_control())
}
