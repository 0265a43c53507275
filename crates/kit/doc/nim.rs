// The game of most examples in the documentation. The examples include this file with `include!`, which does not
// accept a `//!` comment. The examples of `State` and `Game` contain similar versions of this code.

use speltafel_kit::numbers::split;
use speltafel_kit::prelude::*;
use ugi::board::{Board, Cells};
use ugi::{Seat, Turn};

/// Two seats take one to three from a heap; taking the last one wins.
#[derive(Clone, PartialEq, Debug)]
pub struct Nim {
    pub left: u64,
    pub mover: usize,
}

impl State for Nim {
    type Action = u64;

    fn turn(&self) -> Turn {
        if self.left == 0 { Turn::Over } else { Turn::Seat(Seat::new(self.mover)) }
    }

    fn ending(&self) -> Option<Ending> {
        (self.left == 0).then(|| Ending::win(1 - self.mover, Reason::new("no_pieces")))
    }

    fn actions(&self, out: &mut Vec<u64>) {
        out.extend(1..=self.left.min(3));
    }

    fn play(&mut self, action: u64) {
        self.left -= action;
        self.mover = 1 - self.mover;
    }

    fn key(&self) -> u64 {
        mix(self.left << 1 | self.mover as u64)
    }
}

impl Evaluate for Nim {
    fn evaluate(&self) -> i32 {
        if self.left.is_multiple_of(4) { -50 } else { 50 }
    }
}

pub const PARTS: [Part; 2] = [Part::new("left", [10]), Part::new("turn", [1])];

impl Numbers for Nim {
    fn layout(&self) -> Layout {
        Layout { parts: PARTS.to_vec(), actions: 3 }
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let [left, turn] = split(out, &PARTS);
        left[..self.left.min(10) as usize].fill(1.0);
        turn[0] = f32::from(self.mover == seat.index());
    }

    fn number_actions(&self, legal: &[u64], out: &mut Vec<usize>) {
        out.extend(legal.iter().map(|&taken| taken as usize - 1));
    }
}

impl Game for Nim {
    const NAME: &'static str = "nim";
    const NUMBERS: Option<Numbering<Self>> = Some(Numbering::of());
    type Rules = ();
    type Strong = AlphaBeta<Self>;

    fn start((): &()) -> Self {
        Self { left: 10, mover: 0 }
    }

    fn parse_position((): &(), text: &str) -> Result<Self, TextError> {
        let (left, mover) = text.split_once(':').ok_or_else(|| TextError::at(0, "expected HEAP:SEAT"))?;
        let mover = ["1", "2"].iter().position(|seat| *seat == mover);
        let mover = mover.ok_or_else(|| TextError::at(left.len() + 1, "expected 1 or 2"))?;
        Ok(Self { left: number(left, 0)?, mover })
    }

    fn write_position(&self, out: &mut String) {
        out.push_str(&format!("{}:{}", self.left, self.mover + 1));
    }

    fn write_action(&self, action: u64, out: &mut String) {
        out.push_str(&action.to_string());
    }
}

pub const PROGRAM: Program = Program { name: "nim", version: "1", author: "you", about: "Plays Nim" };
// A constant and not a static, because a static would be compiled even in the examples that do not use it.
pub const REGISTRY: Registry = speltafel_kit::registry![PROGRAM; RegisteredGame::of::<Nim>()];
