//! Tests for schedules in all formats, with synthetic plans and results.

mod field;
pub(crate) mod mixed;
mod rounds;

use super::{Fixture, PlayedGames, known_fixtures};
use crate::plan::{Format, FormatKind, Plan};
use crate::statistics::synthetic;
use runner::record::{EngineRecord, Record, RunInfo};
use runner::results::FormatVersion;
use ugi::Seat;

/// Returns a plan with participants `e0`, `e1` and so on.
pub(crate) fn plan(kind: FormatKind, participants: usize, games: u64) -> Plan {
    let names: Vec<String> = (0..participants).map(|index| format!("e{index}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let format = Format { kind, games, challengers: 1, rounds: 3, noswap: false, ..Format::default() };
    let mut plan = Plan { format, ..synthetic::plan(&names, games) };
    plan.game.name = "toy".to_string();
    plan
}

/// Returns the record of a game in which the sides have these ranks, or the seats if sides have several.
pub(crate) fn record(plan: &Plan, fixture: &Fixture, ranks: &[u32]) -> Record {
    let size = plan.format.teams.map_or(1, |teams| teams.size);
    let seats: Vec<Seat> = (0..fixture.players.len()).map(Seat::new).collect();
    Record {
        format: FormatVersion,
        id: fixture.id.clone(),
        plan: String::new(),
        pairing: fixture.pairing.clone(),
        block: fixture.block,
        seating: fixture.seating,
        teams: seats.chunks(size).map(<[Seat]>::to_vec).collect(),
        played: game::Record {
            seats: fixture.players.iter().map(|&side| plan.participants[side].name.clone()).collect(),
            result: String::new(),
            ranks: ranks.to_vec(),
            ..game::Record::default()
        },
        engines: vec![EngineRecord::default(); fixture.players.len()],
        reports: Vec::new(),
        faults: Vec::new(),
        version: String::new(),
        run: RunInfo::default(),
    }
}

/// Plays a tournament of two-sided games to its end, one game at a time, and checks that results only append games to
/// the schedule. `ahead` decides each game: `Less` is a win for the participant with the smaller index, `Equal` a draw,
/// `Greater` a win for the other participant.
pub(crate) fn play(plan: &Plan, mut ahead: impl FnMut(&Fixture) -> std::cmp::Ordering) -> Vec<Fixture> {
    let mut results = PlayedGames::default();
    let known = |results: &PlayedGames| {
        let known = known_fixtures(plan, 2, results);
        (known.fixtures(plan).collect::<Vec<_>>(), known.more)
    };
    let (mut before, mut more) = known(&results);
    loop {
        let Some(next) = before.get(results.len()).cloned() else {
            assert!(!more, "more games are announced, but there are none");
            return before;
        };
        let first_is_less = next.players[0] < next.players[1];
        let ranks = match ahead(&next) {
            std::cmp::Ordering::Equal => [1, 1],
            order if (order == std::cmp::Ordering::Less) == first_is_less => [1, 2],
            _ => [2, 1],
        };
        results.add(&record(plan, &next, &ranks));
        let (now, now_more) = known(&results);
        assert!(now.starts_with(&before), "known games changed");
        assert!(more || now == before, "games that were not announced");
        (before, more) = (now, now_more);
    }
}
