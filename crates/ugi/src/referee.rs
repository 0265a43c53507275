//! A table without rules of its own: one engine process referees, one plays each seat, and views travel between them.
//! Knows no game.

use crate::client::{Client, SearchOutcome};
use crate::history::position_text;
use crate::reply::read_teams;
use crate::seats::{Seat, Turn};
use crate::{Command as Order, Go, Query};
use anyhow::{Context, Result};
use base::rng::{engine_seed, mix};
use std::path::Path;
use std::process::Command;

/// A game in progress: the master history, the process that judges it and the processes that play it.
pub struct RefereeLoop {
    referee: Client,
    seats: Vec<Client>,
    /// Every token of the master history with whoever decided it.
    history: Vec<(Turn, String)>,
    /// Start of everything drawn.
    seed: u64,
}

impl RefereeLoop {
    /// Starts the engine `program` once as the judge and once a seat, all with these options.
    ///
    /// # Errors
    /// An engine does not start or does not take an option.
    pub fn open(program: &Path, options: &[(String, String)], seed: u64) -> Result<Self> {
        // It never searches.
        let smallest = ("Hash".to_string(), "1".to_string());
        let others = options.iter().filter(|(name, _)| !name.eq_ignore_ascii_case("Hash")).cloned();
        let judge = start(program, "referee", &[smallest].into_iter().chain(others).collect::<Vec<_>>())?;
        let mut table = Self { referee: judge, seats: Vec::new(), history: Vec::new(), seed };
        let count: usize = table.referee.ask_word(Query::Seats)?.parse().context("query seats: expected a number")?;
        for seat in (0..count).map(Seat::new) {
            let mut client = start(program, &seat.to_string(), options)?;
            client.set_option("Seed", &engine_seed(seed, seat.number()).to_string())?;
            table.seats.push(client);
        }
        Ok(table)
    }

    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats.len()
    }

    /// The engine of a seat.
    ///
    /// # Errors
    /// The game has no such seat.
    pub fn engine(&mut self, seat: Seat) -> Result<&mut Client> {
        let count = self.seats.len();
        self.seats.get_mut(seat.index()).with_context(|| format!("no seat {}: this game has {count}", seat.number()))
    }

    /// The engine that judges; it holds the master history.
    pub fn referee(&mut self) -> &mut Client {
        &mut self.referee
    }

    /// Every token so far with whoever decided it.
    #[must_use]
    pub fn history(&self) -> &[(Turn, String)] {
        &self.history
    }

    /// The master history as a line.
    #[must_use]
    pub fn line(&self) -> String {
        let tokens: Vec<&str> = self.history.iter().map(|(_, token)| token.as_str()).collect();
        format!("position {}", position_text("startpos", &tokens))
    }

    /// Who decides next.
    ///
    /// # Errors
    /// The judge has gone or says something else.
    pub fn turn(&mut self) -> Result<Turn> {
        self.referee.ask_turn()
    }

    /// Appends a token of `turn` to the history.
    ///
    /// # Errors
    /// The judge has gone or refuses the token.
    pub fn add(&mut self, turn: Turn, token: &str) -> Result<()> {
        self.history.push((turn, token.to_string()));
        self.reload().with_context(|| format!("{turn} played {token}"))
    }

    /// Cuts the history to its first `count` tokens.
    ///
    /// # Errors
    /// The judge has gone.
    pub fn truncate(&mut self, count: usize) -> Result<()> {
        self.history.truncate(count);
        self.reload()
    }

    fn reload(&mut self) -> Result<()> {
        Ok(self.referee.execute_ok(&self.line())?)
    }

    /// Lets nature decide, and appends that. A history has the same draws each time it is played with the same seed.
    ///
    /// # Errors
    /// The judge has gone, or there is nothing to decide.
    pub fn sample_event(&mut self) -> Result<()> {
        let draw = Query::Draw(mix(self.seed ^ mix(self.history.len() as u64)));
        let token = self.referee.ask_word(draw)?;
        self.add(Turn::Chance, &token).with_context(|| draw.to_string())
    }

    /// Sends the engine of `seat` what it may know and nothing else; gives the line.
    ///
    /// # Errors
    /// An engine has gone, or there is no such seat.
    pub fn send_view(&mut self, seat: Seat) -> Result<String> {
        let line = self.referee.ask(Query::View(seat.number() as u64))?.join(" ");
        self.engine(seat)?.send(&line)?;
        Ok(line)
    }

    /// Informs the engine of `seat` and lets it think.
    ///
    /// # Errors
    /// An engine has gone or hangs.
    pub fn think(&mut self, seat: Seat, go: &Go) -> Result<SearchOutcome> {
        self.send_view(seat)?;
        Ok(self.engine(seat)?.go(go)?)
    }

    /// The team of a seat, counted from 0.
    ///
    /// # Errors
    /// The judge has gone or says nothing about this seat.
    pub fn team(&mut self, seat: Seat) -> Result<usize> {
        let teams = self.referee.ask(Query::Teams)?.join(" ");
        let team = read_teams(&teams).and_then(|teams| teams.iter().position(|team| team.contains(&seat.number())));
        team.with_context(|| format!("query teams: no team of {seat} in {teams}"))
    }
}

/// The board that an engine shows for people, without the lines for programs below it.
///
/// # Errors
/// The engine has gone or hangs.
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
