//! `dxp serve` and `dxp connect`: games over a network from the command line. Knows no message.

use super::address::Address;
use super::{Limits, Match, Player, Record, SessionEvent, Side, follow, initiate};
use crate::draughts::equipment::Equipment;
use crate::draughts::pdn::{archive, read_fen};
use anyhow::{Context, Result};
use base::date::date;
use base::quote::quote;
use clap::{Args, Subcommand};
use kit::game::GameResult;
use kit::options::Values;
use std::fs::File;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, SystemTime};

/// What to do.
#[derive(Subcommand, Debug)]
pub enum DxpCommand {
    /// Wait for other programs and play the games that they ask for
    Serve(Serve),
    /// Connect with another program and ask it for games
    Connect(Connect),
}

/// The follower.
#[derive(Args, Debug)]
pub struct Serve {
    /// Where to listen; only this machine can connect with 127.0.0.1.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:27531", value_parser = Address::from_str)]
    bind: Address,

    /// Leave after so many connections; 0 stays.
    #[arg(long, value_name = "N", default_value_t = 0)]
    connections: usize,

    #[command(flatten)]
    own: PlayerArguments,
}

/// The initiator.
#[derive(Args, Debug)]
pub struct Connect {
    /// The other program, such as 127.0.0.1:27531.
    #[arg(value_name = "HOST:PORT", value_parser = Address::from_str)]
    address: Address,

    /// Your colour in the first game; then they alternate. Black begins.
    #[arg(long, value_enum, value_name = "COLOUR", default_value_t = Side::Black)]
    colour: Side,

    /// Minutes of each side for a game; 0 for no clock.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(0..1000))]
    minutes: u16,

    /// Moves of each side; 0 for no limit.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..1000))]
    moves: u16,

    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// The position to begin with.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    #[command(flatten)]
    own: PlayerArguments,
}

/// How this side plays.
#[derive(Args, Debug)]
struct PlayerArguments {
    /// What the other side is told.
    #[arg(long, value_name = "NAME", default_value = concat!("speltafel ", env!("CARGO_PKG_VERSION")))]
    name: String,

    /// Nodes a move, instead of the clock of the game.
    #[arg(long, value_name = "N", conflicts_with = "movetime")]
    nodes: Option<u64>,

    /// Milliseconds a move, instead of the clock of the game.
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,

    /// Strength, 0 to 20.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=20))]
    skill: u32,

    /// Start of everything random.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Table size, MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,

    /// Seconds that the other side may think of a move, or do nothing.
    #[arg(long, value_name = "S", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    patience: u64,

    /// Add the games to this PDN file.
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,

    #[command(flatten)]
    equipment: Equipment,
}

impl DxpCommand {
    /// Plays. What a connection did wrong goes to `err`, and a server goes on.
    ///
    /// # Errors
    /// No such address, or the game of a client did not come to its end.
    pub fn run(&self, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
        match self {
            Self::Serve(task) => serve(task, out, err),
            Self::Connect(task) => connect(task, out, err),
        }
    }
}

fn serve(task: &Serve, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
    task.own.pdn.as_deref().map(open_for_append).transpose()?;
    let mut player = task.own.player(err)?;
    let listener =
        TcpListener::bind(&task.bind.resolve()?[..]).with_context(|| format!("cannot listen on {}", task.bind))?;
    writeln!(out, "listening on {}", listener.local_addr()?)?;
    out.flush()?;
    let mut served = 0;
    let mut games = 0;
    while task.connections == 0 || served < task.connections {
        let (stream, peer) = listener.accept().context("cannot accept a connection")?;
        served += 1;
        writeln!(out, "{peer}: connected")?;
        let mut teller =
            EventPrinter { site: peer.to_string(), games, pdn: task.own.pdn.as_deref(), out, error: Ok(()) };
        let ended = follow(stream, &mut player, &mut |event| teller.print(&event));
        games = teller.games;
        if let Err(error) = teller.error {
            // A disk that is full now may have room for the next game.
            writeln!(err, "{peer}: {error:#}")?;
        }
        match ended {
            Ok(()) => writeln!(out, "{peer}: left")?,
            Err(error) => writeln!(err, "{peer}: {error:#}")?,
        }
        player.faults().iter().try_for_each(|fault| writeln!(err, "{fault}"))?;
    }
    Ok(())
}

