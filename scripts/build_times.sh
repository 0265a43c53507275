#!/usr/bin/env bash
# Compares the build and test times of two commits, measured alternately on this
# machine: a release build of the engine, `cargo test` with an empty target
# folder, and `cargo build` after changing a constant in src/games/jeex/eval.rs.
# Use it when a change affects packages, dependencies or profiles. It takes about
# an hour on two cores.
#
#   scripts/build_times.sh OLD NEW [release|test|rebuild]...   # default: all three
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 64; }
old=$1 new=$2
shift 2
[ $# -gt 0 ] || set -- release test rebuild
cd "$(dirname "$0")/.."
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
for side in old new; do
  git clone --quiet . "$home/$side"
  git -C "$home/$side" checkout --quiet "${!side}"
  (cd "$home/$side" && cargo fetch --locked --quiet)
done
# Runs a command in a clone and prints its wall and user CPU seconds. If the command fails, prints its output and exits.
seconds() {
  local TIMEFORMAT='%R %U'
  { time { (cd "$home/$1" && "${@:2}") > "$home/log" 2>&1; }; } 2>&1 || { tail -n 40 "$home/log" >&2; exit 1; }
}
release() {
  rm -rf "$home/$1/target"
  seconds "$1" cargo build --locked --release --package speltafel --bin speltafel
}
tests() {
  rm -rf "$home/$1/target"
  seconds "$1" cargo test --locked
}
# Makes five builds, each after a change, and prints the times of the build with the median wall time.
rebuild() {
  seconds "$1" cargo build --locked > /dev/null
  for value in 1 2 3 4 5; do
    sed -i -E "s/^(const THREATENED: i32 = )-?[0-9]+;/\1-1$value;/" "$home/$1/src/games/jeex/eval.rs"
    seconds "$1" cargo build --locked
  done | sort -n | sed -n 3p
}
printf '%-8s %-8s %9s %9s\n' build commit 'wall (s)' 'cpu (s)'
for what; do
  for side in old new; do
    # shellcheck disable=SC2046 # two numbers
    printf '%-8s %-8s %9s %9s\n' "$what" "${!side:0:8}" $("${what/#test/tests}" "$side")
  done
done
