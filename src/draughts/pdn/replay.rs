//! Replays a parsed game: checks that its moves are legal and that its result agrees with the final position.

use super::error::PdnError;
use super::game::{Node, PLAYERS, PdnGame, PdnMove};
use super::letters;
use super::remarks::{Kind, Remark};
use super::result::{self, PointsOrder, ResultEvidence};
use super::split;
use super::variants;
use crate::games::checkers::squares::{Letters, RULES, SQUARES, fen, parse_position, write_position};
use crate::games::checkers::{Checkers, Move};
use anyhow::{Context, Result, bail, ensure};
use base::quote::quote;
use clap::Args;
use kit::game::Game;
use kit::state::State;

/// Maximum number of positions that an ambiguous capture and the moves after it may lead to.
const MAX_LINES: usize = 64;

/// A hint that names the flag for games of another GameType.
const AS_ENGLISH: &str = "all its moves are legal in English draughts: --as-english reads it";

/// How the games of a file are interpreted.
#[derive(Args, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ReadOptions {
    /// Whose points come first in a result
    ///
    /// The default is White's if the games that are won on the board show this order, otherwise Black's
    #[arg(long, value_enum, value_name = "SIDE")]
    pub first: Option<PointsOrder>,

    /// Read all games as English draughts, regardless of their GameType
    #[arg(long)]
    pub as_english: bool,
}

/// The result of replaying a game up to its first illegal move.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    /// Whether the game has a valid start position; false for another GameType or an invalid FEN.
    pub begun: bool,
    /// The moves of the main line, each with the position before it.
    pub plies: Vec<(Checkers, Move)>,
    /// The position after the last legal move.
    pub last: Checkers,
    /// All problems of the game, in the order in which they were found.
    pub problems: Vec<PdnError>,
    /// Unusual input, at most one remark of each kind.
    pub remarks: Vec<Remark>,
    /// The evidence for whose points come first. `None` if there is no evidence, if the game has problems, or if the
    /// options or the tags set the order.
    pub shown: Option<ResultEvidence>,
    /// Whether a capture was split into one move for each jump.
    split: bool,
}

/// Replays a game. Each legal move, including those in variations, is rewritten in the standard's form: two squares, or
/// all of them if two are ambiguous. If captures are split into one move for each jump, they are joined, and the moves
/// are numbered again. If `options.as_english` is true, the GameType of English draughts replaces that of the game, and
/// a FEN tag with the start position of international draughts is removed.
///
/// If `options.first` is `None`, a result is not a problem if it is right for at least one of the two orders of points.
/// See [`Replay::shown`] and [`super::Evidence`].
pub fn replay(game: &mut PdnGame, options: ReadOptions) -> Replay {
    if options.as_english {
        variants::adopt(game);
    }
    let mut replay = Replay {
        begun: true,
        plies: Vec::new(),
        last: Checkers::start(&RULES),
        problems: Vec::new(),
        remarks: Vec::new(),
        shown: None,
        split: false,
    };
    let start = match start(game) {
        Ok(start) => start,
        Err(problem) => return Replay { begun: false, problems: vec![problem], ..replay },
    };
    replay.last = replay.replay_line(&mut game.body, game.line, start, 0, true);
    if start == Checkers::start(&RULES) && replay.plies.is_empty() {
        name_variant(game, &mut replay.problems);
    }
    if replay.split && !game.body.iter().any(|node| matches!(node, Node::Setup(_))) {
        game.body = split::number(std::mem::take(&mut game.body), 1, start.us() == 1);
    }
    if replay.problems.is_empty() {
        replay.check_result(game, options.first);
    }
    replay.remark_tags(game);
    replay
}

/// If the first move is illegal and the moves reveal the variant of the game, replaces the message with one that names
/// the variant.
fn name_variant(game: &PdnGame, problems: &mut [PdnError]) {
    if let [problem, ..] = problems
        && problem.ply == Some(1)
        && let (Some(first), Some(variant)) = (game.moves().next(), variants::by_moves(game))
    {
        *problem = PdnError::new(problem.line, problem.ply, format!("{}: {variant}", first.text()));
    }
}

