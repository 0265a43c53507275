//! The syntax tree of a game in PDN.

use super::letters;

/// The GameType of English draughts. Its fields mean: English draughts; Black begins; 8 columns; 8 rows; numbered
/// squares that start at the bottom right, as the side that begins sees the board; the bottom left square is playable.
pub(super) const GAME_TYPE: &str = "21,B,8,8,N1,0";

/// The tags with the names of the players, in the order of the seats. American programs call Black's side Red, and
/// PlayStrategy numbers the players.
pub(super) const PLAYERS: [&[&str]; 2] = [&["Black", "Red", "P1"], &["White", "P2"]];

/// A game as it is written in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PdnGame {
    /// The lines before the move text that begin with `%`, without the `%`.
    pub remarks: Vec<String>,
    /// The names and values of the tags, in the order of the file. Names begin with a capital letter.
    pub tags: Vec<(String, String)>,
    /// Moves, comments, variations and other nodes of the move text.
    pub body: Vec<Node>,
    /// The result that ends the move text, such as `1-0`; `*` if there is none.
    pub terminator: String,
    /// The first line of the game, counted from 1.
    pub line: usize,
}

/// A node of the move text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// `12.` or `12...`: the number, and whether three dots follow.
    Number(String, bool),
    /// A move of the main line or of a variation.
    Move(PdnMove),
    /// `...` in place of an omitted move.
    Ellipsis,
    /// The text of a comment, with single spaces between its words.
    Comment(String),
    /// A numeric annotation glyph such as `$7`: the digits after the `$`.
    Glyph(String),
    /// A variation, which replaces the move before it.
    Variation(Vec<Node>),
    /// `/FEN "..."/`, which sets up another position: the text between the slashes.
    Setup(String),
}

/// A move as it is written in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PdnMove {
    /// The squares in the order in which they are written; at least two.
    pub squares: Vec<u8>,
    /// Whether the move is written as a capture.
    pub captures: bool,
    /// Whether the squares are written with letters, as in `c3-d4`.
    pub letters: bool,
    /// The suffix `!`, `?`, `(!?)`, ...; empty if there is none.
    pub strength: String,
    /// The line of the move, counted from 1.
    pub line: usize,
}

impl PdnGame {
    /// Returns the value of a tag. The name is case-insensitive, because old files are inconsistent.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(given, _)| given.eq_ignore_ascii_case(name))?;
        Some(&found.1)
    }

    /// Returns those of these tags that are not empty, each with its value.
    pub fn given<'a>(&'a self, names: &'a [&'a str]) -> impl Iterator<Item = (&'a str, &'a str)> {
        names.iter().filter_map(|name| Some((*name, self.tag(name).filter(|value| !value.is_empty())?)))
    }

    /// Returns the game in the standard's form: GameType and, if known, Result are among the tags, `*` ends the game, a
    /// glyph replaces each star after a move, and a draw in words or as `1/2` becomes `1/2-1/2`. The GameType says that
    /// squares have numbers, so a game whose squares have letters gets none.
    pub fn normal(mut self) -> Self {
        let terminator = std::mem::replace(&mut self.terminator, "*".to_string());
        let game_type = if self.has_letters() { "*" } else { GAME_TYPE };
        for (name, value) in [("Result", terminator.as_str()), ("GameType", game_type)] {
            if self.tag(name).is_none() && value != "*" {
                self.tags.push((name.to_string(), value.to_string()));
            }
        }
        for (_, value) in self.tags.iter_mut().filter(|(name, _)| name.eq_ignore_ascii_case("Result")) {
            *value = standard(value).to_string();
        }
        self.body = without_stars(self.body);
        self
    }

    /// Returns whether a move of the main line or the FEN names squares with letters.
    pub(super) fn has_letters(&self) -> bool {
        self.moves().any(|pdn_move| pdn_move.letters) || self.tag("FEN").is_some_and(letters::in_fen)
    }

    /// Returns the moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = &PdnMove> {
        self.body.iter().filter_map(|node| if let Node::Move(pdn_move) = node { Some(pdn_move) } else { None })
    }
}

impl PdnMove {
    /// Returns the squares with their separators.
    pub(super) fn text(&self) -> String {
        let name = |square: &u8| if self.letters { letters::name(*square) } else { square.to_string() };
        let squares: Vec<String> = self.squares.iter().map(name).collect();
        squares.join(if self.captures { "x" } else { "-" })
    }
}

fn without_stars(nodes: Vec<Node>) -> Vec<Node> {
    let mut normalized = Vec::with_capacity(nodes.len());
    for node in nodes {
        match node {
            Node::Move(mut pdn_move) if pdn_move.strength == "*" => {
                pdn_move.strength.clear();
                normalized.extend([Node::Move(pdn_move), Node::Glyph("7".to_string())]);
            }
            Node::Variation(inner) => normalized.push(Node::Variation(without_stars(inner))),
            other => normalized.push(other),
        }
    }
    normalized
}

/// Returns `1/2-1/2` for a draw that is written as a word, as `1/2` or with `½`, and any other text unchanged,
/// including the draw `1-1`.
pub(super) fn standard(result: &str) -> &str {
    let is_word = !result.ends_with(|c: char| c.is_ascii_digit()) || result == "1/2";
    if is_word && points(result) == Some([1, 1]) { "1/2-1/2" } else { result }
}

/// Returns the half points of both sides in the order of the text, or `None` if the text is not a result with points.
pub(super) fn points(result: &str) -> Option<[u8; 2]> {
    match result.to_lowercase().as_str() {
        "1-0" | "2-0" => Some([2, 0]),
        "0-1" | "0-2" => Some([0, 2]),
        "1/2-1/2" | "1/2" | "1-1" | "½-½" | "½" | "draw" | "drawn" => Some([1, 1]),
        "0-0" => Some([0, 0]),
        _ => None,
    }
}
