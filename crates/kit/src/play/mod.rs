//! The subcommand `play`: a game in the terminal against engine processes. Another engine process is the referee.

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

/// The arguments of `play`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The game, one of the list below
    #[arg(value_name = "GAME")]
    game: String,

    /// Your seat, counted from 1
    #[arg(long, value_name = "K", default_value_t = 1)]
    seat: usize,

    /// Strength of the engine, 0 to 20
    #[arg(long, value_name = "N", default_value_t = 20)]
    skill: u32,

    /// Seed of all random choices [default: random]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Nodes per move instead of a time
    #[arg(long, value_name = "N", conflicts_with = "movetime")]
    nodes: Option<u64>,

    /// Time per move in ms
    #[arg(long, value_name = "MS", default_value_t = 500)]
    movetime: u64,

    /// Set an engine option; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
}

/// Plays one game. `program` is the path of the engine. With `echo`, input lines are copied to `out`; this is for input
/// that does not come from a terminal.
///
/// # Errors
/// Returns an error if the seat does not exist, an engine fails or rejects an option, the input cannot be read or the
/// output cannot be written.
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
    let own = Seat::new(arguments.seat.checked_sub(1).context("--seat: seats are numbered from 1")?);
    let timeout = Duration::from_millis(arguments.movetime) + 10 * DEFAULT_TIMEOUT;
    prepare(&mut table, own, arguments.skill, timeout)?;
    let seating = match table.seats() {
        1 => "you play alone".to_string(),
        seats => format!("you are {own} of {seats} seats"),
    };
    writeln!(out, "{}: {seating}, seed {seed}. Type help for the commands.", arguments.game)?;
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

/// Sets the strength of the other seats. The engine of seat `own` gives the hints, at full strength.
fn prepare(table: &mut RefereeLoop, own: Seat, skill: u32, timeout: Duration) -> Result<()> {
    table.engine(own)?;
    for seat in (0..table.seats()).map(Seat::new) {
        let engine = table.engine(seat)?;
        // Every search ends at its own limits. The timeout is long because a slow machine must not be mistaken for a
        // crashed engine.
        engine.set_timeout(timeout);
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
