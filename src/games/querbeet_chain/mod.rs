//! The Querbeet puzzle "chain": one player lays a closed ring of road that encloses as many cells as possible.

mod position;
mod moves;
mod rules;
mod notation;
mod render;
mod baseline;

mod area_bound;
mod laid_tiles;
mod ring;
mod ring_search;
mod solver;
mod spot;
mod tiling;

#[cfg(test)]
mod tests;

pub use moves::Lay;
pub use position::{QuerbeetChain, Rules};

use crate::games::querbeet::EIGHTEEN;
use crate::games::querbeet::bag::Bag;
use kit::entry::GameEntry;
use kit::options::{Spec, Values};

const TILES: Spec = Spec { name: "QuerbeetChain.Tiles", kind: EIGHTEEN };

impl Default for Rules {
    fn default() -> Self {
        QuerbeetChain::rules(&Values::default())
    }
}

impl GameEntry for QuerbeetChain {
    const NAME: &'static str = "querbeet-chain";

    type Strong = solver::Solver;

    const OPTIONS: &'static [Spec] = &[TILES];

    const BENCH: &'static [&'static str] = &["startpos", "startpos moves c1@m14 b1@m12"];

    const RULES: &'static [(&'static str, &'static str)] = rule_pages!("querbeet-chain");

    const SPEED_DEPTH: u32 = 2;

    fn rules(values: &Values) -> Rules {
        Rules { tiles: Bag::read(&values.text(&TILES)).unwrap_or_default() }
    }

    fn greedy_value(&self, action: Lay) -> i32 {
        baseline::greedy(self, action)
    }
}
