//! The steps of a move or an event on the board, found by comparing the boards before and after it.

use crate::game::Game;
use std::borrow::Cow;
use std::collections::BTreeMap;
use ugi::Seat;
use ugi::board::{Board, Look, Piece, Word};
use ugi::facts::{Act, Step};

/// Returns the steps of a legal move. `board` is the board before the move.
pub(crate) fn of_move<G: Game>(before: &G, board: &Board, action: G::Action, mover: Seat, after: &Board) -> Vec<Step> {
    let mut steps = Steps::from(board, after);
    steps.cards(board, after, Some((mover, before.played_cards(action))));
    steps.walks(before.walks(action));
    steps.rest(Some(&|| before.trace(action)));
    steps.done.extend(steps.unplayed);
    steps.done
}

/// Returns the steps of an event.
pub(crate) fn of_event(before: &Board, after: &Board) -> Vec<Step> {
    let mut steps = Steps::from(before, after);
    steps.rest(None);
    steps.cards(before, after, None);
    [steps.unplayed, steps.done].concat()
}

/// The steps found so far, and what they leave to explain.
struct Steps<'a> {
    done: Vec<Step>,
    /// The steps of cards that leave a hand without being played.
    unplayed: Vec<Step>,
    /// The pieces after the steps found so far.
    pieces: Vec<Cow<'a, Piece>>,
    after: &'a Board,
    /// By name, how much the count of each seat still rises.
    counts: BTreeMap<Word, Vec<i64>>,
}

impl<'a> Steps<'a> {
    fn from(before: &'a Board, after: &'a Board) -> Self {
        let old = |name: &Word, seat: usize| before.counts.get(name).and_then(|counts| counts.get(seat)).copied();
        let risen = |(name, counts): (&Word, &Vec<i64>)| {
            let changes = counts.iter().enumerate().map(|(seat, count)| count - old(name, seat).unwrap_or_default());
            (name.clone(), changes.collect())
        };
        let counts =
            if before.counts == after.counts { BTreeMap::new() } else { after.counts.iter().map(risen).collect() };
        let pieces = before.pieces.iter().map(Cow::Borrowed).collect();
        Self { done: Vec::new(), unplayed: Vec::new(), pieces, after, counts }
    }

    /// Finds the cards that leave and enter hands. A move's `mover` plays the given cards.
    fn cards(&mut self, before: &Board, after: &Board, mover: Option<(Seat, Option<String>)>) {
        for (index, (old, new)) in before.hands.iter().zip(&after.hands).enumerate() {
            let seat = Seat::new(index);
            // A mover may play a card and draw the same one.
            if old == new && mover.as_ref().is_none_or(|(mover, _)| *mover != seat) {
                continue;
            }
            let mut hand = old.clone();
            if let Some((_, given)) = mover.as_ref().filter(|(mover, _)| *mover == seat) {
                let played = given.clone().unwrap_or_else(|| missing(old, new));
                for card in played.chars() {
                    if let Some(at) = hand.find(card).or_else(|| hand.find('?')) {
                        hand.remove(at);
                    }
                }
                if !played.is_empty() {
                    self.done.push(Step::of_cards(Act::Play, seat, played));
                }
            }
            let unplayed = missing(&hand, new);
            if !unplayed.is_empty() {
                self.unplayed.push(Step::of_cards(Act::Take, seat, unplayed));
            }
            let drawn = missing(new, &hand);
            if !drawn.is_empty() {
                self.done.push(Step::of_cards(Act::Deal, seat, drawn));
            }
        }
    }

    /// Finds the pieces that walk along these paths, and those that they hit.
    fn walks(&mut self, paths: Vec<Vec<String>>) {
        for (index, path) in paths.iter().enumerate() {
            let [from, .., to] = &path[..] else { continue };
            // A piece that has already walked to this cell was added last.
            let Some(at) = self.pieces.iter().position(|piece| piece.at == *from) else { continue };
            let look = self.pieces.remove(at).into_owned().look;
            self.done.push(Step {
                from: Some(from.clone()),
                to: Some(to.clone()),
                path: if path.len() > 2 { path.clone() } else { Vec::new() },
                ..Step::of_piece(Act::Walk, &look)
            });
            let walked = Piece { at: to.clone(), look };
            let after = self.after;
            // The piece that walks may look like the one that it hits.
            let stays = |piece: &Piece| {
                let alike = after.pieces.iter().filter(|other| *other == piece).count();
                alike > usize::from(*piece == walked)
            };
            let walks_later = |piece: &Piece| paths[index + 1..].iter().any(|path| path.first() == Some(&piece.at));
            let is_passed_later = |piece: &Piece| paths[index + 1..].iter().any(|path| path.contains(&piece.at));
            let is_hit = |piece: &Piece| {
                let now = piece.at == *to || path.contains(&piece.at) && !is_passed_later(piece);
                now && !walks_later(piece) && !stays(piece)
            };
            let hit: Vec<Cow<Piece>> = self.pieces.extract_if(.., |piece| is_hit(piece)).collect();
            self.pieces.push(Cow::Owned(walked));
            hit.iter().for_each(|piece| self.take(piece));
        }
    }

