//! Tests for hidden hands: views equal the masked master position, other seats' tokens are checked with public
//! information, and deals must fit the pack.

use super::super::Keezen;
use super::super::position::Rules;
use super::{all_rules, legal, play_all, read, read_as, stroll};
use base::rng::Rng;
use kit::chance::{Chance, Hidden};
use kit::game::Game;
use kit::state::State;
use kit::text::TokenError;
use ugi::{Seat, Turn, Viewer};

pub(super) const VIEWERS: [Viewer; 6] = [
    Viewer::Master,
    Viewer::Public,
    Viewer::Seat(Seat::new(0)),
    Viewer::Seat(Seat::new(1)),
    Viewer::Seat(Seat::new(2)),
    Viewer::Seat(Seat::new(3)),
];

/// A view that is updated with masked events and tokens equals the masked master position.
#[test]
fn views_equal_the_masked_master_position() {
    for rules in all_rules() {
        for game in 0..8 {
            let mut rng = Rng::new(7000 + game);
            let mut truth = Keezen::start(&rules);
            let mut views = VIEWERS.map(|_| truth);
            while truth.turn() != Turn::Over {
                if truth.turn() == Turn::Chance {
                    let deal = truth.sample_event(rng.next());
                    for (view, viewer) in views.iter_mut().zip(VIEWERS) {
                        let token = truth.event_text(&truth.mask_event(&deal, viewer));
                        let event = view.parse_event(&token, viewer).unwrap();
                        assert_eq!(view.event_text(&event), token);
                        view.apply_event(&event);
                    }
                    truth.apply_event(&deal);
                } else {
                    let action = truth.random_action(&mut rng, &mut Vec::new()).unwrap();
                    let token = truth.action_text(action);
                    for view in &mut views {
                        let seen = view.parse_action(&token).unwrap_or_else(|why| panic!("{token}: {why:?}"));
                        assert_eq!(view.action_text(seen), token);
                        view.play(seen);
                    }
                    truth.play(action);
                }
                for (view, viewer) in views.iter().zip(VIEWERS) {
                    check_view(&truth, view, viewer, &rules, &mut rng);
                }
            }
        }
    }
}

fn check_view(truth: &Keezen, view: &Keezen, viewer: Viewer, rules: &Rules, rng: &mut Rng) {
    assert_eq!(*view, truth.mask(viewer));
    assert_eq!((view.turn(), view.ending()), (truth.turn(), truth.ending()));
    assert_eq!(view.scores(None), truth.scores(None));
    let text = view.position_text();
    let read = Keezen::parse_view(rules, &text, viewer).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read.position_text(), text);
    // The text omits the seat that moved last if the reveal is due at the ply limit and all hands are empty.
    assert_eq!(Keezen { last: view.last, ..read }, *view, "{text}");
    assert!(read.last == view.last || (text.starts_with("reveal:") && text.contains(":C-/-/-/-:")), "{text}");
    if let Turn::Seat(seat) = truth.turn()
        && viewer.sees(seat)
    {
        assert_eq!(legal(view), legal(truth));
    }
    let whole = view.determinize(rng);
    assert!(!whole.is_partial());
    assert_eq!(whole.mask(viewer), *view);
    assert!(Keezen::parse_position(rules, &whole.position_text()).is_ok());
}

/// Two cards are unseen and two seats have one hidden card each, so there are two possible deals. Both must be equally
/// frequent.
#[test]
fn determinizations_are_even() {
    let text = "p1:CAA/2?/3?/-:XAA222333444455556666777788889999TTTTJJJJQQQKKK:D4,3";
    let view = read_as(text, Viewer::Seat(Seat::P1));
    let mut rng = Rng::new(1);
    let mut queens = 0;
    for _ in 0..1000 {
        let whole = view.determinize(&mut rng).position_text();
        let queen = whole.contains(":CAA/2Q/3K/-:");
        assert!(queen || whole.contains(":CAA/2K/3Q/-:"), "{whole}");
        queens += usize::from(queen);
    }
    assert!((400..600).contains(&queens), "{queens}");
}

