//! A complete UGI engine for Leduc poker, for two or three seats:
//! `cargo run --release -p speltafel-kit --example leduc`.
//!
//! The pack has two cards of each rank: J, Q and K, and with three seats also A. In each hand, every seat pays one chip
//! and gets a card. After a round of betting, a card is turned up, the flop; after a second round, the hands are shown.
//! A card that pairs with the flop wins, otherwise the highest card; equal cards share. A raise is two chips in the
//! first round and four in the second; each round has at most two. Whoever has the most chips after some hands wins.

use speltafel_kit::numbers::split;
use speltafel_kit::prelude::*;

const SEATS: Spec = Spec { name: "Leduc.Seats", kind: Kind::Spin { default: 2, min: 2, max: 3 } };
const HANDS: Spec = Spec { name: "Leduc.Hands", kind: Kind::Spin { default: 10, min: 1, max: 100 } };
/// The ranks of the cards in ascending order. The pack has one rank more than there are seats.
const RANKS: &str = "JQKA";
/// A raise in each round, in chips.
const RAISE: [i32; 2] = [2, 4];
/// The greatest loss in a hand: the first chip, and two raises in each round.
const WORST: i32 = 1 + 2 * (RAISE[0] + RAISE[1]);

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rules {
    pub(crate) seats: usize,
    pub(crate) hands: usize,
}

