//! Generates records of random games. The referee reports the legal moves, and a seeded generator chooses among them.

use anyhow::Result;
use arena::plan::{Format, GameChoice, Limit, MoveLimits, Participant, Plan, RunSettings};
use base::pairs::pair;
use base::rng::Rng;
use runner::Program;
use runner::record::{EngineRecord, Fault, FaultKind, Record, RunInfo, SearchReport};
use runner::results::FormatVersion;
use std::collections::BTreeMap;
use std::process::Command;
use ugi::{Client, Query, Score, Seat, Teams};

/// Returns a client of the real engine.
pub fn referee() -> Client {
    Client::start(&mut Command::new(testing::engine())).unwrap()
}

/// Returns the names of the games with at least two seats.
pub fn games() -> Vec<String> {
    let mut client = referee();
    let mut games = client.ask(Query::Games).unwrap();
    games.retain(|game| {
        client.set_option("Game", game).unwrap();
        client.ask_word(Query::Seats).unwrap() != "1"
    });
    games
}

/// Returns a plan with default settings for these participants in this game.
pub fn plan(game: &str, participants: &[&str]) -> Plan {
    let program = Program { command: "speltafel".into(), ..Program::default() };
    let participant =
        |name: &&str| Participant { name: (*name).to_string(), program: program.clone(), ..Participant::default() };
    Plan {
        name: format!("Random games of {game}"),
        game: GameChoice { name: game.to_string(), ..GameChoice::default() },
        referee: program.clone(),
        format: Format { games: 4, ..Format::default() },
        limit: Limit { move_limits: MoveLimits { nodes: Some(1000), ..MoveLimits::default() }, ..Limit::default() },
        run: RunSettings { folder: ".".into(), out: "out".into(), ..RunSettings::default() },
        participants: participants.iter().map(participant).collect(),
        seed: 1,
        ..Plan::default()
    }
}

/// Returns the record of a random game. If the game is not over after `longest` tokens, the seat to move is charged
/// with a crash, and a verdict ends the game.
pub fn record(plan: &Plan, client: &mut Client, block: u64, seating: usize, longest: usize) -> Result<Record> {
    client.set_option("Game", &plan.game.name)?;
    for (name, value) in &plan.game.options {
        client.set_option(name, value)?;
    }
    let mut random = Rng::new(block * 16 + seating as u64);
    let teams = client.ask(Query::Teams)?;
    let teams = teams.join(" ").parse::<Teams>().unwrap().0;
    let mut sides: Vec<usize> = (0..teams.len()).map(|side| side % plan.participants.len()).collect();
    let pairing = sides.iter().map(|&side| plan.participants[side].name.as_str()).collect::<Vec<_>>().join(":");
    sides.rotate_left(seating);
    let seat_count = teams.iter().map(Vec::len).sum::<usize>();
    let participant =
        |seat: Seat| &plan.participants[sides[teams.iter().position(|team| team.contains(&seat)).unwrap()]].name;
    let mut moves: Vec<String> = Vec::new();
    let (mut said, mut movers, mut times, mut faults) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    loop {
        client.send(&format!("position startpos moves {}", moves.join(" ")))?;
        let turn = client.ask_word(Query::Turn)?;
        if turn == "over" {
            break;
        }
        if moves.len() >= longest {
            let seat: Seat = turn.parse().unwrap_or(Seat::P1);
            let winner = if teams[0].contains(&seat) { 2 } else { 1 };
            faults.push(Fault {
                kind: FaultKind::Crash,
                seat: Some(seat),
                participant: participant(seat).clone(),
                ply: moves.len(),
                decisive: true,
                text: "it left with exit status 101".to_string(),
                dialogue: vec!["> go nodes 1000".to_string(), "< thread 'main' panicked at </script>".to_string()],
            });
            moves.push(format!("!end/p{winner}win/time"));
            said.push(None);
            movers.push(None);
            times.push(0.0);
            continue;
        }
        if turn == "chance" {
            moves.push(client.ask_word(Query::Draw(random.next()))?);
            said.push(None);
            movers.push(None);
            times.push(0.0);
            continue;
        }
        let legal = client.ask(Query::Legal)?;
        moves.push(legal[random.index(legal.len())].clone());
        let played = moves.len() > 2;
        movers.push(played.then(|| turn.parse().unwrap()));
        let score = Score::Cp(random.below(400) as i32 - 200);
        let nodes = 900 + random.below(200);
        said.push(played.then_some(SearchReport { score: Some(score), depth: Some(7), nodes: Some(nodes) }));
        times.push(random.below(3000) as f64 / 10.0);
    }
    // Mark some moves as late but forgiven.
    let forgiven = (0..movers.len()).filter(|&ply| movers[ply].is_some() && ply % 5 == 3).collect();
    let numbers = |words: Vec<String>| words.iter().map(|word| word.parse().unwrap()).collect::<Vec<i64>>();
    let scores = numbers(client.ask(Query::Scores)?);
    let ranks = numbers(client.ask(Query::Ranks)?).into_iter().map(|rank| rank as u32).collect();
    let engine = |seat: Seat| EngineRecord {
        name: "random".to_string(),
        options: BTreeMap::from([("Seed".to_string(), seat.number().to_string())]),
    };
    Ok(Record {
        format: FormatVersion,
        id: format!("{pairing}/{block}/{seating}"),
        plan: "0".to_string(),
        pairing,
        block,
        seating,
        played: game::Record {
            game: plan.game.name.clone(),
            options: client.ask(Query::Options)?.iter().map(|rule| pair(rule).unwrap()).collect(),
            seats: Seat::all(seat_count).map(|seat| participant(seat).clone()).collect(),
            opening: 2,
            moves,
            movers,
            result: client.ask_word(Query::Result)?,
            reason: client.ask_word(Query::Reason)?,
            scores,
            ranks,
            ..game::Record::default()
        },
        engines: Seat::all(seat_count).map(engine).collect(),
        teams,
        reports: said,
        faults,
        version: "0.1.0".to_string(),
        run: RunInfo { host: "here".to_string(), wall_ms: 1000, times_ms: times, forgiven, ..RunInfo::default() },
    })
}
