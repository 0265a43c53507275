//! Tests, through the protocol, that every registered game has the properties that clients rely on. Newly registered
//! games are covered automatically. The module `import_cycles` tests the source files instead.
#![allow(clippy::unwrap_used)]

mod bytes;
mod files;
mod game_driver;
mod import_cycles;
mod recorded;

use base::rng::Rng;
use game_driver::{GameDriver, LONGEST, random_game, rule_sets};
use kit::options::Values;
use kit::registry::RegisteredGame;
use speltafel::registry::REGISTRY;
use std::collections::BTreeSet;
use ugi::{Position, Query};

/// The number of evenly spaced positions per `LONGEST / 10` plies that get the expensive checks. [`is_close`] selects
/// them, and also the first positions of each game.
const CLOSE_LOOKS: usize = 12;

/// Calls `law` once for each rule set of each game, with a driver and a seed.
fn every_rule_set(mut law: impl FnMut(&mut GameDriver, u64)) {
    for game in REGISTRY.games() {
        for (index, values) in rule_sets(game).into_iter().enumerate() {
            law(&mut GameDriver::new(game, values), 100 + index as u64);
        }
    }
}

/// Returns whether the expensive checks are made in the position after `ply` plies.
fn is_close(ply: usize) -> bool {
    ply < 4 || ply.is_multiple_of(LONGEST / 10 / CLOSE_LOOKS)
}

#[test]
fn legal_tokens_are_distinct_canonical_and_readable() {
    every_rule_set(|table, seed| {
        random_game(table, seed, |line, table, ply| {
            let legal = table.legal();
            let distinct: BTreeSet<&String> = legal.iter().collect();
            assert_eq!(distinct.len(), legal.len(), "{}: {line}", table.name);
            if !is_close(ply) {
                return;
            }
            for token in &legal {
                assert_eq!(table.ask(&format!("canon {token}")), *token, "{}: {line}", table.name);
                assert_eq!(table.ask(&format!("islegal {token}")), "true");
            }
            assert_eq!(table.ask("islegal nonsense"), "false");
        });
    });
}

#[test]
fn position_texts_round_trip() {
    every_rule_set(|table, seed| {
        let mut beside = table.fresh_copy();
        random_game(table, seed, |line, table, _| {
            let text = table.ask("fen");
            // A position text does not record that a claim or a repetition ended the game, so the position that is read
            // from it may not be over.
            let over = table.ask("turn") == "over";
            beside.set(&format!("fen {text}")).unwrap_or_else(|e| panic!("{}: {line}: {text}: {e}", table.name));
            assert_eq!(beside.ask("fen"), text, "{}: {line}", table.name);
            if !over {
                for question in ["turn", "chance", "legal", "scores"] {
                    assert_eq!(beside.ask(question), table.ask(question), "{}: {question} {text}", table.name);
                }
            }
        });
    });
}

#[test]
fn a_view_shows_the_same_game() {
    every_rule_set(|table, seed| {
        let mut views: Vec<GameDriver> = (0..=table.seats()).map(|_| table.fresh_copy()).collect();
        random_game(table, seed, |line, table, ply| {
            if !is_close(ply) {
                return;
            }
            for (seat, view) in views.iter_mut().enumerate() {
                let seen = table.ask(&format!("view {seat}"));
                let seen = seen.strip_prefix("position ").unwrap();
                assert_eq!(view.set(seen), Ok(vec![]), "{}: {line}\n{seen}", table.name);
                assert_eq!(view.ask(&format!("view {seat}")), format!("position {seen}"));
                for question in ["turn", "gameover", "result", "reason", "scores", "ranks", "chance", "seats"] {
                    assert_eq!(view.ask(question), table.ask(question), "{}: {question}: {seen}", table.name);
                }
                let turn = table.ask("turn");
                // A view may hide the teams until the game is over.
                if view.ask("teams") != "?" || turn == "over" {
                    assert_eq!(view.ask("teams"), table.ask("teams"), "{}: {seen}", table.name);
                }
                if turn == format!("p{seat}") {
                    assert_eq!(view.ask("legal"), table.ask("legal"), "{}: {seen}", table.name);
                } else if turn.starts_with('p') {
                    assert_eq!(view.try_ask("legal").unwrap_err().to_string(), format!("not_your_turn {turn}"));
                }
                // The position text of a view can be read as the view of the same seat.
                let text = view.ask("fen");
                let mut again = table.fresh_copy();
                again.set(&format!("seat {seat} fen {text}")).unwrap_or_else(|e| panic!("{}: {text}: {e}", table.name));
                assert_eq!(again.ask("fen"), text);
            }
        });
    });
}

