# shellcheck shell=bash
# What slurm.sh and parallel.sh share: PLAN and PARTS looked at before anything is sent, which parts are missing, and the
# end. Not a script of its own.
fail() {
  echo "$(basename "$0"): $*" >&2
  exit 4
}

# The comment of a script is its help.
[ $# -ge 2 ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2; exit 64; }
[ -f "$1" ] || fail "there is no plan $1"
[[ $2 =~ ^[1-9][0-9]*$ ]] || fail "PARTS must be a number, 1 or more, not $2"
# shellcheck disable=SC2034 # for the two scripts
plan=$(realpath "$1") parts=$2 options=("${@:3}")
arena=$(realpath -m "${SPELTAFEL_ARENA:-$(dirname "$0")/../../target/release/speltafel-arena}")
[ -x "$arena" ] || fail "there is no program $arena: cargo build --release, or set SPELTAFEL_ARENA"
# Mistakes in the plan are told here and not by every task.
out=$("$arena" run "$plan" --shard "1/$parts" --print-folder)
mkdir -p "$out"

# A word for any shell.
quote() { printf "'%s'" "${1//\'/\'\\\'\'}"; }

# Parts that are not complete, each on a line. What counts is what has been played, not what was said of the tasks.
missing() {
  local part
  for part in $(seq "$parts"); do
    "$arena" status "$out" --shard "$part/$parts" > /dev/null 2>&1 || echo "$part"
  done
}

# Games in the files of the parts.
played() { { cat "$out"/results-*-of-"$parts".jsonl 2> /dev/null || true; } | wc -l; }

# Calls `send PART…` until all parts are complete, or three times in a row brought no game.
persist() {
  local before idle=0 left
  while mapfile -t left < <(missing) && [ ${#left[@]} -gt 0 ] && [ $idle -lt 3 ]; do
    before=$(played)
    send "${left[@]}"
    [ "$(played)" -gt "$before" ] && idle=0 || idle=$((idle + 1))
  done
}

# Joins the parts and prints the report; the exit code says whether all games are there.
finish() {
  local code=0
  "$arena" merge "$out" || code=$?
  "$arena" report "$out" || code=$?
  exit $code
}
