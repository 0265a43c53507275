//! Starts the referee of a tournament, and implements the queries that openings need.

use super::openings::{Opening, OpeningReferee};
use super::plan::Plan;
use anyhow::{Result, bail};
use runner::{Dialogue, Guard, Process, Program, open, open_referee};
use ugi::{Client, ClientError, Command, DEFAULT_TIMEOUT, Go, History, Info, Pipe, Query, Turn, position_queries};

/// A client of the referee's process.
pub type RefereeClient = Client<Process>;

/// The name of the referee in error messages.
const NAME: &str = "the referee";

/// Starts the referee of a plan and sets the game and its options.
pub fn start(plan: &Plan, guard: Option<&Guard>, dialogue: Dialogue) -> Result<RefereeClient, ClientError> {
    let program = &plan.referee;
    let mut referee = open(NAME, program, guard, dialogue, plan.run.timeouts.ready)?;
    // The referee's answers must not depend on the plan's seed. The smallest hash table is allocated and cleared
    // fastest.
    let fixed = [("Hash", "1"), ("Seed", "1"), ("Game", plan.game.name.as_str())].into_iter();
    let rules = plan.game.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let own = program.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    fixed.chain(rules).chain(own).try_for_each(|(name, value)| referee.set_option(name, value))?;
    Ok(referee)
}

/// Starts a referee for finished games. The game and its options are set for each record.
pub fn start_for_records(program: &Program) -> Result<RefereeClient, ClientError> {
    open_referee(program, None, DEFAULT_TIMEOUT)
}

/// Returns the opening with its moves in canonical form. Opening files may contain shorter forms.
pub fn canonical(referee: &mut RefereeClient, opening: Opening) -> Result<Opening> {
    let mut history = History::new(&opening.base, &[]);
    let mut lines = Vec::new();
    for token in &opening.moves {
        lines.extend(position_queries(history.line(), &[Query::Canon(token)]));
        history.push(token);
    }
    let answers = referee.ask_all(&lines)?.answers;
    match answers.into_iter().collect() {
        Ok(moves) => Ok(Opening { moves, ..opening }),
        Err(code) => bail!("{NAME} refuses the opening {}: error {code}", history.line()),
    }
}

impl<P: Pipe> OpeningReferee for Client<P> {
    fn load(&mut self, base: &str, moves: &[String]) -> Result<()> {
        Ok(self.execute_ok(History::new(base, moves).line())?)
    }

    fn turn(&mut self) -> Result<Turn> {
        Ok(self.ask_turn()?)
    }

    fn legal(&mut self) -> Result<Vec<String>> {
        Ok(self.ask(Query::Legal)?)
    }

    fn deck(&mut self, name: &str) -> Result<Vec<String>> {
        Ok(Self::deck(self, name)?)
    }

    fn sample_event(&mut self, seed: u64) -> Result<String> {
        Ok(self.ask_word(Query::Draw(seed))?)
    }

    fn evaluate(&mut self, opening: &Opening, nodes: u64) -> Result<Option<Info>> {
        // `uginewgame` clears the hash table. After this command, the position must be sent again.
        let position = History::new(&opening.base, &opening.moves).line().to_string();
        self.send_all(&[Command::NewGame.to_string(), position])?;
        let infos = self.go(&Go::default().with_nodes(nodes))?.infos;
        Ok(infos.iter().rev().filter_map(|line| Info::parse(line)).find(|info| info.score.is_some()))
    }
}
