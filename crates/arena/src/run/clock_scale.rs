//! Measures the speed of the machine, by which the clocks of the engines are scaled.

use super::prepare::{Prepared, games_at_once};
use crate::engine_pool::start;
use crate::openings::Opening;
use crate::plan::Plan;
use crate::referee::RefereeClient;
use anyhow::{Context, Result, anyhow, bail, ensure};
use runner::record::ClockScale;
use runner::{Dialogue, Log};
use std::sync::Barrier;
use std::thread;
use std::time::Duration;
use ugi::{Go, Query, Turn, Viewer};

/// The time of the search that is measured.
const TIME: Duration = Duration::from_secs(1);
/// The largest factor by which a machine may be faster or slower than the plan says.
const MAX_FACTOR: f64 = 4.0;

/// If the plan says that clocks are scaled, measures the factor, for the games to come.
pub fn scale_clocks(prepared: &mut Prepared) -> Result<()> {
    let slots = games_at_once(&prepared.plan, prepared.game.teams.len());
    prepared.game.scale = measure(prepared, slots)?;
    prepared.lines.extend(prepared.game.scale.map(|ClockScale { nodes, factor }| {
        format!("{nodes} nodes a second: clocks and times per move are multiplied by {factor:.3}")
    }));
    Ok(())
}

/// Returns by which factor the clocks are multiplied; `None` if the plan does not say that they are. The first
/// participant searches the start position in all `slots`, one for each concurrent game, at the same time.
fn measure(prepared: &mut Prepared, slots: usize) -> Result<Option<ClockScale>> {
    let Some(expected) = prepared.plan.limit.scale_clock else { return Ok(None) };
    let positions = first_position(&mut prepared.referee)?;
    let (prepared, barrier) = (&*prepared, Barrier::new(slots));
    let nodes = thread::scope(|scope| {
        let search = |slot| {
            let (positions, barrier) = (&positions, &barrier);
            scope.spawn(move || nodes(prepared, slot, positions, barrier))
        };
        let searches: Vec<_> = (0..slots).map(search).collect();
        let joined =
            searches.into_iter().map(|search| search.join().unwrap_or_else(|_| Err(anyhow!("no measurement"))));
        joined.collect::<Result<Vec<u64>>>()
    })?;
    let nodes = mean(&nodes);
    let factor = factor(expected, nodes).with_context(|| describe(&prepared.plan))?;
    Ok(Some(ClockScale { nodes, factor }))
}

/// Returns the first position in which a seat is to move, as `position` lines for engines with and without `views`.
fn first_position(referee: &mut RefereeClient) -> Result<[String; 2]> {
    let Turn::Seat(seat) = Opening::start().add_events(referee, |event| event)? else {
        bail!("the game is over at its start position")
    };
    let view = referee.ask(Query::View(Viewer::Seat(seat)))?.join(" ");
    let plain = view.replacen(&format!(" seat {}", seat.number()), "", 1);
    Ok([view, plain])
}

/// Returns the nodes that the first participant reports in one slot. The searches of all slots begin together.
fn nodes(prepared: &Prepared, slot: usize, [view, plain]: &[String; 2], barrier: &Barrier) -> Result<u64> {
    let participant = &prepared.plan.participants[0];
    let dialogue = Dialogue::new(&participant.name, Log::default());
    let cores = prepared.cores.get(slot).and_then(|sets| sets.first());
    let started = start(&prepared.plan, participant, Some(&prepared.guard), cores, dialogue).and_then(|mut engine| {
        engine.new_game(1)?;
        Ok(engine)
    });
    // All slots come here, also those without an engine.
    barrier.wait();
    let mut engine = started.map_err(|error| anyhow!("{}: {}", describe(&prepared.plan), error.text))?;
    let position = if engine.has_extension("views") { view } else { plain };
    let mut go = Go::default();
    go.move_time = Some(TIME);
    let late = TIME + prepared.plan.run.timeouts.stop;
    let reply = engine
        .think(position, &go, Some(late))
        .map_err(|error| anyhow!("{}: {}", describe(&prepared.plan), error.text))?;
    engine.close();
    Ok(reply.report.nodes.unwrap_or(0))
}

/// Returns the mean number of nodes. An engine may report any numbers.
fn mean(nodes: &[u64]) -> u64 {
    let sum: u128 = nodes.iter().map(|&nodes| u128::from(nodes)).sum();
    u64::try_from(sum / nodes.len().max(1) as u128).unwrap_or(u64::MAX)
}

/// Names the key and the participant, at the beginning of errors.
fn describe(plan: &Plan) -> String {
    format!("limit.scale_clock: participant {}", plan.participants[0].name)
}

/// Returns the factor of the clocks on a machine that searches so many `nodes` in a second.
fn factor(expected: u64, nodes: u64) -> Result<f64> {
    ensure!(nodes > 0, "no nodes are reported for `go movetime 1000`, so the speed of the machine is unknown");
    let factor = expected as f64 / nodes as f64;
    ensure!(
        (1.0 / MAX_FACTOR..=MAX_FACTOR).contains(&factor),
        "{nodes} nodes a second on this machine, and the plan has {expected}: expected {} to {}",
        (expected as f64 / MAX_FACTOR).ceil(),
        (expected as f64 * MAX_FACTOR).floor()
    );
    Ok(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_any_numbers_is_known() {
        assert_eq!((mean(&[1, 2, 6]), mean(&[u64::MAX, u64::MAX, 0])), (3, u64::MAX / 3 * 2));
    }

    #[test]
    fn the_factor_has_bounds() {
        let text = |nodes| factor(1000, nodes).map_err(|error| error.to_string());
        assert_eq!((text(1000), text(2000), text(500)), (Ok(1.0), Ok(0.5), Ok(2.0)));
        assert_eq!((text(250), text(4000)), (Ok(4.0), Ok(0.25)));
        let refused = "4001 nodes a second on this machine, and the plan has 1000: expected 250 to 4000";
        assert_eq!(text(4001), Err(refused.to_string()));
        assert!(text(249).is_err() && text(0).unwrap_err().starts_with("no nodes"));
    }
}
