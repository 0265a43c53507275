//! The talk of two programs: who asks for games, and the game itself, message by message. Knows no command line.

use super::game::{DRAW_PLIES, DxpGame, Record};
use super::message::{Message, Side, VERSION};
use super::message_stream::MessageStream;
use super::player::Player;
use crate::games::checkers::Checkers;
use crate::games::checkers::squares::{Letters, RULES, SQUARES, WireMove, dark_to_move, read_position, write_position};
use anyhow::{Context, Result, bail, ensure};
use kit::game::State;
use kit::notation::Notation;
use std::net::TcpStream;
use std::time::Instant;

const LETTERS: Letters = Letters { dark: 'z', light: 'w', empty: 'e' };

/// What people may want to know of a session, as it happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SessionEvent {
    /// A game begins: names of Black and White.
    Begin([String; 2]),
    /// A game has ended.
    End(Record),
    /// The other side says something.
    Chat(String),
    /// A request of this program was refused, and why.
    Refused(String, String),
}

/// The games that an initiator asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// The own colour in the first game; then they alternate.
    pub colour: Side,
    /// Minutes of each side for a game; 0: no clock.
    pub minutes: u16,
    /// Moves of each side; 0: no limit.
    pub moves: u16,
    /// How many games.
    pub games: usize,
    /// Where they begin; `None` for the usual start.
    pub start: Option<Checkers>,
}

/// Asks for games and plays them.
///
/// # Errors
/// A game is refused, the other side does what it may not, or the connection breaks down. Games before are told.
pub fn initiate(
    stream: TcpStream,
    player: &mut Player,
    games: &Match,
    tell: &mut dyn FnMut(SessionEvent),
) -> Result<()> {
    let mut wire = MessageStream::new(stream)?;
    let start = games.start.unwrap_or_else(|| Checkers::start(&RULES));
    let position = games.start.as_ref().map(|start| (side_to_move(start), write_position(LETTERS, start)));
    let mut own = games.colour;
    for number in 1..=games.games {
        wire.send(&Message::Request {
            version: VERSION,
            name: player.name.clone(),
            follower: own.other(),
            minutes: games.minutes,
            moves: games.moves,
            position: position.clone(),
        })?;
        let name = await_answer(&mut wire, player, tell).with_context(|| format!("game {number}"))?;
        let table = DxpGame::new(start, own, names(own, &player.name, &name), games.minutes, games.moves);
        let goes_on =
            play(&mut wire, player, table, number == games.games, tell).with_context(|| format!("game {number}"))?;
        ensure!(goes_on || number == games.games, "the other side wants no game after game {number}");
        own = own.other();
    }
    Ok(())
}

/// Plays the games that the other side asks for, until it leaves.
///
/// # Errors
/// The other side does what it may not, or the connection breaks down. Games before are told.
pub fn follow(stream: TcpStream, player: &mut Player, tell: &mut dyn FnMut(SessionEvent)) -> Result<()> {
    let mut wire = MessageStream::new(stream)?;
    let mut deadline = Instant::now() + player.timeout;
    while let Some(message) = wire.receive(deadline)? {
        match message {
            Message::Request { version, name, follower, minutes, moves, position } => {
                let (start, code) = match read_request(version, position.as_ref()) {
                    Ok(start) => (Some(start), 0),
                    Err((code, why)) => {
                        tell(SessionEvent::Refused(name.clone(), why));
                        (None, code)
                    }
                };
                wire.send(&Message::Accept(player.name.clone(), code))?;
                let Some(start) = start else { continue };
                let table = DxpGame::new(start, follower, names(follower, &player.name, &name), minutes, moves);
                if !play(&mut wire, player, table, false, tell)? {
                    return Ok(());
                }
                deadline = Instant::now() + player.timeout;
            }
            Message::Chat(text) => tell(SessionEvent::Chat(text)),
            // The end of a game that is over already.
            Message::End(_, true) => return Ok(()),
            Message::End(..) | Message::BackAnswer(_) => {}
            Message::Back(..) => wire.send(&Message::BackAnswer(2))?,
            Message::Accept(..) | Message::Move(..) => bail!("{}: there is no game", message_name(&message)),
        }
    }
    Ok(())
}

/// The position that a request asks for, or the code of GAMEACC that refuses it and why.
fn read_request(version: u8, position: Option<&(Side, String)>) -> Result<Checkers, (u8, String)> {
    if version != VERSION {
        return Err((1, format!("version {version:02} of the protocol, not {VERSION:02}")));
    }
    let Some((side, squares)) = position else { return Ok(Checkers::start(&RULES)) };
    let count = squares.chars().count();
    if count != SQUARES {
        return Err((2, format!("a board of {count} squares, not of {SQUARES}")));
    }
    match read_position(LETTERS, *side == Side::Black, squares) {
        Ok(start) if start.count_actions() > 0 => Ok(start),
        Ok(_) => Err((2, "the side to move has no move".to_string())),
        Err(error) => Err((2, format!("{error:#}"))),
    }
}

