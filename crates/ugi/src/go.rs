//! The limits of a search: the arguments of `go`.

use super::seats::Seat;
use super::words::{rest, take_integer, word, words};
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
    /// All words after `searchmoves`; empty if there is no `searchmoves`. [`Go::root_moves`] returns only the moves
    /// among them.
    pub search_moves: Vec<String>,
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
        let (mut go, mut input) = (Self::default(), input);
        while go.take(&mut input).is_some() {}
        go
    }

    /// Returns the unknown words in the text after `go`, which [`Go::parse`] skips.
    #[must_use]
    pub fn skipped(input: &str) -> Vec<&str> {
        parts(input).filter(|(_, known)| !known).map(|(text, _)| text).collect()
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
        parts(&text).filter(|(_, known)| *known == limits).map(|(text, _)| text.to_string()).collect()
    }

    /// Takes a limit with its argument, or an unknown word, from the front of `input` and applies it. Returns its text,
    /// and whether it is a limit; `None` at the end of the input.
    fn take<'a>(&mut self, input: &mut &'a str) -> Option<(&'a str, bool)> {
        let whole = *input;
        let (name, after) = word(whole)?;
        *input = after;
        let mut number = || take_integer(input).unwrap_or(0_i64);
        // A missing, zero or negative value must not mean an unlimited search.
        let mut at_least_one = || number().max(1).unsigned_abs();
        match name {
            "depth" => lower(&mut self.depth, narrow(at_least_one())),
            "nodes" => lower(&mut self.nodes, at_least_one()),
            "movetime" => lower(&mut self.move_time, Duration::from_millis(at_least_one())),
            "movestogo" => match number() {
                // `movestogo 1` would allow the move to use the whole clock; 1 ms is the smallest limit.
                ..=0 => lower(&mut self.move_time, Duration::from_millis(1)),
                moves => lower(&mut self.moves_to_go, narrow(moves.unsigned_abs())),
            },
            "mate" => lower(&mut self.mate, narrow(at_least_one())),
            "infinite" => self.infinite = true,
            "ponder" => self.ponder = true,
            SEARCH_MOVES => self.search_moves = words(std::mem::take(input)).map(str::to_string).collect(),
            _ => {
                let (clocks, seat, least) = match (seat_of(name, "time"), seat_of(name, "inc")) {
                    (Some(seat), _) => (&mut self.time, seat, 1),
                    (_, Some(seat)) => (&mut self.increment, seat, 0),
                    (None, None) => return Some((name, false)),
                };
                let time = Duration::from_millis(number().max(least).unsigned_abs());
                clocks.entry(seat).and_modify(|known| *known = time.min(*known)).or_insert(time);
            }
        }
        Some((rest(whole.strip_suffix(*input).unwrap_or(whole)), true))
    }
}

/// Splits the text after `go` into limits and unknown words. The second value tells which.
fn parts(mut input: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut go = Go::default();
    std::iter::from_fn(move || go.take(&mut input))
}

fn lower<N: Ord + Copy>(limit: &mut Option<N>, new: N) {
    *limit = Some(limit.map_or(new, |known| known.min(new)));
}

fn narrow(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Returns the seat in a word such as `p1time` or `p2inc`. `kind` is `time` or `inc`. The chess words `wtime`, `winc`,
/// `btime` and `binc` are accepted for the first two seats. A number that no seat has stands for the first or the last
/// seat, because a clock must not be skipped.
fn seat_of(word: &str, kind: &str) -> Option<Seat> {
    match word.strip_suffix(kind)? {
        "w" => Some(Seat::P1),
        "b" => Some(Seat::P2),
        seat => {
            let digits = seat.strip_prefix('p')?;
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| digits.parse().unwrap_or(Seat::MAX).clamp(1, Seat::MAX)).and_then(Seat::from_number)
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        for (word, set) in [("infinite", self.infinite), ("ponder", self.ponder)] {
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
