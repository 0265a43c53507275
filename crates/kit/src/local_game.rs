//! A game in progress in this process: its referee, and a session for each seat, which gets only that seat's view of
//! the game.

use crate::about::ENGLISH;
use crate::preferences;
use crate::registry::Registry;
use crate::search::Stop;
use crate::serve::referee::Referee;
use crate::session::{OpenGame, SearchRequest};
use crate::settings::Settings;
use anyhow::{Context, Result, bail};
use base::rng::mix;
use game::{Patience, Played, RestartingReferee, Situation, Wanted};
use serde::de::DeserializeOwned;
use std::time::Instant;
use ugi::facts::{GameInfo, MoveFacts, name_players};
use ugi::{Client, Command, Go, History, Position, Query, Reply, Seat, Teams, Turn, Viewer, position_queries};

pub(crate) struct LocalGame {
    info: GameInfo,
    referee: RestartingReferee<Client<Referee>>,
    seats: Vec<Seated>,
    played: Played,
    /// Who decides next.
    turn: Turn,
    /// The seed from which the seeds of all chance events and seats derive.
    seed: u64,
}

/// A seat's session and options.
struct Seated {
    game: Box<dyn OpenGame>,
    settings: Settings,
}

impl LocalGame {
    /// Opens a game in which all seats have these options. `seed` determines the chance events and the option `Seed` of
    /// each seat.
    ///
    /// # Errors
    /// Returns an error if an option is invalid or a resource cannot be loaded.
    pub(crate) fn open(registry: &'static Registry, options: &[(String, String)], seed: u64) -> Result<Self> {
        let settings = Settings::with(registry, options)?;
        let options = options.to_vec();
        let start = move || {
            let mut referee = Referee::client(registry)?;
            options.iter().try_for_each(|(name, value)| referee.set_option(name, value))?;
            Ok(referee)
        };
        // It would die again at the same question.
        let mut referee = RestartingReferee::new(start, Patience::PerQuestion(1));
        let played = Played::new("startpos", &[]);
        let wanted = Wanted { viewers: &[], questions: &[Query::Seats] };
        let mut begun = referee.situation(played.history().clone(), wanted)?;
        let mut seats = Vec::new();
        for seat in Seat::all(begun.answers.parse()?) {
            let mut seated = Seated { game: settings.open()?, settings: settings.clone() };
            // Never 0, with which an engine chooses a random seed.
            let own_seed = 1 + mix(seed ^ mix(seat.number() as u64)) % (i32::MAX as u64);
            seated.set(preferences::SEED.name, &own_seed.to_string())?;
            seats.push(seated);
        }
        let info = json(&settings.game_info(None)?)?;
        Ok(Self { info, referee, seats, played, turn: begun.turn, seed })
    }

    pub(crate) fn seats(&self) -> usize {
        self.seats.len()
    }

    /// Returns the tokens so far, and who chose them.
    pub(crate) fn played(&self) -> &Played {
        &self.played
    }

    /// Answers a query about the master history.
    pub(crate) fn ask(&mut self, query: Query) -> Result<String> {
        Ok(self.referee.ask(&position_queries(self.played.history().line(), &[query]))?.accepted()?.text()?)
    }

    /// Returns the reason for the end of the game in words.
    pub(crate) fn reason(&mut self) -> Result<String> {
        let reason = self.ask(Query::Reason)?;
        let words = self.info.words.get(ENGLISH).and_then(|words| words.get(&format!("reason.{reason}")));
        Ok(words.cloned().unwrap_or(reason))
    }

    /// Returns the facts of the last token, with all cards.
    pub(crate) fn last_step(&mut self) -> Result<MoveFacts> {
        let last = self.played.len();
        said(&self.ask(Query::Step(last, ENGLISH))?)
    }

    /// Gives a seat its view and returns the facts of the last token as the seat knows them.
    ///
    /// # Errors
    /// Returns an error if the game has no such seat.
    pub(crate) fn seen_step(&mut self, seat: Seat) -> Result<MoveFacts> {
        self.show_view(seat)?;
        let last = self.played.len();
        said(&self.ask_seat(seat, Query::Step(last, ENGLISH))?)
    }

    /// Returns the legal moves in the last view that a seat received.
    pub(crate) fn moves(&mut self, seat: Seat) -> Result<Vec<MoveFacts>> {
        said(&self.ask_seat(seat, Query::Moves(ENGLISH))?)
    }

    /// Returns why a token is not legal in the last view that a seat received.
    pub(crate) fn why(&mut self, seat: Seat, token: &str) -> Result<String> {
        said(&self.ask_seat(seat, Query::Why(ENGLISH, token))?)
    }

    /// Answers a query about the last view that a seat received.
    pub(crate) fn ask_seat(&mut self, seat: Seat, query: Query) -> Result<String> {
        Ok(self.seat(seat)?.game.query(query)?)
    }

    pub(crate) fn turn(&self) -> Turn {
        self.turn
    }

