//! What the solvers of both puzzles share: limits, and lines played to their end.

use kit::game::{Game, Turn};
use kit::search::skill::Skill;
use kit::search::{Control, SearchTask};

/// The limits, with fewer nodes below full strength.
pub fn limit_nodes_by_skill<'a, A>(control: &Control<'a>, task: &SearchTask<A>) -> Control<'a> {
    let most = Skill::new(task.skill).map(Skill::nodes);
    Control { nodes: control.nodes.into_iter().chain(most).min(), ..*control }
}

/// The plies that a task may look ahead; `None` when any number.
pub fn max_depth<A>(task: &SearchTask<A>) -> Option<usize> {
    [task.depth, task.mate].into_iter().flatten().min().map(|depth| depth as usize)
}

/// A line, begun as the task asks, and whatever can be played behind it. Not empty where there is a move at all.
pub fn extend_line<G: Game>(root: &G, task: &SearchTask<G::Action>, line: &[G::Action]) -> Vec<G::Action> {
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
