//! What the game and its tiles are called, and the sentences about laying a tile, which the puzzles share.

use super::tile::Piece;
use kit::about::About;

pub(super) const ABOUT: About = About {
    names: &[("en", "Querbeet"), ("nl", "Querbeet")],
    seats: [2, 3],
    teams: [2, 3],
    points: true,
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

/// The words of the tiles `a` to `k`.
pub const TILES_ENGLISH: &[(&str, &str)] = &[
    ("kind.a", "tile a"),
    ("kind.b", "tile b"),
    ("kind.c", "tile c"),
    ("kind.d", "tile d"),
    ("kind.e", "tile e"),
    ("kind.f", "tile f"),
    ("kind.g", "tile g"),
    ("kind.h", "tile h"),
    ("kind.i", "tile i"),
    ("kind.j", "tile j"),
    ("kind.k", "tile k"),
    ("card.a", "tile a"),
    ("card.b", "tile b"),
    ("card.c", "tile c"),
    ("card.d", "tile d"),
    ("card.e", "tile e"),
    ("card.f", "tile f"),
    ("card.g", "tile g"),
    ("card.h", "tile h"),
    ("card.i", "tile i"),
    ("card.j", "tile j"),
    ("card.k", "tile k"),
    ("word.r0", "not turned"),
    ("word.r1", "turned by one step"),
    ("word.r2", "turned by two steps"),
    ("word.r3", "turned by three steps"),
    ("word.r4", "turned by four steps"),
    ("word.r5", "turned by five steps"),
    ("option.Tiles", "Tiles in the game"),
    ("do.one_card", "1 tile"),
    ("do.cards", "{0} tiles"),
    ("do.lay", "{0} on {1}"),
    ("do.lay_turned", "{0}, {1}, on {2}"),
    ("why.tile", "There is no tile \"{0}\"."),
    ("why.rotation", "Tile {0} has the rotations {1}."),
    ("why.one_rotation", "Tile {0} has only the rotation 0."),
    ("why.cell", "There is no cell \"{0}\"."),
    ("why.occupied", "There is a tile on {0} already."),
    ("why.apart", "There is no tile next to {0}."),
    ("why.no_road", "No road leads to {0}."),
    ("why.meets_blank", "On edge {0}, the road of the tile on {1} meets a blank edge of {2}."),
    ("why.meets_road", "On edge {0}, a road of {2} meets a blank edge of the tile on {1}."),
];

/// The words of the tiles `a` to `k`.
pub const TILES_DUTCH: &[(&str, &str)] = &[
    ("kind.a", "tegel a"),
    ("kind.b", "tegel b"),
    ("kind.c", "tegel c"),
    ("kind.d", "tegel d"),
    ("kind.e", "tegel e"),
    ("kind.f", "tegel f"),
    ("kind.g", "tegel g"),
    ("kind.h", "tegel h"),
    ("kind.i", "tegel i"),
    ("kind.j", "tegel j"),
    ("kind.k", "tegel k"),
    ("card.a", "tegel a"),
    ("card.b", "tegel b"),
    ("card.c", "tegel c"),
    ("card.d", "tegel d"),
    ("card.e", "tegel e"),
    ("card.f", "tegel f"),
    ("card.g", "tegel g"),
    ("card.h", "tegel h"),
    ("card.i", "tegel i"),
    ("card.j", "tegel j"),
    ("card.k", "tegel k"),
    ("word.r0", "niet gedraaid"),
    ("word.r1", "één stap gedraaid"),
    ("word.r2", "twee stappen gedraaid"),
    ("word.r3", "drie stappen gedraaid"),
    ("word.r4", "vier stappen gedraaid"),
    ("word.r5", "vijf stappen gedraaid"),
    ("option.Tiles", "Tegels in het spel"),
    ("do.one_card", "1 tegel"),
    ("do.cards", "{0} tegels"),
    ("do.lay", "{0} op {1}"),
    ("do.lay_turned", "{0}, {1}, op {2}"),
    ("why.tile", "Tegel {0} bestaat niet."),
    ("why.rotation", "Tegel {0} heeft de draaiingen {1}."),
    ("why.one_rotation", "Tegel {0} heeft alleen draaiing 0."),
    ("why.cell", "Vak {0} bestaat niet."),
    ("why.occupied", "Op {0} ligt al een tegel."),
    ("why.apart", "Naast {0} ligt geen tegel."),
    ("why.no_road", "Er loopt geen weg naar {0}."),
    ("why.meets_blank", "Op zijde {0} loopt de weg van de tegel op {1} dood op een lege zijde van {2}."),
    ("why.meets_road", "Op zijde {0} loopt een weg van {2} dood op een lege zijde van de tegel op {1}."),
];

/// The words of tile `l` where it is the centre tile.
pub const CENTRE_ENGLISH: &[(&str, &str)] = &[("kind.l", "centre tile")];

/// The words of tile `l` where it is the centre tile.
pub const CENTRE_DUTCH: &[(&str, &str)] = &[("kind.l", "middentegel")];

const ENGLISH: &[(&str, &str)] = &[
    ("word.pass", "pass"),
    ("event.deal", "deal"),
    ("do.event.deal", "dealt"),
    ("do.pass", "passes"),
    ("do.gain", "{0} scores {1}"),
    ("colour.yellow", "yellow"),
    ("colour.blue", "blue"),
    ("colour.red", "red"),
    ("fact.round", "round"),
    ("reason.points", "on points"),
    ("option.Players", "Players"),
    ("do.round", "{0}; round {1} ends: {2}"),
    ("why.form", "Write a move as e1@d5 or pass."),
    ("why.not_held", "You hold no tile {0}."),
    ("why.can_lay", "You may not pass, because you can lay tile {0}: {1}."),
];

const DUTCH: &[(&str, &str)] = &[
    ("word.pass", "passen"),
    ("event.deal", "deling"),
    ("do.event.deal", "gedeeld"),
    ("do.pass", "past"),
    ("do.gain", "{0} scoort {1}"),
    ("colour.yellow", "geel"),
    ("colour.blue", "blauw"),
    ("colour.red", "rood"),
    ("fact.round", "ronde"),
    ("reason.points", "op punten"),
    ("option.Players", "Spelers"),
    ("do.round", "{0}; ronde {1} is voorbij: {2}"),
    ("why.form", "Schrijf een zet als e1@d5 of pass."),
    ("why.not_held", "Je hebt geen tegel {0}."),
    ("why.can_lay", "Je mag niet passen, want je kunt tegel {0} leggen: {1}."),
];

/// Returns what a person would say who lays this tile.
pub fn lay_words(about: &About, piece: Piece, cell: String, language: &str) -> String {
    let tile = about.word(language, &format!("kind.{}", piece.kind().letter()), &[]);
    match piece.rotation() {
        0 => about.word(language, "do.lay", &[tile, cell]),
        turns => {
            let turned = about.word(language, &format!("word.r{turns}"), &[]);
            about.word(language, "do.lay_turned", &[tile, turned, cell])
        }
    }
}
