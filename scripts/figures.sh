#!/usr/bin/env bash
# Solves and counts the figures of data/figures.tsv again, as any client would, on one thread; compares all numbers of
# solutions with the table and says how long all of them took together. The table is for the tiles of the leaflet.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --locked --release --quiet --bin speltafel
lines() {
  while IFS=$'\t' read -r name _; do
    printf 'setoption name QuerbeetFigure.Figure value %s\nquery solutions\ngo nodes 1000000\nwait\n' "$name"
  done < <(tail -n +2 data/figures.tsv)
}
start=$(date +%s%N)
said=$(lines | target/release/speltafel --game querbeet-figure)
took=$((($(date +%s%N) - start) / 1000000))
diff <(tail -n +2 data/figures.tsv | cut -f3) <(echo "$said" | awk '$1 == "response" { print $2 }') ||
  { echo "other numbers of solutions than data/figures.tsv" >&2; exit 1; }
figures=$(echo "$said" | grep -c '^bestmove ')
solved=$(echo "$said" | awk '/ multipv 1 / { solved = / score mate [1-9]/ } /^bestmove / { sum += solved } END { print sum }')
[ "$solved" = "$figures" ] || { echo "only $solved of $figures figures are solved" >&2; exit 1; }
echo "$figures figures solved and all their solutions counted in $took ms"
