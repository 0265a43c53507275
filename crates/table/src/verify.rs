//! The subcommand `verify`, which checks the deals of an exported game.

use crate::arguments::{Arguments, Setup};
use crate::referee::RefereeProgram;
use anyhow::{Context, Result, bail, ensure};
use base::counted::{counted, noun};
use base::files::open_text;
use base::quote::quote;
use room::{DealRecord, ExchangedGame, Referee, SeenGame, StartReferee, parse_seen, parse_transcript};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use ugi::{History, Query, is_event};

/// The flags of `verify`.
#[derive(clap::Args, Debug)]
pub struct VerifyArguments {
    /// A transcript that the page has exported after the end of the game
    file: PathBuf,

    /// What the page has kept of the deal; save it there before the end of the game
    #[arg(long, value_name = "FILE")]
    seen: Option<PathBuf>,

    /// The engine that applies the rules (default: speltafel in the folder of this program, else in PATH)
    #[arg(long, value_name = "COMMAND ARG...")]
    referee: Option<String>,
}

impl VerifyArguments {
    /// Checks the numbers of the deal, and draws every event again. `own` is the command of the default referee.
    /// Writes what was checked to `out`.
    pub fn verify(self, own: &Path, out: &mut impl Write) -> Result<()> {
        let setup = Setup::read(Arguments { referee: self.referee, ..Arguments::default() }, own)?;
        let program = RefereeProgram::new(setup.referee, setup.timeouts.ready, None).starter();
        let seen = self.seen.as_deref().map(|file| read(file, parse_seen)).transpose()?;
        let game = read(&self.file, parse_transcript)?;
        let deal = verify(&program, &game, seen.as_ref()).with_context(|| self.file.display().to_string())?;
        report(deal, &game.record.moves, seen.as_ref(), out).context("cannot write what was checked")
    }
}

fn read<T>(file: &Path, parse: impl Fn(&str) -> Result<T>) -> Result<T> {
    open_text(file)
        .and_then(io::read_to_string)
        .map_err(Into::into)
        .and_then(|text| parse(&text))
        .with_context(|| file.display().to_string())
}

/// Checks the deal of a game, and returns it.
fn verify<'a>(program: &StartReferee, exchanged: &'a ExchangedGame, seen: Option<&SeenGame>) -> Result<&'a DealRecord> {
    let ExchangedGame { record, deal } = exchanged;
    ensure!(!record.game.is_empty(), "the line `game NAME` is missing");
    let deal = deal.as_ref().context(
        "the line `deal ...` is missing. It is in transcripts that were exported after the end of a game with chance \
         events, unless the host had set the seed",
    )?;
    seen.map_or(Ok(()), |seen| seen.compare_numbers(deal))?;
    let history = History::new(&record.base, &record.moves);
    let mut referee = Referee::start(program, &record.game, record.options.clone())?;
    deal.verify(referee.ask(history.first(0).line(), &[Query::Seats])?.parse()?)?;
    check_places(deal, &record.moves)?;
    for (index, draw) in deal.draws.iter().enumerate() {
        let event = referee.ask(history.first(draw.at).line(), &[Query::Draw(draw.seed)])?.text()?;
        let found = &record.moves[draw.at];
        ensure!(event == *found, "draw {index}: the game has {}, expected {}", quote(found), quote(&event));
    }
    // All other tokens must be legal, too.
    referee.ask(history.line(), &[Query::Turn])?;
    seen.map_or(Ok(()), |seen| seen.compare_game(program, record))?;
    Ok(deal)
}

/// Checks that the draws are all events of the game after the opening, in their order, and that there are any.
fn check_places(deal: &DealRecord, tokens: &[String]) -> Result<()> {
    let (opening, count) = (deal.from, tokens.len());
    ensure!(opening <= count, "the opening has {opening} tokens, and the game only {count}");
    let drawn: Vec<usize> = deal.draws.iter().map(|draw| draw.at).collect();
    let events: Vec<usize> = (deal.from..tokens.len()).filter(|at| is_event(&tokens[*at])).collect();
    let differs =
        drawn.iter().zip(&events).find(|(drawn, event)| drawn != event).map(|(drawn, event)| drawn.min(event));
    let shorter = drawn.len().min(events.len());
    let lacks = drawn.get(shorter).or(events.get(shorter));
    if let Some(at) = differs.or(lacks) {
        bail!("the draws do not fit the chance events of the game, from token {} on", at.saturating_add(1));
    }
    ensure!(!drawn.is_empty(), "no event was drawn after the opening, so there is nothing to check");
    Ok(())
}

fn report(deal: &DealRecord, tokens: &[String], seen: Option<&SeenGame>, out: &mut impl Write) -> io::Result<()> {
    let seats: Vec<String> = deal.exchange.shares.iter().map(|share| share.seat.number().to_string()).collect();
    let givers = match seats.len() {
        0 => "no seat".to_string(),
        count => format!("{} {}", noun(count, "seat"), seats.join(", ")),
    };
    let given = tokens.iter().take(deal.from).filter(|token| is_event(token)).count();
    writeln!(out, "commitment {}", deal.exchange.commitment)?;
    writeln!(out, "random bits of {givers}")?;
    writeln!(out, "{} drawn again", counted(deal.draws.len(), "event"))?;
    if given > 0 {
        let events = counted(given, "event");
        writeln!(out, "not checked: {events} of the opening, which the host has set up")?;
    }
    let broken = deal.exchange.again.len();
    if broken > 0 {
        writeln!(out, "broken off before, with secrets that nobody knows: {}", counted(broken, "exchange"))?;
    }
    let compared = match seen {
        Some(seen) => format!("the same as what the page saw, in {}", counted(seen.views.len(), "view")),
        None => "not compared with what you saw (--seen)".to_string(),
    };
    writeln!(out, "consistent in itself; {compared}")?;
    Ok(())
}
