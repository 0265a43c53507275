//! The subcommands `dxp serve` and `dxp connect`: games over a network.

use super::{Match, Player, SessionEvent, Side, follow, initiate};
use crate::draughts::equipment::EngineResources;
use crate::draughts::orientation::Orientation;
use crate::draughts::pdn::{archive, parse_fen};
use anyhow::{Context, Result};
use base::counted::counted;
use base::date::date;
use base::files::ensure_file_or_new;
use base::quote::quote;
use clap::{Args, Subcommand};
use game::Record;
use kit::options::Values;
use std::fs::File;
use std::io::Write;
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The subcommands of `dxp`.
#[derive(Subcommand, Debug)]
pub enum DxpCommand {
    /// Listen for other programs and play the games that they request
    Serve(Serve),
    /// Connect to another program and request games
    Connect(Connect),
}

const SERVE_EXAMPLES: &str = "\
Examples:
  speltafel dxp serve
  speltafel dxp serve --bind 0.0.0.0:27531 --movetime 1000 --pdn games.pdn";

const CONNECT_EXAMPLES: &str = "\
Examples:
  speltafel dxp connect 127.0.0.1:27531 --games 4 --minutes 5
  speltafel dxp connect [::1]:27531 --colour white --fen W:WK14,22,30:B1,K3";

/// Arguments of `dxp serve`, which takes the role of the follower.
#[derive(Args, Debug)]
#[command(after_help = SERVE_EXAMPLES)]
pub struct Serve {
    /// Address to listen on; 127.0.0.1 accepts only connections from this machine.
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:27531")]
    bind: String,

    /// Exit after this number of connections; 0 means no limit.
    #[arg(long, value_name = "N", default_value_t = 0)]
    connections: usize,

    /// How the other program sends set-up positions
    #[arg(long, value_enum, value_name = "WAY", default_value_t = Orientation::Auto)]
    orientation: Orientation,

    #[command(flatten)]
    own: PlayerArguments,
}

/// Arguments of `dxp connect`, which takes the role of the initiator.
#[derive(Args, Debug)]
#[command(after_help = CONNECT_EXAMPLES)]
pub struct Connect {
    /// Address of the other program, such as 127.0.0.1:27531.
    #[arg(value_name = "HOST:PORT")]
    address: String,

    /// Your colour in the first game; colours then alternate. Black begins.
    #[arg(long, value_enum, value_name = "COLOUR", default_value_t = Side::Black)]
    colour: Side,

    /// Time per side for a game, in minutes; 0 means no clock.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(0..1000))]
    minutes: u16,

    /// Maximum number of moves per side; 0 means no limit.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..1000))]
    moves: u16,

    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,

    /// Start position of the games, as a FEN.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    #[command(flatten)]
    own: PlayerArguments,
}

/// Arguments that both subcommands share: the settings of the player, and the PDN file.
#[derive(Args, Debug)]
struct PlayerArguments {
    /// Name that is sent to the other program.
    #[arg(long, value_name = "NAME", default_value = concat!("speltafel ", env!("CARGO_PKG_VERSION")))]
    name: String,

    /// Search this number of nodes per move instead of using the clock.
    #[arg(long, value_name = "N", conflicts_with = "movetime")]
    nodes: Option<u64>,

    /// Search this number of milliseconds per move instead of using the clock.
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,

    /// Playing strength, from 0 to 20.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=20))]
    skill: u32,

    /// Seed of the random number generator.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Size of the transposition table in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,

    /// Seconds to wait for a move or an answer from the other side.
    #[arg(long, value_name = "S", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    patience: u64,

    /// Append the games to this PDN file.
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,

    #[command(flatten)]
    equipment: EngineResources,
}

