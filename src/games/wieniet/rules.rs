//! The rules of Wie niet weg is: laying, stepping, jumping, turning, taking, endings.
//! Knows no text and no evaluation.

use super::board::{self, BOARD, DIRECTIONS, Tile, Tiles, straight_between};
use base::rng::{Rng, mix};
use kit::game::{Ending, Game, GameResult, NoEvent, Reason, Seat, Turn};
use kit::plies;

/// Stones of each colour.
pub const STONES: u8 = 8;
/// Who first has so many stones off wins.
pub const GOAL: u8 = 7;

/// The rule options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// May a jump go over a row with both colours in it? (leaflet: a variant forbids it.)
    pub mixed_rows: bool,
    /// Plies without progress that make a draw; 0 is never.
    pub draw_plies: u32,
    /// Plies in all that make a draw; 0 is never.
    pub max_plies: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self { mixed_rows: true, draw_plies: 100, max_plies: 1000 }
    }
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Lays a stone of the opponent's colour.
    Lay(Tile),
    /// A step or a jump of an own stone: where it starts and where it comes to lie.
    Move(Tile, Tile),
    /// There is nothing else to do.
    Pass,
}

/// A position. White is index 0 and seat p1, red index 1 and p2. One cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wieniet {
    /// Where the stones of each colour lie.
    pub(super) stones: [Tiles; 2],
    /// Which of them lie circle up.
    pub(super) up: Tiles,
    /// Plies since a stone was laid, turned or taken.
    pub(super) no_progress: u64,
    /// Counted from 1, grows after every move of p2.
    pub(super) full_move: u64,
    pub(super) rules: Rules,
    /// Stones of each colour that have not been laid yet.
    pub(super) unlaid: [u8; 2],
    /// Stones of each colour that have been taken off.
    pub(super) off: [u8; 2],
    /// Whose turn it is: 0 or 1.
    pub(super) side: u8,
}

impl Wieniet {
    /// The colour to move.
    #[inline]
    pub(super) const fn me(&self) -> usize {
        (self.side & 1) as usize
    }

    /// The other colour.
    #[inline]
    pub(super) const fn you(&self) -> usize {
        self.me() ^ 1
    }

    /// Tiles without a stone.
    #[inline]
    pub(super) const fn free(&self) -> Tiles {
        BOARD & !(self.stones[0] | self.stones[1])
    }

    /// It lasts while a colour has stones that are neither on the board nor off.
    #[inline]
    pub(super) const fn is_setting_up(&self) -> bool {
        self.unlaid[0] | self.unlaid[1] != 0
    }

    /// The tiles on which the side to move may lay a stone of the opponent's colour.
    const fn places(&self) -> Tiles {
        if self.unlaid[self.you()] > 0 { self.free() } else { 0 }
    }

    /// Every step and jump of a colour, in bundles: tiles where moves end that all started the same rotation behind.
    #[inline]
    pub(super) fn each_bundle(&self, colour: usize, mut found: impl FnMut(u32, Tiles)) {
        let (own, other) = (self.stones[colour], self.stones[colour ^ 1]);
        let (occupied, free) = (own | other, self.free());
        let up = own & self.up;
        for step in DIRECTIONS {
            let next = own.rotate_left(step);
            found(step, next & free);
            // Any stone may jump over one stone …
            found(2 * step, (next & occupied).rotate_left(step) & free);
            // … and one that lies circle up over a longer row without gaps.
            let beside = up.rotate_left(step) & occupied;
            if beside.rotate_left(step) & occupied == 0 {
                continue;
            }
            if self.rules.mixed_rows {
                long_jumps(beside, occupied, free, step, &mut found);
            } else {
                long_jumps(beside & own, own, free, step, &mut found);
                long_jumps(beside & other, other, free, step, &mut found);
            }
        }
    }

    fn count_moves(&self) -> u32 {
        let mut count = 0;
        self.each_bundle(self.me(), |_, targets| count += targets.count_ones());
        count
    }

    /// Does the move of an own stone turn it or take one?
    fn turns_or_takes(&self, from: Tile, to: Tile) -> bool {
        let row = straight_between(from, to);
        let is_up = self.up & from.bit() != 0;
        row != 0 && (!is_up || row & self.up & self.stones[self.me()] != 0)
    }

    /// Moves an own stone and says whether one was turned or taken.
    fn walk(&mut self, from: Tile, to: Tile) -> bool {
        let me = self.me();
        let both = from.bit() | to.bit();
        let was_up = self.up & from.bit() != 0;
        self.stones[me] ^= both;
        if was_up {
            self.up ^= both;
        }
        let row = straight_between(from, to);
        if row == 0 {
            return false;
        }
        if !was_up {
            // leaflet: the first horizontal or vertical jump turns the stone, for good
            self.up |= to.bit();
            return true;
        }
        // leaflet: a stone that was circle up before takes the own circle-up stones in the row, and no others
        let taken = row & self.up & self.stones[me];
        self.stones[me] ^= taken;
        self.up ^= taken;
        self.off[me] += taken.count_ones() as u8;
        taken != 0
    }
}

