//! The comparison of an exported game with what a page has kept of it. A record that fits together proves nothing about
//! a server that wrote it after it had seen all bits; what a person has seen does.

use crate::exchange::SeenGame;
use crate::fair::{BrokenExchange, Commitment, DealRecord};
use crate::referee::{Referee, StartReferee};
use anyhow::{Result, ensure};
use base::counted::counted;
use base::quote::quote;
use game::Record;
use std::collections::BTreeMap;
use ugi::{History, Position, Query, Seat, Viewer};

impl SeenGame {
    /// Checks that a record is about the deal that was seen, and that all of its numbers are the same.
    pub fn compare_numbers(&self, record: &DealRecord) -> Result<()> {
        let (seen, found) = (&self.deal.exchange, &record.exchange);
        ensure!(seen.id == found.id, "the game has the deal {}, and the page saw the deal {}", found.id, seen.id);
        ensure!(
            seen.commitment == found.commitment,
            "the commitment of the server is {}, and the page saw {}",
            found.commitment,
            seen.commitment
        );
        let (saw, has) = (self.deal.from, record.from);
        ensure!(saw == has, "the opening has {}, and the page saw {saw}", counted(has, "token"));
        let (saw, has) = (commitments(&self.deal), commitments(record));
        ensure!(saw == has, "the commitments of the players are {}, and the page saw {}", listed(&has), listed(&saw));
        for (seen, found) in seen.shares.iter().zip(&found.shares) {
            let is_own = seen.bits.is_none() || seen.bits == found.bits;
            ensure!(is_own, "the bits of seat {} are not those that the page sent", seen.seat.number());
        }
        let (saw, has) = (told(&seen.again), told(&found.again));
        ensure!(saw == has, "the exchanges that were broken off are {has}, and the page saw {saw}");
        Ok(())
    }

    /// Checks that the game, its rule options and its number of seats are those that were seen, and that each view that
    /// was shown is that of the record after as many tokens.
    pub fn compare_game(&self, program: &StartReferee, found: &Record) -> Result<()> {
        ensure!(self.game == found.game, "the game is {}, and the page saw {}", quote(&found.game), quote(&self.game));
        let history = History::new(&found.base, &found.moves);
        let (saw, _) = self.facts(program, &self.options, &history)?;
        let (has, seats) = self.facts(program, &found.options, &history)?;
        ensure!(saw == has, "the rule options are {}, and the page saw {}", quote(&has), quote(&saw));
        ensure!(self.seats == seats, "the game has {seats} seats, and the page saw {}", self.seats);
        let mut referee = Referee::start(program, &found.game, found.options.clone())?;
        self.views.iter().try_for_each(|view| compare_view(&mut referee, view, &history))
    }

    /// Returns all rule options with their values, and the number of seats, if these options are set.
    fn facts(
        &self,
        program: &StartReferee,
        options: &BTreeMap<String, String>,
        history: &History,
    ) -> Result<(String, usize)> {
        let mut referee = Referee::start(program, &self.game, options.clone())?;
        let mut answers = referee.ask(history.first(0).line(), &[Query::Options, Query::Seats])?;
        Ok((answers.text()?, answers.parse()?))
    }
}

fn commitments(deal: &DealRecord) -> Vec<(Seat, Option<Commitment>)> {
    deal.exchange.shares.iter().map(|share| (share.seat, share.commitment)).collect()
}

fn listed(commitments: &[(Seat, Option<Commitment>)]) -> String {
    let texts = commitments.iter().map(|(seat, commitment)| {
        format!("{} {}", seat.number(), commitment.map(|commitment| commitment.to_string()).unwrap_or_default())
    });
    list(texts)
}

fn told(again: &[BrokenExchange]) -> String {
    list(again.iter().map(|BrokenExchange { id, left }| {
        let seats: String = left.iter().map(|seat| format!(" {}", seat.number())).collect();
        format!("{id}{seats}")
    }))
}

fn list(texts: impl Iterator<Item = String>) -> String {
    let texts: Vec<String> = texts.collect();
    if texts.is_empty() { "none".to_string() } else { texts.join(", ") }
}

/// Checks that a view that was shown is the one that `history` gives after as many tokens.
fn compare_view(referee: &mut Referee, seen: &History, history: &History) -> Result<()> {
    let line = seen.line();
    let count = seen.tokens.len();
    let has = history.tokens.len();
    ensure!(has >= count, "the game has {}, and the page saw {count}: {}", counted(has, "token"), quote(line));
    let before = history.first(count);
    let viewer = Position::parse(line.trim_start_matches("position ")).map_or(Viewer::Master, |shown| shown.viewer);
    let expected = match viewer {
        Viewer::Master => before.line().to_string(),
        viewer => referee.ask(before.line(), &[Query::View(viewer)])?.text()?,
    };
    ensure!(
        line == expected,
        "after {}, the game shows {}, and the page saw {}",
        counted(count, "token"),
        quote(&expected),
        quote(line)
    );
    Ok(())
}
