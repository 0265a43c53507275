//! English draughts, as described in the Jijbent.nl leaflet.

mod position;
mod moves;
mod rules;
mod notation;
mod eval;
mod render;
mod baseline;

mod board;
pub mod book;
pub mod database_game;
pub mod decks;
mod handwritten;
pub mod network;
pub mod position_line;
pub mod relative_position;
pub mod squares;
pub mod tablebase;

#[cfg(test)]
mod tests;

pub use moves::Move;
pub use position::{Checkers, Rules};

use egdb::Database;
use kit::entry::GameEntry;
use kit::options::{Kind, Spec, Values};
use kit::preferences::any_text;
use kit::search::alphabeta::AlphaBeta;
use network::accumulators::Accumulators;
use std::path::Path;
use std::sync::Arc;
use strum::{EnumString, VariantNames};

/// The square numbering: as in PDN, or rotated by 180 degrees as in the Jijbent.nl leaflet.
#[derive(PartialEq, Eq, Default, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
enum Numbering {
    #[default]
    Pdn,
    Jijbent,
}

pub(crate) const NUMBERING: Spec = Spec { name: "Checkers.Numbering", kind: Kind::Combo(Numbering::VARIANTS) };
/// The strongest player's evaluation: `learned`, `handwritten`, or the path of a weights file.
pub(crate) const EVALUATION: Spec = Spec { name: "Checkers.Evaluation", kind: Kind::Text("learned", any_text) };
const DRAW_PLIES: Spec = Spec { name: "Checkers.DrawPlies", kind: Kind::Spin(50, 0, i32::MAX as i64) };
/// The path of a folder with additional endgame databases. If the path is empty, only the built-in ones are used.
pub(crate) const EGDB_PATH: Spec = Spec { name: "Checkers.EgdbPath", kind: Kind::Text("", any_text) };

/// The strongest player: alpha-beta search with endgame databases and the learned or the handcrafted evaluation.
pub type Strong = AlphaBeta<Checkers, Accumulators>;

impl Default for Rules {
    // The values are constants instead of the defaults of the options, because book building creates rules for every
    // position, and looking up the options would take longer than generating the position's moves.
    fn default() -> Self {
        Self { turned: false, draw_plies: 50 }
    }
}

impl GameEntry for Checkers {
    const NAME: &'static str = "checkers";

    type Strong = Strong;

    const OPTIONS: &'static [Spec] = &[NUMBERING, DRAW_PLIES];

    const RESOURCES: &'static [Spec] = &[EGDB_PATH, EVALUATION];

    const BENCH: &'static [&'static str] = &[
        "startpos",
        "startpos moves 11-15 23-19 8-11 22-17 4-8",
        "startpos moves 9-14 22-18 5-9 24-19 11-16 26-22",
        "startpos moves 10-14 24-20 11-15 22-17 7-10",
        "fen W:W15,19,21,23,25,27,29,30,32:B1,2,3,6,8,12,13,14,20:H3:F12",
        "fen B:W13,18,20,21,26,28,32:B2,3,5,6,11,12,19:H1:F19",
        "fen W:WK14,30,31:B6,9,10,17,18,K25,K26:H0:F31",
        "fen B:WK2,24,27,28:B8,9,12:H0:F40",
        "fen B:WK1,K2,K4,11:BK25,K30:H8:F52",
        "fen W:WK15,K18,K23:BK1,K5:H12:F60",
        "fen B:W15,21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,12,18:H1:F4",
        "fen B:W18,21,24,26,28,29,30,31,32:B1,2,3,4,5,8,9,10,12:H0:F6",
        "fen B:W9,18,19,21,23,26,27,28,29,31,32:B1,2,3,5,6,8,10,11,12,16:H0:F8",
        "fen B:W14,18,19,23,25,27,28,30,31,32:B2,3,4,5,7,9,11,12,13,20:H0:F10",
        "fen B:W13,19,20,21,26,27,30,31,32:B2,4,5,6,7,8,12,17,18:H3:F12",
        "fen B:W19,20,22,23,25,29,32:B2,5,7,8,11,12,13:H0:F14",
        "fen B:W10,17,23,24,26,27,30,32:B2,3,5,9,12,16,20,21:H1:F16",
        "fen B:W14,17,21,22,27,28,31:B2,3,12,13,15,16,20:H4:F18",
        "fen B:W11,12,21,24,25,27:B4,5,6,10,13,14,26:H1:F21",
        "fen B:WK13,17,20,21,30:B3,10,14,22,K31:H0:F24",
    ];

    const RULES: &'static [(&'static str, &'static str)] = rule_pages!("checkers");

    const SPEED_DEPTH: u32 = 11;

    fn rules(values: &Values) -> Rules {
        let turned = values.word::<Numbering>(&NUMBERING) == Numbering::Jijbent;
        Rules { turned, draw_plies: values.number(&DRAW_PLIES) as u32 }
    }

    fn strong(values: &Values) -> Strong {
        let (databases, mut errors) = databases(&values.text(&EGDB_PATH));
        let accumulators = network::setting::accumulators(&values.text(&EVALUATION)).unwrap_or_else(|error| {
            errors.push(format!("{}: {error:#}; the built-in network is used instead", EVALUATION.name));
            Accumulators::default()
        });
        AlphaBeta::new().with_tablebase(Some(databases)).with_evaluator(accumulators).with_errors(errors)
    }

    fn greedy_value(&self, action: Move) -> i32 {
        baseline::greedy(self, action)
    }
}

/// Opens the built-in endgame databases and, unless `folder` is an empty string, those in `folder`. The returned
/// messages describe files of the folder that are unusable, missing or different from the built-in ones.
fn databases(folder: &str) -> (Arc<Database>, Vec<String>) {
    if folder.is_empty() {
        return (Database::embedded(), Vec::new());
    }
    let (databases, errors) = Database::open(Path::new(folder));
    (databases, errors.iter().map(|error| format!("{}: {error:#}", EGDB_PATH.name)).collect())
}
