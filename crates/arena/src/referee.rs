//! The referee of a tournament: how it is started, and what openings ask of it.

use super::openings::{self, Judgement, Opening};
use super::plan::Plan;
use anyhow::{Result, bail};
use std::time::Duration;
use ugi::dialogue::Dialogue;
use ugi::engine_files::EngineFiles;
use ugi::guard::Guard;
use ugi::history::History;
use ugi::judge::{Answer, Judge, turn};
use ugi::{Go, Query, Turn};

/// Starts the referee of a plan and opens the game in it.
///
/// # Errors
/// It does not start, or ([`ugi::judge::Refused`]) does not know the game or one of its options.
pub fn start(plan: &Plan, guard: Option<&Guard>, dialogue: Dialogue) -> Result<Judge> {
    let program = &plan.referee;
    let patience = Duration::from_millis(plan.run.patience.ready);
    let mut judge = Judge::open(program, patience, guard, dialogue)?;
    // Verdicts must not depend on the seed, and the smallest table is allocated and cleared fastest.
    let fixed = [("Hash", "1"), ("Seed", "1"), ("Game", plan.game.name.as_str())].into_iter();
    let rules = plan.game.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let own = program.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    fixed.chain(rules).chain(own).try_for_each(|(name, value)| judge.set(name, value))?;
    Ok(judge)
}

/// The same opening in the words of the referee: files may hold shorter forms.
///
/// # Errors
/// The referee has gone, does not answer, or does not take it.
pub fn canonical(judge: &mut Judge, opening: Opening) -> Result<Opening> {
    let mut history = History::new(&opening.base, &[]);
    let mut lines = Vec::new();
    for token in &opening.moves {
        lines.extend([history.line().to_string(), Query::Canon(token).to_string()]);
        history.push(token);
    }
    let answers = judge.ask(&lines)?;
    let word = |answer| match answer {
        Answer::Words(words) => Ok(words.concat()),
        Answer::Error(code) => bail!("the referee does not take the opening {}: error {code}", history.line()),
    };
    Ok(Opening { moves: answers.into_iter().map(word).collect::<Result<_>>()?, ..opening })
}

/// What openings ask.
impl openings::Judge for Judge {
    fn load(&mut self, base: &str, moves: &[String]) -> Result<()> {
        Self::load(self, base, moves)
    }

    fn turn(&mut self) -> Result<Turn> {
        turn(&self.ask_one(None, Query::Turn)?.join(" "))
    }

    fn legal(&mut self) -> Result<Vec<String>> {
        self.ask_one(None, Query::Legal)
    }

    fn deck(&mut self, name: &str) -> Result<Vec<String>> {
        EngineFiles::deck(self, name)
    }

    fn draw(&mut self, seed: u64) -> Result<String> {
        Ok(self.ask_one(None, Query::Draw(seed))?.concat())
    }

    fn evaluate(&mut self, nodes: u64) -> Result<Option<Judgement>> {
        let info = self.search(Go { nodes: Some(nodes), ..Go::default() })?;
        Ok(info.and_then(|info| Some(Judgement { score: info.score?, line: info.pv })))
    }
}
