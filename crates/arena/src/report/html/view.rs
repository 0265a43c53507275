//! The values of the page template, as text or as generated SVG.

use askama::Template;
use ugi::Seat;

/// The page. Plots, style sheets, scripts and data are inserted unchanged; all other values are escaped.
#[derive(Template)]
#[template(path = "report/page.html")]
pub(super) struct Page<'a> {
    pub(super) title: &'a str,
    /// The results of the match and of the sequential test, at most one line each.
    pub(super) verdict: Vec<String>,
    pub(super) facts: Vec<Fact>,
    pub(super) cross: Vec<CrossRow>,
    pub(super) ratings: Option<RatingsView>,
    pub(super) sequential: Option<SequentialView>,
    pub(super) participants: Vec<ParticipantRow>,
    pub(super) shares: Vec<ScoreTable>,
    pub(super) lengths: String,
    pub(super) times: String,
    pub(super) ends: Vec<ScoreRow>,
    pub(super) faults_note: String,
    pub(super) faults: Vec<FaultRow<'a>>,
    pub(super) viewer_note: String,
    pub(super) footer: Vec<String>,
    pub(super) styles: String,
    pub(super) scripts: String,
    pub(super) data: &'a str,
}

/// A fact at the top of the page: a label and its value.
pub(super) struct Fact {
    pub(super) word: &'static str,
    pub(super) text: String,
}

/// A row of the cross table: a participant against all others.
pub(super) struct CrossRow {
    pub(super) name: String,
    pub(super) score: String,
    pub(super) games: String,
    /// The numbers of games won, drawn and lost.
    pub(super) results: String,
    /// The cells, one for each row of the table; `None` on the diagonal and for participants that did not meet.
    pub(super) cells: Vec<Option<CrossCell>>,
}

/// A cell of the cross table: one participant against another.
pub(super) struct CrossCell {
    pub(super) points: String,
    pub(super) results: String,
    pub(super) title: String,
    /// The name of the CSS variable with the colour: `--tint-good` for at least half of the points, else `--tint-bad`.
    pub(super) tint: &'static str,
    /// The opacity of the colour, 0 to 0.35.
    pub(super) strength: String,
}

pub(super) struct RatingsView {
    pub(super) note: String,
    pub(super) unit: &'static str,
    pub(super) plot: String,
    pub(super) rows: Vec<RatingRow>,
}

pub(super) struct RatingRow {
    pub(super) place: usize,
    pub(super) name: String,
    pub(super) rating: String,
    pub(super) remark: String,
}

pub(super) struct SequentialView {
    pub(super) note: String,
    pub(super) plot: String,
}

/// A row of the table of participants, with their time and search effort.
pub(super) struct ParticipantRow {
    pub(super) name: String,
    pub(super) engine: String,
    pub(super) limit: String,
    pub(super) options: String,
    /// The number of moves, and per move the mean time, longest time, mean nodes and mean depth.
    pub(super) numbers: [String; 5],
}

/// A table of scores, by opening or by seat.
pub(super) struct ScoreTable {
    pub(super) title: &'static str,
    pub(super) what: &'static str,
    pub(super) rows: Vec<ScoreRow>,
    /// The number of omitted rows.
    pub(super) more: usize,
}

/// A row with a score or a share of games, which is also drawn as a bar. In the table of game endings, `score` is the
/// number of drawn games.
pub(super) struct ScoreRow {
    pub(super) name: String,
    pub(super) score: String,
    /// The length of the bar in percent, for the style sheet.
    pub(super) percent: String,
    pub(super) games: String,
}

pub(super) struct FaultRow<'a> {
    pub(super) kind: &'static str,
    pub(super) participant: &'a str,
    pub(super) id: &'a str,
    pub(super) seat: Seat,
    pub(super) ply: usize,
    pub(super) text: &'a str,
    pub(super) dialogue: &'a [String],
}
