//! Tests for each rule. Most are rows of a table with pawns, a hand and the expected legal tokens.

use super::super::Keezen;
use super::super::cards::Cards;
use super::super::position::{Rules, Scoring};
use super::super::rules::HOME;
use super::{legal, lone, play_all, read, with_rules};
use kit::chance::Hidden;
use kit::game::Game;
use kit::state::{Ending, Reason, State, Verdict};
use ugi::{GameResult, Seat, Turn, Viewer};

/// All pawns, p1's hand, and p1's legal tokens.
const MOVES: &[(&str, &str, &str)] = &[
    // Entering needs a waiting pawn and a start without a pawn of the same colour.
    ("Y", "K", "K:in"),
    ("B0", "A", "A:in"),
    ("Y0", "K", "fold:K"),
    ("Y0", "A", "A:0"),
    ("Y1,2,3,4", "K", "fold:K"),
    // A pawn on its own start is a wall. Other pawns can be passed and hit.
    ("Y10:B16", "T", "fold:T"),
    ("Y6:B16", "T", "fold:T"),
    ("Y10:R16", "T", "T:10"),
    ("Y6:R16", "T", "T:6"),
    ("Y18:B16", "4", "fold:4"),
    ("Y20:B16", "4", "fold:4"),
    ("Y0,2", "4", "4:0"),
    ("Y2", "4", "4:2"),
    ("Y63:B0", "2", "2:63"),
    // Pawns go home by exact count and cannot pass a pawn in the lane.
    ("Y62", "5", "5:62"),
    ("Y62", "6", "fold:6"),
    ("Y62,a2", "3", "fold:3"),
    ("Y62,a1", "3", "3:a1"),
    ("Y62,a2", "2", "2:62 2:a2"),
    ("Y0,62", "2", "2:0 2:62"),
    ("Ya4", "4", "fold:4"),
    ("Ya1", "A", "A:in A:a1"),
    // A jack cannot swap another colour's wall, but the wall's owner can swap it away.
    ("Y0,20:B16,17:R5,c1:G48", "J", "J:0x5 J:0x17 J:20x5 J:20x17"),
    ("Ya1:B5", "J", "fold:J"),
    // If all its pawns are home, p1 moves the red pawns of its partner.
    ("Ya1,a2,a3,a4:B5:R32,40", "J", "J:32x5 J:40x5"),
    ("Ya1,a2,a3,a4", "K", "K:in"),
    ("Ya1,a2,a3,a4:R28,c2", "2", "2:28 2:c2"),
    ("Ya1,a2,a3,a4:R47,40:G48", "3", "3:40"),
    // If the first part of a seven brings p1's last pawn home, a red pawn walks the rest. There is no third part.
    ("Y62,a2,a3,a4:R33", "7", "7:62=2,33=5"),
    ("Y62,a2,a3,a4:R33,c1", "7", "7:62=2,33=5"),
    ("Y61,a2,a3,a4:R33", "7", "7:61=3,33=4"),
    ("Y60,a1,a2,a4:B0:R33", "7", "fold:7"),
    ("Y62,a2,a3,a4", "7", "fold:7"),
    ("Y60,a3", "7", "7:a3=1,60=6"),
    ("Y5,63:B9", "7", "7:5 7:63=1,5=6 7:63=2,5=5 7:5=3,63=4 7:63=3,5=4 7:5=4,63=3 7:63=4,5=3 7:5=5,63=2 7:5=6,63=1"),
    ("Y10,12:B16", "7", "7:12=2,10=5 7:12=3,10=4 7:10=4,12=3 7:10=5,12=2"),
];

#[test]
fn moves_of_single_cards() {
    for &(pawns, hand, tokens) in MOVES {
        let position = read(&lone(pawns, hand));
        assert_eq!(legal(&position).join(" "), tokens, "{pawns} with {hand}");
    }
}

#[test]
fn a_pawn_that_the_first_part_hits_cannot_walk_the_rest() {
    let tokens = legal(&read(&lone("Y10,12", "7")));
    assert!(tokens.contains(&"7:12=5,10=2".to_string()));
    assert!(!tokens.contains(&"7:10=2,12=5".to_string()));
    assert_eq!(tokens.len(), 2 + 12 - 1);
}

/// Cases as in `MOVES`, with `Keezen.SelfHit` set to `optional`.
const OPTIONAL: &[(&str, &str, &str)] = &[
    ("Y53,63", "T", "T:53 fold:T"),
    ("Y53,63,a1", "7T", "7:53 7:a1=1,53=6 7:a1=2,53=5 7:a1=3,53=4 7:53=4,a1=3 7:53=5,a1=2 7:53=6,a1=1 T:53"),
    // Hitting the partner's pawn does not permit a fold.
    ("Y53:R63", "T", "T:53"),
];

/// Cases as in `MOVES`, with `Keezen.HomeOrder` set to `back`.
const BACK: &[(&str, &str, &str)] = &[
    ("Y62", "3", "fold:3"),
    ("Y62", "5", "5:62"),
    ("Y62,a4", "4", "4:62"),
    ("Ya1,a3", "A", "A:in A:a3"),
    ("Y61,62", "7", "7:62=1,61=6 7:61=2,62=5 7:62=5,61=2 7:61=6,62=1"),
];

