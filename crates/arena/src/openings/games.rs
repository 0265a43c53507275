//! Files of games in an interchange format. Only the referee knows where a game begins. It counts the games of a text,
//! so pieces of the file are cut where the count rises. Large files would take too long as a whole for each game.

use super::opening::Opening;
use anyhow::{Context, Result, bail, ensure};
use base::quote::printable;
use game::Imported;
use std::path::Path;
use ugi::{Client, JSON_FORMAT, Pipe, Query, QueryAnswers};

/// The size of the first piece in bytes. A piece doubles while it does not contain a whole game.
const FIRST_PIECE: usize = 1 << 12;

/// The most games of a piece, unless it is a single line. Every game is imported from its whole piece, but finding the
/// end of a piece takes several queries too.
const GAMES_PER_PIECE: usize = 4;

/// The maximum size of a piece in bytes, well below the limit for a line of the protocol.
const LARGEST_PIECE: usize = 1 << 20;

/// The most bytes that the referee is sent at once, if a line is longer than a piece.
const MAX_TEXT: usize = 4 * LARGEST_PIECE;

/// Returns the interchange format of a file, if the referee has any: that of its extension or, if there is none, the
/// one of the game's own.
pub(super) fn find_format(file: &Path, referee: &mut Client<impl Pipe>) -> Result<Option<String>> {
    let formats = referee.formats()?;
    let named = formats.iter().find(|format| file.extension().is_some_and(|own| own.eq_ignore_ascii_case(format)));
    Ok(named.or(formats.iter().find(|format| *format != JSON_FORMAT)).cloned())
}

/// A file of games that is read piece by piece.
pub(super) struct GameFile<'a, P> {
    /// The lines, each with its ending.
    lines: Vec<&'a str>,
    /// The first line of the games that were returned last.
    last: usize,
    /// The first line of the next game.
    next: usize,
    /// The number of games before it.
    games: usize,
    /// The size of the next piece in bytes.
    size: usize,
    format: &'a str,
    /// Whether an error is about the first game of the file.
    pub(super) is_first_wrong: bool,
    pub(super) referee: &'a mut Client<P>,
}

impl<'a, P: Pipe> GameFile<'a, P> {
    pub(super) fn new(text: &'a str, format: &'a str, referee: &'a mut Client<P>) -> Self {
        Self {
            lines: text.split_inclusive('\n').collect(),
            last: 0,
            next: 0,
            games: 0,
            size: FIRST_PIECE,
            format,
            is_first_wrong: false,
            referee,
        }
    }

    /// Returns the next games, at least one; `None` at the end of the file.
    pub(super) fn next_games(&mut self) -> Result<Option<Vec<Opening>>> {
        let mut size = self.size;
        while self.next < self.lines.len() {
            let end = self.line_after(size);
            let is_rest = end == self.lines.len();
            let text = self.lines[self.next..end].concat();
            ensure!(text.len() <= MAX_TEXT, self.too_long(end));
            let counted = self.count_from(1, &text)?;
            let (end, games) = match counted {
                Ok(games) => self.first_games(games, end)?,
                Err(_) => (end, 0),
            };
            if games > 0 {
                return self.import(end, games).map(Some);
            }
            if is_rest || size >= LARGEST_PIECE {
                bail!(self.problem(1, end)?);
            }
            size *= 2;
        }
        Ok(None)
    }

    /// Returns the 1-based line in which one of the games begins that were returned last, counted from 1.
    pub(super) fn line_of(&mut self, number: usize) -> Result<usize> {
        Ok(self.before_game(self.last, number, self.next)?.0 + 1)
    }

    /// Describes the longest line before the line `end`.
    fn too_long(&self, end: usize) -> String {
        let line = (self.next..end).max_by_key(|&line| self.lines[line].len()).unwrap_or(self.next);
        let length = self.lines[line].len();
        format!(
            "line {} has {length} bytes, and at most {MAX_TEXT} can be read at once: begin each game on a line of its own",
            line + 1
        )
    }

