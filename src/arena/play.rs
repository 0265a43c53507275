//! One game from its opening to its record: the referee says who decides, views go to engines, moves come back, and
//! whatever an engine does wrong ends the game against it. Knows no rules and no schedule.

use super::adjudicate::{Adjudicator, Agreed};
use super::clock::Clocks;
use super::engine::{Engine, Trouble};
use super::history::History;
use super::judge::{Answer, Judge, turn};
use super::openings::Opening;
use super::plan::Plan;
use super::record::{Circumstances, FaultKind, FaultRecord, Record, Said, SeatRecord};
use super::schedule::{Fixture, deal_seed, game_seed};
use crate::game::Turn;
use crate::protocol::Query;
use crate::quote::quote;
use anyhow::{Context, Result, bail, ensure};
use std::time::{Duration, Instant};

/// What `bestmove` says of who gives up.
const RESIGN: &str = "resign";
/// Things that were wrong but did no harm are noted so often for one seat and game: a record must not grow without end.
const MOST_NOTES: usize = 8;

/// What is the same in all games of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Venue {
    /// Seat numbers from 1, a list for each side.
    pub teams: Vec<Vec<usize>>,
    /// `NAME=VALUE` of the game.
    pub options: Vec<String>,
    /// Fingerprint of the plan.
    pub fingerprint: String,
    /// The machine.
    pub host: String,
}

/// A seat and who is in it.
pub struct Player {
    /// Index into the plan.
    pub entrant: usize,
    /// The engine, or why there is none and the last lines of the attempt.
    pub engine: Result<Engine, (Trouble, Vec<String>)>,
}

/// A game in progress.
struct Table<'a> {
    plan: &'a Plan,
    judge: &'a mut Judge,
    players: &'a mut [Player],
    /// The side of each seat.
    side: Vec<usize>,
    history: History,
    /// The seat that is expected to move behind each seat.
    follows: Vec<usize>,
    /// The last view that was asked, with its seat.
    view: (usize, String),
    said: Vec<Option<Said>>,
    movers: Vec<usize>,
    times: Vec<f64>,
    faults: Vec<FaultRecord>,
}

impl Venue {
    /// Asks the referee.
    ///
    /// # Errors
    /// It has gone or does not say.
    pub fn survey(judge: &mut Judge, fingerprint: String, host: String) -> Result<Self> {
        let teams = judge.ask_one(None, Query::Teams)?;
        let team = |team: &String| team.split('+').map(str::parse).collect::<Result<Vec<usize>, _>>();
        let teams = teams.iter().map(team).collect::<Result<Vec<_>, _>>().context("query teams: expected seats")?;
        let seats: usize = teams.iter().map(Vec::len).sum();
        ensure!(
            (1..=seats).all(|seat| teams.iter().flatten().any(|&other| other == seat)),
            "query teams: not every seat"
        );
        ensure!(teams.len() > 1, "query teams: a tournament needs two sides");
        let options = judge.ask_one(None, Query::Options)?;
        Ok(Self { teams, options, fingerprint, host })
    }

    /// The side of each seat, both from 0.
    #[must_use]
    pub fn side_of_seats(&self) -> Vec<usize> {
        let seats: usize = self.teams.iter().map(Vec::len).sum();
        let side = |seat| self.teams.iter().position(|team| team.contains(&(seat + 1))).unwrap_or_default();
        (0..seats).map(side).collect()
    }
}

