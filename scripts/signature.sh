#!/usr/bin/env bash
# Prints the bench signature; with --check compares it with the recorded one (bench.signature), with --record writes it
# there. Use it when a change touches what the engine plays.
set -euo pipefail
cd "$(dirname "$0")/.."
found=$(cargo run --locked --release --quiet -- bench | awk '$1 == "signature" { print $2 }')
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
