//! A slow second implementation of the rules, for comparison. Pawns are numbers in an array, walks go step by step, and
//! hands are lists of letters. It uses the same notation as the engine but shares no code with it.

/// The value of a waiting pawn. Other pawns are stored as steps from their start: 0–63 on the ring, 64–67 in the lane.
const WAITING: i32 = -1;

#[derive(Clone, Debug)]
pub struct Naive {
    pub pawns: [[i32; 4]; 4],
    pub hands: [Vec<char>; 4],
    pub used: Vec<char>,
    pub mover: Option<usize>,
    pub dealer: usize,
    pub deal: usize,
    pub plies: usize,
    pub optional: bool,
    pub back: bool,
    pub cap: usize,
    /// The partner cards, p1's first; `None` before they are dealt.
    pub cards: Option<[char; 4]>,
    /// Whether the partner cards are revealed.
    pub turned: bool,
    /// Whether `Keezen.Partners` is `hidden`.
    pub hidden: bool,
}

impl Naive {
    pub fn start(optional: bool, back: bool, cap: usize, hidden: bool) -> Self {
        Self {
            pawns: [[WAITING; 4]; 4],
            hands: Default::default(),
            used: Vec::new(),
            mover: None,
            dealer: 3,
            deal: 1,
            plies: 0,
            optional,
            back,
            cap,
            cards: (!hidden).then_some(['r', 'b', 'r', 'b']),
            turned: !hidden,
            hidden,
        }
    }

    /// Reads a valid position text with all sections and fixed partners.
    pub fn read(text: &str) -> Self {
        let mut naive = Self::start(false, false, 2000, false);
        let parts: Vec<&str> = text.split(':').collect();
        naive.mover = parts[0].strip_prefix('p').map(|seat| seat.parse::<usize>().unwrap() - 1);
        for colour in 0..4 {
            for (pawn, cell) in parts[colour + 1][1..].split(',').filter(|cell| !cell.is_empty()).enumerate() {
                naive.pawns[colour][pawn] = match cell.parse::<i32>() {
                    Ok(number) => (number - 16 * colour as i32).rem_euclid(64),
                    Err(_) => 63 + cell[1..].parse::<i32>().unwrap(),
                };
            }
        }
        for (hand, cards) in naive.hands.iter_mut().zip(parts[5][1..].split('/')) {
            *hand = cards.chars().filter(|&card| card != '-').collect();
        }
        naive.used = parts[6][1..].chars().collect();
        let (dealer, deal) = parts[7][1..].split_once(',').unwrap();
        naive.dealer = dealer.parse::<usize>().unwrap() - 1;
        naive.deal = deal.parse().unwrap();
        naive.plies = parts[8][1..].parse::<usize>().unwrap() - 1;
        naive
    }

    pub fn all_home(&self, colour: usize) -> bool {
        self.pawns[colour].iter().all(|&at| at >= 64)
    }

    fn is_capped(&self) -> bool {
        self.cap > 0 && self.plies >= self.cap
    }

    pub fn is_over(&self) -> bool {
        let done = |seat: usize| self.all_home(seat) && self.all_home(self.partner(seat));
        self.turned && ((0..4).any(done) || self.is_capped())
    }

    /// Returns the other seat with a card of the same colour.
    fn partner(&self, seat: usize) -> usize {
        let cards = self.cards.unwrap();
        (0..4).find(|&other| other != seat && cards[other] == cards[seat]).unwrap()
    }

    /// Returns whether the partner cards must be revealed now.
    pub fn reveal_is_due(&self) -> bool {
        self.cards.is_some() && !self.turned && (self.is_capped() || (0..4).any(|seat| self.all_home(seat)))
    }

    /// Returns the name of the cell of a pawn that is not waiting.
    fn name(colour: usize, at: i32) -> String {
        if at < 64 {
            ((at + 16 * colour as i32) % 64).to_string()
        } else {
            format!("{}{}", ['a', 'b', 'c', 'd'][colour], at - 63)
        }
    }

    /// Returns the colour and the index of the pawn on a ring cell.
    fn on(&self, cell: i32) -> Option<(usize, usize)> {
        for colour in 0..4 {
            for pawn in 0..4 {
                let at = self.pawns[colour][pawn];
                if (0..64).contains(&at) && (at + 16 * colour as i32) % 64 == cell {
                    return Some((colour, pawn));
                }
            }
        }
        None
    }

