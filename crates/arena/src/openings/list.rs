//! Lists of openings: the lines or games of a file, or one of the referee's decks.

use super::games::{GameFile, find_format};
use super::opening::Opening;
use crate::plan::{ListChoice, OpeningOrder, Plan};
use crate::schedule::order_seed;
use anyhow::{Context, Result, anyhow, bail, ensure};
use base::files::read_text;
use base::quote::printable;
use base::rng::Rng;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::path::Path;
use ugi::{Client, ErrorCode, Pipe, Position, Query, QueryAnswer, Turn, Viewer, position_queries, position_text};

/// The number of openings that the referee checks at once.
const BATCH: usize = 128;

/// The end of messages about lines that are no openings.
pub(super) const ACCEPTED: &str = "; a line is startpos, fen TEXT or a position text, and moves may follow";

/// The openings, each as the arguments of `position`, because a list can have many thousands of openings.
pub(super) type List = Vec<Box<str>>;

/// Reads the openings of a file: one per line or, if its first line is no opening, games in one of the referee's
/// interchange formats. `digest` is the expected SHA-256 of the file in hexadecimal.
pub(super) fn of_file(file: &Path, digest: &str, choice: &ListChoice, referee: &mut Client<impl Pipe>) -> Result<List> {
    let name = file.display().to_string();
    let bytes = read_text(file).with_context(|| format!("cannot read the openings {name}"))?;
    ensure!(HEXLOWER.encode(&Sha256::digest(&bytes)) == digest, "{name} has changed since the plan was read");
    // Old collections of games are not always UTF-8, but only in names and comments.
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}');
    let (line, first) = lines(text).next().with_context(|| format!("{name} contains no opening"))?;
    let format = if is_explicit(&first) { None } else { find_format(file, referee)? };
    // Games begin with a line that is no position.
    if let Some(format) = format
        && let Some(refused) = refusal(&parse(&first)?, referee)?
    {
        let neither = || format!("{name}:{line}: {refused}, and not the beginning of {format} games");
        return of_games(&name, GameFile::new(text, &format, referee), choice, neither);
    }
    let placed = lines(text).map(|(line, words)| (format!("{name}:{line}"), words));
    of_lines(placed, choice, referee)
}

/// Reads the openings of a deck.
pub(super) fn of_deck(name: &str, choice: &ListChoice, referee: &mut Client<impl Pipe>) -> Result<List> {
    let deck = referee.deck(name)?;
    ensure!(!deck.is_empty(), "deck {name} is empty");
    let placed = deck.into_iter().zip(1..).map(|(line, number)| (format!("deck {name}, opening {number}"), line));
    of_lines(placed, choice, referee)
}

/// Returns the opening with a zero-based number, counted from the first one that is taken, of a nonempty list. In
/// random order, the list is shuffled again on each pass.
pub(super) fn opening(list: &[Box<str>], choice: &ListChoice, plan: &Plan, number: u64) -> Result<Opening> {
    let (count, number) = (list.len() as u64, choice.start.map_or(0, |start| start - 1) + number);
    let (pass, place) = (number / count, (number % count) as usize);
    let mut indices: Vec<usize> = (0..list.len()).collect();
    if choice.order == OpeningOrder::Random {
        Rng::new(order_seed(plan, pass)).shuffle(&mut indices);
    }
    parse(&list[indices[place]])
}

/// Returns the lines of a text that are not empty, with their numbers. A `#` at the beginning of a word starts a
/// comment.
fn lines(text: &str) -> impl Iterator<Item = (usize, String)> {
    let words = |(line, number): (&str, usize)| {
        let words: Vec<&str> = line.split_whitespace().take_while(|word| !word.starts_with('#')).collect();
        (number, words.join(" "))
    };
    text.lines().zip(1..).map(words).filter(|(_, words)| !words.is_empty())
}

