//! A naive second implementation of the rules, for comparison: cells are names, roads are sets, and searches are
//! exhaustive. It has only the notation in common with the engine.

use super::{Querbeet, all_rules, legal, random_game};
use crate::games::querbeet::tile::Piece;
use kit::game::Game;
use kit::state::State;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

pub type Tiles = BTreeMap<String, BTreeSet<usize>>;

const ROWS: [(char, i32); 7] = [('a', 4), ('b', 5), ('c', 6), ('d', 7), ('e', 6), ('f', 5), ('g', 4)];
/// The step across each edge from 0 to 5, as half cells to the right and rows down.
const STEPS: [(i32, i32); 6] = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)];
/// The cells and outer edges of each side: top, upper right, lower right, bottom, lower left, upper left.
const SIDES: [(&[&str], [usize; 2]); 6] = [
    (&["a1", "a2", "a3", "a4"], [5, 0]),
    (&["a4", "b5", "c6", "d7"], [0, 1]),
    (&["d7", "e6", "f5", "g4"], [1, 2]),
    (&["g1", "g2", "g3", "g4"], [2, 3]),
    (&["d1", "e1", "f1", "g1"], [3, 4]),
    (&["a1", "b1", "c1", "d1"], [4, 5]),
];

fn pattern(letter: char) -> Vec<usize> {
    let all = ["01", "02", "03", "012", "013", "023", "024", "0123", "0124", "0134", "01234", "012345"];
    all[letter as usize - 'a' as usize].chars().map(|edge| edge as usize - '0' as usize).collect()
}

pub fn turned(letter: char, sixths: usize) -> BTreeSet<usize> {
    pattern(letter).into_iter().map(|edge| (edge + sixths) % 6).collect()
}

pub fn cells() -> impl Iterator<Item = String> {
    ROWS.into_iter().flat_map(|(letter, length)| (1..=length).map(move |number| format!("{letter}{number}")))
}

pub fn neighbour(cell: &str, edge: usize) -> Option<String> {
    let row = |y: i32| ROWS.get(usize::try_from(y).ok()?).copied();
    let y = ROWS.iter().position(|&(letter, _)| cell.starts_with(letter))? as i32;
    let number: i32 = cell[1..].parse().ok()?;
    let x = 2 * (number - 1) + 7 - row(y)?.1 + STEPS[edge].0;
    let (letter, length) = row(y + STEPS[edge].1)?;
    let number = (x - (7 - length)) / 2;
    (x >= 7 - length && number < length).then(|| format!("{letter}{}", number + 1))
}

/// Reads the board and the hands from a position text.
pub fn parse(text: &str) -> (Tiles, Vec<String>) {
    let section = |letter: char| text.split(':').skip(1).find_map(|part| part.strip_prefix(letter)).unwrap();
    let tile = |item: &str| {
        let sixths = item[3..].parse().unwrap();
        (item[..2].to_string(), turned(item.chars().nth(2).unwrap(), sixths))
    };
    let tiles = section('T').split(',').filter(|item| !item.is_empty()).map(tile).collect();
    (tiles, section('H').split('/').map(|hand| hand.replace('-', "")).collect())
}

fn fits(tiles: &Tiles, cell: &str, roads: &BTreeSet<usize>) -> bool {
    let mut joined = false;
    for edge in 0..6 {
        let Some(other) = neighbour(cell, edge).and_then(|name| tiles.get(&name).cloned()) else { continue };
        let (here, there) = (roads.contains(&edge), other.contains(&((edge + 3) % 6)));
        if here != there {
            return false;
        }
        joined |= here;
    }
    joined
}

/// Returns the legal tokens of a hand, sorted.
pub fn moves(tiles: &Tiles, hand: &str) -> Vec<String> {
    let mut tokens = BTreeSet::new();
    for letter in hand.chars() {
        for cell in cells().filter(|cell| !tiles.contains_key(cell)) {
            for sixths in 0..6 {
                let smallest = (0..sixths).all(|fewer| turned(letter, fewer) != turned(letter, sixths));
                if smallest && fits(tiles, &cell, &turned(letter, sixths)) {
                    tokens.insert(format!("{letter}{sixths}@{cell}"));
                }
            }
        }
    }
    if tokens.is_empty() { vec!["pass".to_string()] } else { tokens.into_iter().collect() }
}

