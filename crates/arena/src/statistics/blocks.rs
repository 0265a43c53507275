//! Groups games into blocks in the order of the plan, and compares two participants in a game.

use crate::plan::Plan;
use runner::record::Record;
use std::collections::BTreeMap;

/// The games of one block: all seatings of the same participants with the same opening and deals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The round number, counted from 1; 0 if pairings do not depend on results.
    pub round: u64,
    /// The zero-based number of the block, which determines its opening and deals. Pairings of the same round share
    /// block numbers.
    pub number: u64,
    /// For each side in the first seating, the participant's index in the plan. A participant may play several sides.
    pub participants: Vec<usize>,
    /// The indices of the games in the list of records, in the order of their seatings.
    pub games: Vec<usize>,
}

/// The blocks of a tournament that have at least one finished game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Blocks {
    /// The complete blocks in which every game has a result, in the order of the plan.
    pub complete: Vec<Block>,
    /// The indices of the games of incomplete blocks in the list of records.
    pub waiting: Vec<usize>,
    /// The number of blocks that contain a game without a result. Scores, ratings and sequential tests exclude these
    /// blocks.
    pub void: u64,
}

/// The sort key that puts blocks in the order of the plan: round, number, and the pairing in the order of
/// [`crate::schedule`].
type BlockOrder = (u64, u64, usize, Vec<usize>);

impl Blocks {
    /// Groups records into blocks. Duplicates and games of participants that are not in the plan are ignored.
    pub fn of(plan: &Plan, records: &[Record]) -> Self {
        let names = plan.participants.iter().map(|participant| participant.name.as_str());
        let index: BTreeMap<&str, usize> = names.zip(0..).collect();
        let mut found: BTreeMap<BlockOrder, Vec<Option<usize>>> = BTreeMap::new();
        for (game, record) in records.iter().enumerate() {
            let (round, names) = split(&record.pairing);
            let participants: Option<Vec<usize>> = names.split(':').map(|name| index.get(name).copied()).collect();
            let Some(participants) = participants else { continue };
            let last = participants.iter().copied().max().unwrap_or(0);
            let seats = found
                .entry((round, record.block, last, participants))
                .or_insert_with(|| vec![None; plan.format.games_per_block(record.teams.len())]);
            if let Some(seating) = seats.get_mut(record.seating) {
                seating.get_or_insert(game);
            }
        }
        let mut blocks = Self::default();
        for ((round, number, _, participants), seatings) in found {
            let games: Vec<usize> = seatings.iter().flatten().copied().collect();
            if games.iter().any(|&game| is_void(&records[game])) {
                blocks.void += 1;
            } else if games.len() == seatings.len() {
                blocks.complete.push(Block { round, number, participants, games });
            } else {
                blocks.waiting.extend(games);
            }
        }
        blocks
    }

    /// Returns the complete blocks in which both participants play.
    pub fn between(&self, one: usize, other: usize) -> impl Iterator<Item = &Block> {
        self.complete
            .iter()
            .filter(move |block| block.participants.contains(&one) && block.participants.contains(&other))
    }
}

/// Returns whether the game ended without a result, such as an aborted game.
pub fn is_void(record: &Record) -> bool {
    record.result == "none" || record.teams.is_empty()
}

/// Returns the points of the participant `one` against `other` in this game, and the maximum number of points.
///
/// Each side of `one` is compared with each side of `other`: a better rank counts 2 points, an equal rank 1 point. In a
/// two-sided game, the points are therefore 2, 1 or 0 out of 2. If one of the two does not play, both numbers are 0.
pub fn comparison(record: &Record, one: &str, other: &str) -> (u64, u64) {
    let ranks = |name: &str| -> Vec<u32> {
        let all = record.sides().into_iter().zip(record.side_ranks());
        all.filter(|(participant, _)| *participant == name).map(|(_, rank)| rank).collect()
    };
    let (own, others) = (ranks(one), ranks(other));
    let points = |own: u32, other: u32| u64::from(own < other) + u64::from(own <= other);
    let sum = own.iter().flat_map(|&own| others.iter().map(move |&other| points(own, other))).sum();
    (sum, 2 * (own.len() * others.len()) as u64)
}

/// Splits a pairing such as `r2/A:B` or `A:B` into its round and its names. Without a round, the round is 0.
pub fn split(pairing: &str) -> (u64, &str) {
    let round = |text: &str| text.strip_prefix('r')?.parse().ok();
    match pairing.split_once('/') {
        Some((text, names)) => (round(text).unwrap_or(0), names),
        None => (0, pairing),
    }
}
