//! The options that every game has, their values, and those of all games: set by name, read by type.
//! Names no game: the registry brings the lists.

use crate::games::{GAMES, Registered};
use crate::options::{Kind, Spec, Values};
use base::quote::quote;
use ugi::{Code, Fault};

const GAME_NAMES: [&str; GAMES.len()] = {
    let mut names = [""; GAMES.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = GAMES[index].name;
        index += 1;
    }
    names
};

/// The game in effect.
pub const GAME: Spec = Spec { name: "Game", kind: Kind::Combo(&GAME_NAMES) };
/// Who thinks: the engine at its best, or a frozen yardstick.
pub const PLAYER: Spec = Spec { name: "Player", kind: Kind::Combo(&["strong", "random", "greedy", "uct", "flat"]) };
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
/// Tells a runner what it may use beyond plain UGI.
pub const EXTENSIONS: Spec =
    Spec { name: "UGI_Extensions", kind: Kind::Text("seats,chance,views,referee", extensions) };

const COMMON: [&Spec; 15] = [
    &GAME,
    &PLAYER,
    &HASH,
    &THREADS,
    &MULTI_PV,
    &MOVE_OVERHEAD,
    &SEED,
    &PONDER,
    &ALLOW_RESIGN,
    &HONEST,
    &SKILL,
    &SHOW_WDL,
    &LOG_FILE,
    &CLEAR_HASH,
    &EXTENSIONS,
];

/// Takes any text; `<empty>` stands for none.
///
/// # Errors
/// None.
pub fn any_text(value: &str) -> Result<String, String> {
    Ok(if value == "<empty>" { String::new() } else { value.to_string() })
}

fn extensions(_: &str) -> Result<String, String> {
    Err("only tells what the engine can do".to_string())
}

/// What a changed option asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The value is stored, that is all.
    Stored,
    /// The game or one of its rules changed: load the start position.
    NewRules,
    /// Forget all tables.
    ClearHash,
    /// Write the traffic elsewhere.
    NewLog,
    /// The strongest player of the game with this index in the registry may use other things.
    NewResources(usize),
    /// The game with this index in the registry has another opening book.
    NewBook(usize),
}

/// All options and their values.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    values: Values,
}

impl Settings {
    /// Every declared option: those of all games too.
    pub fn specs() -> impl Iterator<Item = &'static Spec> {
        let has_book = GAMES.iter().any(|game| game.book_file.is_some());
        let of_games = |game: &'static Registered| game.options.iter().chain(game.resources).chain(game.book_file);
        COMMON.into_iter().chain(has_book.then_some(&OWN_BOOK)).chain(GAMES.iter().flat_map(of_games))
    }

    /// The index of the game in effect in the registry.
    #[must_use]
    pub fn game(&self) -> usize {
        let name = self.values.text(&GAME);
        GAME_NAMES.iter().position(|known| *known == name).unwrap_or_default()
    }

    /// All values.
    #[must_use]
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Sets an option by its name in any case.
    ///
    /// # Errors
    /// No such option, or a value that it does not take; nothing changes.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, Fault> {
        let spec = Self::specs()
            .find(|spec| spec.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| Fault::new(Code::BadArgument, format!("no option {}", quote(name))))?;
        let value = spec.accept(value.unwrap_or_default()).map_err(|text| {
            Fault::new(Code::BadArgument, format!("{} {text}, not {}", spec.name, quote(value.unwrap_or("nothing"))))
        })?;
        let changed = self.values.set(spec, value);
        let user = GAMES.iter().position(|game| game.resources.iter().any(|own| own.name == spec.name));
        let of_game = GAMES[self.game()].options.iter().any(|own| own.name == spec.name);
        if let Some(game) = user {
            return Ok(Effect::NewResources(game));
        }
        let reader = GAMES.iter().position(|game| game.book_file.is_some_and(|own| own.name == spec.name));
        if let Some(game) = reader {
            return Ok(Effect::NewBook(game));
        }
        Ok(match spec.name {
            name if name == CLEAR_HASH.name => Effect::ClearHash,
            name if name == LOG_FILE.name => Effect::NewLog,
            name if changed && (of_game || name == GAME.name) => Effect::NewRules,
            _ => Effect::Stored,
        })
    }

    /// `NAME=VALUE` of the options of the game in effect, sorted.
    #[must_use]
    pub fn game_options(&self) -> String {
        let mut all: Vec<String> = (GAMES[self.game()].options.iter())
            .map(|spec| format!("{}={}", spec.name, self.values.text(spec)))
            .collect();
        all.sort();
        all.join(" ")
    }

    /// The value of a text or combo.
    #[must_use]
    pub fn text(&self, spec: &Spec) -> String {
        self.values.text(spec)
    }

    /// The value of a spin; none is negative.
    #[must_use]
    pub fn number(&self, spec: &Spec) -> u64 {
        self.values.number(spec).max(0).unsigned_abs()
    }

    /// The value of a check.
    #[must_use]
    pub fn flag(&self, spec: &Spec) -> bool {
        self.values.flag(spec)
    }
}

/// The declaration of an option, behind `option name `.
#[must_use]
pub fn declaration(spec: &Spec) -> String {
    let name = spec.name;
    match spec.kind {
        Kind::Check(value) => format!("{name} type check default {value}"),
        Kind::Spin(value, least, greatest) => format!("{name} type spin default {value} min {least} max {greatest}"),
        Kind::ZeroOr(value, _, greatest) => format!("{name} type spin default {value} min 0 max {greatest}"),
        Kind::Combo(words) => {
            let choices: Vec<String> = words.iter().map(|word| format!("var {word}")).collect();
            format!("{name} type combo default {} {}", words[0], choices.join(" "))
        }
        Kind::Text("", _) => format!("{name} type string default <empty>"),
        Kind::Text(value, _) => format!("{name} type string default {value}"),
        Kind::Button => format!("{name} type button"),
    }
}
