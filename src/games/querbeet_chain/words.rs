//! What the puzzle and its tiles are called, and the sentences of its own.

use crate::games::querbeet::words::{CENTRE_DUTCH, CENTRE_ENGLISH, TILES_DUTCH, TILES_ENGLISH};
use kit::about::About;

pub const ABOUT: About = About {
    names: &[("en", "Querbeet, chain"), ("nl", "Querbeet, ring")],
    seats: [1, 1],
    teams: [1, 1],
    points: true,
    draws: false,
    words: &[
        ("en", TILES_ENGLISH),
        ("nl", TILES_DUTCH),
        ("en", CENTRE_ENGLISH),
        ("nl", CENTRE_DUTCH),
        ("en", ENGLISH),
        ("nl", DUTCH),
    ],
    ..About::DEFAULT
};

const ENGLISH: &[(&str, &str)] = &[
    ("reason.points", "the ring is closed"),
    ("reason.no_moves", "no tile fits"),
    ("do.ring", "{0}; the ring is closed, cells inside: {1}"),
    ("why.form", "Write a move as e1@m14."),
    ("why.not_held", "There is no tile {0} in the stock."),
];

const DUTCH: &[(&str, &str)] = &[
    ("reason.points", "de ring is gesloten"),
    ("reason.no_moves", "er past geen tegel"),
    ("do.ring", "{0}; de ring is gesloten, vakken erin: {1}"),
    ("why.form", "Schrijf een zet als e1@m14."),
    ("why.not_held", "Er is geen tegel {0} in de voorraad."),
];
