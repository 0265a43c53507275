//! Plays one game. The referee decides whose turn it is. Engines receive the position or their view of it, and answer
//! with moves. An engine that commits a fault can lose the game.

mod game_context;
mod game_run;
mod lines_of_play;
mod pondering;
mod seated_engine;
mod verdict;

pub use game_context::GameContext;
pub use seated_engine::SeatedEngine;

use super::openings::Opening;
use super::plan::Plan;
use super::referee::Referee;
use super::schedule::{Fixture, deal_seed};
use anyhow::{Context, Result};
use base::quote::quote;
use game::Played;
use game_run::{GameRun, millis};
use runner::record::{EngineRecord, Infos, Record, RunInfo};
use runner::results::FormatVersion;
use runner::running_time;
use std::str::FromStr;
use ugi::{History, Seat};

/// Plays one game and returns its record. If the referee fails, the record has no result.
pub fn play_game(
    plan: &Plan,
    context: &GameContext,
    fixture: &Fixture,
    opening: &Opening,
    referee: &mut Referee,
    engines: &mut [SeatedEngine],
) -> Result<Record> {
    let (start, trips) = (running_time::now(), referee.round_trips());
    let started = std::time::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs();
    // The engine descriptions are recorded now, because an engine that fails during the game is no longer available at
    // the end.
    let engine = |seated: &SeatedEngine| EngineRecord {
        name: seated.engine.as_ref().map_or(String::new(), |engine| engine.id.clone()),
        options: seated.engine.as_ref().map_or_else(|_| Default::default(), |engine| engine.options.clone()),
    };
    let engine_records = engines.iter().map(engine).collect();
    let names = engines.iter().map(|seated| plan.participants[seated.participant].name.clone()).collect();
    let ready = |seated: &SeatedEngine| seated.engine.as_ref().map_or(0.0, |engine| millis(engine.ready_time));
    let ready_ms = engines.iter().map(ready).collect();
    let seats = engines.len();
    let mut run = GameRun {
        plan,
        scale: context.scale,
        referee,
        engines,
        side: context.side_of_seats(),
        played: Played::new(&opening.base, &opening.moves),
        next_seat: (0..seats).map(|seat| Seat::new((seat + 1) % seats)).collect(),
        view: (Seat::P1, History::new(&opening.base, &opening.moves)),
        reports: vec![None; opening.moves.len()],
        times_ms: vec![0.0; opening.moves.len()],
        forgiven: Vec::new(),
        stopped: Vec::new(),
        ponder_hits: Vec::new(),
        expected: vec![None; seats],
        left_ms: Vec::new(),
        infos: Infos::default(),
        faults: Vec::new(),
    };
    let ended = run.run(&mut |played: &Played| deal_seed(plan, fixture.block, played.events() as u64));
    run.stop_pondering();
    let ended = ended.and_then(|()| run.finish());
    let [result, reason, scores, ranks] = ended.or_else(|error| run.abandon(error))?;
    let illegal_pvs = run.illegal_lines_of_play();
    let wall_ms = running_time::now().saturating_duration_since(start).as_millis() as u64;
    Ok(Record {
        format: FormatVersion,
        id: fixture.id.clone(),
        plan: context.fingerprint.clone(),
        pairing: fixture.pairing.clone(),
        block: fixture.block,
        seating: fixture.seating,
        teams: context.teams.clone(),
        played: game::Record {
            game: plan.game.name.clone(),
            options: context.options.clone(),
            seats: names,
            result,
            reason,
            scores: numbers(&scores)?,
            ranks: numbers(&ranks)?,
            ..run.played.record()
        },
        engines: engine_records,
        reports: run.reports,
        faults: run.faults,
        version: env!("CARGO_PKG_VERSION").to_string(),
        run: RunInfo {
            host: context.host.clone(),
            part: String::new(),
            scale: context.scale,
            started,
            wall_ms,
            times_ms: run.times_ms,
            forgiven: run.forgiven,
            stopped: run.stopped,
            ponder_hits: run.ponder_hits,
            left_ms: run.left_ms,
            infos: run.infos.without_empty_lists(),
            illegal_pvs,
            ready_ms,
            files: (*context.files).clone(),
            trips: run.referee.round_trips() - trips,
            redone: 0,
        },
    })
}

fn numbers<T: FromStr>(text: &str) -> Result<Vec<T>> {
    let numbers: Option<Vec<T>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
    numbers.with_context(|| format!("the referee reports scores or ranks that are not numbers: {}", quote(text)))
}
