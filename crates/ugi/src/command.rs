//! The commands that a client sends, typed, and how they print. Knows no game and no thread.

use super::go::Go;
use super::position::Position;
use std::fmt;

/// One command line.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the words of the protocol, documented in `protocol.md`
pub enum Command<'a> {
    Ugi,
    IsReady,
    NewGame,
    /// A name in the letters of the client; no value at all for a button.
    SetOption {
        name: String,
        value: Option<&'a str>,
    },
    Position(Position<'a>),
    Go(Go),
    Stop,
    PonderHit,
    Wait,
    Query(Query<'a>),
    Perft(u32),
    Bench(Vec<&'a str>),
    Eval,
    Display,
    Help,
    Quit,
}

/// One question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Query<'a> {
    P1Turn,
    GameOver,
    Result,
    Games,
    Game,
    Options,
    Seats,
    Teams,
    Turn,
    Legal,
    IsLegal(&'a str),
    Canon(&'a str),
    Fen,
    Board,
    Cells,
    Clicks(&'a str),
    Scores,
    Ranks,
    Reason,
    View(u64),
    Chance,
    Draw(u64),
    /// With the limit that was asked for.
    Solutions(Option<u64>),
    /// The rule page, in this language.
    Rules(&'a str),
    Decks,
    Deck(&'a str),
    Formats,
    /// The name of a format, a [`super::Transcript`] in JSON.
    Export(&'a str, &'a str),
    /// The name of a format, a text as a JSON string.
    Import(&'a str, &'a str),
    OlderRules,
}

impl<'a> Query<'a> {
    /// The questions that are a single word.
    pub const PLAIN: [(&'static str, Self); 20] = [
        ("p1turn", Self::P1Turn),
        ("gameover", Self::GameOver),
        ("result", Self::Result),
        ("games", Self::Games),
        ("game", Self::Game),
        ("options", Self::Options),
        ("seats", Self::Seats),
        ("teams", Self::Teams),
        ("turn", Self::Turn),
        ("legal", Self::Legal),
        ("fen", Self::Fen),
        ("board", Self::Board),
        ("cells", Self::Cells),
        ("scores", Self::Scores),
        ("ranks", Self::Ranks),
        ("reason", Self::Reason),
        ("chance", Self::Chance),
        ("decks", Self::Decks),
        ("formats", Self::Formats),
        ("olderrules", Self::OlderRules),
    ];
}

impl Command<'_> {
    /// The first word of the line.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Ugi => "ugi",
            Self::IsReady => "isready",
            Self::NewGame => "uginewgame",
            Self::SetOption { .. } => "setoption",
            Self::Position(_) => "position",
            Self::Go(_) => "go",
            Self::Stop => "stop",
            Self::PonderHit => "ponderhit",
            Self::Wait => "wait",
            Self::Query(_) => "query",
            Self::Perft(_) => "perft",
            Self::Bench(_) => "bench",
            Self::Eval => "eval",
            Self::Display => "d",
            Self::Help => "help",
            Self::Quit => "quit",
        }
    }
}

impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::SetOption { name, value: Some(value) } => write!(f, "setoption name {name} value {value}"),
            Self::Position(position) => write!(f, "position {position}"),
            Self::Go(go) => go.fmt(f),
            Self::Query(query) => query.fmt(f),
            Self::Perft(depth) => write!(f, "perft {depth}"),
            Self::Bench(words) if !words.is_empty() => write!(f, "bench {}", words.join(" ")),
            other => f.write_str(other.name()),
        }
    }
}

impl fmt::Display for Query<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IsLegal(token) => write!(f, "query islegal {token}"),
            Self::Canon(token) => write!(f, "query canon {token}"),
            Self::Clicks(token) => write!(f, "query clicks {token}"),
            Self::View(seat) => write!(f, "query view {seat}"),
            Self::Draw(seed) => write!(f, "query draw {seed}"),
            Self::Solutions(None) => f.write_str("query solutions"),
            Self::Solutions(Some(limit)) => write!(f, "query solutions {limit}"),
            Self::Rules(language) => write!(f, "query rules {language}"),
            Self::Deck(name) => write!(f, "query deck {name}"),
            Self::Export(format, game) => write!(f, "query export {format} {game}"),
            Self::Import(format, text) => write!(f, "query import {format} {text}"),
            plain => {
                let word = Self::PLAIN.iter().find(|(_, query)| query == plain).map_or("", |(word, _)| word);
                write!(f, "query {word}")
            }
        }
    }
}
