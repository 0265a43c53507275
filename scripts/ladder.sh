#!/usr/bin/env bash
# Plays a gauntlet in every game with more than one seat: the strong player
# against every baseline player. Use it before a release to check the playing
# strength quickly. The strong player must not lose a match.
#
#   scripts/ladder.sh [speltafel-arena run FLAGS]
#   scripts/ladder.sh --movetime 20 --games 40
set -euo pipefail
here=$PWD
source "$(dirname "$0")/common.sh"
players=$("$ENGINE" ugi | sed -n 's/^option name Player .*default \S* //p' | sed 's/ *var */ /g')
root=$PWD
cd "$here"
for game in $GAMES; do
  participants=(--participant "name=strong")
  for player in $players; do
    [ "$player" = strong ] || participants+=(--participant "name=$player options.Player=$player")
  done
  echo "== $game"
  "$ARENA" run --game "$game" $(openings "$game") $(limit '--movetime 20' "$@") --referee-command "$ENGINE" \
    --concurrency "$(nproc)" --format-kind gauntlet --games 20 --out "$root/matches/ladder-$game" "${participants[@]}" "$@"
done
