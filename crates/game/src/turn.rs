//! A turn: what the referee says about a token, and about the position after it.

use crate::answers::Answers;
use crate::played::{Played, Seeds};
use crate::referee::{Referee, RefereeError, RestartingReferee};
use ugi::{History, Query, Turn, Viewer, may_be_move, position_queries};

/// What follows from a history.
#[derive(Debug)]
pub struct Situation {
    /// The history after the token.
    pub history: History,
    /// Who decides next.
    pub turn: Turn,
    /// The views that were asked for, in the order of the viewers.
    pub views: Vec<History>,
    /// The answers to the further questions. A referee need not answer them.
    pub answers: Answers,
}

/// What to ask about the position after a token.
///
/// See the example of [`RestartingReferee::judge`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    /// Whose views.
    pub viewers: &'a [Viewer],
    /// Further questions.
    pub questions: &'a [Query<'a>],
}

impl Wanted<'_> {
    fn queries(&self) -> Vec<Query<'_>> {
        let views = self.viewers.iter().copied().map(Query::View);
        [Query::Turn].into_iter().chain(views).chain(self.questions.iter().copied()).collect()
    }

    fn read(&self, history: History, mut answers: Answers) -> Result<Situation, RefereeError> {
        let turn = answers.turn()?;
        let views = self.viewers.iter().map(|_| answers.view()).collect::<Result<_, _>>()?;
        Ok(Situation { history, turn, views, answers })
    }
}

impl<R: Referee> RestartingReferee<R> {
    /// Asks about a history, in one batch.
    ///
    /// # Errors
    /// Returns an error if the referee dies too often, rejects the history or does not answer.
    pub fn situation(&mut self, history: History, wanted: Wanted) -> Result<Situation, RefereeError> {
        let answers = self.ask(&position_queries(history.line(), &wanted.queries()))?;
        wanted.read(history, answers.accepted()?)
    }

    /// Asks whether a move is legal and, in the same batch, what follows from it. The history of the situation ends
    /// with the canonical form of the move. Returns `None` if the move is not legal; events and verdicts are not moves.
    ///
    /// # Errors
    /// Returns an error if the referee dies too often or does not answer.
    ///
    /// ```
    /// # extern crate ugi as speltafel_ugi;
    /// # #[cfg(unix)] {
    /// use speltafel_game::{Patience, RestartingReferee, Wanted};
    /// use speltafel_ugi::{Client, History, Seat, Turn};
    /// use std::process::Command;
    ///
    /// // A game in which every move is legal.
    /// let script = "while read -r word what rest; do case \"$word $what\" in
    ///     ugi*) echo ugiok;; query\\ turn) echo response p2;; query\\ canon) echo response a1;;
    ///     query*) echo response true;; esac; done";
    /// let start = move || Client::start(Command::new("sh").args(["-c", script]));
    /// let mut referee = RestartingReferee::new(start, Patience::PerGame(3));
    /// let after = referee.judge(&History::new("startpos", &[]), "A1", Wanted::default())?.unwrap();
    /// assert_eq!((after.history.line(), after.turn), ("position startpos moves a1", Turn::Seat(Seat::P2)));
    /// # }
    /// # Ok::<(), speltafel_game::RefereeError>(())
    /// ```
    pub fn judge(&mut self, history: &History, token: &str, wanted: Wanted) -> Result<Option<Situation>, RefereeError> {
        if !may_be_move(token) {
            return Ok(None);
        }
        let mut lines = position_queries(history.line(), &[Query::IsLegal(token), Query::Canon(token)]);
        lines.extend(position_queries(&history.with(token), &wanted.queries()));
        let mut answers = self.ask(&lines)?;
        let (legal, canon) = (answers.optional()?, answers.word());
        if legal.as_deref() != Some("true") {
            return Ok(None);
        }
        let mut after = history.clone();
        after.push(&canon?);
        // Errors are about questions that the referee need not answer.
        wanted.read(after, answers).map(Some)
    }

    /// Draws the chance event that is due. Returns `None` if its seed is not known yet.
    ///
    /// # Errors
    /// Returns an error if the referee dies too often or draws nothing.
    pub fn draw(&mut self, played: &Played, seeds: &mut impl Seeds) -> Result<Option<String>, RefereeError> {
        let Some(seed) = seeds.next(played) else { return Ok(None) };
        let lines = position_queries(played.history().line(), &[Query::Draw(seed)]);
        Ok(Some(self.ask(&lines)?.accepted()?.word()?))
    }
}
