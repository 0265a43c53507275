//! What is fixed in a game, beside its rules: names, numbers of seats, and words for people.

use base::quote::quote;
use std::collections::BTreeMap;
use ugi::{ErrorCode, ProtocolError};

/// What is fixed in a game. The default is a game for two seats, without points, that can end in a draw and has no
/// words of its own.
///
/// ```
/// use speltafel_kit::prelude::*;
///
/// const ABOUT: About = About {
///     names: &[("en", "Nine stones")],
///     draws: false,
///     faces: &[('T', "10")],
///     words: &[("en", &[("kind.man", "stone"), ("why.occupied", "There is a stone on {0}.")])],
///     ..About::DEFAULT
/// };
///
/// assert_eq!(ABOUT.word("en", "kind.man", &[]), "stone");
/// assert_eq!(ABOUT.why("en", &Refusal::new("occupied", &[&"c3"])), "There is a stone on c3.");
/// assert_eq!((ABOUT.cards("T7", "en"), ABOUT.cards("??", "en")), ("10 7".to_string(), "2 cards".to_string()));
/// assert_eq!(ABOUT.word("en", "reason.repetition", &[]), "the position was repeated");
/// assert_eq!(ABOUT.word("en", "kind.king", &[]), "king");
/// assert_eq!((ABOUT.face('T'), ABOUT.face('J')), ("10".to_string(), "J".to_string()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The display name in each language, by language code.
    pub names: &'static [(&'static str, &'static str)],
    /// The least and the greatest number of seats.
    pub seats: [usize; 2],
    /// The least and the greatest number of teams.
    pub teams: [usize; 2],
    /// Whether seats score points.
    pub points: bool,
    /// Whether the game can end in a draw.
    pub draws: bool,
    /// What is written on a card, by its letter; a letter without an entry is written as it is.
    pub faces: &'static [(char, &'static str)],
    /// The words of each language, in one list or several. A key is the kind of the word, a point and its name in the
    /// protocol:
    ///
    /// | kind | names |
    /// |---|---|
    /// | `kind`, `card`, `colour`, `mark` | a piece, the letter of a card, a colour, a special cell |
    /// | `word`, `event`, `reason` | a click that is no cell, a chance event, an end |
    /// | `count`, `task`, `fact` | a count of the board, its task, one of its facts |
    /// | `option`, `value` | a rule option without the name of the game, one of its values |
    /// | `seat` | a seat without a named player, by its number, as in "red wins"; by default `player 1`, … |
    /// | `do` | what a move or one of its steps does, with `{0}`, `{1}`, … for arguments |
    /// | `do.card`, `do.event` | what sentences call a card or an event, where they need another word |
    /// | `why` | a sentence that tells why a move is not legal, with arguments like `do` |
    ///
    /// A word of a click is the label of a button. Sentences never name a player: for the player of a seat they have
    /// what [`player`](ugi::facts::player) returns. Every language has the same keys. A game may replace a word of all
    /// games, also one of those that describe steps.
    pub words: &'static [(&'static str, &'static [(&'static str, &'static str)])],
}

impl About {
    /// A game for two seats, without points, that can end in a draw and has no words of its own.
    pub const DEFAULT: Self =
        Self { names: &[], seats: [2, 2], teams: [2, 2], points: false, draws: true, faces: &[], words: &[] };

    /// Returns a word in a language, with its arguments filled in. A word that the game does not have is taken from the
    /// words of all games, then from English; if there is none, the name is returned as it stands in the protocol.
    #[must_use]
    pub fn word(&self, language: &str, key: &str, arguments: &[String]) -> String {
        let found = self.text(language, key).or_else(|| self.text(ENGLISH, key));
        let text = found.unwrap_or_else(|| key.split_once('.').map_or(key, |(_, name)| name));
        let mut filled = String::with_capacity(text.len() + 16);
        let mut parts = text.split('{');
        filled.push_str(parts.next().unwrap_or_default());
        for part in parts {
            match part
                .split_once('}')
                .and_then(|(index, rest)| Some((arguments.get(index.parse::<usize>().ok()?)?, rest)))
            {
                Some((argument, rest)) => filled.extend([argument, rest]),
                None => filled.extend(["{", part]),
            }
        }
        filled
    }

    /// Returns why a token is not legal, as a sentence.
    ///
    /// See the example of [`About`].
    #[must_use]
    pub fn why(&self, language: &str, refusal: &Refusal) -> String {
        let arguments = [&refusal.arguments[..], &[self.cards(&refusal.cards, language)]].concat();
        self.word(language, &format!("why.{}", refusal.key), &arguments)
    }