impl Replay {
    /// Returns the position after `plies` plies, or the last position if the game is shorter.
    pub fn after(&self, plies: usize) -> Checkers {
        self.plies.get(plies).map_or(self.last, |(position, _)| *position)
    }

    /// Returns the smallest number of plies after which moves alone lead to the position after `plies` plies: 0, or the
    /// number of plies before the last setup among the first `plies` plies.
    pub fn unbroken(&self, plies: usize) -> usize {
        let leads_on =
            |(ply, (position, action)): (usize, &(Checkers, Move))| position.after(*action) == self.after(ply + 1);
        let broken = self.plies.iter().enumerate().take(plies).rposition(|ply| !leads_on(ply));
        broken.map_or(0, |ply| ply + 1)
    }

    /// Checks that the result agrees with the final position. Adds a remark if the result is unknown.
    fn check_result(&mut self, game: &PdnGame, first: Option<PointsOrder>) {
        let first = if result::names_seats(game) { Some(PointsOrder::Black) } else { first };
        match (result::check(game, &self.last, first.unwrap_or_default()), first) {
            (Err(problem), _) => self.problems.push(problem),
            (Ok(shown), None) => self.shown = shown,
            (Ok(Some(shown)), Some(first)) if first != shown.first => {
                self.problems.push(shown.otherwise.with_hint(None));
            }
            (Ok(_), Some(_)) => {}
        }
        if let Some(text) = result::unknown(game) {
            self.remarks.push(Remark { kind: Kind::Result, at: PdnError::new(game.line, None, text) });
        }
    }

    /// Adds a remark if a tag is repeated, and one if two tags give one player different names.
    fn remark_tags(&mut self, game: &PdnGame) {
        let mut remark = |kind, text| self.remarks.push(Remark { kind, at: PdnError::new(game.line, None, text) });
        let mut names = game.tags.iter().map(|(name, _)| name).enumerate();
        let repeated =
            names.find(|(at, name)| game.tags[..*at].iter().any(|(other, _)| other.eq_ignore_ascii_case(name)));
        if let Some((_, name)) = repeated {
            remark(Kind::Tag, format!("the tag {name} is repeated; only the first one counts"));
        }
        let unlike = PLAYERS.iter().find_map(|names| {
            let mut given = game.given(names);
            let (first, name) = given.next()?;
            given.find(|(_, other)| *other != name).map(|(second, _)| (first, second))
        });
        if let Some((first, second)) = unlike {
            remark(Kind::Names, format!("the tags {first} and {second} name the same player; only {first} counts"));
        }
    }

    /// Adds a remark if the move is written with the wrong separator and is the first such move of the game.
    fn remark_separator(&mut self, pdn_move: &PdnMove, action: Move, ply: usize) {
        if action.is_capture() == pdn_move.captures || self.remarks.iter().any(|remark| remark.kind == Kind::Separator)
        {
            return;
        }
        let meant = PdnMove { captures: action.is_capture(), ..pdn_move.clone() };
        let text = format!("{} is read as {}", pdn_move.text(), meant.text());
        self.remarks.push(Remark { kind: Kind::Separator, at: PdnError::new(pdn_move.line, Some(ply), text) });
    }