    /// Moves a pawn step by step. Returns `None` if that is illegal, otherwise whether it hit a pawn of its own colour.
    fn walk(&mut self, colour: usize, pawn: usize, steps: i32) -> Option<bool> {
        let from = self.pawns[colour][pawn];
        if from == WAITING {
            return None;
        }
        let direction = steps.signum();
        let mut at = from;
        for _ in 0..steps.abs() {
            at += direction;
            if direction < 0 {
                if from >= 64 {
                    return None;
                }
                at = (at + 64) % 64;
            }
            if at > 67 {
                return None;
            }
            if at >= 64 {
                if self.pawns[colour].contains(&at) {
                    return None;
                }
            } else if let Some((other, which)) = self.on((at + 16 * colour as i32) % 64)
                && self.pawns[other][which] == 0
            {
                return None;
            }
        }
        if at >= 64 && self.back && (at + 1..68).any(|deeper| !self.pawns[colour].contains(&deeper)) {
            return None;
        }
        let mut own = false;
        if at < 64
            && let Some((other, which)) = self.on((at + 16 * colour as i32) % 64)
        {
            self.pawns[other][which] = WAITING;
            own = other == colour;
        }
        self.pawns[colour][pawn] = at;
        Some(own)
    }

    fn enter(&mut self, colour: usize) -> bool {
        let Some(pawn) = self.pawns[colour].iter().position(|&at| at == WAITING) else { return false };
        if self.pawns[colour].contains(&0) {
            return false;
        }
        if let Some((other, which)) = self.on(16 * colour as i32) {
            self.pawns[other][which] = WAITING;
        }
        self.pawns[colour][pawn] = 0;
        true
    }

    /// Returns every move that plays `card`: its token, the position after it (with the card still in the hand), and
    /// whether it hit a pawn of the colour that moved.
    fn plays(&self, card: char) -> Vec<(String, Self, bool)> {
        let seat = self.mover.unwrap();
        let colour = if self.all_home(seat) { self.partner(seat) } else { seat };
        let place = |pawn: usize| Self::name(colour, self.pawns[colour][pawn]);
        let mut out = Vec::new();
        if card == 'A' || card == 'K' {
            let mut next = self.clone();
            if next.enter(colour) {
                out.push((format!("{card}:in"), next, false));
            }
        }
        let steps = match card {
            'A' => 1,
            '4' => -4,
            'T' => 10,
            'Q' => 12,
            'J' | 'K' => 0,
            digit => digit.to_digit(10).unwrap() as i32,
        };
        for pawn in 0..4 {
            let mut next = self.clone();
            if steps != 0
                && let Some(own) = next.walk(colour, pawn, steps)
            {
                out.push((format!("{card}:{}", place(pawn)), next, own));
            }
        }
        if card == '7' {
            for pawn in 0..4 {
                for first in 1..7 {
                    let mut half = self.clone();
                    let Some(own) = half.walk(colour, pawn, first) else { continue };
                    if !self.turned && half.all_home(colour) {
                        continue;
                    }
                    let other_colour = if half.all_home(colour) { self.partner(colour) } else { colour };
                    for second in 0..4 {
                        if other_colour == colour && second == pawn {
                            continue;
                        }
                        let mut next = half.clone();
                        let before = Self::name(other_colour, half.pawns[other_colour][second].max(0));
                        let Some(more) = next.walk(other_colour, second, 7 - first) else { continue };
                        if !self.turned && next.all_home(colour) {
                            continue;
                        }
                        out.push((format!("7:{}={first},{before}={}", place(pawn), 7 - first), next, own || more));
                    }
                }
            }
        }
        if card == 'J' {
            for pawn in 0..4 {
                for other in (0..4).filter(|&other| other != colour) {
                    for which in 0..4 {
                        let (at, that) = (self.pawns[colour][pawn], self.pawns[other][which]);
                        if !(0..64).contains(&at) || !(1..64).contains(&that) {
                            continue;
                        }
                        let mut next = self.clone();
                        let (here, there) = (at + 16 * colour as i32, that + 16 * other as i32);
                        next.pawns[colour][pawn] = (there - 16 * colour as i32).rem_euclid(64);
                        next.pawns[other][which] = (here - 16 * other as i32).rem_euclid(64);
                        out.push((format!("J:{}x{}", here % 64, there % 64), next, false));
                    }
                }
            }
        }
        out
    }

