//! The answers of the extension `facts`: what is fixed in a game, and what each move does on the board.
//!
//! Unknown JSON keys are kept. Missing keys become empty values.

use crate::board::{Board, Extra, Look, Piece, Word};
use crate::seats::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is fixed in a game: the answer to `query info`.
///
/// ```
/// use speltafel_ugi::facts::GameInfo;
///
/// let info: GameInfo = serde_json::from_str(r#"{"game":"nim","seats":[2,2],"words":{"en":{"kind.man":"man"}}}"#)?;
/// assert_eq!((info.seats, info.words["en"]["kind.man"].as_str()), ([2, 2], "man"));
/// assert!(!info.hidden);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GameInfo {
    /// The name in the protocol.
    pub game: String,
    /// The display name in each language, by language code.
    pub name: BTreeMap<String, String>,
    /// The least and the greatest number of seats.
    pub seats: [usize; 2],
    /// The least and the greatest number of teams.
    pub teams: [usize; 2],
    /// Whether the game has chance events.
    pub chance: bool,
    /// Whether some seats do not see everything.
    pub hidden: bool,
    /// Whether the seats score points.
    pub points: bool,
    /// Whether the game is a puzzle for one seat.
    pub puzzle: bool,
    /// Whether the game can end in a draw.
    pub draws: bool,
    /// The names of the options that change the rules.
    pub rule_options: Vec<String>,
    /// What is written on a card, by its letter.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub face: BTreeMap<String, String>,
    /// The words of the game in each language: by language code, then by kind and name, such as `reason.no_moves`. A
    /// number in braces stands for an argument, as in `start of {0}`.
    pub words: BTreeMap<String, BTreeMap<String, String>>,
    /// All other JSON keys. They are kept when the value is written as JSON again.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A move or an event, and what it does: the answer to `query step`, and an item of the answers
/// to `query moves` and `query steps`.
///
/// ```
/// use speltafel_ugi::facts::{Act, MoveFacts};
///
/// let text = r#"{"token":"9-13","words":"9 to 13","steps":[{"do":"walk","piece":"man","seat":1,"from":"9","to":"13"}]}"#;
/// let facts: MoveFacts = serde_json::from_str(text)?;
/// assert_eq!((facts.steps[0].act, facts.nothing), (Act::Walk, false));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MoveFacts {
    /// The canonical token.
    pub token: String,
    /// The seat that moves or resigns; `None`, in JSON 0, for an event and a verdict.
    #[serde(with = "crate::board::seat_or_zero")]
    pub seat: Option<Seat>,
    /// What to click for a move, in order; empty for an event and for the end of a game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clicks: Vec<String>,
    /// What a person would say, with `{p2}` for the player of a seat; see [`name_players`].
    pub words: String,
    /// Whether the move changes nothing on the board, as a pass or a fold.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub nothing: bool,
    /// The letter of the card that a move uses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// The steps on the board, in order.
    pub steps: Vec<Step>,
    /// All other JSON keys. They are kept when the value is written as JSON again.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Returns what stands for the player of a seat in words: `{p2}`. [`name_players`] replaces it by a name.
#[must_use]
pub fn player(seat: Seat) -> String {
    format!("{{{seat}}}")
}

/// Returns words in which `name` has named the players.
///
/// ```
/// use speltafel_ugi::Seat;
/// use speltafel_ugi::facts::{name_players, player};
///
/// assert_eq!(player(Seat::P2), "{p2}");
/// let names = ["Anna", "Bert"];
/// let name = |seat: Seat| names.get(seat.index()).map_or(seat.to_string(), ToString::to_string);
/// assert_eq!(name_players("hits pawn of {p2} on {c3}, {p1}", name), "hits pawn of Bert on {c3}, Anna");
/// ```
#[must_use]
pub fn name_players(words: &str, name: impl Fn(Seat) -> String) -> String {
    let mut parts = words.split('{');
    let mut named = parts.next().unwrap_or_default().to_string();
    for part in parts {
        match part.split_once('}').and_then(|(seat, rest)| Some((seat.parse::<Seat>().ok()?, rest))) {
            Some((seat, rest)) => named.extend([name(seat).as_str(), rest]),
            None => named.extend(["{", part]),
        }
    }
    named
}

