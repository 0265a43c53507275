//! The reviewable steps of a game: its chance events, and the moves that had an alternative. They are found by querying
//! the referee.

use anyhow::{Context, Result};
use room::Referee;
use ugi::{History, Query, Seat, Teams, Turn, Viewer, position_queries};

/// The number of positions per batch of queries.
const BATCH: usize = 64;

/// A game and its steps.
pub struct Outline {
    pub seats: usize,
    /// The teams; empty if the teams are not known.
    pub teams: Teams,
    /// Whether anything is hidden from a seat.
    pub hidden: bool,
    /// `startpos` or `fen TEXT`.
    pub base: String,
    /// The tokens of the master history.
    pub tokens: Vec<String>,
    /// Each seat's view of the whole game.
    views: Vec<History>,
    /// The moves and events that can be reviewed.
    pub steps: Vec<Step>,
}

/// A move or event that can be reviewed.
pub enum Step {
    /// A move that had an alternative.
    Move(Choice),
    /// A chance event.
    Event {
        /// The number of tokens before the event.
        at: usize,
    },
}

/// A move that had an alternative.
pub struct Choice {
    /// The number of tokens before the move.
    pub at: usize,
    /// The seat that moved.
    pub seat: Seat,
    /// The canonical token of the move.
    pub played: String,
}

impl Outline {
    /// Queries the referee about the whole game.
    pub fn read(referee: &mut Referee, base: &str, tokens: &[String]) -> Result<Self> {
        let whole = History::new(base, tokens);
        // The referee reports an illegal last token as an error, but the tokens before it can be reviewed.
        let mut answers = referee.ask_about(whole.line(), &[Query::Seats, Query::Teams])?;
        let (seats, teams) = (answers.parse()?, answers.parse().unwrap_or_default());
        let questions: Vec<Query> = Seat::all(seats).map(|seat| Query::View(Viewer::Seat(seat))).collect();
        let mut answers = referee.ask_about(whole.line(), &questions)?;
        let views = questions.iter().map(|_| answers.view()).collect::<Result<Vec<_>, _>>()?;
        let hidden = !views.iter().all(|view| whole.is_fully_shown_by(view.line()));
        let steps = steps(referee, base, tokens)?;
        Ok(Self { seats, teams, hidden, base: base.to_string(), tokens: tokens.to_vec(), views, steps })
    }

    /// Returns the history before token `at`: the view of `seat`, or the master history if nothing is hidden.
    pub fn seen(&self, seat: Seat, at: usize) -> History {
        if !self.hidden {
            return History::new(&self.base, &self.tokens[..at]);
        }
        self.views[seat.index()].first(at)
    }

    /// Returns the index of a seat's team. If the teams are not known, each seat is a team.
    pub fn team(&self, seat: Seat) -> usize {
        self.teams.of(seat).unwrap_or(seat.index())
    }

    /// Returns the number of teams, or of seats if the teams are not known.
    pub fn sides(&self) -> usize {
        if self.teams.0.is_empty() { self.seats } else { self.teams.0.len() }
    }
}

fn steps(referee: &mut Referee, base: &str, tokens: &[String]) -> Result<Vec<Step>> {
    let mut steps = Vec::new();
    let mut history = History::new(base, &[]);
    let positions: Vec<usize> = (0..tokens.len()).collect();
    for batch in positions.chunks(BATCH) {
        let mut lines = Vec::new();
        for &at in batch {
            lines.extend(position_queries(history.line(), &[Query::Turn, Query::Legal, Query::Canon(&tokens[at])]));
            history.push(&tokens[at]);
        }
        let mut answers = referee.ask_all(&lines)?;
        for &at in batch {
            let (turn, legal, canon) = (answers.optional()?, answers.optional()?, answers.optional()?);
            let (Some(turn), Some(played)) = (turn, canon) else { continue };
            let choices = legal.map_or(0, |legal| legal.split_whitespace().count());
            match turn.parse::<Turn>().context("query turn")? {
                Turn::Chance => steps.push(Step::Event { at }),
                Turn::Seat(seat) if choices > 1 => steps.push(Step::Move(Choice { at, seat, played })),
                Turn::Seat(_) | Turn::Over => {}
            }
        }
    }
    Ok(steps)
}
