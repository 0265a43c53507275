#!/usr/bin/env bash
# A match between two versions or two settings of an engine in one game. Use it to see how much a change is worth when you
# do not know yet what to expect; with a hypothesis to test, sprt.sh needs fewer games.
#
#   scripts/match.sh GAME ENTRANT ENTRANT [FLAGS OF speltafel-arena run]
#   scripts/match.sh jeex 'name=new' 'name=uct options.Player=uct' --movetime 20 --games 200
#   scripts/match.sh keezen 'name=new' 'name=old command=/elsewhere/speltafel' --nodes 2000 --games 400
#
# An entrant without a command is this version; without a limit a move takes 20 ms. Started again it goes on where it stopped; results lie in matches/.
set -euo pipefail
[ $# -ge 3 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 64; }
here=$PWD
source "$(dirname "$0")/common.sh"
game=$1
first=$2 second=$3
shift 3
name() { sed -E 's/(^|.* )name=([^ ]*).*/\2/' <<< "$1"; }
out=$PWD/matches/$game-$(name "$first")-$(name "$second")
cd "$here"
# The last flag of a kind counts: yours.
exec "$ARENA" run --game "$game" $(openings "$game") $(limit '--movetime 20' "$@") --referee-command "$ENGINE" \
  --concurrency "$(nproc)" --games 100 --out "$out" --entrant "$first" --entrant "$second" "$@"
