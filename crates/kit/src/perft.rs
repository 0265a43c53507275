//! Perft: counts the move sequences of a given length. The position must contain no unknown cards, and no chance event
//! may be due. Shorter sequences, cut off by the end of the game or by a chance event, are not counted.

use crate::key_history::KeyHistory;
use crate::search::{Aborted, Stop};
use crate::state::State;

/// Maximum depth of the command `perft`. The count recurses once per ply, so the size of the stack limits the depth.
pub const MAX_DEPTH: u32 = 1000;

/// Returns the number of move sequences of `depth` plies. The repetition rule is not applied. The moves of the last ply
/// are counted without being played. If the game implements [`State::count_replies`], the moves of the last two plies
/// are counted without being played.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::perft::perft;
/// use nim::Nim;
///
/// let position = Nim { left: 4, mover: 0 };
/// assert_eq!([1, 2, 3, 4, 5].map(|depth| perft(&position, depth)), [3, 6, 4, 1, 0]);
/// ```
pub fn perft<G: State>(position: &G, depth: u32) -> u64 {
    perft_until(position, depth, &Stop::default())
}

/// Counts like [`perft`], but ends early if `stop` is set. The result may then be too small.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::perft::perft_until;
/// use speltafel_kit::search::Stop;
/// use nim::Nim;
///
/// let (position, stop) = (Nim { left: 100, mover: 0 }, Stop::default());
/// assert_eq!(perft_until(&position, 3, &stop), 27);
/// // Another thread would call this method.
/// stop.stop();
/// assert_eq!(perft_until(&position, 50, &stop), 0);
/// ```
pub fn perft_until<G: State>(position: &G, depth: u32, stop: &Stop) -> u64 {
    count(position, depth, &mut Vec::new(), stop)
}

/// For each legal move, counts the sequences of `depth` plies that start with it and then calls `each` with the move
/// and the count. At depth 0, `each` is not called. `history` contains the keys of the positions up to and including
/// `position`. These positions count towards repetitions.
///
/// # Errors
/// Returns an error if `stop` was set before the last move was counted.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::prelude::*;
/// use speltafel_kit::key_history::KeyHistory;
/// use speltafel_kit::perft::perft_divide;
/// use speltafel_kit::search::Stop;
/// use nim::Nim;
///
/// let (position, mut counts) = (Nim { left: 4, mover: 0 }, Vec::new());
/// let history = KeyHistory::new(position.key());
/// perft_divide(&history, &position, 2, &Stop::default(), &mut |action, count| counts.push((action, count)))?;
/// assert_eq!(counts, [(1, 3), (2, 2), (3, 1)]);
/// # Ok::<(), speltafel_kit::search::Aborted>(())
/// ```
pub fn perft_divide<G: State>(
    history: &KeyHistory,
    position: &G,
    depth: u32,
    stop: &Stop,
    each: &mut dyn FnMut(G::Action, u64),
) -> Result<(), Aborted> {
    let Some(rest) = depth.checked_sub(1) else { return Ok(()) };
    let actions = position.legal();
    let (mut history, mut stack) = (history.clone(), Vec::new());
    let repeats = may_repeat(&history, position, depth);
    for action in actions {
        let count = if repeats {
            count_repeating(&mut history, position, action, rest, stop)
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

/// Returns whether the repetition rule can end the game before the leaves. If `position` has earlier positions that can
/// recur, the first ply may already complete a repetition. Otherwise each recurrence takes at least two plies.
fn may_repeat<G: State>(history: &KeyHistory, position: &G, depth: u32) -> bool {
    let earliest = |limit: u32| if history.earlier().len() == 0 { 2 * (limit.max(2) - 1) } else { 1 };
    position.repetitions().is_some_and(|limit| depth > earliest(limit))
}

/// Counts the sequences of `depth` plies after `action`. A draw by repetition ends a sequence early, and such a
/// sequence is not counted. `history` is restored on return.
fn count_repeating<G: State>(
    history: &mut KeyHistory,
    position: &G,
    action: G::Action,
    depth: u32,
    stop: &Stop,
) -> u64 {
    let next = position.after(action);
    if depth == 0 {
        return 1;
    }
    history.push(next.key(), position.is_irreversible(action));
    let total = match depth {
        _ if history.ends_game(&next) || stop.is_set() => 0,
        1 => next.count_actions() as u64,
        _ => next.legal().into_iter().map(|action| count_repeating(history, &next, action, depth - 1, stop)).sum(),
    };
    history.pop();
    total
}

/// Counts the sequences of `depth` plies. `stack` contains the move lists of all plies and is restored on return.
fn count<G: State>(position: &G, depth: u32, stack: &mut Vec<G::Action>, stop: &Stop) -> u64 {
    match depth {
        0 => return 1,
        1 => return position.count_actions() as u64,
        2 => {
            if let Some(count) = position.count_replies(stack) {
                return count;
            }
        }
        // The last two plies take milliseconds at most, so the flag is checked only at greater depths.
        _ if stop.is_set() => return 0,
        _ => {}
    }
    let start = stack.len();
    position.actions(stack);
    let total = if depth == 2 {
        // Most positions of the tree are at this depth. Their moves are counted without a recursive call.
        stack[start..].iter().map(|&action| position.after(action).count_actions() as u64).sum()
    } else {
        (start..stack.len()).map(|index| count(&position.after(stack[index]), depth - 1, stack, stop)).sum()
    };
    stack.truncate(start);
    total
}
