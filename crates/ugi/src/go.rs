//! The limits of a search: the arguments of `go`.

use super::seats::Seat;
use super::words::{all_words, exact_word, integer, rest, word};
use nom::branch::alt;
use nom::combinator::{consumed, map, map_opt, opt};
use nom::multi::{fold_many0, many0};
use nom::sequence::preceded;
use nom::{IResult, Parser};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// The keyword before the root moves.
const SEARCH_MOVES: &str = "searchmoves";

/// The limits of a search. A line gives times in whole milliseconds. If a limit occurs twice, the smaller one is used.
///
/// ```
/// use speltafel_ugi::{Go, Seat};
/// use std::time::Duration;
///
/// let go = Go::parse("depth 9 p1time 60000 p1inc 500");
/// assert_eq!((go.time[&Seat::P1], go.depth, go.waits_for_stop()), (Duration::from_secs(60), Some(9), false));
/// assert_eq!(go.to_string(), "go p1time 60000 p1inc 500 depth 9");
/// assert_eq!(Go::default().with_nodes(500).to_string(), "go nodes 500");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Go {
    /// `pKtime`: the remaining time of each seat.
    pub time: BTreeMap<Seat, Duration>,
    /// `pKinc`: the increment that each seat gains per move.
    pub increment: BTreeMap<Seat, Duration>,
    /// `movestogo`: the number of moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// `movetime`: the time for this move.
    pub move_time: Option<Duration>,
    /// `depth`: the maximum depth in plies.
    pub depth: Option<u32>,
    /// `nodes`: the maximum number of nodes.
    pub nodes: Option<u64>,
    /// `mate`: search for a win within this number of plies.
    pub mate: Option<u32>,
    /// `infinite`: search until `stop`, regardless of the other limits.
    pub infinite: bool,
    /// `ponder`: search on the opponent's time; the limits start with `ponderhit`.
    pub ponder: bool,
    /// `observe`: evaluate the position as the loaded view shows it, whoever is to move.
    pub observe: bool,
    /// All words after `searchmoves`; empty if there is no `searchmoves`. [`Go::root_moves`] returns only the moves
    /// among them.
    pub search_moves: Vec<String>,
}

/// A limit in a `go` line with its value, or an unknown word.
enum Limit<'a> {
    Time(Seat, Duration),
    Increment(Seat, Duration),
    MovesToGo(u64),
    MoveTime(Duration),
    Depth(u64),
    Nodes(u64),
    Mate(u64),
    Infinite,
    Ponder,
    Observe,
    SearchMoves(Vec<&'a str>),
    Unknown,
}

impl Go {
    /// Returns these limits with a maximum number of nodes.
    #[must_use]
    pub fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// Returns these limits with a maximum depth in plies.
    #[must_use]
    pub fn with_depth(self, depth: u32) -> Self {
        Self { depth: Some(depth), ..self }
    }

    /// Returns these limits with a time for this move.
    #[must_use]
    pub fn with_move_time(self, time: Duration) -> Self {
        Self { move_time: Some(time), ..self }
    }

    /// Returns these limits without an end: the search runs until `stop`.
    #[must_use]
    pub fn until_stop(self) -> Self {
        Self { infinite: true, ..self }
    }

    /// Returns whether a clock is set. An increment or `movestogo` alone counts as a clock.
    #[must_use]
    pub fn has_clock(&self) -> bool {
        !self.time.is_empty() || !self.increment.is_empty() || self.moves_to_go.is_some()
    }

