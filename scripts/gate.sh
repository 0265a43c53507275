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
# Prints a verdict for each game and the path of its report page. If the test of a game fails,
# those of the other games are played. Ctrl-C ends the test of a game when its running games have
# finished, and starts no other test. Exit code 0: H1 in every game; 1: H0 in a game; otherwise
# 4: an error, also in a game; 3: engine faults with --strict; 2: undecided in a game.
# Results are written to matches/; the same arguments in the same folder resume a test. The
# programs of a commit are kept in target/versions/COMMIT.
set -euo pipefail
shopt -s inherit_errexit
usage() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 64; }
[ $# -ge 2 ] || usage
fail() { echo "gate.sh: $2" >&2; exit "$1"; }
commit() { git rev-parse --short=12 --verify --quiet "$1^{commit}" || fail 64 "there is no commit $1"; }
here=$PWD
base=$(commit "$1")
head=$(commit "$2")
[ "$base" != "$head" ] || fail 64 "both commits are $base"
[ -z "$(git status --porcelain --untracked-files=no)" ] || echo "gate.sh: uncommitted changes are not tested" >&2
shift 2
chosen=() bounds=auto flags=()
while [ $# -gt 0 ]; do
  case $1 in
    --game) [ $# -ge 2 ] || usage; chosen+=("$2"); shift ;;
    --game=*) chosen+=("${1#*=}") ;;
    --gain | --keep) bounds=${1#--} ;;
    --out | --out=* | --run-out*) fail 64 "${1%%=*}: each game has its own folder in matches/" ;;
    *) flags+=("$1") ;;
  esac
  shift
done
source "$(dirname "$0")/common.sh"
[ ${#chosen[@]} -gt 0 ] || chosen=($GAMES)
for game in "${chosen[@]}"; do
  grep -qxF -e "$game" <<< "$GAMES" || fail 64 "--game: expected one of ${GAMES//$'\n'/, }, found $game"
done

# program COMMIT: prints the path of the commit's engine, and builds it if needed.
program() {
  local folder=$PWD/target/versions/$1
  if [ ! -x "$folder/speltafel" ]; then
    # Build in a separate worktree, so that the working tree does not change.
    tree=$(mktemp -d)
    trap 'git worktree remove --force "$tree"; rm -rf "$tree"' EXIT
    git worktree add --quiet --detach "$tree" "$1"
    (cd "$tree" && cargo build --locked --release --quiet --bin speltafel --target-dir "$folder/target") >&2 ||
      fail 4 "commit $1 does not build"
    mv "$folder/target/release/speltafel" "$folder/speltafel"
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

# report [FLAG]...: reports the results in $out. Signals do not end it.
report() { (trap '' INT TERM; exec "$ARENA" report "$out" "$@"); }

# The subshell of a program removes its worktree when it ends. The new commit comes first, because
# it is more likely not to build.
new=$(program "$head")
old=$(program "$base")
codes=() summary=() stopped=
trap 'stopped=yes' INT TERM
for game in "${chosen[@]}"; do
  if [ -n "$stopped" ]; then
    codes+=(2) summary+=("$game: not tested")
    continue
  fi
  read -r elo0 elo1 <<< "$(hypotheses "$game")"
  out=$PWD/matches/gate-$game-$base-$head
  echo "== $game =="
  found=0
  # If a flag is repeated, the last occurrence counts, so the user's flags come last.
  (cd "$here" && exec "$ARENA" run --game "$game" $(openings "$game") $(limit '--movetime 50ms' "${flags[@]}") \
    --referee-command "$new" --concurrency "$(nproc)" --games 40000 --stop-sprt-elo0 "$elo0" --stop-sprt-elo1 "$elo1" \
    --out "$out" --participant "name=head command=$new" --participant "name=base command=$old" \
    "${flags[@]}") || found=$?
  verdict=$(report 2> /dev/null | grep '^SPRT ') || verdict="no result"
  case $found in
    # Interrupted twice: the test can be resumed.
    2 | 130) found=2 verdict+=", undecided" ;;
    3) verdict+=", with faults" ;;
    # The results in the folder may be those of another plan.
    4 | ???) found=4 verdict="failed, see above" ;;
  esac
  if [ "$found" -lt 4 ] && report --html "$out/page.html"; then
    verdict+=": $out/page.html"
  fi
  codes+=("$found") summary+=("$game: $verdict")
done
printf '%s\n' "" "${summary[@]}"
# A loss in one game outweighs everything else.
for code in 1 4 3 2 0; do
  [[ " ${codes[*]} " != *" $code "* ]] || exit "$code"
done
