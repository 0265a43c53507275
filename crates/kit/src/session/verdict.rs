//! Ends that a position does not know of: repetitions, resignations, refused tokens and what a runner declares, and
//! whom they blame. Knows no history.

use crate::game::{Game, GameResult, Reason, Seat, Turn, Verdict};

/// How a game ended, where its last position does not say so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Termination {
    /// What it means for the points.
    pub verdict: Verdict,
    /// The result on the wire.
    pub result: GameResult,
    /// `repetition`, `resign`, `illegal` or the word of `!end`.
    pub reason: String,
}

impl Termination {
    /// The end that `resign` or `!end/RESULT/REASON` is; `None` for any other token.
    pub fn by_token<G: Game>(position: &G, token: &str) -> Option<Self> {
        if token == "resign" { Some(Self::offence(position, token)) } else { Self::declared(position, token) }
    }

    /// The last position occurred too often.
    pub fn repetition() -> Self {
        let result = GameResult::Draw;
        Self { verdict: Verdict::Declared(result), result, reason: Reason::REPETITION.word().to_string() }
    }

    /// Against the seat to move; at a chance node against p1's side.
    pub fn offence<G: Game>(position: &G, reason: &str) -> Self {
        let verdict = Verdict::Offence(blamed(position));
        Self { verdict, result: position.result_with(Some(verdict)), reason: reason.to_string() }
    }

    fn declared<G: Game>(position: &G, token: &str) -> Option<Self> {
        let (result, reason) = token.strip_prefix("!end/")?.split_once('/')?;
        let known = [GameResult::Draw, GameResult::None];
        // Who plays alone can lose too, to nobody.
        let result = (0..position.teams().max(2))
            .map(GameResult::Win)
            .chain(known)
            .find(|candidate| candidate.to_string() == result)?;
        let wording = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
        if reason.is_empty() || reason.len() > 40 || !reason.bytes().all(wording) {
            return None;
        }
        let offender = if matches!(reason, "time" | "illegal" | "resign") { offender(position, result) } else { None };
        let verdict = offender.map_or(Verdict::Declared(result), Verdict::Offence);
        Some(Self { verdict, result, reason: reason.to_string() })
    }
}

/// The seat to move; at a chance node p1.
fn blamed<G: Game>(position: &G) -> Seat {
    match position.turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance | Turn::Over => Seat::P1,
    }
}

/// Whom a verdict of an offence blames: the seat to move unless it won, else the only other team. Where two sides draw
/// nobody offended; of three, one may lose while the others draw. Where the teams are not known nobody is blamed.
fn offender<G: Game>(position: &G, result: GameResult) -> Option<Seat> {
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
