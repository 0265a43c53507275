//! Games with a mistake, each of which breaks a law.
#![allow(clippy::unwrap_used)]

use speltafel_kit::laws;
use speltafel_kit::prelude::*;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicU8, Ordering};

/// The mistake that the games have now. With a type for each mistake, the compiler would need minutes.
static FAULT: AtomicU8 = AtomicU8::new(SOUND);

const SOUND: u8 = 0;
const SAME_PLACE: u8 = 1;
const TEXT_TAIL: u8 = 2;
const MOVE_TAIL: u8 = 3;
const ENDLESS: u8 = 4;
const HIDDEN_PASS: u8 = 5;
const NEVER_SIX: u8 = 6;
const EVENT_TAIL: u8 = 7;
const REVERSED: u8 = 8;
const UNCOUNTED: u8 = 9;
const RUNS_ON: u8 = 10;
const SAME_NUMBER: u8 = 11;
const LARGE_VALUE: u8 = 12;
const WRONG_ODDS: u8 = 13;
const UNLISTED_SIX: u8 = 14;

fn has(fault: u8) -> bool {
    FAULT.load(Ordering::Relaxed) == fault
}

/// Checks the laws of a game with a mistake, and returns the sentence about the one that is broken.
fn broken<G: Game>(fault: u8) -> Option<String> {
    FAULT.store(fault, Ordering::Relaxed);
    let panic = catch_unwind(laws::check::<G>).err()?;
    Some(panic.downcast_ref::<String>().unwrap().clone())
}

/// Returns the text without what belongs to no text, if the mistake is to ignore that.
fn cut(text: &str, ignores: u8) -> &str {
    if has(ignores) { text.trim_end_matches(['\u{e9}', ' ']) } else { text }
}

/// Two seats take one to three from a heap; taking the last one wins. If `LACKS_WORDS` is true, words are missing.
#[derive(Clone, PartialEq, Debug)]
struct Heap<const LACKS_WORDS: bool> {
    left: u64,
    mover: usize,
}

impl<const LACKS_WORDS: bool> State for Heap<LACKS_WORDS> {
    type Action = u64;

    fn turn(&self) -> Turn {
        let runs_on = has(RUNS_ON) && self.mover == 1;
        if self.left == 0 && !runs_on { Turn::Over } else { Turn::Seat(Seat::new(self.mover)) }
    }

    fn ending(&self) -> Option<Ending> {
        (self.left == 0).then(|| Ending::win(1 - self.mover, Reason::new("no_pieces")))
    }

    fn actions(&self, out: &mut Vec<u64>) {
        out.extend(1..=self.left.min(3));
    }

    fn play(&mut self, action: u64) {
        self.left -= action;
        if has(ENDLESS) && self.left < 4 {
            self.left += 20;
        }
        if !has(HIDDEN_PASS) || self.left != 9 {
            self.mover = 1 - self.mover;
        }
    }

    fn key(&self) -> u64 {
        mix(self.left << 1 | self.mover as u64)
    }
}

impl<const LACKS_WORDS: bool> Evaluate for Heap<LACKS_WORDS> {
    const ALTERNATES: bool = true;

    fn evaluate(&self) -> i32 {
        0
    }
}

impl<const LACKS_WORDS: bool> Game for Heap<LACKS_WORDS> {
    const NAME: &'static str = "heap";
    const ABOUT: About = if LACKS_WORDS {
        About { names: &[("en", "Heap")], words: &[("en", &[("kind.man", "man")])], ..About::DEFAULT }
    } else {
        About::DEFAULT
    };
    type Rules = ();
    type Strong = AlphaBeta<Self>;

    fn start((): &()) -> Self {
        Self { left: 30, mover: 0 }
    }

