//! Opens games of the library on separate threads. Each needs a referee of its own, for which the tables do not wait.

use super::event::ActorEvent;
use super::export::ExportMessage;
use super::game::TableGame;
use super::storage::{LibraryGame, RestoredGame};
use crate::address::Role;
use crate::message::{Refusal, RequestError, message};
use crate::outbox::MessageKind;
use crate::permits::{Permit, PermitPool, Quota};
use crate::records::{GameSummary, RecordView};
use crate::referee::RefereeProgram;
use crate::request::ExchangeFormat;
use crate::store::{ListedGame, RowPlace, Store};
use anyhow::Result;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use ugi::Viewer;

/// Limits on the games that are being opened. Spectators see no game of the library.
const WAITING: Quota = Quota { host: 4, seat: 2, watch: 0 };

/// The number of games that are opened at the same time, at all tables together.
const REFEREES: usize = 2;

/// The threads that open games for all tables.
#[derive(Clone)]
pub struct Library(Sender<Order>);

/// A table's handle to the library.
pub struct KeptReader {
    library: Library,
    permits: PermitPool,
    inbox: Sender<ActorEvent>,
}

/// A request for a game, and the table that wants it.
struct Order {
    wanted: WantedGame,
    inbox: Sender<ActorEvent>,
    _permit: Permit,
}

/// A browser's request for a game that it may see.
pub struct WantedGame {
    pub browser: u64,
    pub listed: ListedGame,
    /// The game as it was saved.
    pub saved: Vec<u8>,
    /// Whose view the browser gets while hands are hidden: the role of its link, or `None` for a spectator's view.
    pub link: Option<Role>,
    /// The language in which the page speaks.
    pub language: String,
    /// The format of an export; `None` asks for the game as a `record`.
    pub format: Option<ExchangeFormat>,
}

impl Library {
    /// Starts the threads. They end when all handles are dropped. `engine` is the name of the default engine.
    pub fn start(program: &RefereeProgram, engine: &str, store: &Arc<Store>) -> Result<Self> {
        let (sender, orders) = channel();
        let orders = Arc::new(Mutex::new(orders));
        for _ in 0..REFEREES {
            let (orders, program, engine) = (Arc::clone(&orders), program.in_background(), engine.to_string());
            let store = Arc::clone(store);
            let run = move || answer_all(&orders, &program, &engine, &store);
            thread::Builder::new().name("library".to_string()).spawn(run)?;
        }
        Ok(Self(sender))
    }
}

impl KeptReader {
    /// Creates the handle of a table whose actor has this inbox.
    pub const fn new(library: Library, inbox: Sender<ActorEvent>) -> Self {
        Self { library, permits: PermitPool::new(WAITING), inbox }
    }

    /// Requests a game on behalf of a browser with this role. Returns false if the role is waiting for too many.
    pub fn ask(&self, role: Role, wanted: WantedGame) -> bool {
        let Some(permit) = self.permits.acquire(role) else { return false };
        self.library.0.send(Order { wanted, inbox: self.inbox.clone(), _permit: permit }).is_ok()
    }
}

fn answer_all(orders: &Mutex<Receiver<Order>>, program: &RefereeProgram, engine: &str, store: &Store) {
    let next = || orders.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(Order { wanted, inbox, _permit }) = next() {
        let browser = wanted.browser;
        let (about, kind) = match wanted.format {
            Some(_) => ("export", MessageKind::Answer),
            None => ("game", MessageKind::State("record")),
        };
        let outcome = answer(wanted, program, engine, store);
        // The table may have been deleted.
        let _ = inbox.send(ActorEvent::Kept { browser, about, kind, outcome });
    }
}

/// Returns the message with the game, as far as the browser may see it.
fn answer(wanted: WantedGame, program: &RefereeProgram, engine: &str, store: &Store) -> Result<String, RequestError> {
    let place = RowPlace::Game(wanted.listed.id);
    let saved = store.parse::<LibraryGame>(place, &wanted.saved)?.ok_or(Refusal::Damaged)?;
    // The game is not the current one of the table, even if that is the same.
    let mut restored = saved.restore(program, engine)?;
    let viewer = viewer(&restored, wanted.link);
    let game = &mut restored.game;
    let language = game.language(&wanted.language).to_string();
    let ListedGame { id, summary, .. } = wanted.listed;
    let (names, teams) = summary.seats.into_iter().map(|seat| (seat.name, seat.team)).unzip();
    Ok(match wanted.format {
        Some(format) => message("export", &ExportMessage::new(Some(id), format, game, viewer, &language, names)?),
        None => message("record", &record(id, (names, teams), game, viewer, language)?),
    })
}

/// Returns as whom a browser sees a game: everything if nothing is hidden any more, otherwise its own seat. The host is
/// a spectator unless exactly one seat was played at the host's screen.
fn viewer(restored: &RestoredGame, link: Option<Role>) -> Viewer {
    if restored.game.hides_nothing() {
        return Viewer::Master;
    }
    let role = match link {
        // The seats of a game are numbered as they were then, and the links as they are always.
        Some(Role::Seat(link)) => Some(Role::Seat(restored.seating.seat_of(link))),
        role => role,
    };
    let own = restored.seating.seats_of_role(role);
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
    let summary = GameSummary { id, names, teams, game: name, result, reason, plies };
    Ok(RecordView { summary, cells: game.cells.clone(), tokens, facts, language, boards })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::GameSummary;
    use std::time::Duration;
    use ugi::Seat;

    /// Returns a request for a game that cannot be opened.
    fn wanted(browser: u64) -> WantedGame {
        let listed = ListedGame { id: 1, table: String::new(), current: false, summary: GameSummary::default() };
        WantedGame { browser, listed, saved: Vec::new(), link: None, language: "en".to_string(), format: None }
    }

    #[test]
    fn one_role_cannot_use_up_the_requests_of_another() {
        let (sender, orders) = channel();
        let (inbox, events) = channel();
        let reader = KeptReader::new(Library(sender), inbox);
        let asked = |role| std::iter::repeat_with(|| reader.ask(role, wanted(7))).take_while(|asked| *asked).count();
        let roles = [Role::Seat(Seat::P1), Role::Seat(Seat::P2), Role::Host, Role::Watch];
        assert_eq!(roles.map(asked), [2, 2, 4, 0]);
        // The answers free the places.
        let program = RefereeProgram::new(runner::Program::default(), Duration::from_secs(1), None);
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let answering = thread::spawn(move || answer_all(&Mutex::new(orders), &program, "", &store));
        for _ in 0..8 {
            let Ok(ActorEvent::Kept { browser, about, outcome, .. }) = events.recv() else { panic!() };
            assert!(outcome.is_err() && (browser, about) == (7, "game"));
        }
        while !reader.ask(Role::Seat(Seat::P1), wanted(7)) {
            thread::yield_now();
        }
        drop(reader);
        answering.join().unwrap();
    }
}
