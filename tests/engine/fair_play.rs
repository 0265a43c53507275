//! Tests for fair play: a process with the master history must give the same search output as one with the mover's
//! view.

use crate::common::{TestEngine, without_times};
use base::rng::Rng;
use speltafel::registry::REGISTRY;

/// Game options that hide more or different information than the defaults.
const VARIANTS: [&[&str]; 2] =
    [&["Game value keezen", "Keezen.Partners value hidden"], &["Game value querbeet", "Querbeet.Players value 3"]];
/// The players, and the number of plies in the game of each player. The game of `strong` is longer, because this player
/// keeps tables between moves, which could carry hidden information.
const PLAYERS: [(&str, usize); 5] = [("strong", 40), ("random", 6), ("greedy", 6), ("uct", 6), ("flat", 6)];

fn search(engine: &mut TestEngine, line: &str) -> Vec<String> {
    engine.send(line);
    engine.send("go nodes 300");
    engine.until("bestmove").iter().map(|line| without_times(line)).collect()
}

fn play(options: &[String], player: &str, plies: usize) {
    let start = || {
        let mut engine = TestEngine::start(&[]);
        for option in options {
            engine.send(&format!("setoption name {option}"));
        }
        engine.send(&format!("setoption name Player value {player}"));
        engine.send("setoption name Seed value 7");
        engine
    };
    let (mut referee, mut master, mut view) = (start(), start(), start());
    let (mut rng, mut line) = (Rng::new(3), "position startpos moves".to_string());
    for ply in 0..plies {
        referee.send(&line);
        let token = match referee.ask("query turn").as_str() {
            "over" => break,
            "chance" => referee.ask(&format!("query draw {}", rng.next())),
            turn => {
                let seen = referee.ask(&format!("query view {}", &turn[1..]));
                let (from_master, from_view) = (search(&mut master, &line), search(&mut view, &seen));
                assert_eq!(from_master, from_view, "{options:?}, player {player}, ply {ply}: {line}");
                from_master.last().unwrap().strip_prefix("bestmove ").unwrap().to_string()
            }
        };
        line = format!("{line} {token}");
    }
    for engine in [referee, master, view] {
        assert_eq!(engine.close(), (vec![], Some(0)));
    }
}

#[test]
fn searches_of_the_master_history_and_of_the_movers_view_agree() {
    let games = REGISTRY.games().iter().map(|game| vec![format!("Game value {}", game.name)]);
    let variants = VARIANTS.map(|options| options.iter().map(ToString::to_string).collect::<Vec<_>>());
    for options in games.chain(variants) {
        PLAYERS.into_iter().for_each(|(player, plies)| play(&options, player, plies));
    }
}
