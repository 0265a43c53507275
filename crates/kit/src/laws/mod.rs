//! The laws that every game must obey, as one call for a game's tests.
//!
//! Most errors in the rules of a game break one of these laws: a text that cannot be read back, a key that lacks the
//! side to move, a view that shows a card, a move after the end. [`check`] plays random games under all rule options
//! and checks the laws in their positions, in position texts with a wrong character, and with each player.

mod boards;
mod declarations;
mod events;
mod history;
mod keys;
mod law;
mod missing;
mod numbers;
mod players;
mod positions;
mod steps;
mod texts;
mod trial;
mod values;
mod views;
mod words;

use self::law::{Law, law};
use self::trial::{LONGEST, Place, Sights, Trial, is_close};
use crate::game::Game;
use crate::key_history::KeyHistory;
use crate::options::{Kind, Spec, Values};
use crate::search::Searcher;
use base::rng::Rng;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use ugi::{Turn, Viewer};

/// The number of positions that are checked under the default rules, and under each other rule set. Further random
/// games are played until their positions suffice, but at most [`MOST_GAMES`].
const POSITIONS: [usize; 2] = [700, 150];
const MOST_GAMES: u64 = 60;
/// The number of moves and events after which a random game must have ended.
const MOST_TOKENS: usize = 20_000;
/// The number of chance events that may follow each other.
const MOST_EVENTS: usize = 200;

/// Checks that the game obeys the laws, in a test of the game. The call takes about a second in a debug build.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/nim.rs")); }
/// use speltafel_kit::laws;
/// use nim::Nim;
///
/// laws::check::<Nim>();
/// ```
///
/// # Panics
/// Panics if a law does not hold. The message names the game, the law, the position, and the lines with which the
/// engine shows it.
pub fn check<G: Game>() {
    let place = Place::default();
    let sentence = match catch_unwind(AssertUnwindSafe(|| check_all::<G>(&place))) {
        Ok(Ok(())) => return,
        Ok(Err(sentence)) => sentence,
        Err(panic) => format!("it panicked: {}", message(&*panic)),
    };
    panic!("{} breaks a law of speltafel_kit::laws.\n{sentence}\n{place}", G::NAME);
}

fn message(panic: &dyn Any) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

fn check_all<G: Game>(place: &Place) -> Law {
    let mut sights = Sights::default();
    declarations::check::<G>(place)?;
    words::check_declared::<G>(&mut sights.missing)?;
    let usual = format!("{:?}", G::start(&G::Rules::from(&Values::default())));
    for (index, values) in rule_sets(G::OPTIONS).into_iter().enumerate() {
        place.open(G::NAME, G::OPTIONS, &values);
        let is_default = index == 0;
        let changed = format!("{:?}", G::start(&G::Rules::from(&values))) != usual;
        law!(is_default || changed, "The option does not change the start position, which must contain the rules.");
        let (rules, rng) = (G::Rules::from(&values), Rng::new(100 + index as u64));
        let texts = if is_default { 4 } else { 1 };
        let mut trial = Trial { values: &values, rules, place, rng, keys: keys::Keys::default(), texts };
        let (mut positions, mut values) = (0, values::Played::default());
        for game in 0..MOST_GAMES {
            positions += walk::<G>(&mut trial, game, &mut sights, &mut values)?;
            if positions >= POSITIONS[usize::from(!is_default)] {
                break;
            }
        }
        values.check()?;
        if is_default {
            check_end(&mut trial)?;
        }
        history::check::<G>(&mut trial)?;
        if is_default || !G::start(&trial.rules).knows_teams() {
            players::check::<G>(&mut trial)?;
        }
    }
    place.start();
    sights.missing.check()?;
    law!(!G::EVENTS.has_chance || sights.events_vary, "Every seed gives the same chance events.");
    if G::EVENTS.has_secrets {
        let seeing: Vec<&String> = sights.viewers.difference(&sights.blind).collect();
        law!(seeing.is_empty(), "The game declares hidden hands, but {seeing:?} see all of every position.");
        law!(
            sights.determinizations_vary,
            "`determinize` always finds the true position, so a view tells what it hides."
        );
    }
    Ok(())
}

/// Returns the default rules, then rule sets that each differ from the default in one option.
fn rule_sets(options: &[Spec]) -> Vec<Values> {
    let of_spec = |spec: &Spec| {
        let values: Vec<String> = match spec.kind {
            Kind::Combo(words) => words.iter().map(ToString::to_string).collect(),
            Kind::Check { default } => vec![(!default).to_string()],
            Kind::Spin { min, max, .. } => vec![min.to_string(), max.to_string()],
            Kind::ZeroOr { min, .. } => vec!["0".to_string(), min.to_string()],
            Kind::Text { .. } | Kind::Button => Vec::new(),
        };
        values.into_iter().filter(|value| *value != spec.default()).collect::<Vec<_>>()
    };
    let mut all = vec![Values::default()];
    for spec in options {
        all.extend(of_spec(spec).into_iter().map(|value| {
            let mut values = Values::default();
            values.set(spec, value);
            values
        }));
    }
    all
}

