#!/usr/bin/env bash
# A tournament over several machines with GNU parallel and ssh: part I of N of the plan at a time wherever there is room.
# A part that fails is played again, elsewhere perhaps, and goes on where it stopped. Use it where there are machines but no
# Slurm; program, plan and the folder of the results must lie on a disk that all of them see, under the same path.
#
#   scripts/cluster/parallel.sh PLAN PARTS [OPTIONS OF parallel]
#   scripts/cluster/parallel.sh plan.toml 64 --sshlogin 8/first,8/second,4/:
#
# Without --sshlogin everything is played here. A host may be taken away while it runs: see parallel(1), --sshloginfile.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 64; }
plan=$(realpath "$1") parts=$2
shift 2
arena=${SPELTAFEL_ARENA:-$(realpath "$(dirname "$0")/../../target/release/speltafel-arena")}
out=$("$arena" run "$plan" --print-folder)
mkdir -p "$out"
# --joblog says afterwards which part was played where; --retries counts the first attempt too.
parallel --retries 4 --joblog "$out/parallel.log" --tag --halt soon,fail=25% "$@" \
  "'$arena' run '$plan' --quiet --shard {}/$parts" ::: $(seq "$parts") > "$out/parallel.out" || true
"$arena" merge "$out"
"$arena" report "$out"
