//! Writes parsed games as PDN 3.0. Parsing the output gives the same game in its normal form.

use super::archive::{tag, wrap};
use super::game::{Node, PdnGame};

/// Writes the game in its normal form: remarks, tags, moves, `*`, and an empty line. Lines of the move text are shorter
/// than 80 characters, unless a single word is longer.
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
    append_words(&game.body, &mut words);
    words.push(game.terminator);
    out.push('\n');
    wrap(&mut out, words.into_iter());
    out.push('\n');
    out
}

/// Appends the tokens of a move text, including those of its variations.
fn append_words(nodes: &[Node], words: &mut Vec<String>) {
    for node in nodes {
        match node {
            Node::Number(number, three) => words.push(format!("{number}{}", if *three { "..." } else { "." })),
            Node::Move(pdn_move) => {
                let mark = if pdn_move.captures { "x" } else { "-" };
                let squares: Vec<String> = pdn_move.squares.iter().map(u8::to_string).collect();
                words.push(format!("{}{}", squares.join(mark), pdn_move.strength));
            }
            Node::Ellipsis => words.push("...".to_string()),
            Node::Comment(text) => words.push(format!("{{{text}}}")),
            Node::Glyph(digits) => words.push(format!("${digits}")),
            Node::Setup(text) => words.push(format!("/{text}/")),
            Node::Variation(inner) => {
                words.push("(".to_string());
                append_words(inner, words);
                words.push(")".to_string());
            }
        }
    }
}
