#!/usr/bin/env bash
# Tests the table and the report page in headless Chromium: complete games
# played by clicking, hidden hands, page reloads, failing engines, the layout at
# several sizes, accessibility with axe-core, and the games in a report.
#
#   scripts/browser_test.sh [--only GAME|hidden|covered|again|fair|news|evening|signals|library|reconnect|
#       sentences|boardless|broken|report|details|sizes|axe|delay]
#
# Installs missing Debian packages with apt-get.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v chromium >/dev/null || ! command -v chromedriver >/dev/null; then
  if ! command -v apt-get >/dev/null; then
    echo "browser_test.sh: Chromium and chromedriver are missing, and there is no apt-get to install them with" >&2
    exit 1
  fi
  apt-get update -qq
  apt-get install -y -qq chromium chromium-driver
fi

# Selenium is installed in a temporary folder, and with it a package that contains axe-core.
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
if ! python3 -m venv "$home/python" 2>/dev/null; then
  rm -rf "$home/python"
  apt-get update -qq && apt-get install -y -qq python3-venv
  python3 -m venv "$home/python"
fi
"$home/python/bin/pip" install --quiet --disable-pip-version-check selenium==4.51.0
"$home/python/bin/pip" install --quiet --disable-pip-version-check --no-deps axe-playwright-python==0.1.8
# Use the programs that `cargo test` builds, so that CI does not build them twice.
cargo test --locked --quiet --no-run --test table --test engine --test arena
"$home/python/bin/python" crates/table/tests/browser/table.py \
  target/debug/speltafel-table target/debug/speltafel target/debug/speltafel-arena "$@"
