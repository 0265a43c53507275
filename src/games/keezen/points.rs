//! Counts the points of each seat, during a game and after a verdict that ended it.

use super::partners::Partners;
use super::position::{Keezen, Scoring};
use super::rules::HOME;
use kit::state::{State, Verdict};
use ugi::GameResult;

impl Keezen {
    /// Returns the points of each seat under `Keezen.Scoring`. Until the partner cards are revealed, each seat counts
    /// only its own pawns, so that the points reveal nothing. After a verdict, a position that contains the partner
    /// cards counts by team even before the reveal.
    pub(super) fn all_points(&self, verdict: Option<Verdict>) -> Vec<i32> {
        let pairs = match self.partners {
            Partners::FaceDown(pairs) if verdict.is_some() => Some(pairs),
            partners => partners.open(),
        };
        // The winners get extra points if they won by bringing all pawns home or by a verdict, but not at the ply
        // limit.
        let by_home = self.ending().is_some_and(|ending| ending.reason == HOME);
        let winner = match self.result_with(verdict) {
            GameResult::Win(team) if verdict.is_some() || by_home => Some(team),
            _ => None,
        };
        let points = |seat: usize| {
            let team = pairs.map(|pairs| pairs.team(seat));
            let won = i32::from(team.is_some() && team == winner);
            let members = pairs.map_or(1 << seat, |pairs| pairs.members(pairs.team(seat)));
            let shared = 2 * self.team_home(members) as i32 + 10 * won;
            match self.rules.scoring {
                Scoring::Team => shared,
                Scoring::Half => shared / 2,
                Scoring::Individual => {
                    let lane = self.board.in_lane(seat);
                    (0..4).filter(|depth| lane >> depth & 1 == 1).map(|depth| depth + 1).sum::<i32>() + won
                }
            }
        };
        (0..4).map(points).collect()
    }
}
