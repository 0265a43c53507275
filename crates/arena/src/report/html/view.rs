//! What the template of the page shows, all of it as text or as SVG made here. Knows no engine and counts nothing.

use askama::Template;

/// The page. The plots, the style sheet, the scripts and the data are put in as they are, everything else is escaped.
#[derive(Template)]
#[template(path = "report/page.html")]
pub(super) struct Page<'a> {
    pub(super) title: &'a str,
    /// What came of it, in a line or two.
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
    pub(super) faults: Vec<ForfeitRow<'a>>,
    pub(super) viewer_note: String,
    pub(super) footer: Vec<String>,
    pub(super) styles: String,
    pub(super) scripts: String,
    pub(super) data: &'a str,
}

/// A word and what it is.
pub(super) struct Fact {
    pub(super) word: &'static str,
    pub(super) text: String,
}

/// A participant against all others.
pub(super) struct CrossRow {
    pub(super) name: String,
    pub(super) score: String,
    pub(super) games: String,
    /// Won, drawn, lost.
    pub(super) results: String,
    /// In the order of the rows; nothing against itself, and where the two did not meet.
    pub(super) cells: Vec<Option<CrossCell>>,
}

/// A participant against another one.
pub(super) struct CrossCell {
    pub(super) points: String,
    pub(super) results: String,
    pub(super) title: String,
    /// The colour of more, or of less, than half of the points, and how strong it is.
    pub(super) tint: &'static str,
    pub(super) strength: String,
}

/// The ratings of all.
pub(super) struct RatingsView {
    pub(super) note: String,
    pub(super) unit: &'static str,
    pub(super) plot: String,
    pub(super) rows: Vec<RatingRow>,
}

/// The rating of one participant.
pub(super) struct RatingRow {
    pub(super) place: usize,
    pub(super) name: String,
    pub(super) rating: String,
    pub(super) remark: String,
}

/// A sequential test.
pub(super) struct SequentialView {
    pub(super) note: String,
    pub(super) plot: String,
}

/// Who played and what it took.
pub(super) struct ParticipantRow {
    pub(super) name: String,
    pub(super) engine: String,
    pub(super) limit: String,
    pub(super) options: String,
    /// Moves, time a move, slowest move, nodes, depth.
    pub(super) numbers: [String; 5],
}

/// Scores by opening or by seat.
pub(super) struct ScoreTable {
    pub(super) title: &'static str,
    pub(super) what: &'static str,
    pub(super) rows: Vec<ScoreRow>,
    /// So many more rows there would be.
    pub(super) more: usize,
}

/// A name with a part of something.
pub(super) struct ScoreRow {
    pub(super) name: String,
    pub(super) score: String,
    /// A number from 0 to 100 for the style sheet.
    pub(super) percent: String,
    pub(super) games: String,
}

/// What an engine did wrong.
pub(super) struct ForfeitRow<'a> {
    pub(super) kind: &'static str,
    pub(super) participant: &'a str,
    pub(super) id: &'a str,
    pub(super) seat: usize,
    pub(super) ply: usize,
    pub(super) text: &'a str,
    pub(super) dialogue: &'a [String],
}