/// Reads lines with their places in messages.
fn of_lines(
    lines: impl Iterator<Item = (String, String)>,
    choice: &ListChoice,
    referee: &mut Client<impl Pipe>,
) -> Result<List> {
    let (mut places, mut openings, mut wrong) = (Vec::new(), Vec::new(), None);
    for (place, line) in lines {
        match parse(&line) {
            Ok(opening) => {
                places.push(place);
                openings.push(opening.cut(choice.plies));
            }
            Err(error) => {
                wrong = Some(error.context(place));
                break;
            }
        }
    }
    // An earlier line that the referee refuses is reported first.
    for (places, batch) in places.chunks(BATCH).zip(openings.chunks(BATCH)) {
        if let Some((index, error)) = first_wrong(batch, referee)? {
            bail!("{}: {error}", places[index]);
        }
    }
    wrong.map_or_else(|| Ok(openings.iter().map(text).collect()), Err)
}

/// Reads the games of a file. `neither` describes why its first line is no opening.
fn of_games(
    name: &str,
    mut games: GameFile<'_, impl Pipe>,
    choice: &ListChoice,
    neither: impl FnOnce() -> String,
) -> Result<List> {
    let mut list = List::new();
    loop {
        let read = match games.next_games() {
            Ok(Some(read)) => read,
            Ok(None) => return Ok(list),
            Err(error) if games.is_first_wrong => return Err(error.context(neither())),
            Err(error) => return Err(error.context(name.to_string())),
        };
        let batch: Vec<Opening> = read.into_iter().map(|opening| opening.cut(choice.plies)).collect();
        if let Some((index, error)) = first_wrong(&batch, games.referee)? {
            bail!("{name}: game {}: line {}: {error}", list.len() + index + 1, games.line_of(index + 1)?);
        }
        list.extend(batch.iter().map(text));
    }
}

/// Returns the index of the first opening that is illegal or ends the game, and what is wrong with it.
fn first_wrong(openings: &[Opening], referee: &mut Client<impl Pipe>) -> Result<Option<(usize, String)>> {
    let queries = |opening: &Opening| position_queries(&position(opening), &[Query::Turn]);
    let found = referee.ask_all(&openings.iter().flat_map(queries).collect::<Vec<_>>())?;
    let goes_on = |answer: &QueryAnswer| answer.as_ref().is_ok_and(|turn| turn.parse() != Ok(Turn::Over));
    if found.errors.is_empty() && found.answers.iter().all(goes_on) {
        return Ok(None);
    }
    // The errors of a batch do not say which position they belong to.
    for (index, opening) in openings.iter().enumerate() {
        if let Some(refused) = refusal(opening, referee)? {
            return Ok(Some((index, refused)));
        }
        if referee.ask_turn()? == Turn::Over {
            return Ok(Some((index, "the game is over after it; openings.plies cuts openings".to_string())));
        }
    }
    Ok(None)
}

/// Returns why the referee refuses a position; `None` if it does not.
fn refusal(opening: &Opening, referee: &mut Client<impl Pipe>) -> Result<Option<String>> {
    let errors = referee.execute(&position(opening))?;
    let accepted = if errors.iter().any(|error| error.code == ErrorCode::BadFen) { ACCEPTED } else { "" };
    let errors: Vec<String> = errors.iter().map(|error| printable(&error.to_string())).collect();
    Ok((!errors.is_empty()).then(|| errors.join("; ") + accepted))
}

fn position(opening: &Opening) -> String {
    format!("position {}", text(opening))
}

fn text(opening: &Opening) -> Box<str> {
    position_text(&opening.base, &opening.moves).into()
}

/// Returns whether a line says by its first word what it is, and is not a bare position text.
fn is_explicit(line: &str) -> bool {
    ["startpos", "fen", "seat"].contains(&line.split(' ').next().unwrap_or_default())
}

/// Parses a line: the arguments of `position`, or a position text that moves may follow.
fn parse(line: &str) -> Result<Opening> {
    let whole = if is_explicit(line) { line.to_string() } else { format!("fen {line}") };
    let Position { viewer, base, moves } =
        Position::parse(&whole).map_err(|error| anyhow!("{}{ACCEPTED}", error.text))?;
    ensure!(viewer == Viewer::Master, "an opening is the whole game, not the view of a seat");
    Ok(Opening { base: base.to_string(), moves: moves.into_iter().map(str::to_string).collect() })
}
