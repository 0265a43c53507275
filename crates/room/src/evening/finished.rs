//! The points of a finished game. They come from the referee's answers alone.

use serde::{Deserialize, Serialize};
use ugi::{Seat, Teams};

/// A finished game.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct FinishedGame {
    /// The name, as in `query games`.
    pub game: String,
    /// The date on which it began, `YYYY.MM.DD`.
    pub date: Option<String>,
    /// The players in seat order.
    pub players: Vec<Participant>,
    /// The points of the players.
    pub points: Vec<f64>,
    /// The teams, and the points of each.
    pub teams: Vec<TeamPoints>,
}

/// Somebody who has played: a person or an engine.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
pub struct Participant {
    /// The name; empty for a person without a name.
    pub name: String,
    /// The number of the player's link if the name is empty or somebody else at the table has it too, otherwise 0.
    pub number: usize,
}

/// The points of a team in a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TeamPoints {
    /// The seats of the team.
    pub seats: Vec<Seat>,
    /// The points of the team.
    pub points: f64,
}

/// The answers of the referee about a finished game.
pub struct Answers<'a> {
    /// The answer to `query result`.
    pub result: &'a str,
    /// The answer to `query scores`; `None` in a game without points.
    pub scores: Option<&'a [i64]>,
    /// The answer to `query teams`; `None` if the teams are unknown.
    pub teams: Option<&'a str>,
    /// Whether the score of each seat is that of its whole team.
    pub shared: bool,
}

impl FinishedGame {
    /// Counts the points of a game: its scores, or else 1 for a win and half a point for a draw. Returns `None` if the
    /// game has no result.
    pub fn count(game: &str, date: Option<String>, players: Vec<Participant>, answers: &Answers) -> Option<Self> {
        let teams = read_teams(answers.teams, players.len());
        let won = |team: usize| answers.result == format!("p{}win", team + 1);
        let is_draw = answers.result == "draw";
        if !is_draw && !(0..teams.len()).any(won) {
            return None;
        }
        let mut points = vec![0.0; players.len()];
        let mut team_points = Vec::new();
        for (index, seats) in teams.into_iter().enumerate() {
            let payoff = if is_draw { 0.5 } else { f64::from(u8::from(won(index))) };
            let of_seat = |seat: &Seat| match answers.scores {
                Some(scores) => scores.get(seat.index()).map_or(0.0, |score| *score as f64),
                None => payoff,
            };
            for seat in &seats {
                if let Some(own) = points.get_mut(seat.index()) {
                    *own = of_seat(seat);
                }
            }
            let members = seats.iter().map(of_seat);
            let counted = if answers.shared || answers.scores.is_none() { 1 } else { seats.len() };
            team_points.push(TeamPoints { points: members.take(counted).sum(), seats });
        }
        Some(Self { game: game.to_string(), date, players, points, teams: team_points })
    }
}

/// Reads the answer to `query teams`. Without it, every seat is a team.
fn read_teams(answer: Option<&str>, seats: usize) -> Vec<Vec<Seat>> {
    match answer {
        Some(teams) => teams.parse::<Teams>().unwrap_or_default().0,
        None => Seat::all(seats).map(|seat| vec![seat]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(seats: usize, answers: &Answers) -> Option<(Vec<f64>, Vec<f64>)> {
        let players = vec![Participant::default(); seats];
        let game = FinishedGame::count("x", None, players, answers)?;
        Some((game.points, game.teams.iter().map(|team| team.points).collect()))
    }

    #[test]
    fn wins_count_one_and_draws_half() {
        let answers = |result| Answers { result, scores: None, teams: Some("1 2"), shared: false };
        assert_eq!(count(2, &answers("p2win")), Some((vec![0.0, 1.0], vec![0.0, 1.0])));
        assert_eq!(count(2, &answers("draw")), Some((vec![0.5, 0.5], vec![0.5, 0.5])));
        assert_eq!(count(2, &answers("none")), None);
        let partners = Answers { teams: Some("1+3 2+4"), ..answers("p1win") };
        assert_eq!(count(4, &partners), Some((vec![1.0, 0.0, 1.0, 0.0], vec![1.0, 0.0])));
    }

    #[test]
    fn scores_count_as_the_game_counts_them() {
        let scored = |scores, shared| Answers { result: "p1win", scores, teams: Some("1+3 2+4"), shared };
        let team = count(4, &scored(Some(&[26, 12, 26, 12]), true)).unwrap();
        assert_eq!(team, (vec![26.0, 12.0, 26.0, 12.0], vec![26.0, 12.0]));
        let individual = count(4, &scored(Some(&[11, 5, 11, 7]), false)).unwrap();
        assert_eq!(individual, (vec![11.0, 5.0, 11.0, 7.0], vec![22.0, 12.0]));
        let single = Answers { result: "draw", scores: Some(&[5, -1, 5]), teams: None, shared: false };
        assert_eq!(count(3, &single), Some((vec![5.0, -1.0, 5.0], vec![5.0, -1.0, 5.0])));
    }
}
