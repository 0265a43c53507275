//! The short manual behind `help`. The whole protocol is in `protocol.md`.

/// Every command in a line.
pub(super) fn help() -> String {
    "\
speltafel speaks UGI, the Universal Game Interface, and more; protocol.md tells all of it.
  ugi                                  name, options, ugiok
  setoption name N [value V]           Game, Player, Hash, Threads, MultiPV, Skill, Seed, ...
  isready | uginewgame | quit
  position [seat K] startpos | fen TEXT [moves T ...]
  go [depth N] [nodes N] [movetime MS] [p1time MS p1inc MS ...] [mate N] [infinite] [ponder] [searchmoves T ...]
  stop | ponderhit | wait              wait: read no further before the bestmove
  query games | game | options | seats | teams | turn | p1turn | gameover | result | reason | scores | ranks
  query legal | islegal T | canon T | clicks T | fen | board | cells
  query view K | chance | draw S       hidden hands and deals, for referees
  query solutions [LIMIT]              in how many ways a puzzle can be completed
  d | eval | perft N                   the board, its evaluation, move paths counted
  bench [NODES] | bench speed          fixed searches with a signature, and speeds"
        .to_string()
}
