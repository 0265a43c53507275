//! Sample games for `run --dry-run`. They are the first games of the plan, with shorter limits if the games would take
//! long. They are not stored.

use super::prepare::Prepared;
use super::queue::Queue;
use super::short_plan::short_plan;
use super::worker::{WorkerContext, game, opening};
use crate::engine_pool::EnginePool;
use crate::game::GameContext;
use crate::plan::estimate::{Measurements, MovesAndTime};
use crate::plan::{OpeningPolicy, Plan};
use crate::redo::Redone;
use crate::referee::Referee;
use crate::schedule::{Fixture, KnownFixtures, PlayedGames, known_fixtures};
use anyhow::Result;
use runner::Log;
use runner::record::Record;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use ugi::Seat;

/// The number of pairings of which games are played. With more pairings, these are evenly spaced.
const MAX_PAIRINGS: usize = 12;
/// The number of games of each of these pairings.
const GAMES: usize = 2;
/// More games are played while they took less time than this together, because the lengths of short games vary most.
const ENOUGH: Duration = Duration::from_secs(2);
const MAX_GAMES: usize = 200;
/// A first game that is shorter than this does not count, because new processes are slower.
const WARM: Duration = Duration::from_millis(100);

/// The sample games, with the times that full games take.
pub struct SampleGames {
    /// The times.
    pub measurements: Measurements,
    /// The number of games that count.
    pub games: usize,
    /// The number of their pairings.
    pub pairings: usize,
    /// The mean number of plies.
    pub plies: f64,
    /// The faults that engines committed in the games.
    pub faults: Vec<String>,
}

/// Plays the sample games.
pub fn play_sample_games(prepared: &mut Prepared) -> Result<SampleGames> {
    let (plan, sides) = (Arc::clone(&prepared.plan), prepared.game.teams.len());
    let known = known_fixtures(&plan, sides, &PlayedGames::default());
    let pairings = chosen(&plan, &known);
    let (short, factors) = short_plan(prepared, &plan)?;
    let context = WorkerContext {
        plan: Arc::clone(&short),
        // The short limits are scaled already.
        game: GameContext { scale: None, ..prepared.game.clone() },
        guard: prepared.guard.clone(),
        queue: Queue::new(&short, sides, PlayedGames::default()),
        source: prepared.openings.clone(),
        openings: Mutex::new(BTreeMap::new()),
        redone: Redone::default(),
        part: String::new(),
        game_format: None,
        idle_engines: prepared.idle_engines,
    };
    let mut player = Player {
        referee: Referee::new(Arc::clone(&short), Some(prepared.guard.clone()), Log::default()),
        engines: EnginePool::new(
            Arc::clone(&short),
            Some(prepared.guard.clone()),
            Log::default(),
            prepared.cores.first().cloned().unwrap_or_default(),
            prepared.idle_engines,
        ),
        context,
        factors,
        openings: Vec::new(),
        start: Duration::ZERO,
        faults: Vec::new(),
    };
    // Openings are measured with a referee that is running.
    player.referee.ask("", |client| Ok(client.ready()?))?;
    let enough = ENOUGH / u32::try_from(pairings.len().max(1)).unwrap_or(1);
    let mut games = Vec::new();
    for fixtures in &pairings {
        games.push(player.pairing(fixtures, enough)?);
    }
    player.engines.close();
    let of_pairing = |games: &Vec<MovesAndTime>| mean(games.iter().map(|game| game.ms));
    let all = || games.iter().flatten();
    Ok(SampleGames {
        measurements: Measurements {
            game_ms: mean(games.iter().map(of_pairing))
                + mean(player.openings.into_iter()) * openings_per_game(&plan, sides, count(&known)),
            start: player.start,
        },
        games: all().count(),
        pairings: games.len(),
        plies: mean(all().map(|game| game.plies as f64)),
        faults: player.faults,
    })
}

/// Returns the first games of up to [`MAX_PAIRINGS`] pairings.
fn chosen(plan: &Plan, known: &KnownFixtures) -> Vec<Vec<Fixture>> {
    let stages = known.stages.iter();
    let stages = stages.flat_map(|stage| stage.pairings.iter().map(move |pairing| stage.of_pairing(pairing)));
    let step = count(known).div_ceil(MAX_PAIRINGS).max(1);
    stages.step_by(step).map(|stage| stage.fixtures(plan).take(MAX_GAMES).collect()).collect()
}