/// Plays one game.
///
/// # Errors
/// The referee breaks down, or an engine would have to see what is hidden: nothing that an engine can do.
pub fn play(
    plan: &Plan,
    venue: &Venue,
    fixture: &Fixture,
    opening: &Opening,
    judge: &mut Judge,
    players: &mut [Player],
) -> Result<Record> {
    let (began, trips) = (Instant::now(), judge.trips);
    let started = std::time::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs();
    let seats = players.len();
    let mut table = Table {
        plan,
        judge,
        players,
        side: venue.side_of_seats(),
        history: History::new(&opening.base, &opening.moves),
        follows: (0..seats).map(|seat| (seat + 1) % seats).collect(),
        view: (0, String::new()),
        said: vec![None; opening.moves.len()],
        movers: vec![0; opening.moves.len()],
        times: vec![0.0; opening.moves.len()],
        faults: Vec::new(),
    };
    table.run(fixture.block)?;
    let [result, reason, scores, ranks] = table.finish()?;
    let seat = |player: &Player| SeatRecord {
        entrant: plan.entrants[player.entrant].name.clone(),
        engine: player.engine.as_ref().map_or(String::new(), |engine| engine.id.clone()),
        options: player.engine.as_ref().map_or_else(|_| Default::default(), |engine| engine.options.clone()),
    };
    let numbers = "the referee's scores are no numbers";
    Ok(Record {
        id: fixture.id.clone(),
        plan: venue.fingerprint.clone(),
        game: plan.game.name.clone(),
        options: venue.options.clone(),
        pairing: fixture.pairing.clone(),
        block: fixture.block,
        seating: fixture.seating,
        seed: game_seed(plan, &fixture.id),
        teams: venue.teams.clone(),
        seats: table.players.iter().map(seat).collect(),
        base: table.history.base,
        opening: opening.moves.len(),
        moves: table.history.tokens,
        said: table.said,
        movers: table.movers,
        result: result.concat(),
        reason: reason.concat(),
        scores: scores.iter().map(|word| word.parse()).collect::<Result<_, _>>().context(numbers)?,
        ranks: ranks.iter().map(|word| word.parse()).collect::<Result<_, _>>().context(numbers)?,
        faults: table.faults,
        version: env!("CARGO_PKG_VERSION").to_string(),
        run: Circumstances {
            host: venue.host.clone(),
            started,
            wall: began.elapsed().as_millis() as u64,
            times: table.times,
            trips: table.judge.trips - trips,
        },
    })
}

