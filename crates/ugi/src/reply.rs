//! The lines that the engine writes, typed: they print and, for clients and tests, parse. Knows no game and no thread.

use super::fault::Fault;
use super::words::{the, word, words};
use crate::score::{Bound, Score};
use crate::seats::{Seat, Turn};
use base::quote::printable;
use nom::Parser;
use std::fmt;

/// The move of a `bestmove` where there is none to play.
pub const NO_MOVE: &str = "0000";

/// Who decides next, from the answer to `query turn`; `None` when it is no such answer.
#[must_use]
pub fn read_turn(word: &str) -> Option<Turn> {
    match word {
        "chance" => Some(Turn::Chance),
        "over" => Some(Turn::Over),
        _ => word.strip_prefix('p')?.parse::<usize>().ok()?.checked_sub(1).map(Seat::new).map(Turn::Seat),
    }
}

/// Seats from 1, a list for each team, from the answer to `query teams`; `None` when it tells none.
#[must_use]
pub fn read_teams(text: &str) -> Option<Vec<Vec<usize>>> {
    let seat = |word: &str| word.parse().ok().filter(|&seat: &usize| seat > 0);
    text.split_whitespace().map(|team| team.split('+').map(seat).collect()).collect()
}

/// Does this line say that a command or a question failed?
#[must_use]
pub fn is_error(line: &str) -> bool {
    line.starts_with("info string error ") || line.starts_with("response error ")
}

/// One line of output.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)] // the words of the protocol, documented in `protocol.md`
pub enum Reply {
    Id(&'static str, String),
    /// Everything behind `option name `.
    Option(String),
    UgiOk,
    ReadyOk,
    /// The answer of a question; may be empty.
    Response(String),
    /// A question that failed.
    ResponseError(Fault),
    /// A command that failed.
    Error(Fault),
    /// Something worth knowing about the answer.
    Remark(String),
    Info(Info),
    BestMove {
        best: String,
        ponder: Option<String>,
    },
    /// A line for people: boards, counts, help.
    Text(String),
}

/// What a search says on its way.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// Depth, deepest ply, rank, score: absent in a line that counts only nodes.
    pub line: Option<Line>,
    /// Nodes so far.
    pub nodes: u64,
    /// Milliseconds since `go`.
    pub time: u64,
    /// Nodes per second.
    pub nps: u64,
}

/// The part of an `info` line that belongs to one variation.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)] // as in the report of a search
pub struct Line {
    pub depth: u32,
    pub seldepth: u32,
    pub multi_pv: usize,
    pub score: Score,
    pub bound: Bound,
    pub wdl: Option<[u16; 3]>,
    pub hashfull: u32,
    /// Positions found in databases.
    pub tbhits: u64,
    pub evs: Vec<u16>,
    pub pv: Vec<String>,
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(what, text) => write!(f, "id {what} {text}"),
            Self::Option(text) => write!(f, "option name {text}"),
            Self::UgiOk => f.write_str("ugiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Response(text) if text.is_empty() => f.write_str("response"),
            Self::Response(text) => write!(f, "response {text}"),
            Self::ResponseError(fault) => write!(f, "response error {}", fault.code.word()),
            Self::Error(fault) => write!(f, "info string error {fault}"),
            Self::Remark(text) => write!(f, "info string {}", printable(text)),
            Self::Info(info) => info.fmt(f),
            Self::BestMove { best, ponder: None } => write!(f, "bestmove {best}"),
            Self::BestMove { best, ponder: Some(ponder) } => write!(f, "bestmove {best} ponder {ponder}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        if let Some(line) = &self.line {
            write!(f, " depth {} seldepth {} multipv {}", line.depth, line.seldepth, line.multi_pv)?;
            match line.score {
                Score::Cp(value) => write!(f, " score cp {value}")?,
                Score::Mate(plies) => write!(f, " score mate {plies}")?,
            }
            f.write_str(match line.bound {
                Bound::Exact => "",
                Bound::Lower => " lowerbound",
                Bound::Upper => " upperbound",
            })?;
            if let Some([win, draw, loss]) = line.wdl {
                write!(f, " wdl {win} {draw} {loss}")?;
            }
        }
        write!(f, " nodes {} nps {}", self.nodes, self.nps)?;
        if let Some(line) = &self.line {
            write!(f, " hashfull {} tbhits {}", line.hashfull, line.tbhits)?;
        }
        write!(f, " time {}", self.time)?;
        if let Some(line) = &self.line {
            if !line.evs.is_empty() {
                f.write_str(" evs")?;
                line.evs.iter().try_for_each(|share| write!(f, " {share}"))?;
            }
            if !line.pv.is_empty() {
                write!(f, " pv {}", line.pv.join(" "))?;
            }
        }
        Ok(())
    }
}

