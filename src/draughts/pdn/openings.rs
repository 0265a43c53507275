//! Lists the distinct positions after a number of plies, as position lines for tournaments and books.

use super::replay::Replay;
use crate::games::checkers::squares::{RULES, fen};
use crate::games::checkers::{Checkers, Rules, position_line};
use base::counted::counted;
use kit::game::Game;
use kit::state::State;
use std::collections::HashSet;
use std::fmt;
use ugi::position_text;

/// The positions listed so far, and the counts of skipped games.
#[derive(Debug)]
pub(super) struct Openings {
    plies: usize,
    seen: HashSet<String>,
    /// The number of games whose position is already listed.
    duplicates: usize,
    /// The number of games that have fewer than `plies` plies or are over after `plies` plies.
    ended: usize,
}

impl Openings {
    /// Creates an empty list of positions after `plies` plies.
    pub(super) fn new(plies: usize) -> Self {
        Self { plies, seen: HashSet::new(), duplicates: 0, ended: 0 }
    }

    /// Returns the line of a game's position after `plies` plies, with standard square numbers and without the word
    /// `position`. Returns `None` if the position is already listed, if the game is shorter, or if it is over at this
    /// position, which includes draws by the move-count rule.
    pub(super) fn line(&mut self, replay: &Replay) -> Option<String> {
        let Some((line, last)) = self.read(replay) else {
            self.ended += 1;
            return None;
        };
        if !self.seen.insert(fen(&last)) {
            self.duplicates += 1;
            return None;
        }
        Some(line)
    }

    /// Returns the line of a game's position after `plies` plies, and the position that parsing this line gives.
    /// Returns `None` if the game is shorter, or if it is over at this position.
    fn read(&self, replay: &Replay) -> Option<(String, Checkers)> {
        let plies = replay.plies.get(..self.plies)?;
        let begin = replay.unbroken(self.plies);
        let moves: Vec<String> = plies[begin..].iter().map(|(at, action)| at.action_text(*action)).collect();
        let text = position_text(&position_line::base(&RULES, &replay.after(begin)), &moves);
        let position = position_line::parse(&Rules::default(), &text).ok()?;
        position.ending().is_none().then_some((text, position))
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plies, seen, duplicates, ended } = self;
        let (openings, plies) = (counted(seen.len(), "opening"), counted(*plies, "ply"));
        write!(f, "{openings} of {plies} (skipped games: {duplicates} repeated, {ended} ended earlier)")
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ReadOptions, Reader, replay};
    use super::*;

    /// Returns the lines after `plies` plies and the summary. Checks that each line leads to the position of its game.
    fn openings(text: &str, plies: usize) -> (Vec<String>, String) {
        let mut openings = Openings::new(plies);
        let mut reader = Reader::new(text.as_bytes());
        let mut lines = Vec::new();
        while let Some((mut game, _)) = reader.next_game().unwrap() {
            let replayed = replay(&mut game, ReadOptions::default());
            if let Some(line) = openings.line(&replayed) {
                let expected = replayed.plies.get(plies).map_or(replayed.last, |(position, _)| *position);
                assert_eq!(fen(&position_line::parse(&Rules::default(), &line).unwrap()), fen(&expected), "{line}");
                lines.push(line);
            }
        }
        (lines, openings.to_string())
    }

    #[test]
    fn each_position_of_an_unfinished_game_is_listed_once() {
        // The third game transposes to the position of the second. The fourth sets up positions within the game.
        let text = "1. 11-15 22-18 2. 15x22 25x18 1-0\n\n[Event \"2\"]\n1. 9-14 22-17 2. 11-15 *\n\n[Event \"3\"]\n\
            1. 11-15 22-17 2. 9-14 25-22 *\n\n[Event \"4\"]\n1. 9-14 /FEN \"B:W30:B9.\"/ /FEN \"W:W22,30:BK3\"/ 22-18 3-7 18-15 *\n\n\
            [Event \"5\"]\n[FEN \"W:W9:B5\"]\n9-6 5-9 6-2 *\n\n[Event \"6\"]\n[FEN \"B:W9:B5,K10\"]\n5x14 *\n";
        let (lines, summary) = openings(text, 0);
        assert_eq!(lines, ["startpos", "fen W:W9:B5:H0:F1", "fen B:W9:B5,K10:H0:F1"]);
        assert_eq!(summary, "3 openings of 0 plies (skipped games: 3 repeated, 0 ended earlier)");
        let (lines, _) = openings(text, 1);
        let expected = ["11-15", "9-14"].map(|action| format!("startpos moves {action}"));
        assert_eq!(lines[..2], expected);
        assert_eq!(lines[2..], ["fen W:W22,30:BK3:H0:F1", "fen W:W9:B5:H0:F1 moves 9-6"], "the sixth game has ended");
        let (lines, summary) = openings(text, 3);
        let three = [
            "startpos moves 11-15 22-18 15x22",
            "startpos moves 9-14 22-17 11-15",
            "fen W:W22,30:BK3:H0:F1 moves 22-18 3-7",
        ];
        assert_eq!(lines[..3], three);
        assert_eq!(summary, "4 openings of 3 plies (skipped games: 1 repeated, 1 ended earlier)");
    }

    /// The players of this game continue after the move-count rule, which applies to position lines, has made it a
    /// draw. Positions from then on are not openings.
    #[test]
    fn a_draw_by_counting_is_no_opening() {
        let text = format!("[FEN \"B:WK32:BK1\"]\n{} 1/2-1/2", "1-6 32-27 6-1 27-32 ".repeat(13));
        assert_eq!(openings(&text, 49).0.len(), 1);
        assert_eq!(
            openings(&text, 50),
            (Vec::new(), "0 openings of 50 plies (skipped games: 0 repeated, 1 ended earlier)".to_string())
        );
        assert!(openings(&text, 51).0.is_empty());
    }
}
