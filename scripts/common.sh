# The tournament scripts source this file. It builds the programs, lists the games, and defines functions that print
# flags for the openings and the default limit. With PROGRAMS, a folder that contains the programs, it builds nothing.
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ -n "${PROGRAMS:-}" ] || cargo build --locked --release --quiet --bin speltafel --bin speltafel-arena
ENGINE=${PROGRAMS:-$PWD/target/release}/speltafel
ARENA=${PROGRAMS:-$PWD/target/release}/speltafel-arena
# The games with more than one seat, one per line.
GAMES=$(for game in $("$ENGINE" "query games" | cut -d' ' -f2-); do
  [ "$("$ENGINE" --game "$game" "query seats")" = "response 1" ] || echo "$game"
done)

# Prints flags for openings that suit a game: the three-move deck for checkers, balanced random plies for other games
# without chance, and the start position for games that begin with a random deal.
openings() {
  case $1 in
    checkers) echo --openings-from deck --openings-deck three-move ;;
    jeex) echo --openings-from random --openings-plies 4 --openings-nodes 20000 ;;
    wieniet) echo --openings-from random --openings-plies 20 --openings-nodes 5000 ;;
    *) echo --openings-from start ;;
  esac
}

# limit DEFAULT [FLAG]...: prints the default limit, unless the user's flags contain a limit.
limit() {
  local usual=$1 flag
  shift
  for flag; do
    case $flag in --nodes* | --depth* | --movetime* | --clock* | --limit-*) return ;; esac
  done
  echo "$usual"
}
