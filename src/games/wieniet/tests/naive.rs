//! A naive move generator with a hash map instead of bitboards, written from the rules page. The tests compare it with
//! the engine's move generator.

use super::{Rules, actions, legal, random_game, read, read_with};
use crate::games::wieniet::Wieniet;
use kit::game::Game;
use kit::state::State;
use std::collections::{BTreeMap, HashMap};

type Place = (i32, i32);

#[derive(Clone)]
struct Naive {
    mixed_rows: bool,
    mover: char,
    /// The colour of each stone, and whether it is circle up.
    stones: HashMap<Place, (char, bool)>,
    off: BTreeMap<char, usize>,
    no_progress: u64,
    full_move: u64,
}

fn is_tile((file, rank): Place) -> bool {
    let row_length = match rank {
        1 | 6 => 2,
        2 | 5 => 4,
        3 | 4 => 6,
        _ => 0,
    };
    let first = 1 + (6 - row_length) / 2;
    (first..first + row_length).contains(&file)
}

fn name((file, rank): Place) -> String {
    format!("{}{rank}", ["?", "a", "b", "c", "d", "e", "f"][file as usize])
}

fn place(name: &str) -> Place {
    let file = "?abcdef".find(&name[..1]).unwrap() as i32;
    (file, name[1..].parse().unwrap())
}

impl Naive {
    fn new(text: &str, mixed_rows: bool) -> Self {
        let parts: Vec<&str> = text.split(':').collect();
        let mut stones = HashMap::new();
        for part in &parts[1..=2] {
            let (colour, list) = part.split_at(1);
            for item in list.split(',').filter(|item| !item.is_empty()) {
                let up = item.starts_with('C');
                stones.insert(place(item.trim_start_matches('C')), (colour.chars().next().unwrap(), up));
            }
        }
        let off: Vec<usize> = parts[3][1..].split(',').map(|n| n.parse().unwrap()).collect();
        Self {
            mixed_rows,
            mover: parts[0].chars().next().unwrap(),
            stones,
            off: BTreeMap::from([('W', off[0]), ('R', off[1])]),
            no_progress: parts[4][1..].parse().unwrap(),
            full_move: parts[5][1..].parse().unwrap(),
        }
    }

    fn text(&self) -> String {
        let list = |colour| {
            let mut items: Vec<(String, bool)> =
                self.stones.iter().filter(|(_, s)| s.0 == colour).map(|(p, s)| (name(*p), s.1)).collect();
            items.sort();
            let items: Vec<String> = items.iter().map(|(n, up)| format!("{}{n}", if *up { "C" } else { "" })).collect();
            format!("{colour}{}", items.join(","))
        };
        let (white, red) = (list('W'), list('R'));
        let (off_white, off_red) = (self.off[&'W'], self.off[&'R']);
        format!("{}:{white}:{red}:T{off_white},{off_red}:H{}:F{}", self.mover, self.no_progress, self.full_move)
    }

    fn other(&self) -> char {
        if self.mover == 'W' { 'R' } else { 'W' }
    }

    fn missing(&self, colour: char) -> usize {
        8 - self.off[&colour] - self.stones.values().filter(|stone| stone.0 == colour).count()
    }

