//! Reads the person's input until it contains a decision: a move, `resign`, `undo` or `quit`.

use crate::local_game::{LocalGame, with_words};
use anyhow::{Context, Result};
use base::quote::quote;
use std::io::{BufRead, Write};
use ugi::facts::MoveFacts;
use ugi::{Go, Query, Seat};

const HELP: &str = "\
Type a move, or its number in the list of moves, to play it. Other commands:
  moves    list the legal moves       board    show the board
  hint     show the engine's move     undo     take back your last move
  resign   resign the game            quit     exit
  record   show the game as a position line of the protocol";

/// The person at one seat.
pub(super) struct Human<'a> {
    pub seat: Seat,
    /// The search limits for a hint.
    pub go: &'a Go,
    pub input: &'a mut dyn BufRead,
    /// Whether to copy the input to the output, so that a piped dialogue looks like one at a terminal.
    pub echo: bool,
    pub out: &'a mut dyn Write,
}

/// The person's decision.
pub(super) enum Choice {
    /// A legal token, or `resign`.
    Move(String),
    /// Take back moves until this number of tokens remains.
    Undo(usize),
    Quit,
}

impl Human<'_> {
    /// Shows the board and reads lines until one of them is a decision.
    pub(super) fn choose(&mut self, table: &mut LocalGame) -> Result<Choice> {
        table.show_view(self.seat)?;
        self.show_board(table)?;
        loop {
            let Some(line) = self.read_line()? else { return Ok(Choice::Quit) };
            match line.trim() {
                "" => {}
                "help" | "?" => writeln!(self.out, "{HELP}")?,
                "board" | "d" => self.show_board(table)?,
                "moves" => self.list_moves(table)?,
                "record" => writeln!(self.out, "{}", table.show_view(self.seat)?)?,
                "hint" => {
                    let best = table.think(self.seat, self.go)?;
                    let moves = table.moves(self.seat)?;
                    let words = moves.iter().find(|facts| facts.token == best).map_or(best, with_words);
                    writeln!(self.out, "I would play {words}")?;
                }
                "undo" => match table.played().last_choice(|seat| seat == self.seat) {
                    Some(count) => return Ok(Choice::Undo(count)),
                    None => writeln!(self.out, "You have not moved yet: there is nothing to take back")?,
                },
                "resign" => return Ok(Choice::Move("resign".to_string())),
                "quit" | "exit" => {
                    writeln!(self.out, "Goodbye")?;
                    return Ok(Choice::Quit);
                }
                typed => {
                    if let Some(token) = self.find_move(table, typed)? {
                        return Ok(Choice::Move(token));
                    }
                }
            }
        }
    }

    fn show_board(&mut self, table: &mut LocalGame) -> Result<()> {
        writeln!(self.out, "\n{}\n", table.seen_board(self.seat)?)?;
        Ok(())
    }

    /// Reads a line. Returns `None` at the end of input.
    fn read_line(&mut self) -> Result<Option<String>> {
        write!(self.out, "{}> ", self.seat)?;
        self.out.flush()?;
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes).context("cannot read the input")?;
        if read == 0 {
            writeln!(self.out, "\nEnd of input: goodbye")?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).into_owned();
        if self.echo {
            writeln!(self.out, "{}", quote(line.trim()))?;
        }
        Ok(Some(line))
    }

    fn list_moves(&mut self, table: &mut LocalGame) -> Result<()> {
        let moves = table.moves(self.seat)?;
        let width = moves.iter().map(|facts| facts.token.len()).max().unwrap_or_default();
        for (number, MoveFacts { token, words, .. }) in (1..).zip(&moves) {
            writeln!(self.out, "{number:>3} {token:<width$}  {words}")?;
        }
        Ok(())
    }

    /// Returns the canonical token of the legal move that the person typed, either as a token in any accepted form or
    /// as a number in the list of moves. If there is no such move, prints why and returns `None`.
    fn find_move(&mut self, table: &mut LocalGame, typed: &str) -> Result<Option<String>> {
        if !typed.contains(char::is_whitespace)
            && let Ok(token) = table.ask_seat(self.seat, Query::Canon(typed))
        {
            return Ok(Some(token));
        }
        let moves = table.moves(self.seat)?;
        let error = match typed.parse::<usize>() {
            Ok(number) if (1..=moves.len()).contains(&number) => return Ok(Some(moves[number - 1].token.clone())),
            Ok(_) => format!("The moves are numbered from 1 to {}.", moves.len()),
            Err(_) => format!("{}: {}", quote(typed), table.why(self.seat, typed)?),
        };
        writeln!(self.out, "{error} Type moves to list the moves, help for the commands.")?;
        Ok(None)
    }
}
