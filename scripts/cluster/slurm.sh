#!/usr/bin/env bash
# A tournament as a Slurm job array: part I of N of the plan on each task. A task that is killed, requeued or sent again
# plays only what it had not played. Use it where a cluster is yours to use; program, plan and the folder of the results
# must be on a disk that all nodes see, under the same path.
#
#   scripts/cluster/slurm.sh PLAN PARTS [OPTIONS OF sbatch]
#   scripts/cluster/slurm.sh plan.toml 64 --time=04:00:00 --cpus-per-task=2
#
# --cpus-per-task is best the run.concurrency of the plan. It waits for all parts, sends those again that are not complete
# until three attempts in a row bring no game, joins them and prints the report; the exit code is 0 when all games are
# there and 2 when some are missing. Interrupted, it leaves the tasks alone; called again it waits for them.
set -euo pipefail
source "$(dirname "$0")/parts.sh"
for program in sbatch squeue; do
  command -v $program > /dev/null || fail "there is no $program: this is no machine of a Slurm cluster"
done
name=speltafel-$(cksum <<< "$out" | cut -d' ' -f1)
trap 'echo "the tasks go on; the same command waits for them again, scancel --name=$name ends them" >&2; exit 130' INT TERM

# Waits until no task is left, and says how many are in which state whenever that changes. While Slurm does not answer
# nothing is known of the tasks.
await() {
  local now before=
  while true; do
    if now=$(squeue --me --array --noheader --name="$name" --format='%T %r'); then
      [ -n "$now" ] || return 0
      now=$(sort <<< "${now// None/}" | uniq -c | awk '{$1=$1; print}' | paste -sd, | sed 's/,/, /g')
      [ "$now" = "$before" ] || echo "  $(date +%T) $now"
      before=$now
    fi
    sleep "${POLL:-10}"
  done
}

# shellcheck disable=SC2317 # persist calls it
send() {
  local job tasks
  tasks=$(IFS=,; echo "$*")
  # A minute before its time is up a task gets a signal, so that it can finish its games. `%` in a path is no pattern.
  job=$(sbatch --parsable --requeue --signal=B:TERM@60 --output="${out//%/%%}/slurm-%a.log" --open-mode=append "${options[@]}" \
    --array="$tasks" --job-name="$name" \
    --wrap "exec $(quote "$arena") run $(quote "$plan") --shard \$SLURM_ARRAY_TASK_ID/$parts > /dev/null") ||
    fail "sbatch took no job"
  echo "job $job, parts $tasks"
  await
}

# Tasks of an earlier start may still be at it.
await
persist
for part in $(missing); do
  echo "part $part is not complete; the end of $out/slurm-$part.log:"
  tail -n 5 "$out/slurm-$part.log" 2> /dev/null | sed 's/^/  /' || true
done
finish
