//! Two spin options on which the strength of the toy engine depends, as for a tuning with a known optimum.

use base::rng::{Rng, mix};
use ugi::{Command, OptionKind, OptionLine};

/// The names of the options.
const NAMES: [&str; 2] = ["Toy.First", "Toy.Second"];
/// The values of both options at the start.
const DEFAULTS: [i64; 2] = [20, 80];
/// The largest value of both options.
const MOST: i64 = 100;
/// The distance from the optimum at which an option costs one logit.
const SCALE: f64 = 25.0;
/// The strength below which the engine resigns at its first move.
const WEAKEST: f64 = -9.0;
/// The number of moves that the engine plays before it resigns, for each logit above the weakest.
const MOVES: f64 = 2.0;

/// The options, and how long the engine plays on.
///
/// Each game has a random strength: the loss, negative, and a number with a Gumbel distribution. The difference of two
/// such numbers has a logistic distribution, so the odds that one engine is stronger are logistic in the losses. The
/// engine plays the longer the stronger it is, and resigns then.
pub struct TunedToy {
    optimum: [i64; 2],
    values: [i64; 2],
    moves: u64,
}

impl TunedToy {
    /// Creates an engine with this optimum.
    pub const fn new(optimum: [i64; 2]) -> Self {
        Self { optimum, values: DEFAULTS, moves: 0 }
    }

    /// Returns the declarations of the options.
    pub fn declarations(&self) -> Vec<String> {
        let line = |(name, default): (&str, i64)| {
            let kind = OptionKind::Spin { default, min: 0, max: MOST };
            OptionLine { name: name.to_string(), kind }.to_string()
        };
        NAMES.into_iter().zip(DEFAULTS).map(line).collect()
    }

    /// Sets one of the two options. Returns whether the line does.
    pub fn set(&mut self, line: &str) -> bool {
        let Ok(Some(Command::SetOption { name, value })) = Command::parse(line) else { return false };
        let Some(index) = NAMES.iter().position(|own| *own == name) else { return false };
        self.values[index] = value.and_then(|value| value.parse().ok()).unwrap_or(DEFAULTS[index]);
        true
    }

    /// Begins a game with this seed.
    pub fn new_game(&mut self, seed: u64) {
        let mut rng = Rng::new(mix(seed));
        let off = |(value, best): (&i64, &i64)| (value - best) as f64 / SCALE;
        let loss: f64 = self.values.iter().zip(&self.optimum).map(off).map(|off| off * off).sum();
        let gumbel = -(-(1.0 - rng.unit()).ln()).ln();
        self.moves = ((gumbel - loss - WEAKEST) * MOVES + rng.unit()).max(0.0) as u64;
    }

    /// Returns whether the engine plays on for another move.
    pub fn plays(&mut self) -> bool {
        let plays = self.moves > 0;
        self.moves = self.moves.saturating_sub(1);
        plays
    }
}
