#!/usr/bin/env bash
# Checks and tests the Python package, and installs its wheel in an empty environment.
#
#     scripts/python_test.sh [--no-wheel]
#
# The programs and the library are those of the folder PROGRAMS (default target/debug, which is then built). The tools
# are installed in target/python/tools, and the page of all classes and functions is written to target/python/api.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -n "${PROGRAMS:-}" ] || cargo build --locked --quiet
programs=$(realpath "${PROGRAMS:-target/debug}")
folder=$PWD/target/python
tools=$(scripts/python_tools.sh)
wheels=$(mktemp -d)
trap 'rm -rf "$wheels"' EXIT
# Makes a wheel of a folder in $wheels, with the files that cargo has built.
wheel() {
  SPELTAFEL_PROGRAMS=$programs "$tools/bin/pip" wheel --quiet --disable-pip-version-check --no-build-isolation \
    --no-deps --wheel-dir "$wheels" "$1"
}
# Most tests of games run with the rules in a process and in that of the tests.
wheel ./crates/native
"$tools/bin/pip" install --quiet --disable-pip-version-check --no-index --force-reinstall "$wheels"/speltafel_native-*.whl

(
  cd python
  files=(. ../examples/python_*.py)
  "$tools/bin/ruff" format --check --quiet "${files[@]}"
  "$tools/bin/ruff" check --quiet "${files[@]}"
  "$tools/bin/mypy" --no-error-summary
  SPELTAFEL_PROGRAMS=$programs "$tools/bin/pytest" --quiet
  PYTHONPATH=src "$tools/bin/pdoc" --output-directory "$folder/api" speltafel.engine speltafel.referee speltafel.serve \
    speltafel.env
)

[ "${1:-}" = --no-wheel ] && exit
wheel ./python
empty=$wheels/empty
python3 -m venv "$empty/venv"
"$empty/venv/bin/pip" install --quiet --disable-pip-version-check --no-index "$wheels"/speltafel-*.whl
cd "$empty"
# The programs must come from the environment, so PATH has nothing else.
PATH=$empty/venv/bin "$empty/venv/bin/python" - <<'EOF'
from speltafel.engine import Limit, SimpleEngine
with SimpleEngine.open() as engine:
    print("installed from the wheel:", engine.name, "plays", engine.play("startpos", Limit(nodes=1000)).move)
EOF
"$empty/venv/bin/speltafel-arena" --version
"$empty/venv/bin/speltafel-table" --version
