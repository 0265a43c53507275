//! Openings of random plies that a short search calls about even. Knows no other blocks.

use super::opening::{Opening, OpeningReferee};
use crate::plan::Plan;
use crate::schedule::{deal_seed, opening_seed};
use anyhow::{Context, Result};
use base::rng::{Rng, mix};
use ugi::{Score, Turn};

/// Candidates tried for a block, before giving up.
const MAX_CANDIDATES: u64 = 400;

/// Candidates tried for a block with a deal in it: the deal stays what it is and may be good for one side, whatever is
/// played. As all seatings of it are played, the best candidate does.
const MAX_CANDIDATES_WITH_DEAL: u64 = 12;

/// How random openings are made.
#[derive(Clone, Debug)]
pub(super) struct RandomOpenings {
    /// Plies; deals do not count.
    pub(super) plies: usize,
    /// Nodes of the search.
    pub(super) nodes: u64,
    /// Hundredths of a piece from even.
    pub(super) balance: u32,
}

impl RandomOpenings {
    /// The first candidate of this block that is balanced.
    pub(super) fn opening(&self, plan: &Plan, block: u64, judge: &mut dyn OpeningReferee) -> Result<Opening> {
        let mut nearest: Option<(u32, Opening)> = None;
        let mut deals = false;
        let mut candidate = 0;
        while candidate < if deals { MAX_CANDIDATES_WITH_DEAL } else { MAX_CANDIDATES } {
            let mut rng = Rng::new(mix(opening_seed(plan, block) ^ mix(candidate)));
            candidate += 1;
            let Some((moves, dealt)) = self.plies(plan, block, &mut rng, judge)? else { continue };
            deals |= dealt;
            let opening = Opening { base: "startpos".to_string(), moves };
            let Some(distance) = self.imbalance(&opening, judge)? else { continue };
            if distance <= self.balance {
                return Ok(opening);
            }
            if nearest.as_ref().is_none_or(|(before, _)| distance < *before) {
                nearest = Some((distance, opening));
            }
        }
        let nearest = nearest.filter(|_| deals).map(|(_, opening)| opening);
        nearest.with_context(|| {
            format!(
                "block {block}: none of {candidate} random openings is balanced: ask for more plies or a wider balance"
            )
        })
    }

    /// The tokens of a candidate, and whether there are deals among them; `None` where the game ends on the way. Deals
    /// are those of the block, the same for every candidate, and go on in the game where they end here.
    fn plies(
        &self,
        plan: &Plan,
        block: u64,
        rng: &mut Rng,
        judge: &mut dyn OpeningReferee,
    ) -> Result<Option<(Vec<String>, bool)>> {
        let mut moves: Vec<String> = Vec::new();
        let (mut plies, mut deals) = (0, 0);
        loop {
            judge.load("startpos", &moves)?;
            match judge.turn()? {
                Turn::Over => return Ok(None),
                Turn::Chance => {
                    moves.push(judge.sample_event(deal_seed(plan, block, deals))?);
                    deals += 1;
                }
                Turn::Seat(_) if plies == self.plies => return Ok(Some((moves, deals > 0))),
                Turn::Seat(_) => {
                    let legal = judge.legal()?;
                    let chosen = rng.index(legal.len().max(1));
                    moves.push(
                        legal.get(chosen).context("the referee has no legal move and does not call it over")?.clone(),
                    );
                    plies += 1;
                }
            }
        }
    }

    /// How far from even a search calls the position behind an opening, in hundredths of a piece; `None` where there is
    /// nothing left to play for: a win that is seen, or a best line that runs into the end of the game, which is a
    /// draw that can be forced.
    fn imbalance(&self, opening: &Opening, judge: &mut dyn OpeningReferee) -> Result<Option<u32>> {
        let Some(judgement) = judge.evaluate(opening, self.nodes)? else { return Ok(None) };
        let Score::Cp(score) = judgement.score else { return Ok(None) };
        let line: Vec<String> = opening.moves.iter().chain(&judgement.line).cloned().collect();
        judge.load(&opening.base, &line)?;
        Ok((judge.turn()? != Turn::Over).then_some(score.unsigned_abs()))
    }
}
