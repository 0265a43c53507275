//! The commands that a client sends, typed, and how they print. Knows no game and no thread.

use super::go::Go;
use super::position::Position;
use std::fmt;

/// One command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command<'a> {
    /// Asks for name, author and options; `ugiok` ends the answer.
    Ugi,
    /// Asks for `readyok` when all before it has been obeyed; in a search, at once.
    IsReady,
    /// Forgets tables, histories and random streams, and loads the start position.
    NewGame,
    /// Sets an option.
    SetOption {
        /// Its name, in the letters of the client.
        name: String,
        /// Its value; `None` for a button.
        value: Option<&'a str>,
    },
    /// Loads a history.
    Position(Position<'a>),
    /// Begins a search; its one `bestmove` ends it.
    Go(Go),
    /// Ends the search.
    Stop,
    /// Starts the limits of a `go ponder`.
    PonderHit,
    /// Holds back the lines behind it until the search has ended.
    Wait,
    /// Asks a question.
    Query(Query<'a>),
    /// Counts the move paths of so many plies.
    Perft(u32),
    /// Searches the bench positions of every game; the words say how.
    Bench(Vec<&'a str>),
    /// Prints what the evaluation says of the position.
    Eval,
    /// Prints the board, the position text and its hash key.
    Display,
    /// Prints the commands.
    Help,
    /// Ends the process.
    Quit,
}

/// One question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query<'a> {
    /// Is p1, or a seat of its team, to move? True at chance nodes and after the end too.
    P1Turn,
    /// Is the game over?
    GameOver,
    /// How it came out, as a [`super::GameResult`].
    Result,
    /// The names of all games.
    Games,
    /// The game in effect.
    Game,
    /// `NAME=VALUE` of the options of the game in effect, sorted.
    Options,
    /// The number of seats.
    Seats,
    /// Who plays with whom, as [`super::reply::read_teams`] reads it.
    Teams,
    /// Who decides next, as a [`super::Turn`].
    Turn,
    /// Every legal move, in a fixed order; none at chance nodes.
    Legal,
    /// Is this move legal? At a chance node: this event.
    IsLegal(&'a str),
    /// The printed form of a legal move or event.
    Canon(&'a str),
    /// The position text, with `?` for what a view hides.
    Fen,
    /// What lies on the table, as a [`super::board::Board`] in JSON.
    Board,
    /// Where the cells are, as [`super::board::Cells`] in JSON.
    Cells,
    /// The cards, cells and words to click for a move, in order.
    Clicks(&'a str),
    /// The points of each seat as they stand.
    Scores,
    /// The rank of each seat: 1 + the number of seats that did better.
    Ranks,
    /// Why the game ended; `none` while it runs.
    Reason,
    /// The `position` line for the engine of a seat from 1; 0: what everybody may see.
    View(u64),
    /// The name of the event that is due, or `none`.
    Chance,
    /// A token for the event that is due; the same number draws the same.
    Draw(u64),
    /// The number of ways to complete a puzzle, counted up to a limit.
    Solutions(Option<u64>),
    /// The rule page in this language: Markdown as a JSON string.
    Rules(&'a str),
    /// The names of the decks of openings.
    Decks,
    /// The openings of a deck: a JSON array of what follows `position `.
    Deck(&'a str),
    /// The formats of finished games, as endings of file names.
    Formats,
    /// A finished game in a format: from a [`super::Transcript`] in JSON to a JSON string.
    Export(&'a str, &'a str),
    /// The first game of a text in a format: from a JSON string to a [`super::Transcript`] in JSON.
    Import(&'a str, &'a str),
    /// `NAME=VALUE` of each rule option that older records do not name, with the value of then.
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
