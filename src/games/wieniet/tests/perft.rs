//! Perft tests: both move generators must count the same leaves.

use super::{Rules, actions, naive, read_with};
use crate::games::wieniet::Wieniet;
use kit::state::State;

/// Each entry has a position text, whether jumps may cross rows with both colours, and the leaf counts from depth 1 on.
const TABLE: &[(&str, bool, &[u64])] = &[
    ("W:W:R:T0,0:H0:F1", true, &[24, 552, 12144, 255024]),
    ("W:Wc3,d4,e4:Rc4,d3,b3:T0,0:H0:F4", false, &[18, 306, 4896, 73440]),
    ("W:Wc3:Rc1,c2,c4,c5,d1,d2,d4,d5:T0,0:H0:F5", true, &[1, 15, 15, 210]),
    ("W:Wa4,c4,c5,c6,d1,d5,d6,e2:Rb4,b5,c1,c2,c3,d2,e4,f4:T0,0:H0:F9", true, &[20, 523, 10912, 285460]),
    ("W:Wa4,c4,c5,c6,d1,d5,d6,e2:Rb4,b5,c1,c2,c3,d2,e4,f4:T0,0:H0:F9", false, &[20, 523, 10911, 285017]),
    ("W:Wb2,c3,Cc4,c5,d5,e2,e3,e4:Ra4,b5,c6,d1,d2,d3,Cd4,f4:T0,0:H1:F13", true, &[26, 516, 13427, 293019]),
    ("W:Wb2,c3,Cc4,c5,d5,e2,e3,e4:Ra4,b5,c6,d1,d2,d3,Cd4,f4:T0,0:H1:F13", false, &[26, 516, 13322, 290045]),
    ("W:Wa3,Cc2,c3,Cd1,Cd4,d5,d6,e4:RCb2,b3,c4,e3,Ce5,f3,f4:T0,1:H8:F31", true, &[28, 573, 16089, 355528]),
    ("W:Wa3,Cc2,c3,Cd1,Cd4,d5,d6,e4:RCb2,b3,c4,e3,Ce5,f3,f4:T0,1:H8:F31", false, &[26, 509, 13663, 290388]),
    ("W:WCb2,Cc5,Cc6,Cd1,d2,d4,d5,f3:RCb4,Cc2,Cd3,Ce2,e4:T0,3:H5:F71", true, &[31, 624, 19397, 410595]),
    ("W:WCb2,Cc5,Cc6,Cd1,d2,d4,d5,f3:RCb4,Cc2,Cd3,Ce2,e4:T0,3:H5:F71", false, &[30, 588, 17602, 356824]),
    ("R:WCa3,Cb3:RCb4,Cc3,d5:T6,5:H0:F80", true, &[19, 184, 3156, 31467]),
    ("R:WCa3,Cb3:RCb4,Cc3,d5:T6,5:H0:F80", false, &[19, 171, 3145, 31112]),
];

fn perft(position: &Wieniet, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_actions() as u64,
        _ => actions(position).into_iter().map(|action| perft(&position.after(action), depth - 1)).sum(),
    }
}

#[test]
fn perft_agrees_with_the_table() {
    for (text, mixed_rows, leaves) in TABLE {
        let position = read_with(&Rules { mixed_rows: *mixed_rows, ..Rules::default() }, text);
        for (depth, expected) in (1..).zip(*leaves) {
            assert_eq!(perft(&position, depth), *expected, "{text} at depth {depth}");
        }
    }
}

#[test]
fn the_naive_generator_counts_the_same() {
    for (text, mixed_rows, leaves) in TABLE {
        for (depth, expected) in (1..=3).zip(*leaves) {
            assert_eq!(naive::perft(text, *mixed_rows, depth), *expected, "{text} at depth {depth}");
        }
    }
}
