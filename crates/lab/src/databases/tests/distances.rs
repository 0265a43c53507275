//! Tests for the retrograde analysis. Its results must equal the published ones, and its distances those of a second
//! solver, which uses the move generator of the game.

use super::super::distances::{DRAWN, SolvedDistances};
use super::super::search::search;
use egdb::build::{material_pairs, material_sides};
use egdb::material::Material;
use egdb::rank::{all, sets};
use egdb::solve::WdlResults;
use egdb::squares::{MEN_SQUARES, Pieces};
use egdb::{Database, Wdl};
use kit::game::Game;
use kit::search::{Control, SearchTask, Searcher, Stop};
use kit::state::State;
use kit::ugi::Score;
use speltafel::games::checkers::tablebase::{pieces_of, position_of};
use speltafel::games::checkers::{Checkers, Rules, Strong};
use std::collections::{HashMap, VecDeque};

/// The published numbers of won, drawn and lost positions with 2, 3 and 4 pieces, on which other programs agree.
const RESULTS: [WdlResults; 3] = [[716, 2_370, 402], [100_250, 8_477, 87_305], [2_574_304, 1_717_922, 1_917_090]];

#[test]
fn retrograde_distances_have_the_known_results_and_match_forward_search() {
    let mut known = SolvedDistances::default();
    for pieces in 2..=4 {
        let longest = search(pieces, false, 2, &mut known, &mut |_| ()).unwrap();
        assert_eq!(longest.plies, [13, 61, 109][pieces - 2]);
        assert_eq!(longest.results, RESULTS[pieces - 2]);
        let first = longest.first.unwrap();
        assert_eq!(known.solved(Material::of(&first)).of(&first), longest.plies);
    }
    for (text, plies) in [("W:W30,31:BK22", 61), ("W:W10,30:B3,4", 109), ("B:WK15,20:B12,K28", DRAWN)] {
        let position = Checkers::parse_position(&Rules::default(), text).unwrap();
        let pieces = pieces_of(&position);
        assert_eq!(known.solved(Material::of(&pieces)).of(&pieces), plies, "{text}");
    }
    let list: Vec<Pieces> = (2..=3).flat_map(material_pairs).flat_map(material_sides).flat_map(positions).collect();
    for (pieces, plies) in list.iter().zip(distances(&list)) {
        let distance = known.solved(Material::of(pieces)).of(pieces);
        assert_eq!(distance, plies.map_or(DRAWN, |plies| plies as u8), "{pieces:?}");
    }
    let wins = list.iter().map(|pieces| (pieces, known.solved(Material::of(pieces)).of(pieces)));
    mates_are_proved_and_refuted(wins.filter(|(_, plies)| (5..=9).contains(plies) && plies % 2 == 1).step_by(1009));
}

/// Checks that a mate search finds each of these wins in the given number of plies, and no shorter win.
fn mates_are_proved_and_refuted<'a>(wins: impl Iterator<Item = (&'a Pieces, u8)>) {
    let (stop, mut player) = (Stop::new(false), Strong::default());
    let mut count = 0;
    for (pieces, plies) in wins {
        let position = position_of(&Rules { draw_plies: 0, ..Rules::default() }, pieces, true);
        let mut mate = |most: u8| {
            let task = SearchTask { mate: Some(most.into()), hash: 1, ..SearchTask::default() };
            let score = player.search(&position, &task, &Control::new(&stop), &mut |_| ()).score;
            score.filter(|score| matches!(score, Score::Mate(plies) if (1..=i32::from(most)).contains(plies)))
        };
        assert_eq!(mate(plies - 1), None, "{pieces:?}");
        assert_eq!(mate(plies), Some(Score::Mate(plies.into())), "{pieces:?}");
        count += 1;
    }
    assert!(count > 10, "{count}");
}

/// Returns all positions with a material configuration, as the side to move sees them.
fn positions(material: Material) -> Vec<Pieces> {
    let men = |count| &all(count)[..sets(MEN_SQUARES, count)];
    let mut list = Vec::new();
    for &own_men in men(material.own.men) {
        for &own_kings in all(material.own.kings) {
            for other_men in men(material.other.men).iter().map(|set| set.reverse_bits()) {
                for &other_kings in all(material.other.kings) {
                    let pieces = Pieces { own_men, own_kings, other_men, other_kings };
                    if (pieces.own() | pieces.other()).count_ones() as usize == material.pieces() {
                        list.push(pieces);
                    }
                }
            }
        }
    }
    list
}

/// Returns the distance of each position in the list, or `None` if it is a draw. The list must be closed under moves,
/// except that a side may lose all its pieces.
fn distances(list: &[Pieces]) -> Vec<Option<u32>> {
    let indices: HashMap<[u32; 4], usize> =
        list.iter().enumerate().map(|(index, pieces)| (key(pieces), index)).collect();
    let mut before = vec![Vec::new(); list.len()];
    let mut open = vec![0_u32; list.len()];
    let mut plies = vec![None; list.len()];
    let mut next = VecDeque::new();
    let mut actions = Vec::new();
    let mut taken_all = Vec::new();
    for (index, pieces) in list.iter().enumerate() {
        let position = position_of(&Rules { draw_plies: 0, ..Rules::default() }, pieces, true);
        actions.clear();
        position.actions(&mut actions);
        open[index] = actions.len() as u32;
        if actions.is_empty() {
            plies[index] = Some(0);
            next.push_back(index);
        }
        for action in &actions {
            match indices.get(&key(&pieces_of(&position.after(*action)))) {
                Some(after) => before[*after].push(index),
                // The successor is not in the list, because the capture leaves the opponent without pieces.
                None => taken_all.push(index),
            }
        }
    }
    // The queue must be in order of distance. Wins in one ply by capturing all pieces therefore come after the
    // positions that are lost in 0 plies, and before the predecessors of those positions.
    for index in taken_all {
        if plies[index].is_none() {
            plies[index] = Some(1);
            next.push_back(index);
        }
    }
    while let Some(index) = next.pop_front() {
        let Some(distance) = plies[index] else { continue };
        for &earlier in &before[index] {
            open[earlier] -= 1;
            // Positions leave the queue in order of distance. The first lost successor therefore gives the distance of
            // a won position, and the last won successor that of a lost position.
            if plies[earlier].is_none() && (distance % 2 == 0 || open[earlier] == 0) {
                plies[earlier] = Some(distance + 1);
                next.push_back(earlier);
            }
        }
    }
    plies
}

fn key(pieces: &Pieces) -> [u32; 4] {
    [pieces.own_men, pieces.own_kings, pieces.other_men, pieces.other_kings]
}

#[test]
fn the_longest_wins_and_all_values_of_two_and_three_pieces() {
    let list: Vec<Pieces> = (2..=3).flat_map(material_pairs).flat_map(material_sides).flat_map(positions).collect();
    assert_eq!(list.len(), 3_488 + 196_032);
    let plies = distances(&list);
    let database = Database::embedded();
    let mut longest = [0; 2];
    for (pieces, plies) in list.iter().zip(plies) {
        let value = match plies {
            None => Wdl::Draw,
            Some(plies) if plies % 2 == 0 => Wdl::Loss,
            Some(plies) => {
                let longest = &mut longest[(pieces.own() | pieces.other()).count_ones() as usize - 2];
                *longest = plies.max(*longest);
                Wdl::Win
            }
        };
        assert_eq!(database.value(pieces), Some(value), "{pieces:?}");
    }
    assert_eq!(longest, [13, 61]);
}
