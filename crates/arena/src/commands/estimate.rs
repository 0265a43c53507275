//! `run --dry-run`: the number of games and an estimate of the time.

use super::DONE;
use crate::engine_pool::{cannot_start, start};
use crate::openings::{Opening, random_move};
use crate::plan::estimate::{Estimate, Measurements};
use crate::plan::{Participant, Plan};
use crate::referee::RefereeClient;
use crate::run::Prepared;
use crate::schedule::{PlayedGames, known_fixtures};
use crate::store::Shard;
use anyhow::{Result, anyhow, bail};
use base::rng::Rng;
use runner::{Dialogue, Log};
use std::io::Write;
use ugi::{Go, Query, Turn, Viewer};

/// The number of random games used to measure the mean game length.
const GAMES: u64 = 5;
/// The maximum number of plies and chance events per random game.
const MAX_PLIES: u64 = 400;

/// Prints the number of games in a plan and their estimated time. To measure times, plays a few random games in the
/// referee and runs two searches for each participant with a node or depth limit.
pub fn print(prepared: &mut Prepared, shard: Option<Shard>, out: &mut dyn Write) -> Result<u8> {
    let sides = prepared.game.teams.len();
    let plan = prepared.plan.clone();
    let sample = Measurements { plies: plies(&mut prepared.referee)?, moves: moves(prepared, &plan)? };
    let estimate = Estimate::of(&plan, sides, &sample);
    writeln!(out, "{}: {estimate}", plan.name)?;
    writeln!(out, "a game: about {:.0} plies, as in {GAMES} random games", sample.plies)?;
    if let Some(shard) = shard {
        let count = known_fixtures(&plan, sides, &PlayedGames::default()).count(&plan, |block| shard.has(block));
        writeln!(out, "part {} of {}: {count} games", shard.index, shard.of)?;
    }
    Ok(DONE)
}

/// Returns the mean length of random games in plies, without chance events.
fn plies(referee: &mut RefereeClient) -> Result<f64> {
    let mut played = 0;
    for game in 0..GAMES {
        let (mut rng, mut game) = (Rng::new(game), Opening::start());
        for _ in 0..MAX_PLIES {
            let token = match game.turn(referee)? {
                Turn::Over => break,
                Turn::Chance => referee.ask_word(Query::Draw(rng.next()))?,
                Turn::Seat(_) => {
                    played += 1;
                    random_move(referee, &mut rng)?
                }
            };
            game.moves.push(token);
        }
    }
    Ok(played as f64 / GAMES as f64)
}

/// Returns the measured milliseconds per move for each participant; 0 for participants with only a time limit.
fn moves(prepared: &mut Prepared, plan: &Plan) -> Result<Vec<f64>> {
    let (referee, mut opening) = (&mut prepared.referee, Opening::start());
    let seat = loop {
        match opening.turn(referee)? {
            Turn::Chance => opening.moves.push(referee.ask_word(Query::Draw(opening.moves.len() as u64))?),
            Turn::Seat(seat) => break seat,
            Turn::Over => bail!("the game is over at its start position"),
        }
    };
    let view = referee.ask(Query::View(Viewer::Seat(seat)))?.join(" ");
    let plain = view.replacen(&format!(" seat {}", seat.number()), "", 1);
    plan.participants.iter().map(|participant| move_time(prepared, plan, participant, [&view, &plain])).collect()
}

/// Returns the milliseconds that one search by this participant takes; 0 if the participant has only a time limit.
/// `view` and `plain` are the `position` lines for engines with and without the extension `views`.
fn move_time(prepared: &Prepared, plan: &Plan, participant: &Participant, [view, plain]: [&str; 2]) -> Result<f64> {
    let limit = plan.limits_of(participant);
    if limit.nodes.is_none() && limit.depth.is_none() {
        return Ok(0.0);
    }
    let dialogue = Dialogue::new(&participant.name, Log::default());
    let mut engine = start(plan, participant, Some(&prepared.guard), dialogue)
        .map_err(|error| anyhow!(cannot_start(participant, &error)))?;
    let mut go = Go::default();
    (go.nodes, go.depth) = (limit.nodes, limit.depth);
    let position = if engine.has_extension("views") { view } else { plain };
    let mut search = |game| {
        engine.new_game(game)?;
        engine.think(position, &go, None)
    };
    // Only the second search is measured. The first search of a process can take many times longer, because the engine
    // touches its memory for the first time.
    let reply = search(1).and_then(|_| search(2));
    let reply = reply.map_err(|error| anyhow!("participant {}: {}", participant.name, error.text))?;
    engine.close();
    Ok(reply.elapsed.as_secs_f64() * 1000.0)
}
