//! Tests for the baseline players on toy games: limits, determinism and the choice of moves.

use super::super::exact_toys::{Heap, Tricks, VISITED, depth, search_with as search};
use super::{Flat, Greedy, Random, Uct};
use crate::chance::Hidden;
use crate::search::control::Control;
use crate::search::task::{ReportHandler, SearchResult, SearchTask, Searcher};
use crate::state::{State, Verdict};
use ugi::{GameResult, Score, Seat, Viewer};

fn all_four<G: State>(value: fn(&G, G::Action) -> i32) -> [Box<dyn Searcher<G>>; 4] {
    [Box::new(Random), Box::new(Greedy::new(value)), Box::new(Uct), Box::new(Flat)]
}

impl<G: State> Searcher<G> for Box<dyn Searcher<G>> {
    fn clear(&mut self) {
        (**self).clear();
    }

    fn errors(&mut self) -> Vec<String> {
        (**self).errors()
    }

    fn static_eval(&self, position: &G) -> Option<i32> {
        (**self).static_eval(position)
    }

    fn search(
        &mut self,
        root: &G,
        task: &SearchTask<G::Action>,
        control: &Control,
        report: ReportHandler<G>,
    ) -> SearchResult<G::Action> {
        (**self).search(root, task, control, report)
    }
}

#[test]
fn uct_and_flat_find_a_win_in_one() {
    for seats in [2, 3] {
        for left in 1..=3 {
            let root = Heap::new(left, seats);
            assert_eq!(search(Uct, &root, &depth(8), None).0.best, Some(left));
            assert_eq!(search(Flat, &root, &depth(5), None).0.best, Some(left));
        }
    }
}

#[test]
fn uct_agrees_with_negamax() {
    for left in 1..=13 {
        let root = Heap::new(left, 2);
        let best = search(Uct, &root, &depth(14), None).0.best.expect("there are moves");
        assert_eq!(-root.after(best).negamax(), root.negamax(), "heap of {left}");
    }
}

/// Returns the expected payoff of the side to move if both sides play at random.
fn random_payoff(root: &Heap) -> f64 {
    let moves = root.legal();
    let values = moves.iter().map(|&action| 1.0 - random_payoff(&root.after(action)));
    if moves.is_empty() { 0.0 } else { values.sum::<f64>() / moves.len() as f64 }
}

#[test]
fn flat_means_are_the_expectations_of_random_play() {
    let root = Heap::new(9, 2);
    let (_, reports) = search(Flat, &root, &SearchTask { multi_pv: 3, ..depth(14) }, None);
    for report in &reports[reports.len() - 3..] {
        let exact = 1000.0 * (1.0 - random_payoff(&root.after(report.pv[0])));
        let win = f64::from(report.wdl.expect("the report has wdl")[0]);
        assert!((win - exact).abs() < 12.0, "{report:?}, but {exact}");
    }
}

#[test]
fn flat_agrees_with_negamax_where_random_play_is_not_misleading() {
    for left in [5, 6, 7] {
        let root = Heap::new(left, 2);
        assert_eq!(search(Flat, &root, &depth(12), None).0.best, Some(left - 4));
    }
}

#[test]
fn three_teams_maximise_their_own_payoff() {
    // Whatever p1 takes from a heap of four, p2 can take the rest and win. If p2 and p3 played as a coalition, it would
    // not matter which of them wins, so neither would be sure to win.
    let root = Heap::new(4, 3);
    let (_, reports) = search(Uct, &root, &depth(12), None);
    let last = reports.last().expect("at least one report");
    assert_eq!(last.evs.iter().sum::<u16>(), 1000);
    assert!(last.evs[1] > 900, "{last:?}");
}

#[test]
fn greedy_takes_the_most() {
    let greedy = Greedy::new(|_: &Heap, action| action as i32);
    let (answer, reports) =
        search(greedy, &Heap::new(9, 2), &SearchTask { multi_pv: 2, ..SearchTask::default() }, None);
    assert_eq!(answer.best, Some(3));
    assert_eq!(reports.iter().map(|report| report.score).collect::<Vec<_>>(), [Score::Cp(3), Score::Cp(2)].map(Some));
}

