//! Tests for the sentences that tell why a token is not legal.

use super::super::Keezen;
use super::super::position::Rules;
use super::{all_rules, lone, read, scattered, with_rules};
use crate::games::why;
use base::rng::Rng;
use kit::game::Game;
use kit::state::State;
use ugi::Turn;

/// All pawns, p1's hand, a token, and the sentence.
const WHY: &[(&str, &str, &str, &str)] = &[
    ("Y12", "Q", "walk", "Write a move as A:in, Q:12, 7:12=3,20=4, J:12x40 or fold."),
    ("Y12", "7", "7:12=y,20=4", "Write a move as A:in, Q:12, 7:12=3,20=4, J:12x40 or fold."),
    ("Y12", "Q", "Z:12", "There is no card \"Z\"."),
    ("Y12", "Q", "10:12", "There is no card \"10\"."),
    ("Y12", "Q", "Q:64", "There is no cell \"64\"."),
    ("Y12", "Q", "Q:a5", "There is no cell \"a5\"."),
    ("Y12", "Q", "Q:5x", "Write a move as A:in, Q:12, 7:12=3,20=4, J:12x40 or fold."),
    ("Y12", "Q", ":12", "Write a move as A:in, Q:12, 7:12=3,20=4, J:12x40 or fold."),
    ("Y12", "Q", "J:12", "A jack only swaps two pawns, as in J:12x40."),
    ("Y12", "Q", "A:12", "You hold no ace."),
    ("Y12", "Q", "T:12", "You hold no 10."),
    ("Y12", "T", "T:in", "Only an ace or a king brings a pawn in, not the 10."),
    ("Y12:B20", "T", "T:12x20", "Only a jack swaps two pawns, not the 10."),
    ("Y12,20", "T", "T:12=3,20=7", "Only a 7 can be split between two pawns, not the 10."),
    ("Y12", "K", "K:12", "A king only brings a pawn in."),
    ("Y12:B20", "J", "J:12", "A jack only swaps two pawns, as in J:12x40."),
    ("Y0", "K", "K:in", "No pawn can enter, because a pawn of {p1} is on its start 0."),
    ("Y1,2,3,4", "K", "K:in", "No pawn of {p1} is waiting."),
    ("Y12", "Q", "Q:13", "There is no pawn on 13."),
    ("Y12:B20", "Q", "Q:20", "The pawn on 20 is a pawn of {p2}; you move the pawns of {p1}."),
    ("Ya1,a2,a3,a4:R40", "3", "3:a1", "The pawn on a1 is a pawn of {p1}; you move the pawns of {p3}."),
    ("Ya1", "4", "4:a1", "The pawn on a1 is in its lane, and pawns in a lane do not walk backward."),
    ("Y10:B16", "T", "T:10", "The pawn of {p2} on its start 16 blocks the way."),
    ("Y6:B16", "T", "T:6", "The pawn of {p2} on its start 16 blocks the way."),
    ("Y18:B16", "4", "4:18", "The pawn of {p2} on its start 16 blocks the way."),
    ("Y0,2", "4", "4:2", "The pawn of {p1} on its start 0 blocks the way."),
    ("Ya4", "A", "A:a4", "The pawn on a4 is at the end of its lane."),
    ("Y62", "6", "6:62", "6 steps are too many for the pawn on 62: its lane ends after 5."),
    ("Ya1", "5", "5:a1", "5 steps are too many for the pawn on a1: its lane ends after 3."),
    ("Y62,a2", "3", "3:62", "The pawn on a2 blocks the way in the lane."),
    ("Y62,a2", "5", "5:62", "The pawn on a2 blocks the way in the lane."),
    ("Y12,20", "7", "7:12=7", "A split 7 has two parts, as in 7:12=3,20=4."),
    ("Y12,20", "7", "7:12=3,20", "A split 7 has two parts, as in 7:12=3,20=4."),
    ("Y12,20,30", "7", "7:12=3,20=2,30=2", "A split 7 has two parts, as in 7:12=3,20=4."),
    ("Y12,20", "7", "7:12=3,20=5", "The steps of a split 7 must add up to 7, not to 8."),
    ("Y12,20", "7", "7:12=7,20=0", "Both pawns of a split 7 must walk."),
    ("Y12,20", "7", "7:12=3,12=4", "A 7 is split between two different pawns."),
    ("Y12,15", "7", "7:12=3,15=4", "The first part hits the pawn on 15, so that pawn cannot walk."),
    ("Y12,20", "7", "7:12=3,15=4", "There is no pawn on 15."),
    ("Y12,14:B16", "7", "7:12=1,14=6", "The pawn of {p2} on its start 16 blocks the way."),
    (
        "Y62,a2,a3,a4:R33",
        "7",
        "7:62=2,a2=5",
        "The first part brings the last pawn of {p1} home, so a pawn of {p3} must walk the rest.",
    ),
    ("Y10,a1:B20", "J", "J:a1x20", "The pawn on a1 is in a lane, and pawns in a lane are not swapped."),
    ("Y10:Bb2", "J", "J:10xb2", "The pawn on b2 is in a lane, and pawns in a lane are not swapped."),
    ("Y10", "J", "J:10x20", "There is no pawn on 20."),
    (
        "Y10,12:B20",
        "J",
        "J:10x12",
        "A jack swaps a pawn of {p1} with one of another player; the pawn on 12 is also a pawn of {p1}.",
    ),
    ("Y10:B16", "J", "J:10x16", "Only {p2} may swap the pawn on 16, because it is on its start."),
    ("Y12", "QT", "fold", "You may not fold, because you can play the 10: T:12."),
    ("Y12", "QT", "fold:TQ", "You may not fold, because you can play the 10: T:12."),
    ("Y12", "QT", "fold:QQ", "Your hand is 10 queen; the fold shows \"QQ\"."),
    ("Y12", "QT", "fold:1", "Your hand is 10 queen; the fold shows \"1\"."),
    ("Y12,17", "5", "fold", "You may not fold, because you can play the 5: 5:17."),
];

