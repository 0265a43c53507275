//! Groups games into blocks, and compares two participants in a game.

use crate::plan::{Format, Plan};
use runner::record::{Record, payoffs_of};
use std::collections::{BTreeMap, HashMap};

/// A side of a finished game, as one of its participants played it. In a mixed tournament, a side has several.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Side {
    /// The participant's index in the plan.
    pub participant: u16,
    /// The zero-based number of the side.
    pub number: u16,
    /// The rank, 1 for the best.
    pub rank: u16,
}

/// The results of a complete block: for each game, in the order of the seatings, its sides. The games of a block are
/// all seatings of the same participants with the same opening and deals. A participant may play several sides.
pub type Block = Vec<Box<[Side]>>;

/// The blocks of a tournament that have at least one finished game. Complete blocks with equal results are only
/// counted, so the size does not grow with the number of games.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    format: Format,
    indices: HashMap<String, u16>,
    /// The incomplete blocks by pairing and number.
    open: HashMap<(String, u64), OpenBlock>,
    complete: BTreeMap<Block, u64>,
    void: u64,
}

/// A complete block that was just finished.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedBlock {
    /// The results; `None` if a game has no result.
    pub games: Option<Block>,
}

/// The games of an incomplete block by seating.
#[derive(Clone, Debug)]
struct OpenBlock {
    games: Vec<Option<Box<[Side]>>>,
    void: bool,
}

impl Blocks {
    /// Creates a collection without games.
    pub fn new(plan: &Plan) -> Self {
        let names = plan.participants.iter().map(|participant| participant.name.clone());
        Self { format: plan.format.clone(), indices: names.zip(0..).collect(), ..Self::default() }
    }

    /// Collects these games.
    pub fn of<'a>(plan: &Plan, records: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut blocks = Self::new(plan);
        for record in records {
            if let Some(FinishedBlock { games: Some(games) }) = blocks.add(record) {
                blocks.count_block(&games);
            }
        }
        blocks
    }

    /// Adds a game, which must not have been added before. Returns its block if the game completes it; the block is not
    /// counted yet. Games of participants that are not in the plan are ignored.
    pub(super) fn add(&mut self, record: &Record) -> Option<FinishedBlock> {
        let sides = self.sides(record)?;
        // A game without a result may have no sides.
        let count = self.format.games_per_block(record.pairing.split(':').count());
        let key = (record.pairing.clone(), record.block);
        let open = self.open.entry(key).or_insert_with(|| OpenBlock { games: vec![None; count], void: false });
        open.void |= is_void(record);
        *open.games.get_mut(record.seating)? = Some(sides);
        if open.games.iter().any(Option::is_none) {
            return None;
        }
        let whole = self.open.remove(&(record.pairing.clone(), record.block))?;
        let games: Option<Block> = whole.games.into_iter().collect();
        let games = games.filter(|_| !whole.void);
        self.void += u64::from(games.is_none());
        Some(FinishedBlock { games })
    }

    /// Counts a complete block that [`Blocks::add`] returned.
    pub(super) fn count_block(&mut self, games: &Block) {
        *self.complete.entry(games.clone()).or_default() += 1;
    }

    /// Returns the counted blocks, in which every game has a result: each result with the number of blocks that have
    /// it.
    pub fn complete(&self) -> impl Iterator<Item = (&Block, u64)> {
        self.complete.iter().map(|(block, &count)| (block, count))
    }

    /// Returns whether each seat has another participant.
    pub const fn is_mixed(&self) -> bool {
        self.format.teams.is_some()
    }

    /// Returns the number of counted blocks, in which every game has a result.
    pub fn count(&self) -> u64 {
        self.complete.values().sum()
    }

    /// Returns the number of games in incomplete blocks in which every game has a result.
    pub fn waiting(&self) -> u64 {
        let blocks = self.open.values().filter(|block| !block.void);
        blocks.map(|block| block.games.iter().flatten().count() as u64).sum()
    }

    /// Returns the number of blocks that contain a game without a result. Scores, ratings and sequential tests exclude
    /// these blocks.
    pub fn void(&self) -> u64 {
        self.void + self.open.values().filter(|block| block.void).count() as u64
    }

    /// Returns the sides of a game; `None` if a participant is not in the plan.
    fn sides(&self, record: &Record) -> Option<Box<[Side]>> {
        let side = |(number, (names, rank)): (u16, (Vec<&str>, u32))| {
            let rank = u16::try_from(rank).unwrap_or(u16::MAX);
            let member = |name: &str| Some(Side { participant: *self.indices.get(name)?, number, rank });
            names.into_iter().map(member).collect::<Vec<_>>()
        };
        (0..).zip(record.members().into_iter().zip(record.side_ranks())).flat_map(side).collect()
    }
}

