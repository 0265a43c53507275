//! The greedy yardstick: looks one ply ahead like a decent beginner. Frozen: later versions are measured against it.

use super::position::{Action, Jeex, other};
use kit::game::{Game, GameResult};

/// How good a legal move looks to the side to move; a stone on the board is worth 100.
pub(super) fn greedy(position: &Jeex, action: Action) -> i32 {
    let (own, enemy) = (position.mover, other(position.mover));
    let next = position.after(action);
    match next.ending().map(|ending| ending.result) {
        Some(GameResult::Win(team)) if team == own.index() => return 100_000,
        Some(GameResult::Win(_)) => return -100_000,
        Some(_) => return 0,
        None if next.claim_is_right() => return -50_000,
        None => {}
    }
    let balance = |count: fn(&Jeex, kit::game::Seat) -> usize| count(&next, own) as i32 - count(&next, enemy) as i32;
    let stones = balance(|p, seat| p.stones_of(seat).count());
    let stock = balance(|p, seat| usize::from(p.stock_of(seat)));
    let attackers = balance(|p, seat| p.attackers_of(seat).count());
    let in_danger = next.tips(enemy).and(next.stones_of(own)).count() as i32;
    let in_sight = next.tips(own).and(next.stones_of(enemy)).count() as i32;
    let threat = i32::from(!next.attackers_of(own).is_empty() && next.attackers_of(enemy).is_empty());
    100 * stones + 30 * stock + 60 * attackers - 80 * in_danger + 30 * in_sight + 150 * threat
}
