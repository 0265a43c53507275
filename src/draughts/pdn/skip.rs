//! Error recovery of the parser: skips to the beginning of the next game.

use super::read::{COMMENTS, LONGEST_TOKEN, ReadItem, Reader, beginning};
use super::token::{Token, token};
use anyhow::Result;
use std::io::BufRead;

impl<R: BufRead> Reader<R> {
    /// Skips the rest of a game that cannot be parsed, to the end of its result or to the tags of the next game. After
    /// an error in a tag, more tags of the same game may follow; the tags of the next game come after moves or an empty
    /// line. After an unterminated comment, even a result may be part of the comment, so the text is skipped to the
    /// tags of the next game.
    pub(super) fn skip(&mut self) -> Result<()> {
        let mut in_tags = self.source.rest().starts_with('[');
        let mut in_comment = false;
        loop {
            let fresh = usize::from(self.source.begins_line());
            let after_empty = self.blanks()? + fresh > 1;
            self.source.fill_to(LONGEST_TOKEN)?;
            if !in_comment && self.source.rest().starts_with(COMMENTS) {
                if matches!(self.here()?, ReadItem::Token(..)) {
                    in_tags = false;
                    continue;
                }
                in_comment = true;
            }
            let window = beginning(self.source.rest(), LONGEST_TOKEN);
            if window.is_empty() || after_empty && window.starts_with('[') {
                return Ok(());
            }
            let read = if in_comment && window.starts_with('{') { None } else { token(window).ok() };
            let next = read.map(|(after, token)| (window.len() - after.len(), token));
            let used = match next {
                Some((_, Token::Tag(..))) if !in_tags => return Ok(()),
                Some((used, Token::Tag(..))) => used,
                Some((used, Token::Terminator(_))) if !in_comment => {
                    self.source.take(used);
                    return Ok(());
                }
                _ if window.starts_with(['[', '%']) => window.find('\n').map_or(window.len(), |end| end + 1),
                _ => {
                    in_tags = false;
                    let first = window.chars().next().map_or(0, char::len_utf8);
                    let end = window[first..].find(|c: char| c.is_whitespace() || c == '{');
                    end.map_or(window.len(), |end| first + end)
                }
            };
            self.source.take(used);
        }
    }
}
