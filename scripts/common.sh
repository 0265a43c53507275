# Shared by the tournament scripts, which source it: builds the programs and defines openings and limits for each game.
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cargo build --locked --release --quiet --bin speltafel --bin speltafel-arena
ENGINE=$PWD/target/release/speltafel
ARENA=$PWD/target/release/speltafel-arena
# Prints the games with more than one seat.
GAMES=$(for game in $("$ENGINE" "query games" | cut -d' ' -f2-); do
  [ "$("$ENGINE" --game "$game" "query seats")" = "response 1" ] || echo "$game"
done)

# Prints flags for openings that suit a game: the three-move deck for draughts, balanced random plies for other games
# without chance, and the start position where every deal is different.
openings() {
  case $1 in
    checkers) echo --openings-from deck --openings-deck three-move --openings-order random ;;
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
  echo "$usual --limit-time-margin 50"
}
