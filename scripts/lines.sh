#!/usr/bin/env bash
# Counts the lines of Rust code per package, without tests, the examples and the
# laws of kit, blank lines and comments.
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
find src examples crates -name '*.rs' 2>/dev/null | grep -vE '/(tests|testing)/|/tests\.rs$|_tests\.rs$|/exact_toys\.rs$|/toy\.rs$|/synthetic\.rs$|^crates/kit/(examples|src/laws)/' | sort |
  xargs awk '
    FNR == 1 { tests = 0; package = FILENAME; sub(/\/(src|examples)\/.*/, "", package); sub(/^(src|examples)\/.*/, "speltafel", package); sub(/^crates\//, "", package) }
    /^#\[cfg\((all\()?test/ { pending = 1; next }
    pending && /^(pub(\([a-z]+\))? )?mod [a-z_]+;/ { pending = 0; next }
    pending && /^#\[/ { next }
    pending { pending = 0; if (/^(pub(\([a-z]+\))? )?mod [a-z_]+ \{/) tests = 1 }
    tests { next }
    /^[ \t]*(\/\/.*)?$/ { next }
    { lines[package]++; total++ }
    END { for (package in lines) printf "%-12s %6d\n", package, lines[package] | "sort"; close("sort"); printf "%-12s %6d\n", "total", total }'
