//! What alpha-beta search demands from its games; see [`Searcher::law`](crate::search::Searcher::law).

use super::chance::{Expectation, LAST_EVENT};
use crate::search::evaluate::Evaluate;
use crate::search::value::{MATE, MATE_ZONE, WIN};
use std::collections::BTreeSet;
use ugi::{GameResult, Seat, Turn};

/// Checks the evaluation and the numbers of the moves.
pub(super) fn check<G: Evaluate>(position: &G) -> Result<(), String> {
    let value = if position.turn() == Turn::Chance { 0 } else { position.evaluate() };
    let legal = position.legal();
    let codes: BTreeSet<u32> = legal.iter().map(|&action| G::encode(action)).collect();
    if value.abs() >= MATE_ZONE {
        return Err(format!("`evaluate` is {value}, which is the value of a mate."));
    }
    if G::EVENTS.has_chance && value.abs() > WIN {
        return Err(format!("`evaluate` is {value}, but with chance a certain win has the value {WIN}."));
    }
    if codes.len() < legal.len() || codes.contains(&0) {
        return Err("`encode` gives 0, or two moves the same number.".to_string());
    }
    if legal.iter().any(|&action| position.history_index(action) >= G::HISTORY_SIZE) {
        return Err("`history_index` is not below `HISTORY_SIZE`.".to_string());
    }
    let side = |position: &G| match position.turn() {
        Turn::Seat(seat) => Some(position.team(seat)),
        Turn::Chance | Turn::Over => None,
    };
    if G::ALTERNATES && legal.iter().any(|&action| side(&position.after(action)) == side(position)) {
        return Err("`ALTERNATES` is true, but a side moves twice in a row.".to_string());
    }
    Ok(())
}

/// Returns the value of plain negamax (with events, of expectimax) for the side to move.
pub(super) fn negamax<G: Evaluate>(root: &G, depth: u32) -> i32 {
    let Turn::Seat(seat) = root.turn() else { return 0 };
    sign(root, root.team(seat)) * value(root, depth as i32, 0)
}

/// Returns 1 if `team` is p1's team, and otherwise -1.
fn sign<G: Evaluate>(position: &G, team: usize) -> i32 {
    if team == position.team(Seat::P1) { 1 } else { -1 }
}

/// Returns the value of a position for p1's team.
fn value<G: Evaluate>(position: &G, depth: i32, ply: i32) -> i32 {
    if let Some(ending) = position.ending() {
        return match ending.result {
            GameResult::Win(team) => sign(position, team) * (MATE - ply),
            GameResult::Draw | GameResult::None => 0,
        };
    }
    let Turn::Seat(seat) = position.turn() else { return expected(position, depth, ply) };
    let side = sign(position, position.team(seat));
    if let Some(known) = position.terminal_value().filter(|_| ply > 0) {
        return side * known;
    }
    if depth <= 0 && !position.is_forced() {
        return side * position.evaluate();
    }
    let values = position.legal().into_iter().map(|action| side * value(&position.after(action), depth - 1, ply + 1));
    side * values.max().unwrap_or(0)
}

/// Returns the value of a position in which an event is due, for p1's team.
fn expected<G: Evaluate>(position: &G, depth: i32, ply: i32) -> i32 {
    let (mut outcomes, mut expectation) = (Vec::new(), Expectation::default());
    (G::EVENTS.successors)(position, &mut outcomes);
    for (next, probability) in outcomes {
        let again = next.turn() == Turn::Chance;
        if !again || depth > LAST_EVENT {
            expectation.add(probability, value(&next, depth - i32::from(again), ply));
        }
    }
    expectation.value()
}
