//! Querbeet: two or three seats join the sides of a hexagon by roads on hidden tiles.
//! This file is the list of its parts and what it registers.

mod bag;
mod board;
mod cell;
mod draw;
mod duel;
mod evaluate;
mod hidden;
mod playout;
mod points;
mod position;
mod reach;
mod rules;
mod strong;
mod text;
mod tile;
mod yardstick;

pub use rules::{Action, Deal, Querbeet, Rules};

use super::Entry;
use crate::options::{Kind, Spec, Values};
use crate::search::Searcher;

use bag::Bag;

const TILES: Spec = Spec { name: "Querbeet.Tiles", kind: Kind::Text("aaabbbcccddefgghij", eighteen) };
const PLAYERS: Spec = Spec { name: "Querbeet.Players", kind: Kind::Combo(&["2", "3"]) };

impl Entry for Querbeet {
    const OPTIONS: &'static [Spec] = &[TILES, PLAYERS];

    const BENCH: &'static [&'static str] = &[];

    fn rules(values: &Values) -> Rules {
        Rules {
            tiles: Bag::read(&values.text(&TILES)).unwrap_or_default(),
            seats: if values.text(&PLAYERS) == "3" { 3 } else { 2 },
        }
    }

    fn strong() -> Box<dyn Searcher<Self>> {
        Box::new(strong::Strong::new())
    }

    fn greedy(&self, action: Action) -> i32 {
        yardstick::greedy(self, action)
    }
}

/// The letters of eighteen tiles, sorted.
fn eighteen(text: &str) -> Result<String, String> {
    let fault = || format!("takes {} letters from a to k, such as aaabbbcccddefgghij", rules::TILES);
    if text.chars().count() != rules::TILES {
        return Err(fault());
    }
    let bag = Bag::read(text).ok().filter(|bag| bag.unknown() == 0).ok_or_else(fault)?;
    let mut sorted = String::new();
    bag.write(&mut sorted);
    Ok(sorted)
}
