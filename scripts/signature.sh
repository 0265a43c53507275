#!/usr/bin/env bash
# Prints the bench signature; with --check compares it with the recorded one (bench.signature), with --record writes it
# there. Use it when a change touches what the engine plays. PROGRAMS names a folder where speltafel is; without it a release
# build is made. The signature is the same in every profile.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -n "${PROGRAMS:-}" ] || cargo build --locked --release --quiet --package speltafel --bin speltafel
found=$("${PROGRAMS:-target/release}/speltafel" bench | awk '$1 == "signature" { print $2 }')
case "${1:-}" in
  --check)
    recorded=$(cat bench.signature)
    if [ "$found" != "$recorded" ]; then
      echo "signature $found, but bench.signature says $recorded: a change of play must record it" >&2
      exit 1
    fi
    echo "signature $found, as recorded" ;;
  --record) echo "$found" > bench.signature; echo "signature $found recorded" ;;
  *) echo "$found" ;;
esac
