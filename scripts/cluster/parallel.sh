#!/usr/bin/env bash
# Plays a tournament on several machines with GNU parallel and ssh. Use it on
# machines without Slurm. The games are divided into PARTS parts, and each free slot
# of a machine plays one part. A part that fails is started again, possibly on
# another machine, and plays only the missing games. Then the parts are merged, and
# the next wave is played: the next round, or the next blocks of a sequential test.
# The program, the plan and the results folder must be on a disk that all machines
# mount under the same path.
#
#   scripts/cluster/parallel.sh PLAN PARTS [OPTIONS OF parallel]
#   scripts/cluster/parallel.sh plan.toml 64 --sshlogin 8/first,8/second,4/:
#
# Without --sshlogin all parts are played on this machine. --eta or --bar shows
# the progress. Hosts can be removed during the run. See --sshloginfile in
# parallel(1). Other parts play the games that are missing, until three attempts in
# a row add no game. Then the report is printed. Exit code 0: all games were played,
# or H1 was accepted; 1: H0 was accepted; 2: games are missing, or the test is
# undecided; 4: an error.
set -euo pipefail
source "$(dirname "$0")/parts.sh"
parallel --version 2> /dev/null | grep -q '^GNU parallel' || fail "GNU parallel is not installed"
trap 'echo "interrupted; the same command resumes the tournament" >&2; exit 130' INT TERM

# shellcheck disable=SC2317 # persist calls it
send() {
  echo "parts $*"
  # --retries counts the first attempt too. The log lists the host and the exit code of each part.
  parallel --retries 2 --tag --joblog "+$out/parallel.log" "${options[@]}" \
    "exec $(quote "$arena") run $(quote "$plan") --quiet --shard {}/$parts --attempt $attempt > /dev/null" ::: "$@" ||
    # After a broken connection the remote runner may need a moment to release its part.
    sleep "${POLL:-10}"
}

persist
finish