    /// Returns what a sentence calls these cards, or their number if some are unknown.
    ///
    /// See the example of [`About`].
    #[must_use]
    pub fn cards(&self, cards: &str, language: &str) -> String {
        if cards.contains('?') {
            let count = cards.chars().count();
            return self.word(language, if count == 1 { "do.one_card" } else { "do.cards" }, &[count.to_string()]);
        }
        let own = |card: char| self.text(language, &format!("do.card.{card}"));
        let names = cards.chars().map(|card| own(card).map_or_else(|| self.face(card), str::to_string));
        names.collect::<Vec<_>>().join(" ")
    }

    /// Returns what a sentence calls an event.
    pub(crate) fn event(&self, name: &str, language: &str) -> String {
        let own = self.text(language, &format!("do.event.{name}")).map(str::to_string);
        own.unwrap_or_else(|| self.word(language, &format!("event.{name}"), &[]))
    }

    /// Returns a list in words, such as `b3, c3 and e3`.
    ///
    /// ```
    /// use speltafel_kit::prelude::*;
    ///
    /// let cells = ["b3", "c3", "e3"].map(String::from);
    /// assert_eq!(About::DEFAULT.list("en", &cells), "b3, c3 and e3");
    /// assert_eq!(About::DEFAULT.list("nl", &cells[1..]), "c3 en e3");
    /// ```
    #[must_use]
    pub fn list(&self, language: &str, items: &[String]) -> String {
        match items {
            [first @ .., last] if !first.is_empty() => self.word(language, "do.and", &[first.join(", "), last.clone()]),
            _ => items.concat(),
        }
    }

    /// Returns the text of a word in exactly this language, without its arguments.
    pub(crate) fn text(&self, language: &str, key: &str) -> Option<&'static str> {
        let lists = [self.words, WORDS].into_iter().flatten().filter(|(code, _)| *code == language);
        lists.flat_map(|(_, list)| *list).find(|(name, _)| *name == key).map(|(_, text)| *text)
    }

    /// Returns what is written on the card with this letter.
    ///
    /// See the example of [`About`].
    #[must_use]
    pub fn face(&self, card: char) -> String {
        let found = self.faces.iter().find(|(letter, _)| *letter == card);
        found.map_or(card.to_string(), |(_, face)| (*face).to_string())
    }

    /// Returns the words of a language that are no sentences: those of all games, then those of this game.
    pub(crate) fn all_words(&self, language: &str) -> BTreeMap<String, String> {
        let lists = [WORDS, self.words].into_iter().flatten().filter(|(code, _)| *code == language);
        let is_name = |key: &str| !["do.", "end.", "why."].iter().any(|kind| key.starts_with(kind));
        let words = lists.flat_map(|(_, list)| *list).filter(|(key, _)| is_name(key));
        let seats = (1..=self.seats[1]).map(|seat| seat.to_string());
        let seats = seats.map(|seat| (format!("seat.{seat}"), self.word(language, "do.player", &[seat])));
        seats.chain(words.map(|(key, text)| ((*key).to_string(), (*text).to_string()))).collect()
    }
}

/// Why a token is not legal: the key of a sentence in [`About::words`], without `why.`, and its arguments.
///
/// See the example of [`Game::why_not`](crate::game::Game::why_not).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The key, without `why.`.
    pub key: &'static str,
    /// The arguments `{0}`, `{1}`, … of the sentence.
    pub arguments: Vec<String>,
    /// The letters of cards that the sentence names, as its last argument.
    pub cards: String,
}

impl Refusal {
    /// Creates a refusal.
    #[must_use]
    pub fn new(key: &'static str, arguments: &[&dyn std::fmt::Display]) -> Self {
        Self { key, arguments: arguments.iter().map(ToString::to_string).collect(), cards: String::new() }
    }

    /// Adds cards, which the sentence names in its language as its last argument.
    #[must_use]
    pub fn with_cards(self, cards: impl Into<String>) -> Self {
        Self { cards: cards.into(), ..self }
    }
}

/// The language that every game has.
pub(crate) const ENGLISH: &str = "en";