impl From<&Values> for Rules {
    fn from(values: &Values) -> Self {
        Self { seats: values.number(&SEATS) as usize, hands: values.number(&HANDS) as usize }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Bet {
    Fold,
    Call,
    Raise,
}

const BETS: [(Bet, &str); 3] = [(Bet::Fold, "fold"), (Bet::Call, "call"), (Bet::Raise, "raise")];

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Leduc {
    rules: Rules,
    /// The number of finished hands. p1 begins the first hand, p2 the second, and so on.
    finished: usize,
    /// What each seat has won in the finished hands.
    chips: [i32; 3],
    /// The card of each seat, `?` for an unknown one; empty before the deal.
    cards: Vec<char>,
    flop: Option<char>,
    /// The moves of this hand.
    bets: Vec<Bet>,
}

/// Where the betting of a hand stands.
struct Betting {
    round: usize,
    paid: [i32; 3],
    folded: [bool; 3],
    mover: usize,
    /// The number of raises in this round.
    raises: usize,
    /// The number of seats that have to move before the round ends.
    waiting: usize,
}

impl Betting {
    fn most(&self) -> i32 {
        self.paid.into_iter().max().unwrap_or(0)
    }

    /// Returns the number of seats that have not folded.
    fn left(&self) -> usize {
        self.folded.into_iter().filter(|folded| !folded).count()
    }

    fn bet(&mut self, bet: Bet, first: usize) {
        match bet {
            Bet::Fold => self.folded[self.mover] = true,
            Bet::Call => self.paid[self.mover] = self.most(),
            Bet::Raise => {
                self.paid[self.mover] = self.most() + RAISE[self.round];
                (self.raises, self.waiting) = (self.raises + 1, self.left());
            }
        }
        (self.mover, self.waiting) = (self.mover + 1, self.waiting - 1);
        if self.waiting == 0 && self.round == 0 {
            *self = Self { round: 1, raises: 0, waiting: self.left(), mover: first, ..*self };
        }
        let next = (0..3).map(|ahead| (self.mover + ahead) % 3).find(|&seat| !self.folded[seat]);
        self.mover = next.unwrap_or(first);
    }
}

impl Leduc {
    fn betting(&self) -> Betting {
        let (seats, first) = (self.rules.seats, self.finished % self.rules.seats);
        // A seat that does not exist counts as folded.
        let folded = [0, 1, 2].map(|seat| seat >= seats);
        let paid = folded.map(|folded| i32::from(!folded));
        let mut betting = Betting { round: 0, paid, folded, mover: first, raises: 0, waiting: seats };
        self.bets.iter().for_each(|&bet| betting.bet(bet, first));
        betting
    }

    /// Returns the cards of the pack that are not known, or `None` if the pack does not contain all known cards.
    pub(crate) fn unseen(&self) -> Option<Vec<char>> {
        let mut pack: Vec<char> = RANKS.chars().take(self.rules.seats + 1).flat_map(|rank| [rank, rank]).collect();
        for known in self.cards.iter().chain(&self.flop).filter(|card| **card != '?') {
            pack.remove(pack.iter().position(|card| card == known)?);
        }
        Some(pack)
    }

    fn flop_is_due(&self) -> bool {
        !self.cards.is_empty() && self.flop.is_none() && self.betting().round == 1
    }

    /// Ends the hand. The winners share what was paid; the first of them gets what cannot be shared.
    fn share(&mut self, winners: &[usize]) {
        let (paid, count) = (self.betting().paid, winners.len() as i32);
        let pot: i32 = paid.iter().sum();
        (0..3).for_each(|seat| self.chips[seat] -= paid[seat]);
        winners.iter().for_each(|&seat| self.chips[seat] += pot / count);
        self.chips[winners[0]] += pot % count;
        *self = Self { finished: self.finished + 1, chips: self.chips, ..Self::start(&self.rules) };
    }
}

impl State for Leduc {
    type Action = Bet;
    const EVENTS: Events<Self> = Events::hidden();

    fn seats(&self) -> usize {
        self.rules.seats
    }

    fn turn(&self) -> Turn {
        let betting = self.betting();
        match self.cards.is_empty() || self.flop_is_due() || betting.waiting == 0 {
            _ if self.finished == self.rules.hands => Turn::Over,
            true => Turn::Chance,
            false => Turn::Seat(Seat::new(betting.mover)),
        }
    }

    fn ending(&self) -> Option<Ending> {
        let (chips, reason) = (self.scores(None), Reason::new("chips"));
        let most = *chips.iter().max()?;
        let mut best = (0..chips.len()).filter(|&seat| chips[seat] == most);
        let (first, second) = (best.next()?, best.next());
        let ending = || second.map_or(Ending::win(first, reason), |_| Ending::draw(reason));
        (self.finished == self.rules.hands).then(ending)
    }

    fn actions(&self, out: &mut Vec<Bet>) {
        let betting = self.betting();
        if let Turn::Seat(seat) = self.turn() {
            out.extend((betting.paid[seat.index()] < betting.most()).then_some(Bet::Fold));
            out.push(Bet::Call);
            out.extend((betting.raises < 2).then_some(Bet::Raise));
        }
    }

    fn play(&mut self, bet: Bet) {
        self.bets.push(bet);
        let betting = self.betting();
        if betting.left() == 1 {
            self.share(&[betting.mover]);
        }
    }

    fn key(&self) -> u64 {
        let cards = self.cards.iter().chain(&self.flop).map(|&card| u64::from(card));
        let bets = self.bets.iter().map(|&bet| bet as u64);
        let chips = self.chips.iter().map(|&chips| chips as u64);
        cards.chain(bets).chain(chips).fold(self.finished as u64, |key, part| mix(key.wrapping_mul(31) ^ part))
    }

    fn scores(&self, _verdict: Option<Verdict>) -> Vec<i32> {
        self.chips[..self.rules.seats].to_vec()
    }

    /// An equal share, plus the chips: 0 for a seat that lost every hand as high as possible.
    fn payoffs(&self) -> Payoffs {
        let worst = WORST * self.rules.hands as i32;
        let share = |chips: i32| (chips + worst) as f32 / (worst * self.rules.seats as i32) as f32;
        self.scores(None).into_iter().map(share).collect()
    }
}

impl Chance for Leduc {
    /// Cards: of each seat (`-` for a seat that has folded), or the flop alone.
    type Event = Vec<char>;

    fn event(&self) -> &'static str {
        match self.cards.is_empty() {
            true => "deal",
            false if self.flop.is_none() => "flop",
            false => "show",
        }
    }

    fn sample_event(&self, seed: u64) -> Vec<char> {
        let (mut pack, folded) = (self.unseen().unwrap_or_default(), self.betting().folded);
        event_rng(seed, self.event()).shuffle(&mut pack);
        match self.event() {
            "deal" => pack[..self.rules.seats].to_vec(),
            "flop" => pack[..1].to_vec(),
            _ => self.cards.iter().zip(folded).map(|(&card, folded)| if folded { '-' } else { card }).collect(),
        }
    }

    fn apply_event(&mut self, cards: &Vec<char>) {
        match self.event() {
            "deal" => self.cards.clone_from(cards),
            "flop" => self.flop = cards.first().copied(),
            _ => {
                let value = |seat: usize| (Some(cards[seat]) == self.flop, RANKS.find(cards[seat]));
                let best = (0..cards.len()).map(value).max();
                self.share(&(0..cards.len()).filter(|&seat| Some(value(seat)) == best).collect::<Vec<_>>());
            }
        }
    }

    fn parse_event(&self, token: &str, viewer: Viewer) -> Result<Vec<char>, TokenError> {
        let list = token.strip_prefix(&format!("!{}/", self.event())).ok_or(TokenError::Illegal)?;
        let cards: Result<Vec<char>, _> = list.split('/').map(str::parse).collect();
        let cards = cards.map_err(|_| TokenError::Illegal)?;
        let (seats, folded, mut after) = (self.rules.seats, self.betting().folded, self.clone());
        let shown = |seat: usize| match self.cards[seat] {
            _ if folded[seat] => cards[seat] == '-',
            '?' => cards[seat] != '?',
            known => cards[seat] == known,
        };
        let merged = |(&dealt, &card)| if card == '-' { dealt } else { card };
        let fits = match self.event() {
            "deal" => cards.len() == seats,
            "flop" => cards.len() == 1 && cards != ['?'],
            _ => cards.len() == seats && (0..seats).all(shown),
        };
        match self.event() {
            "flop" => after.flop = cards.first().copied(),
            "deal" => after.cards.clone_from(&cards),
            _ => after.cards = self.cards.iter().zip(&cards).map(merged).collect(),
        }
        if !fits || after.unseen().is_none() {
            return Err(TokenError::Illegal);
        }
        if hides_own(&cards, viewer) { Err(TokenError::View) } else { Ok(cards) }
    }

    fn write_event(&self, cards: &Vec<char>, out: &mut String) {
        *out += &format!("!{}", self.event());
        cards.iter().for_each(|&card| out.extend(['/', card]));
    }
}

impl Hidden for Leduc {
    fn mask(&self, viewer: Viewer) -> Self {
        Self { cards: masked(&self.cards, viewer), ..self.clone() }
    }

