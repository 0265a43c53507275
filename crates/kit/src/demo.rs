//! The subcommand `demo`: plays each game once.

use crate::local_game::LocalGame;
use crate::registry::Registry;
use anyhow::{Context, Result};
use clap::Args;
use std::io::Write;
use std::thread::sleep;
use std::time::Duration;
use ugi::{Go, Query, Seat, Turn};

/// Maximum length of a line of moves, in characters.
const WIDTH: usize = 78;
/// The board is shown after these numbers of plies.
const SHOWN: [usize; 7] = [2, 8, 18, 40, 90, 200, 400];
/// The `Skill` of every seat outside the first team. It is low because uneven games end sooner.
const WEAKER: u32 = 3;

/// Default pause after each board in milliseconds, if the output is a terminal.
const TERMINAL_PAUSE: u64 = 700;

/// The arguments of `demo`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The games to show, from the list below [default: all]
    #[arg(value_name = "GAME")]
    games: Vec<String>,

    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    nodes: u64,

    /// Abandon a game after this many plies
    #[arg(long, value_name = "N", default_value_t = 400)]
    plies: usize,

    /// Seed of all random choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Pause after each board in ms [default: 700 on a terminal]
    #[arg(long, value_name = "MS")]
    pause: Option<u64>,
}

/// Plays the games and writes their boards and moves to `out`. Pauses after each board; without `--pause`, there is a
/// pause only if `terminal` is set.
///
/// # Errors
/// Returns an error if a game does not exist or the output cannot be written.
pub fn run(arguments: &Arguments, registry: &'static Registry, terminal: bool, out: &mut dyn Write) -> Result<()> {
    let pause = Duration::from_millis(arguments.pause.unwrap_or(if terminal { TERMINAL_PAUSE } else { 0 }));
    let mut games = arguments.games.clone();
    if games.is_empty() {
        games = registry.games().iter().map(|game| game.name.to_string()).collect();
    }
    for game in &games {
        show_game(game, arguments, pause, registry, out).with_context(|| format!("demo of {game}"))?;
    }
    writeln!(out, "{} played. To play one yourself:", count(games.len()))?;
    writeln!(out, "{} play {}", registry.program.name, games.join("|"))?;
    Ok(())
}

fn count(games: usize) -> String {
    if games == 1 { "one game".to_string() } else { format!("{games} games") }
}

fn show_game(
    game: &str,
    arguments: &Arguments,
    pause: Duration,
    registry: &'static Registry,
    out: &mut dyn Write,
) -> Result<()> {
    let options = [("Game".to_string(), game.to_string())];
    let mut table = LocalGame::open(registry, &options, arguments.seed)?;
    writeln!(out, "== {game} {}", "=".repeat(WIDTH.saturating_sub(game.len() + 4)))?;
    let strong = weaken_others(&mut table)?;
    match table.seats() {
        1 => writeln!(out, "one seat, at full strength\n")?,
        seats => writeln!(out, "{seats} seats; {strong} at full strength, others at Skill {WEAKER}\n")?,
    }
    let limit = format!("nodes {}", arguments.nodes);
    let go = Go::parse(&limit);
    let mut moves = Moves::default();
    let (mut view_shown, mut boards_shown) = (false, 0);
    loop {
        let turn = table.turn();
        if turn != Turn::Over && SHOWN.get(boards_shown).is_some_and(|plies| moves.plies >= *plies) {
            boards_shown += 1;
            moves.print(out)?;
            writeln!(out, "\n{}\n", table.board()?)?;
            sleep(pause);
        }
        match turn {
            Turn::Over => break,
            Turn::Chance => {
                table.draw()?;
                moves.add(turn, &mut table)?;
            }
            Turn::Seat(_) if moves.plies >= arguments.plies => {
                table.add(None, "!end/none/aborted")?;
            }
            Turn::Seat(seat) => {
                let best = table.think(seat, &go)?;
                if !view_shown {
                    view_shown = true;
                    moves.print(out)?;
                    show_view(&mut table, seat, out)?;
                }
                table.add(Some(seat), &best)?;
                moves.add(turn, &mut table)?;
            }
        }
    }
    moves.print(out)?;
    finish(&mut table, out)?;
    sleep(pause);
    Ok(())
}

/// Sets `Skill` to [`WEAKER`] for every seat outside the first team. Returns the names of the first team's seats.
fn weaken_others(table: &mut LocalGame) -> Result<String> {
    let mut strong = Vec::new();
    for seat in (0..table.seats()).map(Seat::new) {
        if table.team(seat)? == 0 {
            strong.push(seat.to_string());
        } else {
            table.set_skill(seat, WEAKER)?;
        }
    }
    Ok(strong.join(" and "))
}

/// Shows the position line that a seat receives, if the line hides anything.
fn show_view(table: &mut LocalGame, seat: Seat, out: &mut dyn Write) -> Result<()> {
    let view = table.show_view(seat)?;
    if view.contains('?') {
        writeln!(out, "the engine of {seat} receives this view:\n  {view}")?;
    }
    Ok(())
}

fn finish(table: &mut LocalGame, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\n{}\n", table.board()?)?;
    let (result, reason, scores) = (table.ask(Query::Result)?, table.reason()?, table.ask(Query::Scores)?);
    writeln!(out, "result {result}: {reason}; scores {scores}\n")?;
    Ok(())
}

/// Moves that have been played but not yet printed.
#[derive(Default)]
struct Moves {
    plies: usize,
    waiting: Vec<String>,
}

impl Moves {
    /// Adds the words of the last token, which `turn` played. A move is prefixed with its ply number and seat.
    fn add(&mut self, turn: Turn, table: &mut LocalGame) -> Result<()> {
        let words = table.last_step()?.words;
        self.waiting.push(match turn {
            Turn::Seat(seat) => {
                self.plies += 1;
                format!("{}.{seat} {words}", self.plies)
            }
            Turn::Chance | Turn::Over => words,
        });
        Ok(())
    }

    fn print(&mut self, out: &mut dyn Write) -> Result<()> {
        for line in wrap(self.waiting.drain(..), WIDTH) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

/// Joins `items` with two spaces, in lines of at most `width` characters. A longer item gets a line of its own.
fn wrap(items: impl Iterator<Item = String>, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if line.len() + 2 + item.len() <= width => {
                line.push_str("  ");
                line.push_str(&item);
            }
            _ => lines.push(item),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_are_filled_and_no_item_is_lost() {
        let items = ["one", "two", "three", "a-longer-one", "x"].map(str::to_string);
        assert_eq!(wrap(items.into_iter(), 10), ["one  two", "three", "a-longer-one", "x"]);
    }
}
