//! Tests for the players: legal moves, determinism, search on views, playing strength.

use super::{Querbeet, actions, all_rules, random_game, rules, two};
use base::rng::Rng;
use kit::chance::{Chance, Hidden};
use kit::game::Game;
use kit::options::Values;
use kit::search::{Control, Sampled, SearchResult, SearchTask, Searcher, Stop};
use kit::state::State;
use ugi::{Score, Seat, Turn, Viewer};

fn think(view: &Querbeet, nodes: u64, multi_pv: usize) -> (SearchResult<super::Action>, usize) {
    let stop = Stop::new(false);
    let control = Control { nodes: Some(nodes), ..Control::new(&stop) };
    let task = SearchTask { multi_pv, ..SearchTask::default() };
    let mut lines = 0;
    let answer = Querbeet::strong(&Values::default()).search(view, &task, &control, &mut |report| {
        assert!(!report.pv.is_empty() && actions(view).contains(&report.pv[0]));
        lines = lines.max(report.multi_pv);
    });
    (answer, lines)
}

fn greedy_move(position: &Querbeet) -> super::Action {
    actions(position).into_iter().max_by_key(|&action| position.greedy_value(action)).unwrap()
}

#[test]
fn the_strong_player_searches_views_within_its_node_limit() {
    for (seed, rules) in all_rules().take(4).enumerate() {
        random_game(&rules, seed as u64, |position, _| {
            let Some(seat) = position.mover().filter(|_| position.turns % 4 == 1) else { return };
            let view = position.mask(Viewer::Seat(seat));
            let (answer, lines) = think(&view, 600, 2);
            assert!(answer.nodes <= 600 && actions(position).contains(&answer.best.unwrap()));
            assert!(answer.ponder.is_none() && lines <= 2);
            assert_eq!(think(&view, 600, 2).0, answer);
        });
    }
}

#[test]
fn the_end_of_the_game_is_solved() {
    let mut decided = 0;
    for seed in 0..20 {
        random_game(&two(), seed, |position, _| {
            if position.round < 2 || position.turns != 15 {
                return;
            }
            let value = solve(position);
            let view = position.mask(Viewer::Seat(position.mover().unwrap()));
            let (answer, _) = think(&view, 200_000, 1);
            let after = position.after(answer.best.unwrap());
            assert_eq!(-solve(&after), value, "{}", position.position_text());
            let found = match answer.score {
                Some(Score::Mate(plies)) => plies.signum(),
                _ => 0,
            };
            assert_eq!(found, value);
            decided += value.abs();
        });
    }
    assert!(decided > 5);
}

#[test]
fn the_end_of_a_round_is_a_terminal_node() {
    // p2 has the last turn of the first round, and a second round follows.
    let last = "p2:Ta3a2,b3g0,b4a5,c1a1,c3j1,c4d3,c5b1,c6g0,d2b5,d3c1,d4l0,d5i0,d6e1,d7h4,e2c1,e3b4,e4f5,e5d3:H-/c:S0,0:R1,17:F18";
    let position = super::read(last);
    let lead = |next: &Querbeet| next.scores(None)[1] - next.scores(None)[0];
    let best = actions(&position).into_iter().map(|action| lead(&position.after(action))).max().unwrap();
    let (answer, _) = think(&position.mask(Viewer::Seat(Seat::P2)), 1000, 1);
    assert_eq!(answer.score, Some(Score::Cp(100 * best)));
    assert_eq!(lead(&position.after(answer.best.unwrap())), best);
}

/// Returns the result for the seat to move, as found by exhaustive search: 1 for a win, 0 for a draw, -1 for a loss.
fn solve(position: &Querbeet) -> i32 {
    if position.turn() == Turn::Over {
        // p1 has the last turn of the second round, so the value is from p2's point of view.
        return (position.scores(None)[1] - position.scores(None)[0]).signum();
    }
    actions(position).into_iter().map(|action| -solve(&position.after(action))).max().unwrap()
}

#[test]
fn the_strong_player_beats_the_baseline() {
    let mut points = 0;
    for game in 0..8u64 {
        let own = (game % 2) as usize;
        let mut position = Querbeet::start(&two());
        let mut player = Querbeet::strong(&Values::default());
        loop {
            match position.turn() {
                Turn::Over => break,
                Turn::Chance => position.apply_event(&position.sample_event(game / 2 + position.plies())),
                Turn::Seat(seat) if seat.index() != own => position.play(greedy_move(&position)),
                Turn::Seat(seat) => {
                    let stop = Stop::new(false);
                    let control = Control { nodes: Some(4000), ..Control::new(&stop) };
                    let view = position.mask(Viewer::Seat(seat));
                    let answer = player.search(&view, &SearchTask::default(), &control, &mut |_| ());
                    position.play(answer.best.unwrap());
                }
            }
        }
        points += position.scores(None)[own] - position.scores(None)[1 - own];
    }
    assert!(points >= 6, "{points}");
}

#[test]
fn the_baseline_does_not_change() {
    let mut sum = 0i64;
    for (seed, rules) in [two(), rules("aaabbbcccddefgghij", 3)].into_iter().enumerate() {
        random_game(&rules, seed as u64, |position, _| {
            let weighed = actions(position).into_iter().enumerate();
            sum += weighed.map(|(at, action)| (at as i64 + 1) * i64::from(position.greedy_value(action))).sum::<i64>();
        });
    }
    assert_eq!(sum, 165_680);
}

#[test]
fn payoffs_sum_to_one_and_playouts_stay_within_their_length() {
    let mut rng = Rng::new(8);
    for rules in all_rules() {
        random_game(&rules, 21, |position, _| {
            let mut nodes = 0;
            let payoffs = position.playout(&mut rng, &mut Vec::new(), &mut nodes);
            assert!((payoffs.iter().sum::<f32>() - 1.0).abs() < 1e-4 && nodes <= Querbeet::LONGEST_PLAYOUT);
            assert!(payoffs.iter().skip(position.seats()).all(|&payoff| payoff == 0.0));
        });
    }
}
