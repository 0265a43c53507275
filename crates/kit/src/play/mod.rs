//! The subcommand `play`: a game in the terminal.

mod human;

use crate::local_game::{LocalGame, with_words};
use crate::registry::Registry;
use anyhow::{Context, Result, bail};
use base::pairs::pair;
use clap::Args;
use human::{Choice, Human};
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, Write};
use ugi::{Go, Query, Seat, Turn};

/// The arguments of `play`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The game, one of the list below [default: the only game]
    #[arg(value_name = "GAME")]
    game: Option<String>,

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

/// Plays one game. With `echo`, input lines are copied to `out`; this is for input that does not come from a terminal.
///
/// # Errors
/// Returns an error if the seat does not exist, an option is invalid, a resource cannot be loaded, the input cannot be
/// read or the output cannot be written.
pub fn run(
    arguments: &Arguments,
    registry: &'static Registry,
    input: &mut dyn BufRead,
    echo: bool,
    out: &mut dyn Write,
) -> Result<()> {
    let limit = arguments.nodes.map_or(format!("movetime {}", arguments.movetime), |nodes| format!("nodes {nodes}"));
    let go = Go::parse(&limit);
    let name = match (&arguments.game, registry.games()) {
        (Some(name), _) => name.as_str(),
        (None, [game]) => game.name,
        (None, games) => {
            bail!("GAME is missing, one of {}", games.iter().map(|game| game.name).collect::<Vec<_>>().join(" "))
        }
    };
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(name) >> 32);
    let mut options = vec![("Game".to_string(), name.to_string())];
    options.extend(arguments.options.iter().cloned());
    let mut table = LocalGame::open(registry, &options, seed)?;
    let own = Seat::new(arguments.seat.checked_sub(1).context("--seat: seats are numbered from 1")?);
    table.show_view(own)?;
    // The search of the own seat gives the hints, at full strength.
    for seat in (0..table.seats()).map(Seat::new).filter(|seat| *seat != own) {
        table.set_skill(seat, arguments.skill)?;
    }
    let seating = match table.seats() {
        1 => "you play alone".to_string(),
        seats => format!("you are {own} of {seats} seats"),
    };
    writeln!(out, "{}: {seating}, seed {seed}. Type help for the commands.", name)?;
    let mut human = Human { seat: own, go: &go, input, echo, out };
    loop {
        match table.turn() {
            Turn::Over => return finish(&mut table, own, human.out),
            Turn::Chance => {
                table.draw()?;
                writeln!(human.out, "chance: {}", table.seen_step(own)?.words)?;
            }
            Turn::Seat(seat) if seat == own => match human.choose(&mut table)? {
                Choice::Move(token) => table.add(Some(own), &token)?,
                Choice::Undo(count) => table.truncate(count)?,
                Choice::Quit => return Ok(()),
            },
            Turn::Seat(seat) => {
                let best = table.think(seat, &go)?;
                table.add(Some(seat), &best)?;
                writeln!(human.out, "{seat}: {}", with_words(&table.seen_step(own)?))?;
            }
        }
    }
}

fn finish(table: &mut LocalGame, own: Seat, out: &mut dyn Write) -> Result<()> {
    table.show_view(own)?;
    let board = table.seen_board(own)?;
    let (result, reason, scores) = (table.ask(Query::Result)?, table.reason()?, table.ask(Query::Scores)?);
    let won = format!("p{}win", table.team(own)? + 1);
    let verdict = match result.as_str() {
        "draw" => "a draw",
        "none" => "no result",
        result if result == won => "you win",
        _ => "you lose",
    };
    writeln!(out, "\n{board}\n\nGame over: {verdict} ({reason}; scores {scores}).\nThe whole game:")?;
    writeln!(out, "{}", table.played().history().line())?;
    Ok(())
}
