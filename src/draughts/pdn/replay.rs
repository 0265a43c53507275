//! A game of a database played through: are its moves legal, and does its result fit where it ends? Knows no file.

use super::error::PdnError;
use super::game::{Node, PdnGame, PdnMove};
use super::remarks::{Kind, Remark};
use super::result::{self, PointsOrder, ResultEvidence};
use super::{archive, variants};
use crate::games::checkers::squares::{RULES, SQUARES, fen};
use crate::games::checkers::{Checkers, Move};
use anyhow::{Result, bail, ensure};
use base::quote::quote;
use clap::Args;
use kit::game::State;
use kit::notation::Notation;

/// The flag that reads games of other GameTypes.
const AS_ENGLISH: &str = "all its moves are legal in English draughts: --as-english reads it";

/// How the games of a file are read.
#[derive(Args, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ReadOptions {
    /// Whose points come first in a result; without it White's where all games that are won on the board show it, else
    /// Black's
    #[arg(long, value_enum, value_name = "SIDE")]
    pub first: Option<PointsOrder>,

    /// Read games as English draughts whatever their GameType is
    #[arg(long)]
    pub as_english: bool,
}

/// A game that was played through, as far as its moves are legal.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    /// False where it has no start to be played from: it is of another GameType, or its FEN cannot be read.
    pub begun: bool,
    /// The position before each move of the game itself, and the move.
    pub plies: Vec<(Checkers, Move)>,
    /// The position at the end.
    pub last: Checkers,
    /// All that is wrong with it.
    pub problems: Vec<PdnError>,
    /// What is unusual, one of a kind at most.
    pub remarks: Vec<Remark>,
    /// Whose points come first in its result, where it shows that, nothing is wrong with it and the options do not say it.
    pub shown: Option<ResultEvidence>,
}

/// Plays a game through. Each legal move, in variations too, gets the form of the standard: two squares, or all of them
/// where two leave a choice. A game that is read as English draughts gets its tags.
///
/// Where `options` do not say whose points come first, a result that names the wrong winner is no problem of the game: see
/// [`Replay::shown`] and [`super::Evidence`].
#[must_use]
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
    };
    let start = match start(game) {
        Ok(start) => start,
        Err(problem) => return Replay { begun: false, problems: vec![problem], ..replay },
    };
    replay.last = replay.replay_line(&mut game.body, game.line, start, 0, true);
    if start == Checkers::start(&RULES) && replay.plies.is_empty() {
        name_variant(game, &mut replay.problems);
    }
    if replay.problems.is_empty() {
        replay.check_result(game, options.first);
    }
    replay
}

/// Names the variant where the first move shows it.
fn name_variant(game: &PdnGame, problems: &mut [PdnError]) {
    if let [problem, ..] = problems
        && problem.ply == Some(1)
        && let (Some(first), Some(variant)) = (game.moves().next(), variants::by_moves(game))
    {
        *problem = PdnError::new(problem.line, problem.ply, format!("{}: {variant}", text(first)));
    }
}

impl Replay {
    /// The position after so many plies, the last one where there are fewer.
    #[must_use]
    pub fn after(&self, plies: usize) -> Checkers {
        self.plies.get(plies).map_or(self.last, |(position, _)| *position)
    }

    /// After so many plies moves alone lead on to the position after `plies` plies: 0, or behind the last place where
    /// another position was set up.
    #[must_use]
    pub fn unbroken(&self, plies: usize) -> usize {
        let leads_on =
            |(ply, (position, action)): (usize, &(Checkers, Move))| position.after(*action) == self.after(ply + 1);
        let broken = self.plies.iter().enumerate().take(plies).rposition(|ply| !leads_on(ply));
        broken.map_or(0, |ply| ply + 1)
    }

