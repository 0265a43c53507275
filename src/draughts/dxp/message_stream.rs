//! A TCP connection that carries NUL-terminated messages, with a length limit and deadlines.

use super::message::{MAX_LENGTH, Message};
use anyhow::{Context, Result, anyhow, bail};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for the other side to read before a write fails.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The minimum time between sending two messages if no message is received in between. Some programs read two messages
/// that arrive together as one; pydraughts 0.6.7 loses the first move this way.
const MESSAGE_INTERVAL: Duration = Duration::from_millis(50);

/// A connection that sends and receives DXP messages.
#[derive(Debug)]
pub struct MessageStream {
    stream: TcpStream,
    /// Bytes that were received but not parsed yet.
    buffer: Vec<u8>,
    /// When the last message was sent; `None` if none was sent, or if a message has been received since then.
    sent: Option<Instant>,
}

/// What [`MessageStream::poll`] has received.
pub(crate) enum Received {
    Message(Message),
    /// The other side has closed the connection.
    Closed,
    /// No message has arrived before the deadline.
    Nothing,
}

impl MessageStream {
    /// Wraps a connected socket.
    ///
    /// # Errors
    /// Returns an error if the socket options cannot be set.
    pub fn new(stream: TcpStream) -> Result<Self> {
        stream
            .set_nodelay(true)
            .and_then(|()| stream.set_write_timeout(Some(WRITE_TIMEOUT)))
            .context("cannot set up the socket")?;
        Ok(Self { stream, buffer: Vec::new(), sent: None })
    }

    /// Sends a message. Waits first if the previous message was sent less than 50 ms ago and no message has been
    /// received since then.
    ///
    /// # Errors
    /// Returns an error if the connection is closed or fails, or if the other side does not read for 30 seconds.
    pub fn send(&mut self, message: &Message) -> Result<()> {
        if let Some(sent) = self.sent {
            thread::sleep(MESSAGE_INTERVAL.saturating_sub(sent.elapsed()));
        }
        let bytes = format!("{message}\0").into_bytes();
        // The error of the socket would look like that of a closed output, which is none.
        self.stream.write_all(&bytes).map_err(|error| anyhow!("cannot send a message: {error}"))?;
        self.sent = Some(Instant::now());
        Ok(())
    }

    /// Receives the next message. Returns `None` if the other side has closed the connection and no part of another
    /// message has arrived.
    ///
    /// # Errors
    /// Returns an error if the message is too long, incomplete or invalid, if it does not arrive before `deadline`, or
    /// if the connection fails.
    pub fn receive(&mut self, deadline: Instant) -> Result<Option<Message>> {
        match self.poll(deadline)? {
            Received::Message(message) => Ok(Some(message)),
            Received::Closed => Ok(None),
            Received::Nothing => bail!("timed out while waiting for the other side"),
        }
    }

    /// Receives the next message like [`MessageStream::receive`], but does not fail if it does not arrive before
    /// `deadline`.
    pub(crate) fn poll(&mut self, deadline: Instant) -> Result<Received> {
        loop {
            let end = self.buffer.iter().position(|&byte| byte == 0);
            if end.unwrap_or(self.buffer.len()) > MAX_LENGTH {
                bail!("the message is longer than {MAX_LENGTH} characters");
            }
            if let Some(end) = end {
                let message = Message::read(&self.buffer[..end]);
                self.buffer.drain(..=end);
                self.sent = None;
                return message.map(Received::Message);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Received::Nothing);
            }
            self.stream.set_read_timeout(Some(left)).context("cannot set the read timeout of the socket")?;
            let mut piece = [0; 256];
            match self.stream.read(&mut piece) {
                Ok(0) if self.buffer.is_empty() => return Ok(Received::Closed),
                Ok(0) => bail!("the connection ended within a message"),
                Ok(count) => self.buffer.extend_from_slice(&piece[..count]),
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => {
                }
                Err(error) => return Err(error).context("the connection failed"),
            }
        }
    }
}
