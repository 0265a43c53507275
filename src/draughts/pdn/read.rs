//! Games one after the other from a text of any length. A game that cannot be read is told and passed over.
//! Knows no rule of the game.

use super::error::PdnError;
use super::game::{Node, PdnGame};
use super::source::Source;
use super::token::{Token, begins_game, plain, token};
use super::variants;
use anyhow::Result;
use base::quote::quote;
use std::io::BufRead;

/// A comment longer than this has no end: bytes.
const LONGEST_COMMENT: usize = 1 << 20;
/// Any other token longer than this has none: bytes.
pub(super) const LONGEST_TOKEN: usize = 1 << 12;
/// So much is looked at for a token at first, then twice as much and so on: a token costs its own length, whatever has
/// been read behind it. Bytes.
const WINDOW: usize = 128;
/// No token is another one because of what stands so far behind it: bytes.
const LOOKAHEAD: usize = 64;
/// What a comment begins with.
pub(super) const COMMENTS: [char; 2] = ['{', ';'];
/// Variations within variations.
const DEEPEST: usize = 64;

/// Reads games.
pub struct Reader<R> {
    pub(super) source: Source<R>,
    /// Read, but part of the next game.
    put_back: Option<(Token, usize)>,
}

pub(super) enum ReadItem {
    Token(Token, usize),
    /// A line for people, and not a part of the game.
    Remark(String),
    Unreadable(PdnError),
    End,
}

impl<R: BufRead> Reader<R> {
    /// Reads from `input`.
    pub fn new(input: R) -> Self {
        Self { source: Source::new(input), put_back: None }
    }

    /// The next game; `None` at the end. What could not be read of it is the problem: then the text is passed over up to
    /// its result or the tags of the next game.
    ///
    /// # Errors
    /// What reading the file says.
    pub fn next_game(&mut self) -> Result<Option<(PdnGame, Option<PdnError>)>> {
        let mut game = PdnGame { terminator: "*".to_string(), ..PdnGame::default() };
        // The game itself, and around it each variation that is open.
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
                    let variant =
                        if played { None } else { variants::by_letters(beginning(self.source.rest(), LOOKAHEAD)) };
                    let problem = problem.with_hint(variant);
                    self.skip()?;
                    break Some(problem);
                }
                ReadItem::End if !begun => return Ok(None),
                ReadItem::End => break None,
            };
            if !begun {
                // An end without a game, or what is said of one.
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
                    if played || game.tag(&name).is_some() {
                        // A game without an end.
                        self.put_back = Some((Token::Tag(name, value), line));
                        break None;
                    }
                    game.tags.push((name, value));
                }
                Token::Terminator(text) => {
                    game.terminator = text;
                    break None;
                }
                Token::Open if depth > DEEPEST => {
                    self.skip()?;
                    break fail("too many variations within each other");
                }
                Token::Open => open.push(Vec::new()),
                Token::Close if depth == 1 => {
                    nodes.clear();
                    self.skip()?;
                    break fail("a variation ends that has not begun");
                }
                Token::Close => close(&mut open),
                Token::Number(number, three) => nodes.push(Node::Number(number, three)),
                Token::Strength(marks) => match nodes.last_mut() {
                    Some(Node::Move(told)) if told.strength.is_empty() => told.strength = marks,
                    _ => {
                        self.skip()?;
                        break fail(&format!("{marks} stands behind no move"));
                    }
                },
                Token::Move(mut told) => {
                    told.line = line;
                    nodes.push(Node::Move(told));
                }
                Token::Ellipsis => nodes.push(Node::Ellipsis),
                Token::Comment(text) => nodes.push(Node::Comment(text)),
                Token::Glyph(digits) => nodes.push(Node::Glyph(digits)),
                Token::Setup(text) => nodes.push(Node::Setup(text)),
            }
        };
        let unfinished = open.len() > 1;
        while open.len() > 1 {
            close(&mut open);
        }
        game.body = open.pop().unwrap_or_default();
        let problem = problem.or_else(|| {
            let text = "a variation does not end".to_string();
            unfinished.then(|| PdnError::new(self.source.line(), None, text))
        });
        Ok(Some((game, problem)))
    }

    /// The next token, with its line.
    fn next_token(&mut self) -> Result<ReadItem> {
        if let Some((token, line)) = self.put_back.take() {
            return Ok(ReadItem::Token(token, line));
        }
        self.blanks()?;
        if self.source.rest().is_empty() {
            return Ok(ReadItem::End);
        }
        if self.source.rest().starts_with('%') && self.source.begins_line() {
            return self.remark();
        }
        self.here()
    }

    /// The token that begins with the next character.
    pub(super) fn here(&mut self) -> Result<ReadItem> {
        let line = self.source.line();
        let most = if self.source.rest().starts_with(COMMENTS) { LONGEST_COMMENT } else { LONGEST_TOKEN };
        let mut size = WINDOW;
        loop {
            let rest = self.source.rest();
            let window = beginning(rest, size);
            let read = token(window).ok().map(|(behind, token)| (window.len() - behind.len(), token));
            let certain = read.as_ref().is_some_and(|(used, _)| is_certain(&window[*used..]));
            let reach = read.as_ref().filter(|_| certain).map_or(window.len(), |(used, _)| *used);
            // A comment without an end must not swallow the games behind it.
            let too_far = begins_game(&window[..reach]) || !certain && window.len() >= most;
            if !certain && !too_far {
                let looked = window.len();
                size *= 2;
                // It may go on in what has not been looked at, or not been read yet.
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

    /// The rest of the line behind `%`.
    fn remark(&mut self) -> Result<ReadItem> {
        let mut looked = 0;
        let end = loop {
            let rest = self.source.rest();
            if let Some(end) = rest[looked..].find('\n') {
                break looked + end;
            }
            looked = rest.len();
            if looked >= LONGEST_COMMENT {
                let text = "a line behind % is too long".to_string();
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

    /// Uses up blanks; the number of line ends among them. Where nothing is there behind it, nothing comes.
    pub(super) fn blanks(&mut self) -> Result<usize> {
        let mut lines = 0;
        loop {
            let rest = self.source.rest();
            let blanks = rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\0').len();
            lines += rest[..blanks].matches('\n').count();
            self.source.take(blanks);
            if !self.source.rest().is_empty() || !self.source.fill()? {
                return Ok(lines);
            }
        }
    }
}

/// Ends the innermost variation. An empty one is left out.
fn close(open: &mut Vec<Vec<Node>>) {
    let inner = open.pop().filter(|inner| !inner.is_empty());
    if let Some(outer) = open.last_mut() {
        outer.extend(inner.map(Node::Variation));
    }
}

/// So many bytes of the text at most, whole characters.
pub(super) fn beginning(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    &text[..end]
}

/// Is a token with this behind it the same, whatever comes then?
fn is_certain(behind: &str) -> bool {
    behind.len() >= LOOKAHEAD || behind.contains(char::is_whitespace)
}
