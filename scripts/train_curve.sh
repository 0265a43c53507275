#!/usr/bin/env bash
# The curve of a training run: each network of a folder against the hand-written evaluation and against the first network, in
# the same search. Started again it goes on where it stopped; results lie in matches/.
#
#   scripts/train_curve.sh FOLDER [FLAGS OF speltafel-arena run]
#   scripts/train_curve.sh train --nodes 2000 --games 312
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 64; }
folder=$(realpath "$1")
shift
source "$(dirname "$0")/common.sh"
# A folder of its own for each pair of networks: those of another run are other opponents.
match() {
  local out=$PWD/matches/curve-$(sha256sum "$1" "${2/#handwritten/$ENGINE}" | sha256sum | cut -c1-12)
  echo "== $(basename "$1") against $(basename "$2")"
  "$ARENA" run --game checkers $(openings checkers) $(limit '--nodes 2000' "${@:3}") --referee-command "$ENGINE" \
    --concurrency "$(nproc)" --games 312 --quiet --out "$out" \
    --entrant "name=this command=$ENGINE options.Checkers.Evaluation=$1" \
    --entrant "name=that command=$ENGINE options.Checkers.Evaluation=$2" "${@:3}" | grep -A2 '^this against that'
}
for network in $(ls "$folder"/network-*.bin | sort -V); do
  match "$network" handwritten "$@"
  [ "$network" = "$folder/network-1.bin" ] || match "$network" "$folder/network-1.bin" "$@"
done
