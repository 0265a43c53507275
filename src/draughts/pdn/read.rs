//! A streaming parser for PDN files. A game that cannot be parsed is reported and skipped.

use super::error::PdnError;
use super::game::{Node, PdnGame, PdnMove};
use super::source::Source;
use super::token::{Token, begins_game, plain, token};
use super::variants;
use anyhow::Result;
use base::quote::quote;
use std::io::BufRead;

/// Maximum length of a comment or of a `%` line, in bytes. A longer comment is treated as unterminated, and a longer
/// `%` line is a parse error.
const LONGEST_COMMENT: usize = 1 << 20;
/// Maximum length of any other token, in bytes.
pub(super) const LONGEST_TOKEN: usize = 1 << 12;
/// The initial number of bytes in which to look for a token. The number doubles while the token is incomplete, so the
/// cost of a token depends only on its length.
const WINDOW: usize = 128;
/// The number of bytes after a token that may influence how it is parsed.
const LOOKAHEAD: usize = 64;
/// The first characters of comments.
pub(super) const COMMENTS: [char; 2] = ['{', ';'];
/// Maximum nesting depth of variations.
const MAX_NESTING: usize = 64;

/// A parser that returns one game at a time.
pub struct Reader<R> {
    pub(super) source: Source<R>,
    /// The first tag of the next game, if it has already been read, and its line.
    put_back: Option<(Token, usize)>,
    /// Whether an empty line precedes the token that was read last.
    after_empty: bool,
}

pub(super) enum ReadItem {
    Token(Token, usize),
    /// The text of a `%` line.
    Remark(String),
    Unreadable(PdnError),
    End,
}

impl<R: BufRead> Reader<R> {
    /// Creates a parser that reads from `input`.
    pub fn new(input: R) -> Self {
        Self { source: Source::new(input), put_back: None, after_empty: false }
    }

    /// Returns the next game and its parse error, if any; `None` at the end. After a parse error the game is
    /// incomplete, and the input is skipped to the end of the game's result or to the tags of the next game.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read.
    pub fn next_game(&mut self) -> Result<Option<(PdnGame, Option<PdnError>)>> {
        let mut game = PdnGame { terminator: "*".to_string(), ..PdnGame::default() };
        // The main line, then the open variations, outermost first.
        let mut open: Vec<Vec<Node>> = vec![Vec::new()];
        let mut begun = false;
        let problem = loop {
            let (token, line) = match self.next_token()? {
                ReadItem::Token(token, line) => (token, line),
                ReadItem::Remark(text) => {
                    if open.len() == 1 && open[0].is_empty() {
                        game.remarks.push(text);
                    } else if let Some(nodes) = open.last_mut() {
                        nodes.push(Node::Comment(text.replace('}', ")")));
                    }
                    continue;
                }
                ReadItem::Unreadable(problem) => {
                    game.line = if begun { game.line } else { problem.line };
                    let played = open.iter().flatten().any(|node| matches!(node, Node::Move(_)));
                    let rest = beginning(self.source.rest(), LOOKAHEAD);
                    let letters = if played { None } else { variants::by_letters(rest).map(str::to_string) };
                    let problem = problem.with_hint(variants::by_tags(&game).or(letters));
                    self.skip()?;
                    break Some(problem);
                }
                ReadItem::End if !begun => return Ok(None),
                ReadItem::End => break None,
            };
            if !begun {
                // Ignore a result or a move suffix between games.
                if matches!(token, Token::Terminator(_) | Token::Strength(_)) {
                    continue;
                }
                (begun, game.line) = (true, line);
            }
            let fail = |text: &str| Some(PdnError::new(line, None, text.to_string()));
            let depth = open.len();
            let Some(nodes) = open.last_mut() else { break fail("variations do not match") };
            match token {
                Token::Tag(name, value) => {
                    let played = depth > 1 || nodes.iter().any(|node| matches!(node, Node::Move(_)));
                    let is_next = self.after_empty || !nodes.is_empty();
                    if played || is_next && game.tag(&name).is_some() {
                        // This tag begins the next game; the current game has no terminator.
                        self.put_back = Some((Token::Tag(name, value), line));
                        break None;
                    }
                    game.tags.push((name, value));
                }
                Token::Terminator(text) => {
                    game.terminator = text;
                    break None;
                }
                Token::Open if depth > MAX_NESTING => {
                    self.skip()?;
                    break fail("too many variations within each other");
                }
                Token::Open => open.push(Vec::new()),
                Token::Close if depth == 1 => {
                    nodes.clear();
                    self.skip()?;
                    break fail("a variation ends that was not opened");
                }
                Token::Close => close(&mut open),
                Token::Strength(marks) => match nodes.last_mut() {
                    Some(Node::Move(pdn_move)) if pdn_move.strength.is_empty() => pdn_move.strength = marks,
                    _ => {
                        self.skip()?;
                        break fail(&format!("{marks} does not follow a move"));
                    }
                },
                Token::Node(Node::Move(pdn_move)) => nodes.push(Node::Move(PdnMove { line, ..pdn_move })),
                Token::Node(node) => nodes.push(node),
                Token::Commented(pdn_move, text) => {
                    nodes.extend([Node::Move(PdnMove { line, ..pdn_move }), Node::Comment(text.replace('}', ")"))]);
                }
            }
        };
        let unfinished = open.len() > 1;
        while open.len() > 1 {
            close(&mut open);
        }
        game.body = open.pop().unwrap_or_default();
        let problem = problem.or_else(|| {
            let text = "a variation is not closed".to_string();
            unfinished.then(|| PdnError::new(self.source.line(), None, text))
        });
        Ok(Some((game, problem)))
    }