/// Returns the number of sequences of `depth` moves within a round. The seats move in turn, beginning with `mover`.
pub fn perft(tiles: &Tiles, hands: &[String], mover: usize, depth: usize) -> usize {
    let tokens = moves(tiles, &hands[mover]);
    if depth == 1 {
        return tokens.len();
    }
    let next = (mover + 1) % hands.len();
    let count = |token: String| {
        let (mut tiles, mut hands) = (tiles.clone(), hands.to_vec());
        if token != "pass" {
            tiles.insert(token[3..].to_string(), turned(token.chars().next().unwrap(), token[1..2].parse().unwrap()));
            hands[mover] = hands[mover].replacen(&token[..1], "", 1);
        }
        perft(&tiles, &hands, next, depth - 1)
    };
    tokens.into_iter().map(count).sum()
}

/// Returns whether a tile has a road that leaves the board on this side. An edge of a corner cell that two sides could
/// claim belongs to neither.
fn leaves(cell: &str, roads: &BTreeSet<usize>, side: usize) -> bool {
    let claims = |side: usize, edge: usize| SIDES[side].0.contains(&cell) && SIDES[side].1.contains(&edge);
    roads.iter().any(|&edge| claims(side, edge) && (0..6).filter(|&other| claims(other, edge)).count() == 1)
}

fn joined(tiles: &Tiles, cell: &str) -> Vec<String> {
    tiles[cell].iter().filter_map(|&edge| neighbour(cell, edge)).filter(|name| tiles.contains_key(name)).collect()
}

/// Returns whether `path` is, or can be extended to, an incomplete road of at least six tiles.
fn winds(tiles: &Tiles, path: &mut Vec<String>) -> bool {
    let end = path.last().unwrap().clone();
    let open = |&edge: &usize| neighbour(&end, edge).is_some_and(|name| !tiles.contains_key(&name));
    if path.len() >= 6 && tiles[&end].iter().any(open) {
        return true;
    }
    joined(tiles, &end).into_iter().any(|next| {
        if path.contains(&next) {
            return false;
        }
        path.push(next);
        let found = winds(tiles, path);
        path.pop();
        found
    })
}

/// Returns the road points of the seat with this zero-based index.
pub fn road_points(tiles: &Tiles, seat: usize) -> i32 {
    let over =
        |side: usize| tiles.iter().filter(move |(cell, roads)| leaves(cell, roads, side)).map(|(cell, _)| cell.clone());
    let goals: Vec<String> = over(seat + 3).collect();
    let mut queue: VecDeque<(String, u32)> = over(seat).map(|cell| (cell, 1)).collect();
    let mut seen: BTreeSet<String> = queue.iter().map(|(cell, _)| cell.clone()).collect();
    while let Some((cell, length)) = queue.pop_front() {
        if goals.contains(&cell) {
            return if length == 7 { 3 } else { 2 };
        }
        for next in joined(tiles, &cell) {
            if seen.insert(next.clone()) {
                queue.push_back((next, length + 1));
            }
        }
    }
    let starts = over(seat).chain(over(seat + 3));
    i32::from(starts.into_iter().any(|start| winds(tiles, &mut vec![start])))
}

/// Returns the visible tiles, including those of a finished round.
fn in_sight(position: &Querbeet) -> Tiles {
    let roads = |piece: Piece| (0..6).filter(|edge| piece.roads() >> edge & 1 == 1).collect();
    position.board.tiles().map(|(cell, piece)| (cell.name(), roads(piece))).collect()
}

#[test]
fn legal_moves_and_points_agree_with_the_naive_rules() {
    let mut seen = BTreeSet::new();
    for (seed, rules) in all_rules().chain(all_rules()).enumerate() {
        let mut before: Option<(Vec<i32>, Vec<usize>)> = None;
        random_game(&rules, seed as u64, |position, token| {
            if let Some((scores, left)) = before.take().filter(|_| !position.running) {
                let tiles = in_sight(position);
                let roads: Vec<i32> = (0..position.seats()).map(|seat| road_points(&tiles, seat)).collect();
                let expected: Vec<i32> = (0..scores.len()).map(|at| scores[at] + roads[at] - left[at] as i32).collect();
                assert_eq!(position.scores(None), expected);
                seen.extend(roads);
            }
            let Some(seat) = position.mover().map(|seat| seat.index()) else { return };
            let (tiles, hands) = parse(&position.position_text());
            assert_eq!(legal(position), moves(&tiles, &hands[seat]), "{}", position.position_text());
            assert_eq!(position.count_actions(), legal(position).len());
            let mut left: Vec<usize> = hands.iter().map(String::len).collect();
            left[seat] -= usize::from(token != Some("pass"));
            before = Some((position.scores(None), left));
        });
    }
    assert_eq!(seen, BTreeSet::from([0, 1, 2, 3]), "the games must have every number of road points");
}
