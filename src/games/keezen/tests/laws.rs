//! Properties of random games and positions: agreement with the naive rules, keys, points, uniform random moves,
//! cells.

use super::super::Keezen;
use super::super::position::{Rules, Scoring};
use super::naive::Naive;
use super::{all_rules, legal, read, scattered, slow_start, stroll, with_rules};
use base::rng::Rng;
use kit::chance::Chance;
use kit::game::Game;
use kit::state::{State, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use ugi::{GameResult, Seat, Turn};

/// Asserts that both implementations have the same position text and legal tokens, and the same text after each token.
pub(super) fn agree(position: &Keezen, naive: &Naive) {
    assert_eq!(position.position_text(), naive.text());
    let slow: BTreeMap<String, Naive> = naive.moves().into_iter().collect();
    let fast = legal(position);
    let distinct: BTreeSet<&String> = fast.iter().collect();
    assert_eq!(distinct.len(), fast.len(), "{}", naive.text());
    assert!(slow.keys().eq(distinct.iter().copied()), "{}\n{fast:?}\n{:?}", naive.text(), slow.keys());
    assert_eq!(position.count_actions(), fast.len());
    assert_eq!(naive.is_over(), position.ending().is_some());
    for token in &fast {
        let action = position.parse_action(token).unwrap();
        assert_eq!(position.action_text(action), *token);
        assert_eq!(position.after(action).position_text(), slow[token].text(), "{token} in {}", naive.text());
    }
}

#[test]
fn random_games_agree_with_the_naive_rules() {
    for rules in all_rules() {
        for game in 0..6 {
            let mut rng = Rng::new(900 + game);
            let mut position = Keezen::start(&rules);
            let mut naive = slow_start(&rules);
            while position.turn() != Turn::Over {
                agree(&position, &naive);
                if position.turn() == Turn::Chance {
                    let deal = position.sample_event(rng.next());
                    naive.happen(&position.event_text(&deal));
                    position.apply_event(&deal);
                } else {
                    let action = position.random_action(&mut rng, &mut Vec::new()).unwrap();
                    let token = position.action_text(action);
                    naive = naive.moves().into_iter().find(|(name, _)| *name == token).unwrap().1;
                    position.play(action);
                }
            }
            agree(&position, &naive);
        }
    }
}

#[test]
fn scattered_positions_agree_with_the_naive_rules() {
    let mut rng = Rng::new(4);
    let mut running = 0;
    for rules in all_rules() {
        for _ in 0..1500 {
            let (position, naive) = scattered(rules, &mut rng);
            agree(&position, &naive);
            running += usize::from(position.ending().is_none());
        }
    }
    assert!(running > 5000, "{running}");
}

/// Positions with their perft counts at depths 1, 2 and 3.
const PERFT: &[(&str, [u64; 3])] = &[
    ("p1:Y0,20,58,a3:B16,17,30:R32,40,c4:G60,d1:C7AJ4Q/7789T/47KJ9/23568:X:D4,1:F1", [64, 1528, 45328]),
    (
        "p3:Y57,60,a2,a4:B0,5,b1:R27,28,30,c4:G48,50,d2:CA2K/377/77J/54Q:XA23335666888999TTTJQQKKK:D2,2:F40",
        [38, 193, 965],
    ),
    (
        "p2:Ya1,a2,a3,a4:B12,13,b4,b2:R20,31,c3:G1,2,3,63:CK7/77A/47Q/66T:XAAA2223444555668899TTJJKK:D4,2:F90",
        [3, 30, 240],
    ),
    (
        "p1:Y62,a2,a3,a4:B0,b3:R33,36,61,c1:G10,11,12,d4:C77/7A/59/66:XAAA2222333344445556678888999TTTTJJJJQQQQKKKK:D4,3:F300",
        [3, 18, 108],
    ),
    ("p4:Y4,a4:B1,5,9:R0,8,12:G44,45,46,47:C4J7/47J/-/4AJ:XA356789TQQK:D3,1:F77", [36, 428, 27036]),
];

#[test]
fn perft_counts() {
    fn perft(position: &Keezen, depth: usize) -> u64 {
        let actions = position.legal();
        if depth == 1 {
            return actions.len() as u64;
        }
        actions.into_iter().map(|action| perft(&position.after(action), depth - 1)).sum()
    }
    for &(text, leaves) in PERFT {
        let position = read(text);
        let naive = Naive::read(&position.position_text());
        let counted = [1, 2, 3].map(|depth| perft(&position, depth));
        assert_eq!(counted, [1, 2, 3].map(|depth| naive.perft(depth)), "{text}");
        assert_eq!(counted, leaves, "{text}");
    }
}

#[test]
fn texts_keys_and_points_are_consistent_throughout_games() {
    for scoring in [Scoring::Team, Scoring::Half] {
        stroll(Rules { scoring, ..Rules::default() }, 0..8, |position, _| {
            let text = position.position_text();
            let again = with_rules(&text, Rules { scoring, ..Rules::default() });
            assert_eq!(again, *position);
            assert_eq!(again.key(), position.key());
            assert_eq!(position.key(), position.fresh_key());
            let scores = position.scores(None);
            assert_eq!((scores[0], scores[1]), (scores[2], scores[3]));
            let ended = position.scores(Some(Verdict::Offence(Seat::P1)));
            let bonus = if scoring == Scoring::Team { 10 } else { 5 };
            assert_eq!(
                ended[1] - scores[1],
                if position.ending().is_some_and(|end| end.result == GameResult::Win(1)) { 0 } else { bonus }
            );
            assert_eq!(position.actions_are_empty(), position.turn() == Turn::Chance || position.ending().is_some());
        });
    }
}

impl Keezen {
    fn actions_are_empty(&self) -> bool {
        let all = self.legal();
        all.is_empty()
    }
}

#[test]
fn random_moves_are_even() {
    let mut rng = Rng::new(11);
    for rules in all_rules() {
        for _ in 0..40 {
            let (position, _) = scattered(rules, &mut rng);
            let names = legal(&position);
            let mut counts: BTreeMap<String, f64> = BTreeMap::new();
            let samples = 400 * names.len();
            for _ in 0..samples {
                let action = position.random_action(&mut rng, &mut Vec::new());
                *counts.entry(position.action_text(action.unwrap())).or_default() += 1.0;
            }
            assert!(counts.keys().eq(names.iter().collect::<BTreeSet<_>>()));
            let chi: f64 = counts.values().map(|count| (count - 400.0).powi(2) / 400.0).sum();
            let free = names.len() as f64 - 1.0;
            // The limit is the mean plus five standard deviations, plus a margin for positions with few moves.
            assert!(chi <= 10.0 + free + 5.0 * (2.0 * free).sqrt(), "{chi} for {}", position.position_text());
        }
    }
}

#[test]
fn cells_form_a_ring_with_four_lanes() {
    let cells = Keezen::start(&Rules::default()).cells().cells;
    assert_eq!(cells.len(), 80);
    let places: BTreeSet<(i64, i64)> = cells.values().map(|&(x, y)| (x as i64, y as i64)).collect();
    assert_eq!(places.len(), 80);
    let near = |one: &str, other: &str| {
        let ((x, y), (u, v)) = (cells[one], cells[other]);
        (x - u).abs() + (y - v).abs() == 1.0
    };
    for cell in 0..64 {
        assert!(near(&cell.to_string(), &((cell + 1) % 64).to_string()), "{cell}");
    }
    for (before, lane) in [("63", "a1"), ("15", "b1"), ("31", "c1"), ("47", "d1"), ("a1", "a2"), ("d3", "d4")] {
        assert!(near(before, lane), "{before} {lane}");
    }
}
