//! Plays a game between processes of one engine and prints the board after each move. One process plays each seat, and
//! one more is the referee, which knows whose turn it is and what each seat may see.
//!
//! `cargo run -p speltafel-ugi --example watch -- target/debug/speltafel keezen`

use anyhow::{Context, Result};
use speltafel_ugi::referee::{RefereeLoop, board_text};
use speltafel_ugi::{Go, Turn};
use std::path::PathBuf;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let engine = PathBuf::from(arguments.next().context("usage: watch ENGINE [GAME]")?);
    let options: Vec<(String, String)> = arguments.next().map(|game| ("Game".to_string(), game)).into_iter().collect();
    let mut game = RefereeLoop::open(&engine, &options, 1)?;
    let limit = Go { nodes: Some(1000), ..Go::default() };
    loop {
        match game.turn()? {
            Turn::Over => return Ok(()),
            Turn::Chance => game.sample_event()?,
            Turn::Seat(seat) => {
                let outcome = game.think(seat, &limit)?;
                game.add(Turn::Seat(seat), &outcome.best)?;
                println!("{seat}: {}\n{}\n", outcome.best, board_text(game.referee())?);
            }
        }
    }
}
