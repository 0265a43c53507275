//! Adjudication by the endgame databases of the referee.

use crate::model::{DatabaseResults, DatabaseRule, Plan};
use crate::openings::random_game;
use anyhow::{Result, bail, ensure};
use base::rng::Rng;
use game::Answers;
use ugi::board::Board;
use ugi::{Client, History, Pipe, Query, position_queries};

/// The reason in verdicts of the databases.
pub const REASON: &str = "tablebase";

/// The number of random games in which a position of the databases is searched.
const GAMES: u64 = 100;

/// The number of positions before the end of a random game that are looked up.
const LAST_POSITIONS: usize = 16;

/// Decides when the databases are asked about a game, and whether their answer ends it.
pub struct Lookup {
    rule: Option<DatabaseRule>,
    /// The number of tokens before which nothing is asked.
    due: usize,
}

impl Lookup {
    /// Creates a lookup for a new game; without a rule, nothing is asked.
    pub const fn new(rule: Option<DatabaseRule>) -> Self {
        Self { rule, due: 0 }
    }

    /// Returns the queries to ask after this number of tokens.
    pub fn queries(&self, tokens: usize) -> &'static [Query<'static>] {
        match self.rule.filter(|_| tokens >= self.due) {
            None => &[],
            Some(DatabaseRule { pieces: None, .. }) => &[Query::Tablebase],
            Some(DatabaseRule { pieces: Some(_), .. }) => &[Query::Tablebase, Query::Board],
        }
    }

    /// Returns the verdict that the answers to [`Lookup::queries`] give, if any. `side` is the zero-based side to move.
    ///
    /// As long as there are far more pieces than the rule says, not every ply is asked about: half of the surplus would
    /// have to be captured one piece a ply.
    pub fn verdict(&mut self, tokens: usize, mut answers: Answers, side: usize) -> Result<Option<String>> {
        let Some(rule) = self.rule.filter(|_| tokens >= self.due) else { return Ok(None) };
        let known = answers.text()?;
        if let Some(most) = rule.pieces {
            let surplus = answers.json::<Board>()?.pieces.len().saturating_sub(most);
            self.due = tokens + (surplus / 2).max(1);
            if surplus > 0 {
                return Ok(None);
            }
        }
        let result = result(&known, side);
        let wanted = result.filter(|result| match rule.database {
            DatabaseResults::Draws => *result == "draw",
            DatabaseResults::Wins => *result != "draw",
            DatabaseResults::Both => true,
        });
        Ok(wanted.map(|result| format!("!end/{result}/{REASON}")))
    }
}

/// Returns the result of a game of two sides that an answer to `query tablebase` gives, if no rule counts moves. `side`
/// is the zero-based side to move.
pub fn result(answer: &str, side: usize) -> Option<&'static str> {
    const WINS: [&str; 2] = ["p1win", "p2win"];
    match answer {
        "draw exact" => Some("draw"),
        "win" | "win exact" => WINS.get(side).copied(),
        "loss" | "loss exact" => WINS.get(1_usize.checked_sub(side)?).copied(),
        _ => None,
    }
}

/// Checks that the referee has databases, if the plan needs them. No query says what they contain, so positions at the
/// end of random games are looked up.
pub fn check(plan: &Plan, referee: &mut Client<impl Pipe>) -> Result<()> {
    if plan.adjudication.database.is_none() {
        return Ok(());
    }
    ensure!(
        referee.has_extension("tablebase"),
        "the referee has no endgame databases: it does not declare tablebase in UGI_Extensions"
    );
    for game in 0..GAMES {
        let played = random_game(referee, &mut Rng::new(game))?;
        let lengths = played.moves.len().saturating_sub(LAST_POSITIONS)..played.moves.len();
        let lines = lengths.flat_map(|length| {
            let history = History::new(&played.base, &played.moves[..length]);
            position_queries(history.line(), &[Query::Tablebase])
        });
        let answers = referee.ask_all(&lines.collect::<Vec<_>>())?.answers;
        if answers.iter().flatten().any(|answer| result(answer, 0).is_some()) {
            return Ok(());
        }
    }
    bail!(
        "the referee's endgame databases know no position at the end of {GAMES} random games of {}; referee.options \
         selects larger ones",
        plan.game.name
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use ugi::QueryAnswer;

    fn lookup(database: DatabaseResults, pieces: Option<usize>) -> Lookup {
        Lookup::new(Some(DatabaseRule { database, pieces, ignore_move_count: true }))
    }

    fn board(pieces: usize) -> String {
        let pieces = vec![r#"{"at":"1","seat":1,"kind":"man"}"#; pieces].join(",");
        format!(r#"{{"turn":"p1","pieces":[{pieces}]}}"#)
    }

    /// Asks the queries, to which these are the answers.
    fn verdict(lookup: &mut Lookup, tokens: usize, given: &[QueryAnswer], side: usize) -> Result<Option<String>> {
        let mut all = ugi::QueryAnswers::default();
        all.answers = given.to_vec();
        let queries: Vec<String> = lookup.queries(tokens).iter().map(Query::to_string).collect();
        lookup.verdict(tokens, Answers::new(&queries, all), side)
    }

    #[test]
    fn only_the_results_of_the_rule_end_a_game() {
        let given = |database, answer: &str, side| {
            verdict(&mut lookup(database, None), 9, &[Ok(answer.to_string())], side).unwrap().unwrap_or_default()
        };
        let cases = [
            ("draw exact", 0, ["!end/draw/tablebase", "", "!end/draw/tablebase"]),
            ("draw", 0, [""; 3]),
            ("win", 0, ["", "!end/p1win/tablebase", "!end/p1win/tablebase"]),
            ("win exact", 1, ["", "!end/p2win/tablebase", "!end/p2win/tablebase"]),
            ("loss", 0, ["", "!end/p2win/tablebase", "!end/p2win/tablebase"]),
            ("loss exact", 1, ["", "!end/p1win/tablebase", "!end/p1win/tablebase"]),
            ("unknown", 1, [""; 3]),
            ("loss", 2, [""; 3]),
        ];
        for (answer, side, expected) in cases {
            let rules = [DatabaseResults::Draws, DatabaseResults::Wins, DatabaseResults::Both];
            assert_eq!(rules.map(|rule| given(rule, answer, side)), expected, "{answer} {side}");
        }
    }

    #[test]
    fn with_many_pieces_few_plies_are_asked_about() {
        let mut lookup = lookup(DatabaseResults::Draws, Some(6));
        let mut asked = Vec::new();
        // Every second ply captures a piece.
        let ended = (0..60).find_map(|ply| {
            if lookup.queries(ply).is_empty() {
                return None;
            }
            asked.push(ply);
            verdict(&mut lookup, ply, &[Ok("draw exact".to_string()), Ok(board(24 - ply / 2))], 0).unwrap()
        });
        assert_eq!(ended.as_deref(), Some("!end/draw/tablebase"));
        assert_eq!(asked, [0, 9, 16, 21, 25, 28, 30, 31, 32, 33, 34, 35, 36]);
        assert!(Lookup::new(None).queries(7).is_empty());
    }

    #[test]
    fn a_referee_that_does_not_answer_is_an_error() {
        let mut lookup = lookup(DatabaseResults::Both, None);
        let refused = verdict(&mut lookup, 1, &[Err(ugi::ErrorCode::BadArgument)], 0).unwrap_err().to_string();
        assert_eq!(refused, "the referee: query tablebase: error bad_argument");
    }
}