fn connect(task: &Connect, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
    let start = match &task.fen {
        Some(text) => Some(read_fen(text).context("--fen")?),
        None => None,
    };
    let games =
        Match { colour: task.colour, minutes: task.minutes, moves: task.moves, games: task.games as usize, start };
    task.own.pdn.as_deref().map(open_for_append).transpose()?;
    let mut player = task.own.player(err)?;
    let addresses = task.address.resolve()?;
    let stream = TcpStream::connect(&addresses[..]).with_context(|| format!("cannot connect with {}", task.address))?;
    let pdn = task.own.pdn.as_deref();
    let mut teller = EventPrinter { site: task.address.to_string(), games: 0, pdn, out, error: Ok(()) };
    let ended = initiate(stream, &mut player, &games, &mut |event| teller.print(&event));
    teller.error?;
    player.faults().iter().try_for_each(|fault| writeln!(err, "{fault}"))?;
    ended.with_context(|| task.address.to_string())
}

impl PlayerArguments {
    /// # Errors
    /// An option is none, or does not take its value.
    fn player(&self, err: &mut dyn Write) -> Result<Player> {
        let move_time = self.movetime.map(|ms| Duration::from_millis(ms.max(1)));
        let mut player = Player::new(
            &self.name,
            Limits { nodes: self.nodes.map(|nodes| nodes.max(1)), move_time },
            self.equipment.player(err)?,
        );
        (player.skill, player.seed, player.hash) = (self.skill, self.seed, self.hash as usize);
        player.timeout = Duration::from_secs(self.patience);
        Ok(player)
    }
}

/// Prints what happens and keeps the games.
struct EventPrinter<'a> {
    site: String,
    games: usize,
    pdn: Option<&'a Path>,
    out: &'a mut dyn Write,
    /// The first thing that could not be written.
    error: Result<()>,
}

impl EventPrinter<'_> {
    fn print(&mut self, event: &SessionEvent) {
        let told = match event {
            SessionEvent::Begin([black, white]) => {
                let (black, white) = (quote(black), quote(white));
                writeln!(self.out, "game {}: {black} (Black) - {white} (White)", self.games + 1).map_err(Into::into)
            }
            SessionEvent::Refused(name, why) => {
                writeln!(self.out, "refused a game with {}: {}", quote(name), quote(why)).map_err(Into::into)
            }
            SessionEvent::Chat(text) => writeln!(self.out, "chat: {}", quote(text)).map_err(Into::into),
            SessionEvent::End(record) => {
                self.games += 1;
                self.save_record(record)
            }
        };
        if self.error.is_ok() {
            self.error = told;
        }
    }

    fn save_record(&mut self, record: &Record) -> Result<()> {
        let result = match record.result {
            GameResult::Win(0) => "Black wins",
            GameResult::Win(_) => "White wins",
            GameResult::Draw => "a draw",
            GameResult::None => "no result",
        };
        let plies = record.moves.len();
        writeln!(self.out, "game {}: {result} ({}), {plies} plies", self.games, record.reason)?;
        self.out.flush()?;
        let Some(path) = self.pdn else { return Ok(()) };
        let today = date(SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs());
        let text = archive::write(&Values::default(), &record.transcript(&self.site, today, self.games))?;
        open_for_append(path)?.write_all(text.as_bytes()).with_context(|| format!("cannot write to {}", path.display()))
    }
}

/// The file that games are added to.
fn open_for_append(path: &Path) -> Result<File> {
    File::options().create(true).append(true).open(path).with_context(|| format!("cannot write to {}", path.display()))
}
