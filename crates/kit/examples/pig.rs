//! A complete UGI engine for Pig, a game with a die for two seats:
//! `cargo run --release -p speltafel-kit --example pig`.
//!
//! The seat to move rolls as often as it likes and adds up the pips, until it holds and scores the total. A 1 ends the
//! turn and loses the total. The first seat with 100 points wins, at once.

use speltafel_kit::prelude::*;
use speltafel_kit::search::WIN;

pub(crate) const GOAL: u64 = 100;
const SEARCH: Spec = Spec { name: "Pig.Search", kind: Kind::Combo(&["expectimax", "playouts"]) };

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Pig {
    pub(crate) scores: [u64; 2],
    pub(crate) mover: usize,
    /// The points of this turn, which are not scored yet.
    pub(crate) total: u64,
    /// Whether the die is to be thrown.
    pub(crate) rolls: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Choice {
    Roll,
    Hold,
}

impl Pig {
    fn end_turn(&mut self, points: u64) {
        self.scores[self.mover] += points;
        (self.mover, self.total) = (1 - self.mover, 0);
    }

    /// The rule of thumb "hold at 20".
    pub(crate) fn rule(&self) -> Choice {
        if self.total < 20 { Choice::Roll } else { Choice::Hold }
    }
}

impl State for Pig {
    type Action = Choice;
    const EVENTS: Events<Self> = Events::open();

    fn turn(&self) -> Turn {
        let running = if self.rolls { Turn::Chance } else { Turn::Seat(Seat::new(self.mover)) };
        self.ending().map_or(running, |_| Turn::Over)
    }

    fn ending(&self) -> Option<Ending> {
        let winner = self.scores.iter().position(|&score| score >= GOAL);
        winner.map(|seat| Ending::win(seat, Reason::new("points")))
    }

    fn actions(&self, out: &mut Vec<Choice>) {
        if let Turn::Seat(_) = self.turn() {
            out.push(Choice::Roll);
            out.extend((self.total > 0).then_some(Choice::Hold));
        }
    }

    fn play(&mut self, choice: Choice) {
        match choice {
            Choice::Roll => self.rolls = true,
            Choice::Hold => self.end_turn(self.total),
        }
    }

    fn key(&self) -> u64 {
        let turn = self.total << 2 | (self.mover as u64) << 1 | u64::from(self.rolls);
        mix(turn << 32 | self.scores[0] << 16 | self.scores[1])
    }
}

impl Chance for Pig {
    type Event = u64;

    fn event(&self) -> &'static str {
        "roll"
    }

    fn sample_event(&self, seed: u64) -> u64 {
        event_rng(seed, "roll").below(6) + 1
    }

    fn outcomes(&self, out: &mut Vec<(u64, f64)>) {
        out.extend((1..=6).map(|pips| (pips, 1.0 / 6.0)));
    }

    fn apply_event(&mut self, pips: &u64) {
        self.rolls = false;
        self.total += pips;
        if *pips == 1 {
            self.end_turn(0);
        } else if self.scores[self.mover] + self.total >= GOAL {
            self.end_turn(self.total);
        }
    }

    fn parse_event(&self, token: &str, _viewer: Viewer) -> Result<u64, TokenError> {
        (1..=6).find(|pips| self.event_text(pips) == token).ok_or(TokenError::Illegal)
    }

    fn write_event(&self, pips: &u64, out: &mut String) {
        out.push_str(&format!("!roll/{pips}"));
    }
}

impl Evaluate for Pig {
    /// The lead decides. To be on move is worth half a turn of 8 points, and each point of the total 0.6 points.
    fn evaluate(&self) -> i32 {
        let [own, other] = [self.mover, 1 - self.mover].map(|seat| self.scores[seat] as f64);
        let lead = own + 0.6 * self.total as f64 + 4.0 - other;
        (f64::from(WIN) * (lead / 50.0).tanh()) as i32
    }
}

impl Sampled for Pig {
    const LONGEST_PLAYOUT: u64 = 300;
    const PRIOR_VISITS: u32 = 8;

    /// Both seats hold at 20. Each turn has dice of its own, so that playouts after different moves can be compared.
    fn playout(mut self, rng: &mut Rng, _scratch: &mut Vec<Choice>, nodes: &mut u64) -> Payoffs {
        let (mut turns, mut dice) = ([rng.next(), rng.next()].map(Rng::new), Rng::new(rng.next()));
        for _ in 0..Self::LONGEST_PLAYOUT {
            match self.rule() {
                _ if self.turn() == Turn::Over => break,
                Choice::Hold if !self.rolls => self.end_turn(self.total),
                _ => self.roll(dice.next()),
            }
            if self.total == 0 {
                dice = Rng::new(turns[self.mover].next());
            }
            *nodes += 1;
        }
        self.payoffs()
    }

    fn prior(&self, choice: Choice) -> i32 {
        i32::from(choice == self.rule())
    }
}

impl Game for Pig {
    const NAME: &'static str = "pig";
    const RESOURCES: &'static [Spec] = &[SEARCH];
    type Rules = ();
    type Strong = Either<AlphaBeta<Self>, Sampling<Self>>;

    fn strong(values: &Values) -> Self::Strong {
        if values.text(&SEARCH) == "playouts" { Either::Second(Sampling::new()) } else { Either::default() }
    }

    fn start((): &()) -> Self {
        Self { scores: [0, 0], mover: 0, total: 0, rolls: false }
    }

    /// `p1:S40,35:T12`: the seat to move, the scores, the total; `R12` instead of `T12` if the die is to be thrown.
    fn parse_position((): &(), text: &str) -> Result<Self, TextError> {
        let (sections, error) = (Sections::parse(text, "STR")?, || TextError::at(0, "expected p1:S0,0:T0 or the like"));
        let mover = (0..2).find(|&seat| Seat::new(seat).to_string() == sections.head).ok_or_else(error)?;
        let list = sections.get('S').map_or_else(Vec::new, |section| section.items());
        let scores = list.into_iter().map(|(at, score)| number(score, at)).collect::<Result<Vec<u64>, _>>()?;
        let (scores, rolls) = (<[u64; 2]>::try_from(scores).map_err(|_| error())?, sections.get('R').is_some());
        let total = sections.number(if rolls { 'R' } else { 'T' }, 0)?;
        ensure_at!(
            scores[mover].saturating_add(total) < GOAL && scores[1 - mover] < GOAL + 6,
            0,
            "nobody has so many points"
        );
        Ok(Self { scores, mover, total, rolls })
    }

    fn write_position(&self, out: &mut String) {
        let ([one, other], letter) = (self.scores, if self.rolls { 'R' } else { 'T' });
        *out += &format!("{}:S{one},{other}:{letter}{}", Seat::new(self.mover), self.total);
    }

    fn write_action(&self, choice: Choice, out: &mut String) {
        out.push_str(["roll", "hold"][choice as usize]);
    }

    fn board(&self) -> Board {
        let turn = [0, 1].map(|seat| if seat == self.mover { self.total } else { 0 });
        let counts = [("points", self.scores), ("turn", turn)];
        let counts = counts.map(|(name, counts)| (name.into(), counts.map(|count| count as i64).to_vec()));
        Board { counts: counts.into(), ..Board::default() }
    }

    fn greedy_value(&self, choice: Choice) -> i32 {
        self.prior(choice)
    }
}

const PROGRAM: Program = Program { name: "pig", version: "1", author: "you", about: "Pig, a game with a die" };
static REGISTRY: Registry = speltafel_kit::registry![PROGRAM; RegisteredGame::of::<Pig>()];

fn main() -> std::process::ExitCode {
    run(&REGISTRY)
}
