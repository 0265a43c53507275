//! Properties of hidden partners: partner cards that lie face down affect nothing that players see, determinizations
//! are uniform, the evaluation is rotation-invariant, and random games agree with the naive rules.

use super::super::Keezen;
use super::super::board::{Board, Cell};
use super::super::chance::Event;
use super::super::eval::log_odds;
use super::super::partners::{Pairs, Partners};
use super::super::position::{Rules, Scoring};
use super::hidden::VIEWERS;
use super::laws::agree;
use super::partners::{HIDDEN, alone};
use super::{legal, scattered, slow_start, stroll};
use base::rng::Rng;
use kit::chance::{Chance, Hidden};
use kit::game::Game;
use kit::state::{State, Verdict};
use std::collections::BTreeMap;
use ugi::{GameResult, Seat, Turn, Viewer};

/// Until the partner cards are revealed, nothing that a player can query depends on them.
#[test]
fn cards_face_down_change_nothing() {
    let mut seen = 0;
    stroll(HIDDEN, 0..12, |position, _| {
        if !matches!(position.partners, Partners::FaceDown(_)) {
            return;
        }
        seen += 1;
        for pairs in Pairs::ALL {
            let other = Keezen { partners: Partners::FaceDown(pairs), ..*position };
            assert_eq!((legal(&other), other.turn()), (legal(position), position.turn()));
            assert_eq!((other.scores(None), other.result_with(None)), (position.scores(None), GameResult::None));
            assert_eq!((other.board(), other.explain()), (position.board(), position.explain()));
            assert_eq!(other.board().teams, None);
            assert_eq!(other.key() == position.key(), other == *position);
            assert_ne!(other.key(), Keezen { partners: Partners::Open(pairs), ..*position }.key());
            for viewer in VIEWERS.into_iter().filter(|&viewer| viewer != Viewer::Master) {
                assert_eq!(other.mask(viewer), position.mask(viewer));
                assert!(position.mask(viewer).is_partial());
            }
        }
    });
    assert!(seen > 1000, "{seen}");
}

/// After a verdict before the reveal, the master history has a winner, but a view has only the result that follows
/// from the verdict alone.
#[test]
fn verdicts_before_the_cards_are_turned() {
    let truth = alone("Y5,a4:B20:Rc4:G10", "2", "rrbb");
    let view = truth.mask(Viewer::Public);
    assert_eq!(truth.scores(None), [2, 0, 2, 0]);
    let by = |seat: usize| Some(Verdict::Offence(Seat::new(seat)));
    let results = |position: &Keezen| [0, 1, 2, 3].map(|seat| position.result_with(by(seat)));
    let (won, lost) = (GameResult::Win(0), GameResult::Win(1));
    assert_eq!(results(&truth), [lost, lost, won, won]);
    assert_eq!(results(&view), [lost, GameResult::None, GameResult::None, GameResult::None]);
    assert_eq!((truth.scores(by(2)), truth.scores(by(1))), (vec![12, 12, 2, 2], vec![2, 2, 12, 12]));
    assert_eq!((view.scores(by(2)), view.scores(by(0))), (vec![2, 0, 2, 0], vec![2, 0, 2, 0]));
    let declared = Some(Verdict::Declared(lost));
    assert_eq!((truth.scores(declared), truth.result_with(declared)), (vec![2, 2, 12, 12], lost));
    assert_eq!((view.scores(declared), view.result_with(declared)), (vec![2, 0, 2, 0], lost));
    assert!(truth.knows_teams() && !view.knows_teams() && !Keezen::start(&HIDDEN).knows_teams());
    for (scoring, points) in [(Scoring::Half, [6, 6, 1, 1]), (Scoring::Individual, [5, 1, 4, 0])] {
        let other = Keezen { rules: Rules { scoring, ..HIDDEN }, ..truth };
        assert_eq!(other.scores(by(2)), points);
    }
}

