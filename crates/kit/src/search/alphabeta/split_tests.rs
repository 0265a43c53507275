//! Tests for split-point bookkeeping and for the split-point pool.

use super::order::NodePlace;
use super::path::Path;
use super::pool::SplitPool;
use super::pruning::PruningTerms;
use super::split::{SplitNode, SplitPoint, SplitState};
use crate::game::State;
use crate::search::evaluate::Evaluate;
use crate::search::toy::Toy;
use std::sync::Arc;

/// Returns a split point with the moves 4 to 7. Move 4 has been tried. In descending order of rank, the others are 6,
/// 7, 5.
fn split_point(depth: i32, parent: Option<&Arc<SplitPoint<Toy>>>) -> Arc<SplitPoint<Toy>> {
    let node = SplitNode {
        position: Toy::start(&1),
        place: NodePlace { ply: 3, side: 1 },
        is_pv: true,
        terms: PruningTerms::whole(depth),
        beta: 50,
        path: Vec::new(),
        root_depth: 8,
    };
    Arc::new(SplitPoint::new(node, parent.cloned(), SplitState::new(&[4, 5, 6, 7], &[9, 1, 3, 2], 1, [0, -7], 0)))
}

#[test]
fn moves_are_taken_in_order_and_handed_back() {
    let split = split_point(5, None);
    let [first, second] = [split.take().unwrap(), split.take().unwrap()];
    assert_eq!([(first.action, first.tried), (second.action, second.tried)], [(6, 1), (7, 2)]);
    assert!(!split.is_done());
    split.submit(second, 20, &[1, 2], 9);
    split.submit(first, 10, &[3], 11);
    assert!(split.is_done() && !split.is_obsolete() && split.has_moves());
    assert_eq!(split.take().unwrap().action, 5);
    assert!(split.take().is_none() && !split.has_moves() && !split.is_done() && split.alpha() == 20);
    let state = split.state();
    assert_eq!((state.best, state.best_move), (20, Toy::encode(second.action)));
    assert_eq!((state.pv.as_slice(), state.seldepth), (&[7, 1, 2][..], 11));
    assert!(!state.is_abandoned() && state.refutation().is_none());
}

#[test]
fn after_a_move_was_abandoned_no_other_is_taken() {
    let split = split_point(5, None);
    let [first, _] = [split.take().unwrap(), split.take().unwrap()];
    split.abandon();
    assert!(!split.has_moves() && split.take().is_none() && !split.is_done());
    split.submit(first, 20, &[], 0);
    assert!(split.is_done() && split.state().is_abandoned());
}

/// A helper thread that has copied the path of a split point must enter positions exactly like the thread that opened
/// the split point.
#[test]
fn a_path_can_be_copied() {
    let path = |seed: u64, plies: usize| {
        let mut position = Toy::start(&seed);
        let mut path = Path::new(&position, Arc::default());
        for ply in 1..=plies {
            let moves = position.legal();
            position = position.after(moves[0]);
            path.record_move(ply - 1, ply == 2);
            path.enter(&position, ply);
        }
        (path, position)
    };
    let ((mut one, position), (mut other, _)) = (path(1, 3), path(2, 4));
    assert_ne!(one.prefix(3), other.prefix(3));
    other.follow(&one.prefix(3));
    assert_eq!(other.prefix(3), one.prefix(3));
    let moves = position.legal();
    let next = position.after(moves[0]);
    one.record_move(3, false);
    other.record_move(3, false);
    assert_eq!(other.enter(&next, 4), one.enter(&next, 4));
}

#[test]
fn a_refutation_makes_all_split_points_below_obsolete() {
    let above = split_point(5, None);
    let below = split_point(3, Some(&split_point(4, Some(&above))));
    let [first, second] = [above.take().unwrap(), above.take().unwrap()];
    assert!(!below.is_obsolete());
    above.submit(second, 50, &[], 0);
    assert!(above.is_done() && above.is_obsolete() && below.is_obsolete() && !below.is_refuted());
    // Results that arrive after the cutoff are ignored.
    above.submit(first, 60, &[], 0);
    assert!(above.take().is_none());
    let state = above.state();
    assert_eq!((state.best, state.refutation()), (50, Some(vec![4, 6, 7])));
}

#[test]
fn the_refutation_is_the_last_of_the_moves_tried() {
    let split = split_point(5, None);
    let [first, _] = [split.take().unwrap(), split.take().unwrap()];
    split.submit(first, 99, &[], 0);
    assert_eq!(split.state().refutation(), Some(vec![4, 7, 6]));
}

#[test]
fn idle_threads_find_the_deepest_split_point_and_waiting_ones_only_those_below() {
    let pool = SplitPool::new();
    let found = |above: Option<&Arc<SplitPoint<Toy>>>| {
        pool.find(above.map(|split| &**split)).map(|split| split.node.terms.depth)
    };
    assert!(found(None).is_none() && !pool.wants_work());
    let (deepest, other) = (split_point(9, None), split_point(7, None));
    let below = split_point(6, Some(&split_point(8, Some(&other))));
    for split in [&other, &deepest, &below] {
        pool.open(split.clone());
    }
    assert_eq!([found(None), found(Some(&other)), found(Some(&below))], [Some(9), Some(6), None]);
    pool.close(&deepest);
    assert_eq!(found(None), Some(7));
    // `other` runs out of moves, and then a refutation makes `below` obsolete.
    while let Some(candidate) = other.take() {
        other.submit(candidate, -9, &[], 0);
    }
    assert_eq!(found(None), Some(6));
    below.submit(below.take().unwrap(), 50, &[], 0);
    assert_eq!(found(None), None);
    pool.idle(true);
    assert!(pool.wants_work());
    pool.idle(false);
    assert!(!pool.wants_work());
}
