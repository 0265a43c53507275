//! Tests that compare the alpha-beta search with plain negamax on random games, and tests for task limits.

use super::chance::{Expectation, score};
use super::law;
use super::player::AlphaBeta;
use super::root::wdl;
use crate::chance::{Chance, Events};
use crate::search::control::Stop;
use crate::search::skill::Skill;
use crate::search::tablebase::{Tablebase, Wdl};
use crate::search::toy::Toy;
use crate::search::*;
use crate::state::{Ending, Reason, State};
use crate::text::TokenError;
use base::rng::{Rng, mix};
use std::sync::Arc;
use std::time::Duration;
use ugi::{GameResult, Score, Seat, Turn, Viewer};

/// Plain negamax, the reference for the search. Values are for the side to move, with mates counted from the root.
fn negamax(position: &Toy, depth: u32, ply: i32) -> i32 {
    if let Some(ending) = position.ending() {
        return match ending.result {
            GameResult::Win(team) if team as u64 == position.plies() % 2 => MATE - ply,
            GameResult::Win(_) => ply - MATE,
            GameResult::Draw | GameResult::None => 0,
        };
    }
    if depth == 0 && !position.is_forced() {
        return position.evaluate();
    }
    position
        .legal()
        .into_iter()
        .map(|action| -negamax(&position.after(action), depth.saturating_sub(1), ply + 1))
        .max()
        .unwrap()
}

/// Returns positions from random games, at most five plies from the start. Finished games are left out.
fn positions() -> impl Iterator<Item = Toy> {
    (0..150).filter_map(|seed| {
        let mut rng = Rng::new(seed);
        let mut toy = Toy::start(&seed);
        for _ in 0..seed % 6 {
            toy.play(toy.random_action(&mut rng, &mut Vec::new())?);
        }
        toy.ending().is_none().then_some(toy)
    })
}

fn run(
    player: &mut AlphaBeta<Toy>,
    root: &Toy,
    task: &SearchTask<u8>,
    set: impl FnOnce(&mut Control),
) -> (SearchResult<u8>, Vec<Report<u8>>) {
    let stop = Stop::new(false);
    let mut control = Control::new(&stop);
    set(&mut control);
    let mut reports = Vec::new();
    let answer = player.search(root, task, &control, &mut |report| reports.push(report));
    check_lines(root, task, &answer, &reports);
    (answer, reports)
}

/// Checks what must hold in every search: lines are legal, and depths and node counts are consistent.
fn check_lines(root: &Toy, task: &SearchTask<u8>, answer: &SearchResult<u8>, reports: &[Report<u8>]) {
    let last = reports.iter().rfind(|report| report.multi_pv == 1).unwrap();
    if task.skill >= 20 {
        assert_eq!(last.pv.first().copied(), answer.best);
    }
    for report in reports {
        let mut position = *root;
        for &action in &report.pv {
            assert!(position.legal().contains(&action), "{:?}", report.pv);
            position.play(action);
        }
        assert_eq!(report.wdl.unwrap().iter().sum::<u16>(), 1000);
        assert!(report.nodes <= answer.nodes && report.seldepth >= report.depth.min(report.pv.len() as u32));
        assert!(task.depth.is_none_or(|depth| report.depth <= depth));
    }
    assert!(reports.is_sorted_by_key(|report| report.nodes));
}

fn depth(depth: u32) -> SearchTask<u8> {
    SearchTask { depth: Some(depth), hash: 1, ..SearchTask::default() }
}

#[test]
fn exact_search_equals_negamax_at_every_depth() {
    let mut player = AlphaBeta::with(Techniques::EXACT);
    for root in positions() {
        let (_, reports) = run(&mut player, &root, &depth(7), |_| ());
        for report in reports {
            let value = negamax(&root, report.depth, 0);
            assert_eq!(report.score, Some(score_of(value)), "{root:?} at depth {}", report.depth);
        }
    }
}

