//! Decks of openings that come with the program, for tournaments. Knows no tournament.

/// A deck of openings.
pub struct Deck {
    /// Its name in a plan.
    pub name: &'static str,
    /// The game that it belongs to.
    pub game: &'static str,
    /// Its openings in their usual order, each what follows `position `.
    pub lines: fn() -> Vec<String>,
}

/// All decks.
pub const DECKS: &[Deck] = &[
    Deck { name: "three-move", game: "checkers", lines: playable_ballots },
    Deck { name: "three-move-all", game: "checkers", lines: all_ballots },
];

/// The three-move ballots of English draughts.
const BALLOTS: &str = include_str!("../../data/checkers-three-move-ballots.tsv");

/// The 156 ballots that are played for: the deck of the American Checker Federation.
fn playable_ballots() -> Vec<String> {
    ballots(|verdict| verdict == "playable")
}

/// All 174, also those that the deck leaves out as lost: with both colours they are fair all the same.
fn all_ballots() -> Vec<String> {
    ballots(|_| true)
}

/// The ballots with a verdict that is `wanted`. A line has number, moves and verdict, separated by tabs.
fn ballots(wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let rows = BALLOTS.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| {
        let mut fields = row.split('\t').skip(1);
        let (moves, verdict) = (fields.next()?, fields.next()?);
        wanted(verdict).then(|| format!("startpos moves {moves}"))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_decks_of_three_moves_have_156_of_174_ballots() {
        let (playable, all) = (playable_ballots(), all_ballots());
        assert_eq!((playable.len(), all.len()), (156, 174));
        assert!(playable.iter().all(|line| all.contains(line)));
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 174);
        assert_eq!(playable[2], "startpos moves 9-13 22-17 13x22");
        assert!(!playable.contains(&"startpos moves 9-13 21-17 10-14".to_string()));
    }
}
