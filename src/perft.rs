//! Perft: the number of move sequences of a given length. Knows no game; hidden hands and chance must be settled before.

use crate::game::Game;

/// The number of move sequences of `depth` plies. The last ply is counted, not played, the last two where the game can do
/// so, and one list serves all plies as a stack.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    count(position, depth, &mut Vec::new())
}

/// Every legal move with the number of sequences of `depth` plies that begin with it; nothing at depth 0.
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Action, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let mut actions = Vec::new();
    position.actions(&mut actions);
    let mut stack = Vec::new();
    actions.into_iter().map(|action| (action, count(&position.after(action), rest, &mut stack))).collect()
}

fn count<G: Game>(position: &G, depth: u32, stack: &mut Vec<G::Action>) -> u64 {
    match depth {
        0 => return 1,
        1 => return position.count_actions() as u64,
        2 => {
            if let Some(count) = position.count_replies(stack) {
                return count;
            }
        }
        _ => {}
    }
    let start = stack.len();
    position.actions(stack);
    let total = if depth == 2 {
        // Most of the positions lie here: they are counted where they arise, without a call and without a place in memory.
        stack[start..].iter().map(|&action| position.after(action).count_actions() as u64).sum()
    } else {
        (start..stack.len()).map(|index| count(&position.after(stack[index]), depth - 1, stack)).sum()
    };
    stack.truncate(start);
    total
}