/// What a [`Step`] does.
///
/// See the example of [`Picture`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Act {
    /// The piece goes from the cell `from` to the cell `to`.
    Walk,
    /// The piece leaves the cell `from`. Without a piece, `card` leaves the hand of the seat without being played, or
    /// the count `from` of the seat falls by `count`.
    Take,
    /// The piece on the cell `to` points elsewhere.
    Turn,
    /// The piece on the cell `to` becomes a `piece`.
    Promote,
    /// The piece appears on the cell `to`. Without a piece, the count `to` of the seat rises by `count`.
    Put,
    /// The seat plays `card`.
    Play,
    /// The seat is dealt or takes `card`.
    Deal,
    /// A word that this version does not know.
    #[default]
    #[serde(other)]
    Unknown,
}

/// One change of the picture.
///
/// See the example of [`Picture`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Step {
    /// What happens.
    #[serde(rename = "do")]
    pub act: Act,
    /// The kind of the piece, after the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<Word>,
    /// The seat of the piece or of the hand; in JSON 0, if the piece belongs to nobody.
    #[serde(with = "crate::board::seat_or_zero")]
    pub seat: Option<Seat>,
    /// The cell that the piece leaves. When a piece is put, the name of the count from which it comes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The cell that the piece reaches or stands on. When a piece is taken, the name of the count to which it goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The cells of a walk in order, both ends included, if there are more than two.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// The letters of the cards, `?` for each unknown one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// The change of a count, if there is no piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<i64>,
    /// The direction in which the piece points after the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<Word>,
    /// All other JSON keys, such as the `roads` of a tile.
    #[serde(flatten)]
    pub extra: Extra,
}

impl Step {
    /// Creates a step that concerns a piece of this look.
    #[must_use]
    pub fn of_piece(act: Act, look: &Look) -> Self {
        let Look { seat, kind, dir, extra } = look.clone();
        Self { act, piece: Some(kind), seat, dir, extra, ..Self::default() }
    }

    /// Creates a step that concerns these cards of a seat.
    #[must_use]
    pub fn of_cards(act: Act, seat: Seat, cards: String) -> Self {
        Self { act, seat: Some(seat), card: Some(cards), ..Self::default() }
    }

    /// Returns the piece after the step, without its cell. Its kind is empty if the step concerns no piece.
    #[must_use]
    pub fn look(&self) -> Look {
        let kind = self.piece.clone().unwrap_or_default();
        Look { seat: self.seat, kind, dir: self.dir.clone(), extra: self.extra.clone() }
    }
}

/// The part of a [`Board`] that steps change: pieces, hands and counts. The order of pieces and cards has no meaning.
///
/// ```
/// use speltafel_ugi::Seat;
/// use speltafel_ugi::board::{Board, Piece};
/// use speltafel_ugi::facts::{Act, Picture, Step};
///
/// let man = Piece::new("9", Seat::P1, "man");
/// let walk = Step { from: Some("9".into()), to: Some("13".into()), ..Step::of_piece(Act::Walk, &man.look) };
/// let mut picture = Picture::of(&Board { pieces: vec![man], ..Board::default() });
/// picture.apply(&walk)?;
/// let after = Board { pieces: vec![Piece::new("13", Seat::P1, "man")], ..Board::default() };
/// assert_eq!(picture, Picture::of(&after));
/// assert!(picture.apply(&walk).is_err());
/// # Ok::<(), speltafel_ugi::facts::StepError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picture {
    pieces: Vec<Piece>,
    hands: Vec<String>,
    counts: BTreeMap<Word, Vec<i64>>,
}

