//! A game of a database played through: are its moves legal, and does its result fit where it ends? Knows no file.

use super::{Node, PdnGame, PdnMove, Problem};
use crate::draughts::squares::{RULES, dark_to_move, fen};
use crate::game::{Game, GameResult, Viewer};
use crate::games::checkers::{Checkers, Move, pdn};
use crate::notation::Notation;
use crate::quote::quote;
use anyhow::{Result, anyhow, bail, ensure};
use clap::ValueEnum;

/// Whose points come first in a result.
///
/// The archives of English draughts, such as the Open Checkers Archive, give those of the side that begins, as those of
/// all draughts do: `1-0` is a win for Black. PDN's own page does not say; some programs follow chess, where it is White.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum First {
    /// Of Black, who begins
    #[default]
    Black,
    /// Of White, as in chess
    White,
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
    pub problems: Vec<Problem>,
}

/// Plays a game through. Each legal move, in variations too, gets the form of the standard: two squares, or all of them
/// where two leave a choice.
#[must_use]
pub fn replay(game: &mut PdnGame, first: First) -> Replay {
    let start = match start(game) {
        Ok(start) => start,
        Err(error) => {
            let problem = Problem { line: game.line, ply: None, text: format!("{error:#}") };
            return Replay { begun: false, plies: Vec::new(), last: Checkers::start(&RULES), problems: vec![problem] };
        }
    };
    let mut replay = Replay { begun: true, plies: Vec::new(), last: start, problems: Vec::new() };
    replay.last = replay.walk(&mut game.body, start, 0, true);
    if replay.problems.is_empty()
        && let Err(error) = check_result(game, &replay.last, first)
    {
        let line = game.moves().last().map_or(game.line, |told| told.line);
        replay.problems.push(Problem { line, ply: None, text: error.to_string() });
    }
    replay
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

    /// Plays the moves of a line from `position` and gives where they lead.
    fn walk(&mut self, nodes: &mut [Node], mut position: Checkers, mut ply: usize, own: bool) -> Checkers {
        let mut before = None;
        for node in nodes {
            match node {
                Node::Move(told) => {
                    ply += 1;
                    match find(&position, told) {
                        Ok(action) => {
                            rewrite(told, &position, action);
                            if own {
                                self.plies.push((position, action));
                            }
                            before = Some(position);
                            position.play(action);
                        }
                        Err(error) => {
                            let problem = Problem { line: told.line, ply: Some(ply), text: error.to_string() };
                            self.problems.push(problem);
                            return position;
                        }
                    }
                }
                Node::Variation(inner) => {
                    self.walk(inner, before.unwrap_or(position), ply.saturating_sub(1), false);
                }
                Node::Setup(text) => match setup(text) {
                    Ok(other) => (position, before) = (other, None),
                    Err(error) => {
                        let text = format!("/{}/: {error:#}", quote(text));
                        self.problems.push(Problem { line: 0, ply: Some(ply), text });
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
fn start(game: &PdnGame) -> Result<Checkers> {
    if let Some(kind) = game.tag("GameType") {
        let number = kind.split(',').next().unwrap_or_default().trim();
        ensure!(number == "21", "GameType {} is not English draughts, 21", quote(kind));
    }
    match game.tag("FEN") {
        Some(fen) if !fen.trim().is_empty() && game.tag("SetUp").is_none_or(|value| value.trim() != "0") => {
            read_fen(fen).map_err(|error| anyhow!("FEN \"{}\": {error:#}", quote(fen)))
        }
        _ => Ok(Checkers::start(&RULES)),
    }
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
    Ok(Checkers::read_position(&RULES, &text, Viewer::Master)?)
}

/// The legal move that is meant: the squares given lie on its way, in order.
fn find(position: &Checkers, told: &PdnMove) -> Result<Move> {
    let mut legal = Vec::new();
    position.actions(&mut legal);
    let fits = |action: &Move| {
        let way = way(position, *action);
        let mut rest = way.iter();
        // A capture written like a step is understood; a step written like a capture is a mistake.
        let ends = [way.first(), way.last()] == [told.squares.first(), told.squares.last()];
        ends && (action.is_capture() || !told.captures) && told.squares.iter().all(|square| rest.any(|at| at == square))
    };
    legal.retain(fits);
    let Some(&action) = legal.first() else {
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
fn way(position: &Checkers, action: Move) -> Vec<u8> {
    position.action_text(action).split(['-', 'x']).filter_map(|square| square.parse().ok()).collect()
}

fn rewrite(told: &mut PdnMove, position: &Checkers, action: Move) {
    told.captures = action.is_capture();
    let text = pdn::shortest(position, action);
    told.squares = text.split(['-', 'x']).filter_map(|square| square.parse().ok()).collect();
}

fn text(told: &PdnMove) -> String {
    let squares: Vec<String> = told.squares.iter().map(u8::to_string).collect();
    squares.join(if told.captures { "x" } else { "-" })
}

/// Do the tag, what ends the moves, and the last position tell the same result?
fn check_result(game: &PdnGame, last: &Checkers, first: First) -> Result<()> {
    let [tag, end] = told_results(game);
    if let (Some(tag), Some(end)) = (tag, end) {
        ensure!(points(tag) == points(end), "the tag Result is {}, but the moves end with {end}", quote(tag));
    }
    let Some(told) = tag.or(end) else { return Ok(()) };
    let Some(GameResult::Win(winner)) = last.ending().map(|ending| ending.result) else { return Ok(()) };
    let wins_first = (winner == 0) == (first == First::Black);
    let expected = if wins_first { [2, 0] } else { [0, 2] };
    let name = if dark_to_move(last) { "White" } else { "Black" };
    match points(told) {
        // Any other word is somebody's own way to tell it.
        None => Ok(()),
        Some(points) if points == expected => Ok(()),
        Some(_) => bail!(
            "{name} has won, but the result is {told} (the points of {} first)",
            if first == First::Black { "Black" } else { "White" }
        ),
    }
}

/// How a game ended by the tag Result or else by what ends its moves; `None` where neither tells a result.
#[must_use]
pub fn result(game: &PdnGame, first: First) -> Option<GameResult> {
    let [tag, end] = told_results(game);
    match points(tag.or(end)?)? {
        [2, 0] => Some(GameResult::Win(usize::from(first == First::White))),
        [0, 2] => Some(GameResult::Win(usize::from(first == First::Black))),
        [1, 1] => Some(GameResult::Draw),
        // Lost for both: nobody played for it.
        _ => None,
    }
}

/// The result of the tag, and of what ends the moves.
fn told_results(game: &PdnGame) -> [Option<&str>; 2] {
    let tag = game.tag("Result").map(str::trim).filter(|value| !value.is_empty());
    [tag, Some(game.terminator.as_str()).filter(|end| *end != "*")]
}

/// Half points of both sides; `None` for what is no result of a game.
fn points(result: &str) -> Option<[u8; 2]> {
    match result {
        "1-0" | "2-0" => Some([2, 0]),
        "0-1" | "0-2" => Some([0, 2]),
        "1/2-1/2" | "1-1" => Some([1, 1]),
        "0-0" => Some([0, 0]),
        _ => None,
    }
}
