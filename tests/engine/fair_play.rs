//! Tests for fair play: a process with the master history must give the same search output as one with the mover's
//! view, and what a process says about a view must not depend on the master history that it knew before.

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

/// Returns all output for these lines. Each search ends before the next line is carried out.
fn answers(engine: &mut TestEngine, lines: &[String]) -> Vec<String> {
    for line in lines {
        engine.send(line);
        engine.send("wait");
    }
    engine.send("isready");
    engine.until("readyok").iter().map(|line| without_times(line)).collect()
}

/// Returns another master history that looks the same to the viewer, by exchanging letters that the view hides.
fn twin(referee: &mut TestEngine, line: &str, view: &str, viewer: usize, rng: &mut Rng) -> Option<String> {
    // The view has a seat at the start of the line.
    let seen = &view.as_bytes()[view.len() - line.len()..];
    let hidden: Vec<usize> = (0..line.len()).filter(|&at| seen[at] == b'?').collect();
    (0..40).find_map(|_| {
        let mut other = line.as_bytes().to_vec();
        for _ in 0..hidden.len().min(2) {
            other.swap(hidden[rng.index(hidden.len())], hidden[rng.index(hidden.len())]);
        }
        let other = String::from_utf8(other).unwrap();
        let shown = answers(referee, &[other.clone(), format!("query view {viewer}")]);
        (other != line && shown == [format!("response {view}"), "readyok".to_string()]).then_some(other)
    })
}

/// Two processes load different master histories, then the same view. What they say about the view must be the same.
#[test]
fn answers_about_a_view_do_not_depend_on_the_master_history() {
    let defaults: [&[&str]; 2] = [&["Game value keezen"], &["Game value querbeet"]];
    for options in defaults.into_iter().chain(VARIANTS) {
        let [mut referee, mut one, mut other] = std::array::from_fn(|_| {
            let mut engine = TestEngine::start(&[]);
            options.iter().for_each(|option| engine.send(&format!("setoption name {option}")));
            engine.send("setoption name Seed value 7");
            engine
        });
        let (mut rng, mut line, mut pairs) = (Rng::new(5), "position startpos moves".to_string(), 0);
        for plies in 1..60 {
            referee.send(&line);
            let token = match referee.ask("query turn").as_str() {
                "over" => break,
                "chance" => referee.ask(&format!("query draw {}", rng.next())),
                _ => {
                    let legal = referee.ask("query legal");
                    let legal: Vec<&str> = legal.split(' ').collect();
                    legal[rng.index(legal.len())].to_string()
                }
            };
            line = format!("{line} {token}");
            referee.send(&line);
            let viewer = plies % (referee.ask("query seats").parse::<usize>().unwrap() + 1);
            let view = referee.ask(&format!("query view {viewer}"));
            let Some(twin) = twin(&mut referee, &line, &view, viewer, &mut rng) else { continue };
            let mut asked: Vec<String> =
                ["info", "moves", "moves nl", "board", "tablebase", "why en pass", "why nl nonsense"]
                    .map(|query| format!("query {query}"))
                    .into();
            asked.extend((1..=plies).map(|number| format!("query step {number}")));
            asked.extend(["go observe nodes 200", "go nodes 60"].map(String::from));
            let [of_one, of_other] = [(&mut one, &line), (&mut other, &twin)].map(|(engine, master)| {
                answers(engine, &["uginewgame", master, "go observe nodes 100", "go nodes 60"].map(String::from));
                answers(engine, &[std::slice::from_ref(&view), &asked[..]].concat())
            });
            assert_eq!(of_one, of_other, "{options:?}: {view} is the view of {line} and of {twin}");
            pairs += 1;
        }
        assert!(pairs > 20, "{options:?}: {pairs} pairs");
        for engine in [referee, one, other] {
            assert_eq!(engine.close(), (vec![], Some(0)));
        }
    }
}