    /// Returns whether the search is unlimited, because either `infinite` or no limit at all is set.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        let limited = self.has_clock() || self.move_time.is_some() || self.depth.is_some() || self.nodes.is_some();
        self.infinite || !(limited || self.mate.is_some())
    }

    /// Returns whether `bestmove` must wait for `stop` or `ponderhit`.
    #[must_use]
    pub fn waits_for_stop(&self) -> bool {
        self.is_unlimited() || self.ponder
    }

    /// Parses the text after the word `go`. Unknown words are skipped.
    ///
    /// A missing or malformed number counts as 0. An increment below 0 counts as 0, and `movestogo` below 1 counts as
    /// `movetime 1`. Any other number below 1 counts as 1.
    #[must_use]
    pub fn parse(input: &str) -> Self {
        fold_many0(limit, Self::default, Self::with).parse(input).map_or_else(|_| Self::default(), |(_, go)| go)
    }

    /// Returns the unknown words in the text after `go`, which [`Go::parse`] skips.
    #[must_use]
    pub fn skipped(input: &str) -> Vec<&str> {
        let unknown = limit_words(input).into_iter().filter(|(_, limit)| matches!(limit, Limit::Unknown));
        unknown.map(|(text, _)| text).collect()
    }

    /// Returns the root moves: the words after `searchmoves` except those of [`Go::misplaced`].
    ///
    /// ```
    /// use speltafel_ugi::Go;
    ///
    /// let go = Go::parse("nodes 500 searchmoves 9-13 10-14 depth 2");
    /// assert_eq!(go.root_moves(), ["9-13", "10-14"]);
    /// assert_eq!(go.misplaced(), ["depth 2"]);
    /// ```
    #[must_use]
    pub fn root_moves(&self) -> Vec<String> {
        self.after_searchmoves(false)
    }

    /// Returns the limits that come after `searchmoves`, where limits have no effect. Each limit includes its number.
    #[must_use]
    pub fn misplaced(&self) -> Vec<String> {
        self.after_searchmoves(true)
    }

    fn after_searchmoves(&self, limits: bool) -> Vec<String> {
        let words: Vec<&str> =
            self.search_moves.iter().map(String::as_str).filter(|&word| word != SEARCH_MOVES).collect();
        let text = words.join(" ");
        let wanted = limit_words(&text).into_iter().filter(|(_, limit)| matches!(limit, Limit::Unknown) != limits);
        wanted.map(|(text, _)| text.to_string()).collect()
    }

    fn with(mut self, limit: Limit) -> Self {
        match limit {
            Limit::Time(seat, time) => keep_smaller(self.time.entry(seat).or_insert(time), time),
            Limit::Increment(seat, time) => keep_smaller(self.increment.entry(seat).or_insert(time), time),
            Limit::MovesToGo(n) => keep_smaller(self.moves_to_go.get_or_insert(u32::MAX), narrow(n)),
            Limit::MoveTime(time) => keep_smaller(self.move_time.get_or_insert(time), time),
            Limit::Depth(n) => keep_smaller(self.depth.get_or_insert(u32::MAX), narrow(n)),
            Limit::Nodes(n) => keep_smaller(self.nodes.get_or_insert(n), n),
            Limit::Mate(n) => keep_smaller(self.mate.get_or_insert(u32::MAX), narrow(n)),
            Limit::Infinite => self.infinite = true,
            Limit::Ponder => self.ponder = true,
            Limit::Observe => self.observe = true,
            Limit::SearchMoves(moves) => self.search_moves = moves.into_iter().map(str::to_string).collect(),
            Limit::Unknown => {}
        }
        self
    }
}

fn keep_smaller<N: Ord + Copy>(kept: &mut N, new: N) {
    *kept = (*kept).min(new);
}

fn narrow(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn limit(input: &str) -> IResult<&str, Limit<'_>> {
    alt((
        map(preceded(exact_word("depth"), at_least_one), Limit::Depth),
        map(preceded(exact_word("nodes"), at_least_one), Limit::Nodes),
        map(preceded(exact_word("movetime"), at_least_one), |ms| Limit::MoveTime(Duration::from_millis(ms))),
        map(preceded(exact_word("movestogo"), number), |n| match n {
            // `MovesToGo(1)` would allow the move to use the whole clock; 1 ms is the smallest limit.
            ..=0 => Limit::MoveTime(Duration::from_millis(1)),
            n => Limit::MovesToGo(n.unsigned_abs()),
        }),
        map(preceded(exact_word("mate"), at_least_one), Limit::Mate),
        map(exact_word("infinite"), |_| Limit::Infinite),
        map(exact_word("ponder"), |_| Limit::Ponder),
        map(exact_word("observe"), |_| Limit::Observe),
        map(preceded(exact_word(SEARCH_MOVES), all_words), Limit::SearchMoves),
        map((seat_word("time"), at_least_one), |(seat, ms)| Limit::Time(seat, Duration::from_millis(ms))),
        map((seat_word("inc"), number), |(seat, ms)| {
            Limit::Increment(seat, Duration::from_millis(ms.max(0).unsigned_abs()))
        }),
        map(word, |_| Limit::Unknown),
    ))
    .parse(input)
}

/// Splits `input` into limits and unknown words, each with the text that it was parsed from.
fn limit_words(input: &str) -> Vec<(&str, Limit<'_>)> {
    let piece = map(consumed(limit), |(text, limit)| (rest(text), limit));
    many0(piece).parse(input).map(|(_, pieces)| pieces).unwrap_or_default()
}