    /// Reads the next token, together with the line on which it begins.
    fn next_token(&mut self) -> Result<ReadItem> {
        if let Some((token, line)) = self.put_back.take() {
            return Ok(ReadItem::Token(token, line));
        }
        let begins_line = self.source.begins_line();
        self.after_empty = self.blanks()? + usize::from(begins_line) > 1;
        if self.source.rest().is_empty() {
            return Ok(ReadItem::End);
        }
        if self.source.rest().starts_with('%') && self.source.begins_line() {
            return self.remark();
        }
        self.here()
    }

    /// Reads the token that begins at the next character.
    pub(super) fn here(&mut self) -> Result<ReadItem> {
        let line = self.source.line();
        let most = if self.source.rest().starts_with(COMMENTS) { LONGEST_COMMENT } else { LONGEST_TOKEN };
        let mut size = WINDOW;
        loop {
            let rest = self.source.rest();
            let window = beginning(rest, size);
            let read = token(window).ok().map(|(after, token)| (window.len() - after.len(), token));
            let certain = read.as_ref().is_some_and(|(used, _)| is_certain(&window[*used..]));
            let reach = read.as_ref().filter(|_| certain).map_or(window.len(), |(used, _)| *used);
            // An unterminated comment must not swallow the following games.
            let too_far = begins_game(&window[..reach]) || !certain && window.len() >= most;
            if !certain && !too_far {
                let looked = window.len();
                size *= 2;
                // The token may continue in text that was not examined or read yet.
                if self.source.fill_to(size)? || self.source.rest().len() > looked {
                    continue;
                }
            }
            if let Some((used, token)) = read
                && !too_far
            {
                self.source.take(used);
                return Ok(ReadItem::Token(token, line));
            }
            let text = format!("cannot read \"{}\"", quote(self.source.rest().lines().next().unwrap_or_default()));
            return Ok(ReadItem::Unreadable(PdnError::new(line, None, text)));
        }
    }

    /// Reads the rest of a line after `%`.
    fn remark(&mut self) -> Result<ReadItem> {
        let mut looked = 0;
        let end = loop {
            let rest = self.source.rest();
            if let Some(end) = rest[looked..].find('\n') {
                break looked + end;
            }
            looked = rest.len();
            if looked >= LONGEST_COMMENT {
                let text = "a % line is too long".to_string();
                return Ok(ReadItem::Unreadable(PdnError::new(self.source.line(), None, text)));
            }
            if !self.source.fill()? {
                break looked;
            }
        };
        let text = plain(&self.source.rest()[1..end]);
        self.source.take(end);
        Ok(ReadItem::Remark(text))
    }

    /// Skips whitespace, NUL characters and the character 26, with which DOS ends a text. Returns the number of line
    /// endings that were skipped. Afterwards the next character is available, unless the input has ended.
    pub(super) fn blanks(&mut self) -> Result<usize> {
        let mut lines = 0;
        loop {
            let rest = self.source.rest();
            let blanks =
                rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || "\0\u{1a}".contains(c)).len();
            lines += rest[..blanks].matches('\n').count();
            self.source.take(blanks);
            if !self.source.rest().is_empty() || !self.source.fill()? {
                return Ok(lines);
            }
        }
    }
}

/// Closes the innermost variation. Drops it if it is empty.
fn close(open: &mut Vec<Vec<Node>>) {
    let inner = open.pop().filter(|inner| !inner.is_empty());
    if let Some(outer) = open.last_mut() {
        outer.extend(inner.map(Node::Variation));
    }
}

/// Returns at most the first `bytes` bytes of the text, cut at a character boundary.
pub(super) fn beginning(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    &text[..end]
}

/// Returns whether `after`, the available text after a token, is enough to determine how the token is parsed. The
/// separator of a move may follow blanks.
fn is_certain(after: &str) -> bool {
    let word = || after.find(char::is_whitespace).map(|blank| after[blank..].trim_start());
    after.len() >= LOOKAHEAD || word().is_some_and(|word| !word.is_empty())
}
