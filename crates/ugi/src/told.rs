//! What a client takes from an `info` line of any engine: depth, nodes, score. Knows no game.

use super::words::{integer, rest, the, word, words};
use crate::score::Score;
use nom::branch::alt;
use nom::combinator::map;
use nom::multi::fold_many0;
use nom::sequence::preceded;
use nom::{IResult, Parser};

/// The parts of an `info` line; what it does not say, or says unreadably, is `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// The finished depth.
    pub depth: Option<u32>,
    /// Nodes so far.
    pub nodes: Option<u64>,
    /// From the mover's side.
    pub score: Option<Score>,
    /// The rank of the line; `None` counts as 1.
    pub multi_pv: Option<u32>,
}

/// One word of the line, with what belongs to it.
enum Part {
    Depth(i64),
    Nodes(i64),
    MultiPv(i64),
    Score(Score),
    Unknown,
    /// Moves or text up to the end.
    End,
}

impl Told {
    /// Reads a line of an engine; `None` when it is no `info` line.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let (after, _) = the("info").parse(rest(line)).ok()?;
        fold_many0(part, Self::default, Self::with).parse(after).ok().map(|(_, told)| told)
    }

    /// This with all that a later line says of its own best line.
    #[must_use]
    pub fn then(self, later: Self) -> Self {
        if later.multi_pv.is_some_and(|rank| rank > 1) {
            return Self { nodes: later.nodes.or(self.nodes), ..self };
        }
        Self {
            depth: later.depth.or(self.depth),
            nodes: later.nodes.or(self.nodes),
            score: later.score.or(self.score),
            multi_pv: later.multi_pv.or(self.multi_pv),
        }
    }

    fn with(mut self, part: Part) -> Self {
        match part {
            Part::Depth(depth) => self.depth = u32::try_from(depth).ok(),
            Part::Nodes(nodes) => self.nodes = u64::try_from(nodes).ok(),
            Part::MultiPv(rank) => self.multi_pv = u32::try_from(rank).ok(),
            Part::Score(score) => self.score = Some(score),
            Part::Unknown | Part::End => {}
        }
        self
    }
}

fn part(input: &str) -> IResult<&str, Part> {
    alt((
        map(preceded(the("depth"), integer), Part::Depth),
        map(preceded(the("nodes"), integer), Part::Nodes),
        map(preceded(the("multipv"), integer), Part::MultiPv),
        map(preceded((the("score"), the("cp")), integer), |value| Part::Score(Score::Cp(narrow(value)))),
        map(preceded((the("score"), the("mate")), integer), |plies| Part::Score(Score::Mate(narrow(plies)))),
        map(preceded(alt((the("pv"), the("string"))), words), |_| Part::End),
        map(word, |_| Part::Unknown),
    ))
    .parse(input)
}

fn narrow(value: i64) -> i32 {
    value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_is_understood() {
        let full =
            "info depth 9 seldepth 14 multipv 1 score cp -31 wdl 1 2 3 nodes 5000 nps 1 time 2 pv nodes 7 depth 3";
        let told = Told { depth: Some(9), nodes: Some(5000), score: Some(Score::Cp(-31)), multi_pv: Some(1) };
        assert_eq!(Told::read(full), Some(told));
        let mate = Told::read(" info score mate -3 depth x nodes 99999999999999999999 upperbound");
        let expected = Told { nodes: Some(i64::MAX as u64), score: Some(Score::Mate(-3)), ..Told::default() };
        assert_eq!(mate, Some(expected));
        assert_eq!(Told::read("info string depth 3"), Some(Told::default()));
        assert_eq!(Told::read("information depth 3"), None);
    }

    #[test]
    fn the_second_line_does_not_count() {
        let best = Told::read("info depth 5 score cp 10 nodes 7").unwrap();
        let second = Told::read("info depth 5 multipv 2 score cp -90 nodes 8").unwrap();
        assert_eq!(best.then(second), Told { nodes: Some(8), ..best });
    }
}