#[test]
fn moves_under_options() {
    let optional = Rules { spare_own: true, ..Rules::default() };
    let back = Rules { back: true, ..Rules::default() };
    for (rules, cases) in [(optional, OPTIONAL), (back, BACK)] {
        for &(pawns, hand, tokens) in cases {
            assert_eq!(legal(&with_rules(&lone(pawns, hand), rules)).join(" "), tokens, "{pawns} with {hand}");
        }
    }
}

#[test]
fn the_example_of_a_first_deal() {
    let tokens = "!deal/A47JK/2259T/3368Q/A48TQ K:in fold:2259T fold:3368Q A:in 4:0 T:48 7:60";
    let position = play_all(read("deal"), tokens);
    assert_eq!(position, play_all(Keezen::start(&Rules::default()), tokens));
    assert_eq!(position.position_text(), "p4:Ya4:B:R:G58:CAJ/-/-/48Q:XA2233456789TTQK:D4,1:F8");
    let seen = position.mask(Viewer::Seat(Seat::P1));
    assert_eq!(seen.position_text(), "p4:Ya4:B:R:G58:CAJ/-/-/???:XA2233456789TTQK:D4,1:F8");
    let bare = play_all(read("deal"), "!deal/A47JK/2259T/3368Q/A48TQ K:in fold fold A:in 4:0 T:48 7:60");
    assert_eq!(bare, position);
    assert_eq!(Keezen::start(&Rules::default()).position_text(), "deal:Y:B:R:G:C-/-/-/-:X:D4,1:F1");
}

#[test]
fn the_deal_goes_round() {
    let ends = |deal: &str, dealer: &str| {
        let played: String = Cards::PACK
            .iter()
            .skip(1)
            .take(deal.parse::<usize>().unwrap() * 16 + 3)
            .map(|rank| rank.letter())
            .collect();
        let text = format!("p1:Y5:CA/-/-/-:X{played}:D{dealer},{deal}");
        play_all(read(&text), "A:5").position_text()
    };
    assert!(ends("1", "4").ends_with(":C-/-/-/-:XAAAA2222333344445555:D1,2:F2"), "{}", ends("1", "4"));
    assert!(ends("2", "1").ends_with(":D2,3:F2"));
    assert!(ends("3", "2").starts_with("deal:Y6:"));
    assert!(ends("3", "2").ends_with(":C-/-/-/-:X:D3,1:F2"), "{}", ends("3", "2"));
}

#[test]
fn eight_pawns_home_win() {
    let score = |scoring, verdict: Option<Verdict>| {
        let rules = Rules { scoring, ..Rules::default() };
        let before = with_rules(&lone("Y62,a2,a3,a4:Bb4:Rc1,c2,c3,c4", "2"), rules);
        let after = play_all(before, "2:62");
        assert_eq!(after.ending(), Some(Ending::win(0, HOME)));
        assert_eq!(after.turn(), Turn::Over);
        assert!(after.position_text().starts_with("p1:Ya1,a2,a3,a4:Bb4:Rc1,c2,c3,c4:G:C-/-/-/-:X"));
        assert_eq!(read(&after.position_text()).position_text(), after.position_text());
        (before.scores(verdict), after.scores(verdict))
    };
    assert_eq!(score(Scoring::Team, None), (vec![14, 2, 14, 2], vec![26, 2, 26, 2]));
    assert_eq!(score(Scoring::Half, None), (vec![7, 1, 7, 1], vec![13, 1, 13, 1]));
    assert_eq!(score(Scoring::Individual, None), (vec![9, 4, 10, 0], vec![11, 4, 11, 0]));
    let resigned = Some(Verdict::Offence(Seat::new(2)));
    assert_eq!(score(Scoring::Team, resigned).0, [14, 12, 14, 12]);
    assert_eq!(score(Scoring::Individual, resigned).0, [9, 5, 10, 1]);
    assert_eq!(score(Scoring::Half, Some(Verdict::Declared(GameResult::Win(0)))).0, [12, 1, 12, 1]);
    assert_eq!(score(Scoring::Team, Some(Verdict::Declared(GameResult::Draw))).0, [14, 2, 14, 2]);
}

#[test]
fn the_cap_ends_the_game_without_bonus() {
    let rules = Rules { max_plies: 10, ..Rules::default() };
    let at = |pawns: &str, full_move: u64| with_rules(&format!("{}:F{full_move}", lone(pawns, "2")), rules);
    let before = at("Y10,a1", 10);
    assert_eq!((before.ending(), before.plies_left()), (None, 1));
    let after = play_all(before, "2:10");
    assert_eq!(after.ending(), Some(Ending::win(0, Reason::MAX_PLIES)));
    assert_eq!(after.scores(None), [2, 0, 2, 0]);
    assert!(after.position_text().starts_with("p1:Y12,a1:"), "no deal follows");
    assert_eq!(at("Y10", 11).ending(), Some(Ending::draw(Reason::MAX_PLIES)));
    assert_eq!(with_rules("deal:F11", rules).turn(), Turn::Over);
    let endless = Rules { max_plies: 0, ..Rules::default() };
    let late = with_rules(&format!("deal:F{}", u64::MAX), endless);
    assert_eq!((late.turn(), late.plies_left()), (Turn::Chance, u32::MAX));
}
