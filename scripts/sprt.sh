#!/usr/bin/env bash
# Tests whether the working tree is stronger than a commit, with a sequential
# probability ratio test. Exit code 0: stronger (H1 accepted); 1: not stronger (H0
# accepted); 2: undecided. Use it before merging a change to search or evaluation.
#
#   scripts/sprt.sh COMMIT GAME [speltafel-arena run FLAGS]
#   scripts/sprt.sh HEAD~1 jeex --movetime 50ms
#   scripts/sprt.sh HEAD~9 keezen --nodes 2000 --stop-sprt-elo0 -5 --stop-sprt-elo1 0
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 64; }
here=$PWD
source "$(dirname "$0")/common.sh"
commit=$(git rev-parse --short=12 "$1^{commit}") game=$2
shift 2
old=$PWD/target/versions/$commit
if [ ! -x "$old/speltafel" ]; then
  # Build the commit in a separate worktree, so that the working tree does not change.
  tree=$(mktemp -d)
  trap 'git worktree remove --force "$tree"; rm -rf "$tree"' EXIT
  git worktree add --quiet --detach "$tree" "$commit"
  (cd "$tree" && cargo build --locked --release --quiet --bin speltafel --target-dir "$old/target")
  cp "$old/target/release/speltafel" "$old/speltafel"
  rm -rf "$old/target"
fi
# Copy the new program too, so that a build during the test does not change it.
new=$PWD/target/versions/new-$(sha256sum "$ENGINE" | cut -c1-12)
mkdir -p "$new"
cp "$ENGINE" "$new/speltafel"
out=$PWD/matches/sprt-$game-$commit-$(basename "$new")
cd "$here"
"$ARENA" run --game "$game" $(openings "$game") $(limit '--movetime 50ms' "$@") --referee-command "$new/speltafel" \
  --concurrency "$(nproc)" --games 40000 --stop-sprt-elo0 0 --stop-sprt-elo1 5 --out "$out" \
  --participant "name=new command=$new/speltafel" --participant "name=old command=$old/speltafel" "$@"
