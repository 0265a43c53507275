//! A DXP session: requests for games, and the messages of each game.

use super::game::{DRAW_PLIES, DxpGame};
use super::message::{Message, Side, VERSION};
use super::message_stream::MessageStream;
use super::player::Player;
use super::request::{self, LETTERS};
use crate::draughts::orientation::Orientation;
use crate::games::checkers::Checkers;
use crate::games::checkers::squares::{RULES, WireMove, write_position};
use anyhow::{Context, Result, bail, ensure};
use game::Record;
use kit::game::Game;
use std::net::TcpStream;
use std::time::Instant;

/// An event of a session, for the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SessionEvent {
    /// A game begins between these players, Black first.
    Begin([String; 2]),
    /// A game has ended. The site, date and round are empty.
    End(Box<Record>),
    /// The other side sent a chat message.
    Chat(String),
    /// This program refused a request. The fields are the other side's name and the reason.
    Refused(String, String),
}

/// The games that an initiator requests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// The initiator's colour in the first game; colours then alternate.
    pub colour: Side,
    /// Time per side for a game, in minutes; 0 means no clock.
    pub minutes: u16,
    /// Maximum number of moves per side; 0 means no limit.
    pub moves: u16,
    /// Number of games.
    pub games: usize,
    /// The start position; `None` for the standard one.
    pub start: Option<Checkers>,
}

/// Requests games and plays them. `report` receives the events.
///
/// # Errors
/// Returns an error if the other side refuses a game, ends the match early, violates the protocol or does not answer in
/// time, or if the connection fails. Games that ended before the error have been reported.
pub fn initiate(
    stream: TcpStream,
    player: &mut Player,
    games: &Match,
    report: &mut dyn FnMut(SessionEvent),
) -> Result<()> {
    let mut wire = MessageStream::new(stream)?;
    let start = games.start.unwrap_or_else(|| Checkers::start(&RULES));
    let position = games
        .start
        .as_ref()
        .map(|start| (if start.us() == 0 { Side::Black } else { Side::White }, write_position(LETTERS, start)));
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
        let name = await_answer(&mut wire, player, report).with_context(|| format!("game {number}"))?;
        let game = DxpGame::new(start, own, names(own, &player.name, &name), games.minutes, games.moves);
        let goes_on =
            play(&mut wire, player, game, number == games.games, report).with_context(|| format!("game {number}"))?;
        ensure!(goes_on || number == games.games, "the other side wants no further game after game {number}");
        own = own.other();
    }
    Ok(())
}

/// Plays the games that the other side requests, until it disconnects or wants no further game. `orientation` is that
/// of the positions in its requests. `report` receives the events.
///
/// # Errors
/// Returns an error if the other side violates the protocol or does not answer in time, or if the connection fails.
/// Games that ended before the error have been reported.
pub fn follow(
    stream: TcpStream,
    player: &mut Player,
    orientation: Orientation,
    report: &mut dyn FnMut(SessionEvent),
) -> Result<()> {
    let mut wire = MessageStream::new(stream)?;
    let mut deadline = Instant::now() + player.timeout;
    while let Some(message) = wire.receive(deadline)? {
        match message {
            Message::Request { version, name, follower, minutes, moves, position } => {
                let (start, code) = match request::start(version, &name, position.as_ref(), orientation) {
                    Ok(start) => (Some(start), 0),
                    Err((code, why)) => {
                        report(SessionEvent::Refused(name.clone(), why));
                        (None, code)
                    }
                };
                wire.send(&Message::Accept(player.name.clone(), code))?;
                let Some(start) = start else { continue };
                let game = DxpGame::new(start, follower, names(follower, &player.name, &name), minutes, moves);
                if !play(&mut wire, player, game, false, report)? {
                    return Ok(());
                }
                deadline = Instant::now() + player.timeout;
            }
            Message::Chat(text) => report(SessionEvent::Chat(text)),
            // A late acknowledgement of the previous game's end. The sender wants no further game.
            Message::End(_, true) => return Ok(()),
            Message::End(..) | Message::BackAnswer(_) => {}
            Message::Back(..) => wire.send(&Message::BackAnswer(2))?,
            Message::Accept(..) | Message::Move(..) => bail!("received {} outside a game", message_name(&message)),
        }
    }
    Ok(())
}