    /// Does the result fit where the game ends?
    fn check_result(&mut self, game: &PdnGame, first: Option<PointsOrder>) {
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

    /// Remarks on the first move of a game that is written with the separator of the other kind of moves.
    fn remark_separator(&mut self, told: &PdnMove, action: Move, ply: usize) {
        if action.is_capture() == told.captures || self.remarks.iter().any(|remark| remark.kind == Kind::Separator) {
            return;
        }
        let meant = PdnMove { captures: action.is_capture(), ..told.clone() };
        let text = format!("{} is read as {}", text(told), text(&meant));
        self.remarks.push(Remark { kind: Kind::Separator, at: PdnError::new(told.line, Some(ply), text) });
    }

    /// Plays the moves of a line from `position` and gives where they lead. The game begins at `line` of the file.
    fn replay_line(
        &mut self,
        nodes: &mut [Node],
        line: usize,
        mut position: Checkers,
        mut ply: usize,
        own: bool,
    ) -> Checkers {
        let mut before = None;
        for node in nodes {
            match node {
                Node::Move(told) => {
                    ply += 1;
                    match find(&position, told) {
                        Ok(action) => {
                            self.remark_separator(told, action, ply);
                            rewrite(told, &position, action);
                            if own {
                                self.plies.push((position, action));
                            }
                            before = Some(position);
                            position.play(action);
                        }
                        Err(error) => {
                            let board = told.squares.iter().max().and_then(|square| variants::board(*square));
                            let problem = PdnError::new(told.line, Some(ply), error.to_string());
                            self.problems.push(problem.with_hint(board));
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

/// Where the game begins.
fn start(game: &PdnGame) -> Result<Checkers, PdnError> {
    if let Some(kind) = game.tag("GameType")
        && kind.split(',').next().unwrap_or_default().trim() != "21"
    {
        let text = format!("GameType {} is not English draughts, 21", quote(kind));
        return Err(PdnError::new(game.line, None, text).with_hint(is_english(game).then_some(AS_ENGLISH)));
    }
    match game.tag("FEN") {
        Some(fen) if !fen.trim().is_empty() && game.tag("SetUp").is_none_or(|value| value.trim() != "0") => {
            read_fen(fen).map_err(|error| {
                let text = format!("FEN \"{}\": {error:#}", quote(fen));
                PdnError::new(game.line, None, text).with_hint(variants::by_fen(fen))
            })
        }
        _ => Ok(Checkers::start(&RULES)),
    }
}

/// Are the moves of a game of another GameType all legal in English draughts?
fn is_english(game: &PdnGame) -> bool {
    let read = replay(&mut game.clone(), ReadOptions { as_english: true, ..ReadOptions::default() });
    !read.plies.is_empty() && read.problems.iter().all(|problem| problem.ply.is_none())
}

/// `FEN "..."`.
fn setup(text: &str) -> Result<Checkers> {
    let fen = text.trim().strip_prefix("FEN").unwrap_or(text).trim().trim_matches('"');
    read_fen(fen)
}

/// A position as the tag FEN tells it: blanks mean nothing, and it may end with a dot.
///
/// # Errors
/// What is wrong with it, and where.
pub fn read_fen(fen: &str) -> Result<Checkers> {
    let text: String = fen.chars().filter(|c| !c.is_whitespace()).collect();
    Ok(Checkers::read_position(&RULES, &text)?)
}

/// The legal move that is meant: the squares given lie on its way, in order. Separators do not matter: many files write
/// every move with the same one.
fn find(position: &Checkers, told: &PdnMove) -> Result<Move> {
    let mut legal = position.legal();
    let fits = |action: &Move| {
        let way = path_squares(position, *action);
        let mut rest = way.iter();
        let ends = [way.first(), way.last()] == [told.squares.first(), told.squares.last()];
        ends && told.squares.iter().all(|square| rest.any(|at| at == square))
    };
    legal.retain(fits);
    let Some(&action) = legal.first() else {
        let exists = |square: &u8| (1..=SQUARES).contains(&usize::from(*square));
        ensure!(told.squares.iter().all(exists), "{}: the squares are 1 to {SQUARES}", text(told));
        let hint = if position.count_actions() == 0 { "the game is over" } else { "it is not legal" };
        bail!("{}: {hint} in {}", text(told), fen(position));
    };
    ensure!(
        legal.iter().all(|other| other.taken() == action.taken()),
        "{} may mean several captures in {}",
        text(told),
        fen(position)
    );
    Ok(action)
}

/// Every square that a move comes to rest on, the first one included.
fn path_squares(position: &Checkers, action: Move) -> Vec<u8> {
    position.action_text(action).split(['-', 'x']).filter_map(|square| square.parse().ok()).collect()
}

fn rewrite(told: &mut PdnMove, position: &Checkers, action: Move) {
    told.captures = action.is_capture();
    let text = archive::shortest_notation(position, action);
    told.squares = text.split(['-', 'x']).filter_map(|square| square.parse().ok()).collect();
}

fn text(told: &PdnMove) -> String {
    let squares: Vec<String> = told.squares.iter().map(u8::to_string).collect();
    squares.join(if told.captures { "x" } else { "-" })
}
