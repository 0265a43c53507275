//! A complete UGI engine for a race with a die, for two to four seats:
//! `cargo run --release -p speltafel-kit --example race`.
//!
//! Three men of each seat run around a ring of 24 cells. A man enters with a six and moves as far as the die says. It
//! may not end on a man of its own seat; a man of another seat must enter again. Behind the last cell, a man is home. A
//! six gives another turn, and a seat without a legal move is skipped. The first seat with all men home wins.

use speltafel_kit::numbers::split;
use speltafel_kit::prelude::*;
use std::collections::BTreeSet;

const CELLS: u8 = 24;
const HOME: u8 = CELLS + 1;
const MEN: usize = 3;
const SEATS: Spec = Spec { name: "Race.Seats", kind: Kind::Spin { default: 2, min: 2, max: 4 } };

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Race {
    seats: usize,
    /// How far the men of each seat have come, in ascending order: 0 is waiting, 1 to 24 on the ring, 25 home.
    men: [[u8; MEN]; 4],
    mover: usize,
    /// `None` if the seat to move has to roll.
    die: Option<u8>,
    plies: u64,
}

/// The number of seats.
#[derive(Clone, Debug)]
pub(crate) struct Rules(usize);

impl From<&Values> for Rules {
    fn from(values: &Values) -> Self {
        Self(values.number(&SEATS) as usize)
    }
}

impl Race {
    /// Returns how far a man of the seat to move gets from `from`, or `None` if it may not move.
    fn target(&self, from: u8) -> Option<u8> {
        let target = match (from, self.die?) {
            (0, pips) => (pips == 6).then_some(1)?,
            (HOME, _) => return None,
            (_, pips) => (from + pips).min(HOME),
        };
        (target == HOME || !self.men[self.mover].contains(&target)).then_some(target)
    }

    /// Returns the cell on the ring, from 1, of a man that has come `far`. The seats start at equal distances.
    fn cell(&self, seat: usize, far: u8) -> Option<u8> {
        let ahead = CELLS / self.seats as u8 * seat as u8;
        (1..=CELLS).contains(&far).then(|| (far - 1 + ahead) % CELLS + 1)
    }

    /// Returns the man of another seat on the cell that a man of the seat to move gets to.
    fn victim(&self, target: u8) -> Option<(usize, usize)> {
        let cell = self.cell(self.mover, target)?;
        (0..self.seats).filter(|&seat| seat != self.mover).find_map(|seat| {
            self.men[seat].iter().position(|&far| self.cell(seat, far) == Some(cell)).map(|man| (seat, man))
        })
    }

    fn end_turn(&mut self) {
        if self.die != Some(6) {
            self.mover = (self.mover + 1) % self.seats;
        }
        self.die = None;
    }
}

impl State for Race {
    /// How far the man that moves has come.
    type Action = u8;
    const EVENTS: Events<Self> = Events::open();

    fn seats(&self) -> usize {
        self.seats
    }

    fn turn(&self) -> Turn {
        let running = || self.die.map_or(Turn::Chance, |_| Turn::Seat(Seat::new(self.mover)));
        self.ending().map_or_else(running, |_| Turn::Over)
    }

    fn ending(&self) -> Option<Ending> {
        let winner = (0..self.seats).find(|&seat| self.men[seat] == [HOME; MEN]);
        winner.map(|seat| Ending::win(seat, Reason::new("home")))
    }

    fn actions(&self, out: &mut Vec<u8>) {
        out.extend((0..HOME).filter(|from| self.men[self.mover].contains(from) && self.target(*from).is_some()));
    }

    fn play(&mut self, from: u8) {
        let Some(target) = self.target(from) else { return };
        if let Some((seat, man)) = self.victim(target) {
            self.men[seat][man] = 0;
            self.men[seat].sort_unstable();
        }
        let men = &mut self.men[self.mover];
        men.iter_mut().find(|man| **man == from).into_iter().for_each(|man| *man = target);
        men.sort_unstable();
        self.plies += 1;
        self.end_turn();
    }

