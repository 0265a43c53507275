//! Search helpers for the solvers of both puzzles: limits, and extending lines to the end of the game.

use kit::search::Skill;
use kit::search::{Control, SearchTask};
use kit::state::State;
use ugi::Turn;

/// Returns a copy of `control`. If `task.skill` is below full strength, the node limit of the copy is at most that of
/// the skill level.
pub fn limit_nodes_by_skill<'a, A>(control: &Control<'a>, task: &SearchTask<A>) -> Control<'a> {
    let most = Skill::new(task.skill).map(Skill::nodes);
    Control { nodes: control.nodes.into_iter().chain(most).min(), ..*control }
}

/// Returns the lower of the task's depth and mate limits, or the only one; `None` if it has neither.
pub fn max_depth<A>(task: &SearchTask<A>) -> Option<usize> {
    [task.depth, task.mate].into_iter().flatten().min().map(|depth| depth as usize)
}

/// Extends a line to the end of the game by playing the first legal move each time. An empty line starts with the first
/// of the task's root moves, if the task restricts them. The result is empty only if there is no legal move.
pub fn extend_line<G: State>(root: &G, task: &SearchTask<G::Action>, line: &[G::Action]) -> Vec<G::Action> {
    let mut line = line.to_vec();
    if line.is_empty() {
        line.extend(task.moves.first());
    }
    let mut position = line.iter().fold(root.clone(), |position, &action| position.after(action));
    let mut moves = Vec::new();
    while position.turn() != Turn::Over {
        moves.clear();
        position.actions(&mut moves);
        let Some(&action) = moves.first() else { break };
        position.play(action);
        line.push(action);
    }
    line
}
