#!/usr/bin/env bash
# Prints the bench signature. With --check, compares it with the one recorded in
# bench.signature. With --record, writes it there. Use it when a change may
# affect the engine's moves.
#
#   scripts/signature.sh [--check | --record]
#
# PROGRAMS is a folder with the program speltafel. If it is not set, the script
# makes a release build. The signature is the same in every build profile.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -n "${PROGRAMS:-}" ] || cargo build --locked --release --quiet --package speltafel --bin speltafel
found=$("${PROGRAMS:-target/release}/speltafel" bench | awk '$1 == "signature" { print $2 }')
case "${1:-}" in
  --check)
    recorded=$(cat bench.signature)
    if [ "$found" != "$recorded" ]; then
      echo "signature.sh: the signature is $found, but bench.signature has $recorded;" \
        "if the change of play is intended, run scripts/signature.sh --record" >&2
      exit 1
    fi
    echo "signature $found, as recorded" ;;
  --record) echo "$found" > bench.signature; echo "signature $found recorded" ;;
  *) echo "$found" ;;
esac
