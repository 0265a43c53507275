//! Games as PDN 3.0. What is written reads back as the same game. Knows no rule of the game.

use super::archive::{tag, wrap};
use super::game::{Node, PdnGame};

/// The game in its normal form: remarks, tags, moves, `*`, an empty line. Lines of moves are shorter than 80 where words
/// allow it.
#[must_use]
pub fn write(game: &PdnGame) -> String {
    let game = game.clone().normal();
    let mut out = String::new();
    for remark in &game.remarks {
        out.push_str(&format!("% {remark}\n"));
    }
    for (name, value) in &game.tags {
        tag(&mut out, name, value);
    }
    let mut words = Vec::new();
    list(&game.body, &mut words);
    words.push(game.terminator);
    out.push('\n');
    wrap(&mut out, words.into_iter());
    out.push('\n');
    out
}

/// The words of a move text.
fn list(nodes: &[Node], words: &mut Vec<String>) {
    for node in nodes {
        match node {
            Node::Number(number, three) => words.push(format!("{number}{}", if *three { "..." } else { "." })),
            Node::Move(told) => {
                let mark = if told.captures { "x" } else { "-" };
                let squares: Vec<String> = told.squares.iter().map(u8::to_string).collect();
                words.push(format!("{}{}", squares.join(mark), told.strength));
            }
            Node::Ellipsis => words.push("...".to_string()),
            Node::Comment(text) => words.push(format!("{{{text}}}")),
            Node::Glyph(digits) => words.push(format!("${digits}")),
            Node::Setup(text) => words.push(format!("/{text}/")),
            Node::Variation(inner) => {
                words.push("(".to_string());
                list(inner, words);
                words.push(")".to_string());
            }
        }
    }
}
