//! Words that a game lacks. They are collected, so that an author sees all of them at once.

use super::law::{Law, law};
use crate::about::languages;
use crate::game::Game;
use std::collections::BTreeSet;

/// The words that a game with words lacks, which are reported together.
#[derive(Default)]
pub(super) struct Missing(BTreeSet<String>);

impl Missing {
    /// Notes that a word must exist in a language.
    pub(super) fn need<G: Game>(&mut self, code: &str, key: &str) {
        if !G::ABOUT.words.is_empty() && G::ABOUT.text(code, key).is_none() {
            self.0.insert(format!("{key} ({code})"));
        }
    }

    /// Notes that a word must exist in all languages.
    pub(super) fn need_all<G: Game>(&mut self, kind: &str, name: &str) {
        let key = format!("{kind}.{name}");
        languages(G::RULES).into_iter().for_each(|code| self.need::<G>(code, &key));
    }

    /// Checks that no word is missing.
    pub(super) fn check(self) -> Law {
        let missing: Vec<String> = self.0.into_iter().collect();
        law!(missing.is_empty(), "These words are missing: {}.", missing.join(", "));
        Ok(())
    }
}
