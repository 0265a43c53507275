//! The options that all games have: their declarations, and their values for a search.

use crate::options::{Kind, Spec, ValueError, Values};
use crate::search::SearchTask;
use base::rng::mix;
use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};
use strum::{AsRefStr, EnumString, VariantNames};

/// Which player searches: the strongest one or a baseline player.
pub const PLAYER: Spec = Spec { name: "Player", kind: Kind::Combo(Player::VARIANTS) };
/// Size of the transposition table in MiB.
pub const HASH: Spec = Spec { name: "Hash", kind: Kind::Spin { default: 16, min: 1, max: 65_536 } };
/// Number of search threads.
pub const THREADS: Spec = Spec { name: "Threads", kind: Kind::Spin { default: 1, min: 1, max: 256 } };
/// Number of principal variations to report.
pub const MULTI_PV: Spec = Spec { name: "MultiPV", kind: Kind::Spin { default: 1, min: 1, max: 256 } };
/// Communication delay per move between the engine and the program that keeps the clocks, in milliseconds.
pub const MOVE_OVERHEAD: Spec = Spec { name: "MoveOverhead", kind: Kind::Spin { default: 5, min: 0, max: 10_000 } };
/// Seed of all random streams; 0 means a random seed from the system.
pub const SEED: Spec = Spec { name: "Seed", kind: Kind::Spin { default: 0, min: 0, max: i32::MAX as i64 } };
/// Whether `bestmove` names a move to ponder on.
pub const PONDER: Spec = Spec { name: "Ponder", kind: Kind::Check { default: false } };
/// Whether the engine may answer `bestmove resign`.
pub const ALLOW_RESIGN: Spec = Spec { name: "AllowResign", kind: Kind::Check { default: false } };
/// Whether a search in the master history uses only what the mover can see.
pub const HONEST: Spec = Spec { name: "Honest", kind: Kind::Check { default: true } };
/// Whether opening-book moves are played. Declared only if at least one game of the engine has books.
pub const OWN_BOOK: Spec = Spec { name: "OwnBook", kind: Kind::Check { default: false } };
/// Playing strength; 20 is full strength.
pub const SKILL: Spec = Spec { name: "Skill", kind: Kind::Spin { default: 20, min: 0, max: 20 } };
/// Whether `info` lines contain `wdl`, the probabilities of win, draw and loss.
pub const SHOW_WDL: Spec = Spec { name: "ShowWDL", kind: Kind::Check { default: false } };
/// The file to which all traffic is appended with timestamps; empty for none.
pub const LOG_FILE: Spec = Spec { name: "LogFile", kind: Kind::Text { default: "", check: any_text } };
/// Clears everything that the player keeps between searches, such as the transposition table.
pub const CLEAR_HASH: Spec = Spec { name: "Clear Hash", kind: Kind::Button };
/// The supported UGI extensions.
pub const EXTENSIONS: Spec =
    Spec { name: "UGI_Extensions", kind: Kind::Text { default: SUPPORTED, check: |value| constant(value, SUPPORTED) } };
/// The protocol version, as given in `protocol.md`.
pub const PROTOCOL: Spec =
    Spec { name: "UGI_Protocol", kind: Kind::Text { default: VERSION, check: |value| constant(value, VERSION) } };

/// The UGI extensions that all engines made with this crate support.
const SUPPORTED: &str = "seats,chance,views,referee,files,facts,observe,ids,tablebase,offers";
/// Major and minor version of the protocol.
const VERSION: &str = "1.1";

/// All options of this module except [`OWN_BOOK`], in declaration order.
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

/// Accepts any string; `<empty>` stands for the empty string.
///
/// # Errors
/// Never returns an error; the result has the type that [`Kind::Text`] requires.
///
/// ```
/// use speltafel_kit::prelude::*;
/// use speltafel_kit::preferences::any_text;
///
/// const FILE: Spec = Spec { name: "Nim.File", kind: Kind::Text { default: "", check: any_text } };
/// assert_eq!(FILE.accept("nim.book"), Ok("nim.book".to_string()));
/// assert_eq!(FILE.accept("<empty>"), Ok(String::new()));
/// ```
pub fn any_text(value: &str) -> Result<String, ValueError> {
    Ok(if value == "<empty>" { String::new() } else { value.to_string() })
}

/// Accepts only the default, so that a client can set every option to the value with which it was declared.
fn constant(value: &str, default: &str) -> Result<String, ValueError> {
    if value == default { Ok(value.to_string()) } else { Err(ValueError(format!("only its default {default}"))) }
}

/// The players that an engine offers.
///
/// ```
/// use speltafel_kit::preferences::Player;
///
/// assert_eq!("uct".parse(), Ok(Player::Uct));
/// assert_eq!(Player::Uct.as_ref(), "uct");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, EnumString, AsRefStr, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Player {
    /// The strongest player of the game.
    #[default]
    Strong,
    /// Plays a random legal move.
    Random,
    /// Searches one ply with a fixed evaluation.
    Greedy,
    /// Monte Carlo tree search with random playouts.
    Uct,
    /// Random playouts after each root move.
    Flat,
}

/// The values of the common options that a search reads.
///
/// ```
/// use speltafel_kit::prelude::*;
/// use speltafel_kit::preferences::{HASH, Player, Preferences, SEED};
/// use speltafel_kit::search::SearchTask;
///
/// let mut values = Values::default();
/// values.set(&HASH, "64".to_string());
/// values.set(&SEED, "7".to_string());
/// let preferences = Preferences::from(&values);
/// assert_eq!((preferences.player, preferences.hash, preferences.skill), (Player::Strong, 64, 20));
///
/// let tasks: [SearchTask<u64>; 2] = [0, 1].map(|plies| preferences.search_task(plies));
/// assert_eq!(tasks[0].hash, 64);
/// assert_ne!(tasks[0].seed, tasks[1].seed);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preferences {
    /// Which player searches: the strongest one or a baseline player.
    pub player: Player,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Number of principal variations to report.
    pub multi_pv: usize,
    /// Communication delay per move between the engine and the program that keeps the clocks.
    pub overhead: Duration,
    /// Seed of all random streams; 0 means a random seed from the system.
    pub seed: u64,
    /// Whether `bestmove` names a move to ponder on.
    pub ponder: bool,
    /// Whether the engine may answer `bestmove resign`.
    pub may_resign: bool,
    /// Whether a search in the master history uses only what the mover can see.
    pub honest: bool,
    /// Whether moves of the opening book are played.
    pub own_book: bool,
    /// Playing strength, 0 to 20; 20 is full strength.
    pub skill: u32,
    /// Whether `info` lines contain `wdl`, the probabilities of win, draw and loss.
    pub show_wdl: bool,
}

impl From<&Values> for Preferences {
    fn from(values: &Values) -> Self {
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
    /// Returns a search task without limits for a position at this ply. If the option `Seed` is 0, the seed of the task
    /// is random. Otherwise it depends only on `Seed` and the ply, not on earlier searches.
    #[must_use]
    pub fn search_task<A>(&self, plies: u64) -> SearchTask<A> {
        let Self { multi_pv, skill, threads, hash, .. } = *self;
        let seed = if self.seed == 0 { RandomState::new().hash_one(Instant::now()) } else { self.seed };
        SearchTask { multi_pv, skill, seed: mix(seed ^ mix(plies)), threads, hash, ..SearchTask::default() }
    }
}

impl Default for Preferences {
    fn default() -> Self {
        Self::from(&Values::default())
    }
}
