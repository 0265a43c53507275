//! Openings of random moves that a short search evaluates as balanced.

use super::opening::{Opening, OpeningReferee};
use crate::plan::Plan;
use crate::schedule::{deal_seed, opening_seed};
use anyhow::{Context, Result};
use base::rng::{Rng, mix};
use ugi::{Score, Turn};

/// The maximum number of candidates per block.
const MAX_CANDIDATES: u64 = 400;

/// The maximum number of candidates per block in games with deals. The deal of a block is fixed, so every candidate may
/// favour the same side. The most balanced candidate is nevertheless fair, because all seatings are played.
const MAX_CANDIDATES_WITH_DEAL: u64 = 12;

/// The settings of random openings.
#[derive(Clone, Debug)]
pub(super) struct RandomOpenings {
    /// The number of plies per opening; deals do not count.
    pub(super) plies: usize,
    /// The node limit of the search.
    pub(super) nodes: u64,
    /// The maximum absolute score of a balanced opening, in hundredths of a piece.
    pub(super) balance: u32,
}

impl RandomOpenings {
    /// Returns the first balanced candidate of this block. If the candidates have deals and none is balanced, returns
    /// the most balanced one.
    pub(super) fn opening(&self, plan: &Plan, block: u64, referee: &mut dyn OpeningReferee) -> Result<Opening> {
        let mut best: Option<(u32, Opening)> = None;
        let mut deals = false;
        let mut candidate = 0;
        while candidate < if deals { MAX_CANDIDATES_WITH_DEAL } else { MAX_CANDIDATES } {
            let mut rng = Rng::new(mix(opening_seed(plan, block) ^ mix(candidate)));
            candidate += 1;
            let Some((moves, dealt)) = self.plies(plan, block, &mut rng, referee)? else { continue };
            deals |= dealt;
            let opening = Opening { base: "startpos".to_string(), moves };
            let Some(distance) = self.imbalance(&opening, referee)? else { continue };
            if distance <= self.balance {
                return Ok(opening);
            }
            if best.as_ref().is_none_or(|(before, _)| distance < *before) {
                best = Some((distance, opening));
            }
        }
        let best = best.filter(|_| deals).map(|(_, opening)| opening);
        best.with_context(|| {
            format!(
                "block {block}: none of {candidate} random openings is balanced: use more plies or a larger balance"
            )
        })
    }

    /// Returns the tokens of a candidate, and whether they include deals; `None` if the game is over at or before the
    /// end of the candidate. The seed of a deal depends only on the plan's seed, the block and the number of earlier
    /// deals, so all candidates of a block start with the same deals.
    fn plies(
        &self,
        plan: &Plan,
        block: u64,
        rng: &mut Rng,
        referee: &mut dyn OpeningReferee,
    ) -> Result<Option<(Vec<String>, bool)>> {
        let mut moves: Vec<String> = Vec::new();
        let (mut plies, mut deals) = (0, 0);
        loop {
            referee.load("startpos", &moves)?;
            match referee.turn()? {
                Turn::Over => return Ok(None),
                Turn::Chance => {
                    moves.push(referee.sample_event(deal_seed(plan, block, deals))?);
                    deals += 1;
                }
                Turn::Seat(_) if plies == self.plies => return Ok(Some((moves, deals > 0))),
                Turn::Seat(_) => {
                    let legal = referee.legal()?;
                    let chosen = rng.index(legal.len().max(1));
                    moves.push(
                        legal.get(chosen).context("the referee has no legal move, but the game is not over")?.clone(),
                    );
                    plies += 1;
                }
            }
        }
    }

    /// Returns the absolute score of the position after an opening, in hundredths of a piece. Returns `None` if the
    /// search reports no score or a mate, or if its best line reaches the end of the game.
    fn imbalance(&self, opening: &Opening, referee: &mut dyn OpeningReferee) -> Result<Option<u32>> {
        let Some(evaluation) = referee.evaluate(opening, self.nodes)? else { return Ok(None) };
        let Some(Score::Cp(score)) = evaluation.score else { return Ok(None) };
        let line: Vec<String> = opening.moves.iter().chain(&evaluation.pv).cloned().collect();
        referee.load(&opening.base, &line)?;
        Ok((referee.turn()? != Turn::Over).then_some(score.unsigned_abs()))
    }
}
