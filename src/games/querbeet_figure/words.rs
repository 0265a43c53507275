//! What the puzzle and its tiles are called, and the sentences of its own.

use crate::games::querbeet::words::{TILES_DUTCH, TILES_ENGLISH};
use kit::about::About;

pub const ABOUT: About = About {
    names: &[("en", "Querbeet, figure"), ("nl", "Querbeet, figuur")],
    seats: [1, 1],
    teams: [1, 1],
    draws: false,
    words: &[("en", TILES_ENGLISH), ("nl", TILES_DUTCH), ("en", ENGLISH), ("nl", DUTCH)],
    ..About::DEFAULT
};

const ENGLISH: &[(&str, &str)] = &[
    ("kind.l", "tile l"),
    ("card.l", "tile l"),
    ("kind.free", "to be filled"),
    ("reason.complete", "the figure is complete"),
    ("reason.no_moves", "no tile fits"),
    ("option.Figure", "Figure"),
    ("why.form", "Write a move as e1@d5."),
    ("why.not_held", "There is no tile {0} in the stock."),
    ("why.outside", "{0} is not a cell of the figure."),
    ("why.leaves", "Over edge {0} of {1}, a road would leave the figure."),
];

const DUTCH: &[(&str, &str)] = &[
    ("kind.l", "tegel l"),
    ("card.l", "tegel l"),
    ("kind.free", "nog te vullen"),
    ("reason.complete", "de figuur is compleet"),
    ("reason.no_moves", "er past geen tegel"),
    ("option.Figure", "Figuur"),
    ("why.form", "Schrijf een zet als e1@d5."),
    ("why.not_held", "Er is geen tegel {0} in de voorraad."),
    ("why.outside", "{0} is geen vak van de figuur."),
    ("why.leaves", "Over zijde {0} van {1} zou een weg de figuur uit lopen."),
];
