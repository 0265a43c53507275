//! Saves the table before it is shown. Whatever a browser is shown is on the disk first.

use super::game::TableGame;
use super::room::Room;
use super::seating::Seating;
use super::storage::KeptGame;
use crate::archive::{GameSummary, SeatSummary};
use crate::catalogue::ENGLISH;
use crate::effect::Effect;
use crate::keys::Holder;
use crate::notice::Notice;
use crate::player::Player;
use ugi::{Seat, Teams, Viewer};

impl Room {
    /// Saves the table if anything has changed. If that fails, pauses the game and notifies everybody; until it
    /// succeeds, nobody is shown the state. Returns whether the present state is saved.
    pub(crate) fn ensure_saved(&mut self) -> bool {
        // Whoever gets a link after the end of the game has not played it.
        if !self.game.is_over() || self.holders.is_empty() {
            self.holders = self.holders_of(&self.seating);
        }
        let game = KeptGame {
            game: self.game.saved(),
            seats: &self.seating,
            shared: self.revealed.is_shared(),
            analysis: (self.analysis.is_allowed(), self.analysis.was_allowed()),
            absence: self.absence_rules,
            pace: self.pace.chosen(),
            holders: self.holders.clone(),
        };
        let summary = || summary(&mut self.game, &self.seating, &self.holders);
        let failed_before = self.storage.has_failed();
        let saved = self.storage.save(summary, &game);
        match saved {
            // The browsers that joined in the meantime have not been told about the game.
            Ok(()) if failed_before => self.browsers.all().into_iter().for_each(|browser| self.send_hello(browser)),
            Ok(()) => {}
            Err(error) => {
                if !failed_before {
                    self.effects.push(Effect::Warn(format!("cannot save to {}: {error}", self.storage.archive.name())));
                    self.browsers.notify_all(&Notice::NotSaved);
                }
                self.game.pause(true);
                self.game.run_clock(None, self.now());
                self.seating.cancel_searches();
            }
        }
        !self.storage.has_failed()
    }
}

/// Returns what the library lists about the current game.
fn summary(game: &mut TableGame, seating: &Seating, holders: &[Option<Holder>]) -> GameSummary {
    let end = if game.is_over() { game.visible_position(Viewer::Master, ENGLISH).ok() } else { None };
    let teams: Teams = end.as_ref().and_then(|(shown, _)| shown.teams.as_ref()?.parse().ok()).unwrap_or_default();
    let result = end.map_or_else(|| "none".to_string(), |(shown, _)| shown.result.clone());
    let seat = |(seat, player): (Seat, &Player)| SeatSummary {
        name: player.shown_name().to_string(),
        guest: holders.get(seat.index()).copied().flatten().filter(|_| player.is_known_guest()),
        team: teams.of(seat),
    };
    GameSummary {
        game: game.name().to_string(),
        date: game.date.clone().unwrap_or_default(),
        result,
        moves: game.token_count(),
        seats: seating.seats().zip(seating.players()).map(seat).collect(),
    }
}
