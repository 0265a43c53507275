#!/usr/bin/env bash
# Plays at a table in headless Firefox over WebDriver BiDi: a whole game against
# the engine, and a game with a guest whose network fails.
#
#   scripts/firefox_test.sh
#
# Installs the Debian package firefox-esr with apt-get if it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v firefox-esr >/dev/null; then
  apt-get update -qq
  apt-get install -y -qq firefox-esr
fi
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
python3 -m venv "$home/python"
# The helpers of the other browser tests import Selenium, which brings the module `websocket`.
"$home/python/bin/pip" install --quiet --disable-pip-version-check selenium==4.51.0
cargo build --locked --quiet --bins
"$home/python/bin/python" crates/table/tests/browser/firefox.py \
  target/debug/speltafel-table target/debug/speltafel firefox-esr