    fn parse_position((): &(), text: &str) -> Result<Self, TextError> {
        let (left, mover) = cut(text, TEXT_TAIL).split_once(':').ok_or_else(|| TextError::at(0, "no seat"))?;
        let mover = ["1", "2"].iter().position(|seat| *seat == mover);
        let left: u64 = number(left, 0)?;
        let mover = mover.ok_or_else(|| TextError::at(0, "expected 1 or 2"))?;
        if left > 50 { Err(TextError::at(0, "expected at most 50")) } else { Ok(Self { left, mover }) }
    }

    fn write_position(&self, out: &mut String) {
        out.push_str(&format!("{}:{}", self.left, self.mover + 1));
    }

    fn parse_action(&self, token: &str) -> Result<u64, TokenError> {
        let token = cut(token, MOVE_TAIL);
        self.legal().into_iter().find(|action| action.to_string() == token).ok_or(TokenError::Illegal)
    }

    fn write_action(&self, action: u64, out: &mut String) {
        out.push_str(&action.to_string());
    }

    fn cells(&self) -> Cells {
        let place = |x| (if has(SAME_PLACE) { 0.0 } else { x }, 0.0);
        let cells = [("a1".into(), place(0.0)), ("b1".into(), place(1.0))].into();
        let colours = if LACKS_WORDS { vec!["red".into(), "blue".into()] } else { Vec::new() };
        Cells { grid: "square".into(), cells, colours, ..Cells::default() }
    }
}

/// Two seats roll a die in turns and may add what it shows, or one more. Who first has 20 wins.
#[derive(Clone, PartialEq, Debug)]
struct Dice {
    points: [u64; 2],
    mover: usize,
    die: u64,
}

impl State for Dice {
    type Action = u64;
    const EVENTS: Events<Self> = Events::open();

    fn turn(&self) -> Turn {
        match self.die {
            _ if self.ending().is_some() => Turn::Over,
            0 => Turn::Chance,
            _ => Turn::Seat(Seat::new(self.mover)),
        }
    }

    fn ending(&self) -> Option<Ending> {
        let winner = self.points.iter().position(|points| *points >= 20)?;
        Some(Ending::win(winner, Reason::new("points")))
    }

    fn actions(&self, out: &mut Vec<u64>) {
        if self.die > 0 && self.ending().is_none() {
            out.extend([self.die, self.die + 1]);
        }
    }

    fn play(&mut self, action: u64) {
        self.points[self.mover] += action;
        (self.mover, self.die) = (1 - self.mover, 0);
    }

    fn key(&self) -> u64 {
        self.points.iter().fold(mix(self.die << 1 | self.mover as u64), |key, points| mix(key ^ points))
    }
}

impl Chance for Dice {
    type Event = u64;

    fn event(&self) -> &'static str {
        "roll"
    }

    fn sample_event(&self, seed: u64) -> u64 {
        1 + event_rng(seed, "roll").below(if has(NEVER_SIX) { 5 } else { 6 })
    }

    fn outcomes(&self, out: &mut Vec<(u64, f64)>) {
        match FAULT.load(Ordering::Relaxed) {
            WRONG_ODDS => out.extend((1..=6).map(|pips| (pips, (7 - pips) as f64 / 21.0))),
            UNLISTED_SIX => out.extend((1..=5).map(|pips| (pips, 0.2))),
            _ => {}
        }
    }

    fn apply_event(&mut self, pips: &u64) {
        self.die = *pips;
    }

    fn parse_event(&self, token: &str, _: Viewer) -> Result<u64, TokenError> {
        let token = cut(token, EVENT_TAIL);
        (1..=6).find(|pips| self.event_text(pips) == token).ok_or(TokenError::Illegal)
    }

    fn write_event(&self, pips: &u64, out: &mut String) {
        out.push_str(&format!("!roll/{pips}"));
    }
}

impl Sampled for Dice {
    fn playout(mut self, rng: &mut Rng, scratch: &mut Vec<u64>, nodes: &mut u64) -> Payoffs {
        loop {
            match self.turn() {
                Turn::Over => break,
                Turn::Chance => self.roll(rng.next()),
                Turn::Seat(_) => self.random_action(rng, scratch).into_iter().for_each(|action| self.play(action)),
            }
            *nodes += u64::from(!has(UNCOUNTED));
        }
        let mut payoffs = self.payoffs();
        if has(REVERSED) {
            payoffs.reverse();
        }
        payoffs
    }

