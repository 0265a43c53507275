//! The books of split points, and who finds which.

use super::order::Place;
use super::path::Path;
use super::pool::Pool;
use super::split::{Node, Rest, Split};
use super::terms::Terms;
use crate::game::State;
use crate::search::evaluate::Evaluate;
use crate::search::toy::Toy;
use std::sync::Arc;

/// A split point of four moves; the first is tried, the others are best taken in the order 6, 7, 5.
fn split(depth: i32, parent: Option<&Arc<Split<Toy>>>) -> Arc<Split<Toy>> {
    let node = Node {
        position: Toy::start(&1),
        place: Place { ply: 3, side: 1 },
        pv: true,
        terms: Terms::whole(depth),
        beta: 50,
        way: Vec::new(),
        root_depth: 8,
    };
    Arc::new(Split::new(node, parent.cloned(), Rest::new(&[4, 5, 6, 7], &[9, 1, 3, 2], 1, [0, -7], 0)))
}

#[test]
fn moves_are_taken_in_order_and_handed_back() {
    let split = split(5, None);
    let [first, second] = [split.take().unwrap(), split.take().unwrap()];
    assert_eq!([(first.action, first.tried), (second.action, second.tried)], [(6, 1), (7, 2)]);
    assert!(!split.is_done());
    split.give(second, 20, &[1, 2], 9);
    split.give(first, 10, &[3], 11);
    assert!(split.is_done() && !split.is_vain() && split.has_moves());
    assert_eq!(split.take().unwrap().action, 5);
    assert!(split.take().is_none() && !split.has_moves() && !split.is_done() && split.alpha() == 20);
    let rest = split.rest();
    assert_eq!((rest.best, rest.best_code), (20, Toy::code(second.action)));
    assert_eq!((rest.line.as_slice(), rest.seldepth), (&[7, 1, 2][..], 11));
    assert!(!rest.is_lost() && rest.refutation().is_none());
}

#[test]
fn after_a_move_was_given_up_no_other_is_taken() {
    let split = split(5, None);
    let [first, _] = [split.take().unwrap(), split.take().unwrap()];
    split.lose();
    assert!(!split.has_moves() && split.take().is_none() && !split.is_done());
    split.give(first, 20, &[], 0);
    assert!(split.is_done() && split.rest().is_lost());
}

/// A thread that joins far from where it was goes on as if it had come there itself.
#[test]
fn a_way_can_be_followed() {
    let way = |seed: u64, plies: usize| {
        let mut position = Toy::start(&seed);
        let mut path = Path::new(&position, Arc::default());
        for ply in 1..=plies {
            let moves = position.legal();
            position = position.after(moves[0]);
            path.leave(ply - 1, ply == 2);
            path.enter(&position, ply);
        }
        (path, position)
    };
    let ((mut one, position), (mut other, _)) = (way(1, 3), way(2, 4));
    assert_ne!(one.way(3), other.way(3));
    other.follow(&one.way(3));
    assert_eq!(other.way(3), one.way(3));
    let moves = position.legal();
    let next = position.after(moves[0]);
    one.leave(3, false);
    other.leave(3, false);
    assert_eq!(other.enter(&next, 4), one.enter(&next, 4));
}

#[test]
fn a_refutation_ends_it_and_all_below() {
    let above = split(5, None);
    let below = split(3, Some(&split(4, Some(&above))));
    let [first, second] = [above.take().unwrap(), above.take().unwrap()];
    assert!(!below.is_vain());
    above.give(second, 50, &[], 0);
    assert!(above.is_done() && above.is_vain() && below.is_vain() && !below.is_refuted());
    // What comes later changes nothing.
    above.give(first, 60, &[], 0);
    assert!(above.take().is_none());
    let rest = above.rest();
    assert_eq!((rest.best, rest.refutation()), (50, Some(vec![4, 6, 7])));
}

#[test]
fn a_refutation_goes_to_the_end_of_what_was_tried() {
    let split = split(5, None);
    let [first, _] = [split.take().unwrap(), split.take().unwrap()];
    split.give(first, 99, &[], 0);
    assert_eq!(split.rest().refutation(), Some(vec![4, 7, 6]));
}

#[test]
fn who_is_idle_finds_the_deepest_search_and_who_waits_only_what_is_below() {
    let pool = Pool::new();
    let found =
        |above: Option<&Arc<Split<Toy>>>| pool.find(above.map(|split| &**split)).map(|split| split.node.terms.depth);
    assert!(found(None).is_none() && !pool.wants_work());
    let (deepest, other) = (split(9, None), split(7, None));
    let below = split(6, Some(&split(8, Some(&other))));
    for split in [&other, &deepest, &below] {
        pool.open(split.clone());
    }
    assert_eq!([found(None), found(Some(&other)), found(Some(&below))], [Some(9), Some(6), None]);
    pool.close(&deepest);
    assert_eq!(found(None), Some(7));
    // No moves left; in vain.
    while let Some(candidate) = other.take() {
        other.give(candidate, -9, &[], 0);
    }
    assert_eq!(found(None), Some(6));
    below.give(below.take().unwrap(), 50, &[], 0);
    assert_eq!(found(None), None);
    pool.idle(true);
    assert!(pool.wants_work());
    pool.idle(false);
    assert!(!pool.wants_work());
}
