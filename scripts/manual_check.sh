#!/usr/bin/env bash
# Generates the man pages and shell completions of all programs into a temporary folder and checks them: every page is
# formatted without a warning, and every script is parsed by its shell. A tool that is not installed is skipped.
# PROGRAMS names the folder of the programs; the default is target/debug.
set -euo pipefail
cd "$(dirname "$0")/.."
share=$(mktemp -d)
trap 'rm -rf "$share"' EXIT
for program in speltafel speltafel-arena speltafel-table speltafel-lab; do
  "${PROGRAMS:-target/debug}/$program" manual "$share"
  test -s "$share/man/man1/$program.1"
  bash -n "$share/bash-completion/completions/$program"
  ! command -v zsh >/dev/null || zsh -n "$share/zsh/site-functions/_$program"
  ! command -v fish >/dev/null || fish --no-execute "$share/fish/vendor_completions.d/$program.fish"
done
if command -v groff >/dev/null; then
  for page in "$share"/man/man1/*.1; do
    warnings=$(groff -man -ww -Tutf8 -z "$page" 2>&1)
    [ -z "$warnings" ] || { echo "$warnings" >&2; exit 1; }
  done
fi
echo "$(find "$share/man" -name '*.1' | wc -l) man pages, completions for bash, zsh and fish"
