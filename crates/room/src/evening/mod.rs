//! An evening of games: the points of all games that were finished at the table, and what the players have decided
//! about the next game.

mod finished;
mod next_game;
mod totals;

pub use finished::{Answers, FinishedGame, Participant};
pub use next_game::NextGame;
pub use totals::Totals;

use serde::{Deserialize, Serialize};

/// The number of games that are kept. When it is exceeded, the oldest game is dropped with its points.
const MOST_GAMES: usize = 300;

/// The finished games of a table, and the decisions about the next one.
#[derive(Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evening {
    pub next: NextGame,
    /// The finished games, the oldest first.
    games: Vec<FinishedGame>,
    /// The game on the table, if it is over. It counts only as long as nobody takes its end back.
    current: Option<FinishedGame>,
    /// Whether the points were cleared after the end of the game on the table, which then does not count.
    cleared: bool,
}

impl Evening {
    /// Sets the result of the game on the table; `None` if it is not over.
    pub fn set_current(&mut self, game: Option<FinishedGame>) {
        self.cleared &= game.is_some();
        self.current = game;
    }

    /// Returns whether the result of the game on the table is known.
    pub const fn has_current(&self) -> bool {
        self.current.is_some()
    }

    /// Keeps the result of the game on the table, because another game begins, and forgets the decisions about that
    /// one.
    pub fn begin_game(&mut self) {
        self.next = NextGame::default();
        self.games.extend(self.current.take().filter(|_| !self.cleared));
        self.cleared = false;
        let surplus = self.games.len().saturating_sub(MOST_GAMES);
        self.games.drain(..surplus);
    }

    /// Forgets all games.
    pub fn clear(&mut self) {
        self.games.clear();
        self.cleared = self.current.is_some();
    }

    /// Returns all games, the one on the table last.
    pub fn games(&self) -> Vec<&FinishedGame> {
        self.games.iter().chain(self.current.iter().filter(|_| !self.cleared)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_games_are_dropped() {
        let mut evening = Evening::default();
        let game = |number: usize| FinishedGame { game: number.to_string(), ..FinishedGame::default() };
        for number in 0..=MOST_GAMES {
            evening.set_current(Some(game(number)));
            evening.begin_game();
        }
        evening.begin_game();
        evening.set_current(Some(game(7)));
        let games = evening.games();
        assert_eq!((games.len(), &*games[0].game, &*games[MOST_GAMES].game), (MOST_GAMES + 1, "1", "7"));
        evening.clear();
        assert!(evening.games().is_empty());
        evening.begin_game();
        evening.set_current(Some(game(8)));
        assert_eq!(evening.games().len(), 1, "the next game counts again");
    }
}
