//! The playout policy: in a determinization, each seat plays the move with the best evaluation, to which noise is
//! added, until the deal ends.

use super::chance::Event;
use super::eval::{log_odds, mean_log_odds, signed, win_probability};
use super::moves::{Action, apply};
use super::position::Keezen;
use base::rng::Rng;
use kit::chance::Chance;
use kit::search::{Payoffs, Sampled};
use kit::state::State;
use ugi::Turn;

/// The width of the uniform noise added to the value of each move, in log odds. It makes playouts differ between
/// determinizations.
const NOISE: f32 = 0.1;

impl Keezen {
    /// Returns the move that leads to the best board for the mover's team, evaluated with added noise. The choice
    /// ignores the other seats' hands.
    fn policy(&self, rng: &mut Rng, scratch: &mut Vec<Action>) -> Option<Action> {
        let seat = self.seat()?;
        scratch.clear();
        self.actions(scratch);
        if scratch.len() < 2 {
            return scratch.first().copied();
        }
        let colour = self.options(seat).colour;
        let (way, pairs) = (self.partners.way(), self.partners.known()?);
        let sign = signed(pairs, seat, 1.0);
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for &action in scratch.iter() {
            let mut board = self.board;
            apply(&mut board, colour, way, action);
            let value = sign * log_odds(&board, pairs, 0) + NOISE * rng.unit() as f32;
            if value > most {
                (best, most) = (Some(action), value);
            }
        }
        best
    }
}

impl Sampled for Keezen {
    /// A playout lasts at most until the end of the deal. A deal has at most twenty cards, so at most twenty nodes are
    /// moves; the other four are a margin for chance events.
    const LONGEST_PLAYOUT: u64 = 24;

    fn playout(mut self, rng: &mut Rng, scratch: &mut Vec<Action>, nodes: &mut u64) -> Payoffs {
        loop {
            *nodes += 1;
            match self.turn() {
                Turn::Over => return self.payoffs(),
                Turn::Chance => {
                    let Some(pairs) = self.partners.known() else { return self.payoffs() };
                    if self.reveal_is_due() {
                        self.apply_event(&Event::Reveal(pairs));
                        continue;
                    }
                    let won = win_probability(log_odds(&self.board, pairs, self.next_leader()));
                    return Payoffs::from([won, 1.0 - won]);
                }
                Turn::Seat(_) => {
                    let Some(action) = self.policy(rng, scratch) else { return self.payoffs() };
                    self.play(action);
                }
            }
        }
    }

    /// Returns the static evaluation of the board after the move: the log odds that the mover's team wins, in
    /// thousandths. The hands are ignored.
    fn prior(&self, action: Action) -> i32 {
        let Some(seat) = self.seat() else { return 0 };
        let mut board = self.board;
        apply(&mut board, self.options(seat).colour, self.partners.way(), action);
        let leader = self.next_leader();
        let odds = match self.partners.known() {
            Some(pairs) => signed(pairs, seat, log_odds(&board, pairs, leader)),
            None => mean_log_odds(&board, seat, leader),
        };
        (1000.0 * odds) as i32
    }
}