    /// Returns every legal token with the position after its move.
    fn successors(&self) -> BTreeMap<String, Self> {
        let mut all = BTreeMap::new();
        let tiles: Vec<Place> = (1..=6).flat_map(|file| (1..=6).map(move |rank| (file, rank))).collect();
        if self.missing('W') + self.missing('R') > 0 {
            for tile in tiles.iter().filter(|t| is_tile(**t) && !self.stones.contains_key(t)) {
                if self.missing(self.other()) > 0 {
                    let mut next = self.clone();
                    next.stones.insert(*tile, (self.other(), false));
                    all.insert(format!("@{}", name(*tile)), next.turned(true));
                }
            }
        } else {
            for from in tiles.iter().filter(|t| self.stones.get(t).is_some_and(|s| s.0 == self.mover)) {
                for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
                    if let Some((to, next)) = self.moved(*from, dx, dy) {
                        all.insert(format!("{}-{}", name(*from), name(to)), next);
                    }
                }
            }
        }
        if all.is_empty() {
            all.insert("pass".to_string(), self.clone().turned(false));
        }
        all
    }

    /// Returns the destination of a stone's move in a direction and the position after the move. Each direction has at
    /// most one move: a step, or the jump over the whole row.
    fn moved(&self, from: Place, dx: i32, dy: i32) -> Option<(Place, Self)> {
        let mut row = Vec::new();
        let mut to = (from.0 + dx, from.1 + dy);
        while self.stones.contains_key(&to) {
            row.push(to);
            to = (to.0 + dx, to.1 + dy);
        }
        let (colour, up) = self.stones[&from];
        let colours_in_row = ['W', 'R'].iter().filter(|c| row.iter().any(|p| self.stones[p].0 == **c)).count();
        if !is_tile(to) || row.len() > 1 && !up || !self.mixed_rows && colours_in_row == 2 {
            return None;
        }
        let mut next = self.clone();
        next.stones.remove(&from);
        let straight_jump = !row.is_empty() && (dx == 0 || dy == 0);
        next.stones.insert(to, (colour, up || straight_jump));
        let mut progress = straight_jump && !up;
        if straight_jump && up {
            for tile in row {
                if self.stones[&tile] == (colour, true) {
                    next.stones.remove(&tile);
                    *next.off.get_mut(&colour).unwrap() += 1;
                    progress = true;
                }
            }
        }
        Some((to, next.turned(progress)))
    }

    fn turned(mut self, progress: bool) -> Self {
        self.no_progress = if progress { 0 } else { self.no_progress + 1 };
        self.full_move += u64::from(self.mover == 'R');
        self.mover = self.other();
        self
    }

    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.off.values().any(|off| *off == 7) => 0,
            _ => self.successors().values().map(|next| next.perft(depth - 1)).sum(),
        }
    }
}

/// Returns the number of leaves that the naive generator finds at this depth.
pub fn perft(text: &str, mixed_rows: bool, depth: u32) -> u64 {
    Naive::new(text, mixed_rows).perft(depth)
}

fn compare(position: &Wieniet) {
    let naive = Naive::new(&position.position_text(), position.rules.mixed_rows);
    assert_eq!(naive.text(), position.position_text());
    let successors = naive.successors();
    assert_eq!(legal(position), successors.keys().cloned().collect::<Vec<_>>(), "{}", position.position_text());
    for action in actions(position) {
        let token = position.action_text(action);
        let after = position.after(action).position_text();
        assert_eq!(after, successors[&token].text(), "{token} in {}", position.position_text());
    }
}

#[test]
fn both_generators_agree_on_every_position_of_random_games() {
    for mixed_rows in [true, false] {
        for seed in 0..12 {
            let start = Wieniet::start(&Rules { mixed_rows, ..Rules::default() });
            random_game(start, seed, |position| {
                if position.ending().is_none() {
                    compare(position);
                }
            });
        }
    }
}

/// Random games rarely reach positions with many stones circle up, so this test creates such positions.
#[test]
fn both_generators_agree_when_every_stone_is_circle_up() {
    for mixed_rows in [true, false] {
        for seed in 0..200 {
            let mut before = None;
            random_game(Wieniet::start(&Rules::default()), seed, |p| {
                before = before.or((p.plies() == 16).then_some(*p))
            });
            let text = before.expect("no game ends while setting up").position_text();
            let up =
                ["a", "b", "c", "d", "e", "f"].iter().fold(text, |text, file| text.replace(file, &format!("C{file}")));
            compare(&read_with(&Rules { mixed_rows, ..Rules::default() }, &up));
        }
    }
}

#[test]
fn both_generators_agree_on_set_ups_that_no_game_reaches() {
    let texts = ["W:Wc3:Rc1,c2,c4,c5,d1,d2,d4,d5:T0,0:H0:F5", "R:Wc1,c2,c4,c5,d1,d2,d4,d5:R:T0,0:H9:F5"];
    texts.iter().for_each(|text| compare(&read(text)));
}
