#!/usr/bin/env bash
# Plays a match of GAME between two versions or settings of an engine. Use it to
# measure the difference in strength. To test only whether a commit is stronger than
# another one, use gate.sh, which needs fewer games.
#
#   scripts/match.sh GAME PARTICIPANT PARTICIPANT [speltafel-arena run FLAGS]
#   scripts/match.sh jeex 'name=new' 'name=uct options.Player=uct' --movetime 20ms --games 200
#   scripts/match.sh keezen 'name=new' 'name=old command=/elsewhere/speltafel' --nodes 2000 --games 400
#
# A participant without a command is this version. The default limit is 20 ms per
# move. Results are written to matches/. A second run with the same arguments in the
# same folder resumes the match.
set -euo pipefail
[ $# -ge 3 ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 64; }
here=$PWD
source "$(dirname "$0")/common.sh"
game=$1
first=$2 second=$3
shift 3
# Prints the name among the words of a participant. It is in quotes if it has blanks.
name() { sed -E "s/^(.* )?name=('([^']*)'|\"([^\"]*)\"|([^ ]*)).*/\3\4\5/" <<< "$1"; }
out=$PWD/matches/$game-$(name "$first")-$(name "$second")
cd "$here"
# If a flag is repeated, the last occurrence counts, so the user's flags come last.
exec "$ARENA" run --game "$game" $(openings "$game") $(limit '--movetime 20ms' "$@") --referee-command "$ENGINE" \
  --concurrency "$(nproc)" --games 100 --out "$out" --participant "$first" --participant "$second" "$@"
