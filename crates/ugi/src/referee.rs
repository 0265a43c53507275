//! The referee loop: one engine process is the referee, and one process per seat plays. The referee supplies each
//! seat's view of the game.

use crate::client::{Client, SearchOutcome};
use crate::history::position_text;
use crate::reply::read_teams;
use crate::seats::{Seat, Turn};
use crate::{Command as Order, Go, Query};
use anyhow::{Context, Result};
use base::rng::{engine_seed, mix};
use std::path::Path;
use std::process::Command;

/// A game in progress: the master history, the referee process and one process for each seat.
///
/// ```no_run
/// use std::path::Path;
/// use speltafel_ugi::referee::{RefereeLoop, board_text};
/// use speltafel_ugi::{Go, Turn};
///
/// # fn main() -> anyhow::Result<()> {
/// let options = [("Game".to_string(), "keezen".to_string())];
/// let mut game = RefereeLoop::open(Path::new("speltafel"), &options, 1)?;
/// let limits = Go { nodes: Some(1000), ..Go::default() };
/// loop {
///     match game.turn()? {
///         Turn::Over => break,
///         Turn::Chance => game.sample_event()?,
///         Turn::Seat(seat) => {
///             let best = game.think(seat, &limits)?.best;
///             game.add(Turn::Seat(seat), &best)?;
///             println!("{seat}: {best}\n{}", board_text(game.referee())?);
///         }
///     }
/// }
/// # Ok(())
/// # }
/// ```
pub struct RefereeLoop {
    referee: Client,
    seats: Vec<Client>,
    /// The tokens of the master history, each with its [`Turn`]: the seat that played the token, or chance.
    history: Vec<(Turn, String)>,
    /// The seed from which the seeds of all chance events and engines derive.
    seed: u64,
}

impl RefereeLoop {
    /// Starts `program` once as the referee and once for each seat, all with the same options, except that the
    /// referee's `Hash` is always 1. `seed` determines the chance events and the option `Seed` of each seat's engine.
    ///
    /// # Errors
    /// Returns an error if an engine does not start or rejects an option.
    pub fn open(program: &Path, options: &[(String, String)], seed: u64) -> Result<Self> {
        // The referee never searches, so the smallest transposition table is enough.
        let smallest = ("Hash".to_string(), "1".to_string());
        let others = options.iter().filter(|(name, _)| !name.eq_ignore_ascii_case("Hash")).cloned();
        let referee = start(program, "referee", &[smallest].into_iter().chain(others).collect::<Vec<_>>())?;
        let mut game = Self { referee, seats: Vec::new(), history: Vec::new(), seed };
        let count: usize = game.referee.ask_word(Query::Seats)?.parse().context("query seats: expected a number")?;
        for seat in (0..count).map(Seat::new) {
            let mut client = start(program, &seat.to_string(), options)?;
            client.set_option("Seed", &engine_seed(seed, seat.number()).to_string())?;
            game.seats.push(client);
        }
        Ok(game)
    }