#[test]
fn no_click_sequence_is_a_prefix_of_another() {
    every_rule_set(|table, seed| {
        random_game(table, seed, |line, table, ply| {
            if !is_close(ply) {
                return;
            }
            let mut all: Vec<Vec<String>> = Vec::new();
            for token in table.legal() {
                let clicks = table.ask(&format!("clicks {token}"));
                all.push(clicks.split_whitespace().map(str::to_string).collect());
            }
            all.sort();
            for pair in all.windows(2) {
                assert!(!pair[1].starts_with(&pair[0]), "{}: {line}: {:?} {:?}", table.name, pair[0], pair[1]);
            }
        });
    });
}

#[test]
fn boards_name_known_cells() {
    for game in REGISTRY.games() {
        let mut table = GameDriver::new(game, Values::default());
        let cells: serde_json::Value = serde_json::from_str(&table.ask("cells")).unwrap();
        assert!(["square", "hex", "ring"].contains(&cells["grid"].as_str().unwrap()));
        random_game(&mut table, 5, |line, table, _| {
            let board: serde_json::Value = serde_json::from_str(&table.ask("board")).unwrap();
            assert_eq!(board["turn"], table.ask("turn"), "{}: {line}", table.name);
            let mut seen = BTreeSet::new();
            for piece in board["pieces"].as_array().unwrap() {
                let at = piece["at"].as_str().unwrap();
                assert!(cells["cells"][at].is_array(), "{}: {line}: {at}", table.name);
                assert!(seen.insert(at.to_string()), "{}: {line}: two pieces on {at}", table.name);
                assert!(piece["seat"].as_u64().unwrap() as usize <= table.seats());
            }
            for cell in board["last"].as_array().unwrap() {
                assert!(cells["cells"][cell.as_str().unwrap()].is_array(), "{}: {line}: {cell}", table.name);
            }
        });
    }
}

#[test]
fn all_queries_agree_that_a_game_is_over() {
    every_rule_set(|table, seed| {
        for seed in seed * 10..seed * 10 + 4 {
            let line = random_game(table, seed, |_, _, _| {});
            if table.ask("turn") != "over" {
                continue;
            }
            assert_eq!(table.ask("legal"), "", "{}: {line}", table.name);
            assert_eq!(table.ask("chance"), "none");
            assert_eq!(table.ask("gameover"), "true");
            assert_ne!(table.ask("result"), "none", "{}: {line}", table.name);
            assert_ne!(table.ask("reason"), "none");
            let best_rank = table.ask("ranks").split(' ').map(|rank| rank.parse::<usize>().unwrap()).min();
            assert_eq!(best_rank, Some(1));
            assert_eq!(table.go("nodes 10", &[]), ["bestmove 0000"]);
        }
    });
}

#[test]
fn incremental_replay_gives_the_same_answers() {
    for game in REGISTRY.games() {
        let mut table = GameDriver::new(game, Values::default());
        let line = random_game(&mut table, 11, |_, _, _| {});
        let tokens: Vec<&str> = line.split(' ').skip(2).collect();
        let mut rng = Rng::new(3);
        let mut fresh = table.fresh_copy();
        for _ in 0..40 {
            let upto = &tokens[..rng.index(tokens.len() + 1)];
            assert_eq!(table.open.position(&Position::from_start(upto)), Ok(vec![]));
            fresh.open.new_game();
            assert_eq!(fresh.open.position(&Position::from_start(upto)), Ok(vec![]));
            for query in [Query::Fen, Query::Turn, Query::Result, Query::View(1)] {
                assert_eq!(table.open.query(query), fresh.open.query(query), "{}", table.name);
            }
        }
    }
}

/// The maximum number of plies in a game in which repetitions are preferred.
const ROUND: usize = 90;

/// Plays games that repeat positions where possible. After an irreversible move, no earlier position may recur.
#[test]
fn no_position_from_before_an_irreversible_move_is_repeated() {
    let (mut repeated, mut irreversible) = (0, 0);
    every_rule_set(|table, seed| {
        let mut rng = Rng::new(seed);
        let mut line = "startpos moves".to_string();
        table.set("startpos").unwrap();
        let mut seen = vec![table.open.key()];
        for _ in 0..ROUND {
            let tokens = match table.ask("turn").as_str() {
                "over" => break,
                "chance" => vec![table.ask(&format!("draw {}", rng.next()))],
                _ => table.legal(),
            };
            let mut back = Vec::new();
            for token in &tokens {
                table.set(&format!("{line} {token}")).unwrap();
                let oldest = seen.len() - table.open.repeatable_positions();
                irreversible += usize::from(table.open.repeatable_positions() == 0);
                let key = table.open.key();
                assert!(!seen[..oldest].contains(&key), "{}: {line} {token}", table.name);
                if seen.contains(&key) {
                    back.push(token);
                }
            }
            repeated += back.len();
            let token = if back.is_empty() { &tokens[rng.index(tokens.len())] } else { back[rng.index(back.len())] };
            line = format!("{line} {token}");
            table.set(&line).unwrap();
            seen.push(table.open.key());
        }
    });
    assert!(repeated > 100 && irreversible > 1000, "{repeated} {irreversible}");
}

