//! Laws of the players: their moves are legal, depend only on what the mover sees, and keep the limits.

use super::law::{Law, law};
use super::positions;
use super::trial::{LONGEST, Trial};
use crate::game::Game;
use crate::preferences::{Player, Preferences};
use crate::search::Stop;
use crate::session::{OpenGame, SearchRequest, Session};
use std::time::{Duration, Instant};
use strum::VariantNames;
use ugi::{Go, Position, ProtocolError, Query, Reply, Seat, Turn, Viewer};

/// Plays a random game, and lets the players search some of its positions.
pub(super) fn check<G: Game>(trial: &mut Trial<G>) -> Law {
    let open = || Session::<G>::open(trial.values);
    let (mut session, mut other) = (open(), open());
    let mut position = G::start(&trial.rules);
    trial.place.start();
    for count in 0..LONGEST {
        let line = trial.place.line();
        let loaded = load(&mut session, &line);
        law!(loaded == Ok(Vec::new()), "The engine answers `position {line}` with {loaded:?}.");
        // A repetition may end the game although the position does not.
        if session.query(Query::Turn).as_deref() == Ok("over") {
            return check_end(&mut session);
        }
        if matches!(position.turn(), Turn::Seat(_)) {
            if count % 41 == 3 {
                check_players(&mut session, &mut other)?;
            }
            if count % 37 == 2 {
                check_limits(&mut session)?;
            }
            if count % 23 == 1 {
                check_lines(&mut session)?;
            }
        }
        let token = if position.turn() == Turn::Chance {
            (G::EVENTS.sample)(&position, trial.rng.next())
        } else {
            let legal = position.legal();
            position.action_text(legal[trial.rng.index(legal.len())])
        };
        position = positions::advance(&position, &token)?.0;
        trial.place.add(&token);
    }
    Ok(())
}

fn load<G: Game>(session: &mut Session<G>, line: &str) -> Result<Vec<ProtocolError>, ProtocolError> {
    session.position(&Position::parse(line)?)
}

/// Searches the position and returns the output lines, with times and speeds set to 0.
fn go<G: Game>(session: &mut Session<G>, limits: &str, player: Player, multi_pv: usize) -> Vec<String> {
    let preferences = Preferences { player, multi_pv, seed: 7, ..Preferences::default() };
    let search = SearchRequest { go: Go::parse(limits), preferences, start: Instant::now() };
    let mut lines = Vec::new();
    let best = session.go(&search, &Stop::default(), &mut |reply| {
        lines.push(match reply {
            Reply::Info(mut info) => {
                (info.time, info.nps) = (Some(Duration::ZERO), Some(0));
                Reply::Info(info).to_string()
            }
            other => other.to_string(),
        });
    });
    lines.push(best.to_string());
    lines
}

/// Returns the move in the last line of a search.
fn best(lines: &[String]) -> &str {
    lines.last().and_then(|line| line.strip_prefix("bestmove ")).and_then(|line| line.split(' ').next()).unwrap_or("")
}

fn check_players<G: Game>(session: &mut Session<G>, other: &mut Session<G>) -> Law {
    let ask = |session: &Session<G>, query| session.query(query).unwrap_or_default();
    let legal = ask(session, Query::Legal);
    let seat = ask(session, Query::Turn).parse().unwrap_or(Seat::P1);
    let view = ask(session, Query::View(Viewer::Seat(seat)));
    for name in Player::VARIANTS {
        let player = name.parse().unwrap_or_default();
        session.clear_tables();
        let lines = go(session, "nodes 300", player, 1);
        let best = best(&lines);
        law!(legal.split(' ').any(|token| token == best), "The player {name} plays {best:?}, which is not legal.");
        // Searching the view of the mover gives the same lines as searching the whole history.
        other.new_game();
        let loaded = load(other, view.trim_start_matches("position "));
        law!(loaded == Ok(Vec::new()), "The engine answers `{view}` with {loaded:?}.");
        let seen = go(other, "nodes 300", player, 1);
        law!(seen == lines, "The player {name} answers {lines:?}, but {seen:?} if it knows only its view.");
    }
    Ok(())
}

fn check_limits<G: Game>(session: &mut Session<G>) -> Law {
    for limit in [1, 2, 7, 100, 1000] {
        let lines = go(session, &format!("nodes {limit}"), Player::Strong, 2);
        for line in lines.iter().filter(|line| line.starts_with("info ")) {
            let nodes = line.split(" nodes ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
            law!(nodes.is_none_or(|nodes| nodes <= limit), "The search of {limit} nodes prints {line}.");
        }
    }
    for line in go(session, "depth 2", Player::Strong, 1) {
        let depth = line.strip_prefix("info depth ").and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
        law!(depth.is_none_or(|depth| depth <= 2), "The search to depth 2 prints {line}.");
    }
    Ok(())
}

fn check_lines<G: Game>(session: &mut Session<G>) -> Law {
    for (limits, multi_pv) in [("nodes 500", 1), ("nodes 500", 3), ("depth 3", 2)] {
        let lines = go(session, limits, Player::Strong, multi_pv);
        let exact = |line: &&String| line.contains(" multipv 1 ") && !line.contains("bound") && line.contains(" pv ");
        let first = lines.iter().rfind(exact).and_then(|line| line.split(" pv ").nth(1)?.split(' ').next());
        law!(
            first.is_none_or(|first| first == best(&lines)),
            "The last exact line is not that of the best move: {lines:?}."
        );
        let searched = lines.len() >= 2 && lines[lines.len() - 2].starts_with("info ");
        law!(searched, "The search prints no line before its move: {lines:?}.");
    }
    Ok(())
}

fn check_end<G: Game>(session: &mut Session<G>) -> Law {
    let answers = [Query::Legal, Query::Chance, Query::GameOver].map(|query| session.query(query).unwrap_or_default());
    law!(answers == ["", "none", "true"], "After the end, the moves, the event and `gameover` are {answers:?}.");
    for query in [Query::Result, Query::Reason] {
        law!(session.query(query).as_deref() != Ok("none"), "After the end, {query:?} is none.");
    }
    let ranks = session.query(Query::Ranks).unwrap_or_default();
    law!(ranks.split(' ').any(|rank| rank == "1"), "After the end, the ranks are {ranks}.");
    let lines = go(session, "nodes 10", Player::Strong, 1);
    law!(lines == ["bestmove 0000"], "After the end, the engine answers {lines:?}.");
    Ok(())
}