/// Parses a word such as `p1time` or `p2inc` and returns the seat. `kind` is `time` or `inc`. The chess words `wtime`,
/// `winc`, `btime` and `binc` are accepted for the first two seats. A number that no seat has stands for the first or
/// the last seat, because a clock must not be skipped.
fn seat_word<'a>(kind: &'static str) -> impl Parser<&'a str, Output = Seat, Error = nom::error::Error<&'a str>> {
    map_opt(word, move |word: &str| match word.strip_suffix(kind)? {
        "w" => Some(Seat::P1),
        "b" => Some(Seat::P2),
        seat => {
            let digits = seat.strip_prefix('p')?;
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| digits.parse().unwrap_or(Seat::MAX).clamp(1, Seat::MAX)).and_then(Seat::from_number)
        }
    })
}

/// Parses an integer. Returns 0 if the next word is not an integer.
fn number(input: &str) -> IResult<&str, i64> {
    map(opt(integer), Option::unwrap_or_default).parse(input)
}

/// Parses the value of a limit. A missing, zero or negative value counts as 1, because it must not mean an unlimited
/// search.
fn at_least_one(input: &str) -> IResult<&str, u64> {
    map(number, |n| n.max(1).unsigned_abs()).parse(input)
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        for (word, set) in [("observe", self.observe), ("infinite", self.infinite), ("ponder", self.ponder)] {
            if set {
                write!(f, " {word}")?;
            }
        }
        self.time.iter().try_for_each(|(seat, time)| write!(f, " {seat}time {}", time.as_millis()))?;
        self.increment.iter().try_for_each(|(seat, time)| write!(f, " {seat}inc {}", time.as_millis()))?;
        let numbers = [
            ("movestogo", self.moves_to_go.map(u128::from)),
            ("movetime", self.move_time.map(|time| time.as_millis())),
            ("depth", self.depth.map(u128::from)),
            ("nodes", self.nodes.map(u128::from)),
            ("mate", self.mate.map(u128::from)),
        ];
        for (word, number) in numbers {
            if let Some(number) = number {
                write!(f, " {word} {number}")?;
            }
        }
        if !self.search_moves.is_empty() {
            write!(f, " searchmoves {}", self.search_moves.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_limit_counts_as_the_smallest_one() {
        for line in ["depth 0", "depth -4", "depth x", "depth", "depth -99999999999999999999999"] {
            assert_eq!(Go::parse(line).depth, Some(1), "{line}");
        }
        let go = Go::parse(" depth nodes 0 p3time -1 movetime");
        let ms = Duration::from_millis(1);
        assert_eq!((go.depth, go.nodes, go.move_time), (Some(1), Some(1), Some(ms)));
        assert_eq!(go.time.get(&Seat::new(2)), Some(&ms));
    }

    #[test]
    fn limits_are_read_in_any_order_and_printed_in_a_fixed_order() {
        let go = Go::parse("  winc 5 bogus p4time 300 wtime 100 infinite searchmoves 11-15 depth");
        assert_eq!(go.to_string(), "go infinite p1time 100 p4time 300 p1inc 5 searchmoves 11-15 depth");
        assert_eq!(Go::parse(go.to_string().trim_start_matches("go")), go);
    }

    #[test]
    fn skipped_words_are_listed() {
        assert_eq!(Go::skipped("dept 5 wtime 3 fast nodes 7 searchmoves 9-13 dept"), ["dept", "5", "fast"]);
        assert_eq!(Go::skipped("p1time 3 p2inc x infinite"), ["x"]);
    }

    #[test]
    fn limits_after_searchmoves_are_not_moves() {
        let go = Go::parse("nodes 5 searchmoves 9-13 depth 2 10-14 infinite searchmoves p1time -3 11-15 nodes");
        assert_eq!(go.root_moves(), ["9-13", "10-14", "11-15"]);
        assert_eq!(go.misplaced(), ["depth 2", "infinite", "p1time -3", "nodes"]);
        assert_eq!((go.depth, go.nodes, go.infinite), (None, Some(5), false));
    }

    #[test]
    fn huge_numbers_saturate() {
        let go = Go::parse("depth 99999999999999999999 nodes 99999999999999999999 p99999999999time 5");
        assert_eq!((go.depth, go.nodes), (Some(u32::MAX), Some(i64::MAX as u64)));
        assert!(go.has_clock());
    }

    #[test]
    fn only_a_search_without_limits_waits_for_stop() {
        for line in ["", "searchmoves 11-15", "infinite depth 3", "ponder wtime 100", "foo"] {
            assert!(Go::parse(line).waits_for_stop(), "{line}");
        }
        for line in ["depth 3", "p2inc 0", "movestogo 4", "mate 3", "nodes 5", "movetime 1", "p7time 3"] {
            assert!(!Go::parse(line).waits_for_stop(), "{line}");
        }
    }
}