impl Table<'_> {
    /// Plays until the game is over, by its rules or by a verdict.
    fn run(&mut self, block: u64) -> Result<()> {
        let thinking = |player: &Player| {
            self.plan.entrants[player.entrant].limit.clone().unwrap_or_else(|| self.plan.limit.thinking.clone())
        };
        let mut clocks = Clocks::new(&self.plan.limit, self.players.iter().map(thinking).collect(), &self.side);
        let sides = self.side.iter().max().map_or(0, |last| last + 1);
        let mut adjudicator = Adjudicator::new(self.plan.adjudication.clone(), sides);
        let is_event = |token: &&String| token.starts_with('!');
        let mut deals = self.history.tokens.iter().filter(is_event).count() as u64;
        (deals..self.history.tokens.len() as u64).for_each(|_| _ = adjudicator.skip());
        let mut next = self.load(0)?;
        loop {
            match next {
                Turn::Over => return Ok(()),
                Turn::Chance => {
                    let draw = Query::Draw(deal_seed(self.plan, block, deals));
                    let event = self.judge.ask_one(None, draw)?.concat();
                    deals += 1;
                    self.push(&event, None);
                    next = self.load(self.view.0)?;
                }
                Turn::Seat(seat) => {
                    let seat = seat.index();
                    ensure!(seat < self.players.len(), "the referee names seat {}, which the game lacks", seat + 1);
                    let (after, said) = match self.move_of(seat, &mut clocks)? {
                        Ok(moved) => moved,
                        Err(trouble) => return self.charge(seat, trouble),
                    };
                    next = after;
                    let agreed = adjudicator.note(self.side[seat], said.score);
                    if let Some(agreed) = agreed
                        && next != Turn::Over
                    {
                        let verdict = match agreed {
                            Agreed::Draw => "!end/draw/adjudication".to_string(),
                            Agreed::Win(side) => format!("!end/p{}win/adjudication", side + 1),
                            Agreed::MaxPlies => "!end/draw/max_plies".to_string(),
                        };
                        return self.end(&verdict);
                    }
                }
            }
        }
    }

    /// Lets a seat move: who decides next and what it said; or what it did wrong.
    fn move_of(&mut self, seat: usize, clocks: &mut Clocks) -> Result<Result<(Turn, Said), Trouble>> {
        let position = self.position_for(seat)?;
        let engine = match &mut self.players[seat].engine {
            Ok(engine) => engine,
            Err((trouble, _)) => return Ok(Err(trouble.clone())),
        };
        let thought = match engine.think(&position, &clocks.go(seat), clocks.flag(seat)) {
            Ok(thought) => thought,
            Err(trouble) => return Ok(Err(trouble)),
        };
        for (kind, text) in thought.oddities {
            self.note(seat, kind, text, false);
        }
        let trouble = |kind, text| Ok(Err(Trouble::new(kind, false, text)));
        if clocks.punch(seat, thought.elapsed) {
            return trouble(FaultKind::Time, format!("its move came after {} ms", thought.elapsed.as_millis()));
        }
        let best = thought.best;
        if best == RESIGN {
            self.push(RESIGN, Some((seat, thought.said.clone(), thought.elapsed)));
            return Ok(Ok((Turn::Over, thought.said)));
        }
        let guess = self.follows[seat];
        let answers = self.judge.ask(&[
            Query::IsLegal(&best).to_string(),
            Query::Canon(&best).to_string(),
            self.history.with(&best),
            Query::Turn.to_string(),
            Query::View(guess as u64 + 1).to_string(),
        ])?;
        let [legal, canon, next, view] = answers.as_slice() else { bail!("the referee does not answer all questions") };
        // A move by nature, or a verdict, is no move of a seat.
        if best.starts_with('!') || word(legal) != Some("true") {
            return trouble(FaultKind::IllegalMove, format!("{} is not legal", quote(&best)));
        }
        let canon = word(canon).with_context(|| format!("the referee: canon {best}: no answer"))?.to_string();
        self.push(&canon, Some((seat, thought.said.clone(), thought.elapsed)));
        self.view = (guess, words(view));
        let next = self.understood(next)?;
        if let Turn::Seat(after) = next {
            self.follows[seat] = after.index();
        }
        Ok(Ok((next, thought.said)))
    }

    /// Sends the history to the referee; who decides next. The view of the seat `guess` comes along.
    fn load(&mut self, guess: usize) -> Result<Turn> {
        let view = Query::View(guess as u64 + 1).to_string();
        let answers = self.judge.ask(&[self.history.line().to_string(), Query::Turn.to_string(), view])?;
        let [next, view] = answers.as_slice() else { bail!("the referee does not answer all questions") };
        self.view = (guess, words(view));
        self.understood(next)
    }

    /// The line that the engine of a seat gets: its view where it knows views, else the whole history.
    fn position_for(&mut self, seat: usize) -> Result<String> {
        if self.view.0 != seat {
            self.view = (seat, self.judge.ask_one(None, Query::View(seat as u64 + 1))?.join(" "));
        }
        let player = &self.players[seat];
        if player.engine.as_ref().is_ok_and(|engine| engine.knows("views")) {
            return Ok(self.view.1.clone());
        }
        // It must never be sent what its seat may not know.
        let name = &self.plan.entrants[player.entrant].name;
        ensure!(
            player.engine.is_err() || self.history.is_open_in(&self.view.1),
            "entrant {name} cannot play this game: it hides something, and the engine knows no views (UGI_Extensions)"
        );
        Ok(self.history.line().to_string())
    }

    /// Ends the game against a seat.
    fn charge(&mut self, seat: usize, trouble: Trouble) -> Result<()> {
        let word = trouble.kind.verdict();
        // What becomes of the others when this one loses is known to the referee alone.
        let result = self.judge.ask_one(Some(&self.history.with(RESIGN)), Query::Result)?.concat();
        self.note(seat, trouble.kind, trouble.text, true);
        if trouble.lost {
            let lines = self.faults.first().map_or(Vec::new(), |fault| fault.dialogue.clone());
            let lost = Trouble::new(trouble.kind, true, String::new());
            self.players[seat].engine = Err((lost, lines));
        }
        self.end(&format!("!end/{result}/{word}"))
    }

    fn end(&mut self, verdict: &str) -> Result<()> {
        self.push(verdict, None);
        let next = self.load(self.view.0)?;
        ensure!(next == Turn::Over, "the referee plays on behind {verdict}");
        Ok(())
    }

    /// Result, reason, scores and ranks; engines that see another result are noted.
    fn finish(&mut self) -> Result<[Vec<String>; 4]> {
        let questions = [Query::Result, Query::Reason, Query::Scores, Query::Ranks].map(|query| query.to_string());
        let mut lines = vec![self.history.line().to_string()];
        lines.extend(questions);
        lines.extend((1..=self.players.len() as u64).map(|seat| Query::View(seat).to_string()));
        let mut answers = self.judge.ask(&lines)?;
        let views: Vec<String> = answers.split_off(4).iter().map(words).collect();
        let list = |answer| match answer {
            Answer::Words(words) => Ok(words),
            Answer::Error(code) => bail!("the referee does not say how the game came out: error {code}"),
        };
        let found = answers.into_iter().map(list).collect::<Result<Vec<_>>>()?;
        let found = <[Vec<String>; 4]>::try_from(found).ok().context("the referee does not answer all questions")?;
        let result = found[0].concat();
        ensure!(result != "none", "the referee calls the finished game undecided");
        // Engines of plain UGI know no verdict.
        if !self.history.tokens.last().is_some_and(|last| last.starts_with("!end") || last == RESIGN) {
            self.compare(&result, &views);
        }
        Ok(found)
    }

    /// Does every engine see the result that the referee sees?
    fn compare(&mut self, result: &str, views: &[String]) {
        for (seat, view) in views.iter().enumerate() {
            let Ok(engine) = &mut self.players[seat].engine else { continue };
            let line = if engine.knows("views") { view } else { self.history.line() };
            let (kind, text, lost) = match engine.ask(line, Query::Result) {
                Ok(words) if words == [result] => continue,
                Ok(words) => (FaultKind::Disagreement, format!("result {}, not {result}", words.join(" ")), false),
                Err(trouble) => (trouble.kind, trouble.text, trouble.lost),
            };
            self.note(seat, kind, text, false);
            if lost && let Ok(engine) = &self.players[seat].engine {
                let lines = engine.last_lines();
                self.players[seat].engine = Err((Trouble::new(kind, true, String::new()), lines));
            }
        }
    }

    /// Appends a token; `mover` is the seat that chose it, from 0, with what it said and how long it took.
    fn push(&mut self, token: &str, mover: Option<(usize, Said, Duration)>) {
        self.history.push(token);
        self.movers.push(mover.as_ref().map_or(0, |(seat, ..)| seat + 1));
        self.times.push(mover.as_ref().map_or(0.0, |&(.., elapsed)| millis(elapsed)));
        self.said.push(mover.map(|(_, said, _)| said));
    }

    fn note(&mut self, seat: usize, kind: FaultKind, text: String, decisive: bool) {
        let noted = self.faults.iter().filter(|fault| fault.seat == seat + 1).count();
        if !decisive && noted >= MOST_NOTES {
            return;
        }
        let player = &self.players[seat];
        let dialogue = match &player.engine {
            Ok(engine) => engine.last_lines(),
            Err((_, lines)) => lines.clone(),
        };
        let entrant = self.plan.entrants[player.entrant].name.clone();
        let ply = self.history.tokens.len();
        let fault = FaultRecord { kind, seat: seat + 1, entrant, ply, decisive, text, dialogue };
        self.faults.insert(if decisive { 0 } else { self.faults.len() }, fault);
    }

    fn understood(&self, next: &Answer) -> Result<Turn> {
        let said = words(next);
        turn(&said).with_context(|| format!("the referee says `{said}` when asked for the turn"))
    }
}

fn word(answer: &Answer) -> Option<&str> {
    match answer {
        Answer::Words(words) => words.first().map(String::as_str),
        Answer::Error(_) => None,
    }
}

fn words(answer: &Answer) -> String {
    match answer {
        Answer::Words(words) => words.join(" "),
        Answer::Error(code) => format!("error {code}"),
    }
}

/// Rounded to a hundredth.
fn millis(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 100_000.0).round() / 100.0
}
