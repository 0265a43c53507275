//! Starts engine processes and performs the handshake.

use crate::dialogue::Dialogue;
use crate::guard::Guard;
use crate::locate::start_error;
use crate::log::Log;
use crate::process::Process;
use crate::program::Program;
use std::time::{Duration, Instant};
use ugi::{Client, ClientError, OptionKind, Pipe};

/// How long a program that does not answer `ugi` may take to answer `uci`.
const MAX_UCI_TIME: Duration = Duration::from_secs(3);

/// Starts a program and waits for `ugiok`. The options of `program` are not set.
///
/// `name` is the engine's name in errors. `timeout` is the timeout for each answer.
///
/// # Errors
/// Returns an error if the process does not start or does not write `ugiok` in time. If it speaks UCI, the error says
/// so.
///
/// ```
/// # extern crate ugi as speltafel_ugi;
/// use speltafel_runner::{Dialogue, Log, Program, open};
/// use std::time::Duration;
///
/// // A shell script that knows only the handshake.
/// let script = "read line; echo id name Short; echo ugiok; read line";
/// let program = Program { command: "sh".into(), args: ["-c", script].map(String::from).into(), ..Program::default() };
/// let client = open("the engine", &program, None, Dialogue::new("p1", Log::default()), Duration::from_secs(10))?;
/// assert_eq!(client.introduction(), ["id name Short", "ugiok"]);
/// # Ok::<(), speltafel_ugi::ClientError>(())
/// ```
pub fn open(
    name: &str,
    program: &Program,
    guard: Option<&Guard>,
    dialogue: Dialogue,
    timeout: Duration,
) -> Result<Client<Process>, ClientError> {
    let process = Process::start(program, guard, dialogue).map_err(|error| ClientError::Start {
        name: name.to_string(),
        program: program.command.clone(),
        error: start_error(&program.command, error),
    })?;
    Client::handshake_unless(process, name, timeout, || speaks_uci(program, guard, timeout))
}

/// Starts a program that does not answer `ugi` a second time, and returns whether it answers `uci`.
fn speaks_uci(program: &Program, guard: Option<&Guard>, timeout: Duration) -> bool {
    let deadline = Instant::now() + timeout.min(MAX_UCI_TIME);
    let Ok(mut process) = Process::start(program, guard, Dialogue::new("uci", Log::default())) else { return false };
    process.send(&["uci"], deadline).is_ok()
        && std::iter::from_fn(|| process.line(deadline).ok()).any(|line| line.trim() == "uciok")
}

/// Starts a program as a referee. Sets `Hash`, if declared, to its minimum, because a referee never searches, and then
/// sets the options of `program`.
///
/// # Errors
/// Returns an error if the process does not start, does not write `ugiok` in time, or rejects an option.
///
/// ```
/// # extern crate ugi as speltafel_ugi;
/// use speltafel_runner::{Program, open_referee};
/// use speltafel_ugi::Query;
/// use std::time::Duration;
///
/// // A shell script that answers every query with `response p1`.
/// let script = "while read word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; query) echo response p1;; esac; done";
/// let program = Program { command: "sh".into(), args: ["-c", script].map(String::from).into(), ..Program::default() };
/// let mut referee = open_referee(&program, None, Duration::from_secs(10))?;
/// assert_eq!(referee.ask(Query::Turn)?, ["p1"]);
/// # Ok::<(), speltafel_ugi::ClientError>(())
/// ```
pub fn open_referee(
    program: &Program,
    guard: Option<&Guard>,
    timeout: Duration,
) -> Result<Client<Process>, ClientError> {
    let dialogue = Dialogue::new("referee", Log::default());
    let mut client = open("the referee", program, guard, dialogue, timeout)?;
    if let Some(OptionKind::Spin { min, .. }) = client.option("Hash").map(|option| option.kind) {
        client.set_option("Hash", &min.to_string())?;
    }
    program.options.iter().try_for_each(|(name, value)| client.set_option(name, value))?;
    Ok(client)
}