    /// Finds the steps that are left: pieces that walk, leave, change and appear, then counts. Pieces walk only in a
    /// move, of which `trace` returns the cells.
    fn rest(&mut self, trace: Option<&dyn Fn() -> Vec<String>>) {
        let pieces = std::mem::take(&mut self.pieces);
        let (old, new): (Vec<&Piece>, Vec<&Piece>) =
            (pieces.iter().map(AsRef::as_ref).collect(), self.after.pieces.iter().collect());
        let (mut gone, mut come) = (lacking(&old, &new), lacking(&new, &old));
        let mut changed = Vec::new();
        gone.retain(|old| {
            // A piece of nobody does not become one of another kind; the other is put in its place.
            let same_place = |new: &&Piece| {
                let same_piece = old.look.seat.is_some() || new.look.kind == old.look.kind;
                new.at == old.at && new.look.seat == old.look.seat && same_piece
            };
            let found = come.iter().position(same_place).map(|at| come.remove(at));
            found.map(|new| changed.push((old.look.kind != new.look.kind, new))).is_none()
        });
        let mut walks = Vec::new();
        if let Some(trace) = trace.filter(|_| !gone.is_empty() && !come.is_empty()) {
            // The first cells of the move are where a piece comes from.
            if gone.len() > 1 {
                let trace = trace();
                gone.sort_by_key(|piece| trace.iter().position(|cell| *cell == piece.at).unwrap_or(trace.len()));
            }
            gone.retain(|old| {
                let is_same = |new: &&Piece| new.look.seat == old.look.seat && old.look.seat.is_some();
                let alike = come.iter().position(|new| is_same(new) && new.look.kind == old.look.kind);
                let found = alike.or_else(|| come.iter().position(is_same)).map(|at| come.remove(at));
                found.map(|new| walks.push((*old, new))).is_none()
            });
        }
        for (old, new) in walks {
            self.done.push(Step {
                from: Some(old.at.clone()),
                to: Some(new.at.clone()),
                ..Step::of_piece(Act::Walk, &old.look)
            });
            if old.look != new.look {
                changed.push((old.look.kind != new.look.kind, new));
            }
        }
        gone.iter().for_each(|piece| self.take(piece));
        for (promoted, new) in changed {
            let act = if promoted { Act::Promote } else { Act::Turn };
            self.done.push(Step { to: Some(new.at.clone()), ..Step::of_piece(act, &new.look) });
        }
        for new in come {
            let from = self.counted(&new.look, -1);
            self.done.push(Step { from, to: Some(new.at.clone()), ..Step::of_piece(Act::Put, &new.look) });
        }
        for (name, changes) in &self.counts {
            for (index, &change) in changes.iter().enumerate().filter(|(_, change)| **change != 0) {
                let (seat, count, name) = (Some(Seat::new(index)), Some(change.abs()), Some(name.to_string()));
                self.done.push(if change > 0 {
                    Step { act: Act::Put, seat, count, to: name, ..Step::default() }
                } else {
                    Step { act: Act::Take, seat, count, from: name, ..Step::default() }
                });
            }
        }
    }

    fn take(&mut self, piece: &Piece) {
        let to = self.counted(&piece.look, 1);
        self.done.push(Step { from: Some(piece.at.clone()), to, ..Step::of_piece(Act::Take, &piece.look) });
    }

    /// Returns the name of a count of the piece's seat that still changes in this direction, and counts the piece.
    fn counted(&mut self, look: &Look, change: i64) -> Option<String> {
        let seat = look.seat?.index();
        let fits = |changes: &Vec<i64>| changes.get(seat).is_some_and(|left| left * change > 0);
        let (name, changes) = self.counts.iter_mut().find(|(_, changes)| fits(changes))?;
        changes[seat] -= change;
        Some(name.to_string())
    }
}

/// Returns the pieces that `other` lacks. This is fast if both lists are nearly in the same order.
fn lacking<'a>(pieces: &[&'a Piece], other: &[&Piece]) -> Vec<&'a Piece> {
    let mut expected = 0;
    let is_lacking = |piece: &&&Piece| {
        let found = (expected..other.len()).chain(0..expected).find(|at| other[*at] == **piece);
        expected = found.map_or(expected, |at| at + 1);
        found.is_none()
    };
    pieces.iter().filter(is_lacking).copied().collect()
}

/// Returns the cards of `from` that are not in `other`, each as often as it is missing.
fn missing(from: &str, other: &str) -> String {
    let mut rest: Vec<char> = other.chars().collect();
    from.chars()
        .filter(|card| rest.iter().position(|left| left == card).map(|at| rest.swap_remove(at)).is_none())
        .collect()
}
