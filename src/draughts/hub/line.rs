//! The grammar of a Hub line: a command, then arguments, each with an optional value that may be quoted.

use anyhow::{Result, bail};
use base::quote::quote;
use nom::branch::alt;
use nom::bytes::complete::{take_till1, take_while};
use nom::character::complete::char;
use nom::combinator::{map, opt};
use nom::multi::many0;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};
use ugi::is_blank;

/// A line of the form `COMMAND NAME=VALUE NAME ...`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HubLine<'a> {
    pub(crate) command: &'a str,
    /// Names and values; the value of a name without `=` is `None`.
    arguments: Vec<(&'a str, Option<&'a str>)>,
}

impl<'a> HubLine<'a> {
    /// Parses a line; returns `None` if it is blank.
    ///
    /// # Errors
    /// Returns an error that quotes the part that cannot be parsed.
    pub(crate) fn parse(text: &'a str) -> Result<Option<Self>> {
        if text.chars().all(is_blank) {
            return Ok(None);
        }
        match line(text) {
            Ok(("", line)) => Ok(Some(line)),
            Ok((rest, _)) => bail!("cannot read \"{}\"", quote(rest)),
            Err(_) => bail!("cannot read \"{}\"", quote(text)),
        }
    }

    /// Returns the command of a line, even if the rest of the line cannot be parsed. Returns an empty string if the
    /// line does not begin with a name.
    pub(crate) fn command_of(text: &'a str) -> &'a str {
        preceded(blanks, name).parse(text).map_or("", |(_, command)| command)
    }

    /// Returns the value of the first argument with this name: an empty string if the argument has no value, and `None`
    /// if there is no such argument.
    pub(crate) fn get(&self, name: &str) -> Option<&'a str> {
        let found = self.arguments.iter().find(|(given, _)| *given == name)?;
        Some(found.1.unwrap_or_default())
    }

    /// Returns the names of the arguments without a value.
    pub(crate) fn flags(&self) -> Vec<&'a str> {
        self.arguments.iter().filter(|(_, value)| value.is_none()).map(|(name, _)| *name).collect()
    }
}

fn line(input: &str) -> IResult<&str, HubLine<'_>> {
    map((preceded(blanks, name), terminated(many0(argument), blanks)), |(command, arguments)| HubLine {
        command,
        arguments,
    })
    .parse(input)
}

fn argument(input: &str) -> IResult<&str, (&str, Option<&str>)> {
    let equals = delimited(blanks, char('='), blanks);
    (preceded(blanks, name), opt(preceded(equals, value))).parse(input)
}

fn name(input: &str) -> IResult<&str, &str> {
    take_till1(|c| is_blank(c) || c == '=' || c == '"').parse(input)
}

/// Parses a value. A quoted value may contain anything but quotes; an unquoted value ends at whitespace, `=` or a
/// quote.
fn value(input: &str) -> IResult<&str, &str> {
    let quoted = delimited(char('"'), take_while(|c| c != '"'), char('"'));
    alt((quoted, name)).parse(input)
}

fn blanks(input: &str) -> IResult<&str, &str> {
    take_while(is_blank).parse(input)
}
