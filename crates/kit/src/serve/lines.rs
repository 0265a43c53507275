//! Splits the input into lines. Input that is not valid UTF-8 is accepted.

use std::io::{self, BufRead, Read};
use ugi::LONGEST_LINE;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// One line of input.
///
/// See the example of [`read_line`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// The content without the newline. Bytes that are not UTF-8 are replaced by U+FFFD.
    Line(String),
    /// The line was longer than [`LONGEST_LINE`] bytes and was dropped.
    TooLong,
    /// The end of the input.
    End,
}

impl Input {
    /// Removes a byte order mark from the start of the line. Some programs write one before their first line.
    pub fn drop_mark(&mut self) {
        if let Self::Line(line) = self
            && line.starts_with(BYTE_ORDER_MARK)
        {
            line.remove(0);
        }
    }
}

/// Reads the next line. The last line need not end with a newline. `buffer` is overwritten.
///
/// # Errors
/// Returns any I/O error except an interruption, after which reading continues.
///
/// ```
/// use speltafel_kit::serve::lines::{Input, read_line};
///
/// let mut source = "isready\nquit".as_bytes();
/// assert_eq!(read_line(&mut source)?, Input::Line("isready".to_string()));
/// assert_eq!(read_line(&mut source)?, Input::Line("quit".to_string()));
/// assert_eq!(read_line(&mut source)?, Input::End);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_line(source: &mut impl BufRead) -> io::Result<Input> {
    let mut bytes = Vec::new();
    source.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Input::End);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > LONGEST_LINE {
        source.skip_until(b'\n')?;
        return Ok(Input::TooLong);
    }
    // Valid UTF-8 is moved and not copied, because a line can be long.
    let text = String::from_utf8(bytes);
    Ok(Input::Line(text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Input> {
        let (mut source, mut all) = (io::BufReader::with_capacity(7, bytes), Vec::new());
        loop {
            match read_line(&mut source).unwrap() {
                Input::End => return all,
                input => all.push(input),
            }
        }
    }

    #[test]
    fn a_last_line_needs_no_end() {
        let line = |text: &str| Input::Line(text.to_string());
        assert_eq!(lines(b"ugi\r\n\nquit"), [line("ugi\r"), line(""), line("quit")]);
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\xff\x00\n"), [line("\u{fffd}\0")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_dropped_alone() {
        let mut bytes = vec![b'x'; LONGEST_LINE + 1];
        bytes.extend_from_slice(b"\nquit\n");
        assert_eq!(lines(&bytes), [Input::TooLong, Input::Line("quit".to_string())]);
        bytes.remove(0);
        assert_eq!(lines(&bytes).len(), 2);
        assert!(matches!(lines(&bytes)[0], Input::Line(_)));
    }
}
