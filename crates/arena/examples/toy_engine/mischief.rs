//! The faults of the toy engine, and when they happen.

use base::rng::{Rng, mix};
use clap::ValueEnum;

/// A fault of the toy engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Mischief {
    /// No fault.
    None,
    /// A different fault in each game.
    Random,

    // At the start.
    /// Exits with code 3 before it reads anything.
    CrashOnStart,
    /// Never sends `ugiok`.
    NoUgiok,
    /// Prints a line before `ugi`.
    Garbage,
    /// Never reads its input.
    Deaf,
    /// Refuses every option.
    RefuseOptions,
    /// Writes much to standard error at every line that it reads.
    LoudErrors,

    // When a game begins.
    /// Exits at `uginewgame`.
    CrashNewGame,

    // At `go`.
    /// Exits with code 3.
    Crash,
    /// Exits with code 0.
    Leave,
    /// Sends SIGTERM to its parent and to itself, like a scheduler that cancels a job.
    Swept,
    /// Exits while a child process holds its pipes.
    Grandchild,
    /// Closes its standard output and keeps running.
    CloseOutput,
    /// Stops answering.
    Freeze,
    /// Answers `isready`, but never sends a move.
    Stall,
    /// Sends its move only after `stop`.
    Late,
    /// Sends its move twice.
    Twice,
    /// Sends its move, and again at the next `uginewgame`.
    StaleNewGame,
    /// Sends its move, and again at the next `position`.
    StalePosition,
    /// `bestmove` without a move.
    NoMove,
    /// `bestmove 0000`.
    NullMove,
    /// A word that is not a move.
    Illegal,
    /// A move of 16.77 million letters, just below the longest accepted line.
    HugeMove,
    /// A line of 20 million letters before the move.
    LongLine,
    /// A verdict for p1 as its move.
    VerdictP1,
    /// A verdict for p2 as its move.
    VerdictP2,
    /// A deal as its move.
    Deal,
    /// Resigns.
    Resign,
    /// The move and an extra word.
    ExtraWord,
    /// Writes endless output without line breaks.
    FloodOutput,
    /// Writes endless lines.
    Chatter,
    /// Writes endless error lines to standard output.
    ErrorChatter,
    /// Writes endless lines to standard error.
    FloodErrors,
    /// `info` lines with invalid numbers, and then its move.
    BadInfo,

    // All the time.
    /// The part of its move before the colon if that is legal, such as a bare `fold`.
    OddForm,
    /// Reports a wrong result.
    FalseResult,
    /// Does not answer `isready` while it searches.
    MuteWhileSearching,
    /// Ignores `stop`.
    IgnoreStop,
    /// Different search reports for the same position and seed.
    Fickle,
    /// Ignores illegal tokens in a history.
    Lenient,
    /// Does not exit when its input ends.
    Stay,
    /// Exits with code 3 at `quit`.
    BadExit,
    /// Does not recognise option names in lower case.
    CaseSensitive,
    /// Crashes on invalid UTF-8.
    Brittle,
}

/// The faults of random games.
const RANDOM: [Mischief; 24] = [
    Mischief::CrashNewGame,
    Mischief::Crash,
    Mischief::Leave,
    Mischief::Grandchild,
    Mischief::CloseOutput,
    Mischief::Freeze,
    Mischief::Stall,
    Mischief::Late,
    Mischief::Twice,
    Mischief::StaleNewGame,
    Mischief::StalePosition,
    Mischief::NoMove,
    Mischief::NullMove,
    Mischief::Illegal,
    Mischief::HugeMove,
    Mischief::LongLine,
    Mischief::VerdictP1,
    Mischief::VerdictP2,
    Mischief::Deal,
    Mischief::Resign,
    Mischief::FloodOutput,
    Mischief::Chatter,
    Mischief::BadInfo,
    Mischief::FalseResult,
];
/// The number of first moves of a game at which a random fault can happen.
const FIRST_MOVES: u64 = 6;

/// The fault and the time when it happens.
pub struct MischiefSchedule {
    wanted: Mischief,
    /// The number of the `go`, from 1: of the process, or of the game for random faults.
    at: u64,
    seed: u64,
    rate: f64,
    /// The fault of this game.
    pub now: Mischief,
    goes: u64,
}

impl MischiefSchedule {
    /// Returns a schedule: `wanted` at the `go` number `at` of the process, or random faults in a share `rate` (0 to
    /// 1) of the games.
    pub fn new(wanted: Mischief, at: u64, seed: u64, rate: f64) -> Self {
        let now = if wanted == Mischief::Random { Mischief::None } else { wanted };
        Self { wanted, at, seed, rate, now, goes: 0 }
    }

    /// Starts a game. Random faults depend on the seeds of the toy and of the game, not on earlier games.
    pub fn new_game(&mut self, game_seed: u64) {
        if self.wanted == Mischief::Random {
            let mut rng = Rng::new(mix(self.seed ^ mix(game_seed)));
            let any = RANDOM[rng.index(RANDOM.len())];
            self.now = if rng.unit() < self.rate { any } else { Mischief::None };
            (self.at, self.goes) = (1 + rng.below(FIRST_MOVES), 0);
        }
    }

    /// Returns the fault of this `go`.
    pub fn go(&mut self) -> Mischief {
        self.goes += 1;
        if self.goes == self.at { self.now } else { Mischief::None }
    }

    /// Returns the number of `go` commands so far.
    pub const fn goes(&self) -> u64 {
        self.goes
    }
}
