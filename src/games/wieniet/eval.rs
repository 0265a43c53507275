//! The static evaluation with fitted weights, and the move ordering. The game is a race, in which one tempo is worth
//! about 100.

use super::board::{Tile, Tiles, straight_between};
use super::moves::Action;
use super::position::{STONES, Wieniet};
use kit::search::Evaluate;
use std::fmt::Write;

/// The value by the number of stones off. All weights are the rounded results of a logistic regression on the results
/// of 16,000 self-play games. Log odds of 1 correspond to 300 units.
const OFF: [i32; 8] = [0, 136, 292, 492, 727, 988, 1311, 1700];
/// The value by the number of stones that are neither circle up nor off. Each of these stones needs a straight jump,
/// i.e. one along a rank or file, to turn circle up.
const DOWN: [i32; 9] = [0, -386, -722, -967, -1169, -1337, -1485, -1623, -1734];
/// The bonus for the side to move after setup.
const TEMPO: i32 = 60;
/// The value by the largest number of stones that one move can take.
const TAKE: [i32; 5] = [0, 30, 70, 140, 220];

/// The four tiles in the middle.
const CORE: Tiles = 0x0000_0000_0C0C_0000;
/// The eight tiles adjacent to those of [`CORE`] along a rank or file. Straight jumps can cross only the tiles of the
/// core and of the ring.
const RING: Tiles = 0x0000_000C_1212_0C00;
/// b2, e2, b5, e5.
const CORNERS: Tiles = 0x0000_0012_0000_1200;

/// The names of the per-side terms.
const TERMS: [&str; 6] = ["stones off", "to turn", "places up", "places down", "turns", "takes"];

/// Returns the value of each term of [`TERMS`] for one colour.
fn terms(position: &Wieniet, colour: usize) -> [i32; TERMS.len()] {
    let own = position.stones[colour];
    let up = own & position.up;
    let down = own & !up;
    let off = position.off[colour];
    let to_turn = STONES - off.min(STONES) - count(up) as u8;
    let setting_up = position.is_setting_up();
    let places_down = if setting_up {
        // Setup has its own weights, because the opponent then decides where this colour's stones are laid.
        53 * count(down & CORE) + 41 * count(down & RING) + 50 * count(down & CORNERS) - 28 * neighbours(own)
    } else {
        95 * count(down & CORE) + 60 * count(down & RING) + 71 * count(down & CORNERS)
    };
    let turners = count(turners(position, own) & down);
    let turns = match (setting_up, turners) {
        (_, 0) => 0,
        (true, turners) => 14 * turners - 21,
        (false, turners) => 23 * turners + 48,
    };
    [
        OFF[usize::from(off & 7)],
        DOWN[usize::from(to_turn)],
        69 * count(up & CORE) + 44 * count(up & RING) + 10 * neighbours(up),
        places_down,
        turns,
        TAKE[best_take(position, own) as usize],
    ]
}

/// Returns the stones of a colour that can make a straight jump over one stone.
#[inline]
fn turners(position: &Wieniet, own: Tiles) -> Tiles {
    let (occupied, free) = (position.stones[0] | position.stones[1], position.free());
    [1, 63, 8, 56].into_iter().fold(0, |turners, step| {
        let beside = own.rotate_left(step) & occupied;
        turners | (beside.rotate_left(step) & free).rotate_right(2 * step)
    })
}

/// Returns the largest number of stones that one move of a colour can take. It is at most four, because a line has at
/// most six tiles and the move starts and ends on two of them.
#[inline]
pub(super) fn best_take(position: &Wieniet, own: Tiles) -> u32 {
    let up = own & position.up;
    if up & up.wrapping_sub(1) == 0 {
        return 0;
    }
    let free = position.free();
    let row = if position.rules.mixed_rows { position.stones[0] | position.stones[1] } else { own };
    let mut best = 0;
    for step in [1, 63, 8, 56] {
        let mut last = up.rotate_left(step) & row;
        let mut distance = step;
        while last != 0 {
            let next = last.rotate_left(step);
            distance += step;
            for to in Tile::each(next & free) {
                best = best.max((straight_between(to.back(distance), to) & up).count_ones());
            }
            last = next & row;
        }
    }
    best
}

/// Returns the number of pairs of stones in a set that are adjacent along a rank or file.
fn neighbours(stones: Tiles) -> i32 {
    count(stones & stones >> 1) + count(stones & stones >> 8)
}

fn count(tiles: Tiles) -> i32 {
    tiles.count_ones() as i32
}

/// Formats the terms for both sides, and the value for the side to move.
pub fn explain(position: &Wieniet) -> String {
    let [white, red] = [terms(position, 0), terms(position, 1)];
    let mut out = format!("{:<12}{:>7}{:>7}", "", "White", "Red");
    for (name, (white, red)) in TERMS.iter().zip(white.iter().zip(red)) {
        let _ = write!(out, "\n{name:<12}{white:>7}{red:>7}");
    }
    let value = position.evaluate();
    let _ = write!(out, "\nfor the side to move {value}; a tempo is about 100");
    out
}

impl Evaluate for Wieniet {
    const ALTERNATES: bool = true;
    const HISTORY_SIZE: usize = Tile::COUNT * (Tile::COUNT + 1) + 1;

    fn evaluate(&self) -> i32 {
        let [mine, yours] = [self.us(), self.them()].map(|colour| terms(self, colour).iter().sum::<i32>());
        mine - yours + if self.is_setting_up() { 0 } else { TEMPO }
    }

    /// Returns `false`: the evaluation includes possible takes, so quiescence search may stand pat in every position.
    fn is_forced(&self) -> bool {
        false
    }