/// Returns a random legal move. In a `long` game, moves that end the game are avoided.
fn choose<G: Game>(position: &G, long: bool, rng: &mut Rng) -> G::Action {
    let mut legal = position.legal();
    let mut action = legal.swap_remove(rng.index(legal.len()));
    while long && !legal.is_empty() && position.after(action).turn() == Turn::Over {
        action = legal.swap_remove(rng.index(legal.len()));
    }
    action
}

/// Returns whether a side moves twice in a row.
fn moves_again<G: Game>(before: &G, after: &G) -> bool {
    let team = |position: &G| match position.turn() {
        Turn::Seat(seat) => Some(position.team(seat)),
        Turn::Chance | Turn::Over => None,
    };
    team(before).is_some() && team(before) == team(after)
}

/// Checks that a random game ends, as a tournament or a playout relies on it.
fn check_end<G: Game>(trial: &mut Trial<G>) -> Law {
    trial.place.start();
    let mut position = G::start(&trial.rules);
    let mut keys = KeyHistory::new(position.key());
    for _ in 0..MOST_TOKENS {
        match position.turn() {
            Turn::Over => return Ok(()),
            Turn::Chance => (G::EVENTS.roll)(&mut position, trial.rng.next()),
            Turn::Seat(_) => {
                let action = choose(&position, false, &mut trial.rng);
                let irreversible = position.is_irreversible(action);
                position.play(action);
                keys.push(position.key(), irreversible);
            }
        }
        if keys.ends_game(&position) {
            return Ok(());
        }
    }
    Err(format!("A random game has not ended after {MOST_TOKENS} moves and events. Is a rule missing that ends it?"))
}

/// Plays a random game and checks the laws in its positions. Returns their number.
fn walk<G: Game>(
    trial: &mut Trial<G>,
    game: u64,
    sights: &mut Sights,
    values: &mut values::Played,
) -> Result<usize, String> {
    let player = G::strong(trial.values);
    let mut position = G::start(&trial.rules);
    let cells = position.cells();
    let mut views = views::start(&position);
    let mut keys = KeyHistory::new(position.key());
    let mut count = 0;
    let mut events = 0;
    let mut earlier = Vec::new();
    trial.place.start();
    words::check_cells::<G>(&cells, &mut sights.missing);
    let layout = G::NUMBERS.map(|numbering| (numbering.layout)(&position));
    layout.as_ref().map_or(Ok(()), numbers::check_layout)?;
    loop {
        positions::check(&position, &mut trial.rng)?;
        texts::check(&trial.rules, &position)?;
        trial.keys.add(&position)?;
        views::check(trial, &position, &views, sights)?;
        if let Some(layout) = &layout {
            numbers::check(&position, layout, &mut trial.rng)?;
        }
        if is_close(count) {
            positions::check_moves(&position)?;
            boards::check(&position, &cells)?;
            player.law(&position, &mut trial.rng).map_err(|error| error.to_string())?;
            words::check(&position, &mut earlier, &mut trial.rng, &mut sights.missing)?;
            if game > 0 || count > 3 {
                texts::check_errors(trial, &position)?;
            }
        }
        if let Turn::Seat(seat) = position.turn() {
            values.note(position.team(seat), player.value_law(&position, &mut trial.rng));
        }
        if position.turn() == Turn::Over || keys.ends_game(&position) || count == LONGEST {
            values.end(position.result_with(None));
            return Ok(count + 1);
        }
        let token = if position.turn() == Turn::Chance {
            events += 1;
            law!(events < MOST_EVENTS, "{MOST_EVENTS} chance events follow each other.");
            let token = (G::EVENTS.sample)(&position, trial.rng.next());
            events::check(trial, &position, &token, is_close(count), sights)?;
            token
        } else {
            events = 0;
            position.action_text(choose(&position, game % 2 == 1, &mut trial.rng))
        };
        let (next, irreversible) = positions::advance(&position, &token)?;
        if moves_again(&position, &next) && !is_close(count) {
            player.law(&position, &mut trial.rng).map_err(|error| error.to_string())?;
        }
        steps::check(&position, &token, Viewer::Master, &next)?;
        views::advance(&position, &token, &next, &mut views)?;
        trial.place.add(&token);
        keys.push(next.key(), irreversible);
        position = next;
        count += 1;
    }
}