    fn key(&self) -> u64 {
        let turn = (self.mover as u64) << 8 | u64::from(self.die.unwrap_or(0));
        self.men.iter().flatten().fold(mix(turn), |key, &far| mix(key ^ u64::from(far)))
    }

    fn plies(&self) -> u64 {
        self.plies
    }
}

impl Chance for Race {
    type Event = u8;

    fn event(&self) -> &'static str {
        "roll"
    }

    fn sample_event(&self, seed: u64) -> u8 {
        event_rng(seed, "roll").below(6) as u8 + 1
    }

    fn outcomes(&self, out: &mut Vec<(u8, f64)>) {
        out.extend((1..=6).map(|pips| (pips, 1.0 / 6.0)));
    }

    fn apply_event(&mut self, pips: &u8) {
        self.die = Some(*pips);
        if self.legal().is_empty() {
            self.end_turn();
        }
    }

    fn parse_event(&self, token: &str, _viewer: Viewer) -> Result<u8, TokenError> {
        (1..=6).find(|pips| self.event_text(pips) == token).ok_or(TokenError::Illegal)
    }

    fn write_event(&self, pips: &u8, out: &mut String) {
        out.push_str(&format!("!roll/{pips}"));
    }
}

impl Sampled for Race {
    const LONGEST_PLAYOUT: u64 = 60;

    /// Random moves. If the race is not decided by then, the seats that have come further have the better chances.
    fn playout(mut self, rng: &mut Rng, scratch: &mut Vec<u8>, nodes: &mut u64) -> Payoffs {
        for _ in 0..Self::LONGEST_PLAYOUT {
            match self.turn() {
                Turn::Over => return self.payoffs(),
                Turn::Chance => self.roll(rng.next()),
                Turn::Seat(_) => self.random_action(rng, scratch).into_iter().for_each(|from| self.play(from)),
            }
            *nodes += 1;
        }
        let progress = |seat: usize| self.men[seat].iter().map(|&far| f32::from(far)).sum::<f32>();
        let weights: Vec<f32> = (0..self.seats).map(|seat| (progress(seat) / 8.0).exp()).collect();
        let total: f32 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / total).collect()
    }

    fn prior(&self, from: u8) -> i32 {
        self.greedy_value(from)
    }
}

/// The men of each seat by how far they have come, and whose turn it is: the observer first, then the others in turn.
const PARTS: [Part; 3] = [Part::new("men", [4, HOME as usize + 1]), Part::new("die", [6]), Part::new("turn", [4])];

impl Numbers for Race {
    fn layout(&self) -> Layout {
        Layout { parts: PARTS.to_vec(), actions: HOME.into() }
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let [men, die, turn] = split(out, &PARTS);
        for (ahead, men) in men.chunks_mut(HOME as usize + 1).take(self.seats).enumerate() {
            let other = (seat.index() + ahead) % self.seats;
            self.men[other].iter().for_each(|&far| men[usize::from(far)] += 1.0 / MEN as f32);
            turn[ahead] = f32::from(other == self.mover);
        }
        self.die.into_iter().for_each(|pips| die[usize::from(pips) - 1] = 1.0);
    }

    fn number_actions(&self, legal: &[u8], out: &mut Vec<usize>) {
        out.extend(legal.iter().map(|&from| usize::from(from)));
    }
}

impl Game for Race {
    const NAME: &'static str = "race";
    const OPTIONS: &'static [Spec] = &[SEATS];
    type Rules = Rules;
    type Strong = Sampling<Self>;
    const NUMBERS: Option<Numbering<Self>> = Some(Numbering::of());

    fn start(rules: &Rules) -> Self {
        Self { seats: rules.0, men: [[0; MEN]; 4], mover: 0, die: None, plies: 0 }
    }

