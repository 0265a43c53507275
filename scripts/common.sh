# What the other scripts share: the programs, built, and openings for each game. Not a script of its own.
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cargo build --locked --release --quiet --bin speltafel --bin speltafel-arena
ENGINE=$PWD/target/release/speltafel
ARENA=$PWD/target/release/speltafel-arena
# Those that are played against somebody.
GAMES=$(for game in $("$ENGINE" "query games" | cut -d' ' -f2-); do
  [ "$("$ENGINE" --game "$game" "query seats")" = "response 1" ] || echo "$game"
done)

# Openings that make sense for a game: the three-move deck of draughts, some random plies that are balanced, and where
# cards or tiles are dealt the deal itself.
openings() {
  case $1 in
    checkers) echo --openings-from deck --openings-deck three-move --openings-order random ;;
    jeex) echo --openings-from random --openings-plies 4 --openings-nodes 20000 ;;
    wieniet) echo --openings-from random --openings-plies 20 --openings-nodes 5000 ;;
    *) echo --openings-from start ;;
  esac
}

# The limit that counts where the flags of the user (all but the first argument) have none.
limit() {
  local usual=$1 flag
  shift
  for flag; do
    case $flag in --nodes* | --depth* | --movetime* | --clock* | --limit-*) return ;; esac
  done
  echo "$usual --limit-time-margin 50"
}