    fn mask_event(&self, cards: &Vec<char>, viewer: Viewer) -> Vec<char> {
        if self.event() == "deal" { masked(cards, viewer) } else { cards.clone() }
    }

    fn is_partial(&self) -> bool {
        self.cards.contains(&'?')
    }

    fn determinize(&self, rng: &mut Rng) -> Self {
        let (mut filled, mut pack) = (self.clone(), self.unseen().unwrap_or_default());
        rng.shuffle(&mut pack);
        filled.cards.iter_mut().filter(|card| **card == '?').zip(pack).for_each(|(card, drawn)| *card = drawn);
        filled
    }
}

/// Returns the cards as `viewer` sees them.
fn masked(cards: &[char], viewer: Viewer) -> Vec<char> {
    let seen = |(seat, &card)| if viewer.sees(Seat::new(seat)) { card } else { '?' };
    cards.iter().enumerate().map(seen).collect()
}

/// Returns whether the viewer's own card is unknown.
fn hides_own(cards: &[char], viewer: Viewer) -> bool {
    (0..cards.len()).any(|seat| cards[seat] == '?' && viewer.sees(Seat::new(seat)))
}

impl Sampled for Leduc {
    const LONGEST_PLAYOUT: u64 = 24;

    /// Random moves to the end of the hand.
    fn playout(mut self, rng: &mut Rng, scratch: &mut Vec<Bet>, nodes: &mut u64) -> Payoffs {
        let finished = self.finished;
        while self.finished == finished && self.turn() != Turn::Over {
            match self.random_action(rng, scratch) {
                Some(bet) => self.play(bet),
                None => self.roll(rng.next()),
            }
            *nodes += 1;
        }
        self.payoffs()
    }