    /// Returns each legal token with the position after it.
    pub fn moves(&self) -> Vec<(String, Self)> {
        let Some(seat) = self.mover.filter(|_| !self.is_over() && !self.reveal_is_due()) else { return Vec::new() };
        let mut out = Vec::new();
        let mut spared = true;
        let mut seen = Vec::new();
        for &card in &self.hands[seat] {
            if seen.contains(&card) {
                continue;
            }
            seen.push(card);
            for (token, mut next, own) in self.plays(card) {
                spared &= own;
                let place = next.hands[seat].iter().position(|&held| held == card).unwrap();
                next.hands[seat].remove(place);
                next.used.push(card);
                next.finish(seat);
                out.push((token, next));
            }
        }
        if out.is_empty() || (self.optional && spared) {
            let mut next = self.clone();
            let hand: Vec<char> = std::mem::take(&mut next.hands[seat]);
            next.used.extend(&hand);
            next.finish(seat);
            out.push((format!("fold:{}", sorted(&hand)), next));
        }
        out
    }

    fn finish(&mut self, seat: usize) {
        self.plies += 1;
        for ahead in 1..=4 {
            let next = (seat + ahead) % 4;
            if !self.hands[next].is_empty() {
                self.mover = Some(next);
                return;
            }
        }
        if self.is_over() || self.is_capped() {
            self.mover = Some(seat);
            return;
        }
        self.mover = None;
        self.dealer = (self.dealer + 1) % 4;
        if self.deal == 3 {
            self.deal = 1;
            self.used.clear();
        } else {
            self.deal += 1;
        }
    }

    /// Applies the event token `!deal/…`, `!partners/…` or `!reveal/…`. A reveal does not change the seat to move.
    pub fn happen(&mut self, token: &str) {
        if let Some(cards) = token.strip_prefix("!partners/") {
            let cards: Vec<char> = cards.chars().collect();
            self.cards = Some(cards.try_into().unwrap());
            return;
        }
        if let Some(cards) = token.strip_prefix("!reveal/") {
            assert!(self.cards.unwrap().into_iter().eq(cards.chars()));
            self.turned = true;
            return;
        }
        for (hand, text) in self.hands.iter_mut().zip(token.trim_start_matches("!deal/").split('/')) {
            *hand = text.chars().collect();
        }
        self.mover = Some((self.dealer + 1) % 4);
    }

    pub fn text(&self) -> String {
        let mut out = match self.mover {
            _ if self.cards.is_none() => "partners".to_string(),
            _ if self.reveal_is_due() => "reveal".to_string(),
            Some(seat) => format!("p{}", seat + 1),
            None => "deal".to_string(),
        };
        for (colour, letter) in ["Y", "B", "R", "G"].iter().enumerate() {
            let mut places: Vec<i32> = self.pawns[colour].iter().copied().filter(|&at| at != WAITING).collect();
            places.sort_by_key(|&at| if at < 64 { (at + 16 * colour as i32) % 64 } else { at });
            let names: Vec<String> = places.iter().map(|&at| Self::name(colour, at)).collect();
            out += &format!(":{letter}{}", names.join(","));
        }
        let hands = self.hands.iter().map(|hand| if hand.is_empty() { "-".to_string() } else { sorted(hand) });
        let hands: Vec<String> = hands.collect();
        let cards = self.cards.filter(|_| self.hidden);
        let cards = cards.map_or(String::new(), |cards| format!(":P{}", cards.iter().collect::<String>()));
        out + &format!(
            ":C{}{cards}:X{}:D{},{}:F{}",
            hands.join("/"),
            sorted(&self.used),
            self.dealer + 1,
            self.deal,
            self.plies + 1
        )
    }

    /// Returns the number of leaves of the move tree at this depth.
    pub fn perft(&self, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves().iter().map(|(_, next)| next.perft(depth - 1)).sum()
    }
}

fn sorted(cards: &[char]) -> String {
    let mut cards = cards.to_vec();
    cards.sort_by_key(|&card| "A23456789TJQK".find(card));
    cards.into_iter().collect()
}
