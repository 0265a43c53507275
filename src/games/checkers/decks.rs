//! The built-in opening decks of English draughts.

use super::{Checkers, Rules};
use kit::game::Game;
use kit::interchange::Deck;
use kit::options::Values;
use kit::state::State;

pub(crate) const DECKS: &[Deck] = &[Deck { name: "three-move", openings: playable_ballots }];

/// The three-move ballots. Each line that does not start with `#` has a number, the moves and a verdict, separated by
/// tabs.
const BALLOTS: &str = include_str!("../../../data/checkers-three-move-ballots.tsv");

/// Returns the 156 ballots in the tournament deck of the American Checker Federation as position lines. The file marks
/// its other 18 ballots as `lost`. They use the square numbering of `values`.
pub fn playable_ballots(values: &Values) -> Vec<String> {
    let rules = Rules::from(values);
    let rows = BALLOTS.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| {
        let mut fields = row.split('\t').skip(1);
        let (moves, verdict) = (fields.next()?, fields.next()?);
        (verdict == "playable").then(|| format!("startpos moves {}", in_numbering_of(&rules, moves)))
    })
    .collect()
}

/// Converts moves from the start position from the standard square numbering to the numbering of `rules`.
fn in_numbering_of(rules: &Rules, moves: &str) -> String {
    let mut position = Checkers::start(&Rules::default());
    let tokens = moves.split(' ').map(|token| {
        let action = position.parse_action(token).expect("a test reads all ballots");
        let written = position.with_rules(rules).action_text(action);
        position.play(action);
        written
    });
    tokens.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_three_move_deck_is_that_of_tournaments() {
        let lines = playable_ballots(&Values::default());
        assert_eq!(lines.iter().collect::<HashSet<_>>().len(), 156);
        assert_eq!(lines[2], "startpos moves 9-13 22-17 13x22");
        assert!(!lines.contains(&"startpos moves 9-13 21-17 10-14".to_string()));
    }
}
