//! The points of an evening, added up over its games.

use super::finished::{FinishedGame, Participant, TeamPoints};
use serde::Serialize;
use std::collections::BTreeMap;

/// The sums over all games, the most points first.
#[derive(PartialEq, Debug, Serialize)]
pub struct Totals<'a> {
    players: Vec<Total<'a>>,
    /// The teams of several players.
    teams: Vec<Total<'a>>,
}

/// What a player or a team has scored.
#[derive(PartialEq, Debug, Serialize)]
struct Total<'a> {
    players: Vec<&'a Participant>,
    games: usize,
    points: f64,
}

impl<'a> Totals<'a> {
    /// Adds up the points of these games.
    pub fn of(games: &[&'a FinishedGame]) -> Self {
        let players =
            games.iter().flat_map(|game| game.players.iter().map(|player| vec![player]).zip(game.points.clone()));
        let teams = games.iter().flat_map(|game| {
            let members = |team: &TeamPoints| {
                let mut members: Vec<_> = team.seats.iter().filter_map(|seat| game.players.get(seat.index())).collect();
                members.sort();
                (members, team.points)
            };
            game.teams.iter().filter(|team| team.seats.len() > 1).map(members)
        });
        Self { players: add_up(players), teams: add_up(teams) }
    }
}

fn add_up<'a>(results: impl Iterator<Item = (Vec<&'a Participant>, f64)>) -> Vec<Total<'a>> {
    let mut sums: BTreeMap<Vec<&Participant>, (usize, f64)> = BTreeMap::new();
    for (players, points) in results {
        let (games, sum) = sums.entry(players).or_default();
        (*games, *sum) = (*games + 1, *sum + points);
    }
    let mut totals: Vec<Total> =
        sums.into_iter().map(|(players, (games, points))| Total { players, games, points }).collect();
    totals.sort_by(|one, other| other.points.total_cmp(&one.points));
    totals
}

#[cfg(test)]
mod tests {
    use super::super::finished::Answers;
    use super::*;

    #[test]
    fn points_follow_the_players_over_seats_and_partners() {
        let game = |names: [&str; 4]| {
            let players = names.map(|name| Participant { name: name.to_string(), number: 0 });
            let answers =
                Answers { result: "p1win", scores: Some(&[26, 12, 26, 12]), teams: Some("1+3 2+4"), shared: true };
            FinishedGame::count("keezen", None, players.to_vec(), &answers).unwrap()
        };
        let games = [game(["a", "b", "c", "d"]), game(["d", "a", "b", "c"]), game(["c", "b", "a", "d"])];
        let totals = Totals::of(&games.iter().collect::<Vec<_>>());
        let shown = |totals: &[Total]| {
            let one = |total: &Total| {
                let names: String = total.players.iter().map(|player| player.name.as_str()).collect();
                format!("{names} {} {}", total.games, total.points)
            };
            totals.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(shown(&totals.players), "a 3 64, c 3 64, b 3 50, d 3 50");
        assert_eq!(shown(&totals.teams), "ac 3 64, bd 3 50");
    }
}
