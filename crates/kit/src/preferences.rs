//! The options that every game has, as the engine declares them and as a search reads them.

use crate::options::{Kind, Spec, Values};
use crate::search::SearchTask;
use base::rng::mix;
use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};
use strum::{AsRefStr, EnumString, VariantNames};

/// Who thinks.
pub const PLAYER: Spec = Spec { name: "Player", kind: Kind::Combo(Player::VARIANTS) };
/// Transposition table, MiB.
pub const HASH: Spec = Spec { name: "Hash", kind: Kind::Spin(16, 1, 65_536) };
/// Search threads.
pub const THREADS: Spec = Spec { name: "Threads", kind: Kind::Spin(1, 1, 256) };
/// Lines to report.
pub const MULTI_PV: Spec = Spec { name: "MultiPV", kind: Kind::Spin(1, 1, 256) };
/// Milliseconds lost between the engine and whoever holds the clock.
pub const MOVE_OVERHEAD: Spec = Spec { name: "MoveOverhead", kind: Kind::Spin(5, 0, 10_000) };
/// Start of every random stream; 0 is taken from the system.
pub const SEED: Spec = Spec { name: "Seed", kind: Kind::Spin(0, 0, i32::MAX as i64) };
/// May `bestmove` name a move to ponder on?
pub const PONDER: Spec = Spec { name: "Ponder", kind: Kind::Check(false) };
/// May the engine answer `bestmove resign`?
pub const ALLOW_RESIGN: Spec = Spec { name: "AllowResign", kind: Kind::Check(false) };
/// Does a search on the master history see only what the mover may know?
pub const HONEST: Spec = Spec { name: "Honest", kind: Kind::Check(true) };
/// Are moves of the opening book played? Only declared where a game has books.
pub const OWN_BOOK: Spec = Spec { name: "OwnBook", kind: Kind::Check(false) };
/// Strength, 20 is full.
pub const SKILL: Spec = Spec { name: "Skill", kind: Kind::Spin(20, 0, 20) };
/// Does `info` tell win, draw and loss?
pub const SHOW_WDL: Spec = Spec { name: "ShowWDL", kind: Kind::Check(false) };
/// Where all traffic is written with its times; empty for nowhere.
pub const LOG_FILE: Spec = Spec { name: "LogFile", kind: Kind::Text("", any_text) };
/// Forgets all tables.
pub const CLEAR_HASH: Spec = Spec { name: "Clear Hash", kind: Kind::Button };
/// What a client may use beyond plain UGI.
pub const EXTENSIONS: Spec =
    Spec { name: "UGI_Extensions", kind: Kind::Text(SUPPORTED, |value| constant(value, SUPPORTED)) };
/// The version of the protocol, as `protocol.md` gives it.
pub const PROTOCOL: Spec = Spec { name: "UGI_Protocol", kind: Kind::Text(VERSION, |value| constant(value, VERSION)) };

/// The extensions of UGI that every engine of this crate implements.
const SUPPORTED: &str = "seats,chance,views,referee,files";
/// Major and minor version of the protocol.
const VERSION: &str = "1.0";

/// Every option above but [`OWN_BOOK`], in the order of their declaration.
pub const COMMON: [Spec; 15] = [
    PLAYER,
    HASH,
    THREADS,
    MULTI_PV,
    MOVE_OVERHEAD,
    SEED,
    PONDER,
    ALLOW_RESIGN,
    HONEST,
    SKILL,
    SHOW_WDL,
    LOG_FILE,
    CLEAR_HASH,
    EXTENSIONS,
    PROTOCOL,
];

/// Takes any text; `<empty>` stands for none.
///
/// # Errors
/// None.
pub fn any_text(value: &str) -> Result<String, String> {
    Ok(if value == "<empty>" { String::new() } else { value.to_string() })
}

/// Takes only the default, so that a client may send all options back as they were declared.
fn constant(value: &str, default: &str) -> Result<String, String> {
    if value == default { Ok(value.to_string()) } else { Err("takes only its default".to_string()) }
}

/// Who thinks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, EnumString, AsRefStr, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Player {
    /// The engine at its best.
    #[default]
    Strong,
    /// Plays a random legal move.
    Random,
    /// Looks one ply ahead with a fixed evaluation.
    Greedy,
    /// Monte Carlo tree search with random playouts.
    Uct,
    /// Random playouts after each root move.
    Flat,
}

/// The options of every game that a search reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preferences {
    /// Who thinks.
    pub player: Player,
    /// Size of the transposition table, MiB.
    pub hash: usize,
    /// Search threads.
    pub threads: usize,
    /// Lines to report.
    pub multi_pv: usize,
    /// Time lost between the engine and whoever holds the clock.
    pub overhead: Duration,
    /// Start of every random stream; 0 is taken from the system.
    pub seed: u64,
    /// Whether `bestmove` may name a move to ponder on.
    pub ponder: bool,
    /// Whether the engine may answer `bestmove resign`.
    pub may_resign: bool,
    /// Whether a search on the master history sees only what the mover may know.
    pub honest: bool,
    /// Whether moves of the opening book are played.
    pub own_book: bool,
    /// Strength, 0 to 20; 20 is full.
    pub skill: u32,
    /// Whether `info` gives win, draw and loss.
    pub show_wdl: bool,
}

impl Preferences {
    /// The preferences that these option values mean.
    #[must_use]
    pub fn read(values: &Values) -> Self {
        let number = |spec| values.number(spec).max(0).unsigned_abs();
        Self {
            player: values.word(&PLAYER),
            hash: number(&HASH) as usize,
            threads: number(&THREADS) as usize,
            multi_pv: number(&MULTI_PV) as usize,
            overhead: Duration::from_millis(number(&MOVE_OVERHEAD)),
            seed: number(&SEED),
            ponder: values.flag(&PONDER),
            may_resign: values.flag(&ALLOW_RESIGN),
            honest: values.flag(&HONEST),
            own_book: values.flag(&OWN_BOOK),
            skill: number(&SKILL) as u32,
            show_wdl: values.flag(&SHOW_WDL),
        }
    }
}

impl Preferences {
    /// A search without limits at this ply. Its seed depends on the option and the ply, so that nothing played before
    /// matters.
    #[must_use]
    pub fn search_task<A>(&self, plies: u64) -> SearchTask<A> {
        let Self { multi_pv, skill, threads, hash, .. } = *self;
        let seed = if self.seed == 0 { RandomState::new().hash_one(Instant::now()) } else { self.seed };
        SearchTask { multi_pv, skill, seed: mix(seed ^ mix(plies)), threads, hash, ..SearchTask::default() }
    }
}

impl Default for Preferences {
    fn default() -> Self {
        Self::read(&Values::default())
    }
}