    fn encode(action: Action) -> u32 {
        match action {
            Action::Pass => 1,
            Action::Lay(tile) => 2 + tile.index() as u32,
            Action::Move(from, to) => (from.index() as u32 + 1) << 8 | to.index() as u32,
        }
    }

    fn history_index(&self, action: Action) -> usize {
        match action {
            Action::Move(from, to) => from.index() * Tile::COUNT + to.index(),
            Action::Lay(tile) => Tile::COUNT * Tile::COUNT + tile.index(),
            Action::Pass => Tile::COUNT * (Tile::COUNT + 1),
        }
    }

    /// Ranks takes first, those of more stones before those of fewer, then moves that turn a stone, then the rest.
    fn order(&self, action: Action) -> i32 {
        match self.gain(action) {
            Gain::Nothing => 0,
            Gain::Turned => 3000,
            Gain::Taken(stones) => 10_000 * stones as i32,
        }
    }

    fn is_quiet(&self, action: Action) -> bool {
        self.gain(action) == Gain::Nothing
    }
}

/// What a move gains irreversibly: nothing, a turned stone, or a number of taken stones.
#[derive(PartialEq, Eq)]
enum Gain {
    Nothing,
    Turned,
    Taken(u32),
}

impl Wieniet {
    #[inline]
    fn gain(&self, action: Action) -> Gain {
        let Action::Move(from, to) = action else { return Gain::Nothing };
        let row = straight_between(from, to);
        if row == 0 {
            Gain::Nothing
        } else if self.up & from.bit() == 0 {
            Gain::Turned
        } else {
            match (row & self.up & self.stones[self.us()]).count_ones() {
                0 => Gain::Nothing,
                stones => Gain::Taken(stones),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::wieniet::Rules;
    use base::rng::Rng;
    use kit::game::Game;
    use kit::search::MATE;
    use kit::state::State;
    use ugi::{Seat, Turn};

    fn read(text: &str) -> Wieniet {
        Wieniet::parse_position(&Rules::default(), text).unwrap()
    }

    /// Rotating or reflecting the board, or exchanging the colours and the side to move, must not change the value for
    /// the side to move.
    #[test]
    fn the_evaluation_has_the_symmetries_of_the_board() {
        let turn = |tiles: Tiles| {
            Tile::each(tiles).map(|t| Tile::new(t.rank(), 5 - t.file()).unwrap().bit()).fold(0, |all, bit| all | bit)
        };
        let mirror = |tiles: Tiles| {
            Tile::each(tiles).map(|t| Tile::new(5 - t.file(), t.rank()).unwrap().bit()).fold(0, |all, bit| all | bit)
        };
        let moved = |p: &Wieniet, f: &dyn Fn(Tiles) -> Tiles| Wieniet { stones: p.stones.map(f), up: f(p.up), ..*p };
        let mut rng = Rng::new(2);
        let mut position = Wieniet::start(&Rules::default());
        while let Some(action) = position.random_action(&mut rng, &mut Vec::new()) {
            let value = position.evaluate();
            assert!(value.abs() < MATE / 2);
            assert_eq!(moved(&position, &turn).evaluate(), value, "{}", position.position_text());
            assert_eq!(moved(&position, &mirror).evaluate(), value, "{}", position.position_text());
            let [white, red] = position.stones;
            let exchanged = Wieniet {
                stones: [red, white],
                unlaid: [position.unlaid[1], position.unlaid[0]],
                off: [position.off[1], position.off[0]],
                side: position.side ^ 1,
                ..position
            };
            assert_eq!(exchanged.evaluate(), value, "{}", position.position_text());
            position.play(action);
        }
    }

    #[test]
    fn encodings_and_history_indices_identify_moves() {
        let mut rng = Rng::new(3);
        let mut position = Wieniet::start(&Rules::default());
        while let Some(action) = position.random_action(&mut rng, &mut Vec::new()) {
            let all = position.legal();
            for (index, one) in all.iter().enumerate() {
                assert!(Wieniet::encode(*one) != 0 && position.history_index(*one) < Wieniet::HISTORY_SIZE);
                for other in &all[..index] {
                    assert_ne!(Wieniet::encode(*one), Wieniet::encode(*other));
                    assert_ne!(position.history_index(*one), position.history_index(*other));
                }
            }
            position.play(action);
        }
    }

    #[test]
    fn quiet_moves_are_those_without_progress() {
        let mut rng = Rng::new(4);
        let mut position = Wieniet::start(&Rules::default());
        while let Some(action) = position.random_action(&mut rng, &mut Vec::new()) {
            if !position.is_setting_up() {
                assert_eq!(position.is_quiet(action), position.after(action).no_progress > 0);
                let taken = position.after(action).off[position.us()] - position.off[position.us()];
                assert_eq!(position.order(action) >= 10_000, taken > 0);
            }
            position.play(action);
        }
    }

    #[test]
    fn takes_are_detected_and_the_variant_has_fewer() {
        let text = "W:WCa3,Cb3,Cd3,d2,d6,c6,b5,a4:Rc3,c5,d5,e2,d1,c1,f4,e5:T0,0:H0:F9";
        let position = read(text);
        assert_eq!(best_take(&position, position.stones[0]), 2);
        let rules = Rules { mixed_rows: false, ..Rules::default() };
        let variant = Wieniet::parse_position(&rules, text).unwrap();
        assert_eq!(best_take(&variant, variant.stones[0]), 0);
        assert!(explain(&position).lines().any(|line| line.starts_with("takes") && line.contains(" 70 ")));
        assert_eq!(position.turn(), Turn::Seat(Seat::P1));
    }
}
