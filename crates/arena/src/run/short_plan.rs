//! The plan of sample games: limits with which they do not take long.

use super::prepare::Prepared;
use crate::engine_pool::start;
use crate::openings::Opening;
use crate::plan::estimate::{SHORT_MOVE, shortened};
use crate::plan::{MoveLimits, Participant, Plan};
use crate::referee::RefereeClient;
use anyhow::{Result, anyhow, bail};
use runner::{Dialogue, Log};
use std::sync::Arc;
use std::time::Duration;
use ugi::{Go, Query, Turn, Viewer};

/// The time margin of shorter limits.
const MAX_LATE: Duration = Duration::from_secs(60);
/// The longest time to measure a search.
const MAX_SEARCH: Duration = Duration::from_secs(1);

/// Returns the plan with shorter limits, whose times are those of this machine, and for each participant the factor by
/// which a full move takes longer.
pub(super) fn short_plan(prepared: &mut Prepared, plan: &Plan) -> Result<(Arc<Plan>, Vec<f64>)> {
    let positions = first_position(&mut prepared.referee)?;
    let (mut short, mut factors) = (plan.clone(), Vec::new());
    for (index, participant) in plan.participants.iter().enumerate() {
        let limits = plan.limits_of(participant).scaled(prepared.game.scale);
        let counted = search_ms(prepared, plan, participant, &positions)?;
        let (limits, factor) = shortened(&limits, counted, SHORT_MOVE);
        short.participants[index].limit = Some(limits);
        if factor > 1.0 {
            // A move that is late only because of its short limit would end a sample game too early.
            short.participants[index].time_margin = Some(MAX_LATE);
        }
        factors.push(factor);
    }
    Ok((Arc::new(short), factors))
}

/// Returns the first position in which a seat is to move, as `position` lines for engines with and without `views`.
pub(super) fn first_position(referee: &mut RefereeClient) -> Result<[String; 2]> {
    let Turn::Seat(seat) = Opening::start().add_events(referee, |event| event)? else {
        bail!("the game is over at its start position")
    };
    let view = referee.ask(Query::View(Viewer::Seat(seat)))?.join(" ");
    let plain = view.replacen(&format!(" seat {}", seat.number()), "", 1);
    Ok([view, plain])
}

/// Returns the milliseconds of a search that nodes or depth limit; `None` if only the time is limited.
fn search_ms(
    prepared: &Prepared,
    plan: &Plan,
    participant: &Participant,
    [view, plain]: &[String; 2],
) -> Result<Option<f64>> {
    let MoveLimits { nodes, depth, .. } = *plan.limits_of(participant);
    if nodes.is_none() && depth.is_none() {
        return Ok(None);
    }
    let failed = |text: String| anyhow!("participant {}: {text}", participant.name);
    let dialogue = Dialogue::new(&participant.name, Log::default());
    let cores = prepared.cores.first().and_then(|sets| sets.first());
    let started = start(plan, participant, Some(&prepared.guard), cores, dialogue);
    let mut engine = started.map_err(|error| failed(error.text))?;
    let mut go = Go::default();
    (go.nodes, go.depth, go.move_time) = (nodes, depth, Some(MAX_SEARCH));
    let position = if engine.has_extension("views") { view } else { plain };
    let mut search = |game| {
        engine.new_game(game)?;
        engine.think(position, &go, None)
    };
    // Only the second search is measured. The first search of a process can take many times longer, because the engine
    // touches its memory for the first time.
    let reply = search(1).and_then(|_| search(2)).map_err(|error| failed(error.text))?;
    engine.close();
    let time = reply.elapsed.as_secs_f64() * 1000.0;
    if reply.elapsed < MAX_SEARCH {
        return Ok(Some(time));
    }
    // The search was cut. Each ply of depth is taken to double the time.
    let nodes = nodes.zip(reply.report.nodes).map(|(all, done)| all as f64 / done.max(1) as f64);
    let plies = depth.zip(reply.report.depth).map(|(all, done)| 2_f64.powi(all.saturating_sub(done).min(60) as i32));
    let factor = nodes.unwrap_or(f64::INFINITY).min(plies.unwrap_or(f64::INFINITY));
    Ok(Some(time * if factor.is_finite() { factor.max(1.0) } else { 1.0 }))
}
