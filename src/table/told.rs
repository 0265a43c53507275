//! A whole `info` line of an analysis, as it goes to a page. Knows no game; moves are words.

use serde::Serialize;

/// Moves of a line that are shown.
const LONGEST: usize = 60;

/// One line of an analysis.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Variation {
    /// Its rank, from 1.
    pub multipv: u32,
    /// From the side of the seat to move.
    pub score: Option<Worth>,
    /// `lower` or `upper`, if the score is a bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<&'static str>,
    /// Permille of wins, draws and losses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wdl: Option<Vec<u32>>,
    /// Permille of the win for each team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evs: Option<Vec<u32>>,
    /// Finished depth.
    pub depth: u32,
    /// Deepest ply.
    pub seldepth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// Milliseconds.
    pub time: u64,
    /// The moves, best first.
    pub pv: Vec<String>,
    /// What to click for the first of them; filled in by whoever asks the referee.
    pub clicks: Vec<String>,
}

/// A score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Worth {
    /// Hundredths of the game's unit.
    Cp(i64),
    /// Plies to a win, negative to a loss.
    Mate(i64),
}

impl Variation {
    /// Reads a line of an engine; `None` where it names no line of play.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace().peekable();
        if words.next() != Some("info") {
            return None;
        }
        let mut told = Self { multipv: 1, ..Self::default() };
        while let Some(word) = words.next() {
            match word {
                "depth" => told.depth = number(words.next())?,
                "seldepth" => told.seldepth = number(words.next())?,
                "multipv" => told.multipv = number(words.next())?,
                "nodes" => told.nodes = number(words.next())?,
                "nps" => told.nps = number(words.next())?,
                "time" => told.time = number(words.next())?,
                "cp" => told.score = Some(Worth::Cp(number(words.next())?)),
                "mate" => told.score = Some(Worth::Mate(number(words.next())?)),
                "lowerbound" => told.bound = Some("lower"),
                "upperbound" => told.bound = Some("upper"),
                "wdl" | "evs" => {
                    let mut shares = Vec::new();
                    while let Some(share) = words.peek().and_then(|word| word.parse().ok())
                        && shares.len() < LONGEST
                    {
                        shares.push(share);
                        words.next();
                    }
                    *(if word == "wdl" { &mut told.wdl } else { &mut told.evs }) = Some(shares);
                }
                "pv" => told.pv = words.by_ref().take(LONGEST).map(str::to_string).collect(),
                "string" => return None,
                _ => {}
            }
        }
        (!told.pv.is_empty()).then_some(told)
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_read() {
        let line = "info depth 9 seldepth 14 multipv 2 score cp -31 lowerbound wdl 1 2 997 nodes 5000 nps 1 hashfull 3 \
                    tbhits 0 time 2 evs 400 600 pv 11-15 22-18";
        let expected = Variation {
            multipv: 2,
            score: Some(Worth::Cp(-31)),
            bound: Some("lower"),
            wdl: Some(vec![1, 2, 997]),
            evs: Some(vec![400, 600]),
            depth: 9,
            seldepth: 14,
            nodes: 5000,
            nps: 1,
            time: 2,
            pv: vec!["11-15".to_string(), "22-18".to_string()],
            clicks: Vec::new(),
        };
        assert_eq!(Variation::read(line), Some(expected));
        let mate = Variation::read("info score mate -3 pv a").unwrap();
        assert_eq!((mate.multipv, mate.score), (1, Some(Worth::Mate(-3))));
    }

    #[test]
    fn lines_without_moves_are_none() {
        for line in ["info nodes 5 nps 1 time 0", "info string pv a", "bestmove a", "info depth x pv a", ""] {
            assert_eq!(Variation::read(line), None, "{line}");
        }
        let long = format!("info pv {}", "a ".repeat(1000));
        assert_eq!(Variation::read(&long).unwrap().pv.len(), LONGEST);
    }
}