/// Waits for the answer to a request and returns the name of the other side.
fn await_answer(wire: &mut MessageStream, player: &Player, report: &mut dyn FnMut(SessionEvent)) -> Result<String> {
    let deadline = Instant::now() + player.timeout;
    loop {
        match wire.receive(deadline)? {
            Some(Message::Accept(name, 0)) => return Ok(name),
            Some(Message::Accept(name, code)) => {
                let why = [
                    "",
                    "it speaks another version of the protocol",
                    "it does not play this game",
                    "it plays no games",
                ];
                bail!("{name:?} refused the game: {}", why[usize::from(code.min(3))]);
            }
            Some(Message::Chat(text)) => report(SessionEvent::Chat(text)),
            // The acknowledgement of the previous game's end may arrive late.
            Some(Message::End(..)) => {}
            Some(other) => bail!("received {}, expected GAMEACC", message_name(&other)),
            None => bail!("the other side disconnected before it answered the request"),
        }
    }
}

/// Plays a game. If `is_last` is true, tells the other side at the end that this side wants no further game. Returns
/// `false` if the other side wants no further game or disconnects after the end of this game.
fn play(
    wire: &mut MessageStream,
    player: &mut Player,
    mut game: DxpGame,
    is_last: bool,
    report: &mut dyn FnMut(SessionEvent),
) -> Result<bool> {
    player.clear();
    report(SessionEvent::Begin(game.names.clone()));
    let mut deadline = Instant::now() + player.timeout;
    loop {
        if game.is_own_turn() {
            if let Some(reason) = game.wants_to_end() {
                wire.send(&Message::End(reason, is_last))?;
                report(SessionEvent::End(Box::new(game.record(game.own, reason))));
                return await_end_acknowledgement(wire, player, report);
            }
            let begun = Instant::now();
            let (clock, moves_to_go) = game.time_left();
            let chosen = player.choose(&game.position, DRAW_PLIES, clock, moves_to_go);
            let action = chosen.context("the engine found no move")?;
            let time = begun.elapsed();
            wire.send(&Message::Move(time.as_secs().min(9999) as u16, WireMove::of(action)))?;
            game.play_own(action, time);
            deadline = Instant::now() + player.timeout;
            continue;
        }
        match wire.receive(deadline)? {
            Some(Message::Move(_, wire_move)) => game.play_other(&wire_move).context("illegal move")?,
            Some(Message::End(reason, stop)) => {
                wire.send(&Message::End(0, is_last || stop))?;
                report(SessionEvent::End(Box::new(game.record(game.own.other(), reason))));
                return Ok(!stop);
            }
            Some(Message::Chat(text)) => report(SessionEvent::Chat(text)),
            Some(Message::Back(number, side)) => {
                let code = if game.take_back(number, side) { 0 } else { 2 };
                wire.send(&Message::BackAnswer(code))?;
            }
            Some(Message::BackAnswer(_)) => {}
            Some(other) => bail!("received {} during a game", message_name(&other)),
            None => bail!("the other side disconnected during the game"),
        }
    }
}

/// Waits until the other side acknowledges the end of the game. Returns `false` if it wants no further game or has
/// disconnected.
fn await_end_acknowledgement(
    wire: &mut MessageStream,
    player: &Player,
    report: &mut dyn FnMut(SessionEvent),
) -> Result<bool> {
    let deadline = Instant::now() + player.timeout;
    loop {
        match wire.receive(deadline)? {
            Some(Message::End(_, stop)) => return Ok(!stop),
            Some(Message::Chat(text)) => report(SessionEvent::Chat(text)),
            Some(Message::Back(..)) => wire.send(&Message::BackAnswer(2))?,
            Some(Message::BackAnswer(_)) => {}
            Some(other) => bail!("received {} after the end of a game", message_name(&other)),
            None => return Ok(false),
        }
    }
}

/// Returns the names of Black and White. `name` is the name of this side, which plays `own`.
fn names(own: Side, name: &str, other: &str) -> [String; 2] {
    match own {
        Side::Black => [name.to_string(), other.to_string()],
        Side::White => [other.to_string(), name.to_string()],
    }
}

/// Returns the message's name in the specification, such as `GAMEREQ`.
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
