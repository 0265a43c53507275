//! Tests for the figure puzzle: the rules, a comparison with a naive implementation, the notation, the solver and both
//! counts against brute force, and the built-in figures. This file contains the shared helpers.

mod collection;
mod facts;
mod naive;
mod rules;
mod solver;
mod texts;

use super::{Lay, QuerbeetFigure, Rules};
use crate::games::querbeet::bag::Bag;
use crate::games::querbeet::cell::{BOARD, Cell, CellSet, shift};
use base::rng::Rng;
use kit::game::Game;
use kit::state::State;

/// The tiles in the game's printed leaflet, and three sets that lead to positions that are rare with those tiles.
const SETS: [&str; 4] = ["aaabbbcccddefgghij", "aaaaaabbbbbbccccgg", "aaadddddhhhhhkkkkk", "abcdefghijkabcdefg"];

fn rules(tiles: &str) -> Rules {
    Rules { figure: Cell::MIDDLE.bit(), tiles: Bag::parse(tiles).unwrap() }
}

fn read(text: &str) -> QuerbeetFigure {
    let position = QuerbeetFigure::parse_position(&rules(SETS[0]), text);
    position.unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn play(mut position: QuerbeetFigure, tokens: &str) -> QuerbeetFigure {
    for token in tokens.split_whitespace() {
        let action = position.parse_action(token);
        position.play(action.unwrap_or_else(|_| panic!("{token} in {}", position.position_text())));
    }
    position
}

fn actions(position: &QuerbeetFigure) -> Vec<Lay> {
    position.legal()
}

/// Returns the legal tokens, sorted.
fn legal(position: &QuerbeetFigure) -> Vec<String> {
    let mut tokens: Vec<String> = actions(position).into_iter().map(|action| position.action_text(action)).collect();
    tokens.sort();
    tokens
}

/// Returns a random connected figure with this number of cells. It prefers compact figures, because others rarely have
/// solutions.
fn random_figure(cells: u32, rng: &mut Rng) -> CellSet {
    let all: Vec<Cell> = Cell::each(BOARD).collect();
    let mut figure = all[rng.index(all.len())].bit();
    while figure.count_ones() < cells {
        let beside = (0..6).fold(0, |set, edge| set | shift(figure, edge)) & BOARD & !figure;
        let beside: Vec<Cell> = Cell::each(beside).collect();
        let neighbours = |cell: &Cell| (0..6).filter(|&edge| shift(cell.bit(), edge) & figure != 0).count();
        let some = (0..3).map(|_| beside[rng.index(beside.len())]);
        figure |= some.max_by_key(neighbours).map_or(0, Cell::bit);
    }
    figure
}

/// Returns a position with a random figure and a random tile set, after at most `laid` random moves.
fn random_position(cells: u32, laid: usize, seed: u64) -> QuerbeetFigure {
    let mut rng = Rng::new(seed);
    let rules = Rules { figure: random_figure(cells, &mut rng), ..rules(SETS[rng.index(SETS.len())]) };
    let mut position = QuerbeetFigure::start(&rules);
    for _ in 0..laid {
        if let Some(action) = position.random_action(&mut rng, &mut Vec::new()) {
            position.play(action);
        }
    }
    position
}
