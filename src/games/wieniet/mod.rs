//! Wie niet weg is, a game for two players with eight stones each on 24 tiles. The first player to take seven of their
//! own stones off the board wins.

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

pub use moves::Action;
pub use position::{Rules, Wieniet};

use kit::entry::GameEntry;
use kit::options::{Kind, Spec, Values};
use kit::search::alphabeta::AlphaBeta;

const MIXED_ROWS: Spec = Spec { name: "Wieniet.MixedRows", kind: Kind::Check(true) };
const DRAW_PLIES: Spec = Spec { name: "Wieniet.DrawPlies", kind: Kind::Spin(100, 0, i32::MAX as i64) };
const MAX_PLIES: Spec = Spec { name: "Wieniet.MaxPlies", kind: Kind::Spin(1000, 0, i32::MAX as i64) };

impl Default for Rules {
    fn default() -> Self {
        Wieniet::rules(&Values::default())
    }
}

impl GameEntry for Wieniet {
    const NAME: &'static str = "wieniet";

    type Strong = AlphaBeta<Self>;

    const OPTIONS: &'static [Spec] = &[MIXED_ROWS, DRAW_PLIES, MAX_PLIES];

    const BENCH: &'static [&'static str] = &[
        "startpos",
        "startpos moves @c3 @f4 @a3 @f3 @a4 @e2 @b2 @e3",
        "fen W:Wa4,c4,c5,c6,d1,d5,d6,e2:Rb4,b5,c1,c2,c3,d2,e4,f4:T0,0:H0:F9",
        "fen R:Wa4,b4,c2,d1,Cd4,d5,e5,f3:Rb2,b3,b5,c1,c5,e2,e3,Cf4:T0,0:H7:F21",
        "fen W:Wb2,c3,Cc4,c5,d5,e2,e3,e4:Ra4,b5,c6,d1,d2,d3,Cd4,f4:T0,0:H1:F13",
        "fen W:Wa3,Cc2,c3,Cd1,Cd4,d5,d6,e4:RCb2,b3,c4,e3,Ce5,f3,f4:T0,1:H8:F31",
        "fen R:WCb2,Cc5,Cc6,Cd1,d2,d4,d5,f3:RCb4,Cc2,Cd3,Ce2,e4:T0,3:H5:F71",
        "fen W:Wa3,Ca4,b2,b4,Cd2,e5,Cf3:Rb3,Cb5,Cc3,c6,Cd5,Ce3:T1,2:H4:F46",
        "fen R:WCa3,Cd4,f3:RCb4,c5,d2:T5,5:H0:F80",
    ];

    const RULES: &'static [(&'static str, &'static str)] = rule_pages!("wieniet");

    const SPEED_DEPTH: u32 = 7;

    fn rules(values: &Values) -> Rules {
        Rules {
            mixed_rows: values.flag(&MIXED_ROWS),
            draw_plies: values.number(&DRAW_PLIES) as u32,
            max_plies: values.number(&MAX_PLIES) as u32,
        }
    }

    fn greedy_value(&self, action: Action) -> i32 {
        baseline::greedy(self, action)
    }
}
