//! Querbeet alone, the chain: lay a closed ring of road that encloses as many cells as it can.
//! This file is the list of its parts and what it registers.

mod draw;
mod laid;
mod promise;
mod ring;
mod rings;
mod rules;
mod solver;
mod spot;
mod text;
mod tiling;
mod yardstick;

#[cfg(test)]
mod tests;

pub use rules::{Lay, QuerbeetChain, Rules};

use super::bag::Bag;
use super::eighteen;
use kit::entry::Entry;
use kit::options::{Kind, Spec, Values};
use kit::search::Searcher;

const TILES: Spec = Spec { name: "QuerbeetChain.Tiles", kind: Kind::Text("aaabbbcccddefgghij", eighteen) };

impl Entry for QuerbeetChain {
    const OPTIONS: &'static [Spec] = &[TILES];

    const BENCH: &'static [&'static str] = &["startpos", "startpos moves c1@m14 b1@m12"];

    const RULES: &'static [(&'static str, &'static str)] = &[
        ("en", include_str!("../../../../docs/games/querbeet-chain.md")),
        ("nl", include_str!("../../../../docs/games/nl/querbeet-chain.md")),
    ];

    const SPEED_DEPTH: u32 = 2;

    fn rules(values: &Values) -> Rules {
        Rules { tiles: Bag::read(&values.text(&TILES)).unwrap_or_default() }
    }

    fn strong(_values: &Values) -> Box<dyn Searcher<Self>> {
        Box::new(solver::Solver::new())
    }

    fn greedy(&self, action: Lay) -> i32 {
        yardstick::greedy(self, action)
    }
}