    /// Returns the number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats.len()
    }

    /// Returns the engine of a seat.
    ///
    /// # Errors
    /// Returns an error if the game has no such seat.
    pub fn engine(&mut self, seat: Seat) -> Result<&mut Client> {
        let count = self.seats.len();
        self.seats.get_mut(seat.index()).with_context(|| format!("no seat {}: this game has {count}", seat.number()))
    }

    /// Returns the referee engine, which has the master history.
    pub fn referee(&mut self) -> &mut Client {
        &mut self.referee
    }

    /// Returns the tokens so far, each with its [`Turn`]: the seat that played the token, or chance.
    #[must_use]
    pub fn history(&self) -> &[(Turn, String)] {
        &self.history
    }

    /// Returns the `position` line of the master history.
    #[must_use]
    pub fn line(&self) -> String {
        let tokens: Vec<&str> = self.history.iter().map(|(_, token)| token.as_str()).collect();
        format!("position {}", position_text("startpos", &tokens))
    }

    /// Asks the referee whose turn it is.
    ///
    /// # Errors
    /// Returns an error if the referee has exited, does not answer in time, or gives an invalid answer.
    pub fn turn(&mut self) -> Result<Turn> {
        self.referee.ask_turn()
    }

    /// Appends a token to the history. `turn` is the seat that played the token, or chance.
    ///
    /// # Errors
    /// Returns an error if the referee has exited, does not answer in time, or rejects the token. The token then stays
    /// in the history; [`RefereeLoop::truncate`] removes it.
    pub fn add(&mut self, turn: Turn, token: &str) -> Result<()> {
        self.history.push((turn, token.to_string()));
        self.reload().with_context(|| format!("{turn} played {token}"))
    }

    /// Shortens the history to its first `count` tokens.
    ///
    /// # Errors
    /// Returns an error if the referee has exited or does not answer in time.
    pub fn truncate(&mut self, count: usize) -> Result<()> {
        self.history.truncate(count);
        self.reload()
    }

    fn reload(&mut self) -> Result<()> {
        Ok(self.referee.execute_ok(&self.line())?)
    }

    /// Samples the chance event that is due and appends it. The seed of the event derives from the seed of the game and
    /// the length of the history.
    ///
    /// # Errors
    /// Returns an error if the referee has exited or does not answer in time, or if no chance event is due.
    pub fn sample_event(&mut self) -> Result<()> {
        let draw = Query::Draw(mix(self.seed ^ mix(self.history.len() as u64)));
        let token = self.referee.ask_word(draw)?;
        self.add(Turn::Chance, &token).with_context(|| draw.to_string())
    }

    /// Sends the view of `seat` to its engine and returns the view, a `position` line.
    ///
    /// # Errors
    /// Returns an error if an engine has exited or does not answer in time, or if the game has no such seat.
    pub fn send_view(&mut self, seat: Seat) -> Result<String> {
        let line = self.referee.ask(Query::View(seat.number() as u64))?.join(" ");
        self.engine(seat)?.send(&line)?;
        Ok(line)
    }

    /// Sends the view of `seat` to its engine and runs a search. The move is not appended to the history.
    ///
    /// # Errors
    /// Returns an error if an engine has exited or does not answer in time, or if the game has no such seat.
    pub fn think(&mut self, seat: Seat, go: &Go) -> Result<SearchOutcome> {
        self.send_view(seat)?;
        Ok(self.engine(seat)?.go(go)?)
    }

    /// Returns the zero-based index of a seat's team.
    ///
    /// # Errors
    /// Returns an error if the referee has exited, does not answer in time, or gives an answer that does not contain
    /// the seat.
    pub fn team(&mut self, seat: Seat) -> Result<usize> {
        let teams = self.referee.ask(Query::Teams)?.join(" ");
        let team = read_teams(&teams).and_then(|teams| teams.iter().position(|team| team.contains(&seat.number())));
        team.with_context(|| format!("query teams: no team of {seat} in {teams}"))
    }
}

/// Returns the text board that an engine prints for `d`, without the `fen` and `key` lines.
///
/// See the example of [`RefereeLoop`].
///
/// # Errors
/// Returns an error if the engine has exited or does not answer in time.
pub fn board_text(engine: &mut Client) -> Result<String> {
    let lines = engine.show(&Order::Display)?;
    let board: Vec<&str> = lines
        .iter()
        .map(String::as_str)
        .filter(|line| !line.starts_with("fen ") && !line.starts_with("key "))
        .collect();
    Ok(board.join("\n"))
}

fn start(program: &Path, name: &str, options: &[(String, String)]) -> Result<Client> {
    let mut client = Client::start(&mut Command::new(program))?.with_name(name);
    options.iter().try_for_each(|(name, value)| client.set_option(name, value))?;
    Ok(client)
}
