//! A socket with messages that end with NUL: how long one may be, how long to wait for it. Knows no game.

use super::message::{MAX_LENGTH, Message};
use anyhow::{Context, Result, bail};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

/// How long the other side may leave its end unread.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// Between two messages in a row. There are programs that take what comes together for one message (pydraughts 0.6.7 loses
/// the first move so).
const MESSAGE_INTERVAL: Duration = Duration::from_millis(50);

/// A connection.
#[derive(Debug)]
pub struct MessageStream {
    stream: TcpStream,
    /// What has come and has not been read yet.
    buffer: Vec<u8>,
    /// When the last message was sent, where none has been read since.
    sent: Option<Instant>,
}

impl MessageStream {
    /// Talks over this socket.
    ///
    /// # Errors
    /// The socket does not take its settings.
    pub fn new(stream: TcpStream) -> Result<Self> {
        stream
            .set_nodelay(true)
            .and_then(|()| stream.set_write_timeout(Some(WRITE_TIMEOUT)))
            .context("cannot set up the socket")?;
        Ok(Self { stream, buffer: Vec::new(), sent: None })
    }

    /// Sends a message.
    ///
    /// # Errors
    /// The connection is gone, or nobody reads at its other end.
    pub fn send(&mut self, message: &Message) -> Result<()> {
        if let Some(sent) = self.sent.replace(Instant::now()) {
            thread::sleep(MESSAGE_INTERVAL.saturating_sub(sent.elapsed()));
        }
        let bytes = format!("{message}\0").into_bytes();
        self.stream.write_all(&bytes).context("cannot send")
    }

    /// The next message; `None` where the other side has left between two messages.
    ///
    /// # Errors
    /// It is too long or cannot be read, does not come before `deadline`, or the connection breaks down.
    pub fn receive(&mut self, deadline: Instant) -> Result<Option<Message>> {
        loop {
            let end = self.buffer.iter().position(|&byte| byte == 0);
            if end.unwrap_or(self.buffer.len()) > MAX_LENGTH {
                bail!("a message of more than {MAX_LENGTH} characters");
            }
            if let Some(end) = end {
                let message = Message::read(&self.buffer[..end]);
                self.buffer.drain(..=end);
                self.sent = None;
                return message.map(Some);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                bail!("the other side is silent");
            }
            self.stream.set_read_timeout(Some(left)).context("cannot wait for the other side")?;
            let mut piece = [0; 256];
            match self.stream.read(&mut piece) {
                Ok(0) if self.buffer.is_empty() => return Ok(None),
                Ok(0) => bail!("the connection ended within a message"),
                Ok(count) => self.buffer.extend_from_slice(&piece[..count]),
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => {
                }
                Err(error) => return Err(error).context("the connection broke down"),
            }
        }
    }
}
