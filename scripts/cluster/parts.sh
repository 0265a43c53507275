# shellcheck shell=bash
# slurm.sh and parallel.sh source this file. It checks PLAN and PARTS, plays wave after wave, and merges the results.
# Exit code 1 means that H0 was accepted, so a command that fails ends the script with 4.
set -E
trap 'exit 4' ERR
fail() {
  echo "$(basename "$0"): $*" >&2
  exit 4
}

# The header comment of a script is its help text.
[ $# -ge 2 ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2; exit 64; }
[ -f "$1" ] || fail "the plan $1 does not exist"
[[ $2 =~ ^[1-9][0-9]*$ ]] || fail "PARTS must be a number of at least 1, not $2"
# A linked plan has its results beside the link, as with `run`.
# shellcheck disable=SC2034 # for the two scripts
plan=$(realpath -s "$1") parts=$2 options=("${@:3}")
arena=$(realpath -m "${SPELTAFEL_ARENA:-$(dirname "$0")/../../target/release/speltafel-arena}")
[ -x "$arena" ] || fail "the program $arena does not exist: run cargo build --release or set SPELTAFEL_ARENA"
# Reports errors in the plan once, before any task starts.
out=$("$arena" run "$plan" --shard "1/$parts" --print-folder)

# Quotes a word for any POSIX shell. GNU parallel replaces words such as `{}`, so something is between the braces.
quote() {
  local text=${1//\'/\'\\\'\'}
  printf "'%s'" "${text//\{/\{\'\'}"
}

# Prints the parts that have games left to play in this wave, one per line. The exit codes of the tasks do not count.
missing() { "$arena" run "$plan" --print-parts "$parts" --attempt "$attempt"; }

# Prints the total number of recorded games.
played() { { cat "$out"/results-*-of-"$parts".jsonl 2> /dev/null || true; } | wc -l; }

# Joins the results, if there are any. Sets `code` to the exit code of the tournament.
join_parts() {
  local files=("$out"/results*.jsonl) merged tries=3
  code=2
  [ -e "${files[0]}" ] || return 0
  # While somebody else merges the results, to see how the tournament stands, they are locked.
  until code=0; merged=$("$arena" merge "$out") || code=$?; [ $code -lt 4 ]; do
    ((--tries)) || exit $code
    sleep "${POLL:-10}"
  done
  echo "$merged" > "$out/merge.log"
  echo "${merged%%$'\n'*}; $(grep -m 1 -e '^missing' -e LLR <<< "$merged")"
}

# Plays wave after wave: calls `send PART…` with the parts that have games to play and joins the results, until there is
# nothing left to play or three calls in a row have added no game. A block that a part did not play goes to another part.
# Sets `list` to the parts that still have games to play.
persist() {
  local before idle=0 left
  attempt=1
  join_parts
  while list=$(missing) || exit 4; [ -n "$list" ] && [ $idle -lt 3 ]; do
    mapfile -t left <<< "$list"
    before=$(played)
    mkdir -p "$out"
    send "${left[@]}"
    join_parts
    [ "$(played)" -gt "$before" ] && idle=0 || idle=$((idle + 1))
    attempt=$((attempt + 1))
  done
  if [ -n "$list" ]; then
    # The joined results may be those of a plan with fewer games, if no part could start.
    code=2
    echo "parts ${list//$'\n'/ } have games left"
  elif [ "$out/plan.json" -nt "$out/summary.json" ]; then
    # `missing` has stored a plan with, for example, another stop rule.
    join_parts
  fi
}

# Prints the report and exits with the exit code of the tournament.
finish() {
  "$arena" report "$out" || code=$?
  exit "$code"
}
