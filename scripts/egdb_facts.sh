#!/usr/bin/env bash
# Generates the endgame databases of English draughts with up to 5 or 6 pieces
# and compares them with published results: the numbers of won, drawn and lost
# positions, the longest wins, and the values of individual positions. Use it
# when a change affects the generator, the file format or the lookup.
#
#   scripts/egdb_facts.sh            # 5 pieces in a temporary folder: one minute of CPU time
#   scripts/egdb_facts.sh 6 FOLDER   # 6 pieces; databases already in FOLDER are kept
#
# PROGRAMS is a folder with the programs speltafel and speltafel-lab. If it is not
# set, the script makes a release build.
set -euo pipefail
pieces=${1:-5} folder=${2:-}
case $pieces in 5 | 6) ;; *) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 64 ;; esac
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
folder=${folder:-$temporary/egdb}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cd "$(dirname "$0")/.."
[ -n "${PROGRAMS:-}" ] || cargo build --locked --release --quiet --package speltafel --package speltafel-lab --bins
failed=0
# Runs the engine (speltafel) or the lab (speltafel-lab) and shows its standard error only if it fails.
run() { "${PROGRAMS:-target/release}/$1" "${@:2}" 2> "$temporary/log" || { cat "$temporary/log" >&2; exit 1; }; }
# same WHAT EXPECTED ACTUAL: reports an error if the two values differ.
same() { [ "$2" = "$3" ] || { printf '%s: %s instead of %s\n' "$1" "$3" "$2" >&2; failed=1; }; }

# Each line has a number of pieces, then the numbers of all, won, drawn and lost positions; for 6 pieces, only the
# number of all positions. Only positions in which both sides have pieces and one given side is to move are counted.
counts() {
  cat << 'END'
2 3488 716 2370 402
3 196032 100250 8477 87305
4 6209316 2574304 1717922 1917090
5 139450808 71334772 11122892 56993144
6 2426085676
END
}
built=$(run speltafel-lab egdb build checkers --pieces "$pieces" --threads "$(nproc)" --output "$folder")
while read -r count expected; do
  [ "$count" -le "$pieces" ] || continue
  same "$count pieces" "$expected" "$(awk -v n="$count" -v w="$(wc -w <<< "$expected")" \
    '$1 == n { for (i = 2; i <= w + 1; i++) printf "%s%s", (i > 2 ? " " : ""), $i }' <<< "$built")"
done < <(counts)

# The lengths of the longest wins with best play by both sides, as PIECES:PLIES.
longest=$(run speltafel-lab egdb longest checkers --pieces "$pieces" --threads "$(nproc)" --memory 16384)
for expected in 2:13 3:61 4:109 5:161 6:167; do
  [ "${expected%:*}" -le "$pieces" ] || continue
  same "longest win with ${expected%:*} pieces" "${expected#*:}" \
    "$(awk -v n="${expected%:*}" '$1 == n { print $2 }' <<< "$longest")"
done

# Each line has a number of pieces, a value and a position. The positions are the First Position (Payne), the longest
# wins with 3, 4 and 5 pieces, and other published positions.
facts() {
  cat << 'END'
4 win W:WK15,20:B12,K28
4 draw B:WK15,20:B12,K28
3 win W:W30,31:BK22
4 win W:W10,30:B3,4
5 win W:W28,29,32:B9,K19
5 win W:WK15,K20:B8,10,16
6 draw W:WK2,10,K17:B1,3,K8
6 draw B:WK2,10,K18:B1,3,K11
6 draw W:W5,13,K2:B1,10,K14
6 draw B:WK23,K24,K26:B21,K25,K32
6 draw W:WK1,K14,K32:B5,K20,28
END
}
while read -r count expected position; do
  [ "$count" -le "$pieces" ] || continue
  same "$position" "$expected" "$(run speltafel egdb probe checkers --path "$folder" "$position" | sed -n '1s/.*: //p')"
done < <(facts)
[ "$failed" = 0 ] && echo "$pieces pieces: counts, longest wins and positions agree with published results"
exit "$failed"
