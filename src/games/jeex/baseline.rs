//! The baseline player `greedy`, which looks one ply ahead. It must not change, because later versions of the engine
//! are measured against it.

use super::moves::Action;
use super::position::{Jeex, other};
use kit::state::State;
use ugi::{GameResult, Seat};

/// Returns the value of a legal move for the side to move. A stone on the board is worth 100.
pub fn greedy(position: &Jeex, action: Action) -> i32 {
    let (own, enemy) = (position.mover, other(position.mover));
    let next = position.after(action);
    match next.ending().map(|ending| ending.result) {
        Some(GameResult::Win(team)) if team == own.index() => return 100_000,
        Some(GameResult::Win(_)) => return -100_000,
        Some(_) => return 0,
        None if next.claim_is_right() => return -50_000,
        None => {}
    }
    let balance = |count: fn(&Jeex, Seat) -> u32| count(&next, own) as i32 - count(&next, enemy) as i32;
    let stones = balance(|p, seat| p.stones_of(seat).count_ones());
    let stock = balance(|p, seat| u32::from(p.stock_of(seat)));
    let attackers = balance(|p, seat| p.attackers_of(seat).count_ones());
    let in_danger = (next.tips(enemy) & next.stones_of(own)).count_ones() as i32;
    let in_sight = (next.tips(own) & next.stones_of(enemy)).count_ones() as i32;
    let threat = i32::from(next.attackers_of(own) != 0 && next.attackers_of(enemy) == 0);
    100 * stones + 30 * stock + 60 * attackers - 80 * in_danger + 30 * in_sight + 150 * threat
}