#[test]
fn several_lines_are_the_best_ones_in_order() {
    let mut player = AlphaBeta::with(Techniques::EXACT);
    for root in positions() {
        let (_, reports) = run(&mut player, &root, &SearchTask { multi_pv: 3, ..depth(5) }, |_| ());
        let moves = root.legal();
        let mut values: Vec<i32> = moves.iter().map(|&action| -negamax(&root.after(action), 4, 1)).collect();
        values.sort_by_key(|&value| std::cmp::Reverse(value));
        let deepest: Vec<_> = reports.iter().filter(|report| report.depth == 5).collect();
        assert_eq!(deepest.len(), moves.len().min(3));
        for (report, &value) in deepest.iter().zip(&values) {
            assert_eq!(report.score, Some(score_of(value)));
            let first = -negamax(&root.after(report.pv[0]), 4, 1);
            assert_eq!(first, value, "the first move of a line has the value of the line");
        }
    }
}

#[test]
fn a_mate_is_proved_or_refuted() {
    let mut player = AlphaBeta::new();
    let mut proved = [0; 2];
    for root in positions() {
        // The table contains entries of a search with pruning, which must not affect the proof.
        run(&mut player, &root, &depth(9), |_| ());
        let value = negamax(&root, 6, 0);
        let shortest = (value.abs() >= MATE - 6).then(|| score_of(value));
        let (answer, reports) =
            run(&mut player, &root, &SearchTask { mate: Some(6), hash: 1, ..SearchTask::default() }, |_| ());
        let found = answer.score.filter(|score| matches!(score, Score::Mate(plies) if plies.abs() <= 6));
        assert_eq!(found, shortest, "{root:?}");
        proved[usize::from(found.is_some())] += 1;
        assert!(reports.iter().all(|report| report.depth <= 6));
    }
    assert!(proved[0] > 20 && proved[1] > 20, "{proved:?}");
}

#[test]
fn with_all_techniques_mates_are_correct() {
    let mut player = AlphaBeta::new();
    let mut mates = 0;
    for root in positions() {
        let (answer, _) = run(&mut player, &root, &depth(8), |_| ());
        if let Some(Score::Mate(plies)) = answer.score
            && plies.abs() <= 10
        {
            let truth = negamax(&root, plies.unsigned_abs(), 0);
            assert!(truth.abs() >= MATE - plies.abs() && truth.signum() == plies.signum(), "{root:?} {plies} {truth}");
            mates += 1;
        }
        let value = negamax(&root, 4, 0);
        if value >= MATE - 4 {
            assert_eq!(answer.score, Some(score_of(value)), "a mate in at most four plies must be found");
        }
    }
    assert!(mates > 20);
}

#[test]
fn limits_are_kept() {
    for root in positions().take(30) {
        for threads in [1, 3] {
            let mut player = AlphaBeta::new();
            for nodes in [0, 1, 2, 17, 100, 1000] {
                let task = SearchTask { threads, hash: 1, ..SearchTask::default() };
                let (answer, _) = run(&mut player, &root, &task, |control| control.nodes = Some(nodes));
                assert!(answer.nodes <= nodes && answer.best.is_some());
            }
            let (answer, _) = run(&mut player, &root, &depth(3), |control| control.hard = Some(Duration::ZERO));
            assert!(answer.best.is_some() && answer.nodes <= 64);
        }
    }
}

#[test]
fn a_search_stopped_at_once_returns_a_move() {
    let root = Toy::start(&3);
    let stop = Stop::new(false);
    stop.stop();
    let answer = AlphaBeta::new().search(&root, &SearchTask::default(), &Control::new(&stop), &mut |_| ());
    assert!(answer.best.is_some());
}

#[test]
fn one_thread_gives_the_same_lines_twice_after_clear() {
    let mut player = AlphaBeta::new();
    let task = SearchTask { skill: 20, ..depth(9) };
    let root = Toy::start(&11);
    let first = run(&mut player, &root, &task, |_| ());
    for other in positions().take(5) {
        run(&mut player, &other, &task, |_| ());
    }
    player.clear();
    assert_eq!(run(&mut player, &root, &task, |_| ()), first);
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    for root in positions() {
        let moves = root.legal();
        let only = moves[moves.len() - 1];
        let mut player = AlphaBeta::with(Techniques::EXACT);
        let (answer, _) = run(&mut player, &root, &SearchTask { moves: vec![only], ..depth(4) }, |_| ());
        assert_eq!(answer.best, Some(only));
        assert_eq!(answer.score, Some(score_of(-negamax(&root.after(only), 3, 1))));
    }
}

