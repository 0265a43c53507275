//! Writes finished games as PDN 3.0 (Portable Draughts Notation, Wesselink and others 2012) with GameType 21. Squares
//! always have the standard numbers, even if the engine uses the other numbering.

use super::game::{GAME_TYPE, Node, PdnGame, PdnMove};
use super::replay::rewrite;
use super::split;
use super::write::write as write_game;
use crate::games::checkers::squares::{RULES, fen};
use crate::games::checkers::{Checkers, Rules};
use anyhow::{Context, Result, bail, ensure};
use base::quote::quote;
use game::Record;
use kit::game::Game;
use kit::options::Values;
use kit::state::State;
use ugi::Base;

/// Returns a game as PDN: the tags from Event to Result, further tags, the moves with their comments, the reason for
/// the end as a comment, and `*`. The first token that is not a legal move ends the moves and becomes a comment.
/// `values` selects the square numbering of `game`.
///
/// # Errors
/// Returns an error if the start position cannot be parsed, the result is unknown, or the number of names is neither 0
/// nor 2.
pub(crate) fn write(values: &Values, game: &Record) -> Result<String> {
    let (start, mut body) = moves(&Rules::from(values), game)?;
    ensure!([0, 2].contains(&game.seats.len()), "seats: expected 2 names, Black's first, found {}", game.seats.len());
    let seat = |index: usize| game.seats.get(index).filter(|name| !name.is_empty()).map_or("?", String::as_str);
    let won = |index: usize, colour: &str| match seat(index) {
        "?" => format!("{colour} won"),
        name => format!("{name} ({colour}) won"),
    };
    // Black has the first seat and begins. Archives of English draughts put Black's points first.
    let (result, end) = match game.result.as_str() {
        "p1win" => ("1-0", won(0, "Black")),
        "p2win" => ("0-1", won(1, "White")),
        "draw" => ("1/2-1/2", "drawn".to_string()),
        "none" => ("*", "no result".to_string()),
        other => bail!("result: expected p1win, p2win, draw or none, found {}", quote(other)),
    };
    let reason = Some(game.reason.as_str()).filter(|reason| !["", "none"].contains(reason));
    let plies = body.iter().filter(|node| matches!(node, Node::Move(_))).count().to_string();
    body.push(comment(&reason.map_or(end.clone(), |reason| format!("{end}: {reason}"))));
    let tags = [
        ("Event", game.event.as_str()),
        ("Site", &game.site),
        ("Date", game.date.as_deref().unwrap_or("????.??.??")),
        ("Round", &game.round),
        ("Black", seat(0)),
        ("White", seat(1)),
        ("Result", result),
        ("GameType", GAME_TYPE),
    ];
    let setup = start.iter().flat_map(|fen| [("SetUp", "1"), ("FEN", fen.as_str())]);
    let tags = tags.into_iter().chain(setup).chain(time_controls(game));
    let tags = tags.chain([("PlyCount", plies.as_str()), ("Termination", &game.reason)]);
    let tags = tags.map(|(name, value)| (name.to_string(), value.to_string())).collect();
    Ok(write_game(&PdnGame { tags, body, terminator: "*".to_string(), ..PdnGame::default() }))
}

/// Returns the tag TimeControl, or a tag for each player if their time controls differ.
fn time_controls(game: &Record) -> Vec<(&'static str, &str)> {
    match game.time_controls.as_slice() {
        [black, white] if black == white => vec![("TimeControl", black)],
        [black, white] => vec![("BlackTimeControl", black), ("WhiteTimeControl", white)],
        _ => Vec::new(),
    }
}

/// Returns the FEN (`None` for the standard start position), and the move text: the moves with their numbers and, if
/// the moves end with a token that is not a legal move, this token as a comment.
fn moves(rules: &Rules, game: &Record) -> Result<(Option<String>, Vec<Node>)> {
    let mut position = match Base::parse(&game.base).and_then(Base::fen) {
        Some(text) => Checkers::parse_position(rules, text).with_context(|| format!("fen {text}"))?,
        None => Checkers::start(rules),
    };
    let (quiet, first) = position.counters();
    let plain = in_standard_numbering(&position);
    // The FEN of PDN has no counters, so they are added only if moves without progress came before the position.
    let text = if quiet > 0 { plain.position_text() } else { fen(&plain) };
    let start = Some(text).filter(|start| *start != fen(&Checkers::start(&RULES)));
    let mut body = Vec::new();
    // From the standard start position, move numbers begin at 1; otherwise they begin at the position's move number.
    let number = if start.is_some() { first } else { 1 };
    let white = position.us() == 1;
    for (ply, token) in game.moves.iter().enumerate() {
        // Arbiter decisions, resignations and illegal moves end the game and become a comment.
        let Ok(action) = position.parse_action(token) else {
            body.push(comment(token));
            break;
        };
        let mut pdn_move = PdnMove::default();
        rewrite(&mut pdn_move, &in_standard_numbering(&position), action);
        body.push(Node::Move(pdn_move));
        body.extend(game.comments.get(ply).filter(|text| !text.is_empty()).map(|text| comment(text)));
        position.play(action);
    }
    Ok((start, split::number(body, number, white)))
}

/// Returns the same position with standard square numbers.
fn in_standard_numbering(position: &Checkers) -> Checkers {
    position.with_rules(&Rules { turned: false, ..position.rules() })
}

/// Formats a comment. Braces in the text become spaces, because a closing brace would end the comment.
fn comment(text: &str) -> Node {
    Node::Comment(text.replace(['{', '}'], " "))
}