#[test]
fn greedy_breaks_ties_at_random_and_random_plays_any_move() {
    let root = Heap::new(9, 2);
    let mut chosen = [[0; 4]; 2];
    for seed in 0..300 {
        let task = SearchTask { seed, ..SearchTask::default() };
        let greedy = Greedy::new(|_: &Heap, action| -(action as i32 / 2));
        chosen[0][search(greedy, &root, &task, None).0.best.expect("there are moves") as usize] += 1;
        chosen[1][search(Random, &root, &task, None).0.best.expect("there are moves") as usize] += 1;
    }
    assert_eq!(chosen[0], [0, 300, 0, 0]);
    assert!(chosen[1][1..].iter().all(|&times| times > 70), "{chosen:?}");
    let even =
        |seed| search(Greedy::new(|_: &Heap, _| 0), &root, &SearchTask { seed, ..SearchTask::default() }, None).0.best;
    assert!((1..=3).all(|wanted| (0..50).any(|seed| even(seed) == Some(wanted))));
}

#[test]
fn all_are_deterministic_and_keep_their_node_limit() {
    for seed in 0..40 {
        let (heap, limit) = (Heap::new(11, 2), seed + 1);
        let view = Tricks::dealt(seed).mask(Viewer::Seat(Seat::P1));
        let task = SearchTask { seed, ..SearchTask::default() };
        for (one, two) in all_four(|_: &Heap, action| action as i32).into_iter().zip(all_four(|_, a| a as i32)) {
            VISITED.set(0);
            let first = search(one, &heap, &task, Some(limit));
            assert!(VISITED.get() <= first.0.nodes && first.0.nodes <= limit, "{first:?}");
            assert_eq!(first.1.last().map(|report| report.pv[0]), first.0.best);
            assert_eq!(first, search(two, &heap, &task, Some(limit)));
        }
        let task = SearchTask { seed, ..SearchTask::default() };
        for (one, two) in all_four(|_: &Tricks, _| 0).into_iter().zip(all_four(|_, _| 0)) {
            let first = search(one, &view, &task, Some(50 * limit));
            assert!(first.0.nodes <= 50 * limit && first.0.best.is_some());
            assert_eq!(first, search(two, &view, &task, Some(50 * limit)));
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_played() {
    let root = Heap::new(9, 2);
    for player in all_four(|_: &Heap, action| action as i32) {
        let task = SearchTask { moves: vec![2], ..depth(4) };
        assert_eq!(search(player, &root, &task, Some(500)).0.best, Some(2));
    }
}

#[test]
fn uct_and_flat_work_on_hidden_hands_and_report_doublings() {
    let view = Tricks::dealt(7).mask(Viewer::Seat(Seat::P1));
    for player in [Box::new(Uct) as Box<dyn Searcher<Tricks>>, Box::new(Flat)] {
        let (answer, reports) = search(player, &view, &depth(10), None);
        assert_eq!(reports.iter().map(|report| report.depth).collect::<Vec<_>>(), (1..=10).collect::<Vec<_>>());
        assert_eq!((reports[9].pv.len(), answer.ponder), (1, None));
    }
}

#[test]
fn uct_reports_a_legal_line_without_hidden_hands() {
    let (answer, reports) = search(Uct, &Heap::new(13, 2), &depth(12), None);
    let line = &reports.last().expect("at least one report").pv;
    assert!(line.len() > 2 && line.iter().sum::<u32>() <= 13, "{line:?}");
    assert_eq!((answer.best, answer.ponder), (Some(line[0]), Some(line[1])));
}

#[test]
fn an_offender_of_three_ranks_last() {
    let position = Heap::new(5, 3);
    for seat in (0..3).map(Seat::new) {
        let verdict = Some(Verdict::Offence(seat));
        assert_eq!(position.result_with(verdict), GameResult::Draw);
        let scores = position.scores(verdict);
        assert!((0..3).all(|other| scores[other] == i32::from(other != seat.index())), "{scores:?}");
    }
}