/// With techniques that do not change values, the reported scores must not depend on the number of threads.
#[test]
fn threads_agree_on_exact_values() {
    for root in positions().take(60) {
        for task in [depth(6), SearchTask { multi_pv: 3, ..depth(10) }] {
            let [alone, together] = [1, 4].map(|threads| {
                let mut player = AlphaBeta::with(Techniques::EXACT);
                let (answer, reports) = run(&mut player, &root, &SearchTask { threads, ..task.clone() }, |_| ());
                let scores: Vec<_> = reports.iter().map(|report| (report.depth, report.score)).collect();
                (answer.score, scores)
            });
            assert_eq!(alone, together, "{root:?}");
        }
        let (answer, _) =
            run(&mut AlphaBeta::with(Techniques::EXACT), &root, &SearchTask { threads: 4, ..depth(6) }, |_| ());
        assert_eq!(answer.score, Some(score_of(negamax(&root, 6, 0))));
    }
}

#[test]
fn a_prepared_player_allocates_nothing_in_its_searches() {
    let root = positions().next().unwrap();
    let mut player = AlphaBeta::new();
    player.clear();
    assert_eq!((player.table.allocations(), player.histories.len()), (0, 0));
    player.prepare(2, 3);
    assert_eq!((player.table.allocations(), player.histories.len()), (1, 3));
    for threads in [1, 3] {
        player.prepare(2, 3);
        run(&mut player, &root, &SearchTask { threads, hash: 2, ..depth(5) }, |_| ());
        player.clear();
    }
    assert_eq!((player.table.allocations(), player.histories.len()), (1, 3));
    // A search without `prepare` for its hash size allocates the table itself.
    run(&mut player, &root, &depth(2), |_| ());
    assert_eq!(player.table.allocations(), 2);
}

#[test]
fn a_node_limit_gives_no_unfinished_value() {
    let mut unfinished = 0;
    for root in positions().take(40) {
        let search = |set: &dyn Fn(&mut Control)| run(&mut AlphaBeta::with(Techniques::EXACT), &root, &depth(8), set);
        let (answer, whole) = search(&|_| ());
        for nodes in (1..answer.nodes).step_by(answer.nodes as usize / 20 + 1) {
            let (answer, reports) = search(&|control| control.nodes = Some(nodes));
            assert_eq!(answer.nodes, nodes);
            for report in reports.iter().filter(|report| report.depth > 1) {
                let value = -negamax(&root.after(report.pv[0]), report.depth - 1, 1);
                assert_eq!(report.score, Some(score_of(value)), "{root:?} with {nodes} nodes");
            }
            unfinished += usize::from(reports.last() != whole.get(reports.len() - 1));
        }
    }
    assert!(unfinished > 20, "{unfinished}");
}

#[test]
fn a_lower_skill_chooses_by_the_seed() {
    let mut player = AlphaBeta::new();
    let mut chosen = std::collections::HashSet::new();
    for root in positions() {
        for seed in 0..10 {
            let task = SearchTask { skill: 0, seed, hash: 1, ..SearchTask::default() };
            let (answer, _) = run(&mut player, &root, &task, |_| ());
            assert!(answer.nodes <= Skill::new(0).unwrap().nodes());
            chosen.insert((root.key(), answer.best));
        }
    }
    assert!(chosen.len() > positions().count() + 20);
}

#[test]
fn win_probability_grows_with_the_value() {
    assert_eq!(wdl(MATE - 3), [1000, 0, 0]);
    assert_eq!(wdl(3 - MATE), [0, 0, 1000]);
    let [win, draw, loss] = wdl(0);
    assert!(win == loss && draw > 800);
    assert!((-2000..2000).is_sorted_by_key(|value| wdl(value)[0]));
}

/// A tablebase with invented outcomes for the unforced positions from ply `from` on.
#[derive(Debug)]
struct MadeUp {
    from: u64,
}

impl Tablebase<Toy> for MadeUp {
    fn probe(&self, position: &Toy) -> Option<Wdl> {
        let outcomes = [Wdl::Loss, Wdl::Draw, Wdl::Draw, Wdl::Win];
        let known = position.plies() >= self.from && !position.is_forced() && position.ending().is_none();
        known.then(|| outcomes[(position.key() % 4) as usize])
    }
}

