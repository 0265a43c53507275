//! Tests for the search: what it counts as a draw.

use super::super::network::accumulators::Accumulators;
use super::super::position::Checkers;
use super::read;
use kit::game::Game;
use kit::search::{AlphaBeta, Control, SearchTask, Searcher, Stop};
use kit::state::State;
use ugi::Score;

/// Returns the best move of a search to this depth and its score. `earlier` are the positions of the game so far.
fn search(root: &Checkers, depth: u32, earlier: &[Checkers]) -> (String, Option<Score>) {
    let earlier_keys = earlier.iter().map(State::key).collect();
    let task = SearchTask { depth: Some(depth), hash: 1, earlier_keys, ..SearchTask::default() };
    let mut player = AlphaBeta::new().with_evaluator(Accumulators::default());
    let result = player.search(root, &task, &Control::new(&Stop::default()), &mut |_| ());
    (root.action_text(result.best.unwrap()), result.score)
}

#[test]
fn a_position_of_the_game_so_far_counts_as_a_draw() {
    let (strong, weak) = (read("W:WK18,K23,K27,K28:BK1,K5"), read("B:WK18,K23,K27,K28:BK1,K5"));
    let after = |root: &Checkers, token: &str| root.after(root.parse_action(token).unwrap());
    let (best, score) = search(&strong, 5, &[]);
    assert!(matches!(score, Some(Score::Cp(value)) if value > 0), "{score:?}");
    assert_ne!(search(&strong, 5, &[after(&strong, &best)]).0, best);
    let (_, score) = search(&weak, 5, &[]);
    assert!(matches!(score, Some(Score::Cp(value)) if value < 0), "{score:?}");
    for token in ["1-6", "5-9"] {
        assert_eq!(search(&weak, 5, &[after(&weak, token)]), (token.to_owned(), Some(Score::Cp(0))));
    }
}
