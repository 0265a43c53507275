//! Games of the library that browsers ask for. Each is opened with a referee of its own, for which no table waits.

use super::export::export_message;
use super::game::TableGame;
use super::storage::{LibraryGame, RestoredGame};
use crate::archive::{Archive, ListedGame, RowPlace, parse};
use crate::effect::MessageKind;
use crate::message::Message;
use crate::record_view::RecordView;
use crate::referee::StartReferee;
use crate::refusal::{Refusal, RequestError};
use crate::role::Role;
use crate::tasks::WantedGame;
use anyhow::Result;
use ugi::Viewer;

impl WantedGame {
    /// Returns the name of the request, and the kind of the message that answers it.
    pub const fn about(&self) -> (&'static str, MessageKind) {
        match self.format {
            Some(_) => ("export", MessageKind::Answer),
            None => ("game", MessageKind::State("record")),
        }
    }

    /// Opens the game, and returns the message with it, as far as the browser may see it. `engine` is the name of the
    /// default engine.
    ///
    /// # Errors
    /// Returns an error if the game is damaged, or if the referee fails.
    pub fn answer(self, start: &StartReferee, engine: &str, archive: &dyn Archive) -> Result<String, RequestError> {
        let place = RowPlace::Game(self.listed.id);
        let saved: LibraryGame = parse(archive, place, &self.saved)?.ok_or(Refusal::Damaged)?;
        // The game is not the current one of the table, even if that is the same.
        let mut restored = saved.restore(start, engine)?;
        let viewer = viewer(&restored, self.link);
        let game = &mut restored.game;
        let language = game.language(&self.language).to_string();
        let ListedGame { id, summary, .. } = self.listed;
        let (names, teams) = summary.seats.into_iter().map(|seat| (seat.name, seat.team)).unzip();
        Ok(match self.format {
            Some(format) => export_message(Some(id), format, game, viewer, &language, names)?.text(),
            None => Message::Record(&record(id, (names, teams), game, viewer, language)?).text(),
        })
    }
}

/// Returns as whom a browser sees a game: everything if nothing is hidden any more, otherwise its own seat. The host is
/// a spectator unless exactly one seat was played at the host's screen.
fn viewer(restored: &RestoredGame, link: Option<Role>) -> Viewer {
    if restored.game.hides_nothing() {
        return Viewer::Master;
    }
    let role = match link {
        // The seats of a game are numbered as they were then, and the links as they are always.
        Some(Role::Seat(link)) => Some(Role::Seat(restored.seats.seat_of(link))),
        role => role,
    };
    let own = restored.seats.seats_of_role(role);
    if let [seat] = own[..] { Viewer::Seat(seat) } else { Viewer::Public }
}

/// Returns a game in the form of a recorded game of a tournament.
fn record(
    id: i64,
    (names, teams): (Vec<String>, Vec<Option<usize>>),
    game: &mut TableGame,
    viewer: Viewer,
    language: String,
) -> Result<RecordView> {
    let boards = game.boards(viewer)?;
    let (position, facts) = game.visible_position(viewer, &language)?;
    let (result, reason, facts) = (position.result.clone(), position.reason.clone(), facts.to_vec());
    let tokens = game.view(viewer).tokens.clone();
    let (id, name, plies) = (id.to_string(), game.name().to_string(), tokens.len());
    let cells = game.cells.clone();
    Ok(RecordView { id, names, teams, game: name, result, reason, plies, cells, tokens, facts, language, boards })
}
