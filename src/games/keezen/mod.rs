//! Keezen: four seats in two teams, a ring of 64 cells, hidden hands. This file lists the parts of the game and is its
//! entry for the registry.

pub mod board;
pub mod cards;
mod draw;
pub mod eval;
pub mod moves;
mod playout;
pub mod state;
pub mod text;
mod weights;
mod yardstick;

#[cfg(test)]
mod tests;

pub use state::Keezen;

use crate::games::Entry;
use crate::options::{Kind, Spec, Values};
use crate::search::Searcher;
use crate::search::sampling::Sampling;
use moves::Action;
use state::{Rules, Scoring};

const SELF_HIT: Spec = Spec { name: "Keezen.SelfHit", kind: Kind::Combo(&["forced", "optional"]) };
const HOME_ORDER: Spec = Spec { name: "Keezen.HomeOrder", kind: Kind::Combo(&["free", "back"]) };
const SCORING: Spec = Spec { name: "Keezen.Scoring", kind: Kind::Combo(&["team", "half", "individual"]) };
const MAX_PLIES: Spec = Spec { name: "Keezen.MaxPlies", kind: Kind::Spin(2000, 0, i32::MAX as i64) };

impl Entry for Keezen {
    const OPTIONS: &'static [Spec] = &[SELF_HIT, HOME_ORDER, SCORING, MAX_PLIES];

    const BENCH: &'static [&'static str] = &["startpos moves !deal/A47JK/2259T/3368Q/A48TQ"];

    fn rules(values: &Values) -> Rules {
        Rules {
            spare_own: values.text(&SELF_HIT) == "optional",
            back: values.text(&HOME_ORDER) == "back",
            scoring: match values.text(&SCORING).as_str() {
                "half" => Scoring::Half,
                "individual" => Scoring::Individual,
                _ => Scoring::Team,
            },
            max_plies: values.number(&MAX_PLIES) as u32,
        }
    }

    fn strong() -> Box<dyn Searcher<Self>> {
        Box::new(Sampling::new())
    }

    fn greedy(&self, action: Action) -> i32 {
        yardstick::greedy(self, action)
    }
}
