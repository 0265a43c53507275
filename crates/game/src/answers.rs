//! Typed answers to a batch of queries.

use serde::de::DeserializeOwned;
use std::str::FromStr;
use thiserror::Error;
use ugi::{ClientError, ErrorCode, History, ProtocolError, QueryAnswer, QueryAnswers, Turn};

/// Why an answer of the referee cannot be used.
///
/// ```
/// # extern crate ugi as speltafel_ugi;
/// use speltafel_game::AnswerError;
/// use speltafel_ugi::ErrorCode;
///
/// let error = AnswerError::Code { question: "query draw 1".to_string(), code: ErrorCode::NoChance };
/// assert_eq!(error.to_string(), "the referee: query draw 1: error no_chance");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum AnswerError {
    /// The batch has no further answer.
    #[error("the referee does not answer all queries")]
    Missing,
    /// The answer is an error.
    #[error("the referee: {question}: error {code}")]
    Code {
        /// The line of the query.
        question: String,
        /// The error.
        code: ErrorCode,
    },
    /// The answer has another form than the query demands.
    #[error("the referee: {question}: {why}")]
    Unexpected {
        /// The line of the query.
        question: String,
        /// What is wrong with it.
        why: String,
    },
}

/// The answers to a batch of lines, in the order of its queries.
///
/// ```
/// # extern crate ugi as speltafel_ugi;
/// use speltafel_game::Answers;
/// use speltafel_ugi::{Query, QueryAnswers, Seat, Turn, position_queries};
///
/// let lines = position_queries("position startpos", &[Query::Turn, Query::Seats]);
/// let mut given = QueryAnswers::default();
/// given.answers = vec![Ok("p1".to_string()), Ok("two".to_string())];
/// let mut answers = Answers::new(&lines, given);
/// assert_eq!(answers.turn()?, Turn::Seat(Seat::P1));
/// assert!(answers.parse::<usize>().unwrap_err().to_string().starts_with("the referee: query seats: "));
/// # Ok::<(), speltafel_game::AnswerError>(())
/// ```
#[derive(Debug)]
pub struct Answers {
    questions: std::vec::IntoIter<String>,
    answers: std::vec::IntoIter<QueryAnswer>,
    errors: Vec<ProtocolError>,
}

impl Answers {
    /// Creates the answers to these lines.
    #[must_use]
    pub fn new(lines: &[String], given: QueryAnswers) -> Self {
        let questions: Vec<String> = lines.iter().filter(|line| line.starts_with("query ")).cloned().collect();
        Self { questions: questions.into_iter(), answers: given.answers.into_iter(), errors: given.errors }
    }

    /// Returns the errors that the referee reported, such as for a position with an illegal move. The answers may then
    /// be about the position before.
    #[must_use]
    pub fn errors(&self) -> &[ProtocolError] {
        &self.errors
    }

    /// Returns these answers, if the referee has reported no error.
    ///
    /// # Errors
    /// Returns the errors that the referee reported.
    pub fn accepted(self) -> Result<Self, ClientError> {
        if self.errors.is_empty() { Ok(self) } else { Err(ClientError::Line { why: self.errors }) }
    }

    /// Returns the next answer as the referee gave it, with its query.
    fn take(&mut self) -> Result<(String, QueryAnswer), AnswerError> {
        self.questions.next().zip(self.answers.next()).ok_or(AnswerError::Missing)
    }

    /// Returns the next answer, or `None` if it is an error.
    ///
    /// # Errors
    /// Returns an error if there are no more answers.
    pub fn optional(&mut self) -> Result<Option<String>, AnswerError> {
        Ok(self.take()?.1.ok())
    }

    /// Returns the text of the next answer.
    ///
    /// # Errors
    /// Returns an error if there are no more answers, or the next one is an error.
    pub fn text(&mut self) -> Result<String, AnswerError> {
        self.checked().map(|(_, text)| text)
    }

    /// Returns the next answer, which is one word.
    ///
    /// # Errors
    /// Returns an error if there are no more answers, or the next one is an error or not one word.
    pub fn word(&mut self) -> Result<String, AnswerError> {
        let (question, text) = self.checked()?;
        if text.is_empty() || text.contains(char::is_whitespace) {
            return Err(AnswerError::Unexpected { question, why: "expected one word".to_string() });
        }
        Ok(text)
    }

