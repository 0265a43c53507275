//! Starting games: a new game, the same game again, or a pasted position.

use super::game::{EventSeeds, GameSetup, LONGEST, TableGame};
use super::offers::Offers;
use super::permutation::Permutation;
use super::room::Room;
use super::seating::Seating;
use crate::exchange::parse_position;
use crate::notice::{Beginning, Notice};
use crate::player::Player;
use crate::referee::client_error;
use crate::refusal::{Refusal, RequestError};
use crate::request::{NewGame, Occupant, is_word, option_value};
use crate::role::Role;
use game::TimeControl;
use std::collections::BTreeMap;
use std::time::Duration;
use ugi::{ClientError, ErrorCode, Seat};

/// Who plays the next game.
pub enum NextPlayers {
    /// The present players, after this change of seats.
    Present(Permutation),
    New {
        seats: Vec<Occupant>,
        /// How long moves are shown.
        pace: Option<Duration>,
    },
}

impl NextPlayers {
    /// The present players in their seats.
    pub fn same() -> Self {
        Self::Present(Permutation::default())
    }
}

/// The maximum base time and the maximum increment of a clock: ten days.
const LONGEST_TIME: Duration = Duration::from_secs(864_000);

impl Room {
    pub(crate) fn new_game(&mut self, browser: u64, new: NewGame) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        let bad = |name: &String| RequestError::new(Refusal::BadOption, name.clone());
        let options = (new.options.iter())
            .map(|(name, given)| Ok((name.clone(), option_value(given).ok_or_else(|| bad(name))?)))
            .collect::<Result<BTreeMap<_, _>, RequestError>>()?;
        self.own_options(&new.game, options.keys())?;
        let (base, tokens) = match new.start.as_deref().map(str::trim) {
            None | Some("") => ("startpos".to_string(), Vec::new()),
            Some(text) => parse_pasted(text)?,
        };
        let (time, deals) = (check_time(new.clock)?, EventSeeds::new(new.seed));
        let date = self.moment.today();
        let setup = GameSetup { time, deals, date, ..GameSetup::new(&new.game, options, base, tokens) };
        let pace = new.pace.map(|pace| Duration::from_millis(pace.into()));
        self.begin(setup, NextPlayers::New { seats: new.seats, pace }, Some(Beginning::New))
    }

    /// Starts the same game again: with the same deal and seats if `same`, otherwise with a new deal. With a new deal,
    /// the players change seats as the host has arranged, or else those of a finished two-seat game change sides. An
    /// unfinished game is abandoned only if `sure` is true.
    pub(crate) fn play_again(&mut self, browser: u64, same: bool, sure: bool) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        Refusal::NotOver.reject_if(!self.game.is_over() && !sure)?;
        self.next_game(same)
    }

    /// Starts the same game again, with the same deal and seats if `same`.
    pub(crate) fn next_game(&mut self, same: bool) -> Result<(), RequestError> {
        let over = self.game.is_over();
        Refusal::NotNow.reject_if(self.storage.kept.evening.next.pending_lots().is_some())?;
        Refusal::Revealed.reject_if(same && !self.may_redeal())?;
        let setup = GameSetup { date: self.moment.today(), ..self.game.again(same) };
        let change =
            if same { Permutation::default() } else { self.storage.kept.evening.next.change(self.seating.len(), over) };
        let moves = self.seating.seats().any(|seat| change.new_seat(seat) != seat);
        self.begin(setup, NextPlayers::Present(change), None)?;
        self.browsers.notify_all(&match (same, over, moves) {
            (true, ..) => Notice::SameDeal,
            (.., true) if self.seating.len() == 2 => Notice::SidesChanged,
            (.., true) => Notice::SeatsChanged,
            (_, false, _) => Notice::StartedOver,
            (..) => Notice::NewGame,
        });
        Ok(())
    }

    /// Returns whether the deals of the current game may be played again. A guest is never dealt hidden hands that
    /// somebody has seen.
    pub(crate) fn may_redeal(&self) -> bool {
        self.revealed.may_redeal(&self.game) && !(self.game.is_hidden() && self.seating.admits_guests())
    }

    pub(crate) fn set_up(&mut self, browser: u64, text: &str) -> Result<(), RequestError> {
        self.browsers.require_host(browser)?;
        let (base, tokens) = parse_pasted(text)?;
        let setup = GameSetup { date: self.moment.today(), ..self.game.position(base, tokens) };
        self.begin(setup, NextPlayers::same(), Some(Beginning::Setup))
    }

    /// Starts a game. If `how` is given, notifies everybody except the host. On error, the current game continues.
    pub(crate) fn begin(
        &mut self,
        setup: GameSetup,
        players: NextPlayers,
        how: Option<Beginning>,
    ) -> Result<(), RequestError> {
        self.storage.archive.require_room(&self.storage.table)?;
        if setup.tokens.len() > LONGEST {
            return Err(RequestError::new(Refusal::BadLine, format!("more than {LONGEST} moves")));
        }
        let player = |occupant| Seating::player_of(occupant, &self.engines);
        let (new, change, pace) = match players {
            NextPlayers::Present(change) => (None, change, self.pace.chosen()),
            NextPlayers::New { seats, pace } => (Some(seats), Permutation::default(), pace),
        };
        let new = new.map(|seats| seats.into_iter().map(player).collect::<Result<Vec<_>, _>>()).transpose()?;
        let before = change.inverse();
        let is_person = |seat: Seat| match &new {
            Some(players) => players.get(seat.index()).is_none_or(Player::is_person),
            None => self.seating.is_person(before.new_seat(seat)),
        };
        let (known, repeated) = (setup.is_reproducible(), setup.deals.is_repeated());
        let mut game = TableGame::begin(&self.start_referee, setup, &is_person).map_err(begin_error)?;
        self.revealed.add(&mut self.game)?;
        if known {
            let admits = |players: &Vec<Player>| {
                players.len() < game.seats || players.iter().any(|player| player.who().admits_guests())
            };
            let for_guests = new.as_ref().map_or_else(|| self.seating.admits_guests(), admits);
            self.require_resumable(&mut game, for_guests)?;
        }
        if repeated {
            self.game.set_repeated();
        }
        self.leave_game()?;
        let same = game.name() == self.game.name() && game.options() == self.game.options();
        self.seating.rearrange(&change, &mut self.browsers);
        self.seating.begin(new, game.seats, same, &mut self.browsers);
        self.storage.begin(self.game.has_moves());
        self.revealed.begin(false);
        self.pace.choose(pace);
        self.analysis.begin();
        self.replace_game(game);
        if self.game.has_begun() {
            self.show_step();
        }
        self.show_game(how);
        Ok(())
    }

    /// Saves the current game as it stays in the library.
    pub(crate) fn leave_game(&mut self) -> Result<(), RequestError> {
        self.game.run_clock(None, self.now());
        Refusal::Storage.reject_if(!self.ensure_saved())
    }

    /// Replaces the current game by one whose seats are prepared.
    pub(crate) fn replace_game(&mut self, mut game: TableGame) {
        self.name_guests();
        game.follow_deal(&self.game);
        (self.game, self.deal_shown) = (game, None);
        self.holders.clear();
        self.storage.kept.evening.begin_game();
        self.offers = Offers::default();
        self.begin_absences();
        self.reviews.end(&self.browsers);
        self.pace.end();
    }

    /// Shows everybody a game that has replaced another. If `how` is given, notifies everybody except the host.
    pub(crate) fn show_game(&mut self, how: Option<Beginning>) {
        if self.ensure_saved() {
            self.browsers.all().into_iter().for_each(|browser| self.send_hello(browser));
        }
        self.continue_game();
        if let Some(how) = how {
            let guests = self.browsers.with_role(|role| role != Role::Host);
            guests.into_iter().for_each(|browser| self.browsers.notify(browser, &Notice::Begun(how)));
        }
    }

    /// Checks that `game` may begin from its position. No guest is dealt hands that somebody has seen, now or when the
    /// host changes a seat.
    fn require_resumable(&mut self, game: &mut TableGame, for_guests: bool) -> Result<(), RequestError> {
        if let Some(shared) = self.revealed.continued(game)? {
            Refusal::Revealed.reject_if(shared || for_guests)?;
            game.set_repeated();
        }
        // Moves of the current game are taken back with the consent of the others only.
        Refusal::Consent.reject_if(self.seating.guests() > 0 && self.game.leads_to(game)?)
    }

    /// Checks that the options are rule options of the game, not of another game or of the engine itself.
    pub(crate) fn own_options<'a>(
        &self,
        game: &str,
        mut options: impl Iterator<Item = &'a String>,
    ) -> Result<(), RequestError> {
        let info = self
            .games
            .iter()
            .find(|entry| entry.name == game)
            .ok_or_else(|| RequestError::new(Refusal::UnknownGame, game))?;
        let is_own = |name: &&String| info.options.iter().any(|option| option.name == **name);
        options.find(|name| !is_own(name)).map_or(Ok(()), |name| Err(RequestError::new(Refusal::BadOption, name)))
    }
}

