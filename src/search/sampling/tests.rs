use super::super::exact_toys::{Heap, Tricks, VISITED};
use super::super::{Control, Score, Searcher, Stop, Task};
use super::{Answer, Report, Sampling};
use crate::game::{Game, Seat, Viewer};

type Told<A> = (Answer<A>, Vec<Report<A>>);

/// Searches without a clock.
fn search<G: super::Sampled>(root: &G, task: &Task<G::Action>, nodes: Option<u64>) -> Told<G::Action> {
    let stop = Stop::default();
    let control = Control { nodes, ..Control::new(&stop) };
    let mut reports = Vec::new();
    let answer = Sampling::new().search(root, task, &control, &mut |report| reports.push(report));
    (answer, reports)
}

fn depth<A>(depth: u32) -> Task<A> {
    Task { depth: Some(depth), ..Task::default() }
}

fn view(seed: u64) -> Tricks {
    Tricks::dealt(seed).mask(Viewer::Seat(Seat::P1))
}

#[test]
fn means_are_the_exact_expectations() {
    for seed in 0..6 {
        let root = view(seed);
        let (_, reports) = search(&root, &Task { multi_pv: 3, ..depth(14) }, None);
        for report in &reports[reports.len() - 3..] {
            let completions = root.completions();
            let exact = completions.iter().map(|world| world.after(report.pv[0]).exact()[0]).sum::<f64>();
            let exact = 1000.0 * exact / completions.len() as f64;
            let [win, ..] = report.wdl.expect("always known");
            // Three standard errors of 2^14 samples of a coin are 12 permille.
            assert!((f64::from(win) - exact).abs() < 12.0, "{report:?}, but {exact}");
        }
    }
}

#[test]
fn the_best_move_is_the_one_of_the_exact_expectations() {
    for seed in 0..20 {
        let root = view(seed);
        let exact = |card| root.completions().iter().map(|world| world.after(card).exact()[0]).sum::<f64>() / 20.0;
        let mut cards = Vec::new();
        root.actions(&mut cards);
        let best = cards.iter().map(|&card| exact(card)).fold(0.0, f64::max);
        let (answer, _) = search(&root, &depth(12), None);
        let found = exact(answer.best.expect("there are moves"));
        assert!(best - found < 0.02, "seed {seed}: {found} instead of {best}");
    }
}

#[test]
fn all_completions_are_drawn_from_the_view_alone() {
    // Two truths that look the same to p1, and not to p2.
    let truth = Tricks::dealt(3);
    let mut other = truth.clone();
    let [own, theirs] = other.hands.as_mut().expect("dealt");
    *theirs = (1..=9).filter(|card| !own.contains(card) && !theirs.contains(card)).collect();
    assert_ne!(truth, other);
    let seen = |truth: &Tricks| search(&truth.mask(Viewer::Seat(Seat::P1)), &depth(8), None);
    assert_eq!(seen(&truth), seen(&other));
}

#[test]
fn the_same_seed_gives_the_same_lines_on_any_number_of_threads() {
    let task = Task { multi_pv: 2, ..depth(9) };
    let alone = search(&view(5), &task, None);
    assert_eq!(alone, search(&view(5), &task, None));
    assert_ne!(alone.1, search(&view(5), &Task { seed: 2, ..task.clone() }, None).1);
    let (answer, mut reports) = search(&view(5), &Task { threads: 3, ..task }, None);
    assert_eq!(answer, alone.0);
    reports.iter_mut().zip(&alone.1).for_each(|(report, alone)| report.seldepth = alone.seldepth);
    assert_eq!(reports, alone.1);
    let task = Task::default();
    assert_eq!(search(&view(5), &task, Some(5000)), search(&view(5), &task, Some(5000)));
}

#[test]
fn nodes_are_the_states_visited_and_never_too_many() {
    for limit in (1..60).chain([100, 1000, 4321]) {
        let root = view(limit);
        VISITED.set(0);
        let (answer, reports) = search(&root, &Task::default(), Some(limit));
        assert_eq!(VISITED.get(), answer.nodes, "limit {limit}");
        assert!(answer.nodes <= limit && reports.iter().all(|report| report.nodes <= limit), "limit {limit}");
        assert_eq!(reports.last().map(|report| report.pv[0]), answer.best, "limit {limit}");
        let (answer, _) = search(&root, &Task { threads: 2, ..Task::default() }, Some(limit));
        assert!(answer.nodes <= limit && answer.best.is_some(), "limit {limit} on two threads");
    }
}

#[test]
fn each_doubling_is_reported_for_each_rank() {
    let (answer, reports) = search(&view(1), &Task { multi_pv: 2, ..depth(6) }, None);
    let told: Vec<_> = reports.iter().map(|report| (report.depth, report.multi_pv)).collect();
    let expected: Vec<_> = (1..=6).flat_map(|depth| [(depth, 1), (depth, 2)]).collect();
    assert_eq!(told, expected);
    assert_eq!(reports[reports.len() - 2].pv, [answer.best.expect("there are moves")]);
    assert!(reports.iter().all(|report| report.evs.is_empty() && report.wdl.is_some()));
    let wins = |rank: usize| reports[reports.len() - 2 + rank].wdl.expect("known")[0];
    assert!(wins(0) >= wins(1));
}

#[test]
fn a_win_in_one_is_a_mate_and_found_at_once() {
    let (answer, reports) = search(&Heap::new(3, 3), &Task::default(), Some(100_000));
    assert_eq!((answer.best, answer.score), (Some(3), Some(Score::Mate(1))));
    assert!(answer.nodes < 1000);
    let last = reports.last().expect("one at least");
    assert_eq!((last.score, last.wdl, &last.evs[..]), (Score::Mate(1), Some([1000, 0, 0]), &[1000, 0, 0][..]));
}

#[test]
fn three_teams_share_a_thousand() {
    let (_, reports) = search(&Heap::new(9, 3), &Task { multi_pv: 3, ..depth(7) }, None);
    assert_eq!(reports.len(), 21);
    assert!(reports.iter().all(|report| report.evs.len() == 3 && report.evs.iter().sum::<u16>() == 1000));
}

#[test]
fn root_moves_can_be_restricted() {
    let root = view(2);
    let mut cards = Vec::new();
    root.actions(&mut cards);
    for card in cards {
        let (answer, reports) = search(&root, &Task { moves: vec![card], ..depth(3) }, None);
        assert_eq!(answer.best, Some(card));
        assert!(reports.iter().all(|report| report.pv == [card]));
    }
}

#[test]
fn a_stopped_search_still_answers() {
    let stop = Stop::default();
    stop.stop();
    let mut reports = 0;
    let answer = Sampling::new().search(&view(4), &Task::default(), &Control::new(&stop), &mut |_| reports += 1);
    assert!(answer.best.is_some() && reports == 1);
}

#[test]
fn lower_skill_strays_but_never_from_a_win() {
    let root = view(2);
    let (best, _) = search(&root, &depth(9), None);
    let task = |seed, skill| Task { seed, skill, ..depth(9) };
    let heap = |seed| Task { seed, skill: 0, ..depth(9) };
    let answers = |skill| (0..40).filter(|&seed| search(&root, &task(seed, skill), None).0.best == best.best).count();
    let (weak, strong) = (answers(0), answers(18));
    assert!(weak < strong, "{weak} {strong}");
    assert!((0..20).all(|seed| search(&Heap::new(3, 2), &heap(seed), None).0.best == Some(3)));
}
