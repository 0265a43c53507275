//! A game while its laws are checked.

use super::keys::Keys;
use super::law::Law;
use super::missing::Missing;
use crate::game::Game;
use crate::options::{Spec, Values};
use base::rng::Rng;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use ugi::{Seat, Viewer};

/// The maximum number of tokens in a random game.
pub(super) const LONGEST: usize = 600;

/// Where a law is being checked, as lines for the engine.
#[derive(Default)]
pub(super) struct Place(RefCell<Lines>);

#[derive(Default)]
struct Lines {
    options: Vec<String>,
    /// The tokens after `startpos moves`.
    tokens: Vec<String>,
    /// Instead of the tokens, the arguments of `position`.
    position: Option<String>,
}

impl Place {
    pub(super) fn open(&self, game: &str, options: &[Spec], values: &Values) {
        let changed = options.iter().filter(|spec| values.text(spec) != spec.default());
        let lines = changed.map(|spec| format!("setoption name {} value {}", spec.name, values.text(spec)));
        let options = [format!("setoption name Game value {game}")].into_iter().chain(lines).collect();
        *self.0.borrow_mut() = Lines { options, ..Lines::default() };
    }

    pub(super) fn start(&self) {
        self.0.borrow_mut().tokens.clear();
        self.0.borrow_mut().position = None;
    }

    pub(super) fn add(&self, token: &str) {
        self.0.borrow_mut().tokens.push(token.to_string());
    }

    /// Calls `law` with other arguments of `position`.
    pub(super) fn at(&self, position: String, law: impl FnOnce() -> Law) -> Law {
        self.0.borrow_mut().position = Some(position);
        law()?;
        self.0.borrow_mut().position = None;
        Ok(())
    }

    /// Returns the arguments of `position`.
    pub(super) fn line(&self) -> String {
        let Lines { tokens, position, .. } = &*self.0.borrow();
        let moves = if tokens.is_empty() { "" } else { " moves " };
        position.clone().unwrap_or_else(|| format!("startpos{moves}{}", tokens.join(" ")))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.0.borrow().options.join("\n");
        write!(f, "The position, as input of the engine:\n{options}\nposition {}", self.line())
    }
}

/// A game under certain rules, while its laws are checked.
pub(super) struct Trial<'a, G: Game> {
    pub(super) values: &'a Values,
    pub(super) rules: G::Rules,
    pub(super) place: &'a Place,
    pub(super) rng: Rng,
    pub(super) keys: Keys,
    /// How many position texts are still to be read with a wrong character in every place.
    pub(super) texts: usize,
}

/// What at least one position of the game must show.
#[derive(Default)]
pub(super) struct Sights {
    /// Different seeds give different events.
    pub(super) events_vary: bool,
    /// The viewers from whom something is hidden.
    pub(super) blind: BTreeSet<String>,
    pub(super) viewers: BTreeSet<String>,
    /// Words that the game lacks.
    pub(super) missing: Missing,
    /// A determinization differs from the true position.
    pub(super) determinizations_vary: bool,
}

/// Returns the public and all seats.
pub(super) fn viewers(seats: usize) -> impl Iterator<Item = Viewer> {
    [Viewer::Public].into_iter().chain((0..seats).map(|index| Viewer::Seat(Seat::new(index))))
}

/// Returns whether the expensive laws are checked after this many tokens of a game.
pub(super) fn is_close(count: usize) -> bool {
    count < 4 || count.is_multiple_of(9)
}
