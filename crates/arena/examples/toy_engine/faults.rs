//! The faults of the toy engine and when they happen.

use base::rng::{Rng, mix};
use clap::ValueEnum;

/// A fault of the toy engine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug, ValueEnum)]
pub enum ToyFault {
    /// No fault.
    None,
    /// A random fault in each game, or in the fraction of games given by `--rate`.
    Random,

    // Faults at the start.
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
    /// Writes 20,000 lines to standard error for most commands.
    LoudErrors,

    // The faults from here to `FalseResult` are those that `Random` chooses from.
    // A fault at the beginning of a game.
    /// Exits at `uginewgame`.
    CrashNewGame,

    // Faults at `go`.
    /// Exits with code 3.
    Crash,
    /// Exits with code 0.
    Leave,
    /// Exits, but leaves a child process that keeps the pipes open.
    Grandchild,
    /// Closes its standard output and keeps running.
    CloseOutput,
    /// Stops reading and answering.
    Freeze,
    /// Answers `isready`, but never sends a move.
    Stall,
    /// Sends its move only after `stop`.
    Late,
    /// Sends its move twice.
    Twice,
    /// Sends its move, and sends it again at the next `uginewgame`.
    StaleNewGame,
    /// Sends its move, and sends it again at the next `position`.
    StalePosition,
    /// Sends `bestmove` without a move.
    NoMove,
    /// Sends `bestmove 0000`.
    NullMove,
    /// Sends a token that is not a move.
    Illegal,
    /// Sends a move of 16.77 million letters, just below the maximum line length.
    HugeMove,
    /// Sends a line of 20 million letters before its move.
    LongLine,
    /// Sends a verdict in favour of p1 as its move.
    VerdictP1,
    /// Sends a verdict in favour of p2 as its move.
    VerdictP2,
    /// Sends a deal as its move.
    Deal,
    /// Resigns.
    Resign,
    /// Writes endless output without line breaks.
    FloodOutput,
    /// Writes endless lines.
    Chatter,
    /// Sends `info` lines with invalid numbers, and then its move.
    BadInfo,

    // A fault after the game.
    /// Reports a wrong result.
    FalseResult,

    // Faults at `go` that `Random` does not choose.
    /// Sends SIGTERM to its parent and to itself, like a scheduler that cancels a job.
    Swept,
    /// Exits with code 3 before the end of the line with its move.
    Torn,
    /// Sends its move and an extra word.
    ExtraWord,
    /// Writes endless error lines to standard output.
    ErrorChatter,
    /// Writes endless lines to standard error.
    FloodErrors,

    // Faults that are not limited to one `go` command.
    /// Sends only the part of its move before the colon if that part is legal, such as a bare `fold`.
    OddForm,
    /// Does not answer `isready` while it searches.
    MuteWhileSearching,
    /// Ignores `stop`.
    IgnoreStop,
    /// Exits with code 3 at `go ponder`.
    CrashPondering,
    /// Exits with code 3 at `ponderhit`.
    CrashPonderhit,
    /// Answers `go ponder` at once.
    EarlyBestmove,
    /// Sends different search reports for the same position and seed.
    Fickle,
    /// Accepts a history with an illegal token, and ignores that token and all later ones.
    Lenient,
    /// Does not exit when its input ends.
    Stay,
    /// Exits with code 3 at `quit`.
    BadExit,
    /// Does not recognise the option `Seed` if its name is written in lower case.
    CaseSensitive,
    /// Crashes on invalid UTF-8.
    Brittle,
}

/// Random faults happen within this number of `go` commands from the start of a game.
const FIRST_MOVES: u64 = 6;

/// The fault to commit, and when it happens.
pub struct FaultSchedule {
    wanted: ToyFault,
    /// The 1-based number of the `go` command at which the fault happens, counted per process or, for random faults,
    /// per game.
    at: u64,
    seed: u64,
    rate: f64,
    /// The fault of the current game.
    pub now: ToyFault,
    goes: u64,
}

impl FaultSchedule {
    /// Creates a schedule: the fault `wanted` at the process's `go` command number `at`, or random faults in a fraction
    /// `rate` (0 to 1) of the games.
    pub fn new(wanted: ToyFault, at: u64, seed: u64, rate: f64) -> Self {
        let now = if wanted == ToyFault::Random { ToyFault::None } else { wanted };
        Self { wanted, at, seed, rate, now, goes: 0 }
    }

    /// Starts a game. Random faults depend on the toy's seed and the game's seed, not on earlier games.
    pub fn new_game(&mut self, game_seed: u64) {
        if self.wanted == ToyFault::Random {
            let mut rng = Rng::new(mix(self.seed ^ mix(game_seed)));
            let is_random = |fault: &&ToyFault| (ToyFault::CrashNewGame..=ToyFault::FalseResult).contains(*fault);
            let faults: Vec<&ToyFault> = ToyFault::value_variants().iter().filter(is_random).collect();
            let any = *faults[rng.index(faults.len())];
            self.now = if rng.unit() < self.rate { any } else { ToyFault::None };
            (self.at, self.goes) = (1 + rng.below(FIRST_MOVES), 0);
        }
    }

    /// Counts a `go` command, and returns the fault to commit at this command.
    pub fn go(&mut self) -> ToyFault {
        self.goes += 1;
        if self.goes == self.at { self.now } else { ToyFault::None }
    }

    /// Returns the number of `go` commands so far.
    pub const fn goes(&self) -> u64 {
        self.goes
    }
}