    /// Replays `nodes` from `position`, which is `ply` plies into the game. `own` is true for the main line and false
    /// for a variation. Stops at the first illegal move or invalid setup, and returns the last position reached. `line`
    /// is the first line of the game in the file.
    fn replay_line(
        &mut self,
        nodes: &mut Vec<Node>,
        line: usize,
        mut position: Checkers,
        mut ply: usize,
        own: bool,
    ) -> Checkers {
        let mut before = None;
        let mut next = 0;
        while next < nodes.len() {
            self.split |= split::join(nodes, next, |joined| is_capture(&position, joined));
            let index = next;
            next += 1;
            let (done, following) = nodes.split_at_mut(index + 1);
            let Some(node) = done.last_mut() else { continue };
            match node {
                Node::Move(pdn_move) => {
                    ply += 1;
                    match find(&position, pdn_move, following) {
                        Ok(action) => {
                            self.remark_separator(pdn_move, action, ply);
                            rewrite(pdn_move, &position, action);
                            if own {
                                self.plies.push((position, action));
                            }
                            before = Some(position);
                            position.play(action);
                        }
                        Err(error) => {
                            let board = pdn_move.squares.iter().max().and_then(|square| variants::board(*square));
                            let problem = PdnError::new(pdn_move.line, Some(ply), error.to_string());
                            self.problems.push(problem.with_hint(board.map(str::to_string)));
                            return position;
                        }
                    }
                }
                Node::Variation(inner) => {
                    self.replay_line(inner, line, before.unwrap_or(position), ply.saturating_sub(1), false);
                }
                Node::Setup(text) => match setup(text) {
                    Ok(other) => (position, before) = (other, None),
                    Err(error) => {
                        let text = format!("/{}/: {error:#}", quote(text));
                        self.problems.push(PdnError::new(line, Some(ply), text));
                        return position;
                    }
                },
                Node::Number(..) | Node::Ellipsis | Node::Comment(_) | Node::Glyph(_) => {}
            }
        }
        position
    }
}

/// Returns the start position: that of the `FEN` tag, or the standard one if there is no FEN or `SetUp` is 0. Returns
/// an error if the game is not English draughts or the FEN is invalid.
fn start(game: &PdnGame) -> Result<Checkers, PdnError> {
    if let Some(text) = variants::by_tags(game).or_else(|| variants::by_letters_without_tags(game)) {
        let hint = is_english(game).then(|| AS_ENGLISH.to_string());
        return Err(PdnError::new(game.line, None, text).with_hint(hint));
    }
    match game.tag("FEN") {
        Some(fen) if !fen.trim().is_empty() && game.tag("SetUp").is_none_or(|value| value.trim() != "0") => {
            let position = parse_fen(fen).and_then(|position| match result::names_seats(game) {
                true => turned(&position),
                false => Ok(position),
            });
            position.map_err(|error| {
                let text = format!("FEN \"{}\": {error:#}", quote(fen));
                PdnError::new(game.line, None, text).with_hint(variants::by_fen(fen).map(str::to_string))
            })
        }
        _ => Ok(Checkers::start(&RULES)),
    }
}

/// Rotates a position by 180 degrees and exchanges the colours. PlayStrategy writes the side that begins as White.
fn turned(position: &Checkers) -> Result<Checkers> {
    let letters = Letters { dark: 'b', light: 'w', empty: 'e' };
    let squares: String = write_position(letters, position).chars().rev().collect();
    parse_position(Letters { dark: 'w', light: 'b', ..letters }, position.us() == 1, &squares)
}

/// Returns whether a game with another GameType has moves, all of which are legal in English draughts.
fn is_english(game: &PdnGame) -> bool {
    let read = replay(&mut game.clone(), ReadOptions { as_english: true, ..ReadOptions::default() });
    !read.plies.is_empty() && read.problems.iter().all(|problem| problem.ply.is_none())
}

/// Parses the text of a setup, `FEN "..."`.
fn setup(text: &str) -> Result<Checkers> {
    let fen = text.trim().strip_prefix("FEN").unwrap_or(text).trim().trim_matches('"');
    parse_fen(fen)
}

/// Parses a position in the format of a PDN `FEN` tag. Whitespace is ignored, and a final full stop is accepted, as are
/// small letters for sides and kings, and squares with letters.
///
/// # Errors
/// Returns an error with the column if the text is not a position.
pub fn parse_fen(fen: &str) -> Result<Checkers> {
    Ok(Checkers::parse_position(&RULES, &letters::numbered(fen))?)
}

