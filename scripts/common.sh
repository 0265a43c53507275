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

# Prints flags for openings that suit a game: its first deck, if it has one, the start position for games with chance
# events, such as a deal, and balanced random plies for all others. In wieniet, the first 16 plies lay the stones.
openings() {
  local deck plies=4 nodes=20000
  deck=$("$ENGINE" --game "$1" "query decks" | cut -s -d' ' -f2)
  if [ -n "$deck" ]; then
    echo --openings-from deck --openings-deck "$deck"
  elif "$ENGINE" "query info $1" | grep -F '"chance":true' > /dev/null; then
    echo --openings-from start
  else
    [ "$1" != wieniet ] || plies=20 nodes=5000
    echo --openings-from random --openings-plies $plies --openings-nodes $nodes
  fi
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
