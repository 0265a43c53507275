//! A complete UGI engine for Connect Four: `cargo run --release -p speltafel-kit --example connect_four`.
//! Discs fall into one of seven columns; the first side with four in a row wins.

use speltafel_kit::numbers::split;
use speltafel_kit::prelude::*;

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
/// Bit offsets to the next cell: up, right, both diagonals. The seventh bit of a column is always 0, so no line wraps.
const STEPS: [u32; 4] = [1, 7, 6, 8];

/// The discs of p1 and p2 as bit sets: columns from left to right, seven bits each, from the bottom.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ConnectFour([u64; 2]);

impl ConnectFour {
    fn mover(self) -> usize {
        self.taken().count_ones() as usize % 2
    }

    fn cells() -> impl Iterator<Item = u32> {
        (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| 7 * column + row))
    }

    fn taken(self) -> u64 {
        self.0[0] | self.0[1]
    }

    /// Returns the number of empty cells where a disc of `seat` would make four in a row.
    fn threats(self, seat: usize) -> i32 {
        let empty = Self::cells().filter(|cell| self.taken() >> cell & 1 == 0);
        empty.filter(|cell| has_four(self.0[seat] | 1 << cell)).count() as i32
    }
}

fn has_four(discs: u64) -> bool {
    STEPS.into_iter().any(|step| (1..4).fold(discs, |row, at| row & discs >> (at * step)) != 0)
}

fn name(cell: u32) -> String {
    format!("{}{}", char::from(b'a' + (cell / 7) as u8), cell % 7 + 1)
}

impl State for ConnectFour {
    type Action = u32;

    fn turn(&self) -> Turn {
        if self.ending().is_some() { Turn::Over } else { Turn::Seat(Seat::new(self.mover())) }
    }

    fn ending(&self) -> Option<Ending> {
        let won = [0, 1].into_iter().find(|&seat| has_four(self.0[seat]));
        let full = self.taken().count_ones() == COLUMNS * ROWS;
        won.map(|seat| Ending::win(seat, Reason::new("four"))).or(full.then(|| Ending::draw(Reason::new("full"))))
    }

    fn actions(&self, out: &mut Vec<u32>) {
        if self.ending().is_none() {
            let height = |column: u32| (self.taken() >> (7 * column) & 0x3F).count_ones();
            out.extend((0..COLUMNS).filter(|&column| height(column) < ROWS).map(|column| 7 * column + height(column)));
        }
    }

    fn play(&mut self, cell: u32) {
        self.0[self.mover()] |= 1 << cell;
    }

    fn key(&self) -> u64 {
        mix(self.0[0] ^ mix(self.0[1]))
    }
}

impl Evaluate for ConnectFour {
    fn evaluate(&self) -> i32 {
        30 * (self.threats(self.mover()) - self.threats(1 - self.mover()))
    }
}

const PARTS: [Part; 3] = [
    Part::new("own", [COLUMNS as usize, ROWS as usize]),
    Part::new("other", [COLUMNS as usize, ROWS as usize]),
    Part::new("turn", [1]),
];

impl Numbers for ConnectFour {
    fn layout(&self) -> Layout {
        Layout { parts: PARTS.to_vec(), actions: COLUMNS as usize }
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let ([own, other, turn], seat) = (split(out, &PARTS), seat.index());
        for (discs, plane) in [(self.0[seat], own), (self.0[1 - seat], other)] {
            Self::cells().zip(plane).for_each(|(cell, out)| *out = (discs >> cell & 1) as f32);
        }
        turn[0] = f32::from(self.mover() == seat);
    }

    fn number_actions(&self, legal: &[u32], out: &mut Vec<usize>) {
        out.extend(legal.iter().map(|cell| (cell / 7) as usize));
    }
}

impl Game for ConnectFour {
    const NAME: &'static str = "connect-four";
    type Rules = ();
    type Strong = AlphaBeta<Self>;
    const NUMBERS: Option<Numbering<Self>> = Some(Numbering::of());

    fn start((): &()) -> Self {
        Self([0; 2])
    }

    /// Columns from left to right, discs from bottom to top: `12/1/////2`.
    fn parse_position((): &(), text: &str) -> Result<Self, TextError> {
        let (mut position, mut column, mut row) = (Self([0; 2]), 0, 0);
        for (at, sign) in text.char_indices() {
            match sign {
                '/' if column + 1 < COLUMNS => (column, row) = (column + 1, 0),
                '1' | '2' if row < ROWS => {
                    position.0[usize::from(sign == '2')] |= 1 << (7 * column + row);
                    row += 1;
                }
                _ => return Err(TextError::at(at, "expected seven columns of up to six discs 1 or 2, separated by /")),
            }
        }
        let [p1, p2] = position.0.map(u64::count_ones);
        match (column + 1 == COLUMNS, p1 == p2 || p1 == p2 + 1) {
            (false, _) => Err(TextError::at(text.len(), "expected seven columns")),
            (_, false) => Err(TextError::at(text.len(), "expected as many discs 1 as 2, or one more")),
            (true, true) => Ok(position),
        }
    }

    fn write_position(&self, out: &mut String) {
        for cell in 0..7 * COLUMNS - 1 {
            let disc = [0, 1].into_iter().find(|&seat| self.0[seat] >> cell & 1 == 1);
            out.extend(disc.map(|seat| ['1', '2'][seat]).or((cell % 7 == ROWS).then_some('/')));
        }
    }

    fn write_action(&self, cell: u32, out: &mut String) {
        out.push_str(&name(cell));
    }

    fn cells(&self) -> Cells {
        let place = |cell: u32| (name(cell), (f64::from(cell / 7), f64::from(ROWS - 1 - cell % 7)));
        Cells { grid: "square".into(), cells: Self::cells().map(place).collect(), ..Cells::default() }
    }

    fn board(&self) -> Board {
        let own = |seat: usize| Self::cells().filter(move |cell| self.0[seat] >> cell & 1 == 1);
        let discs = |seat| own(seat).map(move |cell| Piece::new(name(cell), Seat::new(seat), "disc"));
        Board { pieces: [0, 1].into_iter().flat_map(discs).collect(), ..Board::default() }
    }
}

const PROGRAM: Program = Program { name: "connect_four", version: "1", author: "you", about: "Connect four" };
static REGISTRY: Registry = speltafel_kit::registry![PROGRAM; RegisteredGame::of::<ConnectFour>()];

fn main() -> std::process::ExitCode {
    run(&REGISTRY)
}
