//! What a token does on the board, and its words.

use crate::game::Game;
use crate::steps;
use ugi::board::Board;
use ugi::facts::{Act, MoveFacts, Step};
use ugi::{Seat, Turn};

/// Returns the facts of legal moves of `mover`.
pub(crate) fn of_moves<G: Game>(before: &G, actions: &[G::Action], mover: Seat, language: &str) -> Vec<MoveFacts> {
    let board = before.board();
    actions.iter().map(|action| of_one(before, &board, *action, mover, &before.after(*action), language)).collect()
}

/// Returns the facts of a legal move of `mover`, after which the position is `after`.
pub(crate) fn of_move<G: Game>(before: &G, action: G::Action, mover: Seat, after: &G, language: &str) -> MoveFacts {
    of_one(before, &before.board(), action, mover, after, language)
}

/// `board` is the board before the move.
fn of_one<G: Game>(before: &G, board: &Board, action: G::Action, mover: Seat, after: &G, language: &str) -> MoveFacts {
    let steps = steps::of_move(before, board, action, mover, &after.board());
    let changes_board = steps.iter().any(|step| step.card.is_none());
    // A move without any step that ends the game, such as a claim, does something.
    let nothing = !changes_board && (!steps.is_empty() || after.turn() != Turn::Over);
    let card = before.played_cards(action).filter(|cards| changes_board && cards.chars().count() == 1);
    let (token, clicks) = (before.action_text(action), before.clicks(action));
    let words = before.words(action, language).unwrap_or_else(|| {
        let played = steps.split_first().filter(|(step, _)| changes_board && step.act == Act::Play);
        if let Some((play, others)) = played {
            let beginning = faces::<G>(play.card.as_deref().unwrap_or_default(), language);
            return sentence::<G>(&beginning, others, Some(mover), language);
        }
        let moved = if changes_board { sentence::<G>("", &steps, Some(mover), language) } else { String::new() };
        if !moved.is_empty() {
            return moved;
        }
        let cells = before.cells().cells;
        let named = clicks.iter().filter(|click| !cells.contains_key(*click));
        let names = named.map(|click| G::ABOUT.word(language, &format!("word.{click}"), &[])).collect::<Vec<_>>();
        sentence::<G>(&names.join(" "), &steps, Some(mover), language)
    });
    MoveFacts { token, seat: Some(mover), clicks, words, nothing, card, steps, ..MoveFacts::default() }
}

/// Returns the facts of an event, which is a canonical token in the view of the history.
pub(crate) fn of_event<G: Game>(before: &G, event: &str, after: &G, language: &str) -> MoveFacts {
    let (old, new) = (before.board(), after.board());
    let steps = steps::of_event(&old, &new);
    let name = G::ABOUT.word(language, &format!("event.{}", (G::EVENTS.name)(before)), &[]);
    // A deal may clear the table first, which nobody would say.
    let cards: Vec<Step> = steps.iter().filter(|step| step.card.is_some()).cloned().collect();
    let words = match new.teams {
        Some(teams) if old.teams.is_none() => format!("{name}: {}", team_words::<G>(&teams, language)),
        _ => sentence::<G>(&name, if cards.is_empty() { &steps } else { &cards }, None, language),
    };
    MoveFacts { token: event.to_string(), words, steps, ..MoveFacts::default() }
}

/// Returns the facts of a token that ended the game without being a move. It is that of the seat to move, except a
/// verdict.
pub(crate) fn of_end<G: Game>(before: &G, token: &str, language: &str) -> MoveFacts {
    let seat = match before.turn() {
        Turn::Seat(mover) if !token.starts_with("!end/") => Some(mover),
        _ => None,
    };
    MoveFacts { token: token.to_string(), seat, words: end_words::<G>(token, language), ..MoveFacts::default() }
}

/// Returns steps in words, after a beginning that may be empty. `mover` needs no mention.
fn sentence<G: Game>(beginning: &str, steps: &[Step], mover: Option<Seat>, language: &str) -> String {
    let word = |key: String, arguments: &[String]| G::ABOUT.word(language, &key, arguments);
    let say = |step: &Step| -> Option<String> {
        let (from, to) = (step.from.clone().unwrap_or_default(), step.to.clone().unwrap_or_default());
        let act = |name: &str, arguments: &[String]| Some(word(format!("do.{name}"), arguments));
        let kind = word(format!("kind.{}", step.piece.as_deref()?), &[]);
        let piece = match step.seat.filter(|seat| Some(*seat) != mover) {
            Some(owner) => word("do.owner".to_string(), &[kind.clone(), owner.to_string()]),
            None => kind.clone(),
        };
        match step.act {
            Act::Walk => act("walk", &[piece, from, to]),
            Act::Take => act("take", &[piece, from]),
            Act::Turn => act("turn", &[piece, to]),
            Act::Promote => act("promote", &[kind]),
            Act::Put => match &step.dir {
                Some(dir) => Some(format!("{}, {}", act("put", &[piece, to])?, word(format!("dir.{dir}"), &[]))),
                None => act("put", &[piece, to]),
            },
            _ => None,
        }
    };
    let cards = |step: &Step| -> Option<String> {
        let cards = step.card.as_deref()?;
        let faces = faces::<G>(cards, language);
        let seat = step.seat.map(|seat| seat.to_string()).unwrap_or_default();
        match step.act {
            Act::Play if mover == step.seat => Some(faces),
            Act::Play => Some(word("do.play".to_string(), &[faces])),
            Act::Draw => Some(word("do.draw".to_string(), &[faces])),
            Act::Deal => Some(word("do.deal".to_string(), &[faces, seat])),
            _ => None,
        }
    };
    let parts: Vec<String> = steps.iter().filter_map(|step| cards(step).or_else(|| say(step))).collect();
    let start = if beginning.is_empty() || parts.is_empty() { beginning.to_string() } else { format!("{beginning}: ") };
    start + &parts.join(", ")
}

/// Returns what is written on these cards, or their number if some are unknown.
fn faces<G: Game>(cards: &str, language: &str) -> String {
    if cards.contains('?') {
        return G::ABOUT.word(language, "do.cards", &[cards.chars().count().to_string()]);
    }
    cards.chars().map(|card| G::ABOUT.face(card)).collect::<Vec<_>>().join(" ")
}

/// Returns who plays with whom. `teams` has the number of each seat's team.
fn team_words<G: Game>(teams: &[usize], language: &str) -> String {
    let mut numbers = teams.to_vec();
    numbers.sort_unstable();
    numbers.dedup();
    let members = |team: usize| {
        let seats = Seat::all(teams.len()).filter(|seat| teams[seat.index()] == team).map(|seat| seat.to_string());
        G::ABOUT.list(language, &seats.collect::<Vec<_>>())
    };
    numbers.into_iter().map(members).collect::<Vec<_>>().join(", ")
}

/// Returns the words for a token that ended the game without being a move.
fn end_words<G: Game>(token: &str, language: &str) -> String {
    if token == "resign" {
        return G::ABOUT.word(language, "word.resign", &[]);
    }
    let (key, argument) = match token.strip_prefix("!end/").and_then(|verdict| verdict.split_once('/')) {
        Some((_, reason)) => ("end.verdict", G::ABOUT.word(language, &format!("reason.{reason}"), &[])),
        None => ("end.illegal", base::quote::quote(token)),
    };
    G::ABOUT.word(language, key, &[argument])
}
