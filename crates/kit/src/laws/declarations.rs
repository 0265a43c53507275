//! Laws of what a game declares: name, options, rule pages, bench positions.

use super::law::{Law, law};
use super::positions::word;
use super::trial::Place;
use crate::game::Game;
use crate::options::{Kind, Spec, Values};
use crate::preferences::{COMMON, OWN_BOOK};
use crate::session::{OpenGame, Session};
use std::collections::BTreeSet;
use ugi::{Position, Query};

pub(super) fn check<G: Game>(place: &Place) -> Law {
    place.open(G::NAME, G::OPTIONS, &Values::default());
    let is_name = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase() || b"0123456789_-".contains(&byte));
    law!(!G::NAME.is_empty() && is_name(G::NAME), "The name is {:?}, but needs lower-case letters.", G::NAME);
    let mut names: BTreeSet<String> = ["game".to_string()].into();
    names.extend(COMMON.iter().chain([&OWN_BOOK]).map(|spec| spec.name.to_lowercase()));
    for spec in G::OPTIONS.iter().chain(G::RESOURCES) {
        word("The name of an option", spec.name)?;
        let parts = spec.name.split_once('.').is_some_and(|(game, option)| !game.is_empty() && !option.is_empty());
        law!(parts, "The name of the option {} does not have the form Game.Option.", spec.name);
        law!(names.insert(spec.name.to_lowercase()), "There are two options {}.", spec.name);
        check_option(spec).map_err(|sentence| format!("The option {} {sentence}", spec.name))?;
    }
    let languages: Vec<&str> = G::RULES.iter().map(|(language, _)| *language).collect();
    law!(
        languages.is_empty() || languages.contains(&"en"),
        "There are rule pages in {languages:?}, but none in English."
    );
    for (language, page) in G::RULES {
        law!(is_name(language) && !page.trim().is_empty(), "The rule page in the language {language:?} is empty.");
    }
    for line in G::BENCH {
        place.at((*line).to_string(), || check_bench::<G>(line))?;
    }
    Ok(())
}

fn check_option(spec: &Spec) -> Law {
    let default = spec.default();
    let accepted = spec.accept(&default);
    law!(accepted.as_ref() == Ok(&default), "answers its default {default:?} with {accepted:?}.");
    if let Kind::Combo(words) = spec.kind {
        let distinct: BTreeSet<String> = words.iter().map(|word| word.to_lowercase()).collect();
        law!(distinct.len() == words.len(), "has a word twice: {words:?}.");
        words.iter().try_for_each(|value| word("has a word that is not one: it", value))?;
    }
    Ok(())
}

fn check_bench<G: Game>(line: &str) -> Law {
    let mut session = Session::<G>::open(&Values::default());
    let loaded = Position::parse(line).and_then(|position| session.position(&position));
    law!(loaded == Ok(Vec::new()), "`BENCH` has a position that is answered with {loaded:?}.");
    let (turn, legal) = (session.query(Query::Turn), session.query(Query::Legal));
    let moves = legal.as_ref().is_ok_and(|legal| !legal.is_empty()) || turn.as_deref() == Ok("chance");
    law!(moves, "`BENCH` has a position without moves to search: {legal:?}.");
    Ok(())
}
