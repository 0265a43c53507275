//! Lists of openings: the lines of a file, or one of the referee's decks.

use super::opening::Opening;
use crate::plan::{OpeningOrder, Plan};
use crate::schedule::order_seed;
use anyhow::{Context, Result, anyhow, ensure};
use base::rng::Rng;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;
use ugi::{Client, Pipe, Position, Turn, Viewer};

/// Reads the openings of a file, one per line. A `#` at the beginning of a word starts a comment. `digest` is the
/// expected SHA-256 of the file in hexadecimal.
pub(super) fn of_file(file: &Path, digest: &str, referee: &mut Client<impl Pipe>) -> Result<Vec<Opening>> {
    let name = file.display();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read the openings {name}"))?;
    ensure!(HEXLOWER.encode(&Sha256::digest(&text)) == digest, "{name} has changed since the plan was read");
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split_whitespace().take_while(|word| !word.starts_with('#')).collect();
        if !words.is_empty() {
            openings.push(read_line(&words.join(" "), referee).with_context(|| format!("{name}:{}", index + 1))?);
        }
    }
    ensure!(!openings.is_empty(), "{name} contains no opening");
    Ok(openings)
}

/// Reads the openings of a deck.
pub(super) fn of_deck(name: &str, referee: &mut Client<impl Pipe>) -> Result<Vec<Opening>> {
    let mut openings = Vec::new();
    for (index, line) in referee.deck(name)?.iter().enumerate() {
        openings.push(read_line(line, referee).with_context(|| format!("deck {name}, opening {}", index + 1))?);
    }
    ensure!(!openings.is_empty(), "deck {name} is empty");
    Ok(openings)
}

/// Returns the opening of a block from a nonempty list. In random order, the list is shuffled again on each pass.
pub(super) fn opening(list: &[Opening], order: OpeningOrder, plan: &Plan, block: u64) -> Opening {
    let count = list.len() as u64;
    let (pass, place) = (block / count, (block % count) as usize);
    let mut indices: Vec<usize> = (0..list.len()).collect();
    if order == OpeningOrder::Random {
        Rng::new(order_seed(plan, pass)).shuffle(&mut indices);
    }
    list[indices[place]].clone()
}

/// Parses `line`, the arguments of `position`. The referee checks that the opening is legal and does not end the game.
fn read_line(line: &str, referee: &mut Client<impl Pipe>) -> Result<Opening> {
    let Position { viewer, base, moves } = Position::parse(line).map_err(|error| anyhow!(error.text))?;
    ensure!(viewer == Viewer::Master, "an opening is the whole game, not the view of a seat");
    let opening = Opening { base: base.to_string(), moves: moves.into_iter().map(str::to_string).collect() };
    ensure!(opening.turn(referee)? != Turn::Over, "the game is over after it");
    Ok(opening)
}
