//! Ends games early by adjudication. A two-sided game is declared drawn or won when both sides' scores agree for a
//! number of consecutive moves, as in cutechess and fastchess, or lost when the loser's scores say so. Any game is
//! declared drawn after a maximum number of plies.

use super::plan::Adjudication;
use ugi::Score;

/// The value of a mate in hundredths of a piece, greater than any other score.
const MATE: i64 = 1 << 40;

/// Follows the scores of a game and decides when to adjudicate it, with a verdict token: a draw because both sides'
/// scores stayed near zero, a win because they agree on the winner, or `MAX_PLIES`.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// Three counts for each side: how many of its most recent moves in a row had a drawn, a lost and a won score.
    runs: Vec<[u32; 3]>,
    plies: u64,
}

/// The verdict for a game that reached the maximum number of plies.
const MAX_PLIES: &str = "!end/draw/max_plies";
/// The maximum number of plies if the plan has none, so that a game whose rules do not end it ends.
const MOST_PLIES: u64 = 10_000;

impl Adjudicator {
    /// Creates an adjudicator for a new game with `sides` sides.
    pub fn new(rules: Adjudication, sides: usize) -> Self {
        Self { rules, runs: vec![[0; 3]; sides], plies: 0 }
    }

    /// Counts a ply without a score, such as an opening move. Returns `MAX_PLIES` if the game has reached the
    /// maximum number of plies.
    pub fn skip_ply(&mut self) -> Option<&'static str> {
        self.plies += 1;
        (self.plies >= self.rules.max_plies.unwrap_or(MOST_PLIES)).then_some(MAX_PLIES)
    }

    /// Adds a move by `side`, with the score from that side's point of view. A move without a score resets the counts
    /// of `side`. Returns the verdict if the game is to end; `MAX_PLIES` takes precedence.
    pub fn add_move(&mut self, side: usize, score: Option<Score>) -> Option<&'static str> {
        let value = score.map(|score| match score {
            Score::Cp(value) => i64::from(value),
            Score::Mate(..0) => -MATE,
            Score::Mate(_) => MATE,
        });
        let within = |low: i64, high: i64| value.is_some_and(|value| (low..=high).contains(&value));
        let (draw, resign) = (self.rules.draw, self.rules.resign);
        let drawn = draw
            .is_some_and(|rule| self.plies + 1 >= rule.after && within(-i64::from(rule.score), i64::from(rule.score)));
        let lost = resign.is_some_and(|rule| within(i64::MIN, -i64::from(rule.score)));
        let won = resign.is_some_and(|rule| within(i64::from(rule.score), i64::MAX));
        for (run, holds) in self.runs[side].iter_mut().zip([drawn, lost, won]) {
            *run = if holds { *run + 1 } else { 0 };
        }
        let result = self.agreement();
        self.skip_ply().or(result)
    }

    fn agreement(&self) -> Option<&'static str> {
        let [first, second] = self.runs.as_slice() else { return None };
        if let Some(rule) = self.rules.draw
            && first[0].min(second[0]) >= rule.moves
        {
            return Some("!end/draw/adjudication");
        }
        let rule = self.rules.resign?;
        let is_lost =
            |loser: &[u32; 3], winner: &[u32; 3]| loser[1] >= rule.moves && (rule.one_sided || winner[2] >= rule.moves);
        if is_lost(first, second) {
            return Some("!end/p2win/adjudication");
        }
        is_lost(second, first).then_some("!end/p1win/adjudication")
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::{DrawRule, ResignRule};
    use super::*;

    /// Adds these scores for alternating sides, beginning with the first side. Returns the 1-based ply at which the
    /// game ends, and the verdict.
    fn adjudicate(rules: Adjudication, scores: &[i32]) -> Option<(usize, &'static str)> {
        let mut adjudicator = Adjudicator::new(rules, 2);
        scores.iter().enumerate().find_map(|(ply, &score)| {
            adjudicator.add_move(ply % 2, Some(Score::Cp(score))).map(|result| (ply + 1, result))
        })
    }

    #[test]
    fn a_draw_needs_both_sides_in_a_row_and_late_enough() {
        let rules = Adjudication { draw: Some(DrawRule { after: 3, moves: 2, score: 5 }), ..Adjudication::default() };
        assert_eq!(adjudicate(rules.clone(), &[0; 9]), Some((6, "!end/draw/adjudication")));
        assert_eq!(adjudicate(rules.clone(), &[0, 0, 0, 0, 9, 0, 5, -5, 0, 0]), Some((9, "!end/draw/adjudication")));
        assert_eq!(adjudicate(rules, &[0, 9, 0, 9, 0, 9, 0, 9]), None);
    }

    #[test]
    fn a_resignation_needs_both_sides() {
        let rules = resign(false);
        assert_eq!(adjudicate(rules.clone(), &[-300, 300, -400, 999]), Some((4, "!end/p2win/adjudication")));
        assert_eq!(adjudicate(rules.clone(), &[400, -300, 300, -300]), Some((4, "!end/p1win/adjudication")));
        assert_eq!(adjudicate(rules, &[-300, 299, -400, 299, -999, 0]), None);
    }

    #[test]
    fn a_one_sided_resignation_needs_the_losing_side_only() {
        let rules = resign(true);
        assert_eq!(adjudicate(rules.clone(), &[-300, 0, -300]), Some((3, "!end/p2win/adjudication")));
        assert_eq!(adjudicate(rules.clone(), &[0, -300, -900, -300]), Some((4, "!end/p1win/adjudication")));
        assert_eq!(adjudicate(rules, &[-300, 999, -299, 999, -300, 999]), None);
    }

    fn resign(one_sided: bool) -> Adjudication {
        let rule = ResignRule { moves: 2, score: 300, one_sided };
        Adjudication { resign: Some(rule), ..Adjudication::default() }
    }

    #[test]
    fn a_silent_engine_agrees_to_nothing_and_a_mate_to_everything() {
        let rules = Adjudication {
            resign: Some(ResignRule { moves: 1, score: 300, one_sided: false }),
            max_plies: Some(4),
            ..Adjudication::default()
        };
        let mut adjudicator = Adjudicator::new(rules.clone(), 2);
        assert_eq!(adjudicator.add_move(0, Some(Score::Cp(-500))), None);
        assert_eq!(adjudicator.add_move(1, None), None);
        assert_eq!(adjudicator.add_move(0, Some(Score::Mate(-4))), None);
        assert_eq!(adjudicator.clone().add_move(1, Some(Score::Cp(0))), Some(MAX_PLIES));
        let mut endless = Adjudicator::new(Adjudication::default(), 2);
        assert!((1..MOST_PLIES).all(|_| endless.add_move(0, None).is_none()));
        assert_eq!(endless.add_move(0, None), Some(MAX_PLIES));
        let mut other = Adjudicator::new(Adjudication { max_plies: None, ..rules }, 2);
        other.add_move(0, Some(Score::Mate(-4)));
        assert_eq!(other.add_move(1, Some(Score::Mate(3))), Some("!end/p2win/adjudication"));
    }
}
