#!/usr/bin/env bash
# A tournament as a Slurm job array: part I of N of the plan on each task. A task that is killed, requeued or sent again
# plays only what it had not played. Use it where a cluster is yours to use; the folder of the results must be on a disk
# that all nodes see.
#
#   scripts/cluster/slurm.sh PLAN PARTS [OPTIONS OF sbatch]
#   scripts/cluster/slurm.sh plan.toml 64 --time=04:00:00 --cpus-per-task=2
#
# It waits for all parts, sends those again that failed (three times at most), joins them and prints the report.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 64; }
plan=$(realpath "$1") parts=$2
shift 2
arena=${SPELTAFEL_ARENA:-$(realpath "$(dirname "$0")/../../target/release/speltafel-arena")}
out=$("$arena" run "$plan" --print-folder)
mkdir -p "$out"

tasks=1-$parts
for attempt in 1 2 3; do
  # --requeue: the nodes may fail too. Exit code 2 means that something is missing, 4 that it could not be done.
  job=$(sbatch --parsable --requeue --array="$tasks" --job-name=speltafel --output="$out/slurm-%a.log" --open-mode=append \
    "$@" --wrap "exec '$arena' run '$plan' --quiet --shard \$SLURM_ARRAY_TASK_ID/$parts")
  echo "attempt $attempt: job $job, parts $tasks"
  while squeue --noheader --jobs "$job" 2>/dev/null | grep -q .; do sleep "${POLL:-10}"; done
  # What counts is what has been played, not what Slurm says of its tasks.
  missing=()
  for part in $(seq "$parts"); do
    "$arena" status "$out" --shard "$part/$parts" > /dev/null || missing+=("$part")
  done
  [ ${#missing[@]} -gt 0 ] || break
  tasks=$(IFS=,; echo "${missing[*]}")
done
"$arena" merge "$out"
"$arena" report "$out"