    fn prior(&self, action: u64) -> i32 {
        action as i32
    }
}

impl Numbers for Dice {
    fn layout(&self) -> Layout {
        Layout { parts: vec![Part::new("points", [2])], actions: 8 }
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let most = if has(LARGE_VALUE) { 20.0 } else { 27.0 };
        out[0] = self.points[seat.index()] as f32 / most;
        out[1] = self.points[1 - seat.index()] as f32 / most;
    }

    fn number_actions(&self, legal: &[u64], out: &mut Vec<usize>) {
        out.extend(legal.iter().map(|&action| if has(SAME_NUMBER) { 0 } else { action as usize }));
    }
}

impl Game for Dice {
    const NAME: &'static str = "dice";
    const NUMBERS: Option<Numbering<Self>> = Some(Numbering::of());
    type Rules = ();
    type Strong = Sampling<Self>;

    fn start((): &()) -> Self {
        Self { points: [0; 2], mover: 0, die: 0 }
    }

    fn parse_position((): &(), text: &str) -> Result<Self, TextError> {
        let parts = text.split(',').map(|part| number(part, 0)).collect::<Result<Vec<u64>, _>>()?;
        match parts[..] {
            [one, other, mover @ 0..=1, die @ 0..=6] if one < 30 && other < 30 && one.min(other) < 20 => {
                Ok(Self { points: [one, other], mover: mover as usize, die })
            }
            _ => Err(TextError::at(0, "expected POINTS,POINTS,SEAT,DIE")),
        }
    }

    fn write_position(&self, out: &mut String) {
        out.push_str(&format!("{},{},{},{}", self.points[0], self.points[1], self.mover, self.die));
    }

    fn write_action(&self, action: u64, out: &mut String) {
        out.push_str(&action.to_string());
    }
}

#[test]
fn each_mistake_breaks_its_law() {
    assert_eq!((broken::<Heap<false>>(SOUND), broken::<Dice>(SOUND)), (None, None));
    type Check = fn(u8) -> Option<String>;
    let (heap, dice): (Check, Check) = (broken::<Heap<false>>, broken::<Dice>);
    for (broken, fault, law) in [
        (heap, SAME_PLACE, "The cells a1 and b1 are at the same place."),
        (heap, TEXT_TAIL, "ends with what belongs to no text"),
        (heap, MOVE_TAIL, "ends with what belongs to no move"),
        (heap, ENDLESS, "A random game has not ended after 20000 moves and events."),
        (heap, RUNS_ON, "`turn` is p2, but `ending` is Some("),
        (heap, HIDDEN_PASS, "`ALTERNATES` is true, but a side moves twice in a row."),
        (
            broken::<Heap<true>>,
            SOUND,
            "These words are missing: colour.blue (en), colour.red (en), reason.no_pieces (en).",
        ),
        (dice, NEVER_SIX, "The event !roll/6 is accepted, but cannot happen."),
        (dice, WRONG_ODDS, "`outcomes` lists the event !roll/6 with the probability 0.04"),
        (dice, UNLISTED_SIX, "The event !roll/6 happens, but `outcomes` does not list it."),
        (dice, EVENT_TAIL, "ends with what belongs to no event"),
        (dice, REVERSED, "Is the evaluation that of the side to move?"),
        (dice, SAME_NUMBER, "The legal moves do not have different numbers: [0, 0]."),
        (dice, LARGE_VALUE, "sees is not from -1 to 1"),
        (dice, UNCOUNTED, "A playout decides the game, but adds nothing to `nodes`."),
    ] {
        let sentence = broken(fault).unwrap_or_default();
        assert!(sentence.contains(law), "expected {law:?}, got {sentence:?}");
    }
}