/// Like [`negamax`], but a tablebase outcome either ends the search or is added to the evaluation, depending on the
/// outcome of the root.
fn negamax_with(table: &MadeUp, position: &Toy, depth: u32, ply: i32, root: Option<Wdl>) -> i32 {
    let outcome = table.probe(position).filter(|_| ply > 0);
    let decided = matches!(root, Some(Wdl::Win | Wdl::Loss));
    match outcome {
        Some(Wdl::Draw) if root != Some(Wdl::Draw) => return 0,
        Some(Wdl::Win) if !decided => return 20_000 - ply,
        Some(Wdl::Loss) if !decided => return ply - 20_000,
        _ => {}
    }
    if position.ending().is_some() || depth == 0 && !position.is_forced() {
        return negamax(position, depth, ply)
            + match outcome {
                Some(Wdl::Win) => 20_000,
                Some(Wdl::Loss) => -20_000,
                _ => 0,
            };
    }
    let moves = position.legal();
    let below = depth.saturating_sub(1);
    moves.into_iter().map(|action| -negamax_with(table, &position.after(action), below, ply + 1, root)).max().unwrap()
}

#[test]
fn known_outcomes_end_the_search_or_are_added_to_the_evaluation() {
    let mut hits = [0; 4];
    for root in positions() {
        for from in [root.plies(), root.plies() + 3] {
            let table = MadeUp { from };
            let known = table.probe(&root);
            let mut player = AlphaBeta::with(Techniques::EXACT).with_tablebase(Some(Arc::new(MadeUp { from })));
            let (_, reports) = run(&mut player, &root, &depth(6), |_| ());
            for report in &reports {
                let value = negamax_with(&table, &root, report.depth, 0, known);
                assert_eq!(report.score, Some(score_of(value)), "{root:?} from {from} at depth {}", report.depth);
            }
            hits[known.map_or(3, |outcome| outcome as usize)] += reports.last().unwrap().tbhits;
        }
    }
    assert!(hits.iter().all(|&hits| hits > 100), "{hits:?}");
}

/// A heap from which one to four are taken. A side that takes an odd number moves again; taking the last one wins.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Again {
    left: u8,
    mover: usize,
    last: usize,
}

impl State for Again {
    type Action = u8;

    fn turn(&self) -> Turn {
        if self.left == 0 { Turn::Over } else { Turn::Seat(Seat::new(self.mover)) }
    }

    fn ending(&self) -> Option<Ending> {
        (self.left == 0).then(|| Ending::win(self.last, Reason::new("no_pieces")))
    }

    fn actions(&self, out: &mut Vec<u8>) {
        out.extend(1..=self.left.min(4));
    }

    fn play(&mut self, taken: u8) {
        self.left -= taken;
        self.last = self.mover;
        self.mover ^= usize::from(taken.is_multiple_of(2));
    }

    fn key(&self) -> u64 {
        mix(u64::from(self.left) << 1 | self.mover as u64)
    }
}

impl Evaluate for Again {
    fn evaluate(&self) -> i32 {
        0
    }
}

/// Returns the value of a position for the side to move: a mate in the number of plies.
fn exact(position: Again, ply: i32) -> i32 {
    if position.left == 0 {
        return if position.last == position.mover { MATE - ply } else { ply - MATE };
    }
    let value = |next: Again| {
        let value = exact(next, ply + 1);
        if next.mover == position.mover { value } else { -value }
    };
    position.legal().into_iter().map(|action| value(position.after(action))).max().unwrap_or_default()
}

#[test]
fn a_side_may_move_twice_in_a_row() {
    for left in 1..=16 {
        let root = Again { left, mover: usize::from(left.is_multiple_of(3)), last: 0 };
        for techniques in [Techniques::EXACT, Techniques::FULL] {
            let stop = Stop::default();
            let task = SearchTask { depth: Some(20), hash: 1, ..SearchTask::default() };
            let mut player = AlphaBeta::with(techniques);
            let found = player.search(&root, &task, &Control::new(&stop), &mut |_| ());
            assert_eq!(found.score, Some(score_of(exact(root, 0))), "{left} {techniques:?}");
        }
    }
}

/// A random game with chance. An event may follow another one, and a side may move several times in a row.
#[derive(Clone, PartialEq, Debug)]
struct Throws {
    state: u64,
    ply: u64,
    due: bool,
}

impl Throws {
    fn hash(&self, salt: u64) -> u64 {
        mix(mix(self.state << 16 | self.ply << 1 | u64::from(self.due)) ^ salt)
    }

