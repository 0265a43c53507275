#!/usr/bin/env bash
# Tests whether commit HEAD plays at least as well as commit BASE, with a sequential
# probability ratio test (SPRT) in each game. Use it before you open a change.
#
#   scripts/gate.sh BASE HEAD [--game GAME]... [--gain | --keep] [speltafel-arena run FLAGS]
#   scripts/gate.sh origin/main HEAD
#   scripts/gate.sh HEAD~1 HEAD --game jeex --game checkers --movetime 20ms
#   scripts/gate.sh HEAD~9 HEAD --keep --nodes 2000 --games 2000
#
# Without --game, all games with more than one seat are played. H0 and H1 are, in normalized
# Elo, 0 and 5 (a gain) in games whose code in src changed, and -5 and 0 (no loss) in all
# others; with --gain or --keep, they are the same in all games. The default limit is 50 ms per
# move, and a test ends undecided after 40,000 games.
#
# Prints a verdict for each game and the path of its report page. Exit code 0: H1 in every game;
# 1: H0 in a game; 2: undecided in a game. Results are written to matches/; the same arguments
# resume a test. The programs of a commit are kept in target/versions/COMMIT.
set -euo pipefail
shopt -s inherit_errexit
usage() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 64; }
[ $# -ge 2 ] || usage
here=$PWD
base=$(git rev-parse --short=12 --verify "$1^{commit}") head=$(git rev-parse --short=12 --verify "$2^{commit}")
[ "$base" != "$head" ] || { echo "gate.sh: both commits are $base" >&2; exit 64; }
shift 2
chosen=() bounds=auto flags=()
while [ $# -gt 0 ]; do
  case $1 in
    --game) [ $# -ge 2 ] || usage; chosen+=("$2"); shift ;;
    --game=*) chosen+=("${1#*=}") ;;
    --gain | --keep) bounds=${1#--} ;;
    *) flags+=("$1") ;;
  esac
  shift
done
source "$(dirname "$0")/common.sh"

# program COMMIT: prints the path of the commit's engine, and builds it if needed.
program() {
  local folder=$PWD/target/versions/$1
  if [ ! -x "$folder/speltafel" ]; then
    # Build in a separate worktree, so that the working tree does not change.
    tree=$(mktemp -d)
    trap 'git worktree remove --force "$tree"; rm -rf "$tree"' EXIT
    git worktree add --quiet --detach "$tree" "$1"
    (cd "$tree" && cargo build --locked --release --quiet --bin speltafel --target-dir "$folder/target") >&2
    cp "$folder/target/release/speltafel" "$folder/speltafel"
    rm -rf "$folder/target"
  fi
  echo "$folder/speltafel"
}

# hypotheses GAME: prints the Elo differences of H0 and H1. The code of checkers is in src/draughts too.
hypotheses() {
  local kind=$bounds code=("src/games/${1//-/_}")
  [ "$1" != checkers ] || code+=(src/draughts)
  if [ "$kind" = auto ]; then
    git diff --quiet "$base" "$head" -- "${code[@]}" && kind=keep || kind=gain
  fi
  case $kind in gain) echo 0 5 ;; keep) echo -5 0 ;; esac
}

# The subshell of a program removes its worktree when it ends.
old=$(program "$base")
new=$(program "$head")
[ ${#chosen[@]} -gt 0 ] || chosen=($GAMES)
code=0 summary=()
for game in "${chosen[@]}"; do
  read -r elo0 elo1 <<< "$(hypotheses "$game")"
  out=$PWD/matches/gate-$game-$base-$head
  echo "== $game =="
  found=0
  # If a flag is repeated, the last occurrence counts, so the user's flags come last.
  (cd "$here" && "$ARENA" run --game "$game" $(openings "$game") $(limit '--movetime 50ms' "${flags[@]}") \
    --referee-command "$new" --concurrency "$(nproc)" --games 40000 --stop-sprt-elo0 "$elo0" --stop-sprt-elo1 "$elo1" \
    --out "$out" --participant "name=head command=$new" --participant "name=base command=$old" "${flags[@]}") || found=$?
  [ "$found" -le 2 ] || exit "$found"
  "$ARENA" report "$out" --html "$out/page.html" > /dev/null
  verdict=$("$ARENA" report "$out" | grep '^SPRT ')
  case $found in 2) verdict+=", undecided" ;; esac
  summary+=("$game: $verdict: $out/page.html")
  # A loss in one game outweighs an undecided game.
  [ "$found" -eq 0 ] || [ "$code" -eq 1 ] || code=$found
done
printf '%s\n' "" "${summary[@]}"
exit "$code"
