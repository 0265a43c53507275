//! What a person would say about a capture, and why a token is not legal.

use super::board::{BOARD, Bits, KING_ROW, shifted};
use super::moves::Move;
use super::position::Checkers;
use super::words::ABOUT;
use base::bits;
use base::quote::quote;
use kit::about::Refusal;
use kit::game::Game;
use kit::state::State;

/// The maximum number of moves that a sentence lists.
const MOST_LISTED: usize = 8;

/// The piece that a token moves.
struct Walker {
    from: u8,
    /// The range of directions in which it may move: the first, and one past the last.
    directions: (usize, usize),
    is_man: bool,
}

impl Checkers {
    fn printed(&self, place: u8) -> String {
        self.rules().printed(place).to_string()
    }

    /// Returns a capture in words.
    pub(super) fn capture_words(&self, action: Move, language: &str) -> String {
        let landings = action.landings();
        // The captured piece is halfway between two landing squares.
        let over = |at: &mut u8, to: u8| Some((std::mem::replace(at, to) + to) / 2);
        let captured: Vec<String> = landings.scan(action.from(), over).map(|place| self.printed(place)).collect();
        let arguments = [self.printed(action.from()), ABOUT.list(language, &captured), self.printed(action.to())];
        let mut words = ABOUT.word(language, "do.capture", &arguments);
        if self.promotes(action) {
            let king = ABOUT.word(language, "kind.king", &[]);
            words = words + ", " + &ABOUT.word(language, "do.promote", &[king]);
        }
        words
    }

    /// Returns why a token is not a legal move of the side to move; `None` if it is legal.
    pub(super) fn refusal(&self, token: &str) -> Option<Refusal> {
        let captures = token.contains('x');
        let parts: Vec<&str> = token.split(if captures { 'x' } else { '-' }).collect();
        let is_number = |part: &str| {
            !part.is_empty()
                && part.bytes().all(|byte| byte.is_ascii_digit())
                && (part == "0" || !part.starts_with('0'))
        };
        let numbers = parts.iter().all(|part| is_number(part));
        if !numbers || parts.len() < 2 || (!captures && parts.len() > 2) {
            return Some(Refusal::new("unread", &[]));
        }
        let mut places = Vec::new();
        for part in parts {
            match part.parse() {
                Ok(printed @ 1..=32) => places.push(self.rules().place(printed)),
                _ => return Some(Refusal::new("no_square", &[&quote(part)])),
            }
        }
        let [from, to, ..] = places[..] else { return None };
        let bit: Bits = 1 << from;
        if self.other & bit != 0 {
            return Some(Refusal::new("not_yours", &[&self.printed(from)]));
        }
        if self.own & bit == 0 {
            return Some(Refusal::new("no_piece", &[&self.printed(from)]));
        }
        let is_man = self.kings & bit == 0;
        let directions = match (is_man, self.us()) {
            (true, 0) => (0, 2),
            (true, _) => (2, 4),
            (false, _) => (0, 4),
        };
        let walker = Walker { from, directions, is_man };
        if captures { self.refuse_capture(&walker, &places) } else { self.refuse_step(&walker, to) }
    }

    fn refuse_step(&self, walker: &Walker, to: u8) -> Option<Refusal> {
        if self.mover().must_capture() {
            let meant = self.captures(|ends| ends == [walker.from, to]);
            let key = if meant.is_empty() { "must_capture" } else { "capture_sign" };
            let captures = if meant.is_empty() { self.captures(|_| true) } else { meant };
            return Some(Refusal::new(key, &[&listed(captures)]));
        }
        let squares = [walker.from, to].map(|place| self.printed(place));
        if (self.own | self.other) >> to & 1 != 0 {
            return Some(Refusal::new("occupied", &[&squares[1]]));
        }
        match (0..4).find(|&direction| shifted(1 << walker.from, direction) == 1 << to) {
            None => Some(Refusal::new("not_next", &[&squares[0], &squares[1]])),
            Some(direction) if !walker.may(direction) => Some(Refusal::new("forwards", &[&squares[0]])),
            Some(_) => None,
        }
    }