/// What a client makes of a line of the engine: the part that it acts on.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Heard<'a> {
    UgiOk,
    ReadyOk,
    Response(Vec<&'a str>),
    BestMove {
        best: &'a str,
        ponder: Option<&'a str>,
    },
    Error(&'a str),
    /// Anything else, such as `info`, `id`, `option` or text for people.
    Other(&'a str),
}

impl<'a> Heard<'a> {
    /// Reads a line of the engine.
    #[must_use]
    pub fn read(line: &'a str) -> Self {
        let line = super::words::rest(line);
        if let Ok((after, _)) = the("response").parse(line) {
            return Self::Response(words(after).map(|(_, words)| words).unwrap_or_default());
        }
        if let Ok((after, (_, best))) = (the("bestmove"), word).parse(line) {
            let ponder = nom::sequence::preceded(the("ponder"), word).parse(after).ok().map(|(_, ponder)| ponder);
            return Self::BestMove { best, ponder };
        }
        if let Ok((after, _)) = (the("info"), the("string"), the("error")).parse(line) {
            return Self::Error(super::words::rest(after));
        }
        match line {
            "ugiok" => Self::UgiOk,
            "readyok" => Self::ReadyOk,
            _ => Self::Other(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;

    #[test]
    fn info_has_its_parts_in_order() {
        let line = Line {
            depth: 3,
            seldepth: 5,
            multi_pv: 1,
            score: Score::Mate(-4),
            bound: Bound::Lower,
            wdl: Some([1, 2, 997]),
            hashfull: 9,
            tbhits: 4,
            evs: vec![400, 600],
            pv: vec!["a".to_string(), "b".to_string()],
        };
        let info = Info { line: Some(line), nodes: 10, time: 2, nps: 5000 };
        assert_eq!(
            Reply::Info(info).to_string(),
            "info depth 3 seldepth 5 multipv 1 score mate -4 lowerbound wdl 1 2 997 nodes 10 nps 5000 hashfull 9 \
             tbhits 4 time 2 evs 400 600 pv a b"
        );
        assert_eq!(Info { nodes: 1, ..Info::default() }.to_string(), "info nodes 1 nps 0 time 0");
    }

    #[test]
    fn a_client_hears_what_was_said() {
        let said = Reply::BestMove { best: "a".to_string(), ponder: Some("b".to_string()) }.to_string();
        assert_eq!(Heard::read(&said), Heard::BestMove { best: "a", ponder: Some("b") });
        assert_eq!(Heard::read(&Reply::Response(String::new()).to_string()), Heard::Response(vec![]));
        assert_eq!(Heard::read(&Reply::UgiOk.to_string()), Heard::UgiOk);
        let fault = Fault::new(Code::BadFen, "column 3: no");
        assert_eq!(Heard::read(&Reply::Error(fault.clone()).to_string()), Heard::Error("bad_fen column 3: no"));
        assert_eq!(Heard::read(&Reply::ResponseError(fault).to_string()), Heard::Response(vec!["error", "bad_fen"]));
    }

    #[test]
    fn teams_are_read_where_they_are_known() {
        assert_eq!(read_teams("1+3 2+4").unwrap(), [[1, 3], [2, 4]]);
        assert_eq!(read_teams("1 2 3").unwrap(), [[1], [2], [3]]);
        assert_eq!((read_teams("?"), read_teams("0+1 2")), (None, None));
    }
}