/// Returns the languages of a game: those of its rule pages.
pub(crate) fn languages(rules: &'static [(&'static str, &'static str)]) -> Vec<&'static str> {
    if rules.is_empty() { vec![ENGLISH] } else { rules.iter().map(|(code, _)| *code).collect() }
}

/// Checks that the game has this language.
pub(crate) fn check_language(
    rules: &'static [(&'static str, &'static str)],
    language: &str,
) -> Result<(), ProtocolError> {
    let known = languages(rules);
    if known.contains(&language) {
        return Ok(());
    }
    let text = format!("no language {}, expected one of {}", quote(language), known.join(" "));
    Err(ProtocolError::new(ErrorCode::BadArgument, text))
}

/// The words of all games.
const WORDS: &[(&str, &[(&str, &str)])] = &[
    (
        "en",
        &[
            ("do.walk", "{0} goes from {1} to {2}"),
            ("do.take", "takes {0} on {1}"),
            ("do.turn", "turns {0} on {1}"),
            ("do.promote", "becomes {0}"),
            ("do.put", "{0} on {1}"),
            ("do.place", "{0} on {1}, pointing {2}"),
            ("do.draw", "takes {0}"),
            ("do.play", "plays {0}"),
            ("do.deal", "{0} to {1}"),
            ("do.one_card", "1 card"),
            ("do.cards", "{0} cards"),
            ("do.owner", "{0} of {1}"),
            ("do.player", "player {0}"),
            ("do.and", "{0} and {1}"),
            ("end.resign", "resigns"),
            ("end.illegal", "illegal move {0}"),
            ("end.verdict", "game ended: {0}"),
            ("word.resign", "resign"),
            ("reason.none", "not finished"),
            ("reason.resign", "resignation"),
            ("reason.illegal", "an illegal move"),
            ("reason.time", "out of time"),
            ("reason.agreed", "by agreement"),
            ("reason.adjudication", "adjudicated"),
            ("reason.tablebase", "endgame database"),
            ("reason.aborted", "aborted"),
            ("reason.repetition", "the position was repeated"),
            ("reason.no_progress", "no progress"),
            ("reason.max_plies", "the move limit was reached"),
            ("fact.plies_left", "moves until a draw"),
            ("why.over", "The game is over."),
            ("why.chance", "Nobody is to move now; first comes: {0}."),
            ("why.event", "There is nothing to deal or to reveal here."),
            ("why.no_event", "This cannot happen here now."),
            ("why.verdict", "This ends the game; it is not a move."),
            ("why.illegal", "This is not a legal move here."),
            ("dir.n", "north"),
            ("dir.ne", "north-east"),
            ("dir.e", "east"),
            ("dir.se", "south-east"),
            ("dir.s", "south"),
            ("dir.sw", "south-west"),
            ("dir.w", "west"),
            ("dir.nw", "north-west"),
        ],
    ),
    (
        "nl",
        &[
            ("do.walk", "{0} gaat van {1} naar {2}"),
            ("do.take", "slaat {0} op {1}"),
            ("do.turn", "draait {0} op {1}"),
            ("do.promote", "wordt {0}"),
            ("do.put", "{0} op {1}"),
            ("do.place", "{0} op {1}, wijst naar het {2}en"),
            ("do.draw", "pakt {0}"),
            ("do.play", "speelt {0}"),
            ("do.deal", "{0} aan {1}"),
            ("do.one_card", "1 kaart"),
            ("do.cards", "{0} kaarten"),
            ("do.owner", "{0} van {1}"),
            ("do.player", "speler {0}"),
            ("do.and", "{0} en {1}"),
            ("end.resign", "geeft op"),
            ("end.illegal", "ongeldige zet {0}"),
            ("end.verdict", "partij beëindigd: {0}"),
            ("word.resign", "opgeven"),
            ("reason.none", "niet uitgespeeld"),
            ("reason.resign", "opgave"),
            ("reason.illegal", "een ongeldige zet"),
            ("reason.time", "de tijd is op"),
            ("reason.agreed", "in overleg"),
            ("reason.adjudication", "door arbitrage"),
            ("reason.tablebase", "eindspeldatabase"),
            ("reason.aborted", "afgebroken"),
            ("reason.repetition", "de stelling is herhaald"),
            ("reason.no_progress", "geen vooruitgang"),
            ("reason.max_plies", "het maximale aantal zetten is bereikt"),
            ("fact.plies_left", "zetten tot remise"),
            ("why.over", "De partij is afgelopen."),
            ("why.chance", "Er is nu niemand aan zet; eerst komt: {0}."),
            ("why.event", "Er valt hier niets te delen of te onthullen."),
            ("why.no_event", "Dit kan hier nu niet gebeuren."),
            ("why.verdict", "Dit beëindigt de partij; het is geen zet."),
            ("why.illegal", "Dit is hier geen geldige zet."),
            ("dir.n", "noord"),
            ("dir.ne", "noordoost"),
            ("dir.e", "oost"),
            ("dir.se", "zuidoost"),
            ("dir.s", "zuid"),
            ("dir.sw", "zuidwest"),
            ("dir.w", "west"),
            ("dir.nw", "noordwest"),
        ],
    ),
];
