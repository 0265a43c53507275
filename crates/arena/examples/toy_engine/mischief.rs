//! The ways in which the toy misbehaves, and when. Knows no protocol.

use base::rng::{Rng, mix};
use clap::ValueEnum;

/// What a toy does wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Mischief {
    /// Nothing.
    None,
    /// One of the others, another one for each game.
    Random,

    // At the start.
    /// Leaves with code 3 before it reads anything.
    CrashOnStart,
    /// Never says `ugiok`.
    NoUgiok,
    /// Greets before it is asked.
    Garbage,
    /// Never reads.
    Deaf,
    /// Has an error for every option.
    RefuseOptions,
    /// Fills its standard error with every line that it reads.
    LoudErrors,

    // When a game begins.
    /// Leaves at `uginewgame`.
    CrashNewGame,

    // At `go`.
    /// Leaves with code 3.
    Crash,
    /// Leaves with code 0.
    Leave,
    /// Ends its parent and itself with a signal, as those do who end a whole job.
    Swept,
    /// Leaves, but a child of its own holds its pipes.
    Grandchild,
    /// Closes its output and lives on.
    CloseOutput,
    /// Answers nothing any more.
    Freeze,
    /// Answers `isready`, but never gives a move.
    Stall,
    /// Gives its move only after `stop`.
    Late,
    /// Gives its move twice.
    Twice,
    /// Gives its move, and once more at the next `uginewgame`.
    StaleNewGame,
    /// Gives its move, and once more at the next `position`.
    StalePosition,
    /// `bestmove` without a move.
    NoMove,
    /// `bestmove 0000`.
    NullMove,
    /// A word that is no move.
    Illegal,
    /// A move of 16.77 million letters: its line is just not too long.
    HugeMove,
    /// A line of 20 million letters in front of the move.
    LongLine,
    /// A verdict for p1 as its move.
    VerdictP1,
    /// A verdict for p2 as its move.
    VerdictP2,
    /// A deal as its move.
    Deal,
    /// Gives up.
    Resign,
    /// The move, and a word that does not belong there.
    ExtraWord,
    /// Writes without end and without a line.
    FloodOutput,
    /// Writes lines without end.
    Chatter,
    /// Writes errors without end on its standard output.
    ErrorChatter,
    /// Writes on its standard error without end.
    FloodErrors,
    /// Numbers that are none, and then its move.
    BadInfo,

    // All the time.
    /// The first word of its move alone, where that is legal: a bare `fold`.
    OddForm,
    /// Claims another result.
    FalseResult,
    /// Does not answer `isready` while it searches.
    MuteWhileSearching,
    /// Does not know `stop`.
    IgnoreStop,
    /// The same position and seed, another move.
    Fickle,
    /// Takes a history with an illegal token for one without it.
    Lenient,
    /// Stays when its input ends.
    Stay,
    /// Leaves with code 3 when it is asked to leave.
    BadExit,
    /// Option names in small letters mean nothing to it.
    CaseSensitive,
    /// Breaks down on bytes that are no text.
    Brittle,
}

/// Those that a random game may bring.
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
/// A random game misbehaves at one of its first moves.
const FIRST_MOVES: u64 = 6;

/// What happens when.
pub struct MischiefSchedule {
    wanted: Mischief,
    /// Which `go` of the process, from 1; for random ones, of the game.
    at: u64,
    seed: u64,
    rate: f64,
    /// What it is in this game.
    pub now: Mischief,
    goes: u64,
}

impl MischiefSchedule {
    /// A schedule: `wanted` at the `at`th `go` of the process, or random ones in so many (`rate`, 0 to 1) of the games.
    pub fn new(wanted: Mischief, at: u64, seed: u64, rate: f64) -> Self {
        let now = if wanted == Mischief::Random { Mischief::None } else { wanted };
        Self { wanted, at, seed, rate, now, goes: 0 }
    }

    /// A game begins: what happens in it follows from the seeds of toy and game, whatever the process did before.
    pub fn new_game(&mut self, game_seed: u64) {
        if self.wanted == Mischief::Random {
            let mut rng = Rng::new(mix(self.seed ^ mix(game_seed)));
            let any = RANDOM[rng.index(RANDOM.len())];
            self.now = if rng.unit() < self.rate { any } else { Mischief::None };
            (self.at, self.goes) = (1 + rng.below(FIRST_MOVES), 0);
        }
    }

    /// What happens at this `go`.
    pub fn go(&mut self) -> Mischief {
        self.goes += 1;
        if self.goes == self.at { self.now } else { Mischief::None }
    }

    /// How often it was asked for a move.
    pub const fn goes(&self) -> u64 {
        self.goes
    }
}
