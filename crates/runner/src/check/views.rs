//! Steps for the extension `views`: the tokens of a view, the queries that a view rejects, and a complete game with the
//! referee loop.

use super::facts::game_info;
use super::lines::is_result;
use super::rules::{expect_error, history, mover, seats};
use super::step::{Step, where_declared};
use super::tested_engine::{CheckError, TestedEngine, is_error};
use std::collections::BTreeMap;
use ugi::{History, NO_MOVE, Query, Seat, Viewer};

/// Maximum length of a checked game, in moves and chance events.
const MAX_PLIES: usize = 300;
/// The number of events at the start of a game that are searched for leaks.
const MAX_EVENTS: usize = 3;
/// The number of tokens that are drawn for an event in search of leaks, and of those whose parts are exchanged.
const DRAWS: u64 = 200;
const MAX_EXCHANGED: usize = 20;
/// Length of the history whose views are checked, in plies.
const VIEW_PLIES: usize = 10;

/// The steps for the extension `views`, in the order in which they run.
pub const STEPS: &[Step] = &[
    where_declared("views", "view-tokens", tokens),
    where_declared("views", "view-fen", position_texts),
    where_declared("views", "view-not-master", not_master),
    where_declared("views", "view-not-your-turn", not_your_turn),
    where_declared("views", "view-leaks", leaks),
    where_declared("views", "referee-loop", referee_loop),
];

/// Returns the view of a seat or of the public as a `position` line.
fn view(engine: &mut TestedEngine, viewer: Viewer) -> Result<String, CheckError> {
    Ok(engine.ask(Query::View(viewer))?.text())
}

/// Checks that every view equals the history token for token, except that hidden characters are replaced by `?`.
fn tokens(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    let history = history(engine, VIEW_PLIES)?;
    let master = history.line().trim_start_matches("position ");
    for seat in 0..=seats {
        let view = view(engine, Viewer::from_number(seat).unwrap_or_default())?;
        let error = |why: String| Err(CheckError::new(format!("response {view}"), why));
        let Some(shown) = view.strip_prefix(&format!("position seat {seat} ")) else {
            return error(format!("query view {seat}: expected position seat {seat}"));
        };
        let (shown, full) = (shown.split(' ').collect::<Vec<_>>(), master.split(' ').collect::<Vec<_>>());
        if shown.len() != full.len() {
            let (count, expected) = (shown.len(), full.len());
            return error(format!("query view {seat}: expected {expected} words, as in the history, got {count}"));
        }
        if let Some((shown, full)) = shown.iter().zip(&full).find(|(shown, full)| !is_masked(shown, full)) {
            return error(format!("query view {seat}: expected {full}, in parts hidden by ?, got {shown}"));
        }
    }
    Ok(())
}

/// Looks for leaks. At the first events of a game, two tokens that differ only in what is dealt to other seats must
/// give a viewer the same view. Events of which everybody sees everything are left out. A game that hides something,
/// but of which no such pair is found, is not tested; nor is an engine that does not tell whether its game hides
/// something.
fn leaks(engine: &mut TestedEngine) -> Result<(), CheckError> {
    if !engine.declares("facts") {
        return Err(CheckError::untested("query info", "the engine does not tell whether the game hides something"));
    }
    if !game_info(engine)?.hidden {
        return Ok(());
    }
    let seats = seats(engine)?;
    let mut history = History::new("startpos", &[]);
    engine.execute_ok(&["uginewgame"])?;
    let mut pairs = 0;
    for _ in 0..MAX_EVENTS {
        engine.execute_ok(&[history.line()])?;
        if engine.ask_word(Query::Turn, &[])? != "chance" {
            break;
        }
        let tokens = event_tokens(engine)?;
        // By the viewer, what it is dealt and what everybody sees: the first such token and its view.
        let mut first: BTreeMap<(usize, Vec<&str>), (&str, String)> = BTreeMap::new();
        for token in &tokens {
            engine.execute_ok(&[&history.with(token)])?;
            let viewers = (0..=seats).map(|number| view(engine, Viewer::from_number(number).unwrap_or_default()));
            let views = viewers.collect::<Result<Vec<_>, _>>()?;
            if !views.iter().any(|view| view.contains('?')) {
                continue;
            }
            for (number, shown) in views.into_iter().enumerate() {
                let parts = token.split('/').enumerate().skip(1);
                let own = parts.filter(|(seat, _)| *seat == number || *seat > seats).map(|(_, part)| part).collect();
                let (other, expected) = first.entry((number, own)).or_insert_with(|| (token, shown.clone()));
                let why = || format!("seat {number} can tell {token} from {other}, although it is dealt the same");
                CheckError::unless(*expected == shown, &shown, why())?;
                pairs += usize::from(other != token);
            }
        }
        history.push(&tokens[0]);
    }
    let why = "query info says that the game hides something, but no two events differ only in hidden parts";
    if pairs == 0 { Err(CheckError::untested(history.line(), why)) } else { Ok(()) }
}

