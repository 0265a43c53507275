//! Perft counts, compared with the naive rules where those are fast enough.

use super::naive::{self, parse};
use super::{actions, read};
use crate::games::querbeet::Querbeet;
use kit::state::State;
use ugi::Turn;

/// Positions, and their perft counts from depth 1 on.
const TABLE: &[(&str, &[u64])] = &[
    ("p1:Td4l0:Haabbccdgh/abcdefgij:S0,0:R1,0:F1", &[78, 8220, 427_080]),
    ("p2:Tc4c0,d4l0:Haabbcdgh/abcdefgij:S0,0:R1,1:F2", &[110, 7066, 647_876]),
    ("p1:Tb3e1,b4b2,c4g1,d2a1,d3c1,d4l0,e2h2,e3d0,f3j2:Haabfi/bccdg:S0,0:R1,8:F9", &[68, 2856, 120_470]),
    ("p2:Ta4d2,b4i5,c4h0,d3a1,d4l0,d5j1,d6f1,e3d5,e4e4:Hbcccg/aabbg:S1,1:R2,8:F27", &[11, 95, 801]),
    (
        "p1:Ta1d0,b2i3,c2h5,c4a3,d3b5,d4l0,d5b4,e2a1,e4f2,f2j1,f3e1,f4a4,g2c2:Hdg/bc/cg:S0,0,0:R1,12:F13",
        &[10, 135, 1098, 5499],
    ),
    ("p2:Tb3a2,c3f0,c4e2,d3a0,d4l0,d5h2,e3d0,e4i4,e5b3,f3b5,f4d4:Hag/bcc/cgj:S0,0,0:R1,10:F11", &[1, 1, 1, 1, 1]),
    (
        "p2:Ta2a1,b1b3,b3f5,b4b2,c1h5,c2g0,c4e2,c5g1,c6c1,d3b5,d4l0,d5i4,e4d3,f3c0,g2j2:Hc/aa/d:S3,0,0:R3,14:F51",
        &[6, 23, 115, 733],
    ),
];

fn perft(position: &Querbeet, depth: usize) -> u64 {
    if depth == 0 || !matches!(position.turn(), Turn::Seat(_)) {
        return 1;
    }
    actions(position).into_iter().map(|action| perft(&position.after(action), depth - 1)).sum()
}

#[test]
fn perft_counts() {
    for &(text, counts) in TABLE {
        let position = read(text);
        let found: Vec<u64> = (1..=counts.len()).map(|depth| perft(&position, depth)).collect();
        assert_eq!(found, counts, "{text}");
    }
}

#[test]
fn the_naive_rules_count_the_same() {
    for &(text, counts) in TABLE {
        let (tiles, hands) = parse(text);
        let mover = read(text).mover().unwrap().index();
        let depths = counts.len().min(if counts[0] < 30 {
            3
        } else if counts[0] < 60 {
            2
        } else {
            1
        });
        for depth in 1..=depths {
            assert_eq!(naive::perft(&tiles, &hands, mover, depth) as u64, counts[depth - 1], "{text} depth {depth}");
        }
    }
}