#[test]
fn determinizations_deal_partners_evenly() {
    let view = alone("Y5:B20:R40:G10", "2", "rrbb").mask(Viewer::Public);
    let mut rng = Rng::new(5);
    let mut counts = BTreeMap::new();
    for _ in 0..6000 {
        let Partners::FaceDown(pairs) = view.determinize(&mut rng).partners else { panic!("no partners were sampled") };
        *counts.entry(pairs.letters()).or_insert(0) += 1;
    }
    assert!(counts.len() == 6 && counts.values().all(|count| (880..1120).contains(count)), "{counts:?}");
}

fn one_seat_on(board: &Board) -> Board {
    let mut turned = Board::default();
    for colour in 0..4 {
        let next = (colour + 1) % 4;
        let ring = (0..64).filter(|&cell| board.on_ring(colour) >> cell & 1 == 1).map(|cell| Cell((cell + 16) % 64));
        let lane = (0..4).filter(|&depth| board.in_lane(colour) >> depth & 1 == 1);
        ring.chain(lane.map(|depth| Cell::lane(next, depth))).for_each(|cell| turned.put(next, cell));
    }
    turned
}

/// If all pawns and partner cards move on by one seat, each team keeps its evaluation.
#[test]
fn the_evaluation_turns_with_the_table() {
    let mut rng = Rng::new(6);
    for _ in 0..300 {
        let (position, _) = scattered(HIDDEN, &mut rng);
        let turned = one_seat_on(&position.board);
        for pairs in Pairs::ALL {
            let [a, b, c, d] = pairs.letters();
            let next = Pairs::of_letters(&[d, a, b, c].iter().collect::<String>()).unwrap();
            let (one, other) = (log_odds(&position.board, pairs, 2), log_odds(&turned, next, 3));
            // Positive if p2, which now has the pawns that p1 had, is in p1's team.
            let sign = if next.team(1) == 0 { 1.0 } else { -1.0 };
            assert!((one - sign * other).abs() < 1e-3, "{one} {other} {pairs:?}");
        }
    }
}

/// Compares every position and its legal tokens with the naive rules, in 30 games from the start and in 2000 short
/// games from scattered positions.
#[test]
fn games_agree_with_the_naive_rules() {
    let (mut turned, mut sides) = (0, [0; 4]);
    for game in 0..2030 {
        let mut rng = Rng::new(31_000 + game);
        let rules = Rules { max_plies: if game < 30 { 2000 } else { 30 }, spare_own: game % 3 == 0, ..HIDDEN };
        let (mut position, mut naive) =
            if game < 30 { (Keezen::start(&rules), slow_start(&rules)) } else { scattered(rules, &mut rng) };
        while position.turn() != Turn::Over {
            assert_eq!(position.position_text(), naive.text());
            if position.turn() == Turn::Chance {
                let event = position.sample_event(rng.next());
                turned += u64::from(matches!(event, Event::Reveal(_)));
                naive.happen(&position.event_text(&event));
                position.apply_event(&event);
                continue;
            }
            let slow = naive.moves();
            let mut names: Vec<&String> = slow.iter().map(|(name, _)| name).collect();
            names.sort();
            names.dedup();
            let mut fast = legal(&position);
            fast.sort();
            assert!(fast.iter().eq(names), "{}\n{fast:?}", naive.text());
            let token = position.action_text(position.random_action(&mut rng, &mut Vec::new()).unwrap());
            position.play(position.parse_action(&token).unwrap());
            naive = slow.into_iter().find(|(name, _)| *name == token).unwrap().1;
        }
        agree(&position, &naive);
        let Some(pairs) = position.partners.open() else {
            panic!("the game is over, but the partner cards are hidden")
        };
        sides[pairs.partner(0)] += 1;
    }
    assert!(turned > 1000 && sides[1..].iter().all(|&count| count > 600), "{turned} {sides:?}");
}