    /// `p1:D6:M0,0,7/0,25,25:F12`: the seat to move, the die (absent before the roll), the men, the number of the move.
    fn parse_position(rules: &Rules, text: &str) -> Result<Self, TextError> {
        let (sections, mut position) = (Sections::parse(text, "DMF")?, Self::start(rules));
        let mover = (0..rules.0).find(|&seat| Seat::new(seat).to_string() == sections.head);
        position.mover = mover.ok_or_else(|| TextError::at(0, "expected the seat to move"))?;
        let men = sections.get('M').ok_or_else(|| TextError::at(text.len(), "expected a section M"))?;
        let lists: Vec<&str> = men.content.split('/').collect();
        ensure_at!(lists.len() == rules.0, men.offset, "expected the men of {} seats", rules.0);
        for (list, men_of_seat) in lists.into_iter().zip(&mut position.men) {
            let far = list.split(',').map(|far| number(far, men.offset)).collect::<Result<Vec<u64>, _>>()?;
            let valid = far.len() == MEN && far.iter().all(|&far| far <= u64::from(HOME));
            ensure_at!(valid, men.offset, "expected {MEN} numbers from 0 to {HOME} for each seat");
            men_of_seat.iter_mut().zip(far).for_each(|(man, far)| *man = far as u8);
            men_of_seat.sort_unstable();
        }
        let pieces = position.board().pieces;
        let cells: BTreeSet<&String> = pieces.iter().map(|piece| &piece.at).collect();
        ensure_at!(cells.len() == pieces.len(), men.offset, "two men on one cell");
        position.die = (1..=6).find(|&pips| Ok(u64::from(pips)) == sections.number('D', 0));
        let can_move = !position.legal().is_empty() && position.ending().is_none();
        ensure_at!(sections.get('D').is_none() || can_move, 0, "D is not a number with which a man can move");
        position.plies = sections.full_move(1)? - 1;
        Ok(position)
    }

    fn write_position(&self, out: &mut String) {
        let list = |men: &[u8; MEN]| men.map(|far| far.to_string()).join(",");
        let men = self.men[..self.seats].iter().map(list).collect::<Vec<_>>().join("/");
        let die = self.die.map_or(String::new(), |pips| format!(":D{pips}"));
        *out += &format!("{}{die}:M{men}:F{}", Seat::new(self.mover), self.plies + 1);
    }

    fn write_action(&self, from: u8, out: &mut String) {
        out.push_str(&self.cell(self.mover, from).map_or("in".to_string(), |cell| cell.to_string()));
    }

    fn cells(&self) -> Cells {
        let place = |cell: u8| {
            let step = f64::from((cell - 1) % 6);
            [(step, 0.0), (6.0, step), (6.0 - step, 6.0), (0.0, 6.0 - step)][usize::from((cell - 1) / 6)]
        };
        let mut cells = Cells { grid: "square".into(), ..Cells::default() };
        cells.cells = (1..=CELLS).map(|cell| (cell.to_string(), place(cell))).collect();
        cells.cells.insert("die".to_string(), (3.0, 3.0));
        cells
    }

    fn board(&self) -> Board {
        let mut board = Board::default();
        for seat in 0..self.seats {
            let cells = self.men[seat].into_iter().filter_map(|far| self.cell(seat, far));
            board.pieces.extend(cells.map(|cell| Piece::new(cell, Seat::new(seat), "man")));
        }
        board.pieces.extend(self.die.map(|pips| Piece::new("die", None, pips.to_string())));
        let count = |far| {
            self.men[..self.seats].iter().map(|men| men.iter().filter(|&&man| man == far).count() as i64).collect()
        };
        board.counts = [("waiting".into(), count(0)), ("home".into(), count(HOME))].into();
        board
    }

    /// Prefers a hit, and then the man that is furthest.
    fn greedy_value(&self, from: u8) -> i32 {
        let victim = self.target(from).and_then(|target| self.victim(target));
        100 * victim.map_or(0, |(seat, man)| i32::from(self.men[seat][man])) + i32::from(from)
    }
}

const PROGRAM: Program = Program { name: "race", version: "1", author: "you", about: "A race with a die" };
static REGISTRY: Registry = speltafel_kit::registry![PROGRAM; RegisteredGame::of::<Race>()];

fn main() -> std::process::ExitCode {
    run(&REGISTRY)
}
