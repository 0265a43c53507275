//! A naive implementation of the rules, which the tests compare with the engine's. It represents cells by their names
//! and roads as sets, and searches exhaustively. It has only the notation in common with the engine.

use super::{legal, random_position, read};
use crate::games::querbeet::tests::naive::{Tiles, neighbour, turned};
use kit::game::Game;
use kit::perft::perft;
use kit::state::State;
use std::collections::BTreeSet;
use ugi::{GameResult, Turn};

/// The content of a position text.
#[derive(Clone)]
pub struct Naive {
    figure: BTreeSet<String>,
    tiles: Tiles,
    stock: Vec<char>,
}

impl Naive {
    pub fn new(text: &str) -> Self {
        let section = |letter: char| text.split(':').skip(1).find_map(|part| part.strip_prefix(letter)).unwrap();
        let list = |letter| section(letter).split(',').filter(|item| !item.is_empty());
        let tile =
            |item: &str| (item[..2].to_string(), turned(item.chars().nth(2).unwrap(), item[3..].parse().unwrap()));
        Self {
            figure: list('Z').map(str::to_string).collect(),
            tiles: list('T').map(tile).collect(),
            stock: section('H').replace('-', "").chars().collect(),
        }
    }

    fn fits(&self, cell: &str, roads: &BTreeSet<usize>) -> bool {
        (0..6).all(|edge| {
            let beyond = neighbour(cell, edge).filter(|cell| self.figure.contains(cell));
            match beyond.map(|cell| self.tiles.get(&cell)) {
                None => !roads.contains(&edge),
                Some(None) => true,
                Some(Some(other)) => roads.contains(&edge) == other.contains(&((edge + 3) % 6)),
            }
        })
    }

    /// Returns the moves that fit on these cells: cell, tile and rotation. Of rotations that look the same, only the
    /// lowest is included.
    fn on<'a>(&self, cells: impl Iterator<Item = &'a String>) -> BTreeSet<(String, char, usize)> {
        let mut moves = BTreeSet::new();
        for cell in cells.filter(|&cell| !self.tiles.contains_key(cell)) {
            for &letter in &self.stock {
                let mut pictures = BTreeSet::new();
                for sixths in 0..6 {
                    let roads = turned(letter, sixths);
                    if pictures.insert(roads.clone()) && self.fits(cell, &roads) {
                        moves.insert((cell.clone(), letter, sixths));
                    }
                }
            }
        }
        moves
    }

    fn after(&self, (cell, letter, sixths): &(String, char, usize)) -> Self {
        let mut next = self.clone();
        next.tiles.insert(cell.clone(), turned(*letter, *sixths));
        next.stock.remove(self.stock.iter().position(|held| held == letter).unwrap());
        next
    }

    pub fn legal(&self) -> Vec<String> {
        let moves = self.on(self.figure.iter());
        let mut tokens: Vec<String> =
            moves.into_iter().map(|(cell, letter, sixths)| format!("{letter}{sixths}@{cell}")).collect();
        tokens.sort();
        tokens
    }

    /// Returns the number of ways to fill the free cells, by exhaustive search in a fixed order of cells.
    pub fn solutions(&self) -> u64 {
        let Some(cell) = self.figure.iter().find(|&cell| !self.tiles.contains_key(cell)) else { return 1 };
        self.on([cell].into_iter()).iter().map(|lay| self.after(lay).solutions()).sum()
    }

    fn perft(&self, depth: u32) -> u64 {
        let moves = self.on(self.figure.iter());
        if depth == 1 { moves.len() as u64 } else { moves.iter().map(|lay| self.after(lay).perft(depth - 1)).sum() }
    }
}

#[test]
fn random_games_agree_with_the_naive_rules() {
    let mut ends = [0; 2];
    for seed in 0..150 {
        let mut position = random_position(3 + seed as u32 % 17, 0, seed);
        let mut rng = base::rng::Rng::new(seed);
        loop {
            let text = position.position_text();
            let naive = Naive::new(&text);
            assert_eq!(legal(&position), naive.legal(), "{text}");
            assert_eq!(position.count_actions(), naive.legal().len());
            assert_eq!(position.turn() == Turn::Over, naive.legal().is_empty(), "{text}");
            let Some(action) = position.random_action(&mut rng, &mut Vec::new()) else { break };
            position.play(action);
        }
        let full = position.free() == 0;
        let ending = position.ending().unwrap();
        assert_eq!(ending.result, GameResult::Win(usize::from(!full)));
        ends[usize::from(full)] += 1;
    }
    assert!(ends[0] > 100 && ends[1] > 5, "{ends:?}");
}

/// Positions and their perft counts at depths 1, 2, 3, …
const TABLE: &[(&str, &[u64])] = &[
    ("p1:Zb2,b3,c3:T:Haaabbbcccddefgghijl:F1", &[3, 6, 6, 0]),
    ("p1:Zd3,d4,e3,e4:T:Haaabbbcccddefgghijl:F1", &[10, 46, 84, 48, 0]),
    ("p1:Zc3,c4,d3,d4,d5,e3,e4:T:Haaabbbcccddefgghijl:F1", &[]),
    ("p1:Zb2,b3,b4,c2,c3,c4,c5,d2,d3,d4,d5,d6,e2,e3,e4,e5,f2,f3,f4:Tb2a1,d4l0:Haabbbcccddefgghij:F3", &[]),
];

#[test]
fn perft_counts() {
    for &(text, counts) in TABLE {
        let position = read(text);
        let found: Vec<u64> = (1..=counts.len() as u32).map(|depth| perft(&position, depth)).collect();
        assert_eq!(found, counts, "{text}");
        for depth in 1..=counts.len() as u32 {
            if counts[depth as usize - 1] < 100_000 {
                assert_eq!(Naive::new(text).perft(depth), counts[depth as usize - 1], "{text} depth {depth}");
            }
        }
    }
}
