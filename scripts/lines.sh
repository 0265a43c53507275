#!/usr/bin/env bash
# Counts the lines of Rust code per package, without tests, examples, the laws of kit,
# blank lines and comments. The toy engine of the arena's tests is an example.
#
#   scripts/lines.sh [COMMIT]   # default: the working tree
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# -gt 0 ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  git archive "$1" | tar -x -C "$folder"
  cd "$folder"
fi
# Test modules come last in a file, after `#[cfg(test)]`.
find src crates -name '*.rs' | grep -vE '/(tests|testing)/|/tests\.rs$|_tests\.rs$|/exact_toys\.rs$|/toy\.rs$|/synthetic\.rs$|^crates/([a-z]+/(examples|doc)|kit/src/laws)/' | sort |
  xargs awk '
    FNR == 1 { tests = 0; package = FILENAME; sub(/\/src\/.*/, "", package); sub(/^src\/.*/, "speltafel", package); sub(/^crates\//, "", package) }
    /^#\[cfg\((all\()?test/ { pending = 1; next }
    pending && /^(pub(\([a-z]+\))? )?mod [a-z_]+;/ { pending = 0; next }
    pending && /^#\[/ { next }
    pending { pending = 0; if (/^(pub(\([a-z]+\))? )?mod [a-z_]+ \{/) tests = 1 }
    tests { next }
    /^[ \t]*(\/\/.*)?$/ { next }
    { lines[package]++; total++ }
    END { for (package in lines) printf "%-12s %6d\n", package, lines[package] | "sort"; close("sort"); printf "%-12s %6d\n", "total", total }'