/// Returns drivers with the default rules and with the rules that deal the teams. If the teams are dealt, a view does
/// not contain them.
fn rules_to_search(game: &'static RegisteredGame) -> impl Iterator<Item = GameDriver> {
    let tables = rule_sets(game).into_iter().map(move |values| GameDriver::new(game, values));
    tables.enumerate().filter(|(index, table)| *index == 0 || table.deals_teams()).map(|(_, table)| table)
}

#[test]
fn every_player_is_legal_deterministic_and_fair() {
    for game in REGISTRY.games() {
        for player in ["strong", "random", "greedy", "uct", "flat"] {
            for mut table in rules_to_search(game) {
                let mut other = table.fresh_copy();
                random_game(&mut table, 17, |line, table, ply| {
                    if ply % 41 != 3 || !table.ask("turn").starts_with('p') {
                        return;
                    }
                    let seat = &table.ask("turn")[1..];
                    let lines = table.go("nodes 300", &[("Player", player)]);
                    let best = lines.last().unwrap().strip_prefix("bestmove ").unwrap();
                    let is_legal = table.legal().iter().any(|token| token == best);
                    assert!(is_legal, "{}: {player}: {best}: {line}", table.name);
                    // Fair play: searching the mover's view gives the same lines as searching the master history.
                    other.open.new_game();
                    let view = table.ask(&format!("view {seat}"));
                    other.set(view.strip_prefix("position ").unwrap()).unwrap();
                    table.open.clear_tables();
                    let lines = table.go("nodes 300", &[("Player", player)]);
                    assert_eq!(other.go("nodes 300", &[("Player", player)]), lines, "{}: {player}: {line}", table.name);
                });
            }
        }
    }
}

#[test]
fn limits_of_nodes_and_depth_are_kept() {
    for game in REGISTRY.games() {
        for mut table in rules_to_search(game) {
            random_game(&mut table, 23, |line, table, ply| {
                if ply % 37 != 2 || !table.ask("turn").starts_with('p') {
                    return;
                }
                for nodes in [1, 2, 7, 100, 1000] {
                    let lines = table.go(&format!("nodes {nodes}"), &[("MultiPV", "2")]);
                    for info in lines.iter().filter(|line| line.starts_with("info ")) {
                        let words: Vec<&str> = info.split(' ').collect();
                        let at = words.iter().position(|word| *word == "nodes").unwrap();
                        assert!(words[at + 1].parse::<u64>().unwrap() <= nodes, "{}: {info}: {line}", table.name);
                    }
                }
                for info in table.go("depth 2", &[]).iter().filter(|line| line.starts_with("info depth ")) {
                    let depth: u32 = info.split(' ').nth(2).unwrap().parse().unwrap();
                    assert!(depth <= 2, "{}: {info}: {line}", table.name);
                }
            });
        }
    }
}

#[test]
fn the_last_exact_line_starts_with_the_best_move() {
    for game in REGISTRY.games() {
        let mut table = GameDriver::new(game, Values::default());
        random_game(&mut table, 29, |line, table, ply| {
            if ply % 23 != 1 || !table.ask("turn").starts_with('p') {
                return;
            }
            for (limits, ranks) in [("nodes 500", "1"), ("nodes 500", "3"), ("depth 3", "2")] {
                let lines = table.go(limits, &[("MultiPV", ranks)]);
                let best = lines.last().unwrap().strip_prefix("bestmove ").unwrap();
                let exact = lines
                    .iter()
                    .rfind(|line| line.contains(" multipv 1 ") && !line.contains("bound") && line.contains(" pv "));
                if let Some(exact) = exact {
                    let first = exact.split(" pv ").nth(1).unwrap().split(' ').next();
                    assert_eq!(first, Some(best), "{}: {line}: {exact}", table.name);
                }
                assert!(lines[lines.len() - 2].starts_with("info "), "{}: {line}: {lines:?}", table.name);
            }
        });
    }
}