    /// The states of a ply are few, so that paths transpose.
    fn step(&mut self, choice: u64, plies: u64) {
        self.state = self.state / 256 * 256 + self.hash(choice) % 40;
        self.ply += plies;
        self.due = self.hash(10).is_multiple_of(2);
    }
}

impl State for Throws {
    type Action = u8;
    const EVENTS: Events<Self> = Events::open();

    fn turn(&self) -> Turn {
        match self.ending() {
            Some(_) => Turn::Over,
            None if self.due => Turn::Chance,
            None => Turn::Seat(Seat::new((self.hash(11) % 2) as usize)),
        }
    }

    fn ending(&self) -> Option<Ending> {
        match self.hash(12) % 16 {
            winner @ 0..2 if self.ply > 0 => Some(Ending::win(winner as usize, Reason::new("points"))),
            2 if self.ply > 0 => Some(Ending::draw(Reason::MAX_PLIES)),
            _ => None,
        }
    }

    fn actions(&self, out: &mut Vec<u8>) {
        if matches!(self.turn(), Turn::Seat(_)) {
            out.extend(0..3);
        }
    }

    fn play(&mut self, action: u8) {
        self.step(action.into(), 1);
    }

    fn key(&self) -> u64 {
        self.hash(13)
    }
}

impl Chance for Throws {
    type Event = u64;

    fn event(&self) -> &'static str {
        "throw"
    }

    fn sample_event(&self, seed: u64) -> u64 {
        seed % 2
    }

    fn outcomes(&self, out: &mut Vec<(u64, f64)>) {
        out.extend([(0, 0.7), (1, 0.3)]);
    }

    fn apply_event(&mut self, event: &u64) {
        self.step(20 + event, 0);
    }

    fn parse_event(&self, _: &str, _: Viewer) -> Result<u64, TokenError> {
        Err(TokenError::Illegal)
    }

    fn write_event(&self, event: &u64, out: &mut String) {
        out.push_str(&format!("!throw/{event}"));
    }
}

impl Evaluate for Throws {
    fn evaluate(&self) -> i32 {
        (self.hash(14) % 20_001) as i32 - WIN
    }
}

#[test]
fn exact_search_equals_expectimax() {
    let mut player = AlphaBeta::with(Techniques::EXACT);
    let (mut events, mut mates) = (0, 0);
    for state in 0..400 {
        let root = Throws { state: state << 8, ply: 0, due: false };
        if !matches!(root.turn(), Turn::Seat(_)) {
            continue;
        }
        player.search(&root, &SearchTask { multi_pv: 2, ..depth(5) }, &Control::new(&Stop::default()), &mut |report| {
            if report.multi_pv == 1 {
                let exact = law::negamax(&root, report.depth);
                assert_eq!(report.score, Some(score::<Throws>(exact)), "{root:?} at depth {}", report.depth);
                mates += u32::from(matches!(report.score, Some(Score::Mate(_))));
            }
            // A line ends at the first event.
            let mut position = root.clone();
            for &action in &report.pv {
                assert!(position.legal().contains(&action), "{:?}", report.pv);
                position.play(action);
            }
            events += u32::from(position.turn() == Turn::Chance);
        });
    }
    assert!(events > 100 && mates > 20, "{events} events, {mates} mates");
}

#[test]
fn the_value_of_an_event_is_the_mean_unless_all_outcomes_are_mates() {
    let value = |outcomes: &[(f64, i32)]| {
        let mut expectation = Expectation::default();
        outcomes.iter().for_each(|&(probability, value)| expectation.add(probability, value));
        expectation.value()
    };
    assert_eq!(value(&[(0.75, 1000), (0.25, -200)]), 700);
    assert_eq!(value(&[(0.5, MATE - 3), (0.5, 0)]), WIN / 2);
    assert_eq!(value(&[(0.5, MATE - 3), (0.5, MATE - 5)]), MATE - 5);
    assert_eq!(value(&[(0.5, 3 - MATE), (0.5, 5 - MATE)]), 5 - MATE);
    // Outcomes that are left out do not count, but without them nothing is proved.
    assert_eq!([value(&[(0.25, 400)]), value(&[(0.25, MATE - 3)]), value(&[])], [400, WIN, 0]);
}
