//! A variation of an analysis, as sent to the page.

use serde::Serialize;
use ugi::facts::Step;
use ugi::{Bound, Info, Score};

/// The maximum number of moves in a variation.
const LONGEST: usize = 60;

/// A variation: one `info` line with a `pv`.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Variation {
    /// The rank; 1 is the best variation.
    pub multipv: u32,
    /// The score from the point of view of the seat to move.
    pub score: Option<Score>,
    /// `lower` or `upper`, if the score is a bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<&'static str>,
    /// The standard error of the score, in hundredths of a point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub err: Option<u32>,
    /// The probabilities of win, draw and loss, in permille.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wdl: Option<[u16; 3]>,
    /// The expected payoff of each team in permille.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evs: Option<Vec<u16>>,
    /// The search depth. This field and the following numbers are 0 if the engine does not report them.
    pub depth: u32,
    /// The maximum depth reached.
    pub seldepth: u32,
    /// The number of nodes so far.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// The time in milliseconds.
    pub time: u64,
    /// The moves, in the order in which they are played.
    pub pv: Vec<String>,
    /// What the first move does on the board; empty until the analysis fills the field in.
    pub steps: Vec<Step>,
}

impl Variation {
    /// Parses an engine's line. Returns `None` if it is not an `info` line with a `pv`.
    pub fn parse(line: &str) -> Option<Self> {
        Info::parse(line).and_then(Self::of)
    }

    /// Returns this variation, with the values of an earlier one of the same rank and search if it has none of its own.
    pub fn with_values_of(self, earlier: Self) -> Self {
        if self.score.is_some() {
            return self;
        }
        let Self { score, bound, err, wdl, evs, .. } = earlier;
        Self { score, bound, err, wdl: self.wdl.or(wdl), evs: self.evs.or(evs), ..self }
    }

    /// Converts an `info` line. Returns `None` if it has no `pv`.
    pub fn of(info: Info) -> Option<Self> {
        (!info.pv.is_empty()).then(|| Self {
            multipv: info.multi_pv.unwrap_or(1),
            score: info.score,
            bound: match info.bound {
                Bound::Exact => None,
                Bound::Lower => Some("lower"),
                Bound::Upper => Some("upper"),
            },
            err: info.err,
            wdl: info.wdl,
            evs: (!info.evs.is_empty()).then(|| info.evs.into_iter().take(LONGEST).collect()),
            depth: info.depth.unwrap_or_default(),
            seldepth: info.seldepth.unwrap_or_default(),
            nodes: info.nodes.unwrap_or_default(),
            nps: info.nps.unwrap_or_default(),
            time: info.time.unwrap_or_default().as_millis() as u64,
            pv: info.pv.into_iter().take(LONGEST).collect(),
            steps: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_read() {
        let line = "info depth 9 seldepth 14 multipv 2 score cp -31 lowerbound wdl 1 2 997 nodes 5000 nps 1 hashfull 3 \
                    tbhits 0 time 2 evs 400 600 pv 11-15 22-18";
        let expected = Variation {
            multipv: 2,
            score: Some(Score::Cp(-31)),
            bound: Some("lower"),
            err: None,
            wdl: Some([1, 2, 997]),
            evs: Some(vec![400, 600]),
            depth: 9,
            seldepth: 14,
            nodes: 5000,
            nps: 1,
            time: 2,
            pv: vec!["11-15".to_string(), "22-18".to_string()],
            steps: Vec::new(),
        };
        assert_eq!(Variation::parse(line), Some(expected));
        let mate = Variation::parse("info score mate -3 pv a").unwrap();
        assert_eq!((mate.multipv, mate.score), (1, Some(Score::Mate(-3))));
    }

    #[test]
    fn a_line_without_a_score_keeps_the_last_one() {
        let parse = |line| Variation::parse(line).unwrap();
        let first = parse("info depth 9 score cp 20 lowerbound wdl 1 2 997 pv a b");
        let later = parse("info depth 10 pv c").with_values_of(first.clone());
        assert_eq!((later.depth, later.pv.len(), later.bound, later.wdl), (10, 1, first.bound, first.wdl));
        assert_eq!(later.score, Some(Score::Cp(20)));
        let exact = parse("info depth 10 score cp 7 pv c");
        assert_eq!(exact.clone().with_values_of(first), exact);
    }

    #[test]
    fn invalid_numbers_are_ignored() {
        let variation = Variation::parse("info depth x pv a").unwrap();
        assert_eq!((variation.depth, variation.pv.len()), (0, 1));
    }

    #[test]
    fn lines_without_a_pv_are_ignored() {
        for line in ["info nodes 5 nps 1 time 0", "info string pv a", "bestmove a", ""] {
            assert_eq!(Variation::parse(line), None, "{line}");
        }
        let long = format!("info pv {}", "a ".repeat(1000));
        assert_eq!(Variation::parse(&long).unwrap().pv.len(), LONGEST);
    }
}