    fn prior(&self, bet: Bet) -> i32 {
        bet as i32
    }
}

/// Seats are counted from the observer on.
const PARTS: [Part; 9] = [
    Part::new("card", [4]),
    Part::new("flop", [4]),
    Part::new("paid", [3]),
    Part::new("folded", [3]),
    Part::new("chips", [3]),
    Part::new("turn", [3]),
    Part::new("round", [1]),
    Part::new("raises", [1]),
    Part::new("finished", [1]),
];

impl Numbers for Leduc {
    fn layout(&self) -> Layout {
        Layout { parts: PARTS.to_vec(), actions: BETS.len() }
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let [card, flop, paid, folded, chips, turn, round, raises, finished] = split(out, &PARTS);
        let (betting, Rules { seats, hands }) = (self.betting(), self.rules);
        for (known, out) in [(self.cards.get(seat.index()), card), (self.flop.as_ref(), flop)] {
            known.and_then(|&card| RANKS.find(card)).into_iter().for_each(|rank| out[rank] = 1.0);
        }
        for ahead in 0..seats {
            let other = (seat.index() + ahead) % seats;
            paid[ahead] = betting.paid[other] as f32 / WORST as f32;
            folded[ahead] = f32::from(betting.folded[other]);
            chips[ahead] = self.chips[other] as f32 / (WORST * (seats * hands) as i32) as f32;
            turn[ahead] = f32::from(self.turn() == Turn::Seat(Seat::new(other)));
        }
        round[0] = betting.round as f32;
        raises[0] = betting.raises as f32 / 2.0;
        finished[0] = self.finished as f32 / hands as f32;
    }

    fn number_actions(&self, legal: &[Bet], out: &mut Vec<usize>) {
        out.extend(legal.iter().map(|&bet| bet as usize));
    }
}

impl Game for Leduc {
    const NAME: &'static str = "leduc";
    const OPTIONS: &'static [Spec] = &[SEATS, HANDS];
    const ABOUT: About = About { seats: [2, 3], teams: [2, 3], ..About::DEFAULT };
    const BENCH: &'static [&'static str] = &["startpos moves !deal/K/J", "seat 1 fen Q/?:Bcrc:FK:S-4,4:H3"];
    type Rules = Rules;
    type Strong = Sampling<Self>;
    const NUMBERS: Option<Numbering<Self>> = Some(Numbering::of());

    fn start(&rules: &Rules) -> Self {
        Self { rules, finished: 0, chips: [0; 3], cards: Vec::new(), flop: None, bets: Vec::new() }
    }

    fn parse_position(rules: &Rules, text: &str) -> Result<Self, TextError> {
        Self::parse_view(rules, text, Viewer::Master)
    }

