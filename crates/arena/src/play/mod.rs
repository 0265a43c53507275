//! One game from its opening to its record: the referee says who decides, views go to engines, moves come back, and
//! whatever an engine does wrong ends the game against it. Knows no rules and no schedule.

mod seated_engine;
mod game_run;
mod game_context;
mod verdict;

pub use game_context::GameContext;
pub use seated_engine::SeatedEngine;

use super::openings::Opening;
use super::plan::Plan;
use super::referee::RefereeClient;
use super::schedule::{Fixture, game_seed};
use anyhow::{Context, Result};
use game_run::GameRun;
use std::time::Instant;
use ugi::history::History;
use ugi::record::{Record, RunInfo, SeatRecord};

/// Plays one game.
///
/// # Errors
/// The referee breaks down, or an engine would have to see what is hidden: nothing that an engine can do.
pub fn play(
    plan: &Plan,
    venue: &GameContext,
    fixture: &Fixture,
    opening: &Opening,
    judge: &mut RefereeClient,
    players: &mut [SeatedEngine],
) -> Result<Record> {
    let (began, trips) = (Instant::now(), judge.round_trips());
    let started = std::time::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs();
    // Now: an engine that breaks down takes with it what it said of itself.
    let seat = |player: &SeatedEngine| SeatRecord {
        entrant: plan.participants[player.participant].name.clone(),
        engine: player.engine.as_ref().map_or(String::new(), |engine| engine.id.clone()),
        options: player.engine.as_ref().map_or_else(|_| Default::default(), |engine| engine.options.clone()),
    };
    let seated = players.iter().map(seat).collect();
    let seats = players.len();
    let mut table = GameRun {
        plan,
        referee: judge,
        engines: players,
        side: venue.side_of_seats(),
        history: History::new(&opening.base, &opening.moves),
        next_seat: (0..seats).map(|seat| (seat + 1) % seats).collect(),
        view: (0, String::new()),
        reports: vec![None; opening.moves.len()],
        movers: vec![0; opening.moves.len()],
        times: vec![0.0; opening.moves.len()],
        forgiven: Vec::new(),
        forfeits: Vec::new(),
    };
    table.run(fixture.block)?;
    let [result, reason, scores, ranks] = table.finish()?;
    let numbers = "the referee's scores are no numbers";
    Ok(Record {
        id: fixture.id.clone(),
        plan: venue.fingerprint.clone(),
        game: plan.game.name.clone(),
        options: venue.options.clone(),
        pairing: fixture.pairing.clone(),
        block: fixture.block,
        seating: fixture.seating,
        seed: game_seed(plan, &fixture.id),
        teams: venue.teams.clone(),
        seats: seated,
        base: table.history.base,
        opening: opening.moves.len(),
        moves: table.history.tokens,
        said: table.reports,
        movers: table.movers,
        result: result.concat(),
        reason: reason.concat(),
        scores: scores.iter().map(|word| word.parse()).collect::<Result<_, _>>().context(numbers)?,
        ranks: ranks.iter().map(|word| word.parse()).collect::<Result<_, _>>().context(numbers)?,
        faults: table.forfeits,
        version: env!("CARGO_PKG_VERSION").to_string(),
        run: RunInfo {
            host: venue.host.clone(),
            started,
            wall: began.elapsed().as_millis() as u64,
            times: table.times,
            excused: table.forgiven,
            trips: table.referee.round_trips() - trips,
        },
    })
}