/// Draws tokens of the event that is due, and exchanges parts of them where the result is legal.
fn event_tokens(engine: &mut TestedEngine) -> Result<Vec<String>, CheckError> {
    let mut all = Vec::new();
    for seed in 0..DRAWS {
        all.push(engine.ask_word(Query::Draw(seed), &[])?);
    }
    for token in all.iter().take(MAX_EXCHANGED).cloned().collect::<Vec<_>>() {
        let parts: Vec<&str> = token.split('/').collect();
        for (one, other) in (1..parts.len()).flat_map(|one| (one + 1..parts.len()).map(move |other| (one, other))) {
            let mut exchanged = parts.clone();
            exchanged.swap(one, other);
            let exchanged = exchanged.join("/");
            if engine.ask(Query::IsLegal(&exchanged))?.text() == "true" {
                all.push(exchanged);
            }
        }
    }
    Ok(all)
}

/// Checks that `query fen K` answers the position text of the view of seat K.
fn position_texts(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    let history = history(engine, VIEW_PLIES)?;
    for viewer in (0..=seats).filter_map(Viewer::from_number) {
        let shown = engine.ask(Query::Fen(Some(viewer)))?;
        let view = view(engine, viewer)?;
        engine.execute_ok(&[&view])?;
        let expected = engine.ask(Query::Fen(None))?;
        shown.expect(shown.text() == expected.text(), format!("`{}`, as in the view", expected.text()))?;
        engine.execute_ok(&[history.line()])?;
    }
    Ok(())
}

/// Returns whether `shown` equals the token `full` except for characters that are replaced by `?`.
fn is_masked(shown: &str, full: &str) -> bool {
    shown.chars().count() == full.chars().count()
        && shown.chars().zip(full.chars()).all(|(shown, full)| shown == full || shown == '?')
}

fn not_master(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    history(engine, 1)?;
    let view = view(engine, Viewer::Seat(Seat::P1))?;
    engine.execute_ok(&[&view])?;
    if seats > 1 {
        expect_error(engine, Query::View(Viewer::Seat(Seat::P2)), Some("not_master"))?;
    }
    expect_error(engine, Query::View(Viewer::Public), Some("not_master"))?;
    expect_error(engine, Query::Draw(1), Some("not_master"))
}

fn not_your_turn(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    history(engine, 1)?;
    let Some(mover) = mover(engine)? else { return Ok(()) };
    // A game with one seat has no other seat. The public view is used instead, because it belongs to no seat.
    let view = view(engine, if seats == 1 { Viewer::Public } else { Viewer::Seat(Seat::new(mover.number() % seats)) })?;
    engine.execute_ok(&[&view])?;
    engine.ask_word(Query::Turn, &[&mover.to_string()])?;
    expect_error(engine, Query::Legal, Some("not_your_turn"))?;
    let (lines, best) = engine.search(&["go nodes 1"])?;
    let is_valid = best == NO_MOVE && lines.iter().any(|line| is_error(line) && line.contains("not_your_turn"));
    let why = format!("expected the error not_your_turn and {NO_MOVE}, because {mover} is to move");
    CheckError::unless(is_valid, format!("bestmove {best}"), why)
}

/// Plays a game with the referee loop of `protocol.md`. A single process acts as the referee and plays all seats.
fn referee_loop(engine: &mut TestedEngine) -> Result<(), CheckError> {
    let seats = seats(engine)?;
    let mut history = History::new("startpos", &[]);
    engine.execute_ok(&["uginewgame"])?;
    for ply in 0..MAX_PLIES {
        engine.execute_ok(&[history.line()])?;
        let token = match engine.ask_word(Query::Turn, &[])?.as_str() {
            "over" => {
                let (result, scores) = (engine.ask(Query::Result)?, engine.ask(Query::Scores)?);
                result.expect(is_result(&result.text()), "a result, because the game is over")?;
                return scores.expect(scores.words.len() == seats, format!("{seats} numbers"));
            }
            "chance" => engine.ask_word(Query::Draw(ply as u64), &[])?,
            turn => {
                let seat = turn.parse().map_err(|_| CheckError::new(turn, "query turn: expected a seat"))?;
                let view = view(engine, Viewer::Seat(seat))?;
                engine.execute_ok(&[&view])?;
                let (_, best) = engine.search(&["go nodes 1"])?;
                engine.execute_ok(&[history.line()])?;
                engine.ask_word(Query::IsLegal(&best), &["true"])?;
                engine.ask_word(Query::Canon(&best), &[])?
            }
        };
        history.push(&token);
    }
    Ok(())
}
