//! Properties of the tournament's game, which the referee reports before the first game.

use crate::openings::Opening;
use crate::plan::{EqualTeams, Plan};
use crate::referee::RefereeClient;
use crate::schedule::{Fixture, deal_seed};
use anyhow::{Context, Result, bail, ensure};
use base::pairs::pair;
use runner::record::ClockScale;
use std::collections::BTreeMap;
use std::sync::Arc;
use ugi::{History, Query, Seat, Teams, Turn, Viewer, is_event, position_queries};

/// The referee's answer to `query teams` before the teams are known.
const UNKNOWN: &str = "?";

/// The properties of the game that are the same in all games of a tournament or, if the deal decides the teams, in all
/// games of a block.
#[derive(Clone, PartialEq, Debug)]
pub struct GameContext {
    /// The seats of each side. If the deal decides the teams, each block has its own teams.
    pub teams: Vec<Vec<Seat>>,
    /// Whether the deal decides the teams.
    pub dealt: bool,
    /// Whether a seat does not see everything.
    pub hidden: bool,
    /// Whether the game has chance events.
    pub chance: bool,
    /// The current rule options.
    pub options: BTreeMap<String, String>,
    /// The fingerprint of the plan; empty until the engines have completed the plan.
    pub fingerprint: String,
    /// The host name.
    pub host: String,
    /// The digests of the files that play; see [`RunInfo::files`](runner::record::RunInfo::files).
    pub files: Arc<BTreeMap<String, String>>,
    /// By which factor the clocks are multiplied; `None` if they are not.
    pub scale: Option<ClockScale>,
}

impl GameContext {
    /// Asks the referee about the game.
    pub fn ask_referee(referee: &mut RefereeClient, host: String) -> Result<Self> {
        let dealt = referee.ask(Query::Teams)? == [UNKNOWN];
        let mut start = Opening::start();
        let teams = find_teams(referee, &mut start, |event| event)?;
        let seats: usize = teams.iter().map(Vec::len).sum();
        ensure!(
            (0..seats).map(Seat::new).all(|seat| teams.iter().flatten().any(|&other| other == seat)),
            "query teams: some seats are missing"
        );
        ensure!(teams.len() > 1, "query teams: this game has one side, and a tournament needs at least two");
        let options = referee.ask(Query::Options)?.iter().filter_map(|rule| pair(rule).ok()).collect();
        start.add_events(referee, |event| event)?;
        // Without the extension `facts`, only the chance events at the start of the game are known.
        let info =
            if referee.has_extension("facts") { referee.info(None).unwrap_or_default() } else { Default::default() };
        let view = referee.ask(Query::View(Viewer::Seat(Seat::P1)))?.join(" ");
        let hidden = info.hidden || !History::new(&start.base, &start.moves).is_fully_shown_by(&view);
        let chance = info.chance || !start.moves.is_empty();
        let (fingerprint, files) = (String::new(), Arc::default());
        Ok(Self { teams, dealt, hidden, chance, options, fingerprint, host, files, scale: None })
    }

    /// Returns the context of the games in this block, and the opening. If the deal decides the teams, the chance
    /// events that decide them are appended to the opening. All games of a block have the same chance events, and
    /// therefore the same teams.
    pub fn of_game(
        &self,
        plan: &Plan,
        block: u64,
        mut opening: Opening,
        referee: &mut RefereeClient,
    ) -> Result<(Self, Opening)> {
        let mut context = self.clone();
        if self.dealt {
            context.teams = find_teams(referee, &mut opening, |event| deal_seed(plan, block, event))?;
            ensure!(
                context.teams.len() == self.teams.len(),
                "query teams: the number of sides differs from that of other games"
            );
        }
        Ok((context, opening))
    }

    /// Returns the participant in each seat, as an index into the plan.
    pub fn participants(&self, fixture: &Fixture) -> Vec<usize> {
        let (players, seats) = (&fixture.players, self.teams.iter().flatten());
        if players.len() == self.teams.len() {
            return self.side_of_seats().into_iter().map(|side| players[side]).collect();
        }
        if self.dealt {
            return players.clone();
        }
        // In a mixed tournament, the participants are listed team by team.
        let mut seated: Vec<_> = seats.zip(players).collect();
        seated.sort_by_key(|(seat, _)| seat.index());
        seated.into_iter().map(|(_, player)| *player).collect()
    }

    /// Returns the teams if they have equal sizes; `None` also if there are no partners.
    pub fn equal_teams(&self) -> Option<EqualTeams> {
        EqualTeams::of(&self.teams.iter().map(Vec::len).collect::<Vec<_>>(), self.dealt)
    }

    /// Returns the side of each seat. Sides and seats are zero-based.
    pub fn side_of_seats(&self) -> Vec<usize> {
        let seats: usize = self.teams.iter().map(Vec::len).sum();
        let side = |seat| self.teams.iter().position(|team| team.contains(&Seat::new(seat))).unwrap_or_default();
        (0..seats).map(side).collect()
    }
}

/// Returns the teams after an opening. Appends chance events to the opening until the teams are known. `seed` maps the
/// zero-based number of a chance event to its seed.
fn find_teams(referee: &mut RefereeClient, opening: &mut Opening, seed: impl Fn(u64) -> u64) -> Result<Vec<Vec<Seat>>> {
    loop {
        let history = History::new(&opening.base, &opening.moves);
        let answers = referee.ask_all(&position_queries(history.line(), &[Query::Turn, Query::Teams]))?.answers;
        let [Ok(next), Ok(teams)] = answers.as_slice() else {
            bail!("the referee does not answer query turn and query teams")
        };
        if teams != UNKNOWN {
            let teams: Teams = teams.parse().context("query teams")?;
            return Ok(teams.0);
        }
        ensure!(next.parse::<Turn>()? == Turn::Chance, "query teams: the teams are not known after the opening");
        let events = opening.moves.iter().filter(|token| is_event(token)).count() as u64;
        opening.moves.push(referee.ask_word(Query::Draw(seed(events)))?);
    }
}
