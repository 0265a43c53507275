//! What a person would say about a move, and why a token is not legal.

use super::board::{Direction, Field};
use super::moves::Action;
use super::position::{Jeex, other};
use super::words::ABOUT;
use base::quote::quote;
use kit::about::Refusal;

/// Returns a move in words.
pub(super) fn words(action: Action, language: &str) -> String {
    let to = |direction: Direction| ABOUT.word(language, &format!("dir.{}", direction.word()), &[]);
    let (key, arguments) = match action {
        Action::Place(field, direction) => ("do.place", vec![field.to_string(), to(direction)]),
        Action::Rotate(field, direction) => ("do.rotate", vec![field.to_string(), to(direction)]),
        Action::Capture(from, to) => ("do.capture", vec![from.to_string(), to.to_string()]),
        Action::Claim => ("do.claim", Vec::new()),
    };
    ABOUT.word(language, key, &arguments)
}

impl Jeex {
    /// Returns why a token is not a legal move of the side to move; `None` if it is legal.
    pub(super) fn refusal(&self, token: &str) -> Option<Refusal> {
        let action = match loose_action(token) {
            Ok(action) => action,
            Err(refusal) => return Some(refusal),
        };
        match action {
            Action::Place(field, _) if self.empty() & field.bit() == 0 => Some(Refusal::new("occupied", &[&field])),
            Action::Place(field, direction) if self.is_opening() => self.refuse_opening(field, direction),
            Action::Claim if self.is_opening() => Some(Refusal::new("early_claim", &[])),
            _ if self.is_opening() => Some(Refusal::new("opening", &[])),
            Action::Place(..) if self.stock_of(self.mover) == 0 => Some(Refusal::new("no_stock", &[])),
            Action::Place(field, _) => {
                let is_adjacent = self.placements(self.mover) & field.bit() != 0;
                (!is_adjacent).then(|| Refusal::new("not_adjacent", &[&field]))
            }
            Action::Rotate(field, _) if self.empty() & field.bit() != 0 => {
                Some(Refusal::new("no_stone_to_turn", &[&field, &token]))
            }
            Action::Capture(field, _) if self.empty() & field.bit() != 0 => Some(Refusal::new("no_stone", &[&field])),
            Action::Rotate(field, _) | Action::Capture(field, _) if self.stones_of(self.mover) & field.bit() == 0 => {
                Some(Refusal::new("not_yours", &[&field]))
            }
            Action::Rotate(field, direction) => {
                (self.direction_on(field) == direction).then(|| Refusal::new("same_way", &[&field]))
            }
            Action::Capture(from, to) => self.refuse_capture(from, to),
            Action::Claim => None,
        }
    }

    /// `field` must be empty.
    fn refuse_opening(&self, field: Field, direction: Direction) -> Option<Refusal> {
        let first = self.stones_of(other(self.mover));
        if field.attacks(direction) {
            Some(Refusal::new("attacks", &[&field]))
        } else if let Some(stone) = Field::each(field.tip(direction) & first).next() {
            Some(Refusal::new("points_at", &[&stone]))
        } else {
            let mut pointing = Field::each(first).filter(|stone| stone.tip(self.direction_on(*stone)) == field.bit());
            pointing.next().map(|stone| Refusal::new("pointed_at", &[&field, &stone]))
        }
    }

    /// `from` must have a stone of the side to move.
    fn refuse_capture(&self, from: Field, to: Field) -> Option<Refusal> {
        match from.next(self.direction_on(from)) {
            None => Some(Refusal::new("points_off", &[&from])),
            Some(tip) if tip != to => Some(Refusal::new("points_elsewhere", &[&from, &tip, &to])),
            Some(_) if self.empty() & to.bit() != 0 => Some(Refusal::new("no_stone", &[&to])),
            Some(_) => (self.stones_of(self.mover) & to.bit() != 0).then(|| Refusal::new("own_stone", &[&to])),
        }
    }
}

/// Parses a token in the form of a move. Returns why it names no move.
fn loose_action(token: &str) -> Result<Action, Refusal> {
    if token == "jeex" {
        return Ok(Action::Claim);
    }
    let (is_placement, stone) = token.strip_prefix('@').map_or((false, token), |stone| (true, stone));
    let (field, rest) = loose_field(stone)?;
    if let Some(to) = rest.strip_prefix('x').filter(|_| !is_placement) {
        let (to, rest) = loose_field(to)?;
        return if rest.is_empty() { Ok(Action::Capture(field, to)) } else { Err(unread()) };
    }
    let Some(direction) = Direction::all().find(|direction| direction.word() == rest) else {
        let is_word = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_alphabetic());
        return Err(if is_word { Refusal::new("no_direction", &[&quote(rest)]) } else { unread() });
    };
    Ok(if is_placement { Action::Place(field, direction) } else { Action::Rotate(field, direction) })
}

/// Parses a field at the start of a text, which is returned without it.
fn loose_field(text: &str) -> Result<(Field, &str), Refusal> {
    let (Some(name), Some(rest)) = (text.get(..2), text.get(2..)) else { return Err(unread()) };
    match name.as_bytes() {
        [file, rank] if file.is_ascii_lowercase() && rank.is_ascii_digit() => {
            let key = if name == "c2" { "centre" } else { "no_field" };
            let field = Field::new(char::from(*file), char::from(*rank));
            field.map(|field| (field, rest)).ok_or_else(|| Refusal::new(key, &[&name]))
        }
        _ => Err(unread()),
    }
}

fn unread() -> Refusal {
    Refusal::new("unread", &[])
}
