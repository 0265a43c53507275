//! A program that plays over DXP, one connection for each game.

use super::engine::{Choice, ForeignEngine, Played};
use crate::draughts::dxp::command::resolved;
use crate::draughts::dxp::{LETTERS, Message, MessageStream, Received, Side, VERSION};
use crate::games::checkers::squares::{RULES, WireMove, write_position};
use crate::games::checkers::{Checkers, Move};
use anyhow::{Context, Result, bail};
use kit::game::Game;
use kit::options::{Kind, Spec, Values};
use kit::search::Stop;
use kit::session::{ReplySink, SearchRequest};
use kit::state::State;
use std::net::TcpStream;
use std::time::{Duration, Instant};
use ugi::{ErrorCode, Go, Info, LastLines, NO_MOVE, ProtocolError, Reply, Seat};

/// Whether the other program may resign. It cannot be kept from it, so unlike in other engines, the default is `true`.
const ALLOW_RESIGN: Spec = Spec { name: "AllowResign", kind: Kind::Check { default: true } };

/// How long to wait for a connection, and for the answer to a request.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long to wait for the acknowledgement of the end of a game.
const END_TIMEOUT: Duration = Duration::from_millis(500);
/// Interval at which `stop` is noticed.
const POLL_INTERVAL: Duration = Duration::from_millis(3);
/// How long to wait for a move after `stop`, which DXP does not have.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);
/// Maximum number of games that are requested for one move. A program may end a game that goes on here, for example
/// after it has repeated a position, and is then asked to play on from the position.
const MAX_REQUESTS: usize = 2;

/// A program that listens for games.
pub(super) struct DxpEngine {
    address: String,
    may_resign: bool,
    connection: Option<Connection>,
    last_lines: LastLines,
}

/// A connection, and the game that is played over it.
struct Connection {
    wire: MessageStream,
    game: Option<ForeignSide>,
}

/// The game of a connection.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ForeignSide {
    /// The seat that the other program plays.
    seat: usize,
    /// The game that the other program knows.
    known: Vec<(Checkers, Move)>,
    position: Checkers,
}

/// What the other program does when it is to move.
enum Answer {
    Move(WireMove),
    Resign,
    /// It ends the game, although the game goes on.
    End,
    /// The search was stopped before an answer.
    Stopped,
}

impl DxpEngine {
    pub(super) fn new(address: &str) -> Self {
        Self { address: address.to_string(), may_resign: true, connection: None, last_lines: LastLines::default() }
    }

    /// Returns the options.
    pub(super) fn specs() -> Vec<Spec> {
        vec![ALLOW_RESIGN]
    }

    fn connect(&mut self) -> Result<&mut Connection> {
        if self.connection.is_none() {
            let mut last = None;
            for address in resolved(&self.address)? {
                match TcpStream::connect_timeout(&address, PATIENCE) {
                    Ok(stream) => {
                        self.connection = Some(Connection { wire: MessageStream::new(stream)?, game: None });
                        break;
                    }
                    Err(error) => last = Some(error),
                }
            }
            if let Some(error) = last.filter(|_| self.connection.is_none()) {
                return Err(error).with_context(|| format!("cannot connect to {}", self.address));
            }
        }
        self.connection.as_mut().with_context(|| format!("{} has no address", self.address))
    }

    /// Ends the game, if there is one, and closes its connection. The other program may have done either before.
    fn disconnect(&mut self) {
        let Some(mut connection) = self.connection.take_if(|connection| connection.game.is_some()) else { return };
        if connection.send(&Message::End(0, true), &mut self.last_lines).is_err() {
            return;
        }
        let deadline = Instant::now() + END_TIMEOUT;
        while let Ok(Some(message)) = connection.wire.receive(deadline) {
            if matches!(message, Message::End(..)) {
                return;
            }
        }
    }