    /// Returns the next answer as a number, a seat or another word that is parsed.
    ///
    /// # Errors
    /// Returns an error if there are no more answers, or the next one is an error or does not parse.
    pub fn parse<T: FromStr<Err: ToString>>(&mut self) -> Result<T, AnswerError> {
        let (question, text) = self.checked()?;
        text.parse().map_err(|why: T::Err| AnswerError::Unexpected { question, why: why.to_string() })
    }

    /// Returns the next answer, which is JSON.
    ///
    /// # Errors
    /// Returns an error if there are no more answers, or the next one is an error or other JSON.
    pub fn json<T: DeserializeOwned>(&mut self) -> Result<T, AnswerError> {
        let (question, text) = self.checked()?;
        serde_json::from_str(&text).map_err(|why| AnswerError::Unexpected { question, why: why.to_string() })
    }

    /// Returns who decides next, the next answer.
    ///
    /// # Errors
    /// Returns an error if there are no more answers, or the next one is no answer to `query turn`.
    pub fn turn(&mut self) -> Result<Turn, AnswerError> {
        self.parse()
    }

    /// Returns a viewer's view of the game, the next answer.
    ///
    /// # Errors
    /// Returns an error if there are no more answers, or the next one is no answer to `query view` for a seat or the
    /// public.
    pub fn view(&mut self) -> Result<History, AnswerError> {
        let (question, text) = self.checked()?;
        let view = History::parse(&text).filter(|view| view.base.starts_with("seat "));
        view.ok_or_else(|| AnswerError::Unexpected { question, why: "expected a view".to_string() })
    }

    fn checked(&mut self) -> Result<(String, String), AnswerError> {
        match self.take()? {
            (question, Ok(text)) => Ok((question, text)),
            (question, Err(code)) => Err(AnswerError::Code { question, code }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ugi::{Query, Seat, Viewer, position_queries};

    fn answers(queries: &[Query], given: &[QueryAnswer]) -> Answers {
        let mut all = QueryAnswers::default();
        all.answers = given.to_vec();
        Answers::new(&position_queries("position startpos moves query", queries), all)
    }

    fn text(text: &str) -> QueryAnswer {
        Ok(text.to_string())
    }

    #[test]
    fn answers_are_read_in_order() {
        let queries = [Query::Turn, Query::View(Viewer::Public), Query::Solutions(None), Query::Scores];
        let given =
            [text("over"), text("position seat 0 startpos moves ?"), Err(ErrorCode::NoPuzzle), text(r#"{"a":[1]}"#)];
        let mut answers = answers(&queries, &given);
        assert_eq!(answers.turn(), Ok(Turn::Over));
        assert_eq!(answers.view().map(|view| view.tokens), Ok(vec!["?".to_string()]));
        assert_eq!(answers.optional(), Ok(None));
        assert_eq!(answers.json::<serde_json::Value>().map(|json| json["a"][0] == 1), Ok(true));
        assert_eq!(answers.text(), Err(AnswerError::Missing));
    }

    #[test]
    fn wrong_answers_name_their_query() {
        let view = Query::View(Viewer::Seat(Seat::P1));
        let given = [text("white"), text("position startpos"), Err(ErrorCode::NotMaster), text("a b"), text("[")];
        let mut answers = answers(&[Query::Turn, view, view, Query::Draw(1), Query::Board], &given);
        let errors = [
            answers.turn().map(|_| ()),
            answers.view().map(|_| ()),
            answers.word().map(|_| ()),
            answers.word().map(|_| ()),
            answers.json::<Vec<u8>>().map(|_| ()),
        ];
        let starts = [
            "the referee: query turn: expected p1, p2, ..., chance or over, got white",
            "the referee: query view 1: expected a view",
            "the referee: query view 1: error not_master",
            "the referee: query draw 1: expected one word",
            "the referee: query board: EOF",
        ];
        for (error, start) in errors.into_iter().zip(starts) {
            let error = error.unwrap_err().to_string();
            assert!(error.starts_with(start), "{error}");
        }
    }
}
