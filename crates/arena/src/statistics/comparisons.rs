//! The comparisons between the participants, or the teams, of all blocks.

use super::blocks::{Block, Blocks, Side, block_comparison, comparison, participants, sides};
use super::linear::Matrix;

/// The results of all blocks and the ratings of the anchors.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Field {
    /// `points[i][j]` is the number of points that i scored against j: 1 per win and 1/2 per draw.
    pub(super) points: Matrix,
    /// The blocks with equal results, each with their number.
    pub(super) blocks: Vec<(Vec<Comparison>, f64)>,
    /// The fixed Elo rating of each anchor; `None` for participants whose rating is computed.
    pub(super) anchors: Vec<Option<f64>>,
    /// Whether participants are partners of each other.
    pub(super) is_mixed: bool,
}

/// The points of two participants, or of two teams, against each other in a block.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The zero-based indices of the first participant, or of the members of the first team.
    pub one: Vec<usize>,
    /// The zero-based indices of the other participant, or of the members of the other team.
    pub other: Vec<usize>,
    /// The points of the first against the other: for each side of one and each side of the other, 1 for the better
    /// rank and 1/2 for an equal one.
    pub won: f64,
    /// The points of the other against the first.
    pub lost: f64,
}

impl Comparison {
    /// Creates the comparison of two teams from the points of one, 2 for a better rank, and the maximum number of
    /// points.
    fn of(one: Vec<usize>, other: Vec<usize>, (points, steps): (u64, u64)) -> Self {
        let [won, lost] = [points, steps - points].map(|points| points as f64 / 2.0);
        Self { one, other, won, lost }
    }
}

impl Field {
    /// Creates a field without results.
    pub fn new(anchors: Vec<Option<f64>>) -> Self {
        let points = vec![vec![0.0; anchors.len()]; anchors.len()];
        Self { points, blocks: Vec::new(), anchors, is_mixed: false }
    }

    /// Creates a field with these blocks. Each side of a game is compared with each side of another participant or, in
    /// a mixed tournament, with each other side.
    pub fn of(blocks: &Blocks, anchors: Vec<Option<f64>>) -> Self {
        let mut field = Self { is_mixed: blocks.is_mixed(), ..Self::new(anchors) };
        let compare = if field.is_mixed { compare_teams } else { compare_participants };
        for (block, count) in blocks.complete() {
            field.add(compare(block), count as f64);
        }
        field
    }

    /// Adds `count` blocks with the same results.
    pub fn add(&mut self, block: Vec<Comparison>, count: f64) {
        for Comparison { one, other, won, lost } in &block {
            for (&one, &other) in one.iter().flat_map(|one| other.iter().map(move |other| (one, other))) {
                self.points[one][other] += count * won;
                self.points[other][one] += count * lost;
            }
        }
        self.blocks.push((block, count));
    }
}

/// Returns the comparisons between the participants of a block.
fn compare_participants(block: &Block) -> Vec<Comparison> {
    let players = participants(block);
    let compare = |(one, other)| {
        let points = block_comparison(block, one, other);
        Comparison::of(vec![one], vec![other], points)
    };
    let pairs =
        players.iter().enumerate().flat_map(|(at, &one)| players[at + 1..].iter().map(move |&other| (one, other)));
    pairs.map(compare).collect()
}

/// Returns the comparisons between the sides of each game of a block.
fn compare_teams(block: &Block) -> Vec<Comparison> {
    let members = |side: &[Side]| -> Vec<usize> { side.iter().map(|member| usize::from(member.participant)).collect() };
    let mut found = Vec::new();
    for game in block {
        let teams: Vec<Vec<usize>> = sides(game).map(members).collect();
        // Each participant has one seat, so the points of two members are those of their teams.
        let compare = |one: &[usize], other: &[usize]| {
            Comparison::of(one.to_vec(), other.to_vec(), comparison(game, one[0], other[0]))
        };
        for (place, one) in teams.iter().enumerate() {
            found.extend(teams[place + 1..].iter().map(|other| compare(one, other)));
        }
    }
    found
}
