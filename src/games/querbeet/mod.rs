//! Querbeet: two or three seats lay tiles from hidden hands on a hexagonal board to connect their sides by roads.

pub(super) mod position;
pub(super) mod moves;
mod rules;
mod notation;
mod eval;
pub(super) mod render;
mod baseline;

pub(super) mod bag;
pub(super) mod board;
pub(super) mod cell;
mod duel;
mod hidden;
mod playout;
mod points;
pub(super) mod puzzle;
mod reach;
mod sections;
mod strong;
pub(super) mod tile;
pub(super) mod tokens;

#[cfg(test)]
pub(super) mod tests;

pub use moves::Action;
pub use position::{Querbeet, Rules};
pub use rules::Deal;

use kit::entry::GameEntry;
use kit::options::{Kind, Spec, Values};

use bag::Bag;

/// The kind of option that sets the eighteen tiles. The default is the tile set in the game's printed leaflet.
pub(super) const EIGHTEEN: Kind = Kind::Text("aaabbbcccddefgghij", eighteen);

const TILES: Spec = Spec { name: "Querbeet.Tiles", kind: EIGHTEEN };
const PLAYERS: Spec = Spec { name: "Querbeet.Players", kind: Kind::Combo(&["2", "3"]) };

impl Default for Rules {
    fn default() -> Self {
        Querbeet::rules(&Values::default())
    }
}

impl GameEntry for Querbeet {
    const NAME: &'static str = "querbeet";

    type Strong = strong::Strong;

    const OPTIONS: &'static [Spec] = &[TILES, PLAYERS];

    const BENCH: &'static [&'static str] = &[
        "seat 1 startpos moves !deal/aabbccdgh/?????????",
        "seat 1 startpos moves !deal/aabbccdgh/????????? c0@c4 e1@d5",
        "seat 1 fen p1:Tb3e1,b4b2,c4g1,d2a1,d3c1,d4l0,e2h2,e3d0,f3j2:Haabfi/?????:S0,0:R1,8:F9",
        "seat 2 fen p2:Ta4d2,b4i5,c4h0,d3a1,d4l0,d5j1,d6f1,e3d5,e4e4:H?????/aabbg:S1,1:R2,8:F27",
        "fen p1:Ta4a2,b4e0,c1a0,c2b2,c3d0,c4i2,d3b5,d4l0,d5d4,e3b0,e4f5,f4c2,g4j2:Hacg/cgh:S0,0:R1,12:F13",
        "seat 1 fen p1:Td4l0:Haabbcc/??????/??????:S0,0,0:R1,0:F1",
        "seat 1 fen p1:Tc4i2,d2d0,d3j0,d4l0,e3e3,e4c2,f2f0,f4d3,g3b0:Haagg/???/???:S2,0,-1:R2,8:F27",
        "seat 1 fen p1:Ta1d0,b2i3,c2h5,c4a3,d3b5,d4l0,d5b4,e2a1,e4f2,f2j1,f3e1,f4a4,g2c2:Hdg/??/??:S0,0,0:R1,12:F13",
        "fen p2:Ta2a1,b1b3,b3f5,b4b2,c1h5,c2g0,c4e2,c5g1,c6c1,d3b5,d4l0,d5i4,e4d3,f3c0,g2j2:Hc/aa/d:S3,0,0:R3,14:F51",
    ];

    const RULES: &'static [(&'static str, &'static str)] = rule_pages!("querbeet");

    const SPEED_DEPTH: u32 = 4;

    fn rules(values: &Values) -> Rules {
        Rules { tiles: Bag::read(&values.text(&TILES)).unwrap_or_default(), seats: values.number(&PLAYERS) as u8 }
    }

    fn strong(values: &Values) -> strong::Strong {
        strong::Strong::new(Self::rules(values).seats)
    }

    fn greedy_value(&self, action: Action) -> i32 {
        baseline::greedy(self, action)
    }
}

/// Checks that `text` consists of eighteen tile letters, `a` to `k`, and returns them sorted.
fn eighteen(text: &str) -> Result<String, String> {
    let error = || format!("takes {} letters from a to k, such as aaabbbcccddefgghij", position::TILES);
    if text.chars().count() != position::TILES {
        return Err(error());
    }
    let bag = Bag::read(text).ok().filter(|bag| bag.unknown() == 0).ok_or_else(error)?;
    Ok(bag.to_string())
}