/// Finds the legal move that is meant. If the squares fit several captures, the moves that follow decide.
fn find(position: &Checkers, pdn_move: &PdnMove, following: &[Node]) -> Result<Move> {
    match &fitting(position, pdn_move)[..] {
        [] => {
            let exists = |square: &u8| (1..=SQUARES).contains(&usize::from(*square));
            ensure!(pdn_move.squares.iter().all(exists), "{}: the squares are 1 to {SQUARES}", pdn_move.text());
            let hint = if position.count_actions() == 0 { "the game is over" } else { "it is not legal" };
            bail!("{}: {hint} in {}", pdn_move.text(), fen(position))
        }
        [action] => Ok(*action),
        several => followed(position, several, following)
            .with_context(|| format!("{} may mean several captures in {}", pdn_move.text(), fen(position))),
    }
}

/// Returns the legal moves that begin on the first of the given squares, end on the last, and visit those between them
/// in order, without those that capture the same pieces as an earlier one. Separators are ignored, because many files
/// use the same one for all moves.
fn fitting(position: &Checkers, pdn_move: &PdnMove) -> Vec<Move> {
    let mut found: Vec<Move> = Vec::new();
    for action in position.legal() {
        let way = path_squares(position, action);
        let mut rest = way.iter();
        let ends = [way.first(), way.last()] == [pdn_move.squares.first(), pdn_move.squares.last()];
        let fits = ends && pdn_move.squares.iter().all(|square| rest.any(|at| at == square));
        if fits && found.iter().all(|other| other.taken() != action.taken()) {
            found.push(action);
        }
    }
    found
}

/// Returns the one of `several` moves after which more of the following moves of the line are legal than after any
/// other; `None` if there is no such move. A setup ends the line.
fn followed(position: &Checkers, several: &[Move], following: &[Node]) -> Option<Move> {
    let moves = following.iter().take_while(|node| !matches!(node, Node::Setup(_)));
    let moves = moves.filter_map(|node| if let Node::Move(pdn_move) = node { Some(pdn_move) } else { None });
    // A move is still possible as long as it leads to positions. Those that follow are themselves ambiguous at times.
    let mut possible: Vec<(Move, Vec<Checkers>)> =
        several.iter().map(|action| (*action, vec![position.after(*action)])).collect();
    for pdn_move in moves {
        if possible.len() <= 1 {
            break;
        }
        for (_, reached) in &mut possible {
            *reached = reached
                .iter()
                .flat_map(|at| fitting(at, pdn_move).into_iter().map(|action| at.after(action)))
                .take(MAX_LINES)
                .collect();
        }
        possible.retain(|(_, reached)| !reached.is_empty());
    }
    let [(action, _)] = &possible[..] else { return None };
    Some(*action)
}

/// Returns whether the squares of the move are all squares of a legal capture.
fn is_capture(position: &Checkers, pdn_move: &PdnMove) -> bool {
    position.legal().into_iter().any(|action| action.is_capture() && path_squares(position, action) == pdn_move.squares)
}

/// Returns all squares on the path of the moving piece, origin included.
pub(super) fn path_squares(position: &Checkers, action: Move) -> Vec<u8> {
    position.action_text(action).split(['-', 'x']).filter_map(|square| square.parse().ok()).collect()
}

/// Formats a move with its first and last square, or with all squares if that is ambiguous (PDN 3.0, restrictions 8
/// and 9).
pub(super) fn shortest_notation(position: &Checkers, action: Move) -> String {
    let text = position.action_text(action);
    let mut squares = text.split('x');
    if let (Some(from), Some(to)) = (squares.next(), squares.next_back()) {
        let short = format!("{from}x{to}");
        if position.parse_action(&short) == Ok(action) {
            return short;
        }
    }
    text
}

/// Writes a move with its first and last square, or with all squares if that is ambiguous.
pub(super) fn rewrite(pdn_move: &mut PdnMove, position: &Checkers, action: Move) {
    (pdn_move.captures, pdn_move.letters) = (action.is_capture(), false);
    let text = shortest_notation(position, action);
    pdn_move.squares = text.split(['-', 'x']).filter_map(|square| square.parse().ok()).collect();
}
