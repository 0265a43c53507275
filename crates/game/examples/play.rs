//! An engine plays against itself: `play COMMAND GAME`. This program knows the rules of no game. It plays every game
//! that the engine has, also those with dice and hidden hands, and prints the moves and the result.

use speltafel_game::{Patience, Played, RefereeError, RestartingReferee, Wanted};
use std::error::Error;
use std::process::Command;
use ugi::{Client, Go, Query, Seat, Turn, Viewer};

/// Longer games are broken off.
const MOST_TOKENS: usize = 2000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(command), Some(game)) = (arguments.next(), arguments.next()) else {
        return Err("play COMMAND GAME".into());
    };
    let start = move || {
        let mut client = Client::start(&mut Command::new(&command))?;
        client.set_option("Game", &game)?;
        client.set_option("Seed", "1")?;
        Ok(client)
    };
    let mut player = start()?;
    let mut referee = RestartingReferee::new(start, Patience::PerGame(3));

    let questions = [Query::Seats];
    let mut played = Played::new("startpos", &[]);
    let seats =
        referee.situation(played.history().clone(), Wanted { viewers: &[], questions: &questions })?.answers.parse()?;
    let viewers: Vec<Viewer> = Seat::all(seats).map(Viewer::Seat).collect();
    let wanted = Wanted { viewers: &viewers, questions: &[Query::Result] };
    let mut now = referee.situation(played.history().clone(), wanted)?;
    while played.len() < MOST_TOKENS {
        now = match now.turn {
            Turn::Over => break,
            Turn::Chance => {
                let seeds = &mut |played: &Played| played.len() as u64;
                let event = referee.draw(&played, seeds)?.ok_or("the event has no seed")?;
                played.push(&event, None);
                referee.situation(played.history().clone(), wanted)?
            }
            Turn::Seat(seat) => {
                // The player sees only what its seat sees.
                player.execute_ok(now.views[seat.index()].line())?;
                let best = player.go(&Go::default().with_nodes(100))?.best;
                let after = referee.judge(played.history(), &best, wanted)?;
                let after = after.ok_or_else(|| format!("{best} is not legal"))?;
                played.replace(after.history.clone(), Some(seat));
                after
            }
        };
        println!("{}", played.tokens().last().map_or("", String::as_str));
    }
    println!("{}", now.answers.text().map_err(RefereeError::from)?);
    Ok(())
}