/// Returns the number of pairings.
fn count(known: &KnownFixtures) -> usize {
    known.stages.iter().map(|stage| stage.pairings.len()).sum()
}

/// Returns the number of openings per game. All pairings share them, unless the plan says otherwise.
fn openings_per_game(plan: &Plan, sides: usize, pairings: usize) -> f64 {
    let shared = if plan.opening_policy == OpeningPolicy::Tournament { 1 } else { pairings.max(1) };
    1.0 / (plan.format.games_per_block(sides).max(1) * shared) as f64
}

/// Plays sample games as a worker does.
struct Player<'a> {
    context: WorkerContext<'a>,
    referee: Referee,
    engines: EnginePool,
    factors: Vec<f64>,
    /// The milliseconds that each opening took.
    openings: Vec<f64>,
    /// The time to start processes.
    start: Duration,
    faults: Vec<String>,
}

impl Player<'_> {
    /// Plays games of a pairing, and returns those that count.
    fn pairing(&mut self, fixtures: &[Fixture], enough: Duration) -> Result<Vec<MovesAndTime>> {
        let (mut games, mut spent) = (Vec::new(), Duration::ZERO);
        for (number, fixture) in fixtures.iter().enumerate() {
            let key = (fixture.opening, fixture.block);
            let is_known = self.context.openings.lock().is_ok_and(|known| known.contains_key(&key));
            let before = Instant::now();
            opening(&self.context, fixture, &mut self.referee)?;
            if !is_known {
                self.openings.push(millis(before.elapsed()));
            }
            let before = Instant::now();
            let record = game(&self.context, fixture, &mut self.referee, &mut self.engines)?;
            let wall = before.elapsed();
            spent += wall;
            self.faults.extend(
                record.faults.iter().map(|fault| format!("{}: {}: {}", record.id, fault.participant, fault.text)),
            );
            let played = Duration::from_millis(record.run.wall_ms);
            if number > 0 {
                games.push(self.full(&record, millis(wall)));
            } else {
                // The processes have just been started.
                self.start += wall.saturating_sub(played);
                if played >= WARM || fixtures.len() == 1 {
                    games.push(self.full(&record, (millis(played) - first_moves(&record)).max(0.0)));
                }
            }
            if games.len() >= GAMES && spent >= enough {
                break;
            }
        }
        Ok(games)
    }

    /// Returns the plies of a game, and the time that it takes with the full limits. `ms` is the time that it took.
    fn full(&self, record: &Record, ms: f64) -> MovesAndTime {
        let participants = &self.context.plan.participants;
        let factor = |name: &String| {
            let index = participants.iter().position(|participant| participant.name == *name);
            index.map_or(1.0, |index| self.factors[index])
        };
        let of_seats: Vec<f64> = record.seats.iter().map(|seat| factor(&seat.participant)).collect();
        let longer = moves(record).map(|(seat, time)| (of_seats[seat.index()] - 1.0) * time).sum::<f64>();
        let opening = record.moves.iter().take(record.opening).filter(|token| !token.starts_with('!'));
        MovesAndTime { plies: moves(record).count() + opening.count(), ms: ms + longer }
    }
}

/// Returns the seat and the milliseconds of each move.
fn moves(record: &Record) -> impl Iterator<Item = (Seat, f64)> {
    record.movers.iter().zip(&record.run.times_ms).filter_map(|(mover, time)| Some(((*mover)?, *time)))
}

/// Returns the milliseconds by which the first move of each seat took longer than its other moves. The first search of a
/// process can take many times longer, because the engine touches its memory for the first time.
fn first_moves(record: &Record) -> f64 {
    let longer = |seat| {
        let mut times = moves(record).filter(|(other, _)| *other == seat).map(|(_, time)| time);
        let first = times.next().unwrap_or_default();
        (first - mean(times)).max(0.0)
    };
    Seat::all(record.seats.len()).map(longer).sum()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = values.fold((0_u32, 0.0), |(count, sum), value| (count + 1, sum + value));
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
