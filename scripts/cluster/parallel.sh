#!/usr/bin/env bash
# A tournament over several machines with GNU parallel and ssh: part I of N of the plan at a time wherever there is room.
# A part that fails is played again, elsewhere perhaps, and goes on where it stopped. Use it where there are machines but no
# Slurm; program, plan and the folder of the results must be on a disk that all of them see, under the same path.
#
#   scripts/cluster/parallel.sh PLAN PARTS [OPTIONS OF parallel]
#   scripts/cluster/parallel.sh plan.toml 64 --sshlogin 8/first,8/second,4/:
#
# Without --sshlogin everything is played here; --eta or --bar shows how far it is. A host may be taken away while it runs:
# see parallel(1), --sshloginfile. Parts that are not complete are played again until three attempts in a row bring no game;
# then the parts are joined and the report is printed. The exit code is 0 when all games are there, 2 when some are missing.
set -euo pipefail
source "$(dirname "$0")/parts.sh"
parallel --version 2> /dev/null | grep -q '^GNU parallel' || fail "there is no GNU parallel"
trap 'echo "interrupted; the same command goes on from here" >&2; exit 130' INT TERM

# shellcheck disable=SC2317 # persist calls it
send() {
  echo "parts $*"
  # --retries counts the first attempt too; the log says afterwards which part was played where, and how it ended.
  parallel --retries 2 --tag --joblog "+$out/parallel.log" "${options[@]}" \
    "exec $(quote "$arena") run $(quote "$plan") --quiet --shard {}/$parts > /dev/null" ::: "$@" ||
    # Where a connection broke, the runner at its other end may need a moment to leave its part.
    sleep "${POLL:-10}"
}

persist
finish