    /// `K/?:Bcrc:FQ:S-4,4:H3`: the cards (`deal` before the deal), the moves, the flop, the chips, the number of the
    /// hand.
    fn parse_view(rules: &Rules, text: &str, viewer: Viewer) -> Result<Self, TextError> {
        let (sections, mut position) = (Sections::parse(text, "BFSH")?, Self::start(rules));
        let offset = |letter| sections.get(letter).map_or(0, |section| section.offset);
        let hand = sections.number('H', 1)?;
        ensure_at!((1..=rules.hands as u64 + 1).contains(&hand), offset('H'), "expected the number of a hand");
        position.finished = hand as usize - 1;
        if let Some(chips) = sections.get('S') {
            let numbers: Result<Vec<i32>, _> = chips.items().into_iter().map(|(_, chips)| chips.parse()).collect();
            let numbers = numbers.map_err(|_| TextError::at(chips.offset, "expected numbers of chips"))?;
            let worst = WORST * position.finished as i32;
            let possible = numbers.iter().all(|chips| (-worst..=2 * worst).contains(chips));
            let valid = possible && numbers.len() == rules.seats;
            ensure_at!(valid && numbers.iter().sum::<i32>() == 0, chips.offset, "these seats cannot have these chips");
            position.chips.iter_mut().zip(numbers).for_each(|(chips, number)| *chips = number);
        }
        let flop = sections.get('F').map(|section| section.content.parse());
        let flop = flop.transpose().map_err(|_| TextError::at(offset('F'), "expected a card"))?;
        if sections.head != "deal" {
            let cards: Result<Vec<char>, _> = sections.head.split('/').map(str::parse).collect();
            position.cards = cards.map_err(|_| TextError::at(0, "expected deal, or a card for each seat"))?;
            let valid = position.cards.len() == rules.seats && position.finished < rules.hands && flop != Some('?');
            let valid = valid && !hides_own(&position.cards, viewer);
            ensure_at!(valid, 0, "expected a card for each seat, ? for those that are not seen");
        }
        for (index, letter) in sections.get('B').map_or("", |section| section.content).char_indices() {
            position.flop = flop.filter(|_| position.flop_is_due()).or(position.flop);
            let bet = BETS.into_iter().find(|(bet, word)| word.starts_with(letter) && position.legal().contains(bet));
            let (bet, _) = bet.ok_or_else(|| TextError::at(offset('B') + index, "this move is not legal"))?;
            position.play(bet);
        }
        position.flop = flop.filter(|_| position.flop_is_due()).or(position.flop);
        ensure_at!(position.finished == hand as usize - 1, offset('B'), "these moves end the hand");
        ensure_at!(position.flop == flop && position.unseen().is_some(), 0, "these cards cannot be on the table");
        Ok(position)
    }

    fn write_position(&self, out: &mut String) {
        let cards: Vec<String> = self.cards.iter().map(char::to_string).collect();
        *out += &if cards.is_empty() { "deal".to_string() } else { cards.join("/") };
        if !self.bets.is_empty() {
            *out += ":B";
            out.extend(self.bets.iter().map(|bet| &BETS[*bet as usize].1[..1]));
        }
        self.flop.into_iter().for_each(|card| *out += &format!(":F{card}"));
        let chips: Vec<String> = self.scores(None).iter().map(i32::to_string).collect();
        *out += &format!(":S{}:H{}", chips.join(","), self.finished + 1);
    }

    fn write_action(&self, bet: Bet, out: &mut String) {
        out.push_str(BETS[bet as usize].1);
    }

    fn cells(&self) -> Cells {
        Cells { grid: "square".into(), cells: [("flop".to_string(), (0.0, 0.0))].into(), ..Cells::default() }
    }

    fn board(&self) -> Board {
        let paid = self.betting().paid[..self.rules.seats].iter().map(|&chips| chips.into()).collect();
        Board {
            pieces: self.flop.iter().map(|card| Piece::new("flop", None, card.to_string())).collect(),
            hands: (0..self.rules.seats).map(|seat| self.cards.iter().skip(seat).take(1).collect()).collect(),
            counts: [("paid".into(), paid)].into(),
            ..Board::default()
        }
    }
}

const PROGRAM: Program = Program { name: "leduc", version: "1", author: "you", about: "Leduc poker" };
static REGISTRY: Registry = speltafel_kit::registry![PROGRAM; RegisteredGame::of::<Leduc>()];

fn main() -> std::process::ExitCode {
    run(&REGISTRY)
}