/// Returns whether the game ended without a result, such as an aborted game.
pub fn is_void(record: &Record) -> bool {
    record.played.result == "none" || record.teams.is_empty()
}

/// Returns the sides of a game, each with its participants.
pub fn sides(game: &[Side]) -> impl Iterator<Item = &[Side]> + Clone {
    // The participants of a side follow each other.
    game.chunk_by(|one, other| one.number == other.number)
}

/// Returns each side of a game with its payoff.
pub fn side_payoffs(game: &[Side]) -> impl Iterator<Item = (&[Side], f64)> {
    let ranks: Vec<u32> = sides(game).map(|side| u32::from(side[0].rank)).collect();
    sides(game).zip(payoffs_of(&ranks))
}

/// Returns the index of each participant in a game, with the mean payoff over the participant's sides.
pub fn payoffs(game: &[Side]) -> Vec<(usize, f64)> {
    let mut found: Vec<(usize, f64, f64)> = Vec::new();
    for (member, payoff) in
        side_payoffs(game).flat_map(|(side, payoff)| side.iter().map(move |member| (member, payoff)))
    {
        let index = usize::from(member.participant);
        match found.iter_mut().find(|(other, ..)| *other == index) {
            Some((_, sum, sides)) => (*sum, *sides) = (*sum + payoff, *sides + 1.0),
            None => found.push((index, payoff, 1.0)),
        }
    }
    found.into_iter().map(|(index, sum, sides)| (index, sum / sides)).collect()
}

/// Returns the points of the participant `one` against `other` in a game, and the maximum number of points.
///
/// Each side of `one` is compared with each side of `other`: a better rank counts 2 points, an equal rank 1 point. In a
/// two-sided game, the points are therefore 2, 1 or 0 out of 2. If one of the two does not play, or if they are
/// partners, both numbers are 0.
pub fn comparison(game: &[Side], one: usize, other: usize) -> (u64, u64) {
    compare(game, one, |side| usize::from(side.participant) == other)
}

/// Returns the points of each side of `one` against the opponents for which `is_other` is true.
fn compare(game: &[Side], one: usize, is_other: impl Fn(&Side) -> bool) -> (u64, u64) {
    let points = |own: u16, other: u16| u64::from(own < other) + u64::from(own <= other);
    let (mut sum, mut possible) = (0, 0);
    for own in game.iter().filter(|side| usize::from(side.participant) == one) {
        for other in game.iter().filter(|side| side.number != own.number && is_other(side)) {
            sum += points(own.rank, other.rank);
            possible += 2;
        }
    }
    (sum, possible)
}

/// Splits a pairing such as `r2/A:B` or `A:B` into its round and its names. Without a round, the round is 0.
pub fn split(pairing: &str) -> (u64, &str) {
    let round = |text: &str| text.strip_prefix('r')?.parse().ok();
    match pairing.split_once('/') {
        Some((text, names)) => (round(text).unwrap_or(0), names),
        None => (0, pairing),
    }
}

/// Returns the points of `one` against `other` in all games of a block, and the maximum number of points.
pub fn block_comparison(block: &Block, one: usize, other: usize) -> (u64, u64) {
    let games = block.iter().map(|game| comparison(game, one, other));
    games.fold((0, 0), |(sum, possible), (points, most)| (sum + points, possible + most))
}

/// Returns the points of `one` against all others in all games of a block, and the maximum number of points. Their
/// ratio is the mean payoff of `one`. It is 1/2, which is par, if all participants are equally strong, however many
/// sides `one` plays.
pub fn block_payoff(block: &Block, one: usize) -> (u64, u64) {
    let games = block.iter().map(|game| compare(game, one, |side| usize::from(side.participant) != one));
    games.fold((0, 0), |(sum, possible), (points, most)| (sum + points, possible + most))
}

/// Returns the indices of the participants of a block in ascending order.
pub fn participants(block: &Block) -> Vec<usize> {
    let mut found: Vec<usize> = block.iter().flatten().map(|side| usize::from(side.participant)).collect();
    found.sort_unstable();
    found.dedup();
    found
}
