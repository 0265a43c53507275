//! Who sits where in a mixed tournament, in which each seat has another participant.

use super::choices::combinations;
use crate::model::EqualTeams;

/// Returns the participants of a game: for each seat of each side or, if the deal decides the teams, for each seat.
///
/// The games of a block are all partnerships in all seatings of the teams. Partners change their seats from block to
/// block. If the deal decides the teams, the participants move on by one seat in each game, and from block to block all
/// but the first change their order.
pub(super) fn players(pairing: &[usize], teams: EqualTeams, block: u64, seating: usize) -> Vec<usize> {
    let turned = |modulus: usize| (block % modulus as u64) as usize;
    if teams.dealt {
        let mut order = pairing.to_vec();
        let others = &mut order[1..];
        others.rotate_left(turned(others.len()));
        order.rotate_left(seating);
        return order;
    }
    let (partnership, rotations) = (seating / teams.sides, seating % teams.sides);
    let mut found = partnerships(pairing, teams.size).swap_remove(partnership);
    for team in found.chunks_mut(teams.size) {
        team.rotate_left((turned(teams.size) + partnership) % teams.size);
    }
    found.rotate_left(rotations * teams.size);
    found
}

/// Returns every way to form teams of `size` members, each as the teams one after the other.
fn partnerships(players: &[usize], size: usize) -> Vec<Vec<usize>> {
    let Some((&first, others)) = players.split_first() else { return vec![Vec::new()] };
    let of_partners = |partners: Vec<usize>| {
        let team: Vec<usize> = [first].into_iter().chain(partners.into_iter().map(|place| others[place])).collect();
        let rest: Vec<usize> = others.iter().copied().filter(|player| !team.contains(player)).collect();
        partnerships(&rest, size).into_iter().map(move |teams| [&team[..], &teams].concat())
    };
    combinations(others.len(), size - 1, false).into_iter().flat_map(of_partners).collect()
}
