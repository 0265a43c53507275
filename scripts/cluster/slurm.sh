#!/usr/bin/env bash
# Plays a tournament as Slurm job arrays. The games are divided into PARTS parts,
# and each task plays one part. A task that is killed, requeued or submitted
# again plays only the missing games. Then the parts are merged, and another job
# array plays the next wave: the next round, or the next blocks of a sequential
# test. The program, the plan and the results folder must be on a disk that all
# nodes mount under the same path.
#
#   scripts/cluster/slurm.sh PLAN PARTS [OPTIONS OF sbatch]
#   scripts/cluster/slurm.sh plan.toml 64 --time=04:00:00 --cpus-per-task=2
#
# Set --cpus-per-task to the run.concurrency of the plan. The script waits for the
# tasks of a wave. Other parts play the games that are missing, until three
# attempts in a row add no game. Then it prints the report. Exit code 0: all games
# were played, or H1 was accepted; 1: H0 was accepted; 2: games are missing, or the
# test is undecided; 4: an error. If the script is interrupted, the tasks continue;
# the same command waits for them again.
set -euo pipefail
source "$(dirname "$0")/parts.sh"
for program in sbatch squeue; do
  command -v $program > /dev/null || fail "$program is not installed: run this on a machine of a Slurm cluster"
done
name=speltafel-$(cksum <<< "$out" | cut -d' ' -f1)
trap 'echo "the tasks continue; the same command waits for them again, scancel --name=$name ends them" >&2; exit 130' INT TERM

# Waits until no task is left. Prints the numbers of tasks in each state whenever they change. If squeue fails, it is
# called again.
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
  # A task gets SIGTERM a minute before its time limit, so that it can finish its current games. In --output, `%%` is a
  # literal `%`.
  job=$(sbatch --parsable --requeue --signal=B:TERM@60 --output="${out//%/%%}/slurm-%a.log" --open-mode=append "${options[@]}" \
    --array="$tasks" --job-name="$name" \
    --wrap "exec $(quote "$arena") run $(quote "$plan") --shard \$SLURM_ARRAY_TASK_ID/$parts --attempt $attempt > /dev/null") ||
    fail "sbatch did not accept the job"
  echo "job $job, parts $tasks"
  await
}

# Tasks of an earlier run may still be active.
await
persist
for part in $list; do
  echo "last lines of $out/slurm-$part.log:"
  tail -n 5 "$out/slurm-$part.log" 2> /dev/null | sed 's/^/  /' || true
done
finish