/// A position text of p1's view, a token that the seat to move plays, and the expected result: the canonical token or
/// the error.
const SEEN: &[(&str, &str, Result<&str, TokenError>)] = &[
    ("p2:Y0:CA47J/?????/?????/?????:XK:D4,1:F2", "K:in", Ok("K:in")),
    ("p2:Y0:CA47J/?????/?????/?????:XK:D4,1:F2", "Q:5", Err(TokenError::Illegal)),
    ("p2:Y0:CA47J/?????/?????/?????:XK:D4,1:F2", "A:16", Err(TokenError::Illegal)),
    ("p2:Y0:CA47J/?????/?????/?????:XK:D4,1:F2", "?:in", Err(TokenError::Illegal)),
    ("p2:Y0:CA47J/?????/?????/?????:XK:D4,1:F2", "fold:2259T", Ok("fold:2259T")),
    ("p2:Y0:CA47J/?????/?????/?????:XK:D4,1:F2", "fold:T9522", Ok("fold:2259T")),
    ("p2:Y0:CA47J/?????/?????/?????:XK:D4,1:F2", "fold:A2259", Err(TokenError::Illegal)),
    ("p2:Y0:CA47J/?????/?????/?????:XK:D4,1:F2", "fold:2259", Err(TokenError::Illegal)),
    ("p2:Y0:CA47J/?????/?????/?????:XK:D4,1:F2", "fold:2259?", Err(TokenError::Illegal)),
    ("p2:Y0:CA47J/?????/?????/?????:XK:D4,1:F2", "fold:22599T", Err(TokenError::Illegal)),
    ("p2:Y0:CA47J/?????/?????/?????:XK:D4,1:F2", "fold:24444", Err(TokenError::Cards)),
    ("p2:Y0:CA47J/?????/?????/?????:XK:D4,1:F2", "fold", Err(TokenError::Cards)),
    ("p2:Y0:CA47J/K????/?????/?????:XK:D4,1:F2", "fold", Err(TokenError::Illegal)),
    ("p2:Y0:CA47J/5????/?????/?????:XK:D4,1:F2", "fold:2259T", Ok("fold:2259T")),
    ("p2:Y0:CA47J/6????/?????/?????:XK:D4,1:F2", "fold:2259T", Err(TokenError::Cards)),
    ("p2:Y0:CAKKK/?????/?????/?????:XK:D4,1:F2", "K:in", Err(TokenError::Cards)),
    ("p2:Y0:CA47J/23456/?????/?????:XK:D4,1:F2", "K:in", Err(TokenError::Cards)),
    ("p2:Y0:CA47J/23456/?????/?????:XK:D4,1:F2", "fold:23457", Err(TokenError::Cards)),
    ("p2:Y0:CA47J/23456/?????/?????:XK:D4,1:F2", "fold", Ok("fold:23456")),
    ("p2:Y0:B16:CA47J/?????/?????/?????:XK:D4,1:F2", "7:16=3,0=4", Err(TokenError::Illegal)),
    ("p2:Y0:B16,20:CA47J/?????/?????/?????:XK:D4,1:F2", "7:16=3,20=4", Ok("7:16=3,20=4")),
    ("p2:Y0:B16,20:CA47J/?????/?????/?????:XK:D4,1:F2", "7:16=3,20=3", Err(TokenError::Illegal)),
    ("p2:Y0:B16,20:CA47J/?????/?????/?????:XK:D4,1:F2", "J:16x0", Err(TokenError::Illegal)),
    ("p2:Y1:B16,20:CA47J/?????/?????/?????:XK:D4,1:F2", "J:16x1", Ok("J:16x1")),
];

#[test]
fn tokens_of_others_in_a_view() {
    for &(text, token, expected) in SEEN {
        let view = read_as(text, Viewer::Seat(Seat::P1));
        let read = view.parse_action(token).map(|action| view.action_text(action));
        assert_eq!(read.as_deref().map_err(|why| *why), expected, "{token} in {text}");
    }
}

