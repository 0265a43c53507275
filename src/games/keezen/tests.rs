//! Tests for Keezen, with shared helpers that read texts, play tokens and create random positions.

mod bad;
mod face_down;
mod facts;
mod hidden;
mod laws;
mod naive;
mod partners;
mod rules;

use super::Keezen;
use super::cards::{Cards, Rank};
use super::position::Rules;
use base::rng::Rng;
use kit::chance::Chance;
use kit::game::Game;
use kit::options::Values;
use kit::state::State;
use naive::Naive;
use std::collections::BTreeSet;
use ugi::{Turn, Viewer};

impl Default for Rules {
    fn default() -> Self {
        Self::from(&Values::default())
    }
}

fn read(text: &str) -> Keezen {
    read_as(text, Viewer::Master)
}

fn read_as(text: &str, viewer: Viewer) -> Keezen {
    Keezen::parse_view(&Rules::default(), text, viewer).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn with_rules(text: &str, rules: Rules) -> Keezen {
    Keezen::parse_position(&rules, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn legal(position: &Keezen) -> Vec<String> {
    position.legal().into_iter().map(|action| position.action_text(action)).collect()
}

fn play_all(mut position: Keezen, tokens: &str) -> Keezen {
    for token in tokens.split_whitespace() {
        if token.starts_with('!') {
            let event = position.parse_event(token, Viewer::Master).unwrap_or_else(|why| panic!("{token}: {why:?}"));
            position.apply_event(&event);
        } else {
            let action = position.parse_action(token).unwrap_or_else(|why| panic!("{token}: {why:?}"));
            position.play(action);
        }
    }
    position
}

/// Returns every combination of the rule options that affect which moves are legal.
fn all_rules() -> Vec<Rules> {
    let flags = [false, true];
    let both = |hidden: bool| {
        let of_spare = move |spare_own| flags.map(|back| Rules { spare_own, back, hidden, ..Rules::default() });
        flags.into_iter().flat_map(of_spare)
    };
    both(false).chain(both(true)).collect()
}

fn slow_start(rules: &Rules) -> Naive {
    Naive::start(rules.spare_own, rules.back, rules.max_plies as usize, rules.hidden)
}

/// Plays one random game for each seed in `games` and calls `visit` with each position.
fn stroll(rules: Rules, games: std::ops::Range<u64>, mut visit: impl FnMut(&Keezen, &mut Rng)) {
    let mut scratch = Vec::new();
    for game in games {
        let mut rng = Rng::new(game);
        let mut position = Keezen::start(&rules);
        loop {
            visit(&position, &mut rng);
            match position.turn() {
                Turn::Over => break,
                Turn::Chance => position.apply_event(&position.sample_event(rng.next())),
                Turn::Seat(_) => position.play(position.random_action(&mut rng, &mut scratch).unwrap()),
            }
        }
    }
}

/// Returns a random position just after a deal, in both implementations. About half of the pawns are in the lanes or
/// close to them. Hidden partner cards are revealed if a seat has all pawns home.
fn scattered(rules: Rules, rng: &mut Rng) -> (Keezen, Naive) {
    let mut naive = slow_start(&rules);
    let mut taken = BTreeSet::new();
    for colour in 0..4 {
        for pawn in 0..4 {
            let at = match rng.index(4) {
                0 => -1,
                1 => rng.index(64) as i32,
                2 => 56 + rng.index(12) as i32,
                _ => 64 + rng.index(4) as i32,
            };
            let place = if at < 64 { (at + 16 * colour as i32) % 64 } else { 100 * colour as i32 + at };
            if at >= 0 && taken.insert(place) {
                naive.pawns[colour][pawn] = at;
            }
        }
    }
    let mut start = Keezen::start(&rules);
    while start.turn() == Turn::Chance {
        let event = start.sample_event(rng.next());
        naive.happen(&start.event_text(&event));
        start.apply_event(&event);
    }
    naive.turned |= (0..4).any(|seat| naive.all_home(seat));
    naive.dealer = rng.index(4);
    naive.mover = Some((naive.dealer + 1) % 4);
    (with_rules(&naive.text(), rules), naive)
}

/// Returns the text of a position in the first deal: p1 is to move with `hand`, and the others have played all their
/// cards.
fn lone(pawns: &str, hand: &str) -> String {
    let held: Cards = hand.chars().filter_map(Rank::of_letter).collect();
    let played = Cards::PACK.minus(held).iter().take(20 - hand.len()).map(|rank| rank.letter());
    format!("p1:{pawns}:C{hand}/-/-/-:X{}:D4,1", played.collect::<String>())
}
