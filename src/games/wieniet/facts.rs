//! What a person would say about a move, and why a token is not legal.

use super::board::{Tile, Tiles};
use super::moves::Action;
use super::position::Wieniet;
use super::words::ABOUT;
use kit::about::Refusal;
use kit::state::State;
use ugi::Seat;
use ugi::facts::player;

impl Wieniet {
    /// Returns a legal move in words.
    pub(super) fn move_words(&self, action: Action, language: &str) -> String {
        let (key, arguments) = match action {
            Action::Lay(tile) => ("do.lay", vec![player(Seat::new(self.them())), tile.to_string()]),
            Action::Move(from, to) => {
                let taken = self.stones[self.us()] & !self.after(action).stones[self.us()] & !from.bit();
                let taken: Vec<String> = Tile::each(taken).map(|tile| tile.to_string()).collect();
                let key = match line(from, to).as_deref() {
                    Some([] | [_]) => "do.step",
                    _ if !taken.is_empty() => "do.jump_take",
                    _ if self.is_irreversible(action) => "do.jump_turn",
                    _ => "do.jump",
                };
                (key, vec![from.to_string(), to.to_string(), ABOUT.list(language, &taken)])
            }
            Action::Pass => ("do.pass", Vec::new()),
        };
        ABOUT.word(language, key, &arguments)
    }

    /// Returns why a token is not a legal move of the side to move; `None` if it is legal.
    pub(super) fn refusal(&self, token: &str) -> Option<Refusal> {
        let action = match loose_action(token) {
            Ok(action) => action,
            Err(refusal) => return Some(refusal),
        };
        match action {
            Action::Lay(_) if !self.is_setting_up() => Some(Refusal::new("all_laid", &[])),
            Action::Lay(_) if self.unlaid[self.them()] == 0 => Some(Refusal::new("none_to_lay", &[])),
            Action::Lay(tile) => (self.free() & tile.bit() == 0).then(|| Refusal::new("occupied", &[&tile])),
            Action::Pass if self.legal().contains(&action) => None,
            Action::Pass => Some(Refusal::new(if self.is_setting_up() { "must_lay" } else { "must_move" }, &[])),
            Action::Move(..) if self.is_setting_up() => Some(Refusal::new("setup", &[])),
            Action::Move(from, to) => self.refuse_move(from, to),
        }
    }

    fn refuse_move(&self, from: Tile, to: Tile) -> Option<Refusal> {
        if self.free() & from.bit() != 0 {
            return Some(Refusal::new("no_stone", &[&from]));
        }
        if self.stones[self.us()] & from.bit() == 0 {
            return Some(Refusal::new("not_yours", &[&from]));
        }
        if self.free() & to.bit() == 0 {
            return Some(Refusal::new("occupied", &[&to]));
        }
        let Some(row) = line(from, to) else { return Some(Refusal::new("not_straight", &[&from, &to])) };
        let crossed = &row[..row.len() - 1];
        if let Some(gap) = crossed.iter().find(|tile| self.free() & tile.bit() != 0) {
            return Some(Refusal::new("gap", &[gap]));
        }
        if crossed.len() > 1 && self.up & from.bit() == 0 {
            return Some(Refusal::new("circle_down", &[&from]));
        }
        let crossed: Tiles = crossed.iter().fold(0, |tiles, tile| tiles | tile.bit());
        let is_mixed = self.stones.iter().all(|stones| stones & crossed != 0);
        (is_mixed && !self.rules.mixed_rows).then(|| Refusal::new("mixed", &[]))
    }
}

/// Returns the tiles from `from`, which is excluded, straight to `to`, which is included; `None` if the tiles are equal
/// or in no straight line.
fn line(from: Tile, to: Tile) -> Option<Vec<Tile>> {
    let (files, ranks) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    let length = files.abs().max(ranks.abs());
    let is_straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    if length == 0 || !is_straight {
        return None;
    }
    let at = |steps: i8| {
        let (file, rank) = (from.file() as i8 + steps * files.signum(), from.rank() as i8 + steps * ranks.signum());
        Tile::new(file as u8, rank as u8)
    };
    (1..=length).map(at).collect()
}

/// Parses a token in the form of a move. Returns why it names no move.
fn loose_action(token: &str) -> Result<Action, Refusal> {
    if token == "pass" {
        return Ok(Action::Pass);
    }
    if let Some(name) = token.strip_prefix('@') {
        return tile(name).map(Action::Lay);
    }
    let (from, to) = token.split_once('-').ok_or_else(unread)?;
    Ok(Action::Move(tile(from)?, tile(to)?))
}

fn tile(name: &str) -> Result<Tile, Refusal> {
    match *name.as_bytes() {
        [file @ b'a'..=b'z', rank @ b'0'..=b'9'] => {
            let tile = rank.checked_sub(b'1').and_then(|rank| Tile::new(file - b'a', rank));
            tile.ok_or_else(|| Refusal::new("no_tile", &[&name]))
        }
        _ => Err(unread()),
    }
}

fn unread() -> Refusal {
    Refusal::new("unread", &[])
}
