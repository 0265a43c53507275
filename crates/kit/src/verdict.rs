//! Ends of a game that do not follow from its last position: repetitions, resignations, illegal tokens and declared
//! verdicts.

use crate::state::{Reason, State, Verdict};
use ugi::{GameResult, Seat, Turn};

/// The end of a game that does not follow from its last position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Termination {
    /// The verdict, from which the points follow.
    pub verdict: Verdict,
    /// The result of the game.
    pub result: GameResult,
    /// `repetition`, `resign`, `illegal` or the reason of `!end/RESULT/REASON`.
    pub reason: String,
}

impl Termination {
    /// Returns the end of the game that the token `resign` or `!end/RESULT/REASON` causes, or `None` for any other
    /// token.
    pub fn by_token<G: State>(position: &G, token: &str) -> Option<Self> {
        if token == "resign" { Some(Self::offence(position, token)) } else { Self::declared(position, token) }
    }

    /// Creates the end of a game that is drawn by repetition.
    pub fn repetition() -> Self {
        let result = GameResult::Draw;
        Self { verdict: Verdict::Declared(result), result, reason: Reason::REPETITION.word().to_string() }
    }

    /// Creates the end of a game that the seat to move, or p1 at a chance node, loses because of an offence.
    pub fn offence<G: State>(position: &G, reason: &str) -> Self {
        let verdict = Verdict::Offence(blamed(position));
        Self { verdict, result: position.result_with(Some(verdict)), reason: reason.to_string() }
    }

    fn declared<G: State>(position: &G, token: &str) -> Option<Self> {
        let (result, reason) = token.strip_prefix("!end/")?.split_once('/')?;
        let known = [GameResult::Draw, GameResult::None];
        // In a game for one seat, `p2win` means that the seat lost.
        let result = (0..position.teams().max(2))
            .map(GameResult::Win)
            .chain(known)
            .find(|candidate| candidate.to_string() == result)?;
        let is_allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
        if reason.is_empty() || reason.len() > 40 || !reason.bytes().all(is_allowed) {
            return None;
        }
        let offender = if matches!(reason, "time" | "illegal" | "resign") { offender(position, result) } else { None };
        let verdict = offender.map_or(Verdict::Declared(result), Verdict::Offence);
        Some(Self { verdict, result, reason: reason.to_string() })
    }
}

/// Returns the seat to move, or p1 at a chance node.
fn blamed<G: State>(position: &G) -> Seat {
    match position.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance | Turn::Over => Seat::P1,
    }
}

/// Returns the seat that committed the offence named by a declared verdict. After a win of another team, it is the seat
/// to move. After a win of the mover's team, it is the first seat of the other team if there are two teams, and unknown
/// (`None`) otherwise. After a draw, it is the seat to move if there are more than two teams, because the others may
/// draw while one team loses. A draw between two teams and a game without a result have no offender. Returns `None` if
/// the teams are unknown.
fn offender<G: State>(position: &G, result: GameResult) -> Option<Seat> {
    if !position.knows_teams() {
        return None;
    }
    let to_move = blamed(position);
    let mut seats = (0..position.seats()).map(Seat::new);
    match result {
        GameResult::Win(winner) if position.team(to_move) != winner => Some(to_move),
        GameResult::Win(winner) if position.teams() == 2 => seats.find(|seat| position.team(*seat) != winner),
        GameResult::Draw if position.teams() > 2 => Some(to_move),
        GameResult::Win(_) | GameResult::Draw | GameResult::None => None,
    }
}
