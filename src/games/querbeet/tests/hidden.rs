//! Inference about hidden hands, compared with an enumeration of all deals.

use super::{Querbeet, all_rules, play, random_game, rules, two};
use crate::games::querbeet::bag::Bag;
use crate::games::querbeet::moves::Action;
use crate::games::querbeet::tile::Kind;
use base::rng::Rng;
use kit::chance::{Chance, Hidden};
use kit::game::Game;
use kit::state::State;
use kit::text::TokenError;
use std::collections::BTreeMap;
use ugi::{Seat, Turn, Viewer};

fn view(position: &Querbeet, seat: usize) -> Querbeet {
    position.mask(Viewer::Seat(Seat::new(seat)))
}

/// Returns each full position that the view allows, with its text as the key and with the number of deals of
/// distinguishable tiles that lead to it.
fn deals(view: &Querbeet) -> BTreeMap<String, (Querbeet, u64)> {
    let mut pool = view.rules.tiles;
    for (_, piece) in view.board.tiles().filter(|(_, piece)| piece.kind() != Kind::CENTRE) {
        pool.take(piece.kind());
    }
    view.hands.iter().for_each(|hand| hand.each().for_each(|kind| pool.take(kind)));
    let tiles: Vec<Kind> = pool.each().collect();
    let mut all = BTreeMap::new();
    let holes = view.hands.map(Bag::unknown);
    let start = Querbeet { hands: view.hands.map(Bag::known), ..*view };
    spread(view, &tiles, start, holes, &mut all);
    all
}

fn spread(
    view: &Querbeet,
    tiles: &[Kind],
    dealt: Querbeet,
    holes: [usize; 3],
    all: &mut BTreeMap<String, (Querbeet, u64)>,
) {
    let Some((&kind, rest)) = tiles.split_first() else {
        all.entry(dealt.position_text()).or_insert((dealt, 0)).1 += 1;
        return;
    };
    for seat in (0..3).filter(|&seat| holes[seat] > 0 && view.excluded[seat] >> kind.index() & 1 == 0) {
        let (mut next, mut left) = (dealt, holes);
        next.hands[seat].add(kind);
        left[seat] -= 1;
        spread(view, rest, next, left, all);
    }
}

/// Returns views from random games in which a pass has excluded kinds and at most eight tiles are left in the hands.
/// All deals of so few tiles can be enumerated.
fn late_views() -> Vec<Querbeet> {
    let mut views = Vec::new();
    for (seed, rules) in all_rules().cycle().take(320).enumerate() {
        random_game(&rules, seed as u64, |position, _| {
            let hidden: usize = position.hands.iter().map(|hand| hand.len()).sum();
            if position.excluded.iter().any(|&kinds| kinds > 0) && hidden <= 8 {
                views.extend((0..position.seats()).map(|seat| view(position, seat)));
                views.push(position.mask(Viewer::Public));
            }
        });
    }
    assert!(views.len() > 200, "{}", views.len());
    views
}

#[test]
fn a_hidden_hand_can_make_exactly_the_moves_of_all_deals() {
    let (mut accepted, mut rejected) = (0, 0);
    for view in late_views() {
        let Turn::Seat(seat) = view.turn() else { continue };
        if view.hands[seat.index()].unknown() == 0 {
            continue;
        }
        let deals = deals(&view);
        let all = Querbeet { hands: [view.rules.tiles; 3], ..view };
        let mut tokens: Vec<String> = super::legal(&all);
        tokens.extend(["pass".to_string(), "a0@d4".to_string(), "l0@a1".to_string()]);
        for token in tokens {
            let possible = deals.values().any(|(dealt, _)| dealt.parse_action(&token).is_ok());
            let answer = view.parse_action(&token);
            assert_eq!(answer.is_ok(), possible, "{token} in {} {:?}", view.position_text(), view.excluded);
            let on_board = all.parse_action(&token).is_ok() || token == "pass";
            if !on_board {
                assert_eq!(answer, Err(TokenError::Illegal), "{token} in {}", view.position_text());
            } else if token != "pass" && !possible {
                assert_eq!(answer, Err(TokenError::Cards), "{token} in {}", view.position_text());
            }
            accepted += usize::from(possible);
            rejected += usize::from(answer == Err(TokenError::Cards));
        }
    }
    assert!(accepted > 500 && rejected > 1000, "{accepted} {rejected}");
}

#[test]
fn determinizations_are_drawn_evenly() {
    let (mut rng, mut tried) = (Rng::new(4), 0);
    for view in late_views().into_iter().step_by(7) {
        let deals = deals(&view);
        let total: u64 = deals.values().map(|(_, count)| count).sum();
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        let rounds = 300 * deals.len() as u64;
        if deals.len() > 40 {
            continue;
        }
        for _ in 0..rounds {
            *counts.entry(view.determinize(&mut rng).position_text()).or_default() += 1;
        }
        assert!(counts.keys().all(|text| deals.contains_key(text)));
        for (text, (_, count)) in &deals {
            let expected = (rounds * count) as f64 / total as f64;
            let found = counts.get(text).copied().unwrap_or_default() as f64;
            assert!((found - expected).abs() < 6.0 * expected.sqrt() + 3.0, "{text}: {found} of {expected}");
        }
        tried += usize::from(deals.len() > 1);
    }
    assert!(tried > 5, "{tried}");
}

