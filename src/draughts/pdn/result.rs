//! Game results: their accepted forms, whether they agree with the final position, and whose points come first.

use super::error::PdnError;
use super::game::{PdnGame, points};
use crate::games::checkers::Checkers;
use base::quote::quote;
use clap::ValueEnum;
use kit::state::State;
use ugi::GameResult;

/// The usual forms of accepted results, for messages.
const KNOWN_RESULTS: &str = "1-0, 0-1, 1/2-1/2, 2-0, 0-2, 1-1, 0-0, 1/2, Draw or *";
/// A hint that names the flag for results with White's points first.
const FIRST_WHITE: &str = "--first white reads results from White's side";

/// Whose points come first in a result.
///
/// Archives of draughts, such as the Open Checkers Archive, give the points of the side that begins first, so `1-0`
/// is a win for Black. The PDN standard does not specify the order. Some programs follow chess, where White's points
/// come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum PointsOrder {
    /// Black's, who begins
    #[default]
    Black,
    /// White's, as in chess
    White,
}

/// The evidence from a game that was won on the board and whose result names a winner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultEvidence {
    /// Whose points come first if the result is right.
    pub first: PointsOrder,
    /// The problem to report if the other side's points come first.
    pub otherwise: PdnError,
}

/// Compares the Result tag, the result at the end of the move text, and the final position. Returns the evidence for
/// whose points come first, if any.
///
/// # Errors
/// Returns an error if they contradict each other in both orders of points. A message about the final position names
/// the order `first`.
pub(super) fn check(game: &PdnGame, last: &Checkers, first: PointsOrder) -> Result<Option<ResultEvidence>, PdnError> {
    let line = game.moves().last().map_or(game.line, |pdn_move| pdn_move.line);
    let problem = |text: String| PdnError::new(line, None, text);
    let [tag, end] = written(game);
    if let (Some(tag), Some(end)) = (tag, end)
        && points(tag) != points(end)
    {
        return Err(problem(format!("the tag Result is {}, but the moves end with {end}", quote(tag))));
    }
    let (Some(result), Some(GameResult::Win(winner))) = (tag.or(end), last.ending().map(|ending| ending.result)) else {
        return Ok(None);
    };
    let name = if last.us() == 0 { "White" } else { "Black" };
    let wrong = |first| {
        let side = if first == PointsOrder::Black { "Black" } else { "White" };
        problem(format!("{name} has won, but the result is {} (the points of {side} first)", quote(result)))
    };
    match points(result) {
        None => Ok(None),
        Some([2, 0] | [0, 2]) if winner == usize::from(points(result) == Some([0, 2])) => {
            Ok(Some(ResultEvidence { first: PointsOrder::Black, otherwise: wrong(PointsOrder::White) }))
        }
        Some([2, 0] | [0, 2]) => {
            let otherwise = wrong(PointsOrder::Black).with_hint(Some(FIRST_WHITE.to_string()));
            Ok(Some(ResultEvidence { first: PointsOrder::White, otherwise }))
        }
        Some(_) => Err(wrong(first)),
    }
}

/// Returns a message if the Result tag names no result, although the moves end with one or its value is neither `*` nor
/// `?`.
pub(super) fn unknown(game: &PdnGame) -> Option<String> {
    let tag = game.tag("Result").map(str::trim).filter(|tag| !tag.is_empty() && points(tag).is_none())?;
    match (tag, written(game)) {
        ("*" | "?", [_, None]) => None,
        ("*" | "?", [_, Some(end)]) => Some(format!("the tag Result is {tag}, but the moves end with {end}")),
        _ => Some(format!("unknown result \"{}\": expected {KNOWN_RESULTS}", quote(tag))),
    }
}

/// Returns whether the tags name the players P1 and P2, as PlayStrategy does. P1 moves first, and the points of P1 come
/// first in the result.
pub(super) fn names_seats(game: &PdnGame) -> bool {
    game.tag("P1").is_some()
}

/// Returns the result in the Result tag or, if the tag names none, at the end of the move text. Returns `None` if that
/// is neither a win nor a draw. If the tags name P1 and P2, the points of P1 come first, whatever `first` is.
pub fn result(game: &PdnGame, first: PointsOrder) -> Option<GameResult> {
    let first = if names_seats(game) { PointsOrder::Black } else { first };
    let [tag, end] = written(game);
    match points(tag.or(end)?)? {
        [2, 0] => Some(GameResult::Win(usize::from(first == PointsOrder::White))),
        [0, 2] => Some(GameResult::Win(usize::from(first == PointsOrder::Black))),
        [1, 1] => Some(GameResult::Draw),
        // `0-0` means that both sides lost by default without playing.
        _ => None,
    }
}

/// Returns the value of the Result tag, or `None` if it is missing or names no result, and the result at the end of the
/// move text, or `None` if it is missing or `*`.
fn written(game: &PdnGame) -> [Option<&str>; 2] {
    let tag = game.tag("Result").map(str::trim).filter(|value| points(value).is_some());
    [tag, Some(game.terminator.as_str()).filter(|end| *end != "*")]
}
