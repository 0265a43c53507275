//! Jeex, a game for two players. Stones point in a direction; a player wins by claiming "Jeex" while only their own
//! stones attack the centre.

mod position;
mod moves;
mod rules;
mod notation;
mod eval;
mod render;
mod baseline;

mod board;

#[cfg(test)]
mod tests;

pub use board::{Direction, Field, Fields};
pub use moves::Action;
pub use position::{Jeex, Rules, other};

use kit::entry::GameEntry;
use kit::options::{Kind, Spec, Values};
use kit::search::alphabeta::AlphaBeta;

const BATTLEFIELDS: Spec = Spec { name: "Jeex.Battlefields", kind: Kind::Combo(&["c1,c3", "b2,d2", "b1,d3", "b3,d1"]) };
const DRAW_PLIES: Spec = Spec { name: "Jeex.DrawPlies", kind: Kind::Spin(50, 0, i32::MAX as i64) };
const REPETITION: Spec = Spec { name: "Jeex.Repetition", kind: Kind::ZeroOr(3, 2, 10) };
const MAX_PLIES: Spec = Spec { name: "Jeex.MaxPlies", kind: Kind::Spin(1000, 0, i32::MAX as i64) };

impl Default for Rules {
    fn default() -> Self {
        Jeex::rules(&Values::default())
    }
}

impl GameEntry for Jeex {
    const NAME: &'static str = "jeex";

    type Strong = AlphaBeta<Self>;

    const OPTIONS: &'static [Spec] = &[BATTLEFIELDS, REPETITION, DRAW_PLIES, MAX_PLIES];

    const BENCH: &'static [&'static str] = &[
        "startpos moves @b2n @c3w",
        "startpos moves @b2n @c3w @b3e @d3sw b2e",
        "startpos moves @b2n @c3w @b3e @d3sw b2e @b1n @d2w",
        "startpos moves @a1e @e3w @b1ne @d3sw",
        "fen W:Wb2e,b3e,d2w:Bb1n,c3w,d3sw:S4,4:H0:F4",
        "fen B:Wb2e,b3e,d2w:Bb1n,c3w,d3sw:S4,4:H0:F4",
        "fen W:Wa1ne,b2n,e1w:Bc3s,d2n,e3w:S4,4:H3:F9",
        "fen B:Wa2e,b1e,b3se,c1ne:Bc3e,d1n,d2e,e2w:S3,2:H1:F20",
    ];

    const RULES: &'static [(&'static str, &'static str)] = rule_pages!("jeex");

    const SPEED_DEPTH: u32 = 6;

    fn rules(values: &Values) -> Rules {
        let plies = |spec| u32::try_from(values.number(spec)).unwrap_or(0);
        Rules {
            battlefields: notation::battlefields(&values.text(&BATTLEFIELDS)),
            repetition: u8::try_from(values.number(&REPETITION)).unwrap_or(0),
            draw_plies: plies(&DRAW_PLIES),
            max_plies: plies(&MAX_PLIES),
        }
    }

    fn greedy_value(&self, action: Action) -> i32 {
        baseline::greedy(self, action)
    }
}
