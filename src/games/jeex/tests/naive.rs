//! A naive move generator, written from the rules page without bitboards. It shares only the notation with the engine's
//! move generator.

use std::collections::{BTreeMap, BTreeSet};

type Cell = (i32, i32);

const CENTRE: Cell = (3, 2);
const WORDS: [(&str, Cell); 8] = [
    ("n", (0, 1)),
    ("ne", (1, 1)),
    ("e", (1, 0)),
    ("se", (1, -1)),
    ("s", (0, -1)),
    ("sw", (-1, -1)),
    ("w", (-1, 0)),
    ("nw", (-1, 1)),
];

#[derive(Clone)]
pub(super) struct Naive {
    pub(super) stones: BTreeMap<Cell, (usize, &'static str)>,
    pub(super) stock: [i32; 2],
    pub(super) plies: usize,
    pub(super) idle: usize,
    pub(super) battlefields: [Cell; 2],
    /// The number of occurrences of a position at which the game is a draw.
    pub(super) repetition: usize,
    /// All positions of the game so far, as text.
    pub(super) seen: Vec<String>,
    /// The winner (0 or 1), or 2 for a draw. `None` during the game.
    pub(super) over: Option<usize>,
}

fn step(word: &str) -> Cell {
    WORDS.iter().find(|(name, _)| *name == word).unwrap().1
}

fn on_board(cell: Cell) -> bool {
    (1..=5).contains(&cell.0) && (1..=3).contains(&cell.1)
}

fn name(cell: Cell) -> String {
    format!("{}{}", ["a", "b", "c", "d", "e"][cell.0 as usize - 1], cell.1)
}

fn cells() -> Vec<Cell> {
    let all = (1..=5).flat_map(|file| (1..=3).map(move |rank| (file, rank)));
    all.filter(|&cell| cell != CENTRE).collect()
}

fn cell(name: &str) -> Cell {
    cells().into_iter().find(|&cell| self::name(cell) == name).unwrap()
}

/// Returns the next cell in a direction or, if the next cell is the centre, the cell beyond it.
fn adjacent(from: Cell, (east, north): Cell) -> Cell {
    let next = (from.0 + east, from.1 + north);
    if next == CENTRE { (next.0 + east, next.1 + north) } else { next }
}

fn attacks_centre(from: Cell, word: &str) -> bool {
    let (east, north) = step(word);
    (from.0 + east, from.1 + north) == CENTRE
}

impl Naive {
    pub(super) fn start() -> Self {
        let mut start = Self {
            stones: BTreeMap::new(),
            stock: [7, 7],
            plies: 0,
            idle: 0,
            battlefields: [(3, 1), (3, 3)],
            repetition: 3,
            seen: Vec::new(),
            over: None,
        };
        start.update_result();
        start
    }

    /// Parses a position text, which must be valid and have all sections in the usual order.
    pub(super) fn read(text: &str) -> Self {
        let mut all = Self::start();
        let parts: Vec<&str> = text.split(':').collect();
        for (seat, part) in [(0, &parts[1][1..]), (1, &parts[2][1..])] {
            for stone in part.split(',').filter(|stone| !stone.is_empty()) {
                let word = WORDS.iter().find(|(word, _)| *word == &stone[2..]).unwrap().0;
                all.stones.insert(cell(&stone[..2]), (seat, word));
            }
        }
        let stock: Vec<i32> = parts[3][1..].split(',').map(|n| n.parse().unwrap()).collect();
        all.stock = [stock[0], stock[1]];
        all.idle = parts[4][1..].parse().unwrap();
        let full_move: usize = parts[5][1..].parse().unwrap();
        all.plies = 2 * (full_move - 1) + usize::from(parts[0] == "B");
        all.seen.clear();
        all.update_result();
        all
    }

    pub(super) fn mover(&self) -> usize {
        self.plies % 2
    }

    fn attacking(&self, seat: usize) -> bool {
        self.stones.iter().any(|(&cell, &(owner, word))| owner == seat && attacks_centre(cell, word))
    }

    pub(super) fn legal(&self) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        if self.over.is_some() {
            return all;
        }
        if self.plies < 2 {
            for cell in cells() {
                for (word, _) in WORDS {
                    if self.may_open(cell, word) {
                        all.insert(format!("@{}{word}", name(cell)));
                    }
                }
            }
            return all;
        }
        let me = self.mover();
        all.insert("jeex".to_string());
        for (&from, &(seat, word)) in &self.stones {
            if seat != me {
                continue;
            }
            let (east, north) = step(word);
            for end in [adjacent(from, (east, north)), adjacent(from, (-east, -north))] {
                if self.stock[me] > 0 && on_board(end) && !self.stones.contains_key(&end) {
                    WORDS.iter().for_each(|(way, _)| _ = all.insert(format!("@{}{way}", name(end))));
                }
            }
            for (way, _) in WORDS.iter().filter(|(way, _)| *way != word) {
                all.insert(format!("{}{way}", name(from)));
            }
            let before = adjacent(from, (east, north));
            if self.stones.get(&before).is_some_and(|&(owner, _)| owner != me) {
                all.insert(format!("{}x{}", name(from), name(before)));
            }
        }
        all
    }

    fn may_open(&self, at: Cell, word: &str) -> bool {
        if attacks_centre(at, word) || self.stones.contains_key(&at) {
            return false;
        }
        self.stones
            .iter()
            .all(|(&first, &(_, pointing))| adjacent(at, step(word)) != first && adjacent(first, step(pointing)) != at)
    }

    pub(super) fn play(&mut self, token: &str) {
        let me = self.mover();
        self.idle += 1;
        if token == "jeex" {
            let right = self.attacking(me) && !self.attacking(1 - me);
            self.over = Some(if right { me } else { 1 - me });
            self.idle -= 1;
        } else if let Some(stone) = token.strip_prefix('@') {
            let word = WORDS.iter().find(|(word, _)| *word == &stone[2..]).unwrap().0;
            self.stones.insert(cell(&stone[..2]), (me, word));
            self.stock[me] -= 1;
            self.idle = 0;
        } else if let Some((from, to)) = token.split_once('x') {
            let captor = self.stones.remove(&cell(from)).unwrap();
            self.stones.insert(cell(to), captor);
            self.stock[me] += i32::from(!self.battlefields.contains(&cell(to)));
            self.idle = 0;
        } else {
            let word = WORDS.iter().find(|(word, _)| *word == &token[2..]).unwrap().0;
            self.stones.insert(cell(&token[..2]), (me, word));
        }
        self.plies += 1;
        self.update_result();
    }

    fn update_result(&mut self) {
        let here = format!("{:?} {:?} {}", self.stones, self.stock, self.mover());
        self.seen.push(here.clone());
        let times = self.seen.iter().filter(|seen| **seen == here).count();
        let bare = |seat| self.stones.values().all(|&(owner, _)| owner != seat);
        let is_bare = self.plies >= 2 && (bare(0) || bare(1));
        if self.over.is_none() && (is_bare || times >= self.repetition || self.idle >= 50 || self.plies >= 1000) {
            self.over = Some(2);
        }
    }

    pub(super) fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal().len() as u64,
            _ => self.legal().iter().map(|token| self.after(token).perft(depth - 1)).sum(),
        }
    }

    fn after(&self, token: &str) -> Self {
        let mut next = self.clone();
        next.play(token);
        next
    }
}
