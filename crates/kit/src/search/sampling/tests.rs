//! Tests for the sampling search on toy games: limits, exact values, and independence of hidden cards.

use super::super::exact_toys::{Heap, SearchRun, Tricks, VISITED, depth, search_with};
use super::{MAX_DEPTH, Sampling};
use crate::chance::Hidden;
use crate::search::control::{Control, Stop};
use crate::search::sampled::Sampled;
use crate::search::task::{Report, SearchTask, Searcher};
use crate::state::State;
use ugi::{Score, Seat, Viewer};

/// Searches with a reply tree and without a clock.
fn search<G: super::Sampled>(root: &G, task: &SearchTask<G::Action>, nodes: Option<u64>) -> SearchRun<G::Action> {
    search_with(Sampling::new(), root, task, nodes)
}

fn view(seed: u64) -> Tricks {
    Tricks::dealt(seed).mask(Viewer::Seat(Seat::P1))
}

#[test]
fn without_a_tree_means_are_the_exact_expectations() {
    for seed in 0..6 {
        let root = view(seed);
        let (_, reports) = search_with(Sampling::flat(), &root, &SearchTask { multi_pv: 3, ..depth(14) }, None);
        for report in &reports[reports.len() - 3..] {
            let determinizations = root.determinizations();
            let exact = determinizations.iter().map(|world| world.after(report.pv[0]).exact()[0]).sum::<f64>();
            let exact = 1000.0 * exact / determinizations.len() as f64;
            let [win, ..] = report.wdl.expect("the report has wdl");
            // Three standard errors of 2^14 coin flips are 12 permille.
            assert!((f64::from(win) - exact).abs() < 12.0, "{report:?}, but {exact}");
        }
    }
}

#[test]
fn the_best_move_has_the_best_exact_expectation() {
    for seed in 0..20 {
        let root = view(seed);
        let exact = |card| root.determinizations().iter().map(|world| world.after(card).exact()[0]).sum::<f64>() / 20.0;
        let cards = root.legal();
        let best = cards.iter().map(|&card| exact(card)).fold(0.0, f64::max);
        let (answer, _) = search_with(Sampling::flat(), &root, &depth(12), None);
        let found = exact(answer.best.expect("there are moves"));
        assert!(best - found < 0.02, "seed {seed}: {found} instead of {best}");
    }
}

#[test]
fn with_a_tree_the_best_replies_are_found() {
    // The side to move loses if the number of pieces is a multiple of four, so the best move leaves such a heap.
    for left in [5, 6, 7, 9, 10, 11] {
        let (answer, _) = search(&Heap::new(left, 2), &depth(13), None);
        assert_eq!(answer.best, Some(left % 4), "heap of {left}");
    }
}

#[test]
fn means_are_over_the_determinizations() {
    // Each side has taken one trick. p1 leads its last card, 5, and wins only if p2's card, one of 4, 6, 7 and 8, is
    // the 4.
    let root = Tricks { hands: Some([vec![5], vec![0]]), led: None, taken: [1, 1], played: vec![1, 2, 3, 9] };
    let (answer, reports) = search(&root, &depth(14), None);
    let [win, ..] = reports.last().and_then(|report| report.wdl).expect("the report has wdl");
    assert_eq!(answer.best, Some(5));
    assert!((i32::from(win) - 250).abs() < 12, "{win}");
}

#[test]
fn all_determinizations_are_sampled_from_the_view_alone() {
    // `truth` and `other` look the same to p1, but not to p2.
    let truth = Tricks::dealt(3);
    let mut other = truth.clone();
    let [own, theirs] = other.hands.as_mut().expect("the cards are dealt");
    *theirs = (1..=9).filter(|card| !own.contains(card) && !theirs.contains(card)).collect();
    assert_ne!(truth, other);
    let searched = |truth: &Tricks| search(&truth.mask(Viewer::Seat(Seat::P1)), &depth(8), None);
    assert_eq!(searched(&truth), searched(&other));
}

#[test]
fn the_same_seed_gives_the_same_lines() {
    let task = SearchTask { multi_pv: 2, ..depth(9) };
    let first = search(&view(5), &task, None);
    assert_eq!(first, search(&view(5), &task, None));
    assert_ne!(first.1, search(&view(5), &SearchTask { seed: 2, ..task }, None).1);
    assert_eq!(
        search(&view(5), &SearchTask::default(), Some(5000)),
        search(&view(5), &SearchTask::default(), Some(5000))
    );
}

