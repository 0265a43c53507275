//! The Querbeet puzzle "figure": one player fills a given set of cells with tiles, so that all roads match and none
//! leaves the set.

mod position;
mod moves;
mod rules;
mod notation;
mod render;
mod baseline;

mod collection;
mod count;
mod solver;

#[cfg(test)]
mod tests;

pub use moves::Lay;
pub use position::{QuerbeetFigure, Rules};

use crate::games::querbeet::EIGHTEEN;
use crate::games::querbeet::bag::Bag;
use kit::entry::{GameEntry, Solutions};
use kit::options::{Kind, Spec, Values};

const FIGURE: Spec = Spec { name: "QuerbeetFigure.Figure", kind: Kind::Combo(&collection::NAMES) };
const TILES: Spec = Spec { name: "QuerbeetFigure.Tiles", kind: EIGHTEEN };

impl Default for Rules {
    fn default() -> Self {
        QuerbeetFigure::rules(&Values::default())
    }
}

impl GameEntry for QuerbeetFigure {
    const NAME: &'static str = "querbeet-figure";

    type Strong = solver::Solver;

    const OPTIONS: &'static [Spec] = &[FIGURE, TILES];

    const BENCH: &'static [&'static str] = &[
        "startpos",
        "fen p1:Zb2,b3,b4,c2,c3,c4,c5,d2,d3,d4,d5,d6,e2,e3,e4,e5,f2,f3,f4:T:Haaabbbcccddefgghijl:F1",
        "fen p1:Za2,a3,b2,b3,b4,c3,c4,d3,d4,d5,e2,e3,e4,e5,f2,f3,f4,g2,g3:T:Haaabbbcccddefgghijl:F1",
        "fen p1:Zb3,c2,c3,c4,c5,d3,d4,d5,e2,e3,e4,e5,f3:T:Haaabbbcccddefgghijl:F1",
    ];

    const RULES: &'static [(&'static str, &'static str)] = rule_pages!("querbeet-figure");

    const SPEED_DEPTH: u32 = 2;

    fn rules(values: &Values) -> Rules {
        let figure = collection::named(&values.text(&FIGURE));
        Rules { figure, tiles: Bag::read(&values.text(&TILES)).unwrap_or_default() }
    }

    fn greedy_value(&self, action: Lay) -> i32 {
        baseline::greedy(self, action)
    }

    fn solutions(&self, limit: u64) -> Option<Solutions> {
        Some(count::solutions(self, limit))
    }
}