    /// Follows the jumps of a capture until one is impossible. `route` contains the origin and the landing squares.
    fn refuse_capture(&self, walker: &Walker, route: &[u8]) -> Option<Refusal> {
        if let [from, to] = *route {
            let step = format!("{}-{}", self.printed(from), self.printed(to));
            if self.parse_action(&step).is_ok() {
                return Some(Refusal::new("step_sign", &[&step]));
            }
            let meant = self.captures(|ends| ends == [from, to]);
            if meant.len() > 1 && !meant.contains(&format!("{}x{}", self.printed(from), self.printed(to))) {
                return Some(Refusal::new("ambiguous", &[&self.printed(from), &self.printed(to), &listed(meant)]));
            }
            if meant.len() == 1 {
                return None;
            }
        }
        let (mut at, mut captured) = (walker.from, 0);
        for &to in &route[1..] {
            if walker.is_crowned(at, self.us()) {
                return Some(Refusal::new("crowned", &[&self.printed(at)]));
            }
            let refuse = |key, place| Some(Refusal::new(key, &[&self.printed(place)]));
            let Some(direction) = (0..4).find(|&direction| jump(at, direction).1 == 1 << to) else {
                return Some(Refusal::new("no_route", &[&self.printed(at), &self.printed(to)]));
            };
            let over = jump(at, direction).0;
            let victim = over.trailing_zeros() as u8;
            if !walker.may(direction) {
                return refuse("forwards", walker.from);
            }
            if captured & over != 0 {
                return refuse("once", victim);
            }
            if self.own & over != 0 {
                return refuse("own_piece", victim);
            }
            if self.other & over == 0 {
                return refuse("no_victim", victim);
            }
            if !self.can_land(walker, 1 << to) {
                return refuse("occupied", to);
            }
            captured |= over;
            at = to;
        }
        let onwards: Vec<String> = (walker.directions.0..walker.directions.1)
            .map(|direction| jump(at, direction))
            .filter(|&(over, to)| self.other & !captured & over != 0 && self.can_land(walker, to))
            .flat_map(|(_, to)| bits::each(to))
            .map(|place| self.printed(place))
            .collect();
        let goes_on = !onwards.is_empty() && !walker.is_crowned(at, self.us());
        goes_on.then(|| Refusal::new("goes_on", &[&self.printed(at), &listed(onwards)]))
    }

    /// Returns whether a capturing piece may land on a square, which may be off the board.
    fn can_land(&self, walker: &Walker, square: Bits) -> bool {
        let taken = (self.own | self.other) & !(1 << walker.from);
        BOARD & !taken & square != 0
    }

    /// Returns the tokens of the legal captures whose ends fulfil a condition.
    fn captures(&self, fits: impl Fn([u8; 2]) -> bool) -> Vec<String> {
        let mut legal = self.legal();
        legal.retain(|action| action.is_capture() && fits([action.from(), action.to()]));
        legal.into_iter().map(|action| self.action_text(action)).collect()
    }
}

impl Walker {
    fn may(&self, direction: usize) -> bool {
        (self.directions.0..self.directions.1).contains(&direction)
    }

    /// Returns whether this is a man that has reached its king row.
    fn is_crowned(&self, at: u8, seat: usize) -> bool {
        self.is_man && KING_ROW[seat] >> at & 1 != 0
    }
}

/// Returns the square that a jump crosses and the square on which it lands. Both are outside [`BOARD`], or empty, if
/// the jump leaves the board.
const fn jump(from: u8, direction: usize) -> (Bits, Bits) {
    let over = shifted(1 << from, direction) & BOARD;
    (over, shifted(over, direction) & BOARD)
}

fn listed(mut items: Vec<String>) -> String {
    let more = if items.len() > MOST_LISTED { ", …" } else { "" };
    items.truncate(MOST_LISTED);
    items.join(", ") + more
}
