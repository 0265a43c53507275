#!/usr/bin/env bash
# Runs a command and appends a record to a Markdown file: date, commit, machine, command and output. Use it for every
# measurement that a document contains. Write the question and the conclusion by hand.
#
#   scripts/record.sh FILE COMMAND [ARGUMENT]...
#   scripts/record.sh docs/experiments/speed.md scripts/speed.py OLD NEW
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 64; }
file=$1
shift
commit=$(git rev-parse --short HEAD)
[ -z "$(git status --porcelain --untracked-files=no)" ] || commit+=" with local changes"
machine="$(nproc) cores, $(sed -n 's/^model name\s*: //p' /proc/cpuinfo | head -n 1), $(uname -sr)"
output=$("$@") || { echo "record.sh: exit code $? of: $*" >&2; exit 1; }
{
  printf '\n## %s\n\n' "$(date -u +%F)"
  printf -- '- Commit: %s\n- Machine: %s\n- Command:\n\n```sh\n%s\n```\n\n' "$commit" "$machine" "$(printf '%q ' "$@" | sed 's/ $//')"
  printf '```text\n%s\n```\n' "$output"
} >> "$file"