    /// Returns the zero-based index of a seat's team.
    pub(crate) fn team(&mut self, seat: Seat) -> Result<usize> {
        let teams = self.ask(Query::Teams)?;
        let team = teams.parse().ok().and_then(|teams: Teams| teams.of(seat));
        team.with_context(|| format!("query teams: no team of {seat} in {teams}"))
    }

    /// Sets the strength of a seat.
    ///
    /// # Errors
    /// Returns an error if the game has no such seat or `skill` is out of range.
    pub(crate) fn set_skill(&mut self, seat: Seat, skill: u32) -> Result<()> {
        self.seat(seat)?.set(preferences::SKILL.name, &skill.to_string())
    }

    /// Appends a token that `mover` chose.
    ///
    /// # Errors
    /// Returns an error if the token is not legal. The game is left unchanged.
    pub(crate) fn add(&mut self, mover: Option<Seat>, token: &str) -> Result<()> {
        let mut history = self.played.history().clone();
        history.push(token);
        let who = mover.map_or_else(|| "chance".to_string(), |seat| seat.to_string());
        self.go_to(history, mover).with_context(|| format!("{who} played {token}"))
    }

    /// Shortens the history to its first `count` tokens.
    pub(crate) fn truncate(&mut self, count: usize) -> Result<()> {
        self.go_to(self.played.history().first(count), None)
    }

    fn go_to(&mut self, history: History, mover: Option<Seat>) -> Result<()> {
        let Situation { history, turn, .. } = self.referee.situation(history, Wanted::default())?;
        self.played.replace(history, mover);
        self.turn = turn;
        Ok(())
    }

    /// Draws the chance event that is due and appends it.
    pub(crate) fn draw(&mut self) -> Result<()> {
        let seed = self.seed;
        let mut seeds = |played: &Played| mix(seed ^ mix(played.len() as u64));
        let event = self.referee.draw(&self.played, &mut seeds)?.context("no event is due")?;
        self.add(None, &event)
    }

    /// Gives a seat its view of the game. Returns the view, a `position` line.
    ///
    /// # Errors
    /// Returns an error if the game has no such seat.
    pub(crate) fn show_view(&mut self, seat: Seat) -> Result<String> {
        self.seat(seat)?;
        let line = self.ask(Query::View(Viewer::Seat(seat)))?;
        load(self.seat(seat)?.game.as_mut(), line.trim_start_matches("position "))?;
        Ok(line)
    }

    /// Gives a seat its view and searches for its move. The move is not appended to the history.
    ///
    /// # Errors
    /// Returns an error if the game has no such seat.
    pub(crate) fn think(&mut self, seat: Seat, go: &Go) -> Result<String> {
        self.show_view(seat)?;
        let Seated { game, settings } = self.seat(seat)?;
        let search = SearchRequest { go: go.clone(), preferences: settings.preferences(), start: Instant::now() };
        match game.go(&search, &Stop::default(), &mut |_| ()) {
            // The master history refuses `0000` where it is no pass.
            Reply::BestMove { best, .. } => Ok(best),
            _ => bail!("{seat} found no move"),
        }
    }

    /// Returns a text picture of the master position.
    pub(crate) fn board(&mut self) -> Result<String> {
        let lines = [self.played.history().line().to_string(), Command::Display.to_string()];
        Ok(board_text(&self.referee.with(|referee| referee.batch(&lines))?.join("\n")))
    }

    /// Returns a text picture of the last view that a seat received.
    pub(crate) fn seen_board(&mut self, seat: Seat) -> Result<String> {
        Ok(board_text(&self.seat(seat)?.game.picture()))
    }

    fn seat(&mut self, seat: Seat) -> Result<&mut Seated> {
        let count = self.seats.len();
        self.seats.get_mut(seat.index()).with_context(|| format!("no seat {}: this game has {count}", seat.number()))
    }
}

impl Seated {
    fn set(&mut self, name: &str, value: &str) -> Result<()> {
        self.settings.set(name, Some(value)).map(|_| ()).map_err(|error| anyhow::anyhow!(error.text))
    }
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T> {
    Ok(serde_json::from_str(text)?)
}

/// Reads an answer in which players are named `p1`, `p2`, … as everywhere in the terminal.
fn said<T: DeserializeOwned>(text: &str) -> Result<T> {
    json(&name_players(text, |seat| seat.to_string()))
}

/// Returns the token of a move with its words.
pub(crate) fn with_words(facts: &MoveFacts) -> String {
    match &facts.words {
        words if words.is_empty() || *words == facts.token => facts.token.clone(),
        words => format!("{} ({words})", facts.token),
    }
}

fn load(game: &mut dyn OpenGame, record: &str) -> Result<()> {
    match game.position(&Position::parse(record)?)?.into_iter().next() {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

/// Returns the picture without the lines `fen` and `key`.
fn board_text(picture: &str) -> String {
    let board: Vec<&str> =
        picture.lines().filter(|line| !line.starts_with("fen ") && !line.starts_with("key ")).collect();
    board.join("\n")
}
