//! The short manual behind `help`. The whole protocol is in `protocol.md`.

use super::files::ascii_json;
use crate::registry::RegisteredGame;
use base::quote::quote;
use ugi::{ErrorCode, ProtocolError};

/// Every command in a line.
pub(super) fn help(program: &str) -> String {
    format!(
        "\
{program} speaks UGI, the Universal Game Interface, and more; protocol.md tells all of it.
  ugi                                  name, options, ugiok
  setoption name N [value V]           Game, Player, Hash, Threads, MultiPV, Skill, Seed, ...
  isready | uginewgame | quit
  position [seat K] startpos | fen TEXT [moves T ...]
  go [depth N] [nodes N] [movetime MS] [p1time MS p1inc MS ...] [mate N] [infinite] [ponder] [searchmoves T ...]
  stop | ponderhit | wait              wait: read no further until the search, perft or bench is done
  query games | game | options | seats | teams | turn | p1turn | gameover | result | reason | scores | ranks
  query legal | islegal T | canon T | clicks T | fen | board | cells
  query view K | chance | draw S       hidden hands and deals, for referees
  query solutions [LIMIT]              in how many ways a puzzle can be completed
  query rules [en|nl]                  the rule page of the game, Markdown as a JSON string
  query decks | deck NAME              decks of openings, a JSON array of position lines
  query formats | export F JSON | import F JSON      finished games in interchange formats such as pdn
  query olderrules                     rule options that older records do not name
  d | eval | perft N                   the board, its evaluation, move paths counted
  bench [NODES] | bench speed          fixed searches with a signature, and speeds"
    )
}

/// The rule page of a game as one line of JSON: a string of Markdown, in ASCII.
///
/// # Errors
/// There is none in that language.
pub(super) fn rules(game: &RegisteredGame, language: &str) -> Result<String, ProtocolError> {
    let short = [("en", short_page(game))];
    let given = game.rules.iter().map(|(code, page)| (*code, (*page).to_string()));
    let pages = given.chain(short.into_iter().filter(|_| game.rules.is_empty()));
    let Some((_, page)) = pages.clone().find(|(code, _)| *code == language) else {
        let known: Vec<&str> = pages.map(|(code, _)| code).collect();
        let text = format!("query rules: no page in {}, known are {}", quote(language), known.join(" "));
        return Err(ProtocolError::new(ErrorCode::BadArgument, text));
    };
    Ok(ascii_json(&page))
}

/// The page of a game that brings none: its name and its options.
fn short_page(game: &RegisteredGame) -> String {
    let options = game.options.iter().map(|spec| format!("- `{}`, {} by default\n", spec.name, spec.default()));
    let options: String = options.collect();
    format!(
        "# {}\n\nNobody has written the rules of this game down; `query legal` lists the moves.\n\n{options}",
        game.name
    )
}
