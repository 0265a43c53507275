//! A naive move generator on an 8×8 board of letters, written from the text of the rules. Tests compare it with the
//! bitboard generator. The two share no code, only the formats of positions and moves.

/// A board of letters: `b` and `w` are men, `B` and `W` kings, and `.` an empty square. Row 0 is the top row, which
/// contains square 1.
#[derive(Clone)]
pub struct Naive {
    squares: [[char; 8]; 8],
    mover: char,
}

impl Naive {
    /// Parses a position text with standard square numbers.
    pub fn read(text: &str) -> Self {
        let mut parts = text.split(':');
        let mover = if parts.next() == Some("B") { 'b' } else { 'w' };
        let mut squares = [['.'; 8]; 8];
        for part in parts {
            let letter = match &part[..1] {
                "B" => 'b',
                "W" => 'w',
                _ => continue,
            };
            for item in part[1..].split(',').filter(|item| !item.is_empty()) {
                let number: usize = item.trim_start_matches('K').parse().unwrap();
                let (row, column) = at(number);
                squares[row][column] = if item.starts_with('K') { letter.to_ascii_uppercase() } else { letter };
            }
        }
        Self { squares, mover }
    }

    /// Returns every legal move and the position after it.
    pub fn moves(&self) -> Vec<(String, Self)> {
        let mut captures = Vec::new();
        let mut steps = Vec::new();
        for number in 1..=32 {
            let (row, column) = at(number);
            let piece = self.squares[row][column];
            if piece.to_ascii_lowercase() != self.mover {
                continue;
            }
            let mut lifted = self.clone();
            lifted.squares[row][column] = '.';
            lifted.captures(piece, row, column, &[], number.to_string(), &mut captures);
            for (down, right) in ways(piece) {
                if let Some((to_row, to_column)) = go(row, column, down, right)
                    && self.squares[to_row][to_column] == '.'
                {
                    let token = format!("{number}-{}", number_of(to_row, to_column));
                    steps.push((token, lifted.landed(piece, to_row, to_column, &[])));
                }
            }
        }
        if captures.is_empty() { steps } else { captures }
    }

    /// Continues a capture from `row` and `column`, and appends all captures that begin in this way to `out`. The
    /// capturing piece is not on the board. It has already jumped over the pieces on `jumped`, and `token` is the part
    /// of the move token up to this square.
    fn captures(
        &self,
        piece: char,
        row: usize,
        column: usize,
        jumped: &[(usize, usize)],
        token: String,
        out: &mut Vec<(String, Self)>,
    ) {
        let mut stuck = true;
        for (down, right) in ways(piece) {
            let Some(over) = go(row, column, down, right) else { continue };
            let Some(to) = go(over.0, over.1, down, right) else { continue };
            let enemy = self.squares[over.0][over.1];
            let is_enemy = enemy != '.' && enemy.to_ascii_lowercase() != self.mover;
            if is_enemy && !jumped.contains(&over) && self.squares[to.0][to.1] == '.' {
                stuck = false;
                let mut longer = jumped.to_vec();
                longer.push(over);
                self.captures(piece, to.0, to.1, &longer, format!("{token}x{}", number_of(to.0, to.1)), out);
            }
        }
        if stuck && !jumped.is_empty() {
            out.push((token, self.landed(piece, row, column, jumped)));
        }
    }

    fn landed(&self, piece: char, row: usize, column: usize, jumped: &[(usize, usize)]) -> Self {
        let mut next = self.clone();
        for (row, column) in jumped {
            next.squares[*row][*column] = '.';
        }
        let crowned = piece == 'b' && row == 7 || piece == 'w' && row == 0;
        next.squares[row][column] = if crowned { piece.to_ascii_uppercase() } else { piece };
        next.mover = if self.mover == 'b' { 'w' } else { 'b' };
        next
    }

    /// Returns the position text without counters.
    pub fn text(&self) -> String {
        let list = |side: char| {
            let squares = (1..=32).filter_map(|number| {
                let (row, column) = at(number);
                let piece = self.squares[row][column];
                let king = if piece.is_ascii_uppercase() { "K" } else { "" };
                (piece.to_ascii_lowercase() == side).then(|| format!("{king}{number}"))
            });
            squares.collect::<Vec<_>>().join(",")
        };
        format!("{}:W{}:B{}", self.mover.to_ascii_uppercase(), list('w'), list('b'))
    }

    /// Returns the number of move sequences of length `depth`.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves().iter().map(|(_, next)| next.perft(depth - 1)).sum()
    }
}

fn ways(piece: char) -> Vec<(i32, i32)> {
    match piece {
        'b' => vec![(1, -1), (1, 1)],
        'w' => vec![(-1, -1), (-1, 1)],
        _ => vec![(1, -1), (1, 1), (-1, -1), (-1, 1)],
    }
}

fn go(row: usize, column: usize, down: i32, right: i32) -> Option<(usize, usize)> {
    let (row, column) = (row as i32 + down, column as i32 + right);
    ((0..8).contains(&row) && (0..8).contains(&column)).then_some((row as usize, column as usize))
}

fn at(number: usize) -> (usize, usize) {
    let row = (number - 1) / 4;
    let column = (number - 1) % 4 * 2;
    (row, column + (row + 1) % 2)
}

fn number_of(row: usize, column: usize) -> usize {
    row * 4 + column / 2 + 1
}