/// Waits for the answer to a request; the name of who gives it.
fn await_answer(wire: &mut MessageStream, player: &Player, tell: &mut dyn FnMut(SessionEvent)) -> Result<String> {
    let deadline = Instant::now() + player.timeout;
    loop {
        match wire.receive(deadline)? {
            Some(Message::Accept(name, 0)) => return Ok(name),
            Some(Message::Accept(name, code)) => {
                let why =
                    ["", "it speaks another version of the protocol", "it does not play this game", "it plays none"];
                bail!("{name:?} refused the game: {}", why[usize::from(code.min(3))]);
            }
            Some(Message::Chat(text)) => tell(SessionEvent::Chat(text)),
            // The acknowledged end of the game before may come late.
            Some(Message::End(..)) => {}
            Some(other) => bail!("{} instead of an answer", message_name(&other)),
            None => bail!("the other side left instead of answering"),
        }
    }
}

/// Plays a game. False when the other side wants no other one.
fn play(
    wire: &mut MessageStream,
    player: &mut Player,
    mut table: DxpGame,
    is_last: bool,
    tell: &mut dyn FnMut(SessionEvent),
) -> Result<bool> {
    player.clear();
    tell(SessionEvent::Begin(table.names()));
    let mut deadline = Instant::now() + player.timeout;
    loop {
        if table.is_own_turn() {
            if let Some(reason) = table.wants_to_end() {
                wire.send(&Message::End(reason, is_last))?;
                tell(SessionEvent::End(table.record(table.own, reason)));
                return await_end_acknowledgement(wire, player, tell);
            }
            let begun = Instant::now();
            let (clock, moves_to_go) = table.time_left();
            let chosen = player.choose(&table.position, DRAW_PLIES, clock, moves_to_go);
            let action = chosen.context("no move was found")?;
            let time = begun.elapsed();
            wire.send(&Message::Move(time.as_secs().min(9999) as u16, WireMove::of(action)))?;
            table.play_own(action, time);
            deadline = Instant::now() + player.timeout;
            continue;
        }
        match wire.receive(deadline)? {
            Some(Message::Move(_, told)) => table.play_other(&told).context("an illegal move")?,
            Some(Message::End(reason, stop)) => {
                wire.send(&Message::End(0, is_last || stop))?;
                tell(SessionEvent::End(table.record(table.own.other(), reason)));
                return Ok(!stop);
            }
            Some(Message::Chat(text)) => tell(SessionEvent::Chat(text)),
            Some(Message::Back(number, side)) => {
                let code = if table.take_back(number, side) { 0 } else { 2 };
                wire.send(&Message::BackAnswer(code))?;
            }
            Some(Message::BackAnswer(_)) => {}
            Some(other) => bail!("{} in a game", message_name(&other)),
            None => bail!("the other side left the game"),
        }
    }
}

/// Waits until the other side has heard of the end. False when it wants no other game, or has gone.
fn await_end_acknowledgement(
    wire: &mut MessageStream,
    player: &Player,
    tell: &mut dyn FnMut(SessionEvent),
) -> Result<bool> {
    let deadline = Instant::now() + player.timeout;
    loop {
        match wire.receive(deadline)? {
            Some(Message::End(_, stop)) => return Ok(!stop),
            Some(Message::Chat(text)) => tell(SessionEvent::Chat(text)),
            Some(Message::Back(..)) => wire.send(&Message::BackAnswer(2))?,
            Some(Message::BackAnswer(_)) => {}
            Some(other) => bail!("{} after the end of a game", message_name(&other)),
            None => return Ok(false),
        }
    }
}

fn side_to_move(position: &Checkers) -> Side {
    if dark_to_move(position) { Side::Black } else { Side::White }
}

/// The names of Black and of White.
fn names(own: Side, name: &str, other: &str) -> [String; 2] {
    match own {
        Side::Black => [name.to_string(), other.to_string()],
        Side::White => [other.to_string(), name.to_string()],
    }
}

/// The name that the protocol gives a message.
const fn message_name(message: &Message) -> &'static str {
    match message {
        Message::Request { .. } => "GAMEREQ",
        Message::Accept(..) => "GAMEACC",
        Message::Move(..) => "MOVE",
        Message::End(..) => "GAMEEND",
        Message::Chat(_) => "CHAT",
        Message::Back(..) => "BACKREQ",
        Message::BackAnswer(_) => "BACKACC",
    }
}
