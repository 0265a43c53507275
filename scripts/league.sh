#!/usr/bin/env bash
# Runs a rated round-robin tournament of GAME between this version at several
# skill levels and the baseline players, and writes a report page. Use it to
# compare players, including your own engines. Ratings are relative to the player
# `random`, whose rating is fixed at 0.
#
#   scripts/league.sh GAME [speltafel-arena run FLAGS]
#   scripts/league.sh checkers --nodes 5000 --games 20 --participant 'name=mine command=/path/to/engine'
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 64; }
here=$PWD
source "$(dirname "$0")/common.sh"
game=$1
shift
participants=()
for player in random greedy uct; do participants+=(--participant "name=$player options.Player=$player"); done
for skill in 5 10 15; do participants+=(--participant "name=skill-$skill options.Skill=$skill"); done
participants+=(--participant "name=strong")
out=$PWD/matches/league-$game
cd "$here"
"$ARENA" run --game "$game" $(openings "$game") $(limit '--nodes 2000' "$@") --referee-command "$ENGINE" \
  --concurrency "$(nproc)" --games 10 --ratings-anchors random=0 --out "$out" "${participants[@]}" "$@"
"$ARENA" report "$out" --html "$out.html"
