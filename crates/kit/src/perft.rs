//! Perft: the number of move sequences of a given length. Knows no game; hidden hands and chance must be settled before.

use crate::game::State;
use crate::key_history::KeyHistory;
use crate::search::{Aborted, Stop};

/// The greatest depth: counting recurses once for each ply.
pub const DEEPEST: u32 = 1000;

/// The number of move sequences of `depth` plies. The last ply is counted, not played, the last two where the game can do
/// so, and one list serves all plies as a stack.
pub fn perft<G: State>(position: &G, depth: u32) -> u64 {
    perft_until(position, depth, &Stop::default())
}

/// The same number, or less where `stop` was set meanwhile.
pub fn perft_until<G: State>(position: &G, depth: u32, stop: &Stop) -> u64 {
    count(position, depth, &mut Vec::new(), stop)
}

/// Calls `each` with every legal move and the number of sequences of `depth` plies that begin with it, as soon as they
/// are counted; never at depth 0. The line of play up to `position`, its last one, counts towards a repetition.
///
/// # Errors
/// `stop` was set before the last move was counted.
pub fn perft_divide<G: State>(
    past: &KeyHistory,
    position: &G,
    depth: u32,
    stop: &Stop,
    each: &mut dyn FnMut(G::Action, u64),
) -> Result<(), Aborted> {
    let Some(rest) = depth.checked_sub(1) else { return Ok(()) };
    let actions = position.legal();
    let (mut past, mut stack) = (past.clone(), Vec::new());
    let repeats = may_repeat(&past, position, depth);
    for action in actions {
        let count = if repeats {
            count_repeating(&mut past, position, action, rest, stop)
        } else {
            count(&position.after(action), rest, &mut stack, stop)
        };
        if stop.is_set() {
            return Err(Aborted);
        }
        each(action, count);
    }
    Ok(())
}

/// Can repetition draw a position of the tree other than a leaf? A position recurs after two plies at the earliest.
fn may_repeat<G: State>(past: &KeyHistory, position: &G, depth: u32) -> bool {
    let earliest = |most: u32| if past.earlier().len() == 0 { 2 * (most - 1) } else { 1 };
    position.repetitions().is_some_and(|most| depth > earliest(most))
}

/// The number of sequences of `depth` plies after a move, where lines end at a repetition. `past` is restored on return.
fn count_repeating<G: State>(past: &mut KeyHistory, position: &G, action: G::Action, depth: u32, stop: &Stop) -> u64 {
    let next = position.after(action);
    if depth == 0 {
        return 1;
    }
    past.push(next.key(), position.is_irreversible(action));
    let total = match depth {
        _ if past.ends_game(&next) || stop.is_set() => 0,
        1 => next.count_actions() as u64,
        _ => next.legal().into_iter().map(|action| count_repeating(past, &next, action, depth - 1, stop)).sum(),
    };
    past.pop();
    total
}

fn count<G: State>(position: &G, depth: u32, stack: &mut Vec<G::Action>, stop: &Stop) -> u64 {
    match depth {
        0 => return 1,
        1 => return position.count_actions() as u64,
        2 => {
            if let Some(count) = position.count_replies(stack) {
                return count;
            }
        }
        // Two plies take milliseconds at most, so the flag need not be read there.
        _ if stop.is_set() => return 0,
        _ => {}
    }
    let start = stack.len();
    position.actions(stack);
    let total = if depth == 2 {
        // Most of the positions lie here: they are counted where they arise, without a call and without a place in memory.
        stack[start..].iter().map(|&action| position.after(action).count_actions() as u64).sum()
    } else {
        (start..stack.len()).map(|index| count(&position.after(stack[index]), depth - 1, stack, stop)).sum()
    };
    stack.truncate(start);
    total
}
