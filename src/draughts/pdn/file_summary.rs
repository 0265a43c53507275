//! Prints the problems of the games in a file, and collects the remarks and the counts of the summary.

use super::error::PdnError;
use super::evidence::Evidence;
use super::game::PdnGame;
use super::openings::Openings;
use super::remarks::{Kind, Remark, Remarks};
use super::replay::Replay;
use super::result::{PointsOrder, ResultEvidence};
use base::counted::counted;
use std::fmt;
use std::io::{self, Write};

/// The remark on a file whose results are read with White's points first although `--first` is not given.
const FROM_WHITE: &str = "results are read from White's side, as the games that are won on the board show";

/// The counts and remarks of the games added so far.
#[derive(Default)]
pub(super) struct FileSummary {
    path: String,
    games: usize,
    pub(super) faulty: usize,
    /// The number of games that could not be parsed. They also count as faulty.
    pub(super) unreadable: usize,
    plies: usize,
    /// The number of games with remarks but without problems.
    remarked: usize,
    remarks: Remarks,
    evidence: Evidence,
    undecided: Vec<UndecidedGame>,
    pub(super) openings: Option<Openings>,
}

/// A game whose result is right only if White's points come first. The rest of the file decides whether this is a
/// problem.
struct UndecidedGame {
    number: usize,
    line: usize,
    /// The problem to report if Black's points come first.
    problem: String,
    /// Whether the game is already counted among the games with remarks.
    remarked: bool,
}

impl FileSummary {
    /// Creates the summary of a file before its first game.
    pub(super) fn new(path: String, openings: Option<Openings>) -> Self {
        Self { path, openings, ..Self::default() }
    }

    /// Returns the number of the game that was added last, counted from 1.
    pub(super) const fn number(&self) -> usize {
        self.games
    }

    /// Adds a game and prints its problems. `unreadable` is the parse error of the game, if any.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub(super) fn add(
        &mut self,
        game: &PdnGame,
        replayed: &Replay,
        unreadable: Option<&PdnError>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.games += 1;
        self.plies += replayed.plies.len();
        self.unreadable += usize::from(unreadable.is_some());
        let problems: Vec<&PdnError> = unreadable.into_iter().chain(&replayed.problems).collect();
        self.faulty += usize::from(!problems.is_empty());
        for problem in &problems {
            writeln!(out, "{}: game {}, {problem}", self.path, self.games)?;
        }
        self.remark(game, replayed, problems.is_empty());
        self.evidence.add(replayed, unreadable.is_none());
        if self.evidence.has_black() { self.resolve_undecided(out) } else { Ok(()) }
    }

    /// Adds the remarks on the last game; `sound` is true if the game has no problems. Stores the game if the rest of
    /// the file decides whether its result is a problem.
    fn remark(&mut self, game: &PdnGame, replayed: &Replay, sound: bool) {
        let number = self.games;
        for Remark { kind, at } in &replayed.remarks {
            self.remarks.add(*kind, format!("game {number}, {at}"));
        }
        let remarked = sound && !replayed.remarks.is_empty();
        self.remarked += usize::from(remarked);
        if let Some(ResultEvidence { first: PointsOrder::White, otherwise }) = &replayed.shown
            && sound
        {
            self.undecided.push(UndecidedGame { number, line: game.line, problem: otherwise.to_string(), remarked });
        }
    }

    /// Decides, from the evidence so far, whether the results of the stored games are problems. Adds a remark on each
    /// game or prints its problem, and empties the list of stored games.
    fn resolve_undecided(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let from_white = self.evidence.first() == PointsOrder::White;
        for UndecidedGame { number, line, problem, remarked } in std::mem::take(&mut self.undecided) {
            if from_white {
                self.remarks.add(Kind::First, format!("game {number}, line {line}: {FROM_WHITE}"));
                self.remarked += usize::from(!remarked);
            } else {
                writeln!(out, "{}: game {number}, {problem}", self.path)?;
                self.faulty += 1;
                self.remarked -= usize::from(remarked);
            }
        }
        Ok(())
    }

    /// Prints the part of the report that depends on the whole file. No game may be added afterwards.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub(super) fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.resolve_undecided(out)?;
        self.remarks.print(&self.path, out)
    }
}

impl fmt::Display for FileSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (games, plies) = (counted(self.games, "game"), counted(self.plies, "ply"));
        write!(f, "{games}, {plies}, {} with problems", self.faulty)?;
        if self.remarked > 0 {
            write!(f, ", {} with remarks", self.remarked)?;
        }
        match &self.openings {
            Some(openings) => write!(f, "; {openings}"),
            None => Ok(()),
        }
    }
}
