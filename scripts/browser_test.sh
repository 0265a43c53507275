#!/usr/bin/env bash
# Plays at a table in headless Chromium: whole games by clicks, hidden hands, reloads, engines that break. Then it steps
# through the games of reports.
# Usage: browser_test.sh [--only GAME|hidden|covered|again|sentences|broken|report|delay]   Installs what it needs where it may (Debian packages).
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v chromium >/dev/null || ! command -v chromedriver >/dev/null; then
  if ! command -v apt-get >/dev/null; then
    echo "browser_test.sh: Chromium and chromedriver are needed, and there is no apt-get to install them" >&2
    exit 1
  fi
  apt-get update -qq
  apt-get install -y -qq chromium chromium-driver
fi

# The driver's language binding lives in a folder that is thrown away.
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
if ! python3 -m venv "$home/python" 2>/dev/null; then
  rm -rf "$home/python"
  apt-get update -qq && apt-get install -y -qq python3-venv
  python3 -m venv "$home/python"
fi
"$home/python/bin/pip" install --quiet --disable-pip-version-check selenium==4.51.0
# The very programs that `cargo test` builds, so that CI builds them once: nothing here is about strength.
cargo test --locked --quiet --no-run --test table --test engine --test arena
"$home/python/bin/python" crates/table/tests/browser/table.py \
  target/debug/speltafel-table target/debug/speltafel target/debug/speltafel-arena "$@"