/// Tokens that p1's view reads at the start position, and whether each is accepted as the deal.
const DEALS: &[(&str, bool)] = &[
    ("!deal/A47JK/?????/?????/?????", true),
    ("!deal/KJ74A/?????/A4???/?????", true),
    ("!deal/AAAAK/?????/A????/?????", false),
    ("!deal/A47J?/?????/?????/?????", false),
    ("!deal/A47J/?????/?????/?????", false),
    ("!deal/A47JK/????/?????/?????", false),
    ("!deal/A47JK/?????/?????", false),
    ("!deal/A47JK/?????/?????/?????/", false),
    ("!deal/-/-/-/-", false),
    ("!partners/????", false),
    ("!partners/rbrb", false),
    ("!reveal/rbrb", false),
    ("deal/A47JK/?????/?????/?????", false),
    ("K:in", false),
];

#[test]
fn deals_that_can_and_cannot_be() {
    let start = Keezen::start(&Rules::default());
    for &(token, possible) in DEALS {
        assert_eq!(start.parse_event(token, Viewer::Seat(Seat::P1)).is_ok(), possible, "{token}");
    }
    let unsorted = start.parse_event("!deal/KJ74A/T9522/36Q38/QT84A", Viewer::Master).unwrap();
    assert_eq!(start.event_text(&unsorted), "!deal/A47JK/2259T/3368Q/A48TQ");
    assert!(start.parse_event("!deal/A47JK/?????/?????/?????", Viewer::Master).is_err());
    assert!(start.parse_action("K:in").is_err());
    let running = play_all(start, "!deal/A47JK/2259T/3368Q/A48TQ");
    assert!(running.parse_event("!deal/A47JK/2259T/3368Q/A48TQ", Viewer::Master).is_err());
    // The second deal: four cards each, and no card that has been played.
    let second = read("deal:XAAAA2222333344445555:D1,2");
    assert!(second.parse_event("!deal/6789/TJQK/6789/TJQK", Viewer::Master).is_ok());
    assert!(second.parse_event("!deal/6789/TJQK/6789/AJQK", Viewer::Master).is_err());
    assert!(second.parse_event("!deal/66789/TJQK/6789/TJQK", Viewer::Master).is_err());
}

#[test]
fn deals_depend_on_the_seed_and_the_pack_only() {
    let before = play_all(read("deal"), "");
    let elsewhere = read("deal:Y5,a1:B17:X:D2,1:F300");
    let deal = |position: &Keezen, seed| position.event_text(&position.sample_event(seed));
    assert_eq!(deal(&before, 1), deal(&elsewhere, 1));
    assert_ne!(deal(&before, 1), deal(&before, 2));
    assert_eq!(deal(&before, 1), "!deal/478JQ/245TJ/AATJK/A6789");
    let third = "deal:XAA22334455667788899TTTJJQQQKKKAA2233:D2,3";
    assert_eq!(deal(&read(third), 7), "!deal/5669/4TJK/457J/789Q");
    stroll(Rules::default(), 200..230, |position, rng| {
        if position.turn() == Turn::Chance {
            let dealt = position.sample_event(rng.next());
            assert_eq!(position.parse_event(&position.event_text(&dealt), Viewer::Master), Ok(dealt));
        }
    });
}

/// Every bench position can be read, its viewer sees the hand of the seat to move, and that seat has more than one
/// legal move.
#[test]
fn bench_positions_are_read() {
    for line in Keezen::BENCH {
        let (viewer, rest) = match line.strip_prefix("seat ") {
            Some(rest) => {
                let (seat, rest) = rest.split_once(' ').unwrap();
                (Viewer::Seat(Seat::new(seat.parse::<usize>().unwrap() - 1)), rest)
            }
            None => (Viewer::Master, *line),
        };
        let position = match rest.strip_prefix("fen ") {
            Some(text) => read_as(text, viewer),
            None => play_all(read("deal"), rest.strip_prefix("startpos moves ").unwrap()),
        };
        let Turn::Seat(seat) = position.turn() else { panic!("{line}") };
        assert!(viewer.sees(seat) && position.count_actions() > 1, "{line}");
    }
}
