//! Tests for the statistics on game endings, faults, search effort, openings and seats.

use crate::statistics::synthetic::{plan, records};
use crate::statistics::{Tally, TallyBuilder};
use runner::record::{Fault, FaultKind, Record};
use ugi::Seat;

/// Returns the tally of these games of the participants a and b.
fn tally(games: &[Record]) -> Tally {
    let mut builder = TallyBuilder::new(["a", "b"].into_iter());
    games.iter().for_each(|game| builder.add(game));
    builder.tally()
}

/// Every game is counted once, and the totals equal sums over the records.
#[test]
fn sums_are_those_of_the_records() {
    let plan = plan(&["a", "b"], 40);
    let games = records(&plan, 2, &[200.0, 0.0], 0.3);
    let tally = tally(&games);
    let draws = games.iter().filter(|game| game.played.result == "draw").count() as u64;
    assert_eq!(tally.ends.iter().map(|end| end.games).sum::<u64>(), 40);
    assert_eq!(tally.ends.iter().map(|end| end.draws).sum::<u64>(), draws);
    assert_eq!(tally.openings.iter().map(|share| share.games).sum::<u64>(), 40);
    assert_eq!(tally.seats.iter().map(|share| share.games).collect::<Vec<_>>(), [40, 40]);
    assert!((tally.seats.iter().map(|share| share.score).sum::<f64>() - 1.0).abs() < 1e-9);
    assert_eq!(
        tally.lengths.iter().map(|(&plies, &games)| plies as usize * games as usize).sum::<usize>(),
        games.iter().map(|game| game.played.moves.len()).sum::<usize>()
    );
    let time: f64 = games.iter().flat_map(|game| &game.run.times_ms).sum();
    assert!((tally.effort.iter().map(|effort| effort.total).sum::<f64>() - time).abs() < 1e-6);
    let moves: u64 = games.iter().map(|game| game.played.moves.len() as u64 - 2).sum();
    assert_eq!(tally.effort.iter().map(|effort| effort.moves).sum::<u64>(), moves);
}

/// Compares the effort in one game with values computed by hand. The first two plies are the opening. Ply n, counted
/// from 0, takes n ms and 100 + n nodes.
#[test]
fn effort_is_that_of_the_mover() {
    let plan = plan(&["a", "b"], 2);
    let mut game = records(&plan, 2, &[0.0, 0.0], 0.0).remove(0);
    game.played.movers.truncate(6);
    game.run.forgiven = vec![3, 5];
    game.run.stopped = vec![(3, 4000)];
    let tally = tally(&[game]);
    let [a, b] = tally.effort.as_slice() else { panic!("expected two participants") };
    // Plies 2 and 4 are moves of participant a, plies 3 and 5 of participant b.
    assert_eq!((a.forgiven, b.forgiven), (0, 2));
    assert!(tally.forgiven_note().is_some_and(|note| note.ends_with(": 2 of b")));
    assert!(tally.stopped_note().is_some_and(|note| note.ends_with(": 1 of b")));
    assert_eq!(
        (a.moves, a.total, a.mean, a.slowest, a.nodes, a.depth),
        (2, 6.0, Some(3.0), 4.0, Some(103.0), Some(5.0))
    );
    assert_eq!(
        (b.moves, b.total, b.mean, b.slowest, b.nodes, b.depth),
        (2, 8.0, Some(4.0), 5.0, Some(104.0), Some(5.0))
    );
}

/// Faults are charged to their participant. A fault that ended a game is the reason for the game's end. Verdicts do not
/// count towards the length of a game.
#[test]
fn faults_are_charged() {
    let plan = plan(&["a", "b"], 4);
    let mut games = records(&plan, 2, &[0.0, 0.0], 0.0);
    let fault = |kind, decisive| Fault {
        kind,
        seat: Some(Seat::P1),
        participant: "b".to_string(),
        ply: 3,
        decisive,
        text: String::new(),
        dialogue: Vec::new(),
    };
    games[1].faults = vec![fault(FaultKind::Crash, true), fault(FaultKind::Stall, false)];
    games[3].faults = vec![fault(FaultKind::Crash, false)];
    games[2].played.moves.push("!end/p1win/time".to_string());
    let before = games[2].played.moves.len() as u32;
    let tally = tally(&games);
    assert_eq!(tally.faults[0].counts, []);
    assert_eq!(tally.faults[1].counts, [(FaultKind::Crash, 2), (FaultKind::Stall, 1)]);
    let ends: Vec<(&str, u64)> = tally.ends.iter().map(|end| (end.reason.as_str(), end.games)).collect();
    assert_eq!(ends, [("points", 3), ("crash", 1)]);
    assert_eq!(tally.lengths.get(&(before - 1)), Some(&1));
}

/// A game without a result does not count in the ends, lengths and openings.
#[test]
fn aborted_games_are_not_counted() {
    let plan = plan(&["a", "b"], 4);
    let mut games = records(&plan, 2, &[0.0, 0.0], 0.0);
    games[0].played.result = "none".to_string();
    let tally = tally(&games);
    assert_eq!(
        (
            tally.ends[0].games,
            tally.lengths.values().sum::<u64>(),
            tally.openings.iter().map(|share| share.games).sum::<u64>()
        ),
        (3, 3, 3)
    );
}