#[test]
fn each_refusal_has_its_sentence() {
    for &(pawns, hand, token, sentence) in WHY {
        assert_eq!(why(&read(&lone(pawns, hand)), token), sentence, "{pawns} {hand} {token}");
    }
}

#[test]
fn refusals_depend_on_the_rule_options() {
    let back = Rules { back: true, ..Rules::default() };
    let position = with_rules(&lone("Y62,a4", "2"), back);
    assert_eq!(why(&position, "2:62"), "The lane is filled from the back: a pawn may stop only on a3.");
    let text = lone("Y12,13,a1,a3:B14:R15", "A2");
    let spare_own = Rules { spare_own: true, ..Rules::default() };
    assert_eq!(why(&with_rules(&text, spare_own), "fold"), "You may not fold, because you can play the ace: A:13.");
    let text = lone("Y12,22,a1,a2", "T");
    let sentence = "You may not fold, because you can play the 10: T:22.";
    assert_eq!(why(&with_rules(&text, spare_own), "fold"), sentence);
    let text = lone("Y4,14,a3,a4:B16", "T");
    let sentence = "You may not fold, because you can play the 10: T:4. Here you must even hit a pawn of your own.";
    assert_eq!(why(&read(&text), "fold"), sentence);
    assert_eq!(why(&with_rules(&text, spare_own), "fold"), "");
}

#[test]
fn before_the_reveal_no_split_brings_the_fourth_pawn_home() {
    let hidden = Rules { hidden: true, ..Rules::default() };
    let text = lone("Y62,a2,a3,a4:R33", "7").replace(":X", ":Prrbb:X");
    let sentence = "While the partners are unknown, neither part of a split 7 may bring the fourth pawn of {p1} home.";
    assert_eq!(why(&with_rules(&text, hidden), "7:62=2,33=5"), sentence);
    let text = lone("Y58,a1,a3,a4", "7").replace(":X", ":Prrbb:X");
    assert_eq!(why(&with_rules(&text, hidden), "7:a1=1,58=6"), sentence);
}

#[test]
fn any_text_has_a_sentence() {
    let position = read(&lone("Y12,20,a2:B14", "A47J"));
    let letters: Vec<char> = "A7JT:=,x12a40in?+é-".chars().collect();
    let mut rng = Rng::new(5);
    for _ in 0..4000 {
        let heads = ["", "7:", "J:", "fold", "A:", "7:12="];
        let head = heads[rng.index(heads.len())];
        let tail: String = (0..rng.index(9)).map(|_| letters[rng.index(letters.len())]).collect();
        why(&position, &format!("{head}{tail}"));
    }
}

#[test]
fn exactly_the_illegal_tokens_are_refused() {
    let mut rng = Rng::new(30);
    for rules in all_rules() {
        for _ in 0..15 {
            let (position, _) = scattered(rules, &mut rng);
            if !matches!(position.turn(), Turn::Seat(_)) {
                continue;
            }
            for token in tokens(&position) {
                let (read, sentence) = (position.parse_action(&token), why(&position, &token));
                assert_eq!(read.is_ok(), sentence.is_empty(), "{token} in {}: {sentence}", position.position_text());
            }
        }
    }
}

/// Returns tokens of each form with all cards and cells.
fn tokens(position: &Keezen) -> Vec<String> {
    let cells: Vec<String> = position.cells().cells.into_keys().collect();
    let pawns: Vec<String> = position.board().pieces.into_iter().map(|pawn| pawn.at).collect();
    let mut tokens = vec!["fold".to_string(), "fold:AAAAA".to_string()];
    for card in "A23456789TJQK".chars() {
        tokens.push(format!("{card}:in"));
        tokens.extend(cells.iter().map(|cell| format!("{card}:{cell}")));
    }
    for one in &pawns {
        for other in &pawns {
            tokens.push(format!("J:{one}x{other}"));
            tokens.extend((1..7).map(|steps| format!("7:{one}={steps},{other}={}", 7 - steps)));
        }
        tokens.extend(cells.iter().flat_map(|cell| [format!("7:{one}=2,{cell}=5"), format!("J:{one}x{cell}")]));
    }
    tokens
}
