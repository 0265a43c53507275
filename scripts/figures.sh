#!/usr/bin/env bash
# Solves the puzzles of querbeet-figure in data/figures.tsv through the
# protocol, with one thread, and counts their solutions. Compares these counts
# with those in the file, which are for the default set of tiles, and prints the
# total time. Use it when a change affects the solver.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --locked --release --quiet --bin speltafel
lines() {
  while IFS=$'\t' read -r name _; do
    printf 'setoption name QuerbeetFigure.Figure value %s\nquery solutions\ngo nodes 1000000\nwait\n' "$name"
  done < <(tail -n +2 data/figures.tsv)
}
start=$(date +%s%N)
output=$(lines | target/release/speltafel --game querbeet-figure)
took=$((($(date +%s%N) - start) / 1000000))
diff <(tail -n +2 data/figures.tsv | cut -f3) <(echo "$output" | awk '$1 == "response" { print $2 }') ||
  { echo "figures.sh: the numbers of solutions differ from data/figures.tsv" >&2; exit 1; }
figures=$(echo "$output" | grep -c '^bestmove ')
solved=$(echo "$output" | awk '/ multipv 1 / { solved = / score mate [1-9]/ } /^bestmove / { sum += solved } END { print sum }')
[ "$solved" = "$figures" ] || { echo "figures.sh: only $solved of $figures figures are solved" >&2; exit 1; }
echo "solved $figures figures and counted all their solutions in $took ms"
