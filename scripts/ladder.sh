#!/usr/bin/env bash
# The strong player against every frozen yardstick, in every game. Use it before a release, and to see at a glance that
# nothing is broken: no step of the ladder may be lost.
#
#   scripts/ladder.sh [FLAGS OF speltafel-arena run]
#   scripts/ladder.sh --movetime 20 --games 40
set -euo pipefail
here=$PWD
source "$(dirname "$0")/common.sh"
players=$("$ENGINE" ugi | sed -n 's/^option name Player .*default \S* //p' | sed 's/ *var */ /g')
root=$PWD
cd "$here"
for game in $GAMES; do
  entrants=(--entrant "name=strong")
  for player in $players; do
    [ "$player" = strong ] || entrants+=(--entrant "name=$player options.Player=$player")
  done
  echo "== $game"
  "$ARENA" run --game "$game" $(openings "$game") $(limit '--movetime 20' "$@") --referee-command "$ENGINE" \
    --concurrency "$(nproc)" --format-kind gauntlet --games 20 --out "$root/matches/ladder-$game" "${entrants[@]}" "$@"
done