#[test]
fn in_a_game_of_two_a_view_has_one_determinization() {
    random_game(&two(), 12, |position, _| {
        for seat in 0..2 {
            assert_eq!(view(position, seat).determinize(&mut Rng::new(1)), *position);
        }
    });
}

#[test]
fn a_tile_that_is_visible_elsewhere_conflicts_with_the_hidden_tiles() {
    let position = play(Querbeet::start(&two()), "!deal/aabbccdgh/abcdefgij c0@c4");
    let seen = view(&position, 0);
    assert_eq!(seen.position_text(), "p2:Tc4c0,d4l0:Haabbcdgh/?????????:S0,0:R1,1:F2");
    assert!(seen.parse_action("e1@d5").is_ok());
    assert_eq!(seen.parse_action("h1@d5"), Err(TokenError::Cards), "the only h is in the viewer's hand");
    assert_eq!(position.parse_action("h1@d5"), Err(TokenError::Illegal), "here the hand is known");
    assert_eq!(seen.parse_action("e0@d5"), Err(TokenError::Illegal), "blank meets road");
    assert_eq!(seen.parse_action("k1@d5"), Err(TokenError::Illegal), "not a tile of this game");
    assert_eq!(seen.parse_action("pass"), Err(TokenError::Illegal), "every tile fits somewhere");
    let laid = play(position, "e1@d5");
    assert_eq!(view(&laid, 1).parse_action("e2@e4"), Err(TokenError::Cards), "the only e is on the board");
}

#[test]
fn a_pass_excludes_the_kinds_that_fit() {
    let mut excluded = 0;
    for (seed, rules) in all_rules().cycle().take(160).enumerate() {
        random_game(&rules, seed as u64, |position, token| {
            if token != Some("pass") || position.turns > 15 {
                return;
            }
            let seat = position.mover().unwrap().index();
            let other = (seat + 1) % position.seats();
            let mut seen = view(position, other);
            seen.play(Action::Pass);
            let fits = Querbeet { hands: [position.rules.tiles; 3], ..*position };
            for kind in fits.board.kinds_that_fit(position.rules.tiles.kinds()).into_kinds() {
                assert!(position.hands[seat].count(kind) == 0);
                assert!(seen.determinize(&mut Rng::new(seed as u64)).hands[seat].count(kind) == 0);
                excluded += 1;
            }
        });
    }
    assert!(excluded > 30, "{excluded}");
}

trait IntoKinds {
    fn into_kinds(self) -> Vec<Kind>;
}

impl IntoKinds for u16 {
    fn into_kinds(self) -> Vec<Kind> {
        Kind::of_hands().filter(|kind| self >> kind.index() & 1 == 1).collect()
    }
}

#[test]
fn deals_hide_the_hands_of_others_only() {
    let start = Querbeet::start(&two());
    let event = start.parse_event("!deal/hgdccbbaa/jigfedcba", Viewer::Master).unwrap();
    assert_eq!(start.event_text(&event), "!deal/aabbccdgh/abcdefgij");
    let seen = |viewer| start.event_text(&start.mask_event(&event, viewer));
    assert_eq!(seen(Viewer::Seat(Seat::P1)), "!deal/aabbccdgh/?????????");
    assert_eq!(seen(Viewer::Seat(Seat::P2)), "!deal/?????????/abcdefgij");
    assert_eq!(seen(Viewer::Public), "!deal/?????????/?????????");
    let read = |token, viewer| start.parse_event(token, viewer).is_ok();
    assert!(read("!deal/aabbccdgh/?????????", Viewer::Seat(Seat::P1)));
    assert!(read("!deal/?????????/?????????", Viewer::Public));
    assert!(!read("!deal/aabbccdgh/?????????", Viewer::Seat(Seat::P2)), "its own hand is hidden");
    assert!(!read("!deal/aabbccdgh/?????????", Viewer::Master));
    for token in [
        "!deal/aabbccdgh/abcdefgi",
        "!deal/aabbccdgh/abcdefgijj",
        "!deal/aabbccdgh/abcdefgik",
        "!deal/aabbccdgh",
        "!deal/aabbccdgh/abcdefgij/",
        "!deal/aabbcc/dghabc/defgij",
        "deal/aabbccdgh/abcdefgij",
        "!deal/aaaabccdg/?????????",
    ] {
        assert!(!read(token, Viewer::Master) && !read(token, Viewer::Seat(Seat::P1)), "{token}");
    }
    let three = Querbeet::start(&rules("aaabbbcccddefgghij", 3));
    assert!(three.parse_event("!deal/aabbcc/dghabc/defgij", Viewer::Master).is_ok());
}
