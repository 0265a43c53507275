#!/usr/bin/env bash
# Builds the endgame databases of English draughts up to 5 pieces (or 6) and compares them with what the literature and
# other programs know: how many positions are won, drawn and lost, how long the longest wins are, single positions. Use it
# when a change touches how they are built, written or read.
#
#   scripts/egdb_facts.sh            # 5 pieces in a folder that is thrown away: a CPU minute
#   scripts/egdb_facts.sh 6 FOLDER   # 6 pieces: what is in the folder is not built again
#
# PROGRAMS names a folder where speltafel and speltafel-lab are; without it a release build is made.
set -euo pipefail
pieces=${1:-5} folder=${2:-}
case $pieces in 5 | 6) ;; *) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 64 ;; esac
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
folder=${folder:-$own/egdb}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
cd "$(dirname "$0")/.."
[ -n "${PROGRAMS:-}" ] || cargo build --locked --release --quiet --package speltafel --package speltafel-lab --bins
failed=0
# Runs the engine (speltafel) or the lab (speltafel-lab); their progress matters only where they fail.
run() { "${PROGRAMS:-target/release}/$1" "${@:2}" 2> "$own/log" || { cat "$own/log" >&2; exit 1; }; }
# What is to be the same, as it is due and as it was found.
same() { [ "$2" = "$3" ] || { printf '%s: %s instead of %s\n' "$1" "$3" "$2" >&2; failed=1; }; }

# Positions with both sides present, the side to move normalised: all, won, drawn, lost.
figures() {
  cat << 'END'
2 3488 716 2370 402
3 196032 100250 8477 87305
4 6209316 2574304 1717922 1917090
5 139450808 71334772 11122892 56993144
6 2426085676
END
}
built=$(run speltafel-lab egdb build checkers --pieces "$pieces" --threads "$(nproc)" --output "$folder")
while read -r count due; do
  [ "$count" -le "$pieces" ] || continue
  same "$count pieces" "$due" "$(awk -v n="$count" -v w="$(wc -w <<< "$due")" \
    '$1 == n { for (i = 2; i <= w + 1; i++) printf "%s%s", (i > 2 ? " " : ""), $i }' <<< "$built")"
done < <(figures)

# Plies with best play by both sides.
longest=$(run speltafel-lab egdb longest checkers --pieces "$pieces" --threads "$(nproc)" --memory 16384)
for due in 2:13 3:61 4:109 5:161 6:167; do
  [ "${due%:*}" -le "$pieces" ] || continue
  same "longest win with ${due%:*} pieces" "${due#*:}" "$(awk -v n="${due%:*}" '$1 == n { print $2 }' <<< "$longest")"
done

# Payne's First Position, the longest wins of 3, 4 and 5 pieces, and others that were published.
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
while read -r count due position; do
  [ "$count" -le "$pieces" ] || continue
  same "$position" "$due" "$(run speltafel egdb probe checkers --path "$folder" "$position" | sed -n '1s/.*: //p')"
done < <(facts)
[ "$failed" = 0 ] && echo "$pieces pieces: figures, longest wins and positions as published"
exit "$failed"
