//! The referee, which answers every question about the rules.

use crate::answers::{AnswerError, Answers};
use crate::record::{Imported, Record};
use std::sync::Arc;
use thiserror::Error;
use ugi::{Client, ClientError, Pipe, QueryAnswers};

/// The beginning of a line that loads a position.
const POSITION: &str = "position ";

/// A program or library that answers questions about the rules.
pub trait Referee {
    /// Sends lines of the protocol together, and returns the answers to the queries among them.
    ///
    /// # Errors
    /// Returns an error if the referee has failed and must be started again.
    fn ask_all(&mut self, lines: &[String]) -> Result<QueryAnswers, ClientError>;

    /// Sets an option.
    ///
    /// # Errors
    /// Returns an error if the referee has failed, or does not accept the option.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError>;

    /// Exports a game in the first interchange format of the current game.
    ///
    /// # Errors
    /// Returns an error if the referee has failed, has no such format, or rejects the game.
    fn export(&mut self, game: &Record) -> Result<String, ClientError>;

    /// Imports a game of `text`, a file in the first interchange format of the current game. `number` counts the games
    /// from 1.
    ///
    /// # Errors
    /// Returns an error if the referee has failed, has no such format, or cannot read the game.
    fn import(&mut self, text: &str, number: usize) -> Result<Imported, ClientError>;

    /// Returns how often lines were sent and answers awaited.
    fn round_trips(&self) -> u64;
}

impl<P: Pipe> Referee for Client<P> {
    fn ask_all(&mut self, lines: &[String]) -> Result<QueryAnswers, ClientError> {
        Self::ask_all(self, lines)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        Self::set_option(self, name, value)
    }

    fn export(&mut self, game: &Record) -> Result<String, ClientError> {
        Self::export(self, game)
    }

    fn import(&mut self, text: &str, number: usize) -> Result<Imported, ClientError> {
        Self::import(self, text, number)
    }

    fn round_trips(&self) -> u64 {
        Self::round_trips(self)
    }
}

impl Referee for Box<dyn Referee> {
    fn ask_all(&mut self, lines: &[String]) -> Result<QueryAnswers, ClientError> {
        (**self).ask_all(lines)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), ClientError> {
        (**self).set_option(name, value)
    }

    fn export(&mut self, game: &Record) -> Result<String, ClientError> {
        (**self).export(game)
    }

    fn import(&mut self, text: &str, number: usize) -> Result<Imported, ClientError> {
        (**self).import(text, number)
    }

    fn round_trips(&self) -> u64 {
        (**self).round_trips()
    }
}

/// How often a referee may die.
///
/// See the example of [`RestartingReferee`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// A game cannot be continued after this many deaths in it.
    PerGame(usize),
    /// A question is given up after this many deaths in answering it.
    PerQuestion(usize),
}

