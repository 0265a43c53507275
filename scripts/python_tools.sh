#!/usr/bin/env bash
# Installs the tools for the Python package in target/python/tools, and prints that folder.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$PWD/target/python/tools
if ! cmp --silent python/requirements-dev.txt "$tools/requirements"; then
  rm -rf "$tools"
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check --requirement python/requirements-dev.txt
  cp python/requirements-dev.txt "$tools/requirements"
fi
echo "$tools"