    /// Returns the end of the first games of a piece, and their number; 0 if there is no whole game. The piece has
    /// `games` games and ends before the line `end`.
    fn first_games(&mut self, games: usize, end: usize) -> Result<(usize, usize)> {
        let is_rest = end == self.lines.len();
        if is_rest && games <= GAMES_PER_PIECE {
            return Ok((end, games));
        }
        // The last game of a piece may go on after it.
        let first = self.before_game(self.next, games.min(GAMES_PER_PIECE + 1), end)?;
        Ok(if is_rest && first.1 == 0 { (end, games) } else { first })
    }

    /// Imports this number of games from the lines before `end`.
    fn import(&mut self, end: usize, games: usize) -> Result<Vec<Opening>> {
        let text = self.lines[self.next..end].concat();
        let json = serde_json::to_string(&text)?;
        let numbers: Vec<usize> = (1..=games).collect();
        let mut openings = Vec::new();
        for batch in numbers.chunks((LARGEST_PIECE / text.len()).max(1)) {
            let queries = batch.iter().map(|&number| Query::Import(self.format, number, &json).to_string());
            let QueryAnswers { answers, .. } = self.referee.ask_all(&queries.collect::<Vec<_>>())?;
            for (answer, &number) in answers.iter().zip(batch) {
                let Ok(answer) = answer else { bail!(self.problem(number, end)?) };
                let Imported { game, .. } = parse(answer)?;
                openings.push(Opening { base: game.base, moves: game.moves });
            }
        }
        (self.last, self.next, self.games) = (self.next, end, self.games + games);
        self.size = text.len() / games * GAMES_PER_PIECE;
        Ok(openings)
    }

    /// Describes why a game before the line `end` cannot be imported. It is imported once more, behind as many empty
    /// lines as precede it, so that the referee names the line of the file.
    fn problem(&mut self, number: usize, end: usize) -> Result<String> {
        let (start, before) = if number == 1 { (self.next, 0) } else { self.before_game(self.next, number, end)? };
        self.is_first_wrong = self.games + number == 1;
        let text = "\n".repeat(if start < LARGEST_PIECE { start } else { 0 }) + &self.lines[start..end].concat();
        let error = self.count_from(number - before, &text)?.err().unwrap_or_else(|| "is too long".to_string());
        Ok(format!("game {}: {error}", self.games + number))
    }

    /// Returns the line in which game `number` begins, counted from the line `start`, and the number of games before
    /// this line. More than one game may begin in this line. Game `number` must begin before the line `end`, and game 1
    /// must be readable.
    fn before_game(&mut self, start: usize, number: usize, end: usize) -> Result<(usize, usize)> {
        let (mut low, mut high, mut games) = (start, end, 0);
        while high - low > 1 {
            let middle = low.midpoint(high);
            let text = self.lines[start..middle].concat();
            match self.count_from(1, &text)?.unwrap_or(0) {
                count if count < number => (low, games) = (middle, count),
                _ => high = middle,
            }
        }
        Ok((low, games))
    }

    /// Returns the number of games in a text, or the referee's error if it cannot read game `number`.
    fn count_from(&mut self, number: usize, text: &str) -> Result<Result<usize, String>> {
        let json = serde_json::to_string(text)?;
        let QueryAnswers { answers, errors, .. } =
            self.referee.ask_all(&[Query::Import(self.format, number, &json).to_string()])?;
        let Some(Ok(answer)) = answers.first() else {
            let texts: Vec<String> = errors.iter().map(|error| printable(&error.text)).collect();
            return Ok(Err(texts.join("; ")));
        };
        let games = parse(answer)?.games;
        ensure!(games > 0, "the referee does not say how many games a text in {} has", self.format);
        Ok(Ok(games))
    }

    /// Returns the first line after which a piece has `size` bytes.
    fn line_after(&self, size: usize) -> usize {
        let lengths = self.lines[self.next..].iter().scan(0, |sum, line| {
            *sum += line.len();
            Some(*sum)
        });
        (self.next + 1 + lengths.take_while(|&length| length < size).count()).min(self.lines.len())
    }
}

/// Parses the answer to `query import`.
fn parse(answer: &str) -> Result<Imported> {
    serde_json::from_str(answer).context("the referee: query import: expected a game in JSON")
}