/// Why the referee gives no answer.
///
/// See the example of [`RestartingReferee`].
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RefereeError {
    /// The referee has died too often.
    #[error("{last}; it has died {deaths} times in this game")]
    Dead {
        /// How often it has died.
        deaths: usize,
        /// The last death.
        last: Arc<ClientError>,
    },
    /// The referee does not start, or refuses what it is told. It would do so again.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The referee's answer cannot be used.
    #[error(transparent)]
    Answer(#[from] AnswerError),
}

/// A referee that is started again if it dies, and then asked again.
///
/// ```
/// # extern crate ugi as speltafel_ugi;
/// # #[cfg(unix)] {
/// use speltafel_game::{Patience, RefereeError, RestartingReferee};
/// use speltafel_ugi::{Client, Query, position_queries};
/// use std::process::Command;
///
/// // A program that exits instead of answering.
/// let script = "read line; echo ugiok; read line";
/// let start = || Client::start(Command::new("sh").args(["-c", script]));
/// let mut referee = RestartingReferee::new(start, Patience::PerGame(3));
/// let lines = position_queries("position startpos", &[Query::Turn]);
/// assert!(matches!(referee.ask(&lines), Err(RefereeError::Dead { deaths: 3, .. })));
/// # }
/// ```
pub struct RestartingReferee<R> {
    start: Box<dyn FnMut() -> Result<R, ClientError> + Send>,
    patience: Patience,
    running: Option<R>,
    /// The `position` line of the position that the running referee has; empty if it is unknown.
    loaded: String,
    /// The deaths that count.
    deaths: Vec<Arc<ClientError>>,
    /// The round trips of the referees that have died.
    past_trips: u64,
}

impl<R: Referee> RestartingReferee<R> {
    /// Creates a referee that `start` starts when the first question is asked, and after each death.
    pub fn new(start: impl FnMut() -> Result<R, ClientError> + Send + 'static, patience: Patience) -> Self {
        Self {
            start: Box::new(start),
            patience,
            running: None,
            loaded: String::new(),
            deaths: Vec::new(),
            past_trips: 0,
        }
    }

    /// Begins a new game: earlier deaths no longer count.
    pub fn new_game(&mut self) {
        self.deaths.clear();
    }

    /// Returns the number of round trips, those of dead referees included.
    #[must_use]
    pub fn round_trips(&self) -> u64 {
        self.past_trips + self.running.as_ref().map_or(0, R::round_trips)
    }

    /// Asks the queries among these lines, of which the first must be a `position`. It is not sent if the referee has
    /// this position. Without lines, nobody is asked.
    ///
    /// # Errors
    /// Returns an error if the referee does not start or dies too often.
    pub fn ask(&mut self, lines: &[String]) -> Result<Answers, RefereeError> {
        let Some((first, others)) = lines.split_first() else {
            return Ok(Answers::new(lines, QueryAnswers::default()));
        };
        debug_assert!(first.starts_with(POSITION));
        // A referee that is started again has another position.
        let mut is_loaded = std::mem::take(&mut self.loaded) == *first;
        let given = self.with(|referee| {
            referee.ask_all(if std::mem::take(&mut is_loaded) && !others.is_empty() { others } else { lines })
        })?;
        // A referee that rejects a position keeps the one before.
        if given.errors.is_empty() {
            self.loaded = lines.iter().rfind(|line| line.starts_with(POSITION)).cloned().unwrap_or_default();
        }
        Ok(Answers::new(lines, given))
    }

    /// Calls `action` with the running referee. Starts one if necessary. If it dies, starts it again and calls `action`
    /// again.
    ///
    /// # Errors
    /// Returns an error if the referee does not start or dies too often, and any other error of `action` at once: the
    /// next answer would be the same.
    pub fn with<T>(&mut self, mut action: impl FnMut(&mut R) -> Result<T, ClientError>) -> Result<T, RefereeError> {
        self.loaded.clear();
        let most = match self.patience {
            Patience::PerGame(most) => most,
            Patience::PerQuestion(most) => {
                self.deaths.clear();
                most
            }
        };
        loop {
            if let Some(last) = self.deaths.last().filter(|_| self.deaths.len() >= most) {
                return Err(RefereeError::Dead { deaths: self.deaths.len(), last: Arc::clone(last) });
            }
            match self.running().and_then(&mut action) {
                Err(death @ ClientError::Connection { .. }) => self.deaths.push(Arc::new(death)),
                other => return Ok(other?),
            }
            self.past_trips += self.running.take().map_or(0, |dead| dead.round_trips());
        }
    }

    fn running(&mut self) -> Result<&mut R, ClientError> {
        let running = match self.running.take() {
            Some(running) => running,
            None => (self.start)()?,
        };
        Ok(self.running.insert(running))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::time::Duration;
    use ugi::{PipeError, Query, position_queries};

    /// A referee that dies at every question but the last of `lives`, and notes what it is asked.
    struct Mortal {
        lives: Arc<Mutex<usize>>,
        asked: Arc<Mutex<Vec<String>>>,
    }

    impl Referee for Mortal {
        fn ask_all(&mut self, lines: &[String]) -> Result<QueryAnswers, ClientError> {
            self.asked.lock().unwrap().extend(lines.iter().cloned());
            let mut given = QueryAnswers::default();
            if lines.iter().all(|line| !line.starts_with("query ")) {
                return Ok(given);
            }
            let mut lives = self.lives.lock().unwrap();
            if *lives > 0 {
                *lives -= 1;
                return Err(death());
            }
            given.answers = vec![Ok("over".to_string()); lines.len()];
            Ok(given)
        }

        fn set_option(&mut self, _: &str, _: &str) -> Result<(), ClientError> {
            Ok(())
        }

        fn export(&mut self, _: &Record) -> Result<String, ClientError> {
            Err(death())
        }

        fn import(&mut self, _: &str, _: usize) -> Result<Imported, ClientError> {
            Err(death())
        }

        fn round_trips(&self) -> u64 {
            1
        }
    }

    fn death() -> ClientError {
        ClientError::Connection {
            name: "the referee".to_string(),
            asked: "query turn".to_string(),
            timeout: Duration::from_secs(1),
            cause: PipeError::TimedOut,
            last_lines: Vec::new(),
        }
    }

    /// Returns a referee that dies so often, what it is asked, and how many deaths are left.
    #[expect(clippy::type_complexity)]
    fn mortal(
        deaths: usize,
        patience: Patience,
    ) -> (RestartingReferee<Mortal>, Arc<Mutex<Vec<String>>>, Arc<Mutex<usize>>) {
        let (lives, asked) = (Arc::new(Mutex::new(deaths)), Arc::new(Mutex::new(Vec::new())));
        let shared = (Arc::clone(&lives), Arc::clone(&asked));
        let start = move || Ok(Mortal { lives: Arc::clone(&shared.0), asked: Arc::clone(&shared.1) });
        (RestartingReferee::new(start, patience), asked, lives)
    }

    fn question() -> Vec<String> {
        position_queries("position startpos", &[Query::Turn])
    }

    #[test]
    fn deaths_count_per_game_or_per_question() {
        for (patience, answered) in [(Patience::PerGame(3), [true, false]), (Patience::PerQuestion(3), [true, true])] {
            let (mut referee, _, lives) = mortal(2, patience);
            assert_eq!(referee.ask(&question()).is_ok(), answered[0], "{patience:?}");
            *lives.lock().unwrap() = 2;
            assert_eq!(referee.ask(&question()).is_ok(), answered[1], "{patience:?}");
            *lives.lock().unwrap() = 2;
            referee.new_game();
            assert!(referee.ask(&question()).is_ok(), "{patience:?}");
        }
    }

    #[test]
    fn a_dead_referee_is_not_asked_again_in_the_game() {
        let (mut referee, asked, _) = mortal(9, Patience::PerGame(2));
        for _ in 0..2 {
            let error = referee.ask(&question()).unwrap_err();
            assert!(matches!(error, RefereeError::Dead { deaths: 2, .. }), "{error}");
        }
        assert_eq!((asked.lock().unwrap().len(), referee.round_trips()), (4, 2));
    }

    #[test]
    fn a_position_is_loaded_once() {
        let (mut referee, asked, lives) = mortal(0, Patience::PerQuestion(2));
        let both = [question(), position_queries("position startpos moves a", &[Query::Turn])].concat();
        let mut sent = |lines: &[String]| {
            asked.lock().unwrap().clear();
            referee.ask(lines).unwrap();
            asked.lock().unwrap().len()
        };
        assert_eq!([sent(&question()), sent(&question()), sent(&both), sent(&question())], [2, 1, 3, 2]);
        *lives.lock().unwrap() = 1;
        assert_eq!(sent(&question()), 3, "the referee that was started again gets the position");
    }

    #[test]
    fn other_errors_are_returned_at_once() {
        let (mut referee, _, _) = mortal(0, Patience::PerGame(2));
        let mut calls = 0;
        let refused = referee.with(|_| -> Result<(), _> {
            calls += 1;
            Err(ClientError::Line { why: Vec::new() })
        });
        assert!(matches!(refused, Err(RefereeError::Client(_))) && calls == 1);
    }
}