    /// Makes the other program know the game, and returns the side that it plays. It is asked for a new game unless it
    /// knows all of this game except the last move.
    fn catch_up(&mut self, game: &Played, go: &Go, is_first: bool, say: ReplySink) -> Result<()> {
        let known = self.connection.as_ref().and_then(|connection| connection.game.as_ref());
        let missing = known.and_then(|side| side.missing(game)).map(<[_]>::to_vec);
        let missing = match missing {
            Some(missing) => missing,
            None => {
                self.disconnect();
                self.request(game, go, is_first, say)?
            }
        };
        let (connection, last_lines) = (self.connection.as_mut(), &mut self.last_lines);
        let connection = connection.context("the connection is closed")?;
        for (position, action) in missing {
            connection.send(&Message::Move(0, WireMove::of(action)), last_lines)?;
            connection.play(position, action);
        }
        Ok(())
    }

    /// Requests a game in which the other program is to move, and returns the moves that it has yet to be told. The
    /// first request for a move has the position before the last move if that is the start of the game. Any other
    /// request has the current position.
    fn request(&mut self, game: &Played, go: &Go, is_first: bool, say: ReplySink) -> Result<Vec<(Checkers, Move)>> {
        let (start, missing) = match &game.plies[..] {
            [only] if is_first => (only.0, vec![*only]),
            _ => (game.position, Vec::new()),
        };
        let seat = game.position.us();
        let side = |seat| if seat == 0 { Side::Black } else { Side::White };
        let position = (start != Checkers::start(&RULES)).then(|| (side(start.us()), write_position(LETTERS, &start)));
        let name = concat!("speltafel ", env!("CARGO_PKG_VERSION")).to_string();
        let request = Message::Request {
            version: VERSION,
            name,
            follower: side(seat),
            minutes: minutes(go, seat),
            moves: 0,
            position,
        };
        self.connect()?;
        let (connection, last_lines) = (self.connection.as_mut(), &mut self.last_lines);
        let connection = connection.context("the connection is closed")?;
        connection.send(&request, last_lines)?;
        let deadline = Instant::now() + PATIENCE;
        loop {
            match connection.receive(deadline, last_lines)? {
                Some(Message::Accept(_, 0)) => break,
                Some(Message::Accept(_, code)) => bail!("the other program refuses the game with code {code}"),
                Some(Message::Chat(text)) => say(Reply::Remark(format!("chat: {text}"))),
                Some(Message::End(..)) => {}
                Some(other) => bail!("expected GAMEACC, received {other}"),
                None => bail!("the other program has not answered the request for a game"),
            }
        }
        connection.game = Some(ForeignSide { seat, known: Vec::new(), position: start });
        Ok(missing)
    }

    /// Waits for the move of the other program.
    fn await_answer(&mut self, stop: &Stop, say: ReplySink) -> Result<Answer> {
        let (connection, last_lines) = (self.connection.as_mut(), &mut self.last_lines);
        let connection = connection.context("the connection is closed")?;
        let mut stopped = None;
        loop {
            if stop.is_set() && stopped.get_or_insert_with(Instant::now).elapsed() > STOP_TIMEOUT {
                return Ok(Answer::Stopped);
            }
            match connection.receive(Instant::now() + POLL_INTERVAL, last_lines)? {
                None => {}
                Some(Message::Move(_, wire)) => return Ok(Answer::Move(wire)),
                Some(Message::End(reason, _)) => {
                    connection.send(&Message::End(0, true), last_lines)?;
                    return Ok(if reason == 1 { Answer::Resign } else { Answer::End });
                }
                Some(Message::Chat(text)) => say(Reply::Remark(format!("chat: {text}"))),
                Some(Message::Back(..)) => connection.send(&Message::BackAnswer(2), last_lines)?,
                Some(Message::BackAnswer(_)) => {}
                Some(other) => bail!("expected MOVE, received {other}"),
            }
        }
    }
}