/// Jumps over two or more stones of `row`; `beside` are the first tiles of such rows, seen in the direction of `step`.
#[inline]
fn long_jumps(beside: Tiles, row: Tiles, free: Tiles, step: u32, found: &mut impl FnMut(u32, Tiles)) {
    let mut last = beside.rotate_left(step) & row;
    let mut distance = 3 * step;
    while last != 0 {
        let next = last.rotate_left(step);
        found(distance, next & free);
        last = next & row;
        distance += step;
    }
}

impl Game for Wieniet {
    const NAME: &'static str = "wieniet";

    type Rules = Rules;
    type Action = Action;
    type Event = NoEvent;

    fn start(rules: &Rules) -> Self {
        Self {
            stones: [0; 2],
            up: 0,
            no_progress: 0,
            full_move: 1,
            rules: *rules,
            unlaid: [STONES; 2],
            off: [0; 2],
            side: 0,
        }
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.ending().is_some() { Turn::Over } else { Turn::Seat(Seat::new(self.me())) }
    }

    #[inline]
    fn ending(&self) -> Option<Ending> {
        if self.off[0] >= GOAL || self.off[1] >= GOAL {
            Some(Ending::win(usize::from(self.off[1] >= GOAL), Reason::StonesOff))
        } else if plies::reached(self.no_progress, self.rules.draw_plies) {
            Some(Ending { result: GameResult::Draw, reason: Reason::NoProgress })
        } else if plies::reached(self.plies(), self.rules.max_plies) {
            Some(Ending { result: GameResult::Draw, reason: Reason::MaxPlies })
        } else {
            None
        }
    }

    /// Stones are laid once, turned circle up for good, and not put back when they were taken.
    fn is_irreversible(&self, action: Action) -> bool {
        match action {
            Action::Lay(_) => true,
            Action::Move(from, to) => self.turns_or_takes(from, to),
            Action::Pass => false,
        }
    }

    #[inline]
    fn plies(&self) -> u64 {
        plies::of_full_move(self.full_move, self.side == 1)
    }

    fn plies_left(&self) -> u32 {
        plies::left(self.no_progress, self.rules.draw_plies).min(plies::left(self.plies(), self.rules.max_plies))
    }

    fn actions(&self, out: &mut Vec<Action>) {
        if self.ending().is_some() {
            return;
        }
        let before = out.len();
        if self.is_setting_up() {
            out.extend(board::each(self.places()).map(Action::Lay));
        } else {
            self.each_bundle(self.me(), |distance, targets| {
                out.extend(board::each(targets).map(|to| Action::Move(to.back(distance), to)));
            });
        }
        // reading: a side without a move, or with nothing to lay, passes
        if out.len() == before {
            out.push(Action::Pass);
        }
    }

    fn count_actions(&self) -> usize {
        if self.ending().is_some() {
            return 0;
        }
        let count = if self.is_setting_up() { self.places().count_ones() } else { self.count_moves() };
        count.max(1) as usize
    }

    fn play(&mut self, action: Action) {
        let progress = match action {
            Action::Lay(tile) => {
                let you = self.you();
                self.stones[you] |= tile.bit();
                self.unlaid[you] -= 1;
                true
            }
            Action::Move(from, to) => self.walk(from, to),
            Action::Pass => false,
        };
        self.no_progress = if progress { 0 } else { self.no_progress.saturating_add(1) };
        self.full_move = self.full_move.saturating_add(u64::from(self.side));
        self.side ^= 1;
    }

    /// Counts the moves bundle by bundle and lists none of them.
    fn random_action(&self, rng: &mut Rng, _scratch: &mut Vec<Action>) -> Option<Action> {
        let count = self.count_actions();
        if count == 0 {
            return None;
        }
        let mut number = rng.index(count) as u32;
        let mut action = Action::Pass;
        if self.is_setting_up() {
            if self.places() != 0 {
                action = Action::Lay(nth(self.places(), number));
            }
            return Some(action);
        }
        self.each_bundle(self.me(), |distance, targets| {
            let here = targets.count_ones();
            if number < here {
                let to = nth(targets, number);
                action = Action::Move(to.back(distance), to);
            }
            number = number.wrapping_sub(here);
        });
        Some(action)
    }

    fn key(&self) -> u64 {
        // The stones off follow from the others, once it is known which phase this is.
        let flags = u64::from(self.side) | u64::from(self.is_setting_up()) << 1 | u64::from(self.rules.mixed_rows) << 2;
        mix(self.stones[0] ^ mix(self.stones[1] ^ mix(self.up | flags << 56)))
    }

    fn happen(&mut self, event: &NoEvent) {
        match *event {}
    }
}

/// The member of a set with this number, counted from 0 and below its size.
#[inline]
fn nth(mut tiles: Tiles, number: u32) -> Tile {
    for _ in 0..number {
        tiles &= tiles - 1;
    }
    Tile::first(tiles)
}
