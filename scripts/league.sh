#!/usr/bin/env bash
# A rated round robin in one game: this version at several strengths and the yardsticks, which the ratings hang on, with a
# page to look at. Use it to see how far apart players are, and add your own engines as entrants.
#
#   scripts/league.sh GAME [FLAGS OF speltafel-arena run]
#   scripts/league.sh checkers --nodes 5000 --games 20 --entrant 'name=mine command=/path/to/engine'
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 64; }
here=$PWD
source "$(dirname "$0")/common.sh"
game=$1
shift
entrants=()
for player in random greedy uct; do entrants+=(--entrant "name=$player options.Player=$player"); done
for skill in 5 10 15; do entrants+=(--entrant "name=skill-$skill options.Skill=$skill"); done
entrants+=(--entrant "name=strong")
out=$PWD/matches/league-$game
cd "$here"
"$ARENA" run --game "$game" $(openings "$game") $(limit '--nodes 2000' "$@") --referee-command "$ENGINE" \
  --concurrency "$(nproc)" --games 10 --ratings-anchors random=0 --out "$out" "${entrants[@]}" "$@"
"$ARENA" report "$out" --html "$out.html"