impl DxpCommand {
    /// Runs the subcommand. `serve` reports connection errors to `err` and waits for the next connection.
    ///
    /// # Errors
    /// Returns an error if an argument is invalid, the address cannot be used, the PDN file cannot be opened, or output
    /// cannot be written. `connect` also returns an error if a game is refused, not finished, or not saved.
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
        TcpListener::bind(&resolved(&task.bind)?[..]).with_context(|| format!("cannot listen on {}", task.bind))?;
    writeln!(out, "listening on {}", listener.local_addr()?)?;
    out.flush()?;
    let mut served = 0;
    let mut games = 0;
    while task.connections == 0 || served < task.connections {
        let (stream, peer) = listener.accept().context("cannot accept a connection")?;
        served += 1;
        writeln!(out, "{peer}: connected")?;
        let mut printer =
            EventPrinter { site: peer.to_string(), games, pdn: task.own.pdn.as_deref(), out, error: Ok(()) };
        let result = follow(stream, &mut player, task.orientation, &mut |event| printer.print(&event));
        games = printer.games;
        if let Err(error) = printer.error {
            // Not fatal: writing the next game may succeed.
            writeln!(err, "{peer}: {error:#}")?;
        }
        match result {
            Ok(()) => writeln!(out, "{peer}: disconnected")?,
            Err(error) => writeln!(err, "{peer}: {error:#}")?,
        }
        player.searcher.errors().iter().try_for_each(|error| writeln!(err, "{error}"))?;
    }
    Ok(())
}

fn connect(task: &Connect, out: &mut dyn Write, err: &mut dyn Write) -> Result<()> {
    let start = match &task.fen {
        Some(text) => Some(parse_fen(text).context("--fen")?),
        None => None,
    };
    let games =
        Match { colour: task.colour, minutes: task.minutes, moves: task.moves, games: task.games as usize, start };
    task.own.pdn.as_deref().map(open_for_append).transpose()?;
    let mut player = task.own.player(err)?;
    let addresses = resolved(&task.address)?;
    let stream = TcpStream::connect(&addresses[..]).with_context(|| format!("cannot connect to {}", task.address))?;
    let pdn = task.own.pdn.as_deref();
    let mut printer = EventPrinter { site: task.address.clone(), games: 0, pdn, out, error: Ok(()) };
    let result = initiate(stream, &mut player, &games, &mut |event| printer.print(&event));
    printer.error?;
    player.searcher.errors().iter().try_for_each(|error| writeln!(err, "{error}"))?;
    result.with_context(|| task.address.clone())
}

/// Returns the socket addresses of a host name or IP address with a port.
pub(crate) fn resolved(address: &str) -> Result<Vec<SocketAddr>> {
    let found = address.to_socket_addrs();
    let expected = || format!("cannot find {address}; expected HOST:PORT, such as 127.0.0.1:27531 or [::1]:27531");
    Ok(found.with_context(expected)?.collect())
}

impl PlayerArguments {
    /// Creates the player. Resources that cannot be loaded are reported to `err`.
    ///
    /// # Errors
    /// Returns an error if an engine option does not exist or does not accept its value.
    fn player(&self, err: &mut dyn Write) -> Result<Player> {
        let move_time = self.movetime.map(|ms| Duration::from_millis(ms.max(1)));
        Ok(Player {
            name: self.name.clone(),
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            move_time,
            skill: self.skill,
            seed: self.seed,
            hash: self.hash as usize,
            timeout: Duration::from_secs(self.patience),
            searcher: self.equipment.player(err)?,
        })
    }
}

/// Prints events and appends finished games to the PDN file.
struct EventPrinter<'a> {
    site: String,
    games: usize,
    pdn: Option<&'a Path>,
    out: &'a mut dyn Write,
    /// The first error that occurred while writing, if any. Later events are written nevertheless.
    error: Result<()>,
}

impl EventPrinter<'_> {
    fn print(&mut self, event: &SessionEvent) {
        let written = match event {
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
            self.error = written;
        }
    }

    fn save_record(&mut self, record: &Record) -> Result<()> {
        let result = match record.result.as_str() {
            "p1win" => "Black wins",
            "p2win" => "White wins",
            "draw" => "a draw",
            _ => "no result",
        };
        let plies = counted(record.moves.len(), "ply");
        writeln!(self.out, "game {}: {result} ({}), {plies}", self.games, record.reason)?;
        self.out.flush()?;
        let Some(path) = self.pdn else { return Ok(()) };
        let today = date(SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs());
        let (site, round) = (self.site.clone(), self.games.to_string());
        let text = archive::write(&Values::default(), &Record { site, date: Some(today), round, ..record.clone() })?;
        open_for_append(path)?.write_all(text.as_bytes()).with_context(|| format!("cannot write to {}", path.display()))
    }
}

/// Opens the PDN file for appending; creates it if it does not exist.
fn open_for_append(path: &Path) -> Result<File> {
    // Opening a named pipe would block until a process reads from it.
    let open = || ensure_file_or_new(path).and_then(|()| File::options().create(true).append(true).open(path));
    open().with_context(|| format!("cannot write to {}", path.display()))
}
