//! The commands and queries that a client sends.

use super::go::Go;
use super::position::Position;
use super::seats::Viewer;
use std::borrow::Cow;
use std::fmt;
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantNames};

/// A line that a client sends to an engine.
///
/// [`Command::parse`] parses a line; [`Display`](fmt::Display) prints it without a line ending.
///
/// ```
/// use speltafel_ugi::Command;
///
/// let command = Command::set_option("Hash", "64");
/// assert_eq!(command.to_string(), "setoption name Hash value 64");
/// assert_eq!(Command::parse("setoption  name Hash value 64")?, Some(command));
/// # Ok::<(), speltafel_ugi::ProtocolError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, EnumDiscriminants)]
#[strum_discriminants(name(CommandWord), vis(pub(crate)), derive(EnumString, IntoStaticStr, VariantNames))]
#[strum_discriminants(strum(serialize_all = "lowercase"))]
#[non_exhaustive]
pub enum Command<'a> {
    /// `ugi`: asks for name, author and options. The answer ends with `ugiok`.
    Ugi,
    /// `isready`: asks for `readyok`. The engine writes it when all earlier commands have been executed or, if a search
    /// is running, immediately.
    IsReady,
    /// `uginewgame`: clears the search tables, restarts the random streams and loads the start position.
    #[strum_discriminants(strum(serialize = "uginewgame"))]
    NewGame,
    /// `setoption`: sets an option.
    SetOption {
        /// The option's name, as the client writes it. Names are case-insensitive.
        name: Cow<'a, str>,
        /// The value; `None` for an option of type `button`.
        value: Option<&'a str>,
    },
    /// `position`: sets the game history.
    Position(Position<'a>),
    /// `go`: starts a search, which ends with exactly one `bestmove`.
    Go(Go),
    /// `stop`: ends the search.
    Stop,
    /// `ponderhit`: reports that the expected move was played. From then on, the limits of the `go ponder` search
    /// apply.
    PonderHit,
    /// `wait`: delays the following lines until the search has ended.
    Wait,
    /// `ping`: asks for `pong` with the same word, when all earlier commands have been executed or, if a search is
    /// running, immediately.
    Ping(&'a str),
    /// `query`: asks about the game or the position. [`Command::query_id`] returns the word that the answer repeats.
    Query(Query<'a>),
    /// `perft`: counts the move sequences of this length, in plies.
    Perft(u32),
    /// `bench`: searches the bench positions of every game, or measures speed. The field contains the arguments: none,
    /// a number of nodes, or `speed`.
    Bench(Vec<&'a str>),
    /// `eval`: prints the static evaluation of the position.
    Eval,
    /// `d`: prints the board, the position text and the hash key.
    #[strum_discriminants(strum(serialize = "d"))]
    Display,
    /// `help`: prints the commands.
    Help,
    /// `quit`: ends the process.
    Quit,
}

/// A `query` command. The engine answers it with one line: [`Reply::Response`] or [`Reply::ResponseError`].
///
/// [`Reply::Response`]: crate::Reply::Response
/// [`Reply::ResponseError`]: crate::Reply::ResponseError
///
/// ```
/// use speltafel_ugi::{Command, Query, Seat, Viewer};
///
/// assert_eq!(Query::View(Viewer::Seat(Seat::P2)).to_string(), "query view 2");
/// assert_eq!(Command::parse("query islegal 11-15")?, Some(Command::Query(Query::IsLegal("11-15"))));
/// # Ok::<(), speltafel_ugi::ProtocolError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumDiscriminants)]
#[strum_discriminants(name(QueryWord), vis(pub(crate)), derive(EnumString, IntoStaticStr, VariantNames))]
#[strum_discriminants(strum(serialize_all = "lowercase"))]
#[non_exhaustive]
pub enum Query<'a> {
    /// `true` if the seat to move is known to be in p1's team, or if no seat is to move (at chance nodes and after the
    /// end of the game), else `false`.
    P1Turn,
    /// `true` if the game has ended, else `false`.
    GameOver,
    /// The result, as a [`GameResult`](super::GameResult).
    Result,
    /// The names of all games.
    Games,
    /// The name of the current game.
    Game,
    /// `NAME=VALUE` for each rule option of the current game, sorted by name.
    Options,
    /// The number of seats.
    Seats,
    /// The teams; the answer is parsed as [`Teams`](super::Teams).
    Teams,
    /// Whose turn it is, as a [`Turn`](super::Turn): a seat, chance, or nobody because the game has ended.
    Turn,
    /// The legal moves in a fixed order; none at chance nodes and after the end of the game.
    Legal,
    /// `true` if this move (at a chance node, this event) is legal, else `false`.
    IsLegal(&'a str),
    /// The canonical form of a legal move or event.
    Canon(&'a str),
    /// The position text, which contains `?` for each hidden card. With a viewer, it is the text of that view.
    Fen(Option<Viewer>),
    /// The contents of the board, as a [`Board`](super::board::Board) in JSON.
    Board,
    /// The cells of the board, as [`Cells`](super::board::Cells) in JSON.
    Cells,
    /// The cards, cells and words to click for this move, in order.
    Clicks(&'a str),
    /// The current points of each seat.
    Scores,
    /// The rank of each seat: 1 + the number of seats that did better.
    Ranks,
    /// The reason for the end of the game; `none` while it runs.
    Reason,
    /// The view of this seat or of the public (0), as a `position` line. There is no such query for
    /// [`Viewer::Master`].
    View(Viewer),
    /// The name of the chance event that is due, or `none`.
    Chance,
    /// A random event for the chance node. The field is the seed; in the same position, the same seed gives the same
    /// event.
    Draw(u64),
    /// The number of solutions of a puzzle, counted up to this limit. `None` selects the engine's default limit.
    Solutions(Option<u64>),
    /// The rule page in the given language, such as `en`. The answer is Markdown in a JSON string.
    Rules(&'a str),
    /// What is fixed in the named game, or in the current one, as a [`GameInfo`](super::facts::GameInfo) in JSON.
    Info(Option<&'a str>),
    /// All legal moves with their clicks, words and steps, as a JSON array of [`MoveFacts`](super::facts::MoveFacts).
    /// The field is the language.
    Moves(&'a str),
    /// The value of the position in an endgame database for the side to move: `win`, `draw`, `loss` or `unknown`, then
    /// `exact` if no rule option in force can change it.
    Tablebase,
    /// What this token of the history did, counted from 1, as [`MoveFacts`](super::facts::MoveFacts) in JSON. The
    /// second field is the language.
    Step(usize, &'a str),
    /// What every token of the history did, as a JSON array of the answers to [`Query::Step`]. The field is the
    /// language.
    Steps(&'a str),
    /// Why a token is not legal: a sentence as a JSON string, empty for a legal token. The fields are the language and
    /// the token.
    Why(&'a str, &'a str),
    /// Whether the engine accepts an offer of this kind, `draw`: `accept` or `decline`, from its last search.
    Offer(&'a str),
    /// The names of the opening decks.
    Decks,
    /// The openings in this deck, as a JSON array of strings. Each string is the text to send after `position `.
    Deck(&'a str),
    /// The interchange formats for finished games, as file name extensions.
    Formats,
    /// Exports a finished game. The fields are the interchange format and the record of the game, a JSON object. The
    /// answer is the file's text as a JSON string.
    Export(&'a str, &'a str),
    /// Imports a finished game. The fields are the interchange format, the number of the game in the file, from 1, and
    /// the file's text as a JSON string. The answer is the record of the game, a JSON object.
    Import(&'a str, usize, &'a str),
}

impl CommandWord {
    /// Returns whether speltafel adds the command to UGI. Such a command must be the first word of a line.
    pub(crate) const fn is_own(self) -> bool {
        matches!(
            self,
            Self::PonderHit
                | Self::Wait
                | Self::Ping
                | Self::Perft
                | Self::Bench
                | Self::Eval
                | Self::Display
                | Self::Help
        )
    }
}

impl<'a> Command<'a> {
    /// The words with which commands begin.
    pub const WORDS: &'static [&'static str] = CommandWord::VARIANTS;

    /// Creates the command that sets an option. If `value` is empty, as for an option of type `button`, the command has
    /// no value.
    ///
    /// ```
    /// use speltafel_ugi::Command;
    ///
    /// assert_eq!(Command::set_option("Clear Hash", "").to_string(), "setoption name Clear Hash");
    /// ```
    #[must_use]
    pub fn set_option(name: &'a str, value: &'a str) -> Self {
        Self::SetOption { name: name.into(), value: (!value.is_empty()).then_some(value) }
    }

    /// Returns the word with which the command begins, such as `setoption`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        CommandWord::from(self).into()
    }
}

impl Query<'_> {
    /// Returns the name of the query in the protocol, such as `islegal`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        QueryWord::from(self).into()
    }
}

impl fmt::Display for Command<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::SetOption { name, value: Some(value) } => write!(f, "setoption name {name} value {value}"),
            Self::Position(position) => write!(f, "position {position}"),
            Self::Go(go) => go.fmt(f),
            Self::Ping(word) => write!(f, "ping {word}"),
            Self::Query(query) => query.fmt(f),
            Self::Perft(depth) => write!(f, "perft {depth}"),
            Self::Bench(words) if !words.is_empty() => write!(f, "bench {}", words.join(" ")),
            other => f.write_str(other.name()),
        }
    }
}

impl fmt::Display for Query<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "query {}", self.name())?;
        match self {
            Self::IsLegal(word)
            | Self::Canon(word)
            | Self::Clicks(word)
            | Self::Rules(word)
            | Self::Deck(word)
            | Self::Info(Some(word))
            | Self::Moves(word)
            | Self::Offer(word)
            | Self::Steps(word) => {
                write!(f, " {word}")
            }
            Self::Step(number, language) => write!(f, " {number} {language}"),
            Self::Why(language, token) => write!(f, " {language} {token}"),
            Self::View(viewer) | Self::Fen(Some(viewer)) => {
                viewer.number().map_or(Ok(()), |number| write!(f, " {number}"))
            }
            Self::Draw(number) | Self::Solutions(Some(number)) => write!(f, " {number}"),
            Self::Export(format, json) | Self::Import(format, 1, json) => write!(f, " {format} {json}"),
            Self::Import(format, number, json) => write!(f, " {format} {number} {json}"),
            _ => Ok(()),
        }
    }
}
