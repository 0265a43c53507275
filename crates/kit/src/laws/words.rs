//! Laws of the words of a game. A game that declares no words need not obey them.

use super::law::{Law, law};
use super::missing::Missing;
use super::texts::misspell;
use crate::about::languages;
use crate::facts;
use crate::game::Game;
use base::rng::Rng;
use std::collections::{BTreeMap, BTreeSet};
use ugi::board::Cells;
use ugi::facts::MoveFacts;
use ugi::{Seat, Turn};

/// The number of legal tokens that are kept of each position, to be refused in later ones.
const KEPT: usize = 3;
/// About this many illegal tokens are tried in a position.
const REFUSED: usize = 24;

/// Checks that all languages have the same words with the same arguments, and that each rule option has a name.
pub(super) fn check_declared<G: Game>(missing: &mut Missing) -> Law {
    if G::ABOUT.words.is_empty() {
        return Ok(());
    }
    let expected: BTreeSet<&str> = languages(G::RULES).into_iter().collect();
    let (names, words) = (G::ABOUT.names, G::ABOUT.words);
    let named: BTreeSet<&str> = names.iter().map(|(code, _)| *code).collect();
    law!(named == expected, "The game has names in {named:?} and rule pages in {expected:?}.");
    let spoken: BTreeSet<&str> = words.iter().map(|(code, _)| *code).collect();
    law!(spoken == expected, "The game has words in {spoken:?} and rule pages in {expected:?}.");
    let mut arguments: BTreeMap<&str, (&str, BTreeSet<&str>)> = BTreeMap::new();
    for (code, list) in words {
        let mut keys = BTreeSet::new();
        for (key, text) in *list {
            law!(key.contains('.') && !text.trim().is_empty(), "The word {key} in the language {code} is {text:?}.");
            law!(keys.insert(*key), "There are two words {key} in the language {code}.");
            let (other, used) = arguments.entry(key).or_insert((code, placeholders(text)));
            law!(*used == placeholders(text), "The word {key} has other arguments in {code} than in {other}.");
        }
    }
    for (code, key) in spoken.iter().flat_map(|code| arguments.keys().map(move |key| (code, key))) {
        missing.need::<G>(code, key);
    }
    let options = G::OPTIONS.iter().map(|spec| spec.name.split_once('.').map_or(spec.name, |(_, name)| name));
    options.into_iter().for_each(|name| missing.need_all::<G>("option", name));
    Ok(())
}

/// Checks that colours, special cells and clickable words have names.
pub(super) fn check_cells<G: Game>(cells: &Cells, missing: &mut Missing) {
    cells.colours.iter().for_each(|colour| missing.need_all::<G>("colour", colour));
    cells.marks.values().for_each(|mark| missing.need_all::<G>("mark", &mark.kind));
    cells.spots.keys().for_each(|word| missing.need_all::<G>("word", word));
}

/// Checks that everything in a position has a name, that every move can be said, and that illegal tokens are refused in
/// words. `earlier` contains tokens that were legal earlier in the game.
pub(super) fn check<G: Game>(position: &G, earlier: &mut Vec<String>, rng: &mut Rng, missing: &mut Missing) -> Law {
    if G::ABOUT.words.is_empty() {
        return Ok(());
    }
    let board = position.board();
    // A single letter is the name of a tile.
    let kinds = board.pieces.iter().map(|piece| &piece.look.kind).filter(|kind| kind.len() > 1);
    kinds.for_each(|kind| missing.need_all::<G>("kind", kind));
    board.counts.keys().for_each(|name| missing.need_all::<G>("count", name));
    board.facts.keys().for_each(|name| missing.need_all::<G>("fact", name));
    board.task.iter().for_each(|task| missing.need_all::<G>("task", task));
    position.ending().iter().for_each(|ending| missing.need_all::<G>("reason", ending.reason.word()));
    let Turn::Seat(mover) = position.turn() else { return Ok(()) };
    let legal = position.legal();
    let cells = position.cells().cells;
    for &action in legal.iter().step_by(legal.len() / KEPT + 1) {
        let after = position.after(action);
        check_said::<G>(position.seats(), &|language| facts::of_move(position, action, mover, &after, language))?;
        if let [click] = &position.clicks(action)[..]
            && !cells.contains_key(click)
            && click.len() > 1
        {
            missing.need_all::<G>("word", click);
        }
        earlier.push(position.action_text(action));
    }
    check_refusals(position, earlier, rng)
}

/// Checks that a token has words in all languages, with the same players, who are in seats of the game.
pub(super) fn check_said<G: Game>(seats: usize, facts: &dyn Fn(&str) -> MoveFacts) -> Law {
    let said = languages(G::RULES).into_iter().map(|code| (code, facts(code).words)).collect::<Vec<_>>();
    check_players(seats, &said).map_err(|error| format!("The words of {}: {error}.", facts(said[0].0).token))
}

/// Checks words of the same meaning in several languages.
fn check_players(seats: usize, said: &[(&str, String)]) -> Law {
    for (code, words) in said {
        let players = placeholders(words);
        let good = !words.is_empty() && players.iter().all(|player| is_player(seats, player));
        law!(good, "{words:?} in the language {code} are empty or mention what is no seat");
        let same = players == placeholders(&said[0].1);
        law!(same, "{words:?} in the language {code} mention other players than {:?}", said[0].1);
    }
    Ok(())
}

/// Checks that tokens that were legal before, and misspelt ones, are refused in words.
fn check_refusals<G: Game>(position: &G, earlier: &[String], rng: &mut Rng) -> Law {
    let tokens = earlier.iter().step_by(earlier.len() / REFUSED + 1);
    for token in tokens {
        let wrong = misspell(token, rng.index(token.len()), char::from(b'!' + rng.index(94) as u8), rng);
        for (text, is_readable) in [(token, true), (&wrong, false), (&format!("{token}\u{e9}"), false)] {
            if position.parse_action(text).is_ok() {
                continue;
            }
            let Some(refusal) = position.why_not(text) else {
                let explained = G::ABOUT.words[0].1.iter().any(|(key, _)| key.starts_with("why."));
                law!(!is_readable || !explained, "`why_not` gives no reason why {text} is not legal.");
                continue;
            };
            let key = format!("why.{}", refusal.key);
            for code in languages(G::RULES) {
                let used = G::ABOUT.text(code, &key).map(placeholders);
                let count = refusal.arguments.len() + usize::from(!refusal.cards.is_empty());
                let fits = |name: &&str| {
                    name.parse().map_or_else(|_| is_player(position.seats(), name), |number: usize| number < count)
                };
                law!(
                    used.as_ref().is_some_and(|used| used.iter().all(fits)),
                    "The word {key} in the language {code} has the arguments {used:?}, not those of {refusal:?}."
                );
            }
        }
    }
    Ok(())
}

/// Returns what stands in braces in a text: the numbers of arguments, and the seats of players.
fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name).collect()
}

/// Returns whether a text in braces stands for the player of one of the seats.
fn is_player(seats: usize, name: &str) -> bool {
    name.parse().is_ok_and(|seat: Seat| seat.index() < seats)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_mention_the_same_players_in_every_language() {
        let check = |english: &str, dutch: &str| check_players(2, &[("en", english.into()), ("nl", dutch.into())]);
        assert_eq!(check("pawn of {p2} on 12", "pion van {p2} op 12"), Ok(()));
        for (english, dutch) in [("", "pas"), ("{0}", "{0}"), ("of {p3}", "van {p3}"), ("of {p2}", "van {p1}")] {
            assert!(check(english, dutch).is_err(), "{english:?} {dutch:?}");
        }
    }
}
