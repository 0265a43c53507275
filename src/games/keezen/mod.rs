//! Keezen: four seats in two teams race pawns around a ring of 64 cells by playing cards from hidden hands.

mod position;
mod moves;
mod rules;
mod notation;
mod eval;
mod render;
mod numbers;
mod baseline;

mod board;
mod cards;
mod chance;
mod facts;
mod partners;
mod playout;
mod sections;
mod tokens;
mod walk;
mod weights;
mod words;

#[cfg(test)]
mod tests;

pub use position::Keezen;

use board::{Board, Cell, PAWNS, RING};
use cards::{Cards, RANKS, Rank};
use kit::about::{About, Refusal};
use kit::game::Game;
use kit::numbers::Numbering;
use kit::options::{Kind, Spec, Values};
use kit::search::Sampling;
use kit::text::{Sections, TextError, TokenError};
use moves::{Action, card_of, cells_of, walks_of};
use notation::{Head, parse_head};
use partners::{Pairs, Partners};
use position::{Rules, Scoring};
use render::{EDGE, YARD, all_cells, place, turned};
use sections::{parse_board, parse_cards, parse_deal, parse_hands};
use std::collections::BTreeMap;
use std::fmt::Write;
use strum::VariantNames;
use tokens::{COLOURS, ParsedMove, cell_text, hand_text, parsed_move, partners_text, whole};
use ugi::board::{Board as Shown, Cells, Fact, Mark, Piece, Word};
use ugi::facts::player;
use ugi::{Seat, Viewer};

/// Whether a seat must play a card even if every move hits a pawn of the colour that walks.
const SELF_HIT: Spec = Spec { name: "Keezen.SelfHit", kind: Kind::Combo(&["forced", "optional"]) };
/// Whether a lane can be filled in any order or must be filled from its deepest cell.
const HOME_ORDER: Spec = Spec { name: "Keezen.HomeOrder", kind: Kind::Combo(&["free", "back"]) };
const SCORING: Spec = Spec { name: "Keezen.Scoring", kind: Kind::Combo(Scoring::VARIANTS) };
/// Whether partners sit opposite each other or are determined by cards dealt face down.
const PARTNERS: Spec = Spec { name: "Keezen.Partners", kind: Kind::Combo(&["fixed", "hidden"]) };
const MAX_PLIES: Spec =
    Spec { name: "Keezen.MaxPlies", kind: Kind::Spin { default: 2000, min: 0, max: i32::MAX as i64 } };

impl From<&Values> for Rules {
    fn from(values: &Values) -> Self {
        Rules {
            spare_own: values.text(&SELF_HIT) == "optional",
            back: values.text(&HOME_ORDER) == "back",
            scoring: values.word(&SCORING),
            hidden: values.text(&PARTNERS) == "hidden",
            max_plies: values.number(&MAX_PLIES) as u32,
        }
    }
}

impl Game for Keezen {
    const NAME: &'static str = "keezen";

    type Rules = Rules;

    type Strong = Sampling<Self>;

    const OPTIONS: &'static [Spec] = &[SELF_HIT, HOME_ORDER, SCORING, PARTNERS, MAX_PLIES];

    const ABOUT: About = words::ABOUT;

    const NUMBERS: Option<Numbering<Self>> = Some(Numbering::of());

