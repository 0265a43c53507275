//! An engine plays a game against itself, seat by seat, and every board is printed. Nothing here knows the rules: the
//! referee, one more process of the same engine, says whose turn it is and what each seat may see.
//!
//! `cargo run -p speltafel-ugi --example watch -- target/debug/speltafel keezen`

use anyhow::{Context, Result};
use std::path::PathBuf;
use ugi::referee::{RefereeLoop, board_text};
use ugi::{Go, Turn};

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let engine = PathBuf::from(arguments.next().context("usage: watch ENGINE [GAME]")?);
    let options: Vec<(String, String)> = arguments.next().map(|game| ("Game".to_string(), game)).into_iter().collect();
    let mut table = RefereeLoop::open(&engine, &options, 1)?;
    let limit = Go { nodes: Some(1000), ..Go::default() };
    loop {
        match table.turn()? {
            Turn::Over => return Ok(()),
            Turn::Chance => table.sample_event()?,
            Turn::Seat(seat) => {
                let thought = table.think(seat, &limit)?;
                table.add(Turn::Seat(seat), &thought.best)?;
                println!("{seat}: {}\n{}\n", thought.best, board_text(table.referee())?);
            }
        }
    }
}
