//! What a game calls its parts, from the referee's `query info`.

use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeMap;
use ugi::{Client, Pipe};

/// The language of the page.
pub(super) const LANGUAGE: &str = "en";

/// The names and words of a game in the language of the page. They are empty if the referee does not know them.
#[derive(Default, Serialize)]
pub(super) struct Terms {
    name: String,
    /// What is written on a card, by its letter.
    face: BTreeMap<String, String>,
    words: BTreeMap<String, String>,
}

impl Terms {
    pub(super) fn of(game: &str, referee: &mut Client<impl Pipe>) -> Result<Self> {
        if !referee.has_extension("facts") {
            return Ok(Self { name: game.to_string(), ..Self::default() });
        }
        let mut info = referee.info(Some(game))?;
        let name = info.name.remove(LANGUAGE).unwrap_or_else(|| game.to_string());
        Ok(Self { name, face: info.face, words: info.words.remove(LANGUAGE).unwrap_or_default() })
    }
}
