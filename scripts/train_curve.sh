#!/usr/bin/env bash
# Measures the progress of a training run: each network in a folder plays one
# match against the handcrafted evaluation and one against the first network.
# Results are written to matches/. A second run with the same arguments resumes
# the matches.
#
#   scripts/train_curve.sh FOLDER [speltafel-arena run FLAGS]
#   scripts/train_curve.sh train --nodes 2000 --games 312
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 64; }
folder=$(realpath "$1")
shift
source "$(dirname "$0")/common.sh"
# match NETWORK OPPONENT [FLAGS]: plays a match. The name of the results folder is derived from the contents of both
# files, so that networks with the same names from different runs have different folders.
match() {
  local out=$PWD/matches/curve-$(sha256sum "$1" "${2/#handwritten/$ENGINE}" | sha256sum | cut -c1-12)
  echo "== $(basename "$1") against $(basename "$2")"
  "$ARENA" run --game checkers $(openings checkers) $(limit '--nodes 2000' "${@:3}") --referee-command "$ENGINE" \
    --concurrency "$(nproc)" --games 312 --quiet --out "$out" \
    --participant "name=this command=$ENGINE options.Checkers.Evaluation=$1" \
    --participant "name=that command=$ENGINE options.Checkers.Evaluation=$2" "${@:3}" | grep -A2 '^this against that'
}
for network in $(ls "$folder"/network-*.bin | sort -V); do
  match "$network" handwritten "$@"
  [ "$network" = "$folder/network-1.bin" ] || match "$network" "$folder/network-1.bin" "$@"
done