    const BENCH: &'static [&'static str] = &[
        "startpos moves !deal/A47JK/2259T/3368Q/A48TQ",
        "startpos moves !deal/A47JK/2259T/3368Q/A48TQ K:in fold:2259T fold:3368Q A:in",
        "fen p3:Y:B16:R4,37:Gd2:CA28Q/38T/3447/5567:XAA2234566677899TTJQKK:D1,2:F14",
        "seat 1 fen p1:Y0,41:B9,16:R10:G44,58:C678/??/??/??:XAAAA23334445566788899JJQKKK:D1,2:F28",
        "fen p2:Ya2:B16,49,b4:R63:G12,13,15,d4:CA68K/A246/224T/A7JQ:XA23333445555667778889999TTTJJJQQQKKK:D1,3:F64",
        "seat 4 fen p4:Y0,16,60,a4:B13,19,54:Rc3,c4:G15,48,d4:C????/????/-/789J:X358TTJKK:D2,1:F92",
        "fen p4:Y41,a2,a3,a4:B8,b4:Rc1,c2,c3,c4:G44,d2:C8/2/A/A4:XAA22233334445555666677778889999TTTTJJJJQQQQKKKK:D4,3:F125",
        "seat 2 fen p2:Y5,39,40:B7,16,b3,b4:Rc3:G47,d1,d2,d4:C??/89/-/-:XA2234556678TJKKK:D1,1:F142",
        "fen p1:Y0,50,a3,a4:B27,30,55,b4:R32:Gd4:CA245/369T/356T/-:XA4789JJQ:D4,1:F172",
        "seat 3 fen p3:Ya2,a3,a4:B3,b2,b3,b4:R6,29,52,c4:Gd3,d4:C????/???/589Q/????:X223344667789TTTTJQQKK:D1,2:F192",
    ];

    const RULES: &'static [(&'static str, &'static str)] = rule_pages!("keezen");

    const SPEED_DEPTH: u32 = 12;

    fn start(rules: &Rules) -> Self {
        Self {
            board: Board::default(),
            hands: [Cards::NONE; 4],
            used: Cards::NONE,
            plies: 0,
            mover: None,
            dealer: 3,
            deal: 1,
            partners: if rules.hidden { Partners::Undealt } else { Partners::Open(Pairs::ACROSS) },
            last: 0,
            rules: *rules,
        }
    }

    fn parse_position(rules: &Rules, text: &str) -> Result<Self, TextError> {
        Self::parse_view(rules, text, Viewer::Master)
    }

    fn parse_view(rules: &Rules, text: &str, viewer: Viewer) -> Result<Self, TextError> {
        let sections = Sections::parse(text, if rules.hidden { "YBRGCPXDF" } else { "YBRGCXDF" })?;
        let head = parse_head(rules, sections.head)?;
        let board = parse_board(&sections)?;
        let (dealer, deal) = parse_deal(sections.get('D'))?;
        let mut seen = [0; RANKS];
        let hands = parse_hands(sections.get('C'), viewer, &mut seen)?;
        let used = match sections.get('X') {
            Some(section) => parse_cards(section.content, section.offset, false, &mut seen)?,
            None => Cards::NONE,
        };
        let full_move = sections.full_move(1)?;
        let mover = if let Head::Seat(seat) = head { Some(seat) } else { None };
        let partners = Self::start(rules).partners;
        let mut read =
            Self { board, hands, used, plies: full_move - 1, mover, dealer, deal, partners, last: 0, rules: *rules };
        if rules.hidden {
            read.partners = read.check_partners(&sections, head, viewer)?;
        }
        if read.reveal_is_due() && read.is_capped() && read.hands.iter().all(|hand| hand.is_empty()) {
            read.last = dealer;
        }
        read.check(&sections)?;
        Ok(read)
    }

    fn write_position(&self, out: &mut String) {
        match self.mover {
            Some(seat) => out.push_str(&Seat::new(usize::from(seat)).to_string()),
            None => out.push_str(self.pending_event().word()),
        }
        for (colour, letter) in COLOURS.chars().enumerate() {
            out.push(':');
            out.push(letter);
            let ring = (0..RING as u8).filter(|&place| self.board.on_ring(colour) >> place & 1 == 1).map(Cell);
            let lane = (0..PAWNS).filter(|&depth| self.board.in_lane(colour) >> depth & 1 == 1);
            let cells: Vec<String> = ring.chain(lane.map(|depth| Cell::lane(colour, depth))).map(cell_text).collect();
            out.push_str(&cells.join(","));
        }
        out.push_str(":C");
        out.push_str(&self.hands.map(hand_text).join("/"));
        if self.rules.hidden && self.partners != Partners::Undealt {
            out.push_str(":P");
            out.push_str(&partners_text(self.partners.known()));
        }
        out.push_str(":X");
        out.extend(self.used.iter().map(Rank::letter));
        out.push_str(&format!(":D{},{}:F{}", self.dealer + 1, self.deal, self.plies.saturating_add(1)));
    }

    fn parse_action(&self, token: &str) -> Result<Action, TokenError> {
        let seat = self.seat().ok_or(TokenError::Illegal)?;
        match whole(parsed_move, token).ok_or(TokenError::Illegal)? {
            ParsedMove::Fold(shown) => self.parse_fold(seat, shown),
            ParsedMove::Play(rank, action) => {
                let mut public = Vec::new();
                self.options(seat).list(rank, &mut public);
                if !public.contains(&action) {
                    Err(TokenError::Illegal)
                } else if self.may_hold(seat, rank) {
                    Ok(action)
                } else {
                    Err(TokenError::Cards)
                }
            }
        }
    }

    fn write_action(&self, action: Action, out: &mut String) {
        out.push_str(&match action {
            Action::Enter(rank) => format!("{}:in", rank.letter()),
            Action::Walk(rank, from) => format!("{}:{}", rank.letter(), cell_text(from)),
            Action::Split(first, steps, second) => {
                format!("7:{}={steps},{}={}", cell_text(first), cell_text(second), 7 - steps)
            }
            Action::Swap(own, other) => format!("J:{}x{}", cell_text(own), cell_text(other)),
            Action::Fold(hand) => format!("fold:{}", hand_text(hand)),
        });
    }

    fn cells(&self) -> Cells {
        let named = |cell: Cell| {
            let (x, y) = place(cell);
            (cell_text(cell), (f64::from(x), f64::from(y)))
        };
        let mark = |cell: Cell| {
            let start = || (0..4).find(|&colour| Cell::start(colour) == cell).map(|colour| ("start", colour));
            let home = (!cell.on_ring()).then(|| ("home", cell.lane_place().0));
            let (kind, colour) = home.or_else(start)?;
            Some((cell_text(cell), Mark { kind: kind.into(), seat: Some(Seat::new(colour)) }))
        };
        let yard = |colour| {
            let (x, y) = turned((YARD, EDGE - YARD), colour);
            (f64::from(x), f64::from(y))
        };
        Cells {
            grid: "ring".into(),
            cells: all_cells().map(named).collect(),
            colours: ["yellow", "blue", "red", "green"].map(Word::from).into(),
            facing: [0, 90, 180, 270].into(),
            marks: all_cells().filter_map(mark).collect(),
            yards: [("waiting".into(), (0..4).map(yard).collect())].into(),
            ..Cells::default()
        }
    }

    fn board(&self) -> Shown {
        let pawns = all_cells().filter_map(|cell| {
            let seat = Seat::new(self.board.owner(cell)?);
            Some(Piece::new(cell_text(cell), seat, "pawn"))
        });
        let pieces: Vec<Piece> = pawns.collect();
        let waiting = |seat| 4 - pieces.iter().filter(|pawn| pawn.look.seat == Some(seat)).count() as i64;
        let counts = [("waiting".into(), Seat::all(self.hands.len()).map(waiting).collect())].into();
        let hand = |hand: &Cards| if hand.is_empty() { String::new() } else { hand_text(*hand) };
        let teams = self.partners.open().map(|pairs| (0..4).map(|seat| pairs.team(seat) + 1).collect());
        let undealt = Cards::PACK.len() - self.used.len() - self.hands.iter().map(|hand| hand.len()).sum::<usize>();
        let mut facts: BTreeMap<Word, Fact> = [
            ("deal".into(), Fact::from(i64::from(self.deal))),
            ("dealer".into(), Seat::new(usize::from(self.dealer)).into()),
            ("pack".into(), Fact::from(undealt as i64)),
        ]
        .into();
        if !self.used.is_empty() {
            facts.insert("discard".into(), Fact::of_cards(&hand_text(self.used)));
        }
        Shown { hands: self.hands.iter().map(hand).collect(), counts, facts, teams, pieces, ..Shown::default() }
    }

    /// The clicks are, in this order:
    ///
    /// - the card;
    /// - the cell of the (first) pawn, or the start cell if a pawn enters;
    /// - for a `7`, the target cell of that pawn, which determines its number of steps;
    /// - for a swap or a split, the cell of the second pawn.
    ///
    /// A fold is a single click on `fold`.
    fn clicks(&self, action: Action) -> Vec<String> {
        let Some(rank) = card_of(action) else { return vec!["fold".to_string()] };
        let cells = self.trace(action);
        let shown = match action {
            Action::Split(..) => 3,
            Action::Walk(..) if rank != Rank::SEVEN => 1,
            _ => 2,
        };
        std::iter::once(rank.letter().to_string()).chain(cells.into_iter().take(shown)).collect()
    }

    fn trace(&self, action: Action) -> Vec<String> {
        let Some(seat) = self.seat() else { return Vec::new() };
        let cells = cells_of(&self.board, self.options(seat).colour, self.partners.way(), action);
        cells.into_iter().map(cell_text).collect()
    }

    fn walks(&self, action: Action) -> Vec<Vec<String>> {
        let Some(seat) = self.seat() else { return Vec::new() };
        let walks = walks_of(&self.board, self.options(seat).colour, self.partners.way(), action);
        walks.into_iter().map(|walk| walk.into_iter().map(cell_text).collect()).collect()
    }

    fn played_cards(&self, action: Action) -> Option<String> {
        Some(match action {
            Action::Fold(hand) => hand.iter().map(Rank::letter).collect(),
            _ => card_of(action)?.letter().to_string(),
        })
    }

    fn words(&self, action: Action, language: &str) -> Option<String> {
        let word = |key: &str, arguments: &[String]| Self::ABOUT.word(language, key, arguments);
        let (own, other) = match action {
            Action::Swap(own, other) => (own, other),
            Action::Fold(_) => {
                let cards = self.played_cards(action)?;
                return Some(word("do.fold", &[Self::ABOUT.cards(&cards, language)]));
            }
            _ => return None,
        };
        let pawn = |cell: Cell| match self.board.owner(cell).filter(|&owner| Some(owner) != self.seat()) {
            Some(owner) => word("do.owner", &[word("kind.pawn", &[]), player(Seat::new(owner))]),
            None => word("kind.pawn", &[]),
        };
        let swap = word("do.swap", &[pawn(own), cell_text(own), pawn(other), cell_text(other)]);
        Some(format!("{}: {swap}", Self::ABOUT.cards("J", language)))
    }

    fn why_not(&self, token: &str) -> Option<Refusal> {
        self.refusal(token)
    }

    fn picture(&self) -> String {
        let mut rows = vec![vec!["    ".to_string(); EDGE as usize + 1]; EDGE as usize + 1];
        for cell in all_cells() {
            let (x, y) = place(cell);
            rows[y as usize][x as usize] = self.drawn_cell(cell);
        }
        let mut out: String = rows.iter().map(|row| format!("{}\n", row.concat().trim_end())).collect();
        out.push('\n');
        for (seat, letter) in COLOURS.chars().enumerate() {
            let (hand, waiting) = (hand_text(self.hands[seat]), self.board.waiting(seat));
            let mark = if self.mover == Some(seat as u8) { '>' } else { ' ' };
            let _ = writeln!(
                out,
                "{mark} p{} {letter}  hand {hand:5}  waiting {waiting}  home {}",
                seat + 1,
                self.board.home(seat)
            );
        }
        let played = hand_text(self.used);
        let _ = write!(out, "  dealer p{}, deal {} of 3, played {played}", self.dealer + 1, self.deal);
        if self.rules.hidden {
            let _ = match self.partners {
                Partners::Undealt => write!(out, "\n  partner cards not dealt yet"),
                Partners::Open(pairs) => write!(out, "\n  partner cards {}", partners_text(Some(pairs))),
                hidden => write!(out, "\n  partner cards face down {}", partners_text(hidden.known())),
            };
        }
        out
    }

    fn explain(&self) -> String {
        self.explanation()
    }

    fn greedy_value(&self, action: Action) -> i32 {
        baseline::greedy(self, action)
    }
}
