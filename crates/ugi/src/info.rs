//! The `info` lines of a search.

use super::score::{Bound, Score};
use super::words::{all_words, exact_word, integer, rest, word};
use nom::branch::alt;
use nom::combinator::{map, map_opt, value};
use nom::error::Error;
use nom::multi::{fold_many0, many0};
use nom::sequence::preceded;
use nom::{IResult, Parser};
use std::fmt;
use std::time::Duration;

/// An `info` line. A value that the line does not contain, or that is malformed, is `None` or empty. A score without
/// `lowerbound` or `upperbound` is exact.
///
/// ```
/// use speltafel_ugi::{Info, Score};
///
/// let info = Info::parse("info depth 3 score cp -31 nodes 950 pv 11-15 22-18").unwrap();
/// assert_eq!((info.depth, info.score, info.pv.len()), (Some(3), Some(Score::Cp(-31)), 2));
/// assert_eq!(info.to_string(), "info depth 3 score cp -31 nodes 950 pv 11-15 22-18");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Info {
    /// Completed depth in plies. In searches with sampled hands, depth D means 2^D determinizations.
    pub depth: Option<u32>,
    /// Deepest ply reached.
    pub seldepth: Option<u32>,
    /// Rank of this principal variation, counted from 1. `None` stands for rank 1.
    pub multi_pv: Option<u32>,
    /// The score for the side to move.
    pub score: Option<Score>,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Probabilities of win, draw and loss for the side to move, in permille.
    pub wdl: Option<[u16; 3]>,
    /// Nodes searched so far.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// Used share of the transposition table, in permille.
    pub hashfull: Option<u32>,
    /// Positions found in endgame databases so far.
    pub tbhits: Option<u64>,
    /// Time since `go`. The line gives it in milliseconds.
    pub time: Option<Duration>,
    /// The root move that is being searched.
    pub curr_move: Option<String>,
    /// The number of that move in the order of the search, from 1.
    pub curr_move_number: Option<u32>,
    /// The standard error of the score, in the unit of the score. Only `go observe` gives it.
    pub err: Option<u32>,
    /// Win probability of each team in permille, in the order of `query teams`. Empty in games with at most two seats.
    pub evs: Vec<u16>,
    /// The principal variation: the moves of the best line found, in order.
    pub pv: Vec<String>,
}

impl Info {
    /// Parses an engine's line; returns `None` if it is not an `info` line. Unknown words are skipped. Numbers outside
    /// the range of `i64` saturate, and a number that does not fit in its field is skipped.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let (after, _) = exact_word("info").parse(rest(line)).ok()?;
        let mut info = Self::default();
        let read = fold_many0(|input| info.parse_part(input), || (), |(), ()| ()).parse(after);
        read.is_ok().then_some(info)
    }

    /// Returns what is known after this line and a later one of the same search: of each word the later value, if there
    /// is one. If `later` has a rank above 1, or if its score is a bound and this one is exact, only its nodes, speed,
    /// table use, database hits and time are used. The result has no probabilities and no root move.
    ///
    /// ```
    /// use speltafel_ugi::Info;
    ///
    /// let best = Info::parse("info depth 5 multipv 1 score cp 20 nodes 900 pv 11-15").unwrap();
    /// let second = Info::parse("info depth 5 multipv 2 score cp -40 nodes 1500 pv 9-13").unwrap();
    /// assert_eq!(best.merged_with(second).to_string(), "info depth 5 multipv 1 score cp 20 nodes 1500 pv 11-15");
    /// ```
    #[must_use]
    pub fn merged_with(self, later: Self) -> Self {
        // A search that failed high or low says less than the exact score before it.
        let is_bound = later.bound != Bound::Exact && self.score.is_some() && self.bound == Bound::Exact;
        let is_best = later.multi_pv.is_none_or(|rank| rank <= 1) && !is_bound;
        let keep = |new: Option<u32>, old| if is_best { new.or(old) } else { old };
        Self {
            depth: keep(later.depth, self.depth),
            seldepth: keep(later.seldepth, self.seldepth),
            multi_pv: keep(later.multi_pv, self.multi_pv),
            score: if is_best { later.score.or(self.score) } else { self.score },
            bound: if is_best && later.score.is_some() { later.bound } else { self.bound },
            nodes: later.nodes.or(self.nodes),
            nps: later.nps.or(self.nps),
            hashfull: later.hashfull.or(self.hashfull),
            tbhits: later.tbhits.or(self.tbhits),
            time: later.time.or(self.time),
            pv: if is_best && !later.pv.is_empty() { later.pv } else { self.pv },
            ..Self::default()
        }
    }

    /// Parses one keyword with its values and stores the values. Skips an unknown word.
    fn parse_part<'a>(&mut self, input: &'a str) -> IResult<&'a str, ()> {
        let bound = alt((value(Bound::Lower, exact_word("lowerbound")), value(Bound::Upper, exact_word("upperbound"))));
        alt((
            alt((
                set_number("depth", &mut self.depth),
                set_number("seldepth", &mut self.seldepth),
                set_number("multipv", &mut self.multi_pv),
                set_number("nodes", &mut self.nodes),
                set_number("nps", &mut self.nps),
                set_number("hashfull", &mut self.hashfull),
                set_number("tbhits", &mut self.tbhits),
                set_number("currmovenumber", &mut self.curr_move_number),
                set_number("err", &mut self.err),
            )),
            set(map(preceded(exact_word("score"), Score::parser), Some), &mut self.score),
            set(map((exact_word("time"), whole), |(_, ms)| Some(Duration::from_millis(ms))), &mut self.time),
            set(map(preceded(exact_word("currmove"), word), |text| Some(text.to_string())), &mut self.curr_move),
            set(bound, &mut self.bound),
            set(
                map((exact_word("wdl"), whole, whole, whole), |(_, win, draw, loss)| Some([win, draw, loss])),
                &mut self.wdl,
            ),
            set(preceded(exact_word("evs"), many0(whole)), &mut self.evs),
            set(map(preceded(exact_word("pv"), all_words), owned), &mut self.pv),
            map(preceded(exact_word("string"), all_words), drop),
            map(word, drop),
        ))
        .parse(input)
    }
}

