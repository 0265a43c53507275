//! Captures that are split into one move for each jump, as PlayStrategy writes them. The numbers of the moves then do
//! not follow the turns of the players.

use super::game::{Node, PdnMove};

/// Joins the move `nodes[index]` with the moves that continue it, if together they are a legal capture, as `is_capture`
/// says. Returns whether they are. A move that begins where the last one ended always continues it, because the other
/// side has no piece there.
pub(super) fn join(nodes: &mut Vec<Node>, index: usize, is_capture: impl Fn(&PdnMove) -> bool) -> bool {
    let Some(Node::Move(first)) = nodes.get(index) else { return false };
    let mut joined = first.clone();
    let mut parts = Vec::new();
    for (at, node) in nodes.iter().enumerate().skip(index + 1) {
        match node {
            Node::Move(part) if part.squares.first() == joined.squares.last() => {
                joined.squares.extend(&part.squares[1..]);
                joined.strength.clone_from(&part.strength);
                parts.push(at);
                if is_capture(&joined) {
                    parts.iter().rev().for_each(|at| drop(nodes.remove(*at)));
                    nodes[index] = Node::Move(joined);
                    return true;
                }
            }
            Node::Number(..) | Node::Ellipsis | Node::Comment(_) | Node::Glyph(_) => {}
            Node::Move(_) | Node::Variation(_) | Node::Setup(_) => return false,
        }
    }
    false
}

/// Returns the nodes with new move numbers, of which `number` is the first; `white` is true if White moves first. Each
/// move by Black and the first move get a number.
pub(super) fn number(nodes: Vec<Node>, mut number: u64, mut white: bool) -> Vec<Node> {
    let mut numbered = Vec::with_capacity(nodes.len());
    let mut is_first = true;
    for node in nodes {
        match node {
            Node::Number(..) | Node::Ellipsis => {}
            Node::Move(_) => {
                if is_first || !white {
                    numbered.push(Node::Number(number.to_string(), white));
                }
                numbered.push(node);
                number += u64::from(white);
                (white, is_first) = (!white, false);
            }
            Node::Variation(inner) => {
                let before = number - u64::from(!white && !is_first);
                numbered.push(Node::Variation(self::number(inner, before, white == is_first)));
            }
            other => numbered.push(other),
        }
    }
    numbered
}
