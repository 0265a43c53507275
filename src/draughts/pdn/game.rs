//! A game as it stands in a file.

use super::archive::GAME_TYPE;

/// A game as it stands in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PdnGame {
    /// Lines that begin with `%`, above the tags.
    pub remarks: Vec<String>,
    /// Names and values, in the order of the file. Names begin with a capital letter.
    pub tags: Vec<(String, String)>,
    /// Moves and everything between them.
    pub body: Vec<Node>,
    /// What ends it, such as `1-0`; `*` where it ended without.
    pub terminator: String,
    /// Where it begins, from 1.
    pub line: usize,
}

/// A piece of the move text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// `12.` or `12...`, without the dots: the number, and whether there are three.
    Number(String, bool),
    /// A move of the game.
    Move(PdnMove),
    /// `...` for a move that is not told.
    Ellipsis,
    /// The text between braces, with single blanks between its words.
    Comment(String),
    /// `$7`
    Glyph(String),
    /// Other moves, from the position before the last move.
    Variation(Vec<Node>),
    /// `/FEN "..."/`: another position, the text between the slashes.
    Setup(String),
}

/// A move as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnMove {
    /// The squares from the first to the last, two at least.
    pub squares: Vec<u8>,
    /// Written as a capture.
    pub captures: bool,
    /// `!`, `?`, `(!?)`, ... behind it; empty without.
    pub strength: String,
    /// Where it stands, from 1.
    pub line: usize,
}

impl PdnGame {
    /// The value of a tag; the case of its name does not matter, because old files write it as they like.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(given, _)| given.eq_ignore_ascii_case(name))?;
        Some(&found.1)
    }

    /// The game as the standard wants it: the tags tell kind and result, `*` ends it, glyphs tell what stars told, a draw is
    /// `1/2-1/2`.
    #[must_use]
    pub fn normal(mut self) -> Self {
        let terminator = std::mem::replace(&mut self.terminator, "*".to_string());
        for (name, value) in [("Result", terminator.as_str()), ("GameType", GAME_TYPE)] {
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

    /// Moves of the game itself, without variations.
    pub fn moves(&self) -> impl Iterator<Item = &PdnMove> {
        self.body.iter().filter_map(|node| if let Node::Move(told) = node { Some(told) } else { None })
    }
}

fn without_stars(nodes: Vec<Node>) -> Vec<Node> {
    let mut tidy = Vec::with_capacity(nodes.len());
    for node in nodes {
        match node {
            Node::Move(mut told) if told.strength == "*" => {
                told.strength.clear();
                tidy.extend([Node::Move(told), Node::Glyph("7".to_string())]);
            }
            Node::Variation(inner) => tidy.push(Node::Variation(without_stars(inner))),
            other => tidy.push(other),
        }
    }
    tidy
}

/// The result in the form of the standard, where it is a draw in another one.
pub(super) fn standard(result: &str) -> &str {
    let is_word = !result.ends_with(|c: char| c.is_ascii_digit()) || result == "1/2";
    if is_word && points(result) == Some([1, 1]) { "1/2-1/2" } else { result }
}

/// Half points of both sides; `None` for what is no result of a game.
pub(super) fn points(result: &str) -> Option<[u8; 2]> {
    match result.to_lowercase().as_str() {
        "1-0" | "2-0" => Some([2, 0]),
        "0-1" | "0-2" => Some([0, 2]),
        "1/2-1/2" | "1/2" | "1-1" | "½-½" | "½" | "draw" | "drawn" => Some([1, 1]),
        "0-0" => Some([0, 0]),
        _ => None,
    }
}
