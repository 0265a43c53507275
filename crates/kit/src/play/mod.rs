//! `play`: a person at the terminal against the engine, over real pipes. Names no game and knows no rules: the
//! referee says what is legal.

mod human;

use crate::game::{Seat, Turn};
use anyhow::{Context, Result};
use base::pairs::pair;
use clap::Args;
use human::{Choice, Human};
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Duration;
use ugi::client::DEFAULT_TIMEOUT;
use ugi::referee::{RefereeLoop, board_text};
use ugi::{Go, Query};

/// A game against the engine.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The game to play.
    #[arg(value_name = "GAME")]
    game: String,

    /// Your seat, from 1; engines take the others.
    #[arg(long, value_name = "K", default_value_t = 1)]
    seat: usize,

    /// Strength of the engines, 0 to 20.
    #[arg(long, value_name = "N", default_value_t = 20)]
    skill: u32,

    /// Start of everything random; left out, every game is another.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Nodes a move, instead of a time.
    #[arg(long, value_name = "N", conflicts_with = "movetime")]
    nodes: Option<u64>,

    /// Milliseconds a move.
    #[arg(long, value_name = "MS", default_value_t = 500)]
    movetime: u64,

    /// An option of the engine, such as a rule of the game; may be given often.
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
}

/// Plays one game; `echo` says that what is read does not show on a terminal by itself.
///
/// # Errors
/// An engine breaks down, the input cannot be read, or nobody reads the output any more.
pub fn run(
    arguments: &Arguments,
    program: &Path,
    input: &mut dyn BufRead,
    echo: bool,
    out: &mut dyn Write,
) -> Result<()> {
    let limit = arguments.nodes.map_or(format!("movetime {}", arguments.movetime), |nodes| format!("nodes {nodes}"));
    let go = Go::read(&limit);
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(&arguments.game) >> 32);
    let mut options = vec![("Game".to_string(), arguments.game.clone())];
    options.extend(arguments.options.iter().cloned());
    let mut table = RefereeLoop::open(program, &options, seed)?;
    let own = Seat::new(arguments.seat.checked_sub(1).context("seats count from 1")?);
    let patience = Duration::from_millis(arguments.movetime) + 10 * DEFAULT_TIMEOUT;
    prepare(&mut table, own, arguments.skill, patience)?;
    let company = match table.seats() {
        1 => "you play alone".to_string(),
        seats => format!("you are {own} of {seats} seats"),
    };
    writeln!(out, "{}: {company}, seed {seed}. Type help for help.", arguments.game)?;
    let mut human = Human { seat: own, go: &go, input, echo, out };
    loop {
        match table.turn()? {
            Turn::Over => return finish(&mut table, own, human.out),
            Turn::Chance => {
                table.sample_event()?;
                let view = table.send_view(own)?;
                writeln!(human.out, "chance: {}", view.rsplit(' ').next().unwrap_or_default())?;
            }
            Turn::Seat(seat) if seat == own => match human.choose(&mut table)? {
                Choice::Move(token) => {
                    table.add(Turn::Seat(own), &token)?;
                }
                Choice::Undo(count) => table.truncate(count)?,
                Choice::Quit => return Ok(()),
            },
            Turn::Seat(seat) => {
                let best = table.think(seat, &go)?.best;
                writeln!(human.out, "{seat}: {best}")?;
                table.add(Turn::Seat(seat), &best)?;
            }
        }
    }
}

/// Sets the strength of the other seats. The engine of the own seat keeps its own: it gives the hints.
fn prepare(table: &mut RefereeLoop, own: Seat, skill: u32, patience: Duration) -> Result<()> {
    table.engine(own)?;
    for seat in (0..table.seats()).map(Seat::new) {
        let engine = table.engine(seat)?;
        // The limits end a search; a slow machine is no broken engine.
        engine.set_timeout(patience);
        if seat != own {
            engine.set_option("Skill", &skill.to_string())?;
        }
    }
    Ok(())
}

fn finish(table: &mut RefereeLoop, own: Seat, out: &mut dyn Write) -> Result<()> {
    table.send_view(own)?;
    let board = board_text(table.engine(own)?)?;
    let result = table.referee().ask_word(Query::Result)?;
    let reason = table.referee().ask_word(Query::Reason)?;
    let scores = table.referee().ask(Query::Scores)?.join(" ");
    let won = format!("p{}win", table.team(own)? + 1);
    let verdict = match result.as_str() {
        "draw" => "a draw",
        "none" => "no result",
        result if result == won => "you win",
        _ => "you lose",
    };
    writeln!(out, "\n{board}\n\nGame over: {verdict} ({result}, {reason}; scores {scores}).\nThe whole game:")?;
    writeln!(out, "{}", table.line())?;
    Ok(())
}
