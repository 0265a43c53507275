//! A naive implementation of the rules, which the tests compare with the engine's. It represents cells as points in the
//! plane and roads as sets, and enumerates all closed walks. It has only the notation in common with the engine.

use super::{QuerbeetChain, SETS, compact_move, legal, rules};
use crate::games::querbeet::tests::naive::turned;
use base::rng::Rng;
use kit::game::Game;
use kit::perft::perft;
use kit::state::State;
use std::collections::{BTreeMap, BTreeSet};
use ugi::Turn;

/// The coordinates of a cell: half cells to the right, rows down.
type Place = (i32, i32);
const STEPS: [Place; 6] = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)];

fn place(name: &str) -> Place {
    let row = i32::from(name.as_bytes()[0] - b'a');
    (2 * name[1..].parse::<i32>().unwrap() + (row - 12).abs(), row)
}

fn name((x, y): Place) -> Option<String> {
    let (number, length) = ((x - (y - 12).abs()) / 2, 25 - (y - 12).abs());
    let exists = (0..25).contains(&y) && (1..=length).contains(&number);
    exists.then(|| format!("{}{number}", char::from(b'a' + y as u8)))
}

fn over((x, y): Place, edge: usize) -> Place {
    (x + STEPS[edge].0, y + STEPS[edge].1)
}

/// The content of a position text.
#[derive(Clone)]
struct Naive {
    tiles: BTreeMap<Place, BTreeSet<usize>>,
    stock: Vec<char>,
}

impl Naive {
    fn new(text: &str) -> Self {
        let section = |letter: char| text.split(':').skip(1).find_map(|part| part.strip_prefix(letter)).unwrap();
        let tile = |item: &str| {
            let (cell, tile) = item.split_at(item.len() - 2);
            (place(cell), turned(tile.chars().next().unwrap(), tile[1..].parse().unwrap()))
        };
        Self {
            tiles: section('T').split(',').map(tile).collect(),
            stock: section('H').replace('-', "").chars().collect(),
        }
    }

    fn fits(&self, place: Place, roads: &BTreeSet<usize>) -> bool {
        let mut joined = false;
        for edge in 0..6 {
            let Some(other) = self.tiles.get(&over(place, edge)) else { continue };
            let arrives = other.contains(&((edge + 3) % 6));
            if arrives != roads.contains(&edge) {
                return false;
            }
            joined |= arrives;
        }
        joined
    }

    fn moves(&self) -> BTreeSet<(Place, char, usize)> {
        let mut moves = BTreeSet::new();
        let free = self.tiles.keys().flat_map(|&place| (0..6).map(move |edge| over(place, edge)));
        for place in free.filter(|place| name(*place).is_some() && !self.tiles.contains_key(place)) {
            for &letter in &self.stock {
                let mut pictures = BTreeSet::new();
                for sixths in 0..6 {
                    let roads = turned(letter, sixths);
                    if pictures.insert(roads.clone()) && self.fits(place, &roads) {
                        moves.insert((place, letter, sixths));
                    }
                }
            }
        }
        moves
    }

    fn legal(&self) -> Vec<String> {
        let moves = if self.enclosed() > 0 { BTreeSet::new() } else { self.moves() };
        let token =
            |&(place, letter, sixths): &(Place, char, usize)| format!("{letter}{sixths}@{}", name(place).unwrap());
        let mut tokens: Vec<String> = moves.iter().map(token).collect();
        tokens.sort();
        tokens
    }

    fn after(&self, &(place, letter, sixths): &(Place, char, usize)) -> Self {
        let mut next = self.clone();
        next.tiles.insert(place, turned(letter, sixths));
        next.stock.remove(self.stock.iter().position(|&held| held == letter).unwrap());
        next
    }

    fn perft(&self, depth: u32) -> u64 {
        if self.enclosed() > 0 {
            return 0;
        }
        let moves = self.moves();
        if depth == 1 { moves.len() as u64 } else { moves.iter().map(|lay| self.after(lay).perft(depth - 1)).sum() }
    }

    /// Returns the number of cells inside the ring that encloses the most cells. Enumerates all closed walks without
    /// repeated cells. The shoelace formula gives the area of a walk, and Pick's theorem (Pick 1899) the number of
    /// cells inside.
    fn enclosed(&self) -> usize {
        self.tiles.keys().map(|&start| self.walks(start, &mut vec![start])).max().unwrap_or_default()
    }

    fn walks(&self, start: Place, walk: &mut Vec<Place>) -> usize {
        let here = *walk.last().unwrap();
        let mut most = 0;
        for edge in 0..6 {
            let next = over(here, edge);
            let joined = self.tiles[&here].contains(&edge)
                && self.tiles.get(&next).is_some_and(|roads| roads.contains(&((edge + 3) % 6)));
            if joined && next == start && walk.len() > 2 {
                let pairs = walk.iter().zip(walk.iter().cycle().skip(1));
                let double: i32 = pairs.map(|(one, other)| one.0 * other.1 - other.0 * one.1).sum();
                // Neighbours in a row are 2 apart and rows are 1 apart. A triangle between three neighbouring centres
                // therefore has area 1, and contributes 2 to the doubled area.
                let triangles = double.unsigned_abs() as usize / 2;
                most = most.max((triangles + 2 - walk.len()) / 2);
            } else if joined && next > start && !walk.contains(&next) {
                walk.push(next);
                most = most.max(self.walks(start, walk));
                walk.pop();
            }
        }
        most
    }
}

#[test]
fn random_games_agree_with_the_naive_rules() {
    let mut ends = [0; 2];
    for seed in 0..60 {
        let mut position = QuerbeetChain::start(&rules(SETS[seed as usize % SETS.len()]));
        let mut rng = Rng::new(seed);
        loop {
            let text = position.position_text();
            let naive = Naive::new(&text);
            assert_eq!(legal(&position), naive.legal(), "{text}");
            assert_eq!(position.count_actions(), naive.legal().len());
            assert_eq!(usize::from(position.enclosed), naive.enclosed(), "{text}");
            let Some(action) = compact_move(&position, &mut rng) else { break };
            position.play(action);
        }
        assert_eq!(position.turn(), Turn::Over);
        ends[usize::from(position.enclosed > 0)] += 1;
    }
    assert!(ends[0] > 5 && ends[1] > 5, "{ends:?}");
}

/// Moves from the start position, and the perft counts after these moves at depths 1, 2, …
const TABLE: &[(&str, &[u64])] =
    &[("", &[150, 18_144]), ("c1@m14 b1@m12", &[106, 11_251]), ("a3@m14 a5@n13 c1@m12", &[60, 4187])];

#[test]
fn perft_counts() {
    for &(moves, counts) in TABLE {
        let position = super::play(super::read("p1"), moves);
        for depth in 1..=counts.len() as u32 {
            let count = perft(&position, depth);
            assert_eq!(count, counts[depth as usize - 1], "{moves} depth {depth}");
            if count < 20_000 {
                assert_eq!(Naive::new(&position.position_text()).perft(depth), count, "{moves} depth {depth}");
            }
        }
    }
}