/// The error of a step that does not fit the picture: the cell, count or hand at which it fails.
///
/// See the example of [`Picture`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the step does not fit the picture at {place}")]
pub struct StepError {
    /// The cell, the name of the count, or the word of the seat.
    pub place: String,
}

impl Picture {
    /// Returns the picture of a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let Board { pieces, hands, counts, .. } = board.clone();
        let mut picture = Self { pieces, hands, counts };
        picture.sort();
        picture
    }

    /// Carries out a step. Steps with an unknown word change nothing.
    ///
    /// # Errors
    /// Returns an error if the piece, the cards or the count are not there. The picture is then left as it was.
    pub fn apply(&mut self, step: &Step) -> Result<(), StepError> {
        let mut next = self.clone();
        let place = |name: &Option<String>| name.clone().unwrap_or_default();
        match step.act {
            Act::Walk => {
                let piece = next.lift(&place(&step.from), |look| *look == step.look())?;
                next.pieces.push(Piece { at: place(&step.to), look: piece.look });
            }
            Act::Take if step.piece.is_some() => {
                next.lift(&place(&step.from), |look| *look == step.look())?;
                next.count(step, step.to.as_deref(), 1)?;
            }
            Act::Put if step.piece.is_some() => {
                next.pieces.push(Piece { at: place(&step.to), look: step.look() });
                next.count(step, step.from.as_deref(), -1)?;
            }
            Act::Take if step.card.is_none() => {
                next.count(step, step.from.as_deref(), -step.count.unwrap_or(1))?;
            }
            Act::Put => next.count(step, step.to.as_deref(), step.count.unwrap_or(1))?,
            Act::Turn | Act::Promote => {
                let piece = next.lift(&place(&step.to), |look| look.seat == step.seat)?;
                next.pieces.push(Piece { at: piece.at, look: step.look() });
            }
            Act::Deal => next.hand(step)?.push_str(step.card.as_deref().unwrap_or_default()),
            Act::Play | Act::Take => {
                let unfit = Self::unfit(step.seat);
                let hand = next.hand(step)?;
                for card in step.card.iter().flat_map(|cards| cards.chars()) {
                    let at = hand.find(card).or_else(|| hand.find('?')).ok_or_else(|| unfit.clone())?;
                    hand.remove(at);
                }
            }
            Act::Unknown => {}
        }
        next.sort();
        *self = next;
        Ok(())
    }

    fn sort(&mut self) {
        self.pieces.sort_by_cached_key(|piece| (piece.at.clone(), piece.look.seat, piece.look.kind.clone()));
        for hand in &mut self.hands {
            let mut cards: Vec<char> = hand.chars().collect();
            cards.sort_unstable();
            *hand = cards.into_iter().collect();
        }
    }

    fn unfit(seat: Option<Seat>) -> StepError {
        StepError { place: seat.map(|seat| seat.to_string()).unwrap_or_default() }
    }

    /// Removes the piece on the cell `at` that `is_meant`, because two pieces may share a cell between two steps.
    fn lift(&mut self, at: &str, is_meant: impl Fn(&Look) -> bool) -> Result<Piece, StepError> {
        let found = self.pieces.iter().position(|piece| piece.at == at && is_meant(&piece.look));
        found.map(|index| self.pieces.remove(index)).ok_or_else(|| StepError { place: at.to_string() })
    }

    /// Changes the count `name` of the step's seat; `None` changes nothing.
    fn count(&mut self, step: &Step, name: Option<&str>, change: i64) -> Result<(), StepError> {
        let Some(name) = name else { return Ok(()) };
        let counts = self.counts.get_mut(name);
        let count = counts.and_then(|counts| counts.get_mut(step.seat?.index()));
        *count.ok_or_else(|| StepError { place: name.to_string() })? += change;
        Ok(())
    }

    fn hand(&mut self, step: &Step) -> Result<&mut String, StepError> {
        let hand = step.seat.and_then(|seat| self.hands.get_mut(seat.index()));
        hand.ok_or_else(|| Self::unfit(step.seat))
    }
}
