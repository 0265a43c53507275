//! Openings of random moves that a short search evaluates as balanced.

use super::opening::Opening;
use crate::plan::Plan;
use crate::schedule::{deal_seed, opening_seed};
use anyhow::{Context, Result, ensure};
use base::rng::{Rng, mix};
use ugi::{Client, Command, Go, History, Info, Pipe, Query, Score, Turn};

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
    /// Returns the first balanced candidate for the opening with this number, with the deals of a block. If the
    /// candidates have deals and none is balanced, returns the most balanced one.
    pub(super) fn opening(
        &self,
        plan: &Plan,
        number: u64,
        block: u64,
        referee: &mut Client<impl Pipe>,
    ) -> Result<Opening> {
        let mut best: Option<(u32, Opening)> = None;
        let mut deals = false;
        let mut candidate = 0;
        while candidate < if deals { MAX_CANDIDATES_WITH_DEAL } else { MAX_CANDIDATES } {
            let mut rng = Rng::new(mix(opening_seed(plan, number) ^ mix(candidate)));
            candidate += 1;
            let Some((opening, dealt)) = self.candidate(plan, block, &mut rng, referee)? else { continue };
            deals |= dealt;
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
                "opening {number}: none of {candidate} random openings is balanced: use more plies or a larger balance"
            )
        })
    }

    /// Returns a candidate, and whether it includes deals; `None` if the game is over at or before the end of the
    /// candidate. The seed of a deal depends only on the plan's seed, the block and the number of earlier deals, so all
    /// candidates of a block start with the same deals.
    fn candidate(
        &self,
        plan: &Plan,
        block: u64,
        rng: &mut Rng,
        referee: &mut Client<impl Pipe>,
    ) -> Result<Option<(Opening, bool)>> {
        let mut opening = Opening::start();
        let (mut plies, mut deals) = (0, 0);
        loop {
            let token = match opening.turn(referee)? {
                Turn::Over => return Ok(None),
                Turn::Chance => {
                    deals += 1;
                    referee.ask_word(Query::Draw(deal_seed(plan, block, deals - 1)))?
                }
                Turn::Seat(_) if plies == self.plies => return Ok(Some((opening, deals > 0))),
                Turn::Seat(_) => {
                    plies += 1;
                    random_move(referee, rng)?
                }
            };
            opening.moves.push(token);
        }
    }

    /// Returns the absolute score of the position after an opening, in hundredths of a piece; 0 if the search has too
    /// few nodes for a score. Returns `None` if the search reports a mate, or if its best line reaches the end of the
    /// game.
    fn imbalance(&self, opening: &Opening, referee: &mut Client<impl Pipe>) -> Result<Option<u32>> {
        // `uginewgame` clears the hash table, so that the result does not depend on earlier searches. After this
        // command, the position must be sent again.
        let position = History::new(&opening.base, &opening.moves).line().to_string();
        referee.send_all(&[Command::NewGame.to_string(), position])?;
        let infos = referee.go(&Go::default().with_nodes(self.nodes))?.infos;
        let scored = infos.iter().rev().filter_map(|line| Info::parse(line)).find(|info| info.score.is_some());
        let (score, pv) = match scored {
            None => (0, Vec::new()),
            Some(Info { score: Some(Score::Cp(score)), pv, .. }) => (score, pv),
            Some(_) => return Ok(None),
        };
        let mut end = opening.clone();
        end.moves.extend(pv);
        Ok((end.turn(referee)? != Turn::Over).then_some(score.unsigned_abs()))
    }
}

/// The maximum number of tokens of a random game.
const LONGEST_GAME: usize = 400;

/// Plays a random game from the start position, to its end or for `LONGEST_GAME` tokens.
pub fn random_game(referee: &mut Client<impl Pipe>, rng: &mut Rng) -> Result<Opening> {
    let mut game = Opening::start();
    while game.moves.len() < LONGEST_GAME {
        let token = match game.turn(referee)? {
            Turn::Over => break,
            Turn::Chance => referee.ask_word(Query::Draw(rng.next()))?,
            Turn::Seat(_) => random_move(referee, rng)?,
        };
        game.moves.push(token);
    }
    Ok(game)
}

/// Returns a random legal move in the referee's current position.
pub fn random_move(referee: &mut Client<impl Pipe>, rng: &mut Rng) -> Result<String> {
    let mut legal = referee.ask(Query::Legal)?;
    ensure!(!legal.is_empty(), "the referee has no legal move, but the game is not over");
    Ok(legal.swap_remove(rng.index(legal.len())))
}