/// Returns a parser that stores the output of `parser` in `slot`.
fn set<'a, T>(
    mut parser: impl Parser<&'a str, Output = T, Error = Error<&'a str>>,
    slot: &mut T,
) -> impl FnMut(&'a str) -> IResult<&'a str, ()> {
    move |input| parser.parse(input).map(|(rest, read)| (rest, *slot = read))
}

/// Returns a parser for `word` and a number, which stores the number in `slot`.
fn set_number<'a, N: TryFrom<i64>>(
    word: &'static str,
    slot: &mut Option<N>,
) -> impl FnMut(&'a str) -> IResult<&'a str, ()> {
    set(map(preceded(exact_word(word), whole), Some), slot)
}

fn owned(words: Vec<&str>) -> Vec<String> {
    words.into_iter().map(str::to_string).collect()
}

/// Parses an integer; fails if it does not fit in `N`.
fn whole<N: TryFrom<i64>>(input: &str) -> IResult<&str, N> {
    map_opt(integer, |number| N::try_from(number).ok()).parse(input)
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        number(f, "depth", self.depth)?;
        number(f, "seldepth", self.seldepth)?;
        number(f, "multipv", self.multi_pv)?;
        number(f, "score", self.score)?;
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })?;
        number(f, "err", self.err)?;
        if let Some([win, draw, loss]) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        number(f, "nodes", self.nodes)?;
        number(f, "nps", self.nps)?;
        number(f, "hashfull", self.hashfull)?;
        number(f, "tbhits", self.tbhits)?;
        number(f, "currmove", self.curr_move.as_ref())?;
        number(f, "currmovenumber", self.curr_move_number)?;
        number(f, "time", self.time.map(|time| time.as_millis()))?;
        list(f, "evs", &self.evs)?;
        list(f, "pv", &self.pv)
    }
}

fn number(f: &mut fmt::Formatter<'_>, word: &str, number: Option<impl fmt::Display>) -> fmt::Result {
    number.map_or(Ok(()), |number| write!(f, " {word} {number}"))
}

fn list(f: &mut fmt::Formatter<'_>, word: &str, items: &[impl fmt::Display]) -> fmt::Result {
    if items.is_empty() {
        return Ok(());
    }
    write!(f, " {word}")?;
    items.iter().try_for_each(|item| write!(f, " {item}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_other_engines_are_parsed() {
        let line =
            "info depth 9 seldepth 14 multipv 1 score cp -31 wdl 1 2 3 nodes 5000 nps 1 time 2 pv nodes 7 depth 3";
        let info = Info::parse(line).unwrap();
        assert_eq!((info.depth, info.nodes, info.multi_pv), (Some(9), Some(5000), Some(1)));
        assert_eq!((info.score, info.wdl, info.pv.len()), (Some(Score::Cp(-31)), Some([1, 2, 3]), 4));
        let mate = Info::parse(" info score mate -3 depth x nodes 99999999999999999999 upperbound").unwrap();
        let score = Some(Score::Mate(-3));
        let expected = Info { nodes: Some(i64::MAX as u64), score, bound: Bound::Upper, ..Info::default() };
        assert_eq!(mate, expected);
        assert_eq!(Info::parse("info string depth 3"), Some(Info::default()));
        assert_eq!(Info::parse("information depth 3"), None);
    }

    #[test]
    fn lines_of_lower_rank_do_not_count() {
        let best = Info::parse("info depth 5 score cp 10 nodes 7").unwrap();
        let second = Info::parse("info depth 5 multipv 2 score cp -90 nodes 8").unwrap();
        assert_eq!(best.clone().merged_with(second), Info { nodes: Some(8), ..best });
    }

    #[test]
    fn values_are_printed_in_a_fixed_order() {
        let line = "info depth 3 seldepth 5 multipv 1 score mate -4 lowerbound wdl 1 2 997 nodes 10 nps 5000 \
                    hashfull 9 tbhits 4 time 2 evs 400 600 pv a b";
        assert_eq!(Info::parse(line).unwrap().to_string(), line);
    }
}
