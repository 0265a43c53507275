//! The answers to `help` and `query rules`.

use crate::json::ascii_json;
use crate::registry::RegisteredGame;
use base::quote::quote;
use ugi::{ErrorCode, ProtocolError};

/// Returns the answer to `help`: a list of the commands.
pub(super) fn help(program: &str) -> String {
    format!(
        "\
{program} speaks UGI, the Universal Game Interface, with extensions.
protocol.md is the reference.
Setup:
  ugi                          list name and options, then ugiok
  setoption name N [value V]   set Game, Player, Hash, Threads, Skill, ...
  isready                      allocate tables, then readyok
  uginewgame                   forget the last game, load the start position
  ping WORD                    pong WORD
  quit                         exit
Play and analysis:
  position [seat K] startpos|fen TEXT [moves T ...]
                               load a game
  go [depth N] [nodes N] [movetime MS] [p1time MS] [p1inc MS] ... [mate N]
     [infinite] [ponder] [searchmoves T ...]
                               search
  go observe [...]             evaluate the loaded view
  stop | ponderhit             end the search, or end pondering
  wait                         wait for the end of the search, perft or bench
  d | eval                     show the board, or its evaluation
  perft N                      count the sequences of N moves
  bench [NODES]                search fixed positions and print a signature
  bench speed                  measure speeds
Queries (query #WORD ... repeats #WORD in the answer):
  query games | game | options | seats | teams | turn | p1turn
  query legal | islegal T | canon T | clicks T | fen | board | cells
  query gameover | result | reason | scores | ranks
  query info [GAME] | moves [LANGUAGE] | step N [LANGUAGE] | steps [LANGUAGE]
  query why LANGUAGE T | offer draw
                               facts for people and boards, as JSON
  query view K | chance | draw S
                               views and chance events, for referees
  query tablebase              the known result for the side to move
  query solutions [LIMIT]      number of solutions of a puzzle
  query rules [LANGUAGE]       rule page, as a JSON string of Markdown
  query decks | deck NAME      decks of openings
  query formats | export FORMAT JSON | import FORMAT [N] JSON
                               finished games in formats such as pdn"
    )
}

/// Returns the rule page of a game as one line of JSON: a string of Markdown in printable ASCII.
///
/// # Errors
/// Returns an error if the game has no rule page in the given language.
pub(super) fn rules(game: &RegisteredGame, language: &str) -> Result<String, ProtocolError> {
    let short = [("en", short_page(game))];
    let given = game.rules.iter().map(|(code, page)| (*code, (*page).to_string()));
    let pages = given.chain(short.into_iter().filter(|_| game.rules.is_empty()));
    let Some((_, page)) = pages.clone().find(|(code, _)| *code == language) else {
        let known: Vec<&str> = pages.map(|(code, _)| code).collect();
        let text = format!("query rules: no page in {}, expected one of {}", quote(language), known.join(" "));
        return Err(ProtocolError::new(ErrorCode::BadArgument, text));
    };
    Ok(ascii_json(&page))
}

/// Returns the page of a game without rule pages: its name and its options.
fn short_page(game: &RegisteredGame) -> String {
    let options = game.options.iter().map(|spec| format!("- `{}`, {} by default\n", spec.name, spec.default()));
    let options: String = options.collect();
    format!("# {}\n\nThis game has no rule page. `query legal` lists the legal moves.\n\n{options}", game.name)
}