#[test]
fn several_threads_play_all_determinizations() {
    let (answer, reports) = search(&Heap::new(6, 2), &SearchTask { threads: 3, ..depth(12) }, None);
    assert_eq!(reports.iter().map(|report| report.depth).collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
    assert_eq!(answer.best, Some(2));
    assert_eq!(reports[11].nodes, answer.nodes);
    // In each determinization, every move that has not been eliminated visits at least one state.
    assert!(answer.nodes > 1 << 12);
}

#[test]
fn nodes_are_the_states_visited_and_stay_within_the_limit() {
    for limit in (1..60).chain([100, 1000, 4321]) {
        let root = view(limit);
        VISITED.set(0);
        let (answer, reports) = search(&root, &SearchTask::default(), Some(limit));
        assert_eq!(VISITED.get(), answer.nodes, "limit {limit}");
        assert!(answer.nodes <= limit && reports.iter().all(|report| report.nodes <= limit), "limit {limit}");
        assert_eq!(reports.last().map(|report| report.pv[0]), answer.best, "limit {limit}");
        let (answer, _) = search(&root, &SearchTask { threads: 2, ..SearchTask::default() }, Some(limit));
        assert!(answer.nodes <= limit && answer.best.is_some(), "limit {limit} on two threads");
    }
}

#[test]
fn a_limit_that_allows_no_playout_is_remarked() {
    let remark = |nodes| search(&view(1), &SearchTask::default(), Some(nodes)).0.remark;
    let longest = Tricks::LONGEST_PLAYOUT + MAX_DEPTH as u64 + 1;
    let text = format!("no playout: it may visit {longest} nodes, and the limit is 5");
    assert_eq!((remark(5), remark(10 * longest)), (Some(text), None));
}

#[test]
fn each_doubling_is_reported_for_each_rank() {
    let (answer, reports) = search(&view(1), &SearchTask { multi_pv: 2, ..depth(6) }, None);
    let reported: Vec<_> = reports.iter().map(|report| (report.depth, report.multi_pv)).collect();
    let expected: Vec<_> = (1..=6).flat_map(|depth| [(depth, 1), (depth, 2)]).collect();
    assert_eq!(reported, expected);
    assert_eq!(reports[reports.len() - 2].pv, [answer.best.expect("there are moves")]);
    assert!(reports.iter().all(|report| report.evs.is_empty() && report.wdl.is_some()));
    let wins = |rank: usize| reports[reports.len() - 2 + rank].wdl.expect("the report has wdl")[0];
    assert!(wins(0) >= wins(1));
}

#[test]
fn a_win_in_one_is_a_mate_and_found_at_once() {
    let (answer, reports) = search(&Heap::new(3, 3), &SearchTask::default(), Some(100_000));
    assert_eq!((answer.best, answer.score), (Some(3), Some(Score::Mate(1))));
    assert!(answer.nodes < 1000);
    let last = reports.last().expect("at least one report");
    assert_eq!((last.score, last.wdl, &last.evs[..]), (Some(Score::Mate(1)), Some([1000, 0, 0]), &[1000, 0, 0][..]));
}

#[test]
fn payoffs_of_three_teams_sum_to_a_thousand() {
    let (_, reports) = search(&Heap::new(9, 3), &SearchTask { multi_pv: 3, ..depth(7) }, None);
    assert_eq!(reports.len(), 21);
    assert!(reports.iter().all(|report| report.evs.len() == 3 && report.evs.iter().sum::<u16>() == 1000));
}

#[test]
fn root_moves_can_be_restricted() {
    let root = view(2);
    for card in root.legal() {
        let (answer, reports) = search(&root, &SearchTask { moves: vec![card], ..depth(3) }, None);
        assert_eq!(answer.best, Some(card));
        assert!(reports.iter().all(|report| report.pv == [card]));
    }
}

#[test]
fn a_stopped_search_still_answers() {
    let stop = Stop::default();
    stop.stop();
    let mut reports = 0;
    let answer = Sampling::new().search(&view(4), &SearchTask::default(), &Control::new(&stop), &mut |_| reports += 1);
    assert!(answer.best.is_some() && reports == 1);
}

#[test]
fn lower_skill_plays_worse_moves_but_never_misses_a_win_in_one() {
    // Whether the second-best move is slightly worse than the best.
    let close = |reports: &[Report<u8>]| {
        let [best, second] = [2, 1].map(|last| reports[reports.len() - last].wdl.expect("the report has wdl")[0]);
        (30..120).contains(&(best - second))
    };
    let all = (0..30).map(view).map(|root| (search(&root, &SearchTask { multi_pv: 2, ..depth(10) }, None), root));
    let chosen: Vec<_> = all.filter(|((_, reports), _)| close(reports)).collect();
    let strays = [0, 10, 19].map(|skill| {
        let task = |seed| SearchTask { seed, skill, ..depth(10) };
        let strays = |root, best, seed| search(root, &task(seed), None).0.best != best;
        chosen.iter().map(|((answer, _), root)| (0..10).filter(|&seed| strays(root, answer.best, seed)).count()).sum()
    });
    let [weak, middling, strong]: [usize; 3] = strays;
    assert!(weak > middling && middling > strong, "{strays:?} of {}", 10 * chosen.len());
    let heap = |seed| search(&Heap::new(3, 2), &SearchTask { seed, skill: 0, ..depth(10) }, None).0.best;
    assert!((0..20).all(|seed| heap(seed) == Some(3)));
}
