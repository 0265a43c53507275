//! The engine's options as Hub parameters.

use super::line::HubLine;
use crate::draughts::orientation::Orientation;
use crate::games::checkers;
use anyhow::{Context, Result, bail};
use base::quote::quote;
use kit::options::{Kind, Spec, Values};
use kit::output::Output;
use kit::preferences::{self, Preferences};
use std::time::Duration;
use strum::VariantNames;

const VARIANT: Spec = Spec { name: "variant", kind: Kind::Combo(&["english"]) };
const HASH: Spec = Spec { name: "hash", kind: preferences::HASH.kind };
const THREADS: Spec = Spec { name: "threads", kind: preferences::THREADS.kind };
const SKILL: Spec = Spec { name: "skill", kind: preferences::SKILL.kind };
const SEED: Spec = Spec { name: "seed", kind: preferences::SEED.kind };
const MOVE_OVERHEAD: Spec = Spec { name: "move-overhead", kind: preferences::MOVE_OVERHEAD.kind };
/// The default is forty moves by each side, after which the laws of the game let a player claim a draw.
const DRAW_PLIES: Spec = Spec { name: "draw-plies", kind: Kind::Spin { default: 80, min: 0, max: i32::MAX as i64 } };
const ORIENTATION: Spec = Spec { name: "orientation", kind: Kind::Combo(Orientation::VARIANTS) };
const EGDB_PATH: Spec = Spec { name: "egdb-path", kind: checkers::EGDB_PATH.kind };
const EVALUATION: Spec = Spec { name: "evaluation", kind: checkers::EVALUATION.kind };
const LOG_FILE: Spec = Spec { name: "log-file", kind: preferences::LOG_FILE.kind };

const ALL: [&Spec; 11] = [
    &VARIANT,
    &HASH,
    &THREADS,
    &SKILL,
    &SEED,
    &MOVE_OVERHEAD,
    &DRAW_PLIES,
    &ORIENTATION,
    &EGDB_PATH,
    &EVALUATION,
    &LOG_FILE,
];

/// The values of the parameters: those set by `set-param`, and the defaults of the others.
#[derive(Default)]
pub(super) struct Parameters(Values);

impl Parameters {
    /// Returns the declaration of each parameter: its name, value and type, as they follow the word `param` in the
    /// introduction.
    pub(super) fn declarations(&self) -> Vec<String> {
        let declare = |spec: &&Spec| {
            let value = match self.0.text(spec) {
                text if text.is_empty() || text.contains([' ', '=']) => format!("\"{text}\""),
                text => text,
            };
            let kind = match spec.kind {
                Kind::Check { .. } => "bool".to_string(),
                Kind::Spin { min: least, max: greatest, .. } => format!("int min={least} max={greatest}"),
                Kind::ZeroOr { max: greatest, .. } => format!("int min=0 max={greatest}"),
                Kind::Combo(words) => format!("enum values=\"{}\"", words.join(" ")),
                Kind::Text { .. } | Kind::Button => "string".to_string(),
            };
            format!("name={} value={value} type={kind}", spec.name)
        };
        ALL.iter().map(declare).collect()
    }

    /// Executes a `set-param` line. Returns whether the player must be recreated.
    ///
    /// # Errors
    /// Returns an error if the name or the value is missing, if the parameter does not exist or does not accept the
    /// value, or if the log file cannot be opened. In that case nothing changes.
    pub(super) fn set(&mut self, line: &HubLine, out: &Output) -> Result<bool> {
        let name = line.get("name").context("name=... is missing")?;
        let value = line.get("value").context("value=... is missing")?;
        let spec = *ALL
            .iter()
            .find(|spec| spec.name == name)
            .with_context(|| format!("unknown parameter \"{}\"", quote(name)))?;
        let accepted = match spec.accept(value) {
            Ok(accepted) => accepted,
            Err(text) => bail!("{name} {text}, not \"{}\"", quote(value)),
        };
        if name == LOG_FILE.name {
            out.log_to(&accepted)?;
        }
        self.0.set(spec, accepted);
        Ok([EGDB_PATH.name, EVALUATION.name].contains(&name))
    }

    /// Returns the parameters that other games have too, such as the hash size and the number of threads.
    pub(super) fn preferences(&self) -> Preferences {
        let number = |spec| self.0.number(spec).unsigned_abs();
        Preferences {
            hash: number(&HASH) as usize,
            threads: number(&THREADS) as usize,
            skill: number(&SKILL) as u32,
            seed: number(&SEED),
            overhead: Duration::from_millis(number(&MOVE_OVERHEAD)),
            ..Preferences::default()
        }
    }

    /// Returns the number of plies without progress after which the engine scores a position as drawn; 0 means never.
    pub(super) fn draw_plies(&self) -> u32 {
        self.0.number(&DRAW_PLIES) as u32
    }

    /// Returns the player's resources under the names of the engine options.
    pub(super) fn resources(&self) -> Values {
        let mut values = Values::default();
        values.set(&checkers::EGDB_PATH, self.0.text(&EGDB_PATH));
        values.set(&checkers::EVALUATION, self.0.text(&EVALUATION));
        values
    }

    pub(super) fn orientation(&self) -> Orientation {
        self.0.word(&ORIENTATION)
    }
}
