//! Writes parsed games as PDN 3.0. Parsing the output gives the same game in its normal form.

use super::game::{Node, PdnGame};
use std::fmt::Write;

/// Move text lines are shorter than this number of columns, unless a single word is longer.
const WIDTH: usize = 80;

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
            Node::Move(pdn_move) => words.push(pdn_move.text() + &pdn_move.strength),
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

/// Writes a tag pair on its own line.
fn tag(out: &mut String, name: &str, value: &str) {
    // Control characters in the value, such as line endings, would break the format.
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
}

/// Appends `words`, separated by spaces and line breaks, so that lines are shorter than 80 columns. A text that
/// contains whitespace, such as a comment, may extend over several lines.
fn wrap(out: &mut String, words: impl Iterator<Item = String>) {
    let mut column = 0;
    for word in words.flat_map(|text| text.split_whitespace().map(str::to_string).collect::<Vec<_>>()) {
        let width = word.chars().count();
        let separator = match column {
            0 => "",
            _ if column + 1 + width < WIDTH => " ",
            _ => "\n",
        };
        column = if separator == " " { column + 1 + width } else { width };
        out.push_str(separator);
        out.push_str(&word);
    }
    out.push('\n');
}