impl ForeignEngine for DxpEngine {
    fn set_options(&mut self, values: &Values) -> Result<Vec<String>> {
        self.may_resign = values.flag(&ALLOW_RESIGN);
        Ok(Vec::new())
    }

    fn new_game(&mut self) -> Result<()> {
        self.disconnect();
        Ok(())
    }

    fn prepare(&mut self) -> Result<()> {
        self.connect()?;
        Ok(())
    }

    fn search(&mut self, game: &Played, search: &SearchRequest, stop: &Stop, say: ReplySink) -> Result<Choice> {
        let error = |text: &str| Reply::Error(ProtocolError::new(ErrorCode::Other("engine_error".to_string()), text));
        for request in 0..MAX_REQUESTS {
            self.catch_up(game, &search.go, request == 0, say)?;
            match self.await_answer(stop, say)? {
                Answer::Move(wire) => {
                    let Ok(action) = wire.find(&game.position) else {
                        self.connection = None;
                        return Ok(Choice::of(wire.to_string()));
                    };
                    self.connection.iter_mut().for_each(|connection| connection.play(game.position, action));
                    let mut info = Info::default();
                    info.time = Some(search.start.elapsed());
                    say(Reply::Info(info));
                    return Ok(Choice::of(game.token(&game.position, action)));
                }
                Answer::Resign => {
                    self.connection = None;
                    if self.may_resign {
                        return Ok(Choice::of("resign".to_string()));
                    }
                    say(error("the other program has resigned, although AllowResign is false"));
                    return Ok(Choice::of(NO_MOVE.to_string()));
                }
                Answer::End => self.connection = None,
                Answer::Stopped => {
                    self.connection = None;
                    say(error("the other program has not moved, and DXP cannot stop it"));
                    return Ok(Choice::of(NO_MOVE.to_string()));
                }
            }
        }
        bail!("the other program ends the game whenever it is to move")
    }

    fn last_lines(&self) -> Vec<String> {
        self.last_lines.lines()
    }
}

impl Drop for DxpEngine {
    fn drop(&mut self) {
        self.disconnect();
    }
}

impl Connection {
    fn send(&mut self, message: &Message, last_lines: &mut LastLines) -> Result<()> {
        last_lines.push(">", &message.to_string());
        self.wire.send(message)
    }

    /// Receives a message. Returns `None` if none has arrived before `deadline`.
    fn receive(&mut self, deadline: Instant, last_lines: &mut LastLines) -> Result<Option<Message>> {
        match self.wire.poll(deadline)? {
            Received::Message(message) => {
                last_lines.push("<", &message.to_string());
                Ok(Some(message))
            }
            Received::Nothing => Ok(None),
            Received::Closed => bail!("the other program has closed the connection"),
        }
    }

    fn play(&mut self, position: Checkers, action: Move) {
        if let Some(side) = &mut self.game {
            side.known.push((position, action));
            side.position = position.after(action);
        }
    }
}

impl ForeignSide {
    /// Returns the moves of `game` that the other program does not know, if these are no moves of its own and it is to
    /// move after them. Otherwise returns `None`.
    fn missing<'a>(&self, game: &'a Played) -> Option<&'a [(Checkers, Move)]> {
        // The game may have begun before the request.
        let first = game.plies.len().checked_sub(self.known.len() + 1)?;
        let (known, missing) = game.plies[first..].split_at(self.known.len());
        let fits = known == self.known && missing.iter().all(|(position, _)| *position == self.position);
        (fits && game.position.us() == self.seat && self.position.us() != self.seat).then_some(missing)
    }
}

/// Returns the minutes of a game for the clock of `seat`: at least 1 with a clock, and 0 without one.
fn minutes(go: &Go, seat: usize) -> u16 {
    let time = go.time.get(&Seat::new(seat)).or_else(|| go.time.values().min());
    time.map_or(0, |time| (time.as_secs() / 60).clamp(1, 999) as u16)
}