/// Converts the error with which the referee rejected a game into an error for the browser.
fn begin_error(error: anyhow::Error) -> RequestError {
    match client_error(&error) {
        Some(ClientError::Option { .. }) => RequestError::new(Refusal::BadOption, error.to_string()),
        Some(ClientError::Line { why }) => {
            let is_fen = why.first().is_some_and(|error| error.code == ErrorCode::BadFen);
            RequestError::new(if is_fen { Refusal::BadFen } else { Refusal::BadLine }, error.to_string())
        }
        _ => error.into(),
    }
}

fn check_time(time: Option<TimeControl>) -> Result<Option<TimeControl>, RequestError> {
    match time {
        Some(time)
            if time.start().is_zero() || time.base.max(time.increment) > LONGEST_TIME || time.moves == Some(0) =>
        {
            Err(Refusal::BadClock.into())
        }
        time => Ok(time),
    }
}

/// Reads a pasted position: a position line, the part of it after `position`, or a position text alone.
fn parse_pasted(text: &str) -> Result<(String, Vec<String>), RequestError> {
    let bad = |text: &str| RequestError::new(Refusal::BadLine, text);
    if text.trim().contains('\n') {
        return Err(bad("expected one line"));
    }
    let words: Vec<&str> = text.split_whitespace().skip_while(|word| *word == "position").collect();
    let line = match words.first() {
        Some(&"seat") => return Err(Refusal::NotMaster.into()),
        Some(&("startpos" | "fen")) | None => words.join(" "),
        Some(_) => format!("fen {}", words.join(" ")),
    };
    let (base, tokens) = parse_position(&line).map_err(|error| bad(&error.to_string()))?;
    if let Some(token) = tokens.iter().find(|token| !is_word(token)) {
        return Err(bad(token));
    }
    Ok((base, tokens))
}

#[cfg(test)]
mod tests {
    use super::{Refusal, parse_pasted};

    #[test]
    fn lines_are_read_as_people_paste_them() {
        let read = |text: &str| parse_pasted(text).map(|(base, tokens)| format!("{base}|{}", tokens.join(",")));
        assert_eq!(read("position startpos moves a b").unwrap(), "startpos|a,b");
        assert_eq!(read(" fen x/y moves a ").unwrap(), "fen x/y|a");
        assert_eq!(read("x/y").unwrap(), "fen x/y|");
        assert_eq!(read("startpos").unwrap(), "startpos|");
        for (text, code) in [
            ("", Refusal::BadLine),
            ("position", Refusal::BadLine),
            ("fen", Refusal::BadLine),
            ("startpos a", Refusal::BadLine),
            ("startpos\nquit", Refusal::BadLine),
            ("position seat 1 startpos", Refusal::NotMaster),
        ] {
            assert_eq!(read(text).unwrap_err().code, code, "{text}");
        }
    }
}
