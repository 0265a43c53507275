//! What a token does on the board, and its words.

use crate::game::Game;
use crate::steps;
use crate::verdict::Termination;
use ugi::board::Board;
use ugi::facts::{Act, MoveFacts, Step, player};
use ugi::{Seat, Turn, Viewer};

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
            let beginning = G::ABOUT.cards(play.card.as_deref().unwrap_or_default(), language);
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

/// Returns the facts of an event, whose token is canonical in the view that the positions show.
pub(crate) fn of_event<G: Game>(before: &G, event: &str, viewer: Viewer, after: &G, language: &str) -> MoveFacts {
    let steps = steps::of_event(&before.board(), &after.board());
    let words = (G::EVENTS.words)(before, event, viewer, language).unwrap_or_else(|| {
        let name = G::ABOUT.event((G::EVENTS.name)(before), language);
        let deals = steps.iter().filter(|step| step.act == Act::Deal).cloned().collect::<Vec<_>>();
        if deals.is_empty() { shown(&name, event) } else { sentence::<G>(&name, &deals, None, language) }
    });
    MoveFacts { token: event.to_string(), words, steps, ..MoveFacts::default() }
}

/// Returns the name of an event with what its token shows: all that follows the name in the token, such as `4` in
/// `!roll/4`. A token whose other parts are all unknown shows nothing.
fn shown(name: &str, event: &str) -> String {
    match event.split_once('/').filter(|(_, rest)| rest.contains(|c| c != '?' && c != '/')) {
        Some((_, rest)) => format!("{name}: {rest}"),
        None => name.to_string(),
    }
}

/// Returns the facts of a token that ended the game without being a move. It is that of the seat to move, except a
/// verdict.
pub(crate) fn of_end<G: Game>(before: &G, token: &str, language: &str) -> MoveFacts {
    let word = |key: &str, argument: String| G::ABOUT.word(language, key, &[argument]);
    let (is_verdict, words) = match Termination::by_token(before, token) {
        Some(_) if token == "resign" => (false, word("end.resign", String::new())),
        Some(end) => (true, word("end.verdict", word(&format!("reason.{}", end.reason), String::new()))),
        None => (false, word("end.illegal", base::quote::quote(token))),
    };
    let seat = match before.turn() {
        Turn::Seat(mover) if !is_verdict => Some(mover),
        _ => None,
    };
    MoveFacts { token: token.to_string(), seat, words, ..MoveFacts::default() }
}

/// Returns steps in words, after a beginning that may be empty. `mover` needs no mention.
fn sentence<G: Game>(beginning: &str, steps: &[Step], mover: Option<Seat>, language: &str) -> String {
    let word = |key: String, arguments: &[String]| G::ABOUT.word(language, &key, arguments);
    let say = |step: &Step| -> Option<String> {
        let (from, to) = (step.from.clone().unwrap_or_default(), step.to.clone().unwrap_or_default());
        let act = |name: &str, arguments: &[String]| Some(word(format!("do.{name}"), arguments));
        let kind = word(format!("kind.{}", step.piece.as_deref()?), &[]);
        let piece = match step.seat.filter(|seat| Some(*seat) != mover) {
            Some(owner) => word("do.owner".to_string(), &[kind.clone(), player(owner)]),
            None => kind.clone(),
        };
        match step.act {
            Act::Walk => act("walk", &[piece, from, to]),
            Act::Take => act("take", &[piece, from]),
            Act::Turn => act("turn", &[piece, to]),
            Act::Promote => act("promote", &[kind]),
            Act::Put => match &step.dir {
                Some(dir) => act("place", &[piece, to, word(format!("dir.{dir}"), &[])]),
                None => act("put", &[piece, to]),
            },
            _ => None,
        }
    };
    let cards = |step: &Step| -> Option<String> {
        let cards = step.card.as_deref()?;
        let cards = G::ABOUT.cards(cards, language);
        match step.act {
            Act::Play if mover == step.seat => Some(cards),
            Act::Play => Some(word("do.play".to_string(), &[cards])),
            Act::Deal if mover == step.seat => Some(word("do.draw".to_string(), &[cards])),
            Act::Deal => Some(word("do.deal".to_string(), &[cards, player(step.seat?)])),
            _ => None,
        }
    };
    let parts: Vec<String> = steps.iter().filter_map(|step| cards(step).or_else(|| say(step))).collect();
    let start = if beginning.is_empty() || parts.is_empty() { beginning.to_string() } else { format!("{beginning}: ") };
    start + &parts.join(", ")
}
