//! Tests for the rules of hidden partners: the reveal, splitting a seven before the reveal, and the end of the game.
//! Also tests that invalid texts are rejected.

use super::super::Keezen;
use super::super::chance::Event;
use super::super::partners::{Pairs, Partners};
use super::super::position::{Rules, Scoring};
use super::super::rules::HOME;
use super::hidden::VIEWERS;
use super::{legal, lone, play_all};
use kit::chance::{Chance, Hidden};
use kit::game::Game;
use kit::state::{Ending, Reason, State};
use ugi::{Seat, Turn, Viewer};

pub(super) const HIDDEN: Rules =
    Rules { spare_own: false, back: false, scoring: Scoring::Team, hidden: true, max_plies: 2000 };

fn read_as(text: &str, viewer: Viewer) -> Keezen {
    Keezen::parse_view(&HIDDEN, text, viewer).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn read(text: &str) -> Keezen {
    read_as(text, Viewer::Master)
}

fn pairs(letters: &str) -> Pairs {
    Pairs::of_letters(letters).unwrap()
}

#[test]
fn seats_of_one_colour_are_partners() {
    let teams = |letters: &str| {
        let pairs = pairs(letters);
        assert_eq!(pairs.letters().iter().collect::<String>(), letters);
        assert!((0..4).all(|seat| pairs.team(pairs.partner(seat)) == pairs.team(seat)));
        assert!((0..4).all(|seat| pairs.partner(seat) != seat && pairs.partner(pairs.partner(seat)) == seat));
        assert_eq!(pairs.members(0), 1 | 1 << pairs.partner(0));
        assert_eq!(pairs.members(1), 15 & !pairs.members(0));
        (0..4).map(|seat| pairs.team(seat)).collect::<Vec<_>>()
    };
    for (letters, expected) in [("rbrb", [0, 1, 0, 1]), ("rrbb", [0, 0, 1, 1]), ("rbbr", [0, 1, 1, 0])] {
        assert_eq!(teams(letters), expected);
        let turned: String = letters.chars().map(|card| if card == 'r' { 'b' } else { 'r' }).collect();
        assert_eq!(teams(&turned), expected);
    }
    for letters in ["", "rbr", "rbrbr", "rrrb", "bbbr", "rrrr", "rb?b", "RBRB", "????"] {
        assert_eq!(Pairs::of_letters(letters), None, "{letters}");
    }
}

#[test]
fn the_start_and_the_first_events() {
    let start = Keezen::start(&HIDDEN);
    assert_eq!(start.position_text(), "partners:Y:B:R:G:C-/-/-/-:X:D4,1:F1");
    assert_eq!(read("partners"), start);
    assert_eq!((start.turn(), start.event()), (Turn::Chance, "partners"));
    let drawn = [0, 1, 2, 3].map(|seed| start.event_text(&start.sample_event(seed)));
    assert_eq!(drawn, DRAWN);
    let dealt = play_all(start, "!partners/brrb");
    assert_eq!(dealt.position_text(), "deal:Y:B:R:G:C-/-/-/-:Pbrrb:X:D4,1:F1");
    assert_eq!(dealt.event(), "deal");
    let seen = dealt.mask(Viewer::Seat(Seat::P2));
    assert_eq!(seen.position_text(), "deal:Y:B:R:G:C-/-/-/-:P????:X:D4,1:F1");
    let playing = play_all(dealt, "!deal/A47JK/2259T/3368Q/A48TQ A:in");
    assert_eq!(playing.position_text(), "p2:Y0:B:R:G:C47JK/2259T/3368Q/A48TQ:Pbrrb:XA:D4,1:F2");
    let event = |token: &str, viewer| start.parse_event(token, viewer).ok();
    assert_eq!(event("!partners/brrb", Viewer::Master), Some(Event::Partners(Some(pairs("brrb")))));
    assert_eq!(event("!partners/????", Viewer::Public), Some(Event::Partners(None)));
    // No seat sees the partner cards, so a view rejects a token that names them. The master history contains all of
    // them, so it rejects `????`.
    assert_eq!(event("!partners/brrb", Viewer::Seat(Seat::P1)), None);
    assert_eq!(event("!partners/????", Viewer::Master), None);
    for token in ["!partners/brrr", "!partners/brb", "!partners/b???", "!partners/", "!deal/A47JK/2259T/3368Q/A48TQ"] {
        assert_eq!(event(token, Viewer::Master), None, "{token}");
        assert_eq!(event(token, Viewer::Public), None, "{token}");
    }
}

/// The answers to `query draw` with the seeds 0 to 3 at the start. `protocol.md` lists the one of seed 1.
const DRAWN: [&str; 4] = ["!partners/rbbr", "!partners/brbr", "!partners/rrbb", "!partners/brbr"];

/// Returns a master position in which only p1 has cards. The partner cards lie face down unless a seat has all pawns
/// home.
pub(super) fn alone(pawns: &str, hand: &str, cards: &str) -> Keezen {
    read(&format!("{}:P{cards}", lone(pawns, hand)))
}

/// The beginning of a position text and a token. Then the expected results: the first section and the hands after the
/// token, and the first section after the reveal.
const TURNED: &[(&str, &str, [&str; 3])] = &[
    // p1 has all pawns home, so the reveal comes before p2 moves.
    ("p1:Y62,a2,a3,a4:C2/3/-/-", "2:62", ["reveal", "C-/3/-/-", "p2"]),
    // After the reveal, p4 continues the round in the first case, p1 begins the next round in the second, and p2
    // begins it in the third, because p1 has no cards.
    ("p2:B14,b2,b3,b4:C23/224/-/233", "2:14", ["reveal", "C23/24/-/233", "p4"]),
    ("p4:G46,d2,d3,d4:C23/24/-/224", "2:46", ["reveal", "C23/24/-/24", "p1"]),
    ("p4:G46,d2,d3,d4:C-/24/-/224", "2:46", ["reveal", "C-/24/-/24", "p2"]),
    // The last card of a deal brings p3's last pawn home. The reveal comes before the next deal.
    ("p3:R30,c2,c3,c4:C-/-/2/-", "2:30", ["reveal", "C-/-/-/-", "deal"]),
    // Nobody has all pawns home, so there is no reveal.
    ("p3:R29,c2,c3,c4:C-/2/22/-", "2:29", ["p2", "C-/2/2/-", "p2"]),
];

/// Completes a text with partner cards and with as many played cards as the first deal requires.
fn filled(text: &str) -> String {
    let hands = text.split(':').find_map(|section| section.strip_prefix('C')).unwrap();
    let held = hands.chars().filter(|card| card.is_alphanumeric()).count();
    // None of these ranks occurs in the hands above.
    format!("{text}:X{}:Prrbb:D4,1:F30", &"55556666778889999TTT"[held..])
}

#[test]
fn the_cards_are_turned_when_the_first_seat_is_home() {
    for &(text, token, [head, hands, next]) in TURNED {
        let after = play_all(read(&filled(text)), token);
        let text = after.position_text();
        assert!(text.starts_with(&format!("{head}:")), "{text}");
        assert!(text.contains(&format!(":{hands}:Prrbb:")), "{text}");
        assert_eq!(read(&text), after);
        if head != "reveal" {
            assert_eq!(after.partners, Partners::FaceDown(pairs("rrbb")));
            continue;
        }
        assert_eq!((after.turn(), after.event(), after.ending()), (Turn::Chance, "reveal", None));
        assert!(legal(&after).is_empty());
        for viewer in VIEWERS {
            let view = after.mask(viewer);
            let drawn = after.sample_event(7);
            assert_eq!(view.mask_event(&drawn, viewer), Event::Reveal(pairs("rrbb")));
            assert_eq!(view.parse_event("!reveal/rrbb", viewer), Ok(drawn));
            // A view hides the partner cards, so it accepts two red and two black cards in any order. The master
            // history contains their order and rejects a different one.
            assert_eq!(view.parse_event("!reveal/rbrb", viewer).is_ok(), viewer != Viewer::Master);
            for token in ["!reveal/rrrb", "!reveal/????", "!reveal/r???", "!reveal/rb", "!partners/rrbb", "!deal/-"] {
                assert!(view.parse_event(token, viewer).is_err(), "{token}");
            }
            let open = play_all(after, "!reveal/rrbb").mask(viewer);
            let text = open.position_text();
            assert!(text.starts_with(&format!("{next}:")) && text.contains(":Prrbb:"), "{text}");
            assert_eq!(read_as(&text, viewer), open);
        }
    }
}

#[test]
fn the_cards_are_turned_after_the_last_ply_too() {
    let capped = |text: &str| {
        let rules = Rules { max_plies: 30, ..HIDDEN };
        Keezen::parse_position(&rules, text).unwrap_or_else(|error| panic!("{text}: {error}"))
    };
    let after = play_all(capped(&filled("p2:Y5,a4:B9,b4:Rc4:C-/2/-/3")), "2:9");
    assert_eq!((after.event(), after.ending(), after.scores(None)), ("reveal", None, vec![2, 2, 2, 0]));
    let over = play_all(after, "!reveal/rrbb");
    assert_eq!(over.ending(), Some(Ending::win(0, Reason::MAX_PLIES)));
    assert_eq!((over.scores(None), over.turn()), (vec![4, 4, 2, 2], Turn::Over));
    assert!(over.position_text().starts_with("p4:"));
    // All hands are empty, and the dealer, p4, moved last.
    let last = play_all(capped(&filled("p4:Y5,a4:B9,b4:Rc4:G50:C-/-/-/2")), "2:50");
    assert!(last.position_text().starts_with("reveal:Y5,a4:B9,b4:Rc4:G52:C-/-/-/-:"));
    let over = play_all(last, "!reveal/rrbb");
    assert_eq!(over.ending(), Some(Ending::win(0, Reason::MAX_PLIES)));
    let text = over.position_text();
    assert!(text.starts_with("p4:") && text.ends_with(":D4,1:F31"), "{text}");
}

/// Pawns of p1, then p1's legal tokens with a seven: while the partners are unknown, and with p3 as the known partner.
const SEVENS: &[(&str, &str, &str)] = &[
    // While the partners are unknown, neither part may bring the fourth pawn home.
    ("Y62,a2,a3,a4", "fold:7", "7:62=2,33=5 7:62=2,40=5"),
    ("Y60,a2,a3,a4", "fold:7", "7:60=4,33=3 7:60=4,40=3"),
    ("Y58,a1,a3,a4", "fold:7", "7:a1=1,58=6"),
    ("Y60,62,a3,a4", "fold:7", "7:62=3,60=4 7:60=5,62=2"),
    // An undivided seven may bring the fourth pawn home.
    ("Y57,a2,a3,a4", "7:57", "7:57"),
    // A part may bring the third pawn home, and pawns in the lane may walk deeper.
    ("Y50,a1,a3,a4", "7:50 7:a1=1,50=6 7:50=6,a1=1", "7:50 7:a1=1,50=6 7:50=6,a1=1"),
    (
        "Y30,62,a2,a4",
        "7:30 7:62=1,30=6 7:a2=1,30=6 7:62=2,30=5 7:30=5,62=2 7:30=6,62=1 7:30=6,a2=1",
        "7:30 7:62=1,30=6 7:a2=1,30=6 7:62=2,30=5 7:30=5,62=2 7:30=6,62=1 7:30=6,a2=1",
    ),
];

#[test]
fn a_seven_is_split_between_own_pawns_only() {
    for &(pawns, hidden, fixed) in SEVENS {
        let pawns = format!("{pawns}:B20:R33,40:G10");
        for cards in ["rbrb", "rrbb", "brrb"] {
            assert_eq!(legal(&alone(&pawns, "7", cards)).join(" "), hidden, "{pawns}");
        }
        assert_eq!(legal(&super::read(&lone(&pawns, "7"))).join(" "), fixed, "{pawns}");
    }
}

/// Partner cards, and the legal tokens of p1, which has all pawns home and moves its partner's pawns.
const PARTNERS: &[(&str, &str)] = &[("rrbb", "2:20"), ("rbrb", "2:33 2:40"), ("brrb", "2:50")];

#[test]
fn a_seat_at_home_plays_for_its_partner() {
    for &(cards, tokens) in PARTNERS {
        let position = alone("Ya1,a2,a3,a4:B20:R33,40:G50", "2", cards);
        assert_eq!(legal(&position).join(" "), tokens);
        // Bringing the partner's last pawn home ends the game, wherever the partner sits.
        let lane = ["b", "c", "d"][pairs(cards).partner(0) - 1];
        let pawns = ["B14", "R30", "G46"].map(|pawn| {
            let own = pawn.starts_with(["B", "R", "G"][pairs(cards).partner(0) - 1]);
            if own { format!("{pawn},{lane}2,{lane}3,{lane}4") } else { pawn[..1].to_string() }
        });
        let before = alone(&format!("Ya1,a2,a3,a4:{}", pawns.join(":")), "2", cards);
        let token = legal(&before).concat();
        let over = play_all(before, &token);
        assert_eq!(over.ending(), Some(Ending::win(0, HOME)), "{token}");
        let points = over.scores(None);
        assert!((0..4).all(|seat| points[seat] == if pairs(cards).team(seat) == 0 { 26 } else { 0 }), "{points:?}");
    }
    // The first part of a seven brings p2's last pawn home, and a pawn of its partner p1 walks the rest. The partner
    // cards are already revealed, because p3 has all pawns home.
    let text = "p2:Y20:B14,b2,b3,b4:Rc1,c2,c3,c4:G10:C-/7/-/-:Prrbb:XAAAA222233334444555:D4,1";
    assert_eq!(legal(&read(text)).join(" "), "7:14=2,20=5");
}

/// Invalid position texts with their viewer, the column of the error and the start of its message.
const BAD: &[(&str, Viewer, usize, &str)] = &[
    ("deal", Viewer::Master, 1, "the partner cards are missing"),
    ("deal:Y5", Viewer::Public, 1, "the partner cards are missing"),
    ("reveal:Ya1,a2,a3,a4:XAAAA222233334444555566667777889:D1,3", Viewer::Master, 1, "the partner cards are missing"),
    ("deal:Prrrb", Viewer::Master, 7, "expected two r and two b"),
    ("deal:Prrrb", Viewer::Public, 7, "expected two r and two b"),
    ("deal:Prbr", Viewer::Master, 7, "expected two r and two b"),
    ("deal:Prbrbb", Viewer::Master, 7, "expected two r and two b"),
    ("deal:PRBRB", Viewer::Master, 7, "expected two r and two b"),
    ("deal:P", Viewer::Master, 7, "expected two r and two b"),
    ("deal:Prbrb:Prbrb", Viewer::Master, 12, "duplicate section P"),
    ("deal:P????", Viewer::Master, 7, "'?' is allowed only in views"),
    ("deal:Pr???", Viewer::Public, 7, "'?' is allowed only in views"),
    ("deal:P???", Viewer::Public, 7, "'?' is allowed only in views"),
    ("deal:Prbrb", Viewer::Public, 7, "nobody sees the partner cards"),
    ("deal:Prbrb", Viewer::Seat(Seat::P1), 7, "nobody sees the partner cards"),
    ("deal:Yb1:Prbrb", Viewer::Master, 7, "b1 is in the lane"),
    ("deal:Ya1,a2,a3,a4:P????", Viewer::Public, 20, "the partner cards are open"),
    ("reveal:P????", Viewer::Public, 1, "reveal needs one seat"),
    ("reveal:Ya1,a2,a3,a4:Prbrb:X2", Viewer::Master, 28, "before deal 1"),
    ("reveal:Ya1,a2,a3,a4:Bb1,b2,b3,b4:Prbrb", Viewer::Master, 1, "reveal needs one seat"),
    ("reveal:Ya1,a2,a3,a4:C2/34/-/2:Prbrb", Viewer::Master, 29, "a hand of p4 with 1"),
    ("partners:Prbrb", Viewer::Master, 11, "a position that begins with partners has no section P"),
    ("partners:Y5", Viewer::Master, 1, "partner cards are dealt at the start"),
    ("partners:F2", Viewer::Master, 1, "partner cards are dealt at the start"),
    ("partners:X22", Viewer::Master, 11, "before deal 1"),
    ("partner", Viewer::Master, 1, "expected deal, partners, reveal or p1"),
    ("p5:Prbrb", Viewer::Master, 1, "expected deal, partners, reveal or p1"),
];

#[test]
fn bad_texts_are_refused() {
    for &(text, viewer, column, message) in BAD {
        match Keezen::parse_view(&HIDDEN, text, viewer) {
            Ok(position) => panic!("{text} was read as {}", position.position_text()),
            Err(error) => {
                assert!(error.message.starts_with(message), "{text}: {error}");
                assert_eq!(error.column, column, "{text}: {error}");
            }
        }
    }
    for (text, message) in [
        ("deal:Prbrb", "unknown section 'P'"),
        ("partners", "expected deal or p1 to p4"),
        ("reveal:Ya1,a2,a3,a4", "expected deal or p1 to p4"),
    ] {
        let error = Keezen::parse_position(&Rules::default(), text).unwrap_err();
        assert!(error.message.starts_with(message), "{text}: {error}");
    }
}

#[test]
fn a_reveal_within_a_deal_does_not_change_the_next_leader() {
    // p4 deals, so p1 deals next and p2 leads then. After the deal, the text names p1 as the dealer.
    for cards in [
        "reveal:Ya1,a2,a3,a4:B17:R40:G60,d3:C-/3/K/-:Prbbr:XAAAA22223334444555:D4,1:F31",
        "deal:D1,2:Prbbr:X222333444555666777AA",
    ] {
        assert_eq!(read(cards).next_leader(), 1, "{cards}");
    }
}
